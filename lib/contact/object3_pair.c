/* object3_pair.c: contacts of two implicit bodies */
#include "contact/object3_parts.h"

#include <stdlib.h>

#include "base/quat.h"

/* A point on each body, with the values, gradients and second derivatives of F there. */
struct pair3 {
	vec3 x, y, ga, gb;
	double ha[6], hb[6], fa, fb;
};

static void evaluate(struct pair3 *p, const struct object3 *a, const struct object3 *b)
{
	p->fa = object3_value(a, p->x, &p->ga, p->ha);
	p->fb = object3_value(b, p->y, &p->gb, p->hb);
}

/* Whether the gap has a minimum: the sum of both curvatures -t.H t / |grad F| in the common tangent plane is positive. */
static int is_minimum(const struct pair3 *p)
{
	double la = 1 / v3_norm(p->ga), lb = 1 / v3_norm(p->gb), k[6];
	vec3 t, s;

	for (int i = 0; i < 6; i++)
		k[i] = -la * p->ha[i] - lb * p->hb[i];
	object3_tangents(p->ga, &t, &s);
	double tt = sym3_between(k, t, t), ts = sym3_between(k, t, s), ss = sym3_between(k, s, s);
	return tt + ss > 0 && tt * ss - ts * ts >= -1e-9 * (tt + ss) * (tt + ss);
}

/* Newton's method from p. Returns 1 if the points have converged to a contact. */
static int newton_pair(struct pair3 *p, const struct object3 *a, const struct object3 *b)
{
	double size = fmin(a->thin, b->thin), lambda, tau;

	p->x = object3_onto(a, p->x);
	p->y = object3_onto(b, p->y);
	evaluate(p, a, b);
	tau = v3_norm(p->gb) / v3_norm(p->ga);
	lambda = -v3_dot(v3_sub(p->y, p->x), p->ga) / v3_dot(p->ga, p->ga);
	for (int step = 0; step < 40; step++) {
		double m[OBJECT3_UNKNOWNS][OBJECT3_UNKNOWNS + 1] = { { 0 } };
		vec3 residual = v3_add(v3_sub(p->y, p->x), v3_scale(lambda, p->ga)), skew = v3_add(p->gb, v3_scale(tau, p->ga));

		object3_put_matrix(m, 0, 0, p->ha, lambda, -1);
		object3_put_matrix(m, 0, 3, p->ha, 0, 1);
		object3_put_column(m, 0, 6, p->ga);
		object3_put_column(m, 0, 8, v3_scale(-1, residual));
		object3_put_matrix(m, 3, 0, p->ha, tau, 0);
		object3_put_matrix(m, 3, 3, p->hb, 1, 0);
		object3_put_column(m, 3, 7, p->ga);
		object3_put_column(m, 3, 8, v3_scale(-1, skew));
		object3_put_row(m, 6, 0, p->ga);
		object3_put_row(m, 7, 3, p->gb);
		m[6][8] = -p->fa;
		m[7][8] = -p->fb;
		if (!object3_solve(OBJECT3_UNKNOWNS, m))
			return 0;
		vec3 dx = v3(m[0][8], m[1][8], m[2][8]), dy = v3(m[3][8], m[4][8], m[5][8]);
		double far = fmax(v3_norm(dx), v3_norm(dy)), f = far > 0.2 * size ? 0.2 * size / far : 1;
		if (!(far < 1e100))
			return 0;
		p->x = v3_add(p->x, v3_scale(f, dx));
		p->y = v3_add(p->y, v3_scale(f, dy));
		lambda += f * m[6][8];
		tau += f * m[7][8];
		if (far > 1e-3 * size) { /* off the surface F may not depend on steep bumps */
			p->x = object3_onto(a, p->x);
			p->y = object3_onto(b, p->y);
		}
		evaluate(p, a, b);
		if (far < 1e-12 * size)
			return tau > 0 && v3_norm(v3_cross(p->ga, p->gb)) < 1e-8 * v3_norm(p->ga) * v3_norm(p->gb) && is_minimum(p);
	}
	return 0;
}

/* Move each point in turn on its surface towards the other point. */
static void approach(struct pair3 *p, const struct object3 *a, const struct object3 *b)
{
	for (int k = 0; k < 20; k++) {
		p->x = object3_onto(a, v3_scale(0.5, v3_add(p->x, p->y)));
		p->y = object3_onto(b, v3_scale(0.5, v3_add(p->x, p->y)));
	}
}

/* ---- contacts ---- */

