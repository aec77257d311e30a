/* dem2_setup.c: from a world to a simulation */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/order.h"
#include "base/trig.h"
#include "base/wide.h"
#include "dem2/dem2_state.h"
#include "motion/drive.h"
#include "plane/mass.h"
#include "world/relocate.h"

static double *column(size_t n)
{
	return MEM_ZERO(double, n);
}

static void allocate(struct dem2 *s)
{
	size_t n = (size_t)s->n;
	double **real[] = {
		&s->mass, &s->inertia, &s->minv, &s->iinv, &s->winv, &s->x, &s->y, &s->th,
		&s->vx, &s->vy, &s->om, &s->ax, &s->ay, &s->al, &s->fx, &s->fy, &s->tq, &s->rx, &s->ry, &s->ra,
		&s->nx, &s->ny, &s->na, &s->room, &s->reach,
	};
	double **gear[] = {
		&s->qx, &s->qy, &s->qa, &s->r2[0], &s->r2[1], &s->r2[2], &s->r3[0], &s->r3[1], &s->r3[2],
		&s->r4[0], &s->r4[1], &s->r4[2], &s->dx, &s->dy, &s->da,
	};

	for (size_t k = 0; k < sizeof real / sizeof *real; k++)
		*real[k] = column(n);
	if (s->opt.integrator == DEM2_GEAR) {
		for (size_t k = 0; k < sizeof gear / sizeof *gear; k++)
			*gear[k] = column(n);
		s->qix = MEM_ZERO(int64_t, n);
		s->qiy = MEM_ZERO(int64_t, n);
	}
	s->id = MEM_ZERO(int64_t, n);
	s->ix = MEM_ZERO(int64_t, n);
	s->iy = MEM_ZERO(int64_t, n);
	s->rank = MEM_ZERO(int, n);
	s->by_rank = MEM_ZERO(int, n);
	s->row = MEM_ZERO(int, n);
	s->material = MEM_ZERO(int, n);
	s->group_of = MEM_NEW(int, n);
	for (int b = 0; b < s->n; b++)
		s->group_of[b] = -1;
	s->still = MEM_ZERO(char, n);
	s->upright = MEM_ZERO(char, n);
	s->endless = MEM_ZERO(char, n);
	s->touched = MEM_ZERO(char, n);
	s->n_use = MEM_ZERO(int, n + 1);
	s->user = MEM_ZERO(int, n + 1);
	s->users = mem_zero(n / DEM2_STRETCH + 1, sizeof *s->users);
	s->stray = MEM_ZERO(char, n / DEM2_STRETCH + 1);
	s->threads = s->opt.threads > 0 ? s->opt.threads : 1;
	s->wide = wide_less(s->opt.narrow);
	s->heat = s->opt.heat ? MEM_ZERO(double, n) : NULL;
	s->plain = s->opt.plain ? dem2_plain_new() : NULL;
	s->n_part = s->threads > 1 ? 32 * s->threads : 1;
	s->part = mem_zero((size_t)s->n_part, sizeof *s->part);
	s->books = MEM_LINES(struct books, (size_t)s->threads);
}

struct by_id { int64_t id; int slot; };

static int compare_id(const void *a, const void *b)
{
	int64_t x = ((const struct by_id *)a)->id, y = ((const struct by_id *)b)->id;

	return (x > y) - (x < y);
}

static enum sim_status rank_bodies(struct dem2 *s, struct sim_error *e)
{
	struct by_id *k = mem_new((size_t)s->n, sizeof *k);
	enum sim_status st = SIM_GOOD;

	for (int b = 0; b < s->n; b++)
		k[b] = (struct by_id){ s->id[b], b };
	qsort(k, (size_t)s->n, sizeof *k, compare_id);
	for (int r = 0; r < s->n; r++) {
		s->rank[k[r].slot] = r;
		s->by_rank[r] = k[r].slot;
		if (r && k[r].id == k[r - 1].id) {
			*e = (struct sim_error){ .status = SIM_TWICE, .a = k[r].id };
			st = SIM_TWICE;
		}
	}
	free(k);
	return st;
}

