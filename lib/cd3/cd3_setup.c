/* cd3_setup.c: the state of a simulation from a world */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "cd3/cd3_state.h"
#include "motion/drive.h"
#include "shape/solid_mass.h"
#include "sim/auto.h"
#include "sim/endless.h"
#include "world/deform.h"
#include "world/outlet.h"
#include "world/relocate.h"

/* ---- shapes ---- */

static enum sim_status shape_read(struct cd3_body *b, const struct shape *h, double size, struct sim_error *e)
{
	static const char known[] = "a sphere, an ellipsoid, an object, a plane or a cylinder; scree-dem3 moves clumps and polyhedra";
	static const char walls[] = "a sphere, an ellipsoid, an object, a plane or a cylinder; walls of such are scree-wall's box, "
		"plates, triaxial, tube, drum without --baffles, plane, rod and pipe, and scree-dem3 takes all";
	const struct solid *o = h->solid;

	b->reach = shape_reach(h) * size;
	switch (h->kind) {
	case SHAPE_SPHERE:
		b->kind = CD3_ELLIPSOID;
		for (int k = 0; k < 3; k++)
			b->half_axis[k] = o->ball[0][3] * size;
		break;
	case SHAPE_ELLIPSOID:
		b->kind = CD3_ELLIPSOID;
		for (int k = 0; k < 3; k++)
			b->half_axis[k] = o->a[k] * size;
		break;
	case SHAPE_OBJECT:
		b->kind = CD3_OBJECT;
		break;
	case SHAPE_PLANE:
		b->kind = CD3_PLANE;
		break;
	case SHAPE_CYLINDER:
		b->kind = CD3_TUBE;
		b->half_axis[0] = o->r * size;
		b->half_axis[1] = o->length * size;
		b->half_axis[2] = o->side == CYLINDER_IN;
		break;
	default:
		*e = (struct sim_error){ .status = SIM_SHAPE, .a = b->id, .b = h->id, .word = shape_kind_name[h->kind],
			.word2 = h->kind == SHAPE_MESH ? walls : known };
		return SIM_SHAPE;
	}
	b->thin = b->kind == CD3_ELLIPSOID ? fmin(b->half_axis[0], fmin(b->half_axis[1], b->half_axis[2])) : 0;
	return SIM_GOOD;
}

/* If some grains are objects, represent all grains as objects, so that they can touch each other. */
static enum sim_status objects_read(struct cd3 *s, const struct world *w, const struct bodies3 *wb, struct sim_error *e)
{
	static const double straight[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };

	for (int k = 0; k < s->n; k++)
		s->objects |= s->body[k].kind == CD3_OBJECT;
	for (int k = 0; k < s->n && s->objects; k++) {
		struct cd3_body *b = &s->body[k];
		const struct shape *h = world_shape(w, wb->shape[b->world_row]);

		if (b->kind != CD3_OBJECT && b->kind != CD3_ELLIPSOID)
			continue;
		if (!objects3_find(&s->shapes, h)) {
			*e = (struct sim_error){ .status = SIM_MASS, .a = b->id, .b = h->id };
			return SIM_MASS;
		}
		objects3_place(&s->shapes, h, wb->size[b->world_row], v3(0, 0, 0), straight, &b->object);
		v3_to(b->object_at, b->object.c);
		objects3_turn(h, b->object_turn);
		b->thin = b->kind == CD3_OBJECT ? b->object.thin : b->thin;
	}
	return SIM_GOOD;
}

/* The mass record of a shape. A missing record is computed. */
static int weigh(struct mass3 *m, const struct shape *h)
{
	const struct solid *o = h->solid;

	if (o->volume >= 0) {
		*m = (struct mass3){ .volume = o->volume };
		memcpy(m->inertia, o->inertia, sizeof m->inertia);
		return 1;
	}
	return solid_mass(m, h, &(struct solid_plan){ .method = SOLID_EXACT }) == MASS_GOOD;
}

