/* dem2_setup.c: the state of a simulation from a world */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/order.h"
#include "base/ranks.h"
#include "base/team.h"
#include "base/trig.h"
#include "base/wide.h"
#include "dem2/dem2_state.h"
#include "motion/drive.h"
#include "plane/mass.h"
#include "sim/ghosts.h"
#include "world/relocate.h"

/* Bodies in a chunk: a few chunks for each thread, so that no thread waits long, but two if there are few bodies, because loops
 * over short chunks take longer; no more than a cache holds with all that belongs to them. */
static int chunk_for(int n, int threads)
{
	enum { PER_THREAD = 8, FEW = 250, LEAST = 32 };
	int many = n / (PER_THREAD * threads) + 1, few = n / (2 * threads) + 1, chunk = few < FEW ? few : FEW;

	chunk = threads <= 1 ? DEM2_CHUNK : many > chunk ? many : chunk;
	return chunk < LEAST ? LEAST : chunk < DEM2_CHUNK ? chunk : DEM2_CHUNK;
}

/* Divide the chunks of a kind into at most n regions. */
static void divide_kind(struct dem2 *s, int kind, int n)
{
	int first = s->chunk_from[kind], chunks = s->chunk_from[kind + 1] - first;

	n = n < chunks ? n : chunks;
	for (int r = 0; r < n; r++, s->n_region++) {
		int end = first + (int)(chunks * team_end(s->core.threads, n, r) + 0.5);

		for (int k = s->region_from[s->n_region]; k < end; k++)
			s->region_of[k] = s->n_region;
		s->region_from[s->n_region + 1] = end;
	}
}

static void part_free(struct part2 *q)
{
	dem2_contacts_free(&q->contacts);
	free(q->near);
	free(q->lim2);
	free(q->pair);
	free(q->member);
	free(q->use);
	free(q->gather_end);
	free(q->gather);
	free(q->gather_body);
	free(q->event);
}

void dem2_undivide(struct dem2 *s)
{
	for (int t = 0; s->part && t < s->core.n_part; t++)
		part_free(&s->part[t]);
	free(s->part);
	free(s->region_of);
	free(s->region_from);
	free(s->core.stray);
	s->core.stray = NULL;
}

void dem2_divide(struct dem2 *s)
{
	enum { PER_THREAD = 4 };
	struct soft *c = &s->core;
	int regions = c->threads > 1 ? PER_THREAD * c->threads : 1;

	dem2_undivide(s);
	s->n_region = 0;
	s->chunk = chunk_for(c->n - s->n_held, c->threads);
	for (int k = 0; k < DEM2_KINDS; k++)
		s->chunk_from[k + 1] = s->chunk_from[k] + (s->slot_from[k + 1] - s->slot_from[k] + s->chunk - 1) / s->chunk;
	int chunks = dem2_chunks(s);
	s->region_of = MEM_ZERO(int, (size_t)chunks + 1);
	s->region_from = MEM_ZERO(int, (size_t)regions * DEM2_KINDS + 1);
	s->region_from[0] = dem2_chunks_held(s);
	for (int k = DEM2_OWN; k < DEM2_KINDS; k++)
		divide_kind(s, k, regions);
	c->stray = MEM_ZERO(char, (size_t)chunks + 1);
	int parts = chunks + (s->n_region > 1 ? s->n_region : 0);
	soft_have_parts(c, parts > 0 ? parts : 1);
	s->part = mem_zero((size_t)c->n_part, sizeof *s->part);
	for (int k = s->chunk_from[DEM2_LOWER]; k < chunks && s->n_region > 1; k++)
		s->part[k].elsewhere = s->part[chunks + s->region_of[k]].elsewhere = 1;
}

static void allocate(struct dem2 *s)
{
	struct soft *c = &s->core;
	size_t n = (size_t)c->n;

	s->inertia = MEM_LINES(double, n);
	s->iinv = MEM_LINES(double, n);
	s->reach = MEM_LINES(uint16_t, n);
	jumps_begin(&s->jumps, c->n);
	for (int k = 0; k < 3 && c->opt.integrator == DEM2_GEAR; k++) {
		double **gear[] = { &s->d[k], &s->q[k], &s->r2[k], &s->r3[k], &s->r4[k] };

		for (size_t z = 0; z < sizeof gear / sizeof *gear; z++)
			*gear[z] = MEM_LINES(double, n);
		c->place[k] = s->q[k];
		if (k < 2)
			c->place_image[k] = s->q_image[k] = MEM_ZERO(int64_t, n);
	}
	s->upright = MEM_ZERO(char, n);
	s->plain = c->opt.plain ? dem2_plain_new() : NULL;
	s->scratch = mem_zero((size_t)c->threads, sizeof *s->scratch);
}

/* ---- shapes and masses ---- */

/* Area and moment of inertia of every shape. A missing record is computed by the exact method. offset: distance of the centre of
 * mass from the origin, 0 if the stream has the record. */
struct weight { double area, inertia, offset; };