/* ---- materials and laws ---- */

static enum sim_status laws_init(struct dem2 *s, const struct world *w, struct sim_error *e)
{
	int n = s->n_material = w->n_material;
	size_t all = (size_t)n * (size_t)n;

	s->law = mem_zero(all, sizeof *s->law);
	s->has_law = mem_zero(all, 1);
	s->pass = mem_zero(all, 1);
	for (int a = 0; a < n; a++)
		for (int b = 0; b < n; b++) {
			const struct law *l = world_law(w, w->material[a].name, w->material[b].name);
			const char *key = NULL;
			double value = 0;

			if (!l)
				continue;
			enum law_status st = law_resolve(l, &s->law[a * n + b], &key, &value);
			if (st == LAW_GOOD && s->law[a * n + b].kind == LAW_MINDLIN) { /* one of space */
				st = LAW_KIND;
				key = l->kind;
			}
			s->has_law[a * n + b] = st == LAW_GOOD;
			s->pass[a * n + b] = st == LAW_GOOD && !law_acts(&s->law[a * n + b]);
			s->rolls |= st == LAW_GOOD && s->law[a * n + b].mur > 0;
			if (s->opt.attraction)
				s->law[a * n + b].least = -INFINITY;
			if (st == LAW_GOOD)
				continue;
			*e = (struct sim_error){ .status = SIM_LAW, .law = l, .law_status = (int)st, .key = key, .value = value };
			return e->status;
		}
	return SIM_GOOD;
}

/* How far forces reach beyond the radii. */
static void range_init(struct dem2 *s)
{
	double fat = 0;

	for (int f = 0; f < s->outlines.n_form; f++)
		fat = fmax(fat, s->outlines.forms[f].fat);
	for (int k = 0; k < s->n_material * s->n_material; k++)
		if (s->has_law[k] && !s->pass[k])
			s->range = fmax(s->range, law_reach(&s->law[k], 2 * fat));
}

/* Every pair of materials that bodies have must have a law, met or not, unless one of the two never comes near: that
 * cannot be known before, so it is asked of all. Walls alone among themselves need none. */
static enum sim_status laws_complete(const struct dem2 *s, const struct world *w, struct sim_error *e)
{
	int n = s->n_material;
	int *some = MEM_ZERO(int, (size_t)n), *moving = MEM_ZERO(int, (size_t)n);
	enum sim_status st = SIM_GOOD;

	for (int b = 0; b < s->n; b++) {
		some[s->material[b]]++;
		moving[s->material[b]] += !s->still[b];
	}
	for (int a = 0; a < n && st == SIM_GOOD; a++)
		for (int b = a; b < n; b++) {
			int meet = a == b ? moving[a] && some[a] > 1 : (moving[a] && some[b]) || (moving[b] && some[a]);

			if (!meet || s->has_law[a * n + b])
				continue;
			*e = (struct sim_error){ .status = SIM_NO_LAW, .word = w->material[a].name,
			                          .word2 = w->material[b].name };
			st = SIM_NO_LAW;
			break;
		}
	free(some);
	free(moving);
	return st;
}

/* ---- shapes and masses ---- */

/* Area and inertia of every shape; a missing record is found by the exact method. offset: distance of the centre of
 * mass from the origin, 0 where the stream gave the record. */
struct weight { double area, inertia, offset; };

static int is_still(const struct world *w, int32_t tag)
{
	const struct constraint *c = tag > 0 ? world_constraint(w, w->names.word[tag]) : NULL;

	return c && drive_prescribes(&c->dof[0]) && drive_prescribes(&c->dof[1]) && drive_prescribes(&c->dof[2]);
}

static struct weight *weights(const struct world *w, const struct bodies *b)
{
	struct weight *out = mem_zero((size_t)w->n_shape, sizeof *out);
	char *needed = mem_zero((size_t)w->n_shape, 1);

