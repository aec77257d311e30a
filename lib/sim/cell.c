/* cell.c: the periodic cell that deforms, and its work; cell_servo.c has the cell under a stress */
#include "sim/cell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "base/team.h"
#include "sim/cell_parts.h"
#include "sim/soft.h"

/* SIM_RATE if the domain deforms too much in a step. */
void cell_rate_check(const struct soft *c, struct sim_error *e)
{
	const double most = 0.1;
	double fast = 0;

	for (int k = 0; k < 6; k++)
		fast = fmax(fast, fabs(c->domain.rate[k]) * c->clock.dt);
	if (!(fast <= most))
		*e = (struct sim_error){ .status = SIM_RATE, .value = fast, .limit = most };
}

/* The present velocities of the lattice. */
static void find_lattice_rate(struct cell *cell, const struct domain *d)
{
	double v[3][3];

	for (int k = 0; k < 3; k++)
		domain_shift_rate3(d, (const double[3]){ k == 0, k == 1, k == 2 }, v[k]);
	const double rate[6] = { [XX] = v[0][0], [XY] = v[1][0], [YY] = v[1][1], [XZ] = v[2][0], [YZ] = v[2][1], [ZZ] = v[2][2] };
	memcpy(cell->rate, rate, sizeof rate);
}

/* The deformation F of a step, and |1 - 1/F|. */
void cell_find_rates(struct soft *c)
{
	struct cell *cell = &c->cell;
	struct deformation f = cell->step = domain_deformation(&c->domain, c->clock.dt);
	double x = 1 - 1 / f.xx, y = 1 - 1 / f.yy, z = 1 - 1 / f.zz, xy = f.xy / (f.xx * f.yy), yz = f.yz / (f.yy * f.zz);
	double xz = (f.xz - f.xy * f.yz / f.yy) / (f.xx * f.zz);

	cell->strain = sqrt(x * x + y * y + xy * xy + (z * z + xz * xz + yz * yz));
	find_lattice_rate(cell, &c->domain);
}

enum sim_status cell_init(struct soft *c, struct sim_error *e)
{
	struct cell *cell = &c->cell;

	cell->moves = domain_deforms(&c->domain);
	if (!cell->moves)
		return SIM_GOOD;
	cell_rate_check(c, e);
	for (int k = 0; k < c->n_group && e->status == SIM_GOOD; k++)
		if (c->group[k].n)
			*e = (struct sim_error){ .status = SIM_HELD, .a = c->id[c->group[k].body[0]], .word = c->group[k].tag };
	for (int b = 0; b < c->n; b++)
		cell->reach = fmax(cell->reach, soft_acts_within(c, b));
	cell_find_rates(c);
	cell->servo = mem_zero((size_t)c->threads, sizeof *cell->servo);
	cell->step_sum = mem_zero(CELL_STEP, sizeof *cell->step_sum);
	return e->status;
}

void cell_free(struct cell *cell)
{
	free(cell->cross);
	free(cell->imaged);
	free(cell->is_imaged);
	free(cell->servo);
	free(cell->step_sum);
}

/* The sums of forces times periods, after the periods of images have changed as in flip_images. */
static void flip_forces(struct flip f, double force[6])
{
	force[YY] += (double)f.yz * force[YZ];
	force[XY] += (double)f.yz * force[XZ];
	force[XX] += (double)f.xy * force[XY] + (double)f.xz * force[XZ];
}

struct flip cell_flip(struct soft *c)
{
	struct domain next = c->domain, *d = &c->domain;

	if (!c->cell.moves)
		return (struct flip){ 0 };
	domain_deform(&next, &c->cell.step);
	struct flip f = domain_flip(&next);
	if (!flip_any(f))
		return f;
	d->tilt[2] -= (double)f.yz * (d->hi[1] - d->lo[1]);
	d->tilt[1] -= (double)f.yz * d->tilt[0];
	d->tilt[0] -= (double)f.xy * (d->hi[0] - d->lo[0]);
	d->tilt[1] -= (double)f.xz * (d->hi[0] - d->lo[0]);
	for (int b = 0; b < c->n; b++)
		flip_images(f, &c->image[0][b], &c->image[1][b], c->dim == 3 ? c->image[2][b] : 0);
	flip_forces(f, c->cell.force);
	return f;
}