static enum sim_status mass_read(struct cd3_body *b, const struct shape *h, double density, double size, struct sim_error *e)
{
	struct mass3 m;

	*e = (struct sim_error){ .a = b->id, .b = h->id };
	if (shape_is_wall(h))
		return SIM_GOOD;
	if (!weigh(&m, h) || !(m.volume > 0)) {
		e->value = 0;
		return e->status = SIM_MASS;
	}
	double off = sqrt(m.com[0] * m.com[0] + m.com[1] * m.com[1] + m.com[2] * m.com[2]);
	e->value = off * size;
	if (off > 1e-6 * shape_reach(h))
		return e->status = SIM_CENTRE;
	for (int k = 3; k < 6; k++)
		if (fabs(m.inertia[k]) > 1e-6 * m.inertia[0])
			return e->status = SIM_AXES;
	b->mass = density * m.volume * size * size * size;
	for (int k = 0; k < 3; k++)
		b->inertia[k] = density * m.inertia[k] * size * size * size * size * size;
	e->value = size;
	return isfinite(b->mass) && isfinite(b->inertia[2]) ? SIM_GOOD : (e->status = SIM_SIZE);
}

/* ---- bodies ---- */

struct by_id { int64_t id; int row; };

static int compare_id(const void *a, const void *b)
{
	int64_t x = ((const struct by_id *)a)->id, y = ((const struct by_id *)b)->id;

	return (x > y) - (x < y);
}

static void state_read(struct cd3_body *b, const struct bodies3 *w, int k)
{
	double size = 0;

	b->x = v3(w->x[0][k], w->x[1][k], w->x[2][k]);
	b->v = v3(w->v[0][k], w->v[1][k], w->v[2][k]);
	b->L = v3(w->momentum[0][k], w->momentum[1][k], w->momentum[2][k]);
	for (int i = 0; i < 3; i++)
		b->image[i] = w->image[i][k];
	for (int i = 0; i < 4; i++) {
		b->q[i] = w->q[i][k];
		size += b->q[i] * b->q[i];
	}
	if (fabs(size - 1) > 1e-12) /* keep the bits of a continued run */
		quat_unit(b->q);
}

static enum sim_status bodies_read(struct cd3 *s, const struct world *w, const struct bodies3 *wb, struct sim_error *e)
{
	struct by_id *order = mem_new((size_t)s->n, sizeof *order);
	enum sim_status st = SIM_GOOD;

	for (int k = 0; k < s->n; k++)
		order[k] = (struct by_id){ wb->id[k], k };
	qsort(order, (size_t)s->n, sizeof *order, compare_id);
	for (int k = 0; k < s->n && st == SIM_GOOD; k++) {
		struct cd3_body *b = &s->body[k];
		int row = order[k].row;
		const struct shape *h = world_shape(w, wb->shape[row]);
		const char *word = w->names.word[wb->material[row]];
		const struct material *m = world_material(w, word);

		b->id = order[k].id;
		b->world_row = row;
		*e = (struct sim_error){ .a = b->id, .b = wb->shape[row], .word = word, .value = wb->size[row] };
		if (k > 0 && b->id == b[-1].id)
			st = e->status = SIM_TWICE;
		else if (!h)
			st = e->status = SIM_NO_SHAPE;
		else if (!m)
			st = e->status = SIM_NO_MATERIAL;
		else if (!(wb->size[row] > 0))
			st = e->status = SIM_SIZE;
		else if ((st = shape_read(b, h, wb->size[row], e)) == SIM_GOOD)
			st = mass_read(b, h, m->density, wb->size[row], e);
		if (st != SIM_GOOD)
			break;
		b->material = (int)(m - w->material);
		state_read(b, wb, row);
	}
	free(order);
	return st;
}

/* ---- groups ---- */

static const struct constraint *holder(const struct world *w, int32_t tag)
{
	const struct constraint *c = tag > 0 ? world_constraint(w, w->names.word[tag]) : NULL;

	return constraint_holds(c) ? c : NULL;
}

