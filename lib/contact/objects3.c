/* objects3.c: shapes as implicit bodies */
#include "contact/objects3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"

void objects3_free(struct objects3 *s)
{
	for (int k = 0; k < s->n; k++) {
		samples3_free(&s->item[k]->samples);
		solid_free(s->item[k]->solid);
		free(s->item[k]);
	}
	free(s->item);
	*s = (struct objects3){ 0 };
}

static int implicit_of(const struct shape *shape, struct implicit *o)
{
	double r = shape && shape->kind == SHAPE_SPHERE ? shape->solid->ball[0][3] : 1;

	*o = (struct implicit){ .a = { r, r, r } };
	if (!shape || shape->kind == SHAPE_SPHERE)
		return 1;
	if (shape->kind != SHAPE_OBJECT && shape->kind != SHAPE_ELLIPSOID)
		return 0;
	memcpy(o->a, shape->solid->a, sizeof o->a);
	o->n = shape->kind == SHAPE_OBJECT ? shape->solid->n_bump : 0;
	o->bump = shape->solid->bump;
	return implicit_check(o, NULL) == IMPLICIT_GOOD;
}

int objects3_good(const struct shape *shape)
{
	struct implicit o;

	return implicit_of(shape, &o);
}

int objects3_plain(const struct shape *shape)
{
	const struct solid *s = shape->solid;

	if (shape->kind != SHAPE_OBJECT)
		return shape->kind == SHAPE_ELLIPSOID;
	return s->n_bump == 0 && s->at[0] == 0 && s->at[1] == 0 && s->at[2] == 0 && objects3_good(shape);
}

void objects3_turn(const struct shape *shape, double q[4])
{
	static const double straight[4] = { 1, 0, 0, 0 };

	memcpy(q, shape && shape->kind == SHAPE_OBJECT ? shape->solid->turn : straight, sizeof straight);
	quat_unit(q);
}

void objects3_ellipsoid(const struct shape *shape, double size, vec3 x, const double q[4], struct ellipsoid3 *e)
{
	const double *a = shape->solid->a, half[3] = { size * a[0], size * a[1], size * a[2] };
	double turn[4];

	objects3_turn(shape, turn);
	if (shape->kind == SHAPE_OBJECT)
		quat_times(turn, q, turn);
	ellipsoid3_place(e, half, x, shape->kind == SHAPE_OBJECT ? turn : q);
}

static void pose(const struct object3 *of, const struct shape *shape, double size, vec3 x, const double m[3][3],
	struct object3 *o)
{
	double turn[4], own[3][3], at[3] = { 0 };

	*o = *of;
	o->size = size;
	o->thin *= size;
	o->reach *= size;
	o->off *= size;
	objects3_turn(shape, turn);
	quat_matrix(own, turn);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			o->m[i][j] = m[i][0] * own[0][j] + m[i][1] * own[1][j] + m[i][2] * own[2][j];
	if (shape)
		mat3_apply(at, m, shape->solid->at);
	o->c = v3_add(x, v3_scale(size, v3_from(at)));
}

/* The radius of the inner ball. Between samples the surface may be nearer than they are, as in object3_gaps. */
static double inner_of(const struct object3_of *of)
{
	const struct shape *shape = of->shape;
	static const double straight[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	struct object3 o;
	double least = INFINITY, centre[3];

	pose(&of->object, shape, 1, v3(0, 0, 0), straight, &o);
	v3_to(centre, v3_scale(-1, o.c));
	mat3_apply_back(centre, (const double (*)[3])o.m, centre);
	if (!(implicit_value(&o.shape, centre, NULL) > 0))
		return 0;
	for (int k = 0; k < of->samples.n; k++)
		least = fmin(least, v3_norm(v3_sub(of->samples.at[k], v3_from(centre))));
	return fmax(least - 0.3 * of->samples.spacing, 0);
}

const struct object3_of *objects3_find(struct objects3 *s, const struct shape *shape)
{
	struct implicit implicit;

	for (int k = 0; k < s->n; k++)
		if (s->item[k]->shape == shape)
			return s->item[k];
	if (!implicit_of(shape, &implicit))
		return NULL;
	MEM_RESIZE(s->item, (size_t)s->n + 1);
	struct object3_of *new = s->item[s->n++] = MEM_ZERO(struct object3_of, 1);
	struct object3 *o = &new->object;
	new->shape = shape;
	if (implicit.n > 0) {
		new->solid = solid_copy(shape->solid);
		implicit.bump = new->solid->bump;
	}
	samples3_init(&new->samples, &implicit, 0);
	*o = (struct object3){ .shape = implicit, .samples = &new->samples, .size = 1, .thin = INFINITY,
	                       .reach = shape ? shape_reach(shape) : 1,
	                       .off = shape && shape->kind == SHAPE_OBJECT ? v3_norm(v3_from(shape->solid->at)) : 0 };
	for (int k = 0; k < new->samples.n; k++)
		o->thin = fmin(o->thin, v3_norm(new->samples.at[k]));
	new->inner = inner_of(new);
	return new;
}

void objects3_place(struct objects3 *s, const struct shape *shape, double size, vec3 x, const double m[3][3], struct object3 *o)
{
	pose(&objects3_find(s, shape)->object, shape, size, x, m, o);
}

/* Whether the centre of a, or one of some samples of a, is well inside b. */
static int reaches_in(const struct object3 *a, const struct object3 *b)
{
	enum { EACH = 16 };
	const double some = 1e-3;
	vec3 d = v3_sub(a->c, b->c);

	for (int k = -1; k < a->samples->n; k += k < 0 ? 1 : EACH) { /* -1: the centre */
		double p[3] = { 0 }, x[3];

		if (k >= 0)
			v3_to(p, v3_scale(a->size, a->samples->at[k]));
		mat3_apply(x, a->m, p);
		v3_to(p, v3_scale(1 / b->size, v3_add(v3_from(x), d)));
		mat3_apply_back(x, b->m, p);
		if (implicit_value(&b->shape, x, NULL) > some)
			return 1;
	}
	return 0;
}

int objects3_cross(const struct object3 *a, const struct object3 *b)
{
	return reaches_in(a, b) || reaches_in(b, a);
}
