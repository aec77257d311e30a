/* trade_pile.c: build a world from bodies of balls, or from a surface */
#include "trade_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/spin.h"
#include "shape/solid_mass.h"
#include "world/defaults.h"
#include "world/relocate.h"

struct pile_body *pile_begin(struct pile *p, int64_t id, int material)
{
	MEM_GROW(p->body, &p->cap_body, (size_t)p->n_body + 1);
	struct pile_body *b = &p->body[p->n_body++];

	*b = (struct pile_body){ .id = id, .first = p->n_ball, .material = material, .q = { 1 } };
	return b;
}

void pile_ball(struct pile *p, const double ball[4], double density)
{
	MEM_GROW(p->ball, &p->cap_ball, (size_t)p->n_ball + 1);
	MEM_GROW(p->density, &p->cap_density, (size_t)p->n_ball + 1);
	memcpy(p->ball[p->n_ball], ball, sizeof *p->ball);
	p->density[p->n_ball++] = density;
}

int pile_material(struct pile *p, double density)
{
	MEM_GROW(p->material, &p->cap_material, (size_t)p->n_material + 1);
	p->material[p->n_material] = density;
	return p->n_material++;
}

void pile_free(struct pile *p)
{
	free(p->ball);
	free(p->density);
	free(p->body);
	free(p->material);
	*p = (struct pile){ .n_ball = 0 };
}

/* ---- materials ---- */

static void material_name(char name[32], int k, int n)
{
	if (n == 1)
		snprintf(name, 32, "%s", DEFAULT_MATERIAL);
	else
		snprintf(name, 32, "%s%d", DEFAULT_MATERIAL, k + 1);
}

void trade_default_law(struct world *w, const char *a, const char *b)
{
	struct params *par = &world_need_law(w, a, b)->par;

	params_set(par, "kn", DEFAULT_KN);
	params_set(par, "kt", DEFAULT_KT);
	params_set(par, "mu", DEFAULT_MU);
	params_set(par, "en", DEFAULT_EN);
}

/* The default material, or several materials with its parameters, with laws for all pairs. */
static void put_materials(struct world *w, const struct pile *p)
{
	char a[32], b[32];

	for (int k = 0; k < p->n_material; k++) {
		material_name(a, k, p->n_material);
		world_need_material(w, a)->density = p->material[k];
		for (int j = 0; j <= k; j++) {
			material_name(b, j, p->n_material);
			trade_default_law(w, b, a);
		}
	}
}

/* ---- bodies ---- */

/* The volume, centre of mass and tensor of inertia from the given mass. The rest of *m comes from the pebbles and decides the
 * signs of the principal axes. */
static enum mass_status given_mass(struct mass3 *m, const struct pile *p, const struct pile_body *b, const struct shape *s)
{
	double density = p->material[b->material];
	enum mass_status status = solid_mass(m, s, &(struct solid_plan){ .method = SOLID_PEBBLES });

	m->surface = NAN;
	m->error = -1;
	m->volume = b->mass / density;
	for (int k = 0; k < 3; k++)
		m->com[k] = b->com[k];
	for (int k = 0; k < 6; k++)
		m->inertia[k] = b->inertia[k] / density;
	return status;
}

/* Set the frame and the mass record of a clump; x and q get the position and orientation of the frame in space. */
static enum trade_status set_frame(struct shape *s, const struct pile *p, const struct pile_body *b, int as_is, double x[3],
	double q[4], const char *name, char **error)
{
	struct solid *o = s->solid;
	struct mass3 m;
	int dense = solid_has_densities(s);

	memset(x, 0, 3 * sizeof *x);
	memcpy(q, b->q, sizeof b->q);
	if (b->given == PILE_FREE && as_is)
		return TRADE_GOOD;
	if (b->given == PILE_FRAME) {
		double density = p->material[b->material];

		o->volume = b->mass / density;
		for (int k = 0; k < 6; k++)
			o->inertia[k] = b->inertia[k] / density;
		strcpy(o->method, "given");
		return TRADE_GOOD;
	}
	enum mass_status status = b->given == PILE_MASS ? given_mass(&m, p, b, s) :
		solid_mass(&m, s, &(struct solid_plan){ .method = dense ? SOLID_PEBBLES : SOLID_EXACT });
	if (status != MASS_GOOD)
		return trade_bad(error, "%s: body %lld: the surface of its balls could not be closed", name, (long long)b->id);
	solid_settle(s, &m, 0, b->given == PILE_MASS ? "given" : dense ? "pebbles" : "exact", x, q);
	return TRADE_GOOD;
}

static void put_balls(struct shape *s, const struct pile *p, int first, int n)
{
	struct solid *o;
	int dense = 0;

	shape_alloc(s, n == 1 ? SHAPE_SPHERE : SHAPE_CLUMP, n);
	o = s->solid;
	s->n = o->n = n;
	free(o->ball);
	o->ball = mem_zero((size_t)n, sizeof *o->ball);
	memcpy(o->ball, p->ball + first, (size_t)n * sizeof *o->ball);
	for (int k = 0; k < n; k++)
		dense |= p->density[first + k] != 1;
	if (!dense || n == 1)
		return;
	o->density = MEM_NEW(double, (size_t)n);
	memcpy(o->density, p->density + first, (size_t)n * sizeof *o->density);
}

/* Data for all bodies. shapes: id of the last shape. sphere: id of the shape that all single spheres share, 0 if it does not
 * exist yet. r: the radius of this shape: that of the spheres if they all have the same radius, otherwise 1. */
struct known { int64_t shapes, sphere; double r; int as_is; };

