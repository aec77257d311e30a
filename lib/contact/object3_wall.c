/* object3_wall.c: contacts of bodies given by a function with planes, cylinders and their edges */
#include "contact/object3_parts.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/trig.h"

/* What is to be least on the surface: of a plane the height n.x, of a tube minus half of the square of the distance from
 * the axis through the point c along the unit vector z, of a rod half of it; bend is that factor, 0 of a plane. */
struct wall { vec3 n, c, z; double bend; };

static vec3 wall_slope(const struct wall *w, vec3 x)
{
	vec3 d = v3_sub(x, w->c);

	return w->bend == 0 ? w->n : v3_scale(w->bend, v3_sub(d, v3_scale(v3_dot(d, w->z), w->z)));
}

static double wall_value(const struct wall *w, vec3 x)
{
	vec3 s = wall_slope(w, x);

	return w->bend == 0 ? v3_dot(w->n, x) : 0.5 * w->bend * v3_dot(s, s);
}

/* F(x) = 0, slope - tau grad F = 0 for x and tau. */
static int newton_wall(const struct object3 *o, const struct wall *w, vec3 *x)
{
	const double z[3] = { w->z.x, w->z.y, w->z.z };
	vec3 g;
	double h[6], tau, f;

	*x = object3_onto(o, *x);
	f = object3_value(o, *x, &g, h);
	tau = v3_dot(wall_slope(w, *x), g) / v3_dot(g, g);
	for (int step = 0; step < 40; step++) {
		double m[OBJECT3_UNKNOWNS][OBJECT3_UNKNOWNS + 1] = { { 0 } };
		vec3 off = v3_sub(wall_slope(w, *x), v3_scale(tau, g));

		object3_put_matrix(m, 0, 0, h, -tau, w->bend);
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				m[i][j] -= w->bend * z[i] * z[j];
		object3_put_column(m, 0, 3, v3_scale(-1, g));
		object3_put_column(m, 0, 4, v3_scale(-1, off));
		object3_put_row(m, 3, 0, g);
		m[3][4] = -f;
		if (!object3_solve(4, m))
			return 0;
		vec3 d = v3(m[0][4], m[1][4], m[2][4]);
		double far = v3_norm(d), part = far > 0.2 * o->thin ? 0.2 * o->thin / far : 1;
		if (!(far < 1e100))
			return 0;
		*x = v3_add(*x, v3_scale(part, d));
		tau += part * m[3][4];
		f = object3_value(o, *x, &g, h);
		if (far < 1e-12 * o->thin)
			break;
		if (step == 39)
			return 0;
	}
	/* a minimum on the surface: the second derivatives of slope - tau grad F, across the gradient */
	vec3 t, s;
	object3_tangents(g, &t, &s);
	double tz = v3_dot(t, w->z), sz = v3_dot(s, w->z);
	double tt = w->bend * (1 - tz * tz) - tau * sym3_between(h, t, t), ss = w->bend * (1 - sz * sz) - tau * sym3_between(h, s, s);
	double ts = -w->bend * tz * sz - tau * sym3_between(h, t, s);
	return tau > 0 && tt + ss > 0 && tt * ss - ts * ts >= -1e-9 * (tt + ss) * (tt + ss);
}

/* All minima on the surface with values up to most, at the samples before. */
static int minima(const struct object3 *o, const struct wall *w, double most, vec3 x[OBJECT3_MOST])
{
	const struct samples3 *s = o->samples;
	double *value = MEM_NEW(double, (size_t)s->n);
	int n = 0;

	for (int k = 0; k < s->n; k++)
		value[k] = wall_value(w, object3_point(o, s->at[k]));
	for (int k = 0; k < s->n && n < OBJECT3_MOST; k++) {
		int least = value[k] < most;
		vec3 at = object3_point(o, s->at[k]);

		for (int i = s->from[k]; least && i < s->from[k + 1]; i++)
			least = value[k] < value[s->next[i]] || (value[k] == value[s->next[i]] && k < s->next[i]);
		if (!least || !newton_wall(o, w, &at))
			continue;
		int known = 0;
		for (int i = 0; i < n; i++)
			known |= v3_norm(v3_sub(x[i], at)) < 0.02 * o->thin;
		if (!known)
			x[n++] = at;
	}
	free(value);
	return n;
}

int object3_gaps_plane(const struct object3 *o, vec3 n, double p, double within, struct touch3 t[OBJECT3_MOST])
{
	const struct wall w = { .n = n };
	vec3 x[OBJECT3_MOST];
	int found = 0, m;

	if (v3_dot(n, o->c) - p - o->reach >= within)
		return 0;
	m = minima(o, &w, p + within + 0.3 * o->samples->apart * o->size, x);
	for (int k = 0; k < m; k++) {
		double gap = v3_dot(n, x[k]) - p;
		struct touch3 c = { gap, v3(0 - n.x, 0 - n.y, 0 - n.z), x[k], v3_sub(x[k], v3_scale(gap, n)) };

		if (gap < within)
			found = object3_keep(t, found, &c, o->thin);
	}
	return found;
}