/* ---- deformation ---- */

static void carry_places(void *to, int from, int end, int thread)
{
	const struct soft *c = to;
	const struct domain *d = &c->domain;
	const struct deformation f = c->cell.step;
	double mid[3];

	(void)thread;
	for (int k = 0; k < 3; k++)
		mid[k] = 0.5 * (d->lo[k] + d->hi[k]);
	double *const *at = c->near_x;
	float *const *moved = c->list_d;
	for (int b = from; b < end; b++) {
		double x = at[0][b] - mid[0], y = at[1][b] - mid[1], z = c->dim == 3 ? at[2][b] - mid[2] : 0;
		double dx = moved[0][b], dy = moved[1][b], dz = c->dim == 3 ? moved[2][b] : 0;

		at[0][b] = mid[0] + (f.xx * x + f.xy * y + f.xz * z);
		at[1][b] = mid[1] + (f.yy * y + f.yz * z);
		moved[0][b] = (float)(f.xx * dx + f.xy * dy + f.xz * dz);
		moved[1][b] = (float)(f.yy * dy + f.yz * dz);
		if (c->dim == 3) {
			at[2][b] = mid[2] + f.zz * z;
			moved[2][b] = (float)(f.zz * dz);
		}
	}
}

/* Add up masses times image counts. */
static void add_images(struct soft *c)
{
	if (c->gravity[0] == 0 && c->gravity[1] == 0 && c->gravity[2] == 0)
		return;
	for (int b = 0; b < c->n; b++)
		for (int k = 0; k < c->dim && soft_speaks(c, b); k++)
			exact_add(&c->cell.step_sum[CELL_IMAGES + k], c->mass[b] * (double)c->image[k][b]);
}

void cell_deform(struct soft *c)
{
	struct cell *cell = &c->cell;
	struct domain *d = &c->domain, old = *d;
	static const int length[3] = { XX, YY, ZZ };

	domain_deform(d, &cell->step);
	for (int k = 0; k < 6; k++)
		cell->sum[k] += d->rate[k] * c->clock.dt;
	cell->dealt += log1p(cell->strain);
	cell->built += log1p(cell->strain);
	cell->near += log1p(cell->strain);
	for (int k = 0; k < c->dim; k++)
		if (!(d->hi[k] - d->lo[k] > 1e-150 && d->hi[k] - d->lo[k] < 1e150))
			soft_fail(c, (struct sim_error){ .status = SIM_CELL, .value = d->hi[k] - d->lo[k] });
	soft_check_images(c, &c->error);
	outlets_check(c);
	team_chunks(c->threads, c->n, CELL_CHUNK, carry_places, c);
	for (int k = 0; k < 3; k++) {
		cell->moved[length[k]] = (d->hi[k] - d->lo[k]) - (old.hi[k] - old.lo[k]);
		cell->moved[XY + k] = d->tilt[k] - old.tilt[k];
	}
	find_lattice_rate(cell, d);
	cell->n_cross = 0;
	add_images(c);
}

/* ---- wrapped bodies ---- */

/* The record of a wrapped body. A body may be wrapped more than once in a step. */
static struct crossing *find_crossing(struct cell *cell, int b)
{
	int k = 0;

	while (k < cell->n_cross && cell->cross[k].b != b)
		k++;
	if (k == cell->n_cross) {
		MEM_GROW(cell->cross, &cell->cap_cross, (size_t)k + 1);
		cell->cross[cell->n_cross++] = (struct crossing){ .b = b };
	}
	return &cell->cross[k];
}

/* Add the change of velocity to the body's velocity and to its record. Returns the record. */
static struct crossing *jump(struct soft *c, int b, const int n[3], double by[3])
{
	struct crossing *q = find_crossing(&c->cell, b);

	cell_image(c->cell.rate, (const int[3]){ -n[0], -n[1], -n[2] }, by);
	for (int k = 0; k < c->dim; k++) {
		c->v[k][b] += by[k];
		q->jump[k] += by[k];
	}
	return q;
}

