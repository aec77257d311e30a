/* dem2_cell.c: the periodic cell that deforms, and its work.
 *
 * A step takes the lattice of images from H0 to H1 = exp(G dt) H0 (world/deform.h). The image of a body s = (sx, sy) periods away
 * moves by s (H1 - H0) more than the body, and at the end of the step it is faster by s G H1. Both enter the relative motion at
 * the contacts of the image. A body that is wrapped n periods down continues as another image of itself, as if that image had
 * made the step: its displacement is n (H1 - H0) less, and its velocity changes by J = -n G H1. The image s of its contacts
 * changes too, so contacts see the same relative motion as before. With velocity Verlet the displacement is dt times the velocity
 * in the middle of the step. So the latter changes by -n (H1 - H0) / dt, and the velocity at the end by the rest of J.
 *
 * Work. Let F be the contact forces on bodies. If no body is wrapped, the kinetic energy of the half steps K' (see closure in
 * ledger.h) changes by sum_b (F0 + F1) Dq / 2. Contacts take the work of f_0, f_1 on the image of j over Dq_j + s (H1 - H0) -
 * Dq_i. So the bodies have received the work of the contacts and the work of the cell,
 *     W = - sum_pairs (f_0 + f_1) s (H1 - H0) / 2, with s before any body is wrapped.
 * The sum of s f is computed after every evaluation. The later sum has s after wrapping, so sum_b n F_1 is subtracted from it. A
 * wrap adds m v1 J - m J^2 / 2 to the kinetic energy, and the same to K', with the velocity v1 after the step. If gravity acts
 * along a deforming axis, the unwrapped place of a body moves with the lattice, which takes the energy m g (ix, iy) (H1 - H0). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "dem2/dem2_state.h"

/* The components of rates and stresses in the plane. */
static const int plane[3] = { XX, YY, XY };

/* The present velocities of the lattice. */
static void find_rates(struct cell *c, const struct domain *d)
{
	double v[2];

	domain_shift_rate(d, 1, 0, v);
	c->rate[0] = v[0];
	domain_shift_rate(d, 0, 1, v);
	c->rate[1] = v[0];
	c->rate[2] = v[1];
}

/* The deformation F of a step, and |1 - 1/F|. */
static void find_strain(struct dem2 *s)
{
	struct deformation f = s->cell.step = domain_deformation(&s->core.domain, s->core.clock.dt);
	double x = 1 - 1 / f.xx, y = 1 - 1 / f.yy, xy = f.xy / (f.xx * f.yy);

	s->cell.strain = sqrt(x * x + y * y + xy * xy);
}

/* SIM_RATE if the domain deforms too much in a step. */
static void rate_check(const struct dem2 *s, struct sim_error *e)
{
	const double most = 0.1;
	double fast = 0;

	for (int k = 0; k < 6; k++)
		fast = fmax(fast, fabs(s->core.domain.rate[k]) * s->core.clock.dt);
	if (!(fast <= most))
		*e = (struct sim_error){ .status = SIM_RATE, .value = fast, .limit = most };
}

enum sim_status dem2_cell_init(struct dem2 *s, struct sim_error *e)
{
	s->cell.moves = domain_deforms(&s->core.domain);
	if (!s->cell.moves)
		return SIM_GOOD;
	rate_check(s, e);
	for (int k = 0; k < s->core.n_group && e->status == SIM_GOOD; k++)
		if (s->core.group[k].n)
			*e = (struct sim_error){ .status = SIM_HELD, .a = s->core.id[s->core.group[k].body[0]], .word = s->core.group[k].tag };
	for (int b = 0; b < s->core.n; b++)
		s->cell.reach = fmax(s->cell.reach, s->outlines.reach[b]);
	find_strain(s);
	find_rates(&s->cell, &s->core.domain);
	s->cell.servo = mem_new((size_t)(s->core.n + DEM2_CHUNK - 1) / DEM2_CHUNK, sizeof *s->cell.servo);
	return e->status;
}

void dem2_cell_flip(struct dem2 *s)
{
	struct cell *c = &s->cell;
	struct domain next = s->core.domain;

	if (!c->moves)
		return;
	domain_deform(&next, &c->step);
	int n = (int)domain_flip(&next).xy;
	if (n == 0)
		return;
	c->flips += n;
	s->core.domain.tilt[0] -= n * (s->core.domain.hi[0] - s->core.domain.lo[0]);
	for (int b = 0; b < s->core.n; b++) {
		s->core.image[0][b] += n * s->core.image[1][b];
		if (s->q_image[0])
			s->q_image[0][b] += n * s->q_image[1][b];
	}
	list2_flip(&s->list, n);
	c->force[0] += n * c->force[1];
}