static int is_still(const struct world *w, int32_t tag)
{
	const struct constraint *c = tag > 0 ? world_constraint(w, w->names.word[tag]) : NULL;

	return c && drive_prescribes(&c->dof[0]) && drive_prescribes(&c->dof[1]) && drive_prescribes(&c->dof[2]);
}

static struct weight *weights(const struct world *w, const struct bodies2 *b)
{
	struct weight *out = mem_zero((size_t)w->n_shape, sizeof *out);
	char *needed = mem_zero((size_t)w->n_shape, 1);

	for (int k = 0; k < b->n; k++)
		if (!is_still(w, b->tag[k]))
			needed[world_shape(w, b->shape[k]) - w->shape] = 1;
	for (int k = 0; k < w->n_shape; k++) {
		const struct shape *h = &w->shape[k];
		struct mass m;

		if ((h->area >= 0 || needed[k]) && shape_weigh2(&m, h) == MASS_GOOD)
			out[k] = (struct weight){ m.area, m.inertia, sqrt(m.x * m.x + m.y * m.y) };
	}
	free(needed);
	return out;
}

/* Check masses in the order of ids, so that the message does not depend on the order in memory. */
static enum sim_status masses_check(const struct dem2 *s, const struct world *w, const struct weight *weight,
	const struct bodies2 *wb, struct sim_error *e)
{
	for (int r = 0; r < s->core.n; r++) {
		int b = s->core.by_rank[r];
		int64_t id = wb->shape[s->core.row[b]];
		const struct shape *h = world_shape(w, id);
		double offset = weight[h - w->shape].offset * wb->size[s->core.row[b]];

		int turns = s->core.group_of[b] < 0 || !group_upright(&s->core, &s->core.group[s->core.group_of[b]]);

		if (!(isfinite(s->core.mass[b]) && isfinite(s->inertia[b]))) {
			*e = (struct sim_error){ .status = SIM_SIZE, .a = s->core.id[b], .b = id, .value = wb->size[s->core.row[b]] };
			return SIM_SIZE;
		}
		if (s->core.still[b])
			continue;
		if (s->core.group_of[b] < 0 && !(s->core.mass[b] > 0 && s->inertia[b] > 0)) {
			*e = (struct sim_error){ .status = SIM_MASS, .a = s->core.id[b], .b = id, .value = s->core.mass[b] };
			return SIM_MASS;
		}
		if (offset > 1e-6 * s->outlines.reach[b] && turns) {
			*e = (struct sim_error){ .status = SIM_CENTRE, .a = s->core.id[b], .b = id, .value = offset };
			return SIM_CENTRE;
		}
	}
	return SIM_GOOD;
}

/* ---- bodies ---- */

/* The rows of bodies by slot. Each kind has a curve of its own, since walls may be far away. */
static int *bodies_order(struct dem2 *s, const struct world *w, const struct bodies2 *wb)
{
	size_t all = (size_t)s->core.n;
	int *order = MEM_NEW(int, all), *row = MEM_NEW(int, all), n = 0;
	double *x = MEM_NEW(double, all), *y = MEM_NEW(double, all);
	char *is = MEM_NEW(char, all);

	for (int k = 0; k < s->core.n; k++)
		is[k] = (char)lending_kept(&s->core.lending, w, k);
	for (int kind = 0; kind < DEM2_KINDS; kind++) {
		static const enum kept kept[DEM2_KINDS] = { KEPT_SHARED, KEPT_OWN, KEPT_GHOST, KEPT_LOWER };
		int some = 0;

		for (int k = 0; k < s->core.n; k++) {
			if (is[k] != (char)kept[kind])
				continue;
			x[some] = wb->x[k];
			y[some] = wb->y[k];
			row[some++] = k;
		}
		int *along = order_hilbert2(some, x, y);
		for (int k = 0; k < some; k++)
			order[n++] = row[along[k]];
		free(along);
		s->slot_from[kind + 1] = n;
	}
	s->n_held = s->slot_from[DEM2_OWN];
	s->core.n_own = s->slot_from[DEM2_GHOST];
	free(x);
	free(y);
	free(is);
	free(row);
	return order;
}

static enum sim_status bodies_read(struct dem2 *s, struct world *w, const struct weight *weight, struct sim_error *e)
{
	struct soft *c = &s->core;
	struct bodies2 wb = world_bodies2(w);
	const struct shape **shape = mem_new((size_t)c->n, sizeof *shape);
	double *size = MEM_NEW(double, (size_t)c->n);
	int *order = bodies_order(s, w, &wb);

	soft_read_bodies(c, w, order, e);
	for (int b = 0; b < c->n; b++) {
		const struct shape *h = shape[b] = world_shape(w, wb.shape[order[b]]);
		double density = w->material[c->material[b]].density, z = size[b] = wb.size[order[b]];

		soft_mass(c, b, density * weight[h - w->shape].area * z * z);
		s->inertia[b] = density * weight[h - w->shape].inertia * (z * z) * (z * z);
		s->iinv[b] = s->inertia[b] > 0 ? 1 / s->inertia[b] : 0;
	}
	outlines_init(&s->outlines, c->n, shape, size);
	if (!c->opt.plain) {         /* vertices are placed in other memory, see dem2_list.c */
		free(s->outlines.at);
		s->outlines.at = NULL;
	}
	c->reach = s->outlines.reach;
	free(shape);
	free(size);
	free(order);
	return e->status;
}

