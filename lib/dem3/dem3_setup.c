/* dem3_setup.c: from a world to a simulation */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/order.h"
#include "base/ranks.h"
#include "base/wide.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_round.h"
#include "motion/drive.h"
#include "motion/rotor.h"
#include "shape/solid_mass.h"
#include "sim/endless.h"
#include "sim/ghosts.h"
#include "world/relocate.h"

static void part_free(struct part3 *q)
{
	void *all[] = { q->near, q->near_short, q->near_pair, q->run, q->touch, q->place, q->event, q->nearest, q->nearest_of,
		q->near_faces, q->alike, q->held };

	dem3_contacts_free(&q->now);
	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
}

void dem3_undivide(struct dem3 *s)
{
	for (int t = 0; t < s->core.n_part && s->part; t++)
		part_free(&s->part[t]);
	free(s->part);
}

void dem3_divide(struct dem3 *s)
{
	enum { PART_MOST = 1024 };
	struct soft *c = &s->core;

	/* several parts per thread, with enough bodies in each to fill batches, but so few that their contacts stay in the cache */
	int each = c->threads > 1 ? 32 : 128, most = 32 * c->threads;
	most = c->n / PART_MOST > most ? c->n / PART_MOST : most;
	dem3_undivide(s);
	soft_have_parts(c, (c->n / each < most ? c->n / each + 1 : most) + (ranks_n() > 1));
	s->part = mem_zero((size_t)c->n_part, sizeof *s->part);
}

static void allocate(struct dem3 *s)
{
	struct soft *c = &s->core;
	size_t n = (size_t)c->n;

	for (int k = 0; k < 3; k++) {
		s->l[k] = MEM_LINES(double, n);
		s->tq[k] = MEM_LINES(double, n);
		s->inertia[k] = MEM_LINES(double, n);
		s->iinv[k] = MEM_LINES(double, n);
	}
	for (int k = 0; k < 4; k++) {
		s->q[k] = MEM_LINES(double, n);
	}
	s->axis = MEM_ZERO(signed char, n);
	s->motion = MEM_LINES(struct motion3, n);
	s->wall_of = MEM_NEW(int, n);
	for (int b = 0; b < c->n; b++)
		s->wall_of[b] = -1;
	s->near_from = MEM_ZERO(int, n + 1);
	jumps_begin(&s->jumps, c->n);
	s->plain = c->opt.plain ? dem3_plain_new() : NULL;
	dem3_divide(s);
	s->ordering = mem_zero((size_t)c->threads, sizeof *s->ordering);
	/* shorter chunks in small scenes, since all threads wait for the last one */
	s->chunk = c->threads > 1 && c->n < 16 * DEM3_CHUNK * c->threads ? DEM3_CHUNK / 2 : DEM3_CHUNK;
	c->stray = MEM_ZERO(char, n / (size_t)s->chunk + 2);
}

/* Allocate what bodies need whose orientation matters, from the first chunk with such bodies on. */
static void allocate_late(struct dem3 *s)
{
	int b = 0;

	while (b < s->core.n && s->axis[b] == 3 && dem3_is_ball(s, b))
		b++;
	s->late_from = b < s->core.n ? dem3_chunk_begin(s, dem3_chunk_of(s, b)) : b;
	size_t n = (size_t)(s->core.n - s->late_from);
	s->late = MEM_LINES(struct late3, n);
	for (int k = 0; k < 4; k++) {
		s->list_q[k] = MEM_LINES(double, n);
		s->near_q[k] = MEM_LINES(double, n);
	}
}

/* ---- shapes and masses ---- */

/* Volume and tensor of inertia of a shape at density 1, from its mass record or else by the exact method. offset: distance of
 * the centre of mass from the origin [L]; turned: the axes of the body frame are not principal axes. */
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
	for (int r = 0; r < s->core.n; r++) {
		int b = s->core.by_rank[r];
		int64_t id = wb->shape[s->core.row[b]];
		const struct weight *of = &weight[world_shape(w, id) - w->shape];
		double offset = of->offset * wb->size[s->core.row[b]];
		const struct group *g = dem3_group_of(s, b);

		*e = (struct sim_error){ .a = s->core.id[b], .b = id, .value = s->core.mass[b] };
		if (!g && pebbles_is_wall(&s->pebbles, b))
			return e->status = SIM_WALL;
		if (!(isfinite(s->core.mass[b]) && isfinite(s->inertia[2][b]))) {
			e->value = wb->size[s->core.row[b]];
			return e->status = SIM_SIZE;
		}
		if (!g && !(s->core.mass[b] > 0 && s->inertia[0][b] > 0))
			return e->status = SIM_MASS;
		e->value = offset;
		if (offset > 1e-6 * s->pebbles.reach[b] && !s->core.still[b] && !(g && group_upright(&s->core, g)))
			return e->status = SIM_CENTRE;
		if (of->turned && (!g || g->turn != TURN_PRESCRIBED))
			return e->status = SIM_AXES;
	}
	*e = (struct sim_error){ 0 };
	return SIM_GOOD;
}

