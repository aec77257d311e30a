/* dem3_setup.c: from a world to a simulation */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/order.h"
#include "base/wide.h"
#include "dem3/dem3_state.h"
#include "motion/drive.h"
#include "motion/rotor.h"
#include "shape/solid_mass.h"
#include "sim/endless.h"

static void allocate(struct dem3 *s)
{
	size_t n = (size_t)s->n;
	double **triple[] = { s->x, s->v, s->l, s->a, s->f, s->tq, s->rx, s->nx, s->inertia, s->iinv };

	for (size_t z = 0; z < sizeof triple / sizeof *triple; z++)
		for (int k = 0; k < 3; k++)
			triple[z][k] = MEM_LINES(double, n);
	for (int k = 0; k < 4; k++) {
		s->q[k] = MEM_LINES(double, n);
		s->rq[k] = MEM_LINES(double, n);
		s->nq[k] = MEM_LINES(double, n);
	}
	for (int k = 0; k < 3; k++)
		s->image[k] = MEM_ZERO(int64_t, n);
	s->room = MEM_LINES(double, n);
	s->mass = MEM_LINES(double, n);
	s->minv = MEM_LINES(double, n);
	s->winv = MEM_LINES(double, n);
	s->axis = MEM_ZERO(signed char, n);
	s->motion = MEM_LINES(struct motion3, n);
	s->id = MEM_ZERO(int64_t, n);
	s->rank = MEM_ZERO(int, n);
	s->by_rank = MEM_ZERO(int, n);
	s->row = MEM_ZERO(int, n);
	s->material = MEM_ZERO(int, n);
	s->group_of = MEM_NEW(int, n);
	s->wall_of = MEM_NEW(int, n);
	for (int b = 0; b < s->n; b++)
		s->group_of[b] = s->wall_of[b] = -1;
	s->still = MEM_ZERO(char, n);
	s->endless = MEM_ZERO(char, n);
	s->touched = MEM_ZERO(char, n);
	s->n_use = MEM_ZERO(int, n + 1);
	s->pull_from = MEM_ZERO(int, n + 1);
	s->plain = s->opt.plain ? dem3_plain_new() : NULL;
	s->threads = s->opt.threads > 0 ? s->opt.threads : 1;
	s->pull_step = s->threads > 1 ? LINE / (int)sizeof(double) : PULL_NUMBERS;
	s->wide = wide_less(s->opt.narrow);
	s->heat = s->opt.heat ? MEM_LINES(double, n) : NULL;
	/* several parts for a thread, and in none too few bodies to make vectors of their contacts */
	int each = s->threads > 1 ? 32 : 128, most = 32 * s->threads;
	s->n_part = s->n / each < most ? s->n / each + 1 : most;
	s->part = mem_zero((size_t)s->n_part, sizeof *s->part);
	s->books = MEM_LINES(struct books, (size_t)s->threads);
	s->old = mem_zero((size_t)s->threads, sizeof *s->old);
	/* and of few bodies shorter stretches, since the last one keeps the others waiting */
	s->stretch = s->threads > 1 && s->n < 16 * DEM3_STRETCH * s->threads ? DEM3_STRETCH / 2 : DEM3_STRETCH;
	s->stray = MEM_ZERO(char, n / (size_t)s->stretch + 2);
}

struct by_id { int64_t id; int slot; };

static int compare_id(const void *a, const void *b)
{
	int64_t x = ((const struct by_id *)a)->id, y = ((const struct by_id *)b)->id;

	return (x > y) - (x < y);
}

static enum sim_status rank_bodies(struct dem3 *s, struct sim_error *e)
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

static enum sim_status laws_init(struct dem3 *s, const struct world *w, struct sim_error *e)
{
	int n = s->n_material = w->n_material;
	size_t all = (size_t)n * (size_t)n;

	s->law = mem_zero(all, sizeof *s->law);
	s->has_law = mem_zero(all, 1);
	s->pass = mem_zero(all, 1);
	for (int a = 0; a < n; a++)
		for (int b = 0; b < n; b++) {
			const struct law *l = world_law(w, w->material[a].name, w->material[b].name);
			struct law_contact *to = &s->law[a * n + b];
			const char *key = NULL;
			double value = 0;

			if (!l)
				continue;
			enum law_status st = law_resolve(l, to, &key, &value);
			if (st != LAW_GOOD) {
				*e = (struct sim_error){ .status = SIM_LAW, .law = l, .law_status = (int)st, .key = key, .value = value };
				return e->status;
			}
			s->has_law[a * n + b] = 1;
			s->pass[a * n + b] = !law_acts(to);
			s->rolls |= law_rolls(to);
			if (s->opt.attraction)
				to->least = -INFINITY;
		}
	return SIM_GOOD;
}