static void set_sphere(struct world *w, struct bodies3 *b, int i, const double ball[4], struct known *known)
{
	if (!known->sphere) {
		struct shape *s = world_need_shape(w, known->sphere = ++known->shapes);
		struct pile one = { .ball = (double[1][4]){ { 0, 0, 0, known->r } }, .density = (double[1]){ 1 } };
		struct mass3 m;
		double centre[3], turn[4];

		put_balls(s, &one, 0, 1);
		solid_mass(&m, s, &(struct solid_plan){ .method = SOLID_EXACT });
		solid_settle(s, &m, 0, "exact", centre, turn);
	}
	b->shape[i] = known->sphere;
	b->size[i] = ball[3] / known->r;
	for (int k = 0; k < 3; k++)
		b->x[k][i] = ball[k];
	b->q[0][i] = 1;
}

/* Set the velocities, which needs the tensor of inertia. */
static void set_motion(struct world *w, struct bodies3 *b, int i, const struct pile *p, const struct pile_body *from)
{
	const struct shape *s = world_shape(w, b->shape[i]);
	double size = b->size[i], t[6], scale = p->material[from->material] * size * size * size * size * size;
	double q[4] = { b->q[0][i], b->q[1][i], b->q[2][i], b->q[3][i] }, momentum[3] = { 0 };

	for (int k = 0; k < 6; k++)
		t[k] = scale * s->solid->inertia[k];
	if (from->spin == PILE_OMEGA)
		spin_momentum(t, q, from->spins, momentum);
	for (int k = 0; k < 3; k++) {
		b->v[k][i] = from->v[k];
		b->momentum[k][i] = from->spin == PILE_MOMENTUM ? from->spins[k] : momentum[k];
	}
}

/* Convert the velocity of the first ball, at from, into the velocity of the centre of mass. */
static void move_velocity(struct bodies3 *b, int i, const struct pile_body *body, const double from[3])
{
	for (int k = 0; k < 3 && body->spin == PILE_OMEGA; k++) {
		int k1 = (k + 1) % 3, k2 = (k + 2) % 3;

		b->v[k][i] += body->spins[k1] * (b->x[k2][i] - from[k2]) - body->spins[k2] * (b->x[k1][i] - from[k1]);
	}
}

static enum trade_status put_body(struct world *w, struct bodies3 *b, int i, const struct pile *p, struct known *known,
	const char *name, char **error)
{
	const struct pile_body *from = &p->body[i];
	int n = (i + 1 < p->n_body ? p->body[i + 1].first : p->n_ball) - from->first;
	enum trade_status status = TRADE_GOOD;
	char material[32];

	material_name(material, from->material, p->n_material);
	b->id[i] = from->id;
	b->material[i] = world_name(w, material);
	if (n == 1 && from->given == PILE_FREE) {
		set_sphere(w, b, i, p->ball[from->first], known);
	} else {
		struct shape *s = world_need_shape(w, ++known->shapes);
		double x[3], q[4];

		put_balls(s, p, from->first, n);
		if (n == 1)
			s->kind = SHAPE_CLUMP; /* the given centre of mass may not be the centre of the ball */
		if (from->given != PILE_FREE && inertia_fault(from->inertia))
			return trade_bad(error, "%s: body %lld: found a tensor of inertia that no body can have, expected %s", name,
			                 (long long)from->id, inertia_fault(from->inertia));
		status = set_frame(s, p, from, known->as_is, x, q, name, error);
		b->shape[i] = s->id;
		for (int k = 0; k < 3; k++)
			b->x[k][i] = x[k];
		for (int k = 0; k < 4 && status == TRADE_GOOD; k++)
			b->q[k][i] = q[k];
	}
	if (status == TRADE_GOOD) {
		set_motion(w, b, i, p, from);
		move_velocity(b, i, from, p->ball[from->first]);
	}
	return status;
}

enum trade_status pile_build(struct world *w, struct pile *p, const struct trade_plan *plan, const char *name, char **error)
{
	struct known known = { .as_is = plan->as_is };
	enum trade_status status = TRADE_GOOD;

	put_materials(w, p);
	for (int i = 0; i < p->n_body; i++) {
		int first = p->body[i].first, next = i + 1 < p->n_body ? p->body[i + 1].first : p->n_ball;

		if (next - first == 1)
			known.r = known.r == 0 || known.r == p->ball[first][3] ? p->ball[first][3] : 1;
	}
	table_resize(&w->body, p->n_body);
	struct bodies3 b = world_bodies3(w);
	for (int i = 0; i < p->n_body && status == TRADE_GOOD; i++)
		status = put_body(w, &b, i, p, &known, name, error);
	if (status == TRADE_GOOD && w->domain.set)
		world_wrap(w);
	pile_free(p);
	return status;
}

/* ---- surfaces ---- */

enum trade_status trade_stand(struct world *w, struct shape *s, const struct trade_plan *plan, const char *name,
	char **error)
{
	double x[3] = { 0 }, q[4] = { 1 };
	struct mass3 mass;

	if (!plan->as_is) {
		if (solid_mass(&mass, s, &(struct solid_plan){ .method = SOLID_EXACT }) != MASS_GOOD)
			return trade_bad(error, "%s: found no volume, expected a surface that encloses a volume, and does not cross itself", name);
		solid_settle(s, &mass, 0, "exact", x, q);
	}
	world_define_defaults(w);
	world_need_material(w, DEFAULT_MATERIAL)->density = plan->density;
	int i = world_add_body(w, s->id, DEFAULT_MATERIAL, "-");
	struct bodies3 b = world_bodies3(w);
	for (int k = 0; k < 3; k++)
		b.x[k][i] = x[k];
	for (int k = 0; k < 4; k++)
		b.q[k][i] = q[k];
	return TRADE_GOOD;
}