/* ---- bodies ---- */

static enum sim_status shapes_check(const struct world *w, const struct bodies3 *b, struct sim_error *e)
{
	for (int k = 0; k < b->n; k++) {
		const struct shape *h = world_shape(w, b->shape[k]);

		if (h->kind == SHAPE_SPHERE || h->kind == SHAPE_CLUMP || h->kind == SHAPE_PLANE || h->kind == SHAPE_CYLINDER ||
		    h->kind == SHAPE_MESH || h->kind == SHAPE_POLYHEDRON || (e->status != SIM_GOOD && e->a < b->id[k]))
			continue;
		*e = (struct sim_error){ .status = SIM_SHAPE, .a = b->id[k], .b = b->shape[k], .word = shape_kind_name[h->kind],
			.word2 = "a sphere, a clump (scree-clump makes one of any shape), a polyhedron, or a wall; "
			         "scree-cd3 moves ellipsoids and objects",
			.value = b->size[k] };
	}
	return e->status;
}

static void mass_read(struct dem3 *s, int b, const struct weight *w, double density, double size)
{
	double cube = size * size * size, mass = density * w->volume * cube, moment[3];

	soft_mass(&s->core, b, mass);
	for (int k = 0; k < 3; k++) {
		moment[k] = density * w->inertia[k] * (cube * size * size);
		s->inertia[k][b] = moment[k];
		s->iinv[k][b] = moment[k] > 0 ? 1 / moment[k] : 0;
	}
	s->axis[b] = (signed char)(mass > 0 && moment[0] > 0 ? rotor_axis(moment) : 0);
}

/* Mark a body that is one ball about its position, and make its moments of inertia equal to the bit. */
static void ball_read(struct dem3 *s, int b)
{
	const struct pebble_form *f = pebbles_form(&s->pebbles, b);
	const double *l = pebbles_local(&s->pebbles, b).x;

	if (f->kind != FORM_BALLS || f->n > 1 || l[0] != 0 || l[1] != 0 || l[2] != 0)
		return;
	s->axis[b] = 3;
	for (int k = 1; k < 3; k++) {
		s->inertia[k][b] = s->inertia[0][b];
		s->iinv[k][b] = s->iinv[0][b];
	}
}

/* The number of slabs along which bodies are ordered. Bodies that two threads use lie next to the cut between their slabs, and
 * are then together in memory, too. Otherwise they would lie among bodies of one thread, which the other thread would fetch as
 * well when it prefetches. */
static int slabs_of(const struct dem3 *s, int n)
{
	enum { EACH = 8, LEAST = 32 }; /* slabs per thread; bodies per slab */
	int most = n / LEAST > 1 ? n / LEAST : 1;

	return s->core.threads == 1 ? 1 : EACH * s->core.threads < most ? EACH * s->core.threads : most;
}

/* The rows of bodies by slot: own bodies, ghosts, bodies of groups. Each kind has a curve of its own, since walls may be far
 * away. */
static int *bodies_order(struct dem3 *s, const struct world *w, const struct bodies3 *wb)
{
	int *order = MEM_NEW(int, (size_t)s->core.n + 1), *row = MEM_NEW(int, (size_t)s->core.n + 1), n = 0;
	double *x[3];

	for (int k = 0; k < 3; k++)
		x[k] = MEM_NEW(double, (size_t)s->core.n + 1);
	for (int kind = 0; kind < 3; kind++) {
		int some = 0;

		for (int k = 0; k < s->core.n; k++) {
			enum kept is = lending_kept(&s->core.lending, w, k);

			if ((is == KEPT_OWN ? 0 : is == KEPT_SHARED ? 2 : 1) != kind)
				continue;
			for (int c = 0; c < 3; c++)
				x[c][some] = wb->x[c][k];
			row[some++] = k;
		}
		int *along = order_hilbert3(some, kind == 2 ? 1 : slabs_of(s, some), x[0], x[1], x[2]);
		for (int k = 0; k < some; k++)
			order[n++] = row[along[k]];
		free(along);
		s->core.n_own = kind == 0 ? n : s->core.n_own;
		s->n_free = kind < 2 ? n : s->n_free;
	}
	for (int k = 0; k < 3; k++)
		free(x[k]);
	free(row);
	return order;
}