/* How far forces reach beyond the radii. */
static void range_init(struct dem3 *s)
{
	double fat = 0;

	for (int b = 0; b < s->n; b++)
		fat = fmax(fat, pebbles_form(&s->pebbles, b)->fat * s->pebbles.size[b]);
	for (int k = 0; k < s->n_material * s->n_material; k++)
		if (s->has_law[k] && !s->pass[k])
			s->range = fmax(s->range, law_reach(&s->law[k], 2 * fat));
}

/* Every pair of materials that bodies have must have a law; walls alone among themselves need none. */
static enum sim_status laws_complete(const struct dem3 *s, const struct world *w, struct sim_error *e)
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
			*e = (struct sim_error){ .status = SIM_NO_LAW, .word = w->material[a].name, .word2 = w->material[b].name };
			st = SIM_NO_LAW;
			break;
		}
	free(some);
	free(moving);
	return st;
}

/* ---- shapes and masses ---- */

/* Volume and tensor of inertia of every shape at density 1; a missing record is found by the exact method. bad: it
 * does not stand in its principal axes with its centre of mass at the origin; how far away that is. */
struct weight { double volume, inertia[6], offset; int turned; };

static struct weight weight_of(const struct shape *h)
{
	struct weight w = { 0 };
	const struct solid *o = h->solid;
	double most, least;

	if (o->volume >= 0) {
		w.volume = o->volume;
		memcpy(w.inertia, o->inertia, sizeof w.inertia);
	} else {
		const struct solid_plan plan = { solid_has_densities(h) ? SOLID_PEBBLES : SOLID_EXACT, 0, 0, 0 };
		struct mass3 m;

		if (shape_is_wall(h) || solid_mass(&m, h, &plan) != MASS_GOOD)
			return w;
		w.volume = m.volume;
		memcpy(w.inertia, m.inertia, sizeof w.inertia);
		w.offset = sqrt(m.com[0] * m.com[0] + m.com[1] * m.com[1] + m.com[2] * m.com[2]);
	}
	most = fmax(fabs(w.inertia[3]), fmax(fabs(w.inertia[4]), fabs(w.inertia[5])));
	least = fmax(w.inertia[0], fmax(w.inertia[1], w.inertia[2]));
	w.turned = most > 1e-6 * least;
	return w;
}

static struct weight *weights(const struct world *w, const struct bodies3 *b)
{
	struct weight *out = mem_zero((size_t)w->n_shape, sizeof *out);
	char *needed = mem_zero((size_t)w->n_shape, 1);

	for (int k = 0; k < b->n; k++)
		needed[world_shape(w, b->shape[k]) - w->shape] = 1;
	for (int k = 0; k < w->n_shape; k++)
		if (needed[k])
			out[k] = weight_of(&w->shape[k]);
	free(needed);
	return out;
}

static enum sim_status masses_check(const struct dem3 *s, const struct world *w, const struct weight *weight,
	const struct bodies3 *wb, struct sim_error *e)
{
	for (int r = 0; r < s->n; r++) {
		int b = s->by_rank[r];
		int64_t id = wb->shape[s->row[b]];
		const struct weight *of = &weight[world_shape(w, id) - w->shape];
		double offset = of->offset * wb->size[s->row[b]];
		int turns = s->group_of[b] < 0 || s->group[s->group_of[b]].turn != TURN_TOLD;

		*e = (struct sim_error){ .a = s->id[b], .b = id, .value = s->mass[b] };
		if (s->group_of[b] < 0 && pebbles_form(&s->pebbles, b)->kind != FORM_BALLS)
			return e->status = SIM_WALL;
		if (s->group_of[b] < 0 && !(s->mass[b] > 0 && s->inertia[0][b] > 0))
			return e->status = SIM_MASS;
		e->value = offset;
		if (offset > 1e-6 * s->pebbles.reach[b] && !s->still[b])
			return e->status = SIM_CENTRE;
		if (of->turned && turns)
			return e->status = SIM_AXES;
	}
	*e = (struct sim_error){ 0 };
	return SIM_GOOD;
}

/* ---- bodies ---- */

