/* object3_rim.c: contacts of implicit bodies with the edges of cylinders */
#include "contact/object3_parts.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/trig.h"

/* An edge: its centre, a frame whose e[2] points away from the cylinder, and its radius. */
struct rim { vec3 c, e[3]; double r; };

/* The point of the edge at an angle; *along and *inwards get its first and second derivative by the angle. */
static vec3 rim_point(const struct rim *rim, double angle, vec3 *along, vec3 *inwards)
{
	double s, c;

	trig_sincos(angle, &s, &c);
	*along = v3_scale(rim->r, v3_sub(v3_scale(c, rim->e[1]), v3_scale(s, rim->e[0])));
	*inwards = v3_scale(-rim->r, v3_add(v3_scale(c, rim->e[0]), v3_scale(s, rim->e[1])));
	return v3_sub(rim->c, *inwards);
}

/* Whether the distance gap between x on the surface and the edge's point is a local minimum for both points. With the
 * curvatures K = -H / |grad F| at x, across the normal, those of the parallel surface through the edge's point are K (1 + gap
 * K)^-1; the second derivative of the distance along the edge is n.y'' + y'.K (1 + gap K)^-1 y'. */
static int is_nearest(const struct object3 *o, vec3 x, double gap, vec3 along, vec3 inwards)
{
	vec3 g, t, s;
	double h[6], f;

	object3_value(o, x, &g, h);
	object3_tangents(g, &t, &s);
	f = -1 / v3_norm(g);
	double tt = f * sym3_between(h, t, t), ts = f * sym3_between(h, t, s), ss = f * sym3_between(h, s, s);
	double det = tt * ss - ts * ts, wide = 1 + gap * (tt + ss) + gap * gap * det, a = v3_dot(along, t), b = v3_dot(along, s);
	double bend = a * a * (tt + gap * det) + 2 * a * b * ts + b * b * (ss + gap * det);
	return wide > 0 && 2 + gap * (tt + ss) > 0 && f * v3_dot(inwards, g) + bend / wide > 0;
}

/* Newton's method from the edge's point at an angle and the point x of the surface. Returns 1 if it has converged to a minimum
 * of the distance, which *c gets. */
static int newton_rim(const struct object3 *o, const struct rim *rim, double angle, vec3 x, struct touch3 *c)
{
	vec3 g, along, inwards, y = rim_point(rim, angle, &along, &inwards);
	double h[6], f = object3_value(o, x, &g, h), lambda = -v3_dot(v3_sub(y, x), g) / v3_dot(g, g), size = fmin(o->thin, rim->r);

	for (int step = 0; step < 40; step++) {
		double m[OBJECT3_UNKNOWNS][OBJECT3_UNKNOWNS + 1] = { { 0 } };
		vec3 turn = v3(sym3_between(h, v3(1, 0, 0), along), sym3_between(h, v3(0, 1, 0), along),
			sym3_between(h, v3(0, 0, 1), along));

		object3_put_matrix(m, 0, 0, h, lambda, -1);
		object3_put_column(m, 0, 3, along);
		object3_put_column(m, 0, 4, g);
		object3_put_column(m, 0, 5, v3_sub(v3_sub(x, y), v3_scale(lambda, g)));
		object3_put_row(m, 3, 0, g);
		m[3][5] = -f;
		object3_put_row(m, 4, 0, turn);
		m[4][3] = v3_dot(g, inwards);
		m[4][5] = -v3_dot(g, along);
		if (!object3_solve(5, m))
			return 0;
		vec3 d = v3(m[0][5], m[1][5], m[2][5]);
		double far = fmax(v3_norm(d), rim->r * fabs(m[3][5])), part = far > 0.2 * size ? 0.2 * size / far : 1;
		if (!(far < 1e100))
			return 0;
		x = v3_add(x, v3_scale(part, d));
		angle += part * m[3][5];
		lambda += part * m[4][5];
		if (far > 1e-3 * size)
			x = object3_onto(o, x);
		y = rim_point(rim, angle, &along, &inwards);
		f = object3_value(o, x, &g, h);
		if (far >= 1e-12 * size)
			continue;
		c->n = v3_scale(-1 / v3_norm(g), g);
		c->gap = v3_dot(c->n, v3_sub(y, x));
		c->a = x;
		c->b = y;
		return is_nearest(o, x, c->gap, along, inwards);
	}
	return 0;
}

/* Approximately the angle between lo and hi at which the edge is nearest, by golden section. */
static double rim_least(const struct object3 *o, const struct rim *rim, double lo, double hi)
{
	const double part = 0.6180339887498949;
	double a = hi - part * (hi - lo), b = lo + part * (hi - lo);
	vec3 along, inwards;
	double fa = object3_outside(o, rim_point(rim, a, &along, &inwards));
	double fb = object3_outside(o, rim_point(rim, b, &along, &inwards));

	for (int k = 0; k < 20; k++) {
		int left = fa < fb;

		*(left ? &hi : &lo) = left ? b : a;
		*(left ? &b : &a) = left ? a : b;
		*(left ? &fb : &fa) = left ? fa : fb;
		double at = left ? hi - part * (hi - lo) : lo + part * (hi - lo);
		double f = object3_outside(o, rim_point(rim, at, &along, &inwards));
		*(left ? &a : &b) = at;
		*(left ? &fa : &fb) = f;
	}
	return fa < fb ? a : b;
}