	for (int k = 0; k < b->n; k++)
		if (!is_still(w, b->tag[k]))
			needed[world_shape(w, b->shape[k]) - w->shape] = 1;
	for (int k = 0; k < w->n_shape; k++) {
		const struct shape *h = &w->shape[k];
		struct mass m;

		if ((h->area >= 0 || needed[k]) && shape_weigh(&m, h) == MASS_GOOD)
			out[k] = (struct weight){ m.area, m.inertia, sqrt(m.x * m.x + m.y * m.y) };
	}
	free(needed);
	return out;
}

static enum sim_status masses_check(const struct dem2 *s, const struct world *w, const struct weight *weight,
	const struct bodies *wb, struct sim_error *e)
{
	for (int b = 0; b < s->n; b++) {
		int64_t id = wb->shape[s->row[b]];
		const struct shape *h = world_shape(w, id);
		double offset = weight[h - w->shape].offset * wb->size[s->row[b]];

		if (s->still[b])
			continue;
		if (s->group_of[b] < 0 && !(s->mass[b] > 0 && s->inertia[b] > 0)) {
			*e = (struct sim_error){ .status = SIM_MASS, .a = s->id[b], .b = id, .value = s->mass[b] };
			return SIM_MASS;
		}
		if (offset > 1e-6 * s->outlines.reach[b] && !s->upright[b]) {
			*e = (struct sim_error){ .status = SIM_CENTRE, .a = s->id[b], .b = id, .value = offset };
			return SIM_CENTRE;
		}
	}
	return SIM_GOOD;
}

/* ---- bodies ---- */

static enum sim_status bodies_check(const struct world *w, const struct bodies *b, struct sim_error *e)
{
	for (int k = 0; k < b->n; k++) {
		const char *material = w->names.word[b->material[k]];

		*e = (struct sim_error){ .a = b->id[k], .b = b->shape[k], .word = material, .value = b->size[k] };
		if (!world_shape(w, b->shape[k]))
			return e->status = SIM_NO_SHAPE;
		if (!world_material(w, material))
			return e->status = SIM_NO_MATERIAL;
		if (!(b->size[k] > 0))
			return e->status = SIM_SIZE;
	}
	*e = (struct sim_error){ 0 };
	return SIM_GOOD;
}

static void bodies_read(struct dem2 *s, const struct world *w, const struct bodies *wb, const struct weight *weight)
{
	const struct shape **shape = mem_new((size_t)s->n, sizeof *shape);
	double *size = MEM_NEW(double, (size_t)s->n);
	const double *heat = table_real(&w->body, "heat");
	int *order = order_hilbert(s->n, wb->x, wb->y);

	for (int b = 0; b < s->n; b++) {
		int k = order[b];
		const struct shape *h = world_shape(w, wb->shape[k]);
		const struct material *m = world_material(w, w->names.word[wb->material[k]]);
		double z = wb->size[k], mass = m->density * weight[h - w->shape].area * z * z;

		s->row[b] = k;
		s->id[b] = wb->id[k];
		s->material[b] = (int)(m - w->material);
		shape[b] = h;
		size[b] = z;
		s->mass[b] = mass;
		s->inertia[b] = m->density * weight[h - w->shape].inertia * (z * z) * (z * z);
		s->minv[b] = s->winv[b] = mass > 0 ? 1 / mass : 0;
		s->iinv[b] = s->inertia[b] > 0 ? 1 / s->inertia[b] : 0;
		s->x[b] = wb->x[k];
		s->y[b] = wb->y[k];
		s->th[b] = wb->angle[k];
		s->ix[b] = wb->ix[k];
		s->iy[b] = wb->iy[k];
		s->vx[b] = wb->vx[k];
		s->vy[b] = wb->vy[k];
		s->om[b] = wb->omega[k];
		if (s->heat && heat)
			s->heat[b] = heat[k];
	}
	outlines_init(&s->outlines, s->n, shape, size);
	free(shape);
	free(size);
	free(order);
}