/* Set up what the contacts of bodies with faces need. */
static void faces_begin(struct dem3 *s)
{
	enum { MANY = 2000 }; /* each has some 200 bytes */
	const struct pebbles *p = &s->pebbles;

	int64_t some = 0;

	for (int b = 0; b < s->core.n; b++)
		some |= pebbles_faces(p, b) != NULL;
	ranks_most(1, &some);
	s->some_faces = some != 0;
	if (!s->some_faces)
		return;
	s->frame = mem_zero((size_t)s->core.n, sizeof *s->frame);
	s->faces_work = dem3_faces_work_new(s->core.threads);
	s->body3 = mem_new((size_t)s->core.n, sizeof *s->body3);
	for (int b = 0; b < s->core.n; b++) {
		const struct pebble_form *f = pebbles_form(p, b);

		s->frame[b].inverse = 1 / (p->size[b] * p->size[b]);
		s->body3[b] = (struct body3){ .faces = f->faces, .frame = f->faces ? &s->frame[b] : NULL, .pebble = p->at + p->first[b],
			.at = f->faces ? &s->frame[b].at : &s->motion[b].position, .r = f->faces ? f->thin * p->size[b] : 0,
			.fat = f->fat * p->size[b], .size = p->size[b], .n_round = f->n_round };
	}
	int features = 0;
	for (int k = 0; k < p->n_form; k++)
		features += p->form[k].faces ? p->form[k].n : 0;
	s->many_features = features > MANY;
}

static enum sim_status bodies_read(struct dem3 *s, struct world *w, const struct weight *weight, struct sim_error *e)
{
	struct soft *c = &s->core;
	struct bodies3 wb = world_bodies3(w);
	const struct shape **shape = mem_new((size_t)c->n, sizeof *shape);
	double *size = MEM_NEW(double, (size_t)c->n);
	int *order = bodies_order(s, w, &wb);

	soft_read_bodies(c, w, order, e);
	for (int b = 0; b < c->n; b++) {
		int k = order[b];
		double norm = 0;

		shape[b] = world_shape(w, wb.shape[k]);
		size[b] = wb.size[k];
		mass_read(s, b, &weight[shape[b] - w->shape], w->material[c->material[b]].density, size[b]);
		for (int z = 0; z < 4; z++)
			norm += wb.q[z][k] * wb.q[z][k];
		/* unit quaternions from a simulator's stream keep their bits */
		norm = fabs(norm - 1) > 1e-12 ? sqrt(norm) : 1;
		for (int z = 0; z < 4; z++)
			s->q[z][b] = wb.q[z][k] / norm;
		for (int z = 0; z < 3; z++)
			s->l[z][b] = wb.momentum[z][k];
	}
	pebbles_init(&s->pebbles, c->n, shape, size);
	c->reach = s->pebbles.reach;
	faces_begin(s);
	for (int b = 0; b < c->n; b++)
		ball_read(s, b);
	c->use = MEM_NEW(int, (size_t)s->pebbles.first[c->n] + 1);
	free(shape);
	free(size);
	free(order);
	return e->status;
}

/* Find the walls: planes, cylinders and meshes. */
static void walls_find(struct dem3 *s)
{
	s->wall = MEM_NEW(int, (size_t)s->core.n + 1);
	for (int r = 0; r < s->core.n; r++) {
		int b = s->core.by_rank[r];

		if (!pebbles_is_wall(&s->pebbles, b))
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
		if (f->kind == FORM_MESH && s->some_faces)
			facets_edges(&s->facets[w]);
	}
}

/* Whether the lattice vector of an axis is not along the axis. */
static int is_leaning(const struct domain *d, int axis)
{
	return (axis == 1 && d->tilt[0] != 0) || (axis == 2 && (d->tilt[1] != 0 || d->tilt[2] != 0));
}

