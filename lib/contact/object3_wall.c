/* object3_wall.c: contacts of implicit bodies with planes and the curved surfaces of cylinders */
#include "contact/object3_parts.h"

#include <stdlib.h>

#include "base/buf.h"

/* A wall, and its height function, whose minima on the body's surface are sought. For a plane (bend 0) it is n.x - off. For a
 * tube (bend -1) about the axis through c along the unit vector z it is the radius off less the distance from the axis; for a
 * rod (bend 1) it is the distance from the axis less off. */
struct wall { vec3 n, c, z; double bend, off; };

/* The gradient of the height of a plane; for a tube or rod, that of minus or plus half the squared distance from the axis. */
static vec3 wall_slope(const struct wall *w, vec3 x)
{
	vec3 d = v3_sub(x, w->c);

	return w->bend == 0 ? w->n : v3_scale(w->bend, v3_sub(d, v3_scale(v3_dot(d, w->z), w->z)));
}

static double wall_value(const void *of, vec3 x)
{
	const struct wall *w = of;

	return w->bend == 0 ? v3_dot(w->n, x) - w->off : w->bend * (v3_norm(wall_slope(w, x)) - w->off);
}

/* The height has the slope 1. */
static double wall_bound(const void *of, vec3 x, double enough)
{
	(void)enough;
	return wall_value(of, x);
}

/* The wall in the body's own frame. */
static struct wall wall_in_frame(const struct object3 *o, const struct wall *w)
{
	struct wall s = { .bend = w->bend };
	const vec3 origin = object3_back(o, v3(0, 0, 0));

	if (w->bend == 0) {
		s.n = v3_scale(o->size, v3_sub(object3_back(o, w->n), origin));
		s.off = (w->off - v3_dot(w->n, o->c)) / o->size;
	} else {
		s.c = object3_back(o, w->c);
		s.z = v3_scale(o->size, v3_sub(object3_back(o, w->z), origin));
		s.off = w->off / o->size;
	}
	return s;
}

/* Newton's method for F(x) = 0, slope - tau grad F = 0, from *x. Returns 1 if it has converged to a minimum of the height. */
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

/* Descend on the surface from *x by steps that get shorter. Returns 1 if they have become so short that *x is a minimum. */
static int descend(const struct object3 *o, const struct wall *w, vec3 *x)
{
	double step = 0.1 * o->thin, value;

	*x = object3_onto(o, *x);
	value = wall_value(w, *x);
	for (int k = 0; k < 200 && step > 1e-9 * o->thin; k++) {
		vec3 g, slope = wall_slope(w, *x);

		object3_value(o, *x, &g, NULL);
		slope = v3_sub(slope, v3_scale(v3_dot(slope, g) / v3_dot(g, g), g));
		double l = v3_norm(slope);
		if (!(l > 0))
			return 1;
		vec3 to = object3_onto(o, v3_sub(*x, v3_scale(step / l, slope)));
		double there = wall_value(w, to);
		if (there < value) {
			*x = to;
			value = there;
			step *= 1.5;
		} else {
			step *= 0.5;
		}
	}
	return step <= 1e-9 * o->thin;
}

/* Move *x from a sample to the minimum below it; returns 0 if none was found. Newton's method may end at another place, or not
 * at all, if curvatures change within its steps. Then it begins again from further down, and if it fails again the end of the
 * descent counts. */
static int minimum_below(const struct object3 *o, const struct wall *w, vec3 *x)
{
	vec3 to = *x, low;
	double most = wall_value(w, object3_onto(o, *x));

	if (newton_wall(o, w, &to) && wall_value(w, to) <= most) {
		*x = to;
		return 1;
	}
	int ends = descend(o, w, x);
	low = *x;
	if (newton_wall(o, w, &low) && wall_value(w, low) <= wall_value(w, *x))
		*x = low;
	else if (!ends)
		return 0;
	return 1;
}

/* Find the contacts with a wall, those on a cylinder only up to the distance half from c along z. */
static int wall_gaps(const struct object3 *o, const struct wall *w, double half, double within, struct touch3 t[OBJECT3_MOST])
{
	const struct wall seen = wall_in_frame(o, w);
	const struct samples3_field field = { wall_value, wall_bound, &seen };
	int *least, found = 0, m = samples3_least(o->samples, &field, within / o->size + 0.3 * o->samples->spacing, &least);

	for (int k = 0; k < m; k++) {
		vec3 x = object3_point(o, o->samples->at[least[k]]), down;

		if (!minimum_below(o, w, &x) || fabs(v3_dot(v3_sub(x, w->c), w->z)) > half)
			continue;
		down = wall_slope(w, x);
		double l = v3_norm(down), gap = wall_value(w, x);
		if (!(gap < within && l > 0))
			continue;
		vec3 n = v3_sub(v3(0, 0, 0), v3_scale(1 / l, down)); /* 0 - x: never -0 */
		struct touch3 c = { gap, n, x, v3_add(x, v3_scale(gap, n)) };
		found = object3_keep(t, found, &c, o->thin);
	}
	free(least);
	return found;
}

int object3_gaps_plane(const struct object3 *o, vec3 n, double p, double within, struct touch3 t[OBJECT3_MOST])
{
	const struct wall w = { .n = n, .off = p };

	return v3_dot(n, o->c) - p - (o->reach + o->off) < within ? wall_gaps(o, &w, INFINITY, within, t) : 0;
}

static int curved_gaps(const struct object3 *o, const struct tube3 *tube, double within, struct touch3 t[OBJECT3_MOST])
{
	vec3 z = v3(tube->axes[0][2], tube->axes[1][2], tube->axes[2][2]), d = v3_sub(o->c, tube->c);
	double across = v3_norm(v3_sub(d, v3_scale(v3_dot(d, z), z))), out = tube3_inside(tube, across) ? -1 : 1;
	const struct wall w = { .c = tube->c, .z = z, .bend = out, .off = tube->r };

	return out * (across - tube->r) - (o->reach + o->off) < within ? wall_gaps(o, &w, tube->half, within, t) : 0;
}

int object3_gaps_tube(const struct object3 *o, const struct tube3 *w, double within, struct touch3 t[OBJECT3_MOST])
{
	int n = curved_gaps(o, w, within, t);

	for (int side = -1; side <= 1 && w->half < INFINITY; side += 2)
		n = object3_gaps_rim(o, w, side, within, t, n);
	return n;
}