/* Move the places from which the lists measure displacements with the flow of the lattice. So the lists measure the motion
 * relative to the flow; the strain is accounted for separately. */
static void carry_places(void *to, int chunk, int thread)
{
	const struct dem2 *s = to;
	const struct domain *d = &s->core.domain;
	const struct deformation f = s->cell.step;
	double cx = 0.5 * (d->lo[0] + d->hi[0]), cy = 0.5 * (d->lo[1] + d->hi[1]);
	double *at[2][2] = { { s->core.list_x[0], s->core.list_x[1] }, { s->core.near_x[0], s->core.near_x[1] } };

	(void)thread;
	for (int k = 0; k < 2; k++) {
		double *px = at[k][0], *py = at[k][1];

		for (int b = chunk * DEM2_CHUNK; b < dem2_chunk_end(s, chunk); b++) {
			double x = px[b] - cx, y = py[b] - cy;

			px[b] = cx + (f.xx * x + f.xy * y);
			py[b] = cy + f.yy * y;
		}
	}
}

/* Deform the domain by one step. */
static void deform(struct dem2 *s)
{
	struct cell *c = &s->cell;
	struct domain *d = &s->core.domain, old = *d;
	double images[2] = { 0 };

	domain_deform(d, &c->step);
	for (int k = 0; k < 3; k++)
		c->sum[k] += d->rate[plane[k]] * s->core.clock.dt;
	c->built += log1p(c->strain);
	c->near += log1p(c->strain);
	for (int k = 0; k < 2; k++)
		if (!(d->hi[k] - d->lo[k] > 1e-150 && d->hi[k] - d->lo[k] < 1e150))
			soft_fail(&s->core, (struct sim_error){ .status = SIM_CELL, .value = d->hi[k] - d->lo[k] });
	list2_deform(&s->list, d);
	team_run(s->core.threads, dem2_chunks(s), carry_places, s);
	c->moved[0] = (d->hi[0] - d->lo[0]) - (old.hi[0] - old.lo[0]);
	c->moved[1] = d->tilt[0] - old.tilt[0];
	c->moved[2] = (d->hi[1] - d->lo[1]) - (old.hi[1] - old.lo[1]);
	find_rates(c, d);
	c->n_cross = 0;
	c->weight = 0;
	if (s->core.gravity[0] == 0 && s->core.gravity[1] == 0)
		return;
	for (int r = 0; r < s->core.n; r++) {
		int b = s->core.by_rank[r];

		images[0] += s->core.mass[b] * (double)s->core.image[0][b];
		images[1] += s->core.mass[b] * (double)s->core.image[1][b];
	}
	c->weight = s->core.gravity[0] * (images[0] * c->moved[0] + images[1] * c->moved[1]) +
	            s->core.gravity[1] * images[1] * c->moved[2];
}

void dem2_cell_deform(struct dem2 *s)
{
	if (!s->cell.moves)
		return;
	deform(s);
	dem2_find_strays(s);
}

/* The record of a wrapped body. A body may be wrapped more than once in a step. */
static struct crossing *find_crossing(struct cell *c, int b, int rank)
{
	int k = 0;

	while (k < c->n_cross && c->cross[k].b != b)
		k++;
	if (k == c->n_cross) {
		MEM_GROW(c->cross, &c->cap_cross, (size_t)k + 1);
		c->cross[c->n_cross++] = (struct crossing){ .b = b, .rank = rank };
	}
	return &c->cross[k];
}

void dem2_cell_jump(struct dem2 *s, int b, int nx, int ny)
{
	struct cell *c = &s->cell;
	double jump[2];

	if (nx == 0 && ny == 0)
		return;
	cell_image(c->rate, -nx, -ny, jump);
	s->core.v[0][b] += jump[0];
	s->core.v[1][b] += jump[1];
	struct crossing *q = find_crossing(c, b, s->core.rank[b]);
	for (int k = 0; k < 2; k++)
		q->jump[k] += jump[k];
}