/* Find the contact near x, which is near both surfaces, and add it to the n contacts in t. Returns the number of contacts. */
static int refine(const struct object3 *a, const struct object3 *b, vec3 x, double within, struct touch3 *t, int n)
{
	double size = fmin(a->thin, b->thin);
	struct pair3 p = { .x = x, .y = x };
	struct touch3 c;

	if (!newton_pair(&p, a, b)) {
		p.x = p.y = x;
		approach(&p, a, b);
		if (!newton_pair(&p, a, b))
			return n;
	}
	c.n = v3_scale(-1 / v3_norm(p.ga), p.ga);
	c.gap = v3_dot(c.n, v3_sub(p.y, p.x));
	c.a = p.x;
	c.b = p.y;
	/* with so deep an overlap the two points do not belong to one contact */
	if (!(c.gap < within) || c.gap < -0.5 * size)
		return n;
	return object3_keep(t, n, &c, size);
}

/* The contact at a point x of a (side 0) or b (side 1) that is deep inside the other body. */
static struct touch3 deep_inside(const struct object3 *a, const struct object3 *b, int side, vec3 x, double gap)
{
	vec3 g;

	object3_value(side ? a : b, x, &g, NULL);
	vec3 n = v3_scale((side ? -1 : 1) / v3_norm(g), g), other = v3_add(x, v3_scale(side ? -gap : gap, n));
	return side ? (struct touch3){ gap, n, other, x } : (struct touch3){ gap, n, x, other };
}

/* The transformation from the frame of one body to that of another: x becomes m x + c, and lengths are multiplied by size. */
struct relative { const struct implicit *o; double m[3][3], size; vec3 c; };

static struct relative relative_to(const struct object3 *from, const struct object3 *o)
{
	struct relative s = { .o = &o->shape, .size = from->size / o->size, .c = object3_back(o, from->c) };

	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			s.m[i][j] = s.size * (o->m[0][i] * from->m[0][j] + o->m[1][i] * from->m[1][j] + o->m[2][i] * from->m[2][j]);
	return s;
}

static void to_other(const struct relative *s, vec3 x, double to[3])
{
	const double p[3] = { x.x, x.y, x.z };

	mat3_apply(to, s->m, p);
	to[0] += s->c.x, to[1] += s->c.y, to[2] += s->c.z;
}

static double outside_at(const void *of, vec3 x)
{
	const struct relative *s = of;
	double p[3];

	to_other(s, x, p);
	return object3_estimate(s->o, p) / s->size;
}

/* A lower bound of the distance from the body, which is inside its ellipsoid and those of its bumps: the distance from the
 * zeros of a convex function f is at least f / |grad f|. */
static double outside_bound(const void *of, vec3 x, double enough)
{
	const struct relative *s = of;
	double p[3], f = -1, slope = 0;

	to_other(s, x, p);
	for (int k = 0; k < 3; k++) {
		double u = p[k] / s->o->a[k], g = u / s->o->a[k];

		f += u * u;
		slope += g * g;
	}
	double least = f > 0 ? 0.5 * f / sqrt(slope) : 0;
	for (int i = 0; i < s->o->n && least >= enough * s->size; i++) {
		const struct bump *b = &s->o->bump[i];
		vec3 d = v3_sub(v3_from(p), v3_from(b->c)), g = sym3_apply(b->b, d);

		if (b->sign < 0)
			continue;
		f = v3_dot(d, g) - 1;
		least = f > 0 ? fmin(least, 0.5 * f / v3_norm(g)) : 0;
	}
	return least / s->size;
}

int object3_gaps(const struct object3 *a, const struct object3 *b, double within, struct touch3 t[OBJECT3_MOST])
{
	vec3 deepest = v3(0, 0, 0);
	double depth = 0;
	int from = 0, n = 0;

	for (int side = 0; side < 2; side++) {
		const struct object3 *o = side ? b : a, *other = side ? a : b;
		struct relative seen = relative_to(o, other);
		const struct samples3_field field = { outside_at, outside_bound, &seen };
		/* between samples the surface may be nearer, by its height above a chord */
		int *least, m = samples3_least(o->samples, &field, within / o->size + 0.3 * o->samples->spacing, &least);

		for (int k = 0; k < m; k++) {
			vec3 p = o->samples->at[least[k]], x = object3_point(o, p);
			double out = o->size * outside_at(&seen, p);

			if (out < depth) {
				depth = out;
				deepest = x;
				from = side;
			}
			n = refine(a, b, x, within, t, n);
		}
		free(least);
	}
	/* besides contacts without overlap, a point that seems to be slightly inside is an error of the estimate */
	if (depth < (n == 0 ? 0 : -0.01 * fmin(a->thin, b->thin)) && (n == 0 || t->gap >= 0)) {
		n = n < OBJECT3_MOST ? n + 1 : n;
		for (int k = n - 1; k > 0; k--)
			t[k] = t[k - 1];
		t[0] = deep_inside(a, b, from, deepest, depth);
	}
	return n;
}