void cell_jump(struct soft *c, int b, const int n[3])
{
	double by[3];

	if (n[0] != 0 || n[1] != 0 || n[2] != 0)
		jump(c, b, n, by);
}

void cell_cross(struct soft *c, int b, const int n[3], double *const *d)
{
	double by[3], less[3];

	if (n[0] == 0 && n[1] == 0 && n[2] == 0)
		return;
	cell_image(c->cell.moved, n, less);
	struct crossing *q = jump(c, b, n, by);
	for (int k = 0; k < c->dim; k++) {
		q->less[k] += less[k];
		if (d) {
			d[k][b] -= less[k];
			continue;
		}
		/* change the velocity in the middle of the step, and the acceleration so that it leads to the velocity at the end */
		double late = by[k] + less[k] / c->clock.dt;

		c->v[k][b] -= late;
		c->a[k][b] += late / (0.5 * c->clock.dt);
		q->late[k] += late;
	}
}

void cell_settle(struct soft *c)
{
	for (int i = 0; i < c->cell.n_cross; i++) {
		struct crossing *q = &c->cell.cross[i];

		for (int k = 0; k < c->dim; k++)
			q->end[k] = c->v[k][q->b] += q->late[k];
	}
}

/* ---- pairs at images ---- */

/* Add a pair whose second body is at an image, or may be. */
static void add_imaged(struct cell *cell, int p)
{
	if (cell->is_imaged[p])
		return;
	cell->is_imaged[p] = 1;
	MEM_GROW(cell->imaged, &cell->cap_imaged, (size_t)cell->n_imaged + 1);
	cell->imaged[cell->n_imaged++] = p;
}

void cell_wrapped(struct soft *c, const struct cell_list *l, int b)
{
	for (int z = l->own_from[b]; z < l->own_from[b + 1] && c->cell.imaged_of == c->rebuilds; z++)
		add_imaged(&c->cell, l->own[z] >> 1);
}

void cell_find_imaged(struct soft *c, const struct cell_list *l)
{
	struct cell *cell = &c->cell;

	if (cell->imaged_of == c->rebuilds)
		return;
	cell->imaged_of = c->rebuilds;
	cell->n_imaged = 0;
	MEM_GROW(cell->is_imaged, &cell->cap_is_imaged, (size_t)l->n_pair + 1);
	memset(cell->is_imaged, 0, (size_t)l->n_pair);
	for (int p = 0; p < l->n_pair; p++)
		if (l->pair[p].image > 1)
			add_imaged(cell, p);
}

void cell_add(struct exact sum[6], const int s[3], const double f[3])
{
	static const int order[6] = { XX, XY, XZ, YY, YZ, ZZ };

	for (int k = 0, z = 0; z < 3; z++)
		for (int a = z; a < 3; a++, k++)
			exact_add(&sum[order[k]], s[a] * f[z]);
}

/* The components in the order in which their work is summed. */
static const int in_order[6] = { XX, XY, YY, XZ, YZ, ZZ };

/* Take the forces on images and the work of impulses from the sums. An image gets its impulse at the velocity of the image. */
static void take_sums(struct soft *c)
{
	struct cell *cell = &c->cell;
	double work = 0;

	memcpy(cell->force0, cell->force, sizeof cell->force0);
	for (int k = 0; k < 6; k++)
		cell->force[k] = exact_take(&cell->step_sum[CELL_FORCES + k]);
	for (int k = 0; k < 6; k++)
		work -= exact_take(&cell->step_sum[CELL_IMPULSES + in_order[k]]) * cell->rate[in_order[k]];
	c->ledger.work += work;
	c->ledger.sum[LED_NORMAL] += work;
}

void cell_forces(struct soft *c)
{
	if (!c->cell.moves)
		return;
	ranks_sum_exact(CELL_STEP, c->cell.step_sum);
	take_sums(c);
}