/* Find the periodic axes along which a wall is continued by its images. */
static enum sim_status walls_endless(struct dem3 *s, struct sim_error *e)
{
	for (int r = 0; r < s->core.n; r++) {
		int b = s->core.by_rank[r];
		double m[3][3], size = s->pebbles.size[b];
		const struct pebble_form *f = pebbles_form(&s->pebbles, b);

		if (!pebbles_is_wall(&s->pebbles, b) || f->kind == FORM_MESH)
			continue;
		dem3_matrix(s, b, m);
		struct endless wall = { f->kind == FORM_PLANE, { m[0][2] / size, m[1][2] / size, m[2][2] / size },
			f->kind == FORM_PLANE ? INFINITY : f->solid->length * size, s->core.group[s->core.group_of[b]].dof + 3 };
		for (int k = 0; k < 3 && s->core.domain.set; k++) {
			double period = s->core.domain.hi[k] - s->core.domain.lo[k];
			enum endless_how how = s->core.domain.periodic[k] ? endless_how(&wall, k, period) : ENDLESS_IMAGES;

			if (how == ENDLESS_MEETS || how == ENDLESS_TURNS) {
				*e = (struct sim_error){ .status = SIM_MEETS, .a = s->core.id[b], .b = k, .value = how == ENDLESS_TURNS };
				return e->status;
			}
			if (how == ENDLESS_ONE && f->kind == FORM_CYLINDER && is_leaning(&s->core.domain, k)) {
				*e = (struct sim_error){ .status = SIM_LEANS, .a = s->core.id[b], .b = k };
				return e->status;
			}
			s->core.endless[b] |= (char)((how == ENDLESS_ONE) << k);
		}
	}
	return SIM_GOOD;
}

static enum sim_status lists_check(const struct dem3 *s, struct sim_error *e)
{
	int wide = list3_too_wide(&s->pebbles, &s->core.domain, s->core.by_rank);
	double far = list3_too_far(&s->core.domain, s->core.range);

	if (far > 0)
		*e = (struct sim_error){ .status = SIM_REACH, .value = s->core.range, .limit = far };
	else if (wide >= 0)
		*e = (struct sim_error){ .status = SIM_WIDE, .a = s->core.id[wide], .value = LIST3_WIDEST };
	sim_count(e, SIM_BODIES, s->core.n, DEM3_BODIES);
	return e->status;
}

static void laws_look(struct dem3 *s)
{
	for (int k = 0; k < s->core.n_material * s->core.n_material; k++)
		s->some_rest |= s->core.law[k].zn + s->core.law[k].zt > 0 || dem3_effective_differs(&s->core.law[k]);
}

static double fattest(const struct dem3 *s)
{
	double fat = 0;

	for (int b = 0; b < s->core.n; b++)
		fat = fmax(fat, pebbles_form(&s->pebbles, b)->fat * s->pebbles.size[b]);
	ranks_most_real(1, &fat);
	return fat;
}

enum sim_status dem3_setup(struct dem3 *s, struct world *w, const struct sim_options *o, struct sim_error *e)
{
	if (w->dim != 3) {
		*e = (struct sim_error){ .status = SIM_DIMENSION, .a = w->dim, .b = 3 };
		return e->status;
	}
	e->word = domain_fault(&w->domain);
	if (e->word)
		return e->status = SIM_TILT;
	struct bodies3 wb = world_bodies3(w);
	if (lending_agree(w, (soft_check_bodies(w, e), e)) != SIM_GOOD || lending_agree(w, (shapes_check(w, &wb, e), e)) != SIM_GOOD)
		return e->status;
	ghosts_deal(&s->core, w, o);
	world_flip(w); /* needs both bodies of each contact */
	if (domain_deforms(&w->domain))
		world_wrap(w);
	wb = world_bodies3(w);
	soft_begin(&s->core, w, o);
	allocate(s);
	struct weight *weight = weights(w, &wb);
	bodies_read(s, w, weight, e);
	if (lending_agree(w, e) == SIM_GOOD)
		soft_laws(&s->core, w, fattest(s), e);
	laws_look(s);
	walls_find(s);
	if (lending_agree(w, e) == SIM_GOOD)
		dem3_groups_init(s, w, e);
	allocate_late(s);
	s->sweep = MEM_LINES(double, (size_t)(s->core.n - s->late_from));
	for (int b = 0; b < s->core.n; b++)
		dem3_sweep_set(s, b);
	if (lending_agree(w, e) == SIM_GOOD)
		masses_check(s, w, weight, &wb, e);
	if (lending_agree(w, e) == SIM_GOOD)
		dem3_faces_refuse(s, w, e);
	if (lending_agree(w, e) == SIM_GOOD)
		walls_endless(s, e);
	if (lending_agree(w, e) == SIM_GOOD)
		lists_check(s, e);
	if (lending_agree(w, e) == SIM_GOOD)
		soft_laws_complete(&s->core, w, e);
	free(weight);
	return lending_agree(w, e);
}