/* Two bodies without spheroradius cannot touch. Refuse them at the start, not when they meet. */
static enum sim_status radii_check(const struct dem2 *s, struct sim_error *e)
{
	const struct outlines *o = &s->outlines;
	int64_t moving = INT64_MAX, other = INT64_MIN; /* ids: the first that moves, the last of the others */

	for (int b = 0; b < s->core.n; b++)
		if (outlines_form(o, b)->thin <= 0 && !s->core.still[b] && s->core.id[b] < moving)
			moving = s->core.id[b];
	ranks_least(1, &moving);
	for (int b = 0; b < s->core.n; b++)
		if (outlines_form(o, b)->thin <= 0 && s->core.id[b] != moving && s->core.id[b] > other)
			other = s->core.id[b];
	ranks_most(1, &other);
	if (moving == INT64_MAX || other == INT64_MIN)
		return SIM_GOOD;
	*e = (struct sim_error){ .status = SIM_RADIUS, .a = moving, .b = other };
	return SIM_RADIUS;
}

static double fattest(const struct dem2 *s)
{
	double fat = 0;

	for (int f = 0; f < s->outlines.n_form; f++)
		fat = fmax(fat, s->outlines.forms[f].fat);
	ranks_most_real(1, &fat);
	return fat;
}

/* Find straight walls that their images continue. They must never turn. */
static void find_endless(struct dem2 *s)
{
	double far = 0;

	for (int b = 0; b < s->core.n; b++)
		far = fmax(far, s->core.group_of[b] < 0 ? s->outlines.reach[b] : 0);
	ranks_most_real(1, &far);
	for (int g = 0; g < s->core.n_group; g++) {
		const struct dof *turn = &s->core.group[g].dof[2];

		if (!drive_is_fixed(turn))
			continue;
		for (int k = 0; k < s->core.group[g].n; k++) {
			int b = s->core.group[g].body[k];
			double c, sn;

			trig_sincos(s->core.x[2][b], &sn, &c);
			s->core.endless[b] = (char)outlines_endless(&s->outlines, b, &s->core.domain, c, sn, far);
		}
	}
}

static enum sim_status lists_check(const struct dem2 *s, struct sim_error *e)
{
	int p = list2_too_wide(&s->outlines, &s->core.domain, s->core.endless, s->core.by_rank), q;
	double product, far = list2_too_far(&s->core.domain, s->core.range);

	if (far > 0)
		*e = (struct sim_error){ .status = SIM_REACH, .value = s->core.range, .limit = far };
	else if (p >= 0)
		*e = (struct sim_error){ .status = SIM_WIDE, .a = s->core.id[p], .value = LIST2_WIDEST };
	else if ((product = list2_too_many(&s->outlines, &s->core.domain, s->upright, &p, &q)) > 0)
		*e = (struct sim_error){ .status = SIM_VERTICES, .a = s->core.id[p], .b = s->core.id[q], .value = product,
		                          .limit = INT32_MAX };
	return e->status;
}

enum sim_status dem2_setup(struct dem2 *s, struct world *w, const struct sim_options *o, struct sim_error *e)
{
	if (w->dim != 2) {
		*e = (struct sim_error){ .status = SIM_DIMENSION, .a = w->dim, .b = 2 };
		return e->status;
	}
	e->word = domain_fault(&w->domain);
	if (e->word)
		return e->status = SIM_TILT;
	if (lending_agree(w, (soft_check_bodies(w, e), e)) != SIM_GOOD)
		return e->status;
	ghosts_deal(&s->core, w, o);
	world_flip(w); /* needs both bodies of each contact */
	if (domain_deforms(&w->domain))
		world_wrap(w);
	struct bodies2 wb = world_bodies2(w);
	soft_begin(&s->core, w, o);
	allocate(s);
	struct weight *weight = weights(w, &wb);
	bodies_read(s, w, weight, e);
	dem2_divide(s);
	if (lending_agree(w, e) == SIM_GOOD)
		soft_laws(&s->core, w, fattest(s), e);
	for (int k = 0; k < s->core.n_part; k++)
		s->part[k].contacts = dem2_contacts_none(s->core.rolls);
	if (lending_agree(w, e) == SIM_GOOD)
		dem2_groups_init(s, w, e);
	if (lending_agree(w, e) == SIM_GOOD)
		masses_check(s, w, weight, &wb, e);
	if (lending_agree(w, e) == SIM_GOOD)
		radii_check(s, e);
	if (lending_agree(w, e) == SIM_GOOD)
		find_endless(s);
	if (lending_agree(w, e) == SIM_GOOD)
		lists_check(s, e);
	if (lending_agree(w, e) == SIM_GOOD)
		soft_laws_complete(&s->core, w, e);
	if (lending_agree(w, e) == SIM_GOOD)
		dem2_cross_check(s, w, e);
	free(weight);
	return lending_agree(w, e);
}