static int curved_gaps(const struct object3 *o, const struct tube3 *tube, double within, struct touch3 t[OBJECT3_MOST])
{
	vec3 z = v3(tube->axes[0][2], tube->axes[1][2], tube->axes[2][2]), d = v3_sub(o->c, tube->c), x[OBJECT3_MOST];
	double across = v3_norm(v3_sub(d, v3_scale(v3_dot(d, z), z))), out = tube->in && across < tube->r ? -1 : 1;
	const struct wall w = { .c = tube->c, .z = z, .bend = out };
	double far = 0.3 * o->samples->apart * o->size + within, r = tube->r - out * -far;
	int found = 0, m;

	if (out * (across - tube->r) - o->reach >= within)
		return 0;
	m = minima(o, &w, r > 0 ? 0.5 * out * r * r : 0, x);
	for (int k = 0; k < m; k++) {
		vec3 e = v3_sub(x[k], tube->c);
		double along = v3_dot(e, z), rho;
		vec3 radial = v3_sub(e, v3_scale(along, z));

		rho = v3_norm(radial);
		if (fabs(along) > tube->half || !(rho > 0))
			continue;
		vec3 n = v3_scale(-out / rho, radial);
		struct touch3 c = { out * (rho - tube->r), n, x[k], v3_add(x[k], v3_scale(out * (rho - tube->r), n)) };
		if (c.gap < within)
			found = object3_keep(t, found, &c, o->thin);
	}
	return found;
}

/* ---- edges ---- */

struct rim { vec3 c, e[3]; double r; }; /* e[2] points away from the cylinder */

/* The point, its derivative by the angle, and the second one. */
static vec3 rim_point(const struct rim *rim, double angle, vec3 *along, vec3 *inwards)
{
	double s, c;

	trig_sincos(angle, &s, &c);
	*along = v3_scale(rim->r, v3_sub(v3_scale(c, rim->e[1]), v3_scale(s, rim->e[0])));
	*inwards = v3_scale(-rim->r, v3_add(v3_scale(c, rim->e[0]), v3_scale(s, rim->e[1])));
	return v3_sub(rim->c, *inwards);
}

/* Whether x is the nearest point of the surface around it to the edge's point, at the distance gap, and that the nearest of
 * the edge's around it. With the curvatures K = -H / |grad F| at x, across the normal, those of the parallel surface
 * through the edge's point are K (1 + gap K)^-1; the second derivative of the distance is n.y'' + y'.K (1 + gap K)^-1 y'. */
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

/* Newton's method from the edge's point at that angle on: fills *c and returns 1 where it has come to a least distance. */
static int newton_rim(const struct object3 *o, const struct rim *rim, double angle, struct touch3 *c)
{
	vec3 g, along, inwards, y = rim_point(rim, angle, &along, &inwards), x = object3_onto(o, y);
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

/* The angle between lo and hi at which the edge comes nearest, about, by golden section. */
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
		double at = left ? hi - part * (hi - lo) : lo + part * (hi - lo), f = object3_outside(o, rim_point(rim, at, &along, &inwards));
		*(left ? &a : &b) = at;
		*(left ? &fa : &fb) = f;
	}
	return fa < fb ? a : b;
}

/* From points of the edge, half as far apart as those of the surface, that are nearer to the body than both beside them. */
static int rim_gaps(const struct object3 *o, const struct rim *rim, double within, struct touch3 *t, int n)
{
	const double pi = 3.14159265358979323846;
	double x[3], reach = o->reach + within, middle = 0, half = pi, look_at = within + 0.3 * o->samples->apart * o->size;
	vec3 d = v3_sub(o->c, rim->c), along, inwards;

	for (int k = 0; k < 3; k++)
		x[k] = v3_dot(d, rim->e[k]);
	double rho = sqrt(x[0] * x[0] + x[1] * x[1]), plane = reach * reach - x[2] * x[2];
	/* the points nearer than reach: rho^2 + r^2 - 2 rho r cos(angle) < plane */
	if (!(plane > (rim->r - rho) * (rim->r - rho)))
		return n;
	double cosine = rho > 0 ? (rho * rho + rim->r * rim->r - plane) / (2 * rho * rim->r) : -2;
	if (cosine > -1) {
		half = trig_atan2(sqrt(fmax(1 - cosine * cosine, 0)), cosine);
		middle = trig_atan2(x[1], x[0]);
	}
	int points = (int)fmin(fmax(ceil(4 * half * rim->r / (o->samples->apart * o->size)), 16), 4096);
	double step = 2 * half / points, *far = MEM_NEW(double, (size_t)points + 2);
	for (int k = 0; k < points + 2; k++)
		far[k] = object3_outside(o, rim_point(rim, middle - half + (k - 1) * step, &along, &inwards));
	for (int k = 1; k <= points; k++) {
		double angle = middle - half + (k - 1) * step;
		struct touch3 c;

		if (!(far[k] < look_at && far[k] <= far[k - 1] && far[k] < far[k + 1]))
			continue;
		if (!newton_rim(o, rim, angle, &c) && !newton_rim(o, rim, rim_least(o, rim, angle - step, angle + step), &c))
			continue;
		/* the curved surface beside it must not come nearer */
		if (c.gap < within && v3_dot(c.n, rim->e[2]) <= 0)
			n = object3_keep(t, n, &c, o->thin);
	}
	free(far);
	return n;
}

int object3_gaps_tube(const struct object3 *o, const struct tube3 *w, double within, struct touch3 t[OBJECT3_MOST])
{
	int n = curved_gaps(o, w, within, t);

	for (int side = -1; side <= 1 && w->half < INFINITY; side += 2) {
		struct rim rim = { .r = w->r };

		for (int k = 0; k < 3; k++)
			rim.e[k] = v3_scale(k == 2 ? side : 1, v3(w->axes[0][k], w->axes[1][k], w->axes[2][k]));
		rim.c = v3_add(w->c, v3_scale(w->half, rim.e[2]));
		n = rim_gaps(o, &rim, within, t, n);
	}
	return n;
}