static enum sim_status bodies_check(const struct world *w, const struct bodies3 *b, struct sim_error *e)
{
	for (int k = 0; k < b->n; k++) {
		const char *material = w->names.word[b->material[k]];
		const struct shape *h = world_shape(w, b->shape[k]);

		*e = (struct sim_error){ .a = b->id[k], .b = b->shape[k], .word = material, .value = b->size[k] };
		if (!h)
			return e->status = SIM_NO_SHAPE;
		if (!world_material(w, material))
			return e->status = SIM_NO_MATERIAL;
		if (!(b->size[k] > 0))
			return e->status = SIM_SIZE;
		if (h->kind == SHAPE_SPHERE || h->kind == SHAPE_CLUMP || h->kind == SHAPE_PLANE || h->kind == SHAPE_CYLINDER ||
		    h->kind == SHAPE_MESH)
			continue;
		e->word = shape_kind_name[h->kind];
		e->word2 = "a sphere, a clump (scree-clump makes one of any shape), or a wall; scree-cd3 moves ellipsoids and objects";
		return e->status = SIM_SHAPE;
	}
	*e = (struct sim_error){ 0 };
	return SIM_GOOD;
}

static void mass_read(struct dem3 *s, int b, const struct weight *w, double density, double size)
{
	double cube = size * size * size, mass = density * w->volume * cube, moment[3];

	s->mass[b] = mass;
	s->minv[b] = s->winv[b] = mass > 0 ? 1 / mass : 0;
	for (int k = 0; k < 3; k++) {
		moment[k] = density * w->inertia[k] * (cube * size * size);
		s->inertia[k][b] = moment[k];
		s->iinv[k][b] = moment[k] > 0 ? 1 / moment[k] : 0;
	}
	s->axis[b] = (signed char)(mass > 0 && moment[0] > 0 ? rotor_axis(moment) : 0);
}

/* A ball turns as it may: its moments are one. */
static void ball_read(struct dem3 *s, int b)
{
	const struct pebble_form *f = pebbles_form(&s->pebbles, b);
	const struct pebble *l = &s->pebbles.local[f->first];

	if (f->kind != FORM_BALLS || f->n > 1 || l->x != 0 || l->y != 0 || l->z != 0)
		return;
	s->axis[b] = 3;
	for (int k = 1; k < 3; k++) {
		s->inertia[k][b] = s->inertia[0][b];
		s->iinv[k][b] = s->iinv[0][b];
	}
}

/* Slabs for the curve: what threads have in common is next to the cuts between them, and there in memory, too. Else it lies
 * between what they have for themselves, which they then take from each other, too, as they read ahead. */
static int slabs_of(const struct dem3 *s, int n)
{
	enum { EACH = 8, LEAST = 32 }; /* of a thread; bodies of a slab */
	int most = n / LEAST > 1 ? n / LEAST : 1;

	return s->threads == 1 ? 1 : EACH * s->threads < most ? EACH * s->threads : most;
}

/* The rows of bodies by slot: those of free ones, then those of groups, along a curve each, since walls may be far away. */
static int *bodies_order(struct dem3 *s, const struct world *w, const struct bodies3 *wb)
{
	int *order = MEM_NEW(int, (size_t)s->n + 1), *row = MEM_NEW(int, (size_t)s->n + 1), n = 0;
	double *x[3];

	for (int k = 0; k < 3; k++)
		x[k] = MEM_NEW(double, (size_t)s->n + 1);
	for (int held = 0; held < 2; held++) {
		int some = 0;

		for (int k = 0; k < s->n; k++) {
			if ((groups_constraint(w, k) >= 0) != held)
				continue;
			for (int c = 0; c < 3; c++)
				x[c][some] = wb->x[c][k];
			row[some++] = k;
		}
		int *along = order_hilbert3(some, held ? 1 : slabs_of(s, some), x[0], x[1], x[2]);
		for (int k = 0; k < some; k++)
			order[n++] = row[along[k]];
		free(along);
		s->n_free = held ? s->n_free : n;
	}
	for (int k = 0; k < 3; k++)
		free(x[k]);
	free(row);
	return order;
}