void dem2_cell_cross(struct dem2 *s, int b, int nx, int ny)
{
	struct cell *c = &s->cell;
	double jump[2], less[2];

	if (nx == 0 && ny == 0)
		return;
	cell_image(c->rate, -nx, -ny, jump);
	cell_image(c->moved, nx, ny, less);
	dem2_cell_jump(s, b, nx, ny);
	struct crossing *q = find_crossing(c, b, s->core.rank[b]);
	for (int k = 0; k < 2; k++)
		q->less[k] += less[k];
	if (s->core.opt.integrator == DEM2_GEAR) {
		for (int k = 0; k < 2; k++)
			s->d[k][b] -= less[k];
		return;
	}
	/* change the velocity in the middle of the step, and the acceleration so that it leads to the velocity at the end */
	for (int k = 0; k < 2; k++) {
		double late = jump[k] + less[k] / s->core.clock.dt;

		s->core.v[k][b] -= late;
		s->core.a[k][b] += late / (0.5 * s->core.clock.dt);
		q->late[k] += late;
	}
}

void dem2_cell_settle(struct dem2 *s)
{
	for (int k = 0; k < s->cell.n_cross; k++) {
		struct crossing *q = &s->cell.cross[k];

		q->end[0] = s->core.v[0][q->b] += q->late[0];
		q->end[1] = s->core.v[1][q->b] += q->late[1];
	}
}

/* Add a pair whose second body is at an image, or may be. */
static void add_imaged(struct dem2 *s, int p)
{
	const struct list2 *l = &s->list;
	struct cell *c = &s->cell;

	if (c->is_imaged[p])
		return;
	c->is_imaged[p] = 1;
	c->sorted = 0;
	MEM_GROW(c->imaged, &c->cap_imaged, (size_t)c->n_imaged + 1);
	c->imaged[c->n_imaged++] = (uint64_t)s->core.rank[l->pair[p].body[0]] << 32 | (uint32_t)l->own_at[2 * p];
}

void dem2_cell_wrapped(struct dem2 *s, int b)
{
	const struct list2 *l = &s->list;

	for (int z = l->own_from[b]; z < l->own_from[b + 1] && s->cell.imaged_of == s->core.rebuilds; z++)
		add_imaged(s, l->own[z] >> 1);
}