static enum sim_status drives_check(const struct constraint *c, struct sim_error *e)
{
	for (int k = 0; k < 6; k++) {
		const struct dof *d = &c->dof[k];

		if (d->drive != DRIVE_PRESSURE && !drive_fault(d, NULL))
			continue;
		*e = (struct sim_error){ .status = d->drive == DRIVE_PRESSURE ? SIM_PRESSURE : SIM_DRIVE, .word = c->tag };
		return e->status;
	}
	return SIM_GOOD;
}

/* Make one group. The masses and drives of its bodies are known. */
static enum sim_status group_init(struct cd3 *s, struct cd3_group *g, struct sim_error *e)
{
	const struct cd3_body *b = &s->body[s->member[g->first]];
	const struct constraint *c = g->constraint;
	double mass = 0;
	int moves = 0, turns = 0;

	for (int k = 0; k < g->n; k++)
		mass += s->body[s->member[g->first + k]].mass;
	g->mass = c && c->m > 0 ? c->m : mass;
	g->damping = c ? c->c : 0;
	for (int k = 0; k < 6; k++) {
		g->prescribed[k] = c && drive_prescribes(&c->dof[k]);
		g->force[k] = c && c->dof[k].drive == DRIVE_FORCE ? c->dof[k].value[0] : 0;
		moves |= k < 3 && !g->prescribed[k];
		turns |= k >= 3 && !g->prescribed[k];
		g->moves |= !c || !drive_is_fixed(&c->dof[k]);
		if (g->n > 1 && k >= 3 && !drive_is_fixed(&c->dof[k])) {
			*e = (struct sim_error){ .status = SIM_GROUP, .word = c->tag, .a = g->n, .word2 = "rx=fixed ry=fixed rz=fixed" };
			return SIM_GROUP;
		}
	}
	*e = (struct sim_error){ .a = b->id, .word = c ? c->tag : NULL, .value = g->mass };
	if (moves && !(g->mass > 0))
		return e->status = SIM_MASS;
	e->value = b->inertia[0];
	if (turns && !(b->inertia[0] > 0))
		return e->status = SIM_INERTIA;
	return SIM_GOOD;
}

static enum sim_status groups_read(struct cd3 *s, const struct world *w, const struct bodies3 *wb, struct sim_error *e)
{
	int *of = MEM_NEW(int, (size_t)w->n_constraint + 1);
	enum sim_status st = SIM_GOOD;

	for (int k = 0; k < w->n_constraint; k++)
		of[k] = -1;
	for (int k = 0; k < s->n; k++) {
		const struct constraint *c = holder(w, wb->tag[s->body[k].world_row]);
		int u = c && of[c - w->constraint] >= 0 ? of[c - w->constraint] : s->n_group++;

		if (c)
			of[c - w->constraint] = u;
		s->body[k].group = u;
		s->group[u].constraint = c;
		s->group[u].n++;
	}
	for (int u = 0, at = 0; u < s->n_group; u++) {
		s->group[u].first = at;
		at += s->group[u].n;
		s->group[u].n = 0;
	}
	for (int k = 0; k < s->n; k++) {
		struct cd3_group *g = &s->group[s->body[k].group];

		s->member[g->first + g->n++] = k;
	}
	for (int u = 0; u < s->n_group && st == SIM_GOOD; u++) {
		if (s->group[u].constraint)
			st = drives_check(s->group[u].constraint, e);
		if (st == SIM_GOOD)
			st = group_init(s, &s->group[u], e);
	}
	free(of);
	return st;
}

/* ---- laws ---- */

/* Of the bodies of a material, up to two groups of each kind, plus 1. The kinds are walls and grains, of groups that yield to
 * impulses or do not. Two groups are enough to find a pair. */
enum { KINDS = 4, GRAIN = 1, YIELDS = 2 };
struct made_of { int group[KINDS][2]; };