static void bodies_read(struct dem3 *s, const struct world *w, const struct bodies3 *wb, const struct weight *weight)
{
	const struct shape **shape = mem_new((size_t)s->n, sizeof *shape);
	double *size = MEM_NEW(double, (size_t)s->n);
	const double *heat = table_real(&w->body, "heat");
	int *order = bodies_order(s, w, wb);

	for (int b = 0; b < s->n; b++) {
		int k = order[b];
		const struct shape *h = world_shape(w, wb->shape[k]);
		const struct material *m = world_material(w, w->names.word[wb->material[k]]);
		double norm = 0;

		s->row[b] = k;
		s->id[b] = wb->id[k];
		s->material[b] = (int)(m - w->material);
		shape[b] = h;
		size[b] = wb->size[k];
		mass_read(s, b, &weight[h - w->shape], m->density, size[b]);
		for (int z = 0; z < 4; z++)
			norm += wb->q[z][k] * wb->q[z][k];
		/* units of a simulator's stream stay as they are, to the last bit */
		norm = fabs(norm - 1) > 1e-12 ? sqrt(norm) : 1;
		for (int z = 0; z < 4; z++)
			s->q[z][b] = wb->q[z][k] / norm;
		for (int z = 0; z < 3; z++) {
			s->x[z][b] = wb->x[z][k];
			s->v[z][b] = wb->v[z][k];
			s->l[z][b] = wb->momentum[z][k];
			s->image[z][b] = wb->image[z][k];
		}
		if (s->heat && heat)
			s->heat[b] = heat[k];
	}
	pebbles_init(&s->pebbles, s->n, shape, size);
	for (int b = 0; b < s->n; b++)
		ball_read(s, b);
	s->use = MEM_NEW(int, (size_t)s->pebbles.first[s->n] + 1);
	free(shape);
	free(size);
	free(order);
}

/* Planes and cylinders, which are looked at from every body. */
static void walls_find(struct dem3 *s)
{
	s->wall = MEM_NEW(int, (size_t)s->n + 1);
	for (int r = 0; r < s->n; r++) {
		int b = s->by_rank[r], kind = pebbles_form(&s->pebbles, b)->kind;

		if (kind == FORM_BALLS)
			continue;
		s->wall_of[b] = s->n_wall;
		s->wall[s->n_wall++] = b;
	}
	s->wall_at = mem_zero((size_t)s->n_wall, sizeof *s->wall_at);
	s->facets = mem_zero((size_t)s->n_wall, sizeof *s->facets);
	for (int w = 0; w < s->n_wall; w++) {
		const struct pebble_form *f = pebbles_form(&s->pebbles, s->wall[w]);

		if (f->kind == FORM_MESH)
			facets_init(&s->facets[w], f->solid);
	}
}

/* The periodic axes along which a wall is the same everywhere. */
static enum sim_status walls_endless(struct dem3 *s, struct sim_error *e)
{
	for (int r = 0; r < s->n; r++) {
		int b = s->by_rank[r];
		double m[3][3], size = s->pebbles.size[b];
		const struct pebble_form *f = pebbles_form(&s->pebbles, b);

		if (f->kind == FORM_BALLS || f->kind == FORM_MESH)
			continue;
		dem3_matrix(s, b, m);
		struct endless wall = { f->kind == FORM_PLANE, { m[0][2] / size, m[1][2] / size, m[2][2] / size },
			f->kind == FORM_PLANE ? INFINITY : f->solid->length * size, s->group[s->group_of[b]].dof + 3 };
		for (int k = 0; k < 3 && s->domain.set; k++) {
			enum endless_how how = s->domain.periodic[k] ? endless_how(&wall, k, s->domain.hi[k] - s->domain.lo[k]) : ENDLESS_IMAGES;

			if (how == ENDLESS_MEETS || how == ENDLESS_TURNS) {
				*e = (struct sim_error){ .status = SIM_MEETS, .a = s->id[b], .b = k, .value = how == ENDLESS_TURNS };
				return e->status;
			}
			s->endless[b] |= (char)((how == ENDLESS_ONE) << k);
		}
	}
	return SIM_GOOD;
}

enum sim_status dem3_setup(struct dem3 *s, struct world *w, struct sim_error *e)
{
	struct bodies3 wb = world_bodies3(w);
	enum sim_status st;
	int wide;

	if (w->dim != 3) {
		*e = (struct sim_error){ .status = SIM_DIMENSION };
		return SIM_DIMENSION;
	}
	s->n = wb.n;
	s->domain = w->domain;
	memcpy(s->gravity, w->gravity, sizeof s->gravity);
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
	walls_find(s);
	if (st == SIM_GOOD)
		st = dem3_groups_init(s, w, e);
	if (st == SIM_GOOD)
		st = masses_check(s, w, weight, &wb, e);
	if (st == SIM_GOOD)
		st = walls_endless(s, e);
	if (st == SIM_GOOD && (wide = list3_too_wide(&s->pebbles, &s->domain)) >= 0) {
		*e = (struct sim_error){ .status = SIM_WIDE, .a = s->id[wide], .value = LIST3_WIDEST };
		st = e->status;
	}
	if (st == SIM_GOOD)
		st = laws_complete(s, w, e);
	free(weight);
	return st;
}