static int up(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Sort the pairs at images in the order of ids. */
static void find_imaged(struct dem2 *s)
{
	const struct list2 *l = &s->list;
	struct cell *c = &s->cell;

	if (c->imaged_of != s->core.rebuilds) {
		c->imaged_of = s->core.rebuilds;
		c->n_imaged = 0;
		MEM_GROW(c->is_imaged, &c->cap_is_imaged, (size_t)l->n_pair + 1);
		memset(c->is_imaged, 0, (size_t)l->n_pair);
		for (int p = 0; p < l->n_pair; p++)
			if (l->pair[p].image > 1)
				add_imaged(s, p);
	}
	if (!c->sorted && c->n_imaged > 1)
		qsort(c->imaged, (size_t)c->n_imaged, sizeof *c->imaged, up);
	c->sorted = 1;
}

/* The sum of s f over pairs, f on the image, in the order of ids. */
static void sum_images(struct dem2 *s, double f[3])
{
	const struct list2 *l = &s->list;

	if (s->plain) {
		dem2_plain_images(s, f);
		return;
	}
	find_imaged(s);
	f[0] = f[1] = f[2] = 0;
	for (int k = 0; k < s->cell.n_imaged; k++) {
		uint32_t z = (uint32_t)s->cell.imaged[k];
		int p = l->own[z] >> 1;

		if (!s->touching[z] || l->pair[p].image < 2)
			continue;
		const struct list2_image *im = &l->image[l->pair[p].image];
		const struct pair_sum *sum = &s->pair_sum[s->sum_of[p]];
		f[0] -= im->sx * sum->fx;
		f[1] -= im->sy * sum->fx;
		f[2] -= im->sy * sum->fy;
	}
}

void dem2_cell_forces(struct dem2 *s)
{
	struct cell *c = &s->cell;
	double f[3];

	sum_images(s, f);
	for (int k = 0; k < 3; k++) {
		c->force0[k] = c->force[k];
		c->force[k] = f[k];
	}
}

/* An image receives its impulse at the velocity of the image. */
void dem2_cell_impulses(struct dem2 *s)
{
	double j[3], work = 0;

	sum_images(s, j);
	for (int k = 0; k < 3; k++)
		work -= j[k] * s->cell.rate[k];
	s->core.ledger.work += work;
	s->core.ledger.sum[LED_NORMAL] += work;
}

static int by_rank(const void *a, const void *b)
{
	int x = ((const struct crossing *)a)->rank, y = ((const struct crossing *)b)->rank;

	return (x > y) - (x < y);
}

double dem2_cell_work(struct dem2 *s)
{
	struct cell *c = &s->cell;
	double work = -c->weight;

	if (!c->moves)
		return 0;
	for (int k = 0; k < 3; k++)
		work -= 0.5 * (c->force0[k] + c->force[k]) * c->moved[k];
	if (c->n_cross > 1)
		qsort(c->cross, (size_t)c->n_cross, sizeof *c->cross, by_rank);
	for (int k = 0; k < c->n_cross; k++) {
		const struct crossing *q = &c->cross[k];
		int b = q->b;

		work += 0.5 * (s->core.f[0][b] * q->less[0] + s->core.f[1][b] * q->less[1]);
		work += s->core.mass[b] * (q->jump[0] * (q->end[0] - 0.5 * q->jump[0]) + q->jump[1] * (q->end[1] - 0.5 * q->jump[1]));
	}
	return work;
}

/* ---- the lists ---- */

void dem2_cell_against(const struct dem2 *s, int b, double d[2])
{
	const struct deformation *f = &s->cell.step;
	double x = s->core.x[0][b] - d[0] - 0.5 * (s->core.domain.lo[0] + s->core.domain.hi[0]);
	double y = s->core.x[1][b] - d[1] - 0.5 * (s->core.domain.lo[1] + s->core.domain.hi[1]);

	d[0] -= (f->xx - 1) * x + f->xy * y;
	d[1] -= (f->yy - 1) * y;
}

/* Near candidates serve until the strain takes a quarter of the skin.
 *
 * A flow uses up |1 - 1/F| of the room, anywhere in the cell. Let a body be at d_0 from another body or its image. While the
 * lattice deforms by F, that distance becomes d = F d_0 + e with |e| <= e_1 + e_2, where e_1 and e_2 are the displacements of the
 * two bodies relative to the flow. If they touch now, |d| is at most the sum of their reaches R. So |d - d_0| = |(1 - 1/F) (d -
 * e) + e| is at most the sum of e + k (R + e) over both, with k = |1 - 1/F|. Over several steps k is at most the product of the 1
 * + k of the steps, minus 1. */
double dem2_cell_horizon(struct dem2 *s)
{
	struct cell *c = &s->cell;
	double most = log1p(0.25 * s->core.skin / c->reach), little = 0.1 * most; /* the rate may grow */

	c->near_most = fmin(most, fmax(little, ceil(1.1 * s->core.near_steps) * log1p(c->strain)));
	c->near_strain = expm1(c->near_most);
	return expm1(c->built + c->near_most);
}

/* ---- the cell under a pressure ---- */

/* Sum over the bodies of a chunk of ranks. Forces belong to the places at which they were evaluated, velocities to the places of
 * the state. */
static void servo_chunk(void *to, int chunk, int thread)
{
	const struct dem2 *s = to;
	const double *rate = s->core.domain.rate, *px = s->core.place[0], *py = s->core.place[1];
	double cx = 0.5 * (s->core.domain.lo[0] + s->core.domain.hi[0]), cy = 0.5 * (s->core.domain.lo[1] + s->core.domain.hi[1]);
	double *sum = s->cell.servo[chunk];

	(void)thread;
	memset(sum, 0, sizeof s->cell.servo[chunk]);
	for (int r = chunk * DEM2_CHUNK; r < dem2_chunk_end(s, chunk); r++) {
		int b = s->core.by_rank[r];
		double x = px[b] - cx, y = py[b] - cy;
		double ux = s->core.v[0][b] - (rate[XX] * x + rate[XY] * y), uy = s->core.v[1][b] - rate[YY] * y;

		sum[0] += s->core.mass[b] * ux * ux;
		sum[1] += s->core.mass[b] * uy * uy;
		sum[2] += s->core.f[0][b] * (s->core.x[0][b] - cx);
		sum[3] += s->core.f[1][b] * (s->core.x[1][b] - cy);
		sum[4] += s->core.mass[b] * ux * uy;
		sum[5] += s->core.f[0][b] * (s->core.x[1][b] - cy);
	}
}

/* The stress times the area is
 *     sum_b m u u + sum_pairs f (x_j - x_i),
 * with the velocity u relative to the flow and the force f on j. The second sum is the sum over bodies of their force F times x,
 * plus the sum over pairs of f times the distance of the image from its body. */
void dem2_cell_stress(struct dem2 *s, double stress[6])
{
	const struct domain *d = &s->core.domain;
	const double *f = s->cell.force;
	double lx = d->hi[0] - d->lo[0], ly = d->hi[1] - d->lo[1], sum[DEM2_SERVO] = { 0 };

	team_run(s->core.threads, dem2_chunks(s), servo_chunk, s);
	for (int z = 0; z < dem2_chunks(s); z++)
		for (int k = 0; k < DEM2_SERVO; k++)
			sum[k] += s->cell.servo[z][k];
	stress[XX] = (sum[0] + (sum[2] + (lx * f[0] + d->tilt[0] * f[1]))) / (lx * ly);
	stress[YY] = (sum[1] + (sum[3] + ly * f[2])) / (lx * ly);
	stress[XY] = (sum[4] + (sum[5] + ly * f[1])) / (lx * ly);
}

/* Add the velocity k (x - middle) to the bodies of a chunk of ranks, and store the work of that. */
struct kick { struct dem2 *s; const double *k; };

static void kick_chunk(void *to, int chunk, int thread)
{
	struct dem2 *s = ((struct kick *)to)->s;
	const double *k = ((struct kick *)to)->k;
	const double *px = s->core.place[0], *py = s->core.place[1];
	const struct domain *d = &s->core.domain;
	double cx = 0.5 * (d->lo[0] + d->hi[0]), cy = 0.5 * (d->lo[1] + d->hi[1]), work = 0;

	(void)thread;
	for (int r = chunk * DEM2_CHUNK; r < dem2_chunk_end(s, chunk); r++) {
		int b = s->core.by_rank[r];
		double x = px[b] - cx, y = py[b] - cy, jx = k[0] * x + k[2] * y, jy = k[1] * y;

		s->core.v[0][b] += jx;
		s->core.v[1][b] += jy;
		work += s->core.mass[b] * (jx * (s->core.v[0][b] - 0.5 * jx) + jy * (s->core.v[1][b] - 0.5 * jy));
	}
	s->cell.servo[chunk][0] = work;
}

/* Rates follow the stress: m d(rate)/dt = stress - target - c (rate - mean). Half of the damping is with the old rate and half
 * with the new one; so is the mean's approach to the rate. Bodies follow the lattice, whose acceleration is (dG/dt + G G) times
 * the place. */
void dem2_cell_servo(struct dem2 *s)
{
	struct domain *d = &s->core.domain;
	double stress[6], old[6], dt = s->core.clock.dt, damp = 0.5 * dt * d->c / d->m;

	if (!s->cell.moves || !domain_has_servo(d))
		return;
	memcpy(old, d->rate, sizeof old);
	dem2_cell_stress(s, stress);
	for (int z = 0; z < 3; z++) {
		int k = plane[z];

		if (!d->servo[k])
			continue;
		d->rate[k] = (old[k] * (1 - damp) + 2 * damp * d->mean[k] + dt * ((stress[k] - d->target[k]) / d->m)) / (1 + damp);
		if (d->tau > 0)
			d->mean[k] += dt * (0.5 * (old[k] + d->rate[k]) - d->mean[k]) / (d->tau + 0.5 * dt);
	}
	const double kick[3] = {
		d->rate[XX] - old[XX] + dt * (old[XX] * old[XX]), d->rate[YY] - old[YY] + dt * (old[YY] * old[YY]),
		d->rate[XY] - old[XY] + dt * (old[XY] * (old[XX] + old[YY])),
	};
	team_run(s->core.threads, dem2_chunks(s), kick_chunk, &(struct kick){ s, kick });
	for (int z = 0; z < dem2_chunks(s); z++)
		s->core.ledger.work += s->cell.servo[z][0];
	struct sim_error e = { 0 };
	rate_check(s, &e);
	if (e.status != SIM_GOOD)
		soft_fail(&s->core, e);
	find_strain(s);
	find_rates(&s->cell, d);
}