static void note_group(struct made_of *m, const struct cd3 *s, const struct cd3_body *b)
{
	const struct cd3_group *g = &s->group[b->group];
	int kind = cd3_is_wall(b) ? 0 : GRAIN;

	for (int k = 0; k < 6; k++)
		kind |= g->prescribed[k] ? 0 : YIELDS;
	int *to = m->group[kind];
	to[to[0] > 0 && to[0] != b->group + 1] = b->group + 1;
}

/* Whether bodies of these materials can touch: they are of different groups, one is a grain, and one yields. */
static int can_touch(const struct made_of *a, const struct made_of *b)
{
	for (int i = 0; i < 2 * KINDS; i++)
		for (int j = 0; j < 2 * KINDS; j++) {
			int first = a->group[i / 2][i % 2], second = b->group[j / 2][j % 2], either = i / 2 | j / 2;

			if (first > 0 && second > 0 && first != second && either == (GRAIN | YIELDS))
				return 1;
		}
	return 0;
}

static enum sim_status laws_read(struct cd3 *s, const struct world *w, struct sim_error *e)
{
	int n = s->n_material = w->n_material;
	struct made_of *made = MEM_ZERO(struct made_of, (size_t)n);

	s->law = mem_zero((size_t)n * (size_t)n, sizeof *s->law);
	*e = (struct sim_error){ 0 };
	for (int k = 0; k < s->n; k++)
		note_group(&made[s->body[k].material], s, &s->body[k]);
	for (int a = 0; a < n; a++)
		for (int b = 0; b < n && e->status == SIM_GOOD; b++) {
			const struct law *l = world_law(w, w->material[a].name, w->material[b].name);
			const char *key = NULL;
			double value = 0;

			if (!can_touch(&made[a], &made[b]))
				continue;
			if (!l) {
				*e = (struct sim_error){ .status = SIM_NO_LAW, .word = w->material[a].name, .word2 = w->material[b].name };
				break;
			}
			enum law_status st = hard_resolve(l, w->material[a].name, &s->law[a * n + b], &key, &value);
			int rolls = s->law[a * n + b].mur > 0 || s->law[a * n + b].mus > 0;
			if (st != LAW_GOOD)
				*e = (struct sim_error){ .status = SIM_LAW, .law = l, .law_status = (int)st, .key = key, .value = value };
			else if (rolls && s->opt.solver != CD3_NSGS)
				*e = (struct sim_error){ .status = SIM_ROLLS, .word = w->material[a].name, .word2 = w->material[b].name };
			s->rolls |= rolls;
			s->bounces |= s->law[a * n + b].en > 0;
		}
	free(made);
	return e->status;
}

/* ---- the time step, walls and periods ---- */

/* Set the automatic step: the time in which weight moves the smallest body by 1/800 of its least half axis. A fall from ten half
 * axes ends at about a fifth of a half axis per step. */
static void times(struct cd3 *s)
{
	double g = sqrt(s->gravity[0] * s->gravity[0] + s->gravity[1] * s->gravity[1] + s->gravity[2] * s->gravity[2]);

	s->weight = g;
	s->smallest = INFINITY;
	for (int k = 0; k < s->n; k++)
		if (!cd3_is_wall(&s->body[k]) && s->body[k].mass > 0)
			s->smallest = fmin(s->smallest, s->body[k].thin);
	s->dt_auto = g > 0 && s->smallest < INFINITY ? auto_round(0.05 * sqrt(s->smallest / g)) : 0;
}

/* Walls have only one image, so along periodic axes they must be endless. A cylinder that its images continue loses its ends. It
 * stays thin, so it is touched from inside and outside. */
static enum sim_status walls_check(struct cd3 *s, struct sim_error *e)
{
	static const struct dof free_[3];