/* Two bodies without spheroradius cannot touch: refused at once, not when they meet. */
static enum sim_status radii_check(const struct dem2 *s, struct sim_error *e)
{
	const struct outlines *o = &s->outlines;
	int moving = -1, other = -1;

	for (int r = 0; r < s->n; r++) {
		int b = s->by_rank[r], sharp = outlines_form(o, b)->thin <= 0;

		if (sharp && moving < 0 && !s->still[b])
			moving = b;
		else if (sharp)
			other = b;
	}
	if (moving < 0 || other < 0)
		return SIM_GOOD;
	*e = (struct sim_error){ .status = SIM_RADIUS, .a = s->id[moving], .b = s->id[other] };
	return SIM_RADIUS;
}

/* Straight walls that their images continue, upright for good. */
static void find_endless(struct dem2 *s)
{
	double far = 0;

	for (int b = 0; b < s->n; b++)
		far = fmax(far, s->group_of[b] < 0 ? s->outlines.reach[b] : 0);
	for (int g = 0; g < s->n_group; g++) {
		const struct dof *turn = &s->group[g].dof[2];

		if (!drive_stands(turn))
			continue;
		for (int k = 0; k < s->group[g].n; k++) {
			int b = s->group[g].body[k];
			double c, sn;

			trig_sincos(s->th[b], &sn, &c);
			s->endless[b] = (char)outlines_endless(&s->outlines, b, &s->domain, c, sn, far);
		}
	}
}

static enum sim_status lists_check(const struct dem2 *s, struct sim_error *e)
{
	int p = list2_too_wide(&s->outlines, &s->domain, s->endless), q;
	double product, far = list2_too_far(&s->domain, s->range);

	if (far > 0)
		*e = (struct sim_error){ .status = SIM_REACH, .value = s->range, .limit = far };
	else if (p >= 0)
		*e = (struct sim_error){ .status = SIM_WIDE, .a = s->id[p], .value = LIST2_WIDEST };
	else if ((product = list2_too_many(&s->outlines, &s->domain, s->upright, &p, &q)) > 0)
		*e = (struct sim_error){ .status = SIM_VERTICES, .a = s->id[p], .b = s->id[q], .value = product,
		                          .limit = INT32_MAX };
	return e->status;
}

enum sim_status dem2_setup(struct dem2 *s, struct world *w, struct sim_error *e)
{
	struct bodies wb = world_bodies(w);
	enum sim_status st;

	if (w->dim != 2) {
		*e = (struct sim_error){ .status = SIM_DIMENSION };
		return SIM_DIMENSION;
	}
	if (domain_fault(&w->domain)) {
		*e = (struct sim_error){ .status = SIM_TILT, .word = domain_fault(&w->domain) };
		return SIM_TILT;
	}
	world_flip(w);
	if (domain_deforms(&w->domain))
		world_wrap(w);
	s->n = wb.n;
	s->domain = w->domain;
	s->gravity[0] = w->gravity[0];
	s->gravity[1] = w->gravity[1];
	st = bodies_check(w, &wb, e);
	if (st != SIM_GOOD)
		return st;
	allocate(s);
	struct weight *weight = weights(w, &wb);
	bodies_read(s, w, &wb, weight);
	st = rank_bodies(s, e);
	if (st == SIM_GOOD)
		st = laws_init(s, w, e);
	range_init(s);
	if (st == SIM_GOOD)
		st = dem2_groups_init(s, w, e);
	if (st == SIM_GOOD)
		st = masses_check(s, w, weight, &wb, e);
	if (st == SIM_GOOD)
		st = radii_check(s, e);
	if (st == SIM_GOOD)
		find_endless(s);
	if (st == SIM_GOOD)
		st = lists_check(s, e);
	if (st == SIM_GOOD)
		st = laws_complete(s, w, e);
	if (st == SIM_GOOD)
		st = dem2_cross_check(s, w, e);
	free(weight);
	return st;
}