/* Insert the contact c, unless the curved surface beside it is nearer. */
static int keep_rim(const struct object3 *o, const struct rim *rim, const struct touch3 *c, double within, struct touch3 *t,
	int n)
{
	return c->gap < within && v3_dot(c->n, rim->e[2]) <= 0 ? object3_keep(t, n, c, o->thin) : n;
}

/* Find contacts from points of the edge that are nearer to the body than both their neighbours. These points are half as far
 * apart as the samples of the surface. */
static int from_rim(const struct object3 *o, const struct rim *rim, const double x[3], double within, struct touch3 *t, int n)
{
	const double pi = 3.14159265358979323846;
	double reach = o->reach + o->off + within, middle = 0, half = pi, look_at = within + 0.3 * o->samples->spacing * o->size;
	double rho = sqrt(x[0] * x[0] + x[1] * x[1]), plane = reach * reach - x[2] * x[2];
	vec3 along, inwards;

	/* the points nearer than reach: rho^2 + r^2 - 2 rho r cos(angle) < plane */
	double cosine = rho > 0 ? (rho * rho + rim->r * rim->r - plane) / (2 * rho * rim->r) : -2;
	if (cosine > -1) {
		half = trig_atan2(sqrt(fmax(1 - cosine * cosine, 0)), cosine);
		middle = trig_atan2(x[1], x[0]);
	}
	int points = (int)fmin(fmax(ceil(4 * half * rim->r / (o->samples->spacing * o->size)), 16), 4096);
	double step = 2 * half / points, *far = MEM_NEW(double, (size_t)points + 2);
	for (int k = 0; k < points + 2; k++)
		far[k] = object3_outside(o, rim_point(rim, middle - half + (k - 1) * step, &along, &inwards));
	for (int k = 1; k <= points; k++) {
		double angle = middle - half + (k - 1) * step;
		struct touch3 c;

		if (!(far[k] < look_at && far[k] <= far[k - 1] && far[k] < far[k + 1]))
			continue;
		int good = newton_rim(o, rim, angle, object3_onto(o, rim_point(rim, angle, &along, &inwards)), &c);
		if (!good) {
			angle = rim_least(o, rim, angle - step, angle + step);
			good = newton_rim(o, rim, angle, object3_onto(o, rim_point(rim, angle, &along, &inwards)), &c);
		}
		if (good)
			n = keep_rim(o, rim, &c, within, t, n);
	}
	free(far);
	return n;
}

/* The edge in the body's own frame. The distance from it has the slope 1. */
struct rim_seen { vec3 c, z; double r; };

static double rim_value(const void *of, vec3 x)
{
	const struct rim_seen *s = of;
	vec3 d = v3_sub(x, s->c);
	double along = v3_dot(d, s->z), off = v3_norm(v3_sub(d, v3_scale(along, s->z))) - s->r;

	return sqrt(along * along + off * off);
}

static double rim_bound(const void *of, vec3 x, double enough)
{
	(void)enough;
	return rim_value(of, x);
}

/* Find contacts from samples of the surface, since the estimate from points of the edge may miss thin parts of the body. */
static int from_surface(const struct object3 *o, const struct rim *rim, double within, struct touch3 *t, int n)
{
	const vec3 origin = object3_back(o, v3(0, 0, 0));
	const struct rim_seen seen = { object3_back(o, rim->c), v3_scale(o->size, v3_sub(object3_back(o, rim->e[2]), origin)),
		rim->r / o->size };
	const struct samples3_field field = { rim_value, rim_bound, &seen };
	int *least, m = samples3_least(o->samples, &field, within / o->size + 0.3 * o->samples->spacing, &least);

	for (int k = 0; k < m; k++) {
		vec3 x = object3_point(o, o->samples->at[least[k]]), d = v3_sub(x, rim->c);
		struct touch3 c;

		if (newton_rim(o, rim, trig_atan2(v3_dot(d, rim->e[1]), v3_dot(d, rim->e[0])), x, &c))
			n = keep_rim(o, rim, &c, within, t, n);
	}
	free(least);
	return n;
}

int object3_gaps_rim(const struct object3 *o, const struct tube3 *w, int side, double within, struct touch3 *t, int n)
{
	double x[3], reach = o->reach + o->off + within;
	struct rim rim = { .r = w->r };

	for (int k = 0; k < 3; k++)
		rim.e[k] = v3_scale(k == 2 ? side : 1, v3(w->axes[0][k], w->axes[1][k], w->axes[2][k]));
	rim.c = v3_add(w->c, v3_scale(w->half, rim.e[2]));
	for (int k = 0; k < 3; k++)
		x[k] = v3_dot(v3_sub(o->c, rim.c), rim.e[k]);
	double off = sqrt(x[0] * x[0] + x[1] * x[1]) - rim.r;
	if (!(off * off + x[2] * x[2] < reach * reach))
		return n;
	return from_surface(o, &rim, within, t, from_rim(o, &rim, x, within, t, n));
}