/* Add up the work on wrapped bodies. */
static void add_crossings(struct soft *c)
{
	for (int i = 0; i < c->cell.n_cross; i++) {
		const struct crossing *q = &c->cell.cross[i];
		double force = 0, jumps = 0;

		for (int k = 0; k < c->dim; k++) {
			force += c->f[k][q->b] * q->less[k];
			jumps += q->jump[k] * (q->end[k] - 0.5 * q->jump[k]);
		}
		if (soft_speaks(c, q->b))
			exact_add(&c->cell.step_sum[CELL_CROSSINGS], 0.5 * force + c->mass[q->b] * jumps);
	}
}

/* The energy that weight takes along the deforming axes in this step. */
static double weight_of(struct soft *c)
{
	const double *moved = c->cell.moved, *g = c->gravity;
	double images[3];

	for (int k = 0; k < 3; k++)
		images[k] = exact_take(&c->cell.step_sum[CELL_IMAGES + k]);
	return g[0] * (images[0] * moved[XX] + images[1] * moved[XY] + images[2] * moved[XZ]) +
	       g[1] * (images[1] * moved[YY] + images[2] * moved[YZ]) + g[2] * (images[2] * moved[ZZ]);
}

void cell_sum(struct soft *c)
{
	if (!c->cell.moves)
		return;
	add_crossings(c);
	if (domain_has_servo(&c->domain))
		cell_stress_sum(c);
}

double cell_work(struct soft *c)
{
	struct cell *cell = &c->cell;

	if (!cell->moves)
		return 0;
	take_sums(c);
	double work = -weight_of(c);
	for (int k = 0; k < 6; k++)
		work -= 0.5 * (cell->force0[in_order[k]] + cell->force[in_order[k]]) * cell->moved[in_order[k]];
	return work + exact_take(&cell->step_sum[CELL_CROSSINGS]);
}

/* ---- the lists ---- */

void cell_against(const struct soft *c, int b, double d[3])
{
	const struct deformation *f = &c->cell.step;
	double x[3] = { 0 };

	for (int k = 0; k < c->dim; k++)
		x[k] = c->x[k][b] - d[k] - 0.5 * (c->domain.lo[k] + c->domain.hi[k]);
	d[0] -= (f->xx - 1) * x[0] + f->xy * x[1] + f->xz * x[2];
	d[1] -= (f->yy - 1) * x[1] + f->yz * x[2];
	if (c->dim == 3)
		d[2] -= (f->zz - 1) * x[2];
}

void cell_peculiar(const struct soft *c, int b, double v[3])
{
	double x[3] = { 0 };

	for (int k = 0; k < c->dim; k++)
		x[k] = c->place[k][b] - 0.5 * (c->domain.lo[k] + c->domain.hi[k]);
	domain_flow3(&c->domain, x, x);
	for (int k = 0; k < c->dim; k++)
		v[k] = c->v[k][b] - x[k];
}

/* Near candidates serve until the strain takes a quarter of the skin.
 *
 * A flow uses up |1 - 1/F| of the room, anywhere in the cell. Let a body be at d_0 from another body or its image. While the
 * lattice deforms by F, that distance becomes d = F d_0 + e with |e| <= e_1 + e_2, where e_1 and e_2 are the displacements of the
 * two bodies relative to the flow. If a force acts between them now, |d| is at most A_1 + A_2, where A is the reach of a body and
 * half of the range of the laws (soft_acts_within). So |d - d_0| = |(1 - 1/F) (d - e) + e| is at most the sum of e + k (A + e)
 * over both, with k = |1 - 1/F|. Over several steps k is at most the product of the 1 + k of the steps, minus 1. Nobody may come
 * nearer by more than the room of near candidates, the margin of the list, and the margin of what is lent to other ranks.
 *
 * A contact of the step before may be further away now: |d - d_0| = |(F - 1) d_0 + e| with |d_0| <= A_1 + A_2, and |F - 1| is at
 * most k / (1 - k). The list has to have it, since its end is booked. */
double cell_horizon(struct soft *c)
{
	struct cell *cell = &c->cell;
	double most = log1p(0.25 * c->skin / cell->reach), little = 0.1 * most; /* the rate may grow */

	cell->near_most = fmin(most, fmax(little, ceil(1.1 * c->near_steps) * log1p(cell->strain)));
	cell->near_strain = expm1(cell->near_most);
	return expm1(cell->built + cell->near_most);
}