	for (int k = 0; k < s->n && s->domain.set; k++) {
		struct cd3_body *b = &s->body[k];
		const struct constraint *held = s->group[b->group].constraint;
		double m[3][3];

		quat_matrix(m, b->q);
		struct endless wall = { b->kind == CD3_PLANE, { m[0][2], m[1][2], m[2][2] }, b->kind == CD3_PLANE ? INFINITY : b->half_axis[1],
			held ? held->dof + 3 : free_ };
		for (int z = 0; z < 3 && cd3_is_wall(b); z++) {
			if (!s->domain.periodic[z])
				continue;
			enum endless_how how = endless_how(&wall, z, s->domain.hi[z] - s->domain.lo[z]);
			if (how == ENDLESS_ONE && b->kind == CD3_TUBE && b->half_axis[1] < INFINITY) {
				b->half_axis[1] = b->reach = INFINITY;
				b->half_axis[2] = 1;
			}
			if (how == ENDLESS_ONE)
				continue;
			*e = (struct sim_error){ .status = how == ENDLESS_IMAGES ? SIM_IMAGES : SIM_MEETS, .a = b->id, .b = z,
				.value = how == ENDLESS_TURNS };
			return e->status;
		}
	}
	return SIM_GOOD;
}

/* Periods must be so long that only the nearest of all images of a pair can touch. */
static enum sim_status periods_check(const struct cd3 *s, struct sim_error *e)
{
	for (int axis = 0; axis < 3; axis++)
		for (int k = 0; k < s->n && s->domain.set && s->domain.periodic[axis]; k++) {
			double period = s->domain.hi[axis] - s->domain.lo[axis];

			if (s->body[k].reach * 4 < period || cd3_is_wall(&s->body[k]))
				continue;
			*e = (struct sim_error){ .status = SIM_WIDE, .a = s->body[k].id, .value = 0.25 };
			return SIM_WIDE;
		}
	return SIM_GOOD;
}

enum sim_status cd3_setup(struct cd3 *s, struct world *w, struct sim_error *e)
{
	enum sim_status st;

	if (w->dim != 3) {
		*e = (struct sim_error){ .status = SIM_DIMENSION, .a = w->dim, .b = 3 };
		return SIM_DIMENSION;
	}
	e->word = domain_fault(&w->domain);
	if (!e->word && (domain_tilted(&w->domain) || domain_deforms(&w->domain)))
		e->word = "the domain is tilted or deforms, which scree-cd3 does not simulate, expected a domain at right angles and at "
		          "rest; scree-dem3 takes such domains";
	if (e->word)
		return e->status = SIM_TILT;
	world_wrap(w); /* scenes of other programs may have bodies outside */
	struct bodies3 wb = world_bodies3(w);
	size_t n = (size_t)wb.n;
	s->n = wb.n;
	s->domain = w->domain;
	memcpy(s->gravity, w->gravity, sizeof s->gravity);
	s->threads = s->opt.threads > 0 ? s->opt.threads : 1;
	s->body = mem_zero(n, sizeof *s->body);
	s->group = mem_zero(n, sizeof *s->group);
	s->member = MEM_ZERO(int, n);
	if ((st = bodies_read(s, w, &wb, e)) != SIM_GOOD || (st = objects_read(s, w, &wb, e)) != SIM_GOOD ||
	    (st = groups_read(s, w, &wb, e)) != SIM_GOOD ||
	    (st = laws_read(s, w, e)) != SIM_GOOD || (st = walls_check(s, e)) != SIM_GOOD ||
	    (st = periods_check(s, e)) != SIM_GOOD)
		return st;
	for (int k = 0; k < w->n_outlet; k++)
		if (outlet_takes(&w->outlet[k])) {
			*e = (struct sim_error){ .status = SIM_OUTLET, .word = w->outlet[k].name,
				.word2 = "none, since scree-cd3 takes no bodies out of a scene" };
			return e->status;
		}
	s->rigid = mem_lines((size_t)s->n_group, sizeof *s->rigid);
	s->before = mem_lines((size_t)s->n_group, sizeof *s->before);
	s->free_velocity = MEM_ZERO(vec3, (size_t)s->n_group);
	s->impulse = mem_zero((size_t)s->n_group, sizeof *s->impulse);
	times(s);
	return SIM_GOOD;
}
