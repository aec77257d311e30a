/* slice.c: areas of parts of a region */
#include "plane/slice.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "base/vec.h"

static void boundary_resize(struct boundary *b, int n)
{
	MEM_GROW(b->piece, &b->cap, (size_t)n);
	b->n = n;
	b->origin[0] = b->origin[1] = b->gap = 0;
}

static void turn(const double from[2], double c, double s, double to[2])
{
	double x = from[0], y = from[1];

	to[0] = c * x - s * y;
	to[1] = s * x + c * y;
}

void boundary_place(struct boundary *to, const struct boundary *b, double size, double c, double s, double dx, double dy)
{
	double o[2];

	turn(b->origin, size * c, size * s, o);
	o[0] += dx;
	o[1] += dy;
	boundary_resize(to, b->n);
	for (int k = 0; k < b->n; k++) {
		const struct piece *p = &b->piece[k];
		struct piece *q = &to->piece[k];

		turn(p->p, size * c, size * s, q->p);
		turn(p->q, size * c, size * s, q->q);
		turn(p->c, size * c, size * s, q->c);
		turn(p->np, c, s, q->np);
		turn(p->nq, c, s, q->nq);
		q->r = size * p->r;
		q->angle = p->angle;
		for (int d = 0; d < 2; d++) {
			q->p[d] += o[d];
			q->q[d] += o[d];
			q->c[d] += o[d];
		}
	}
}

void boundary_of_rectangle(struct boundary *to, const double lo[2], const double hi[2])
{
	const double xy[4][2] = { { lo[0], lo[1] }, { hi[0], lo[1] }, { hi[0], hi[1] }, { lo[0], hi[1] } };

	boundary_resize(to, 4);
	for (int k = 0; k < 4; k++) {
		to->piece[k] = (struct piece){ .r = 0 };
		memcpy(to->piece[k].p, xy[k], sizeof xy[k]);
		memcpy(to->piece[k].q, xy[(k + 1) % 4], sizeof xy[k]);
	}
}

/* Parameters along a piece, in ascending order, where the integrand changes its form; the first and the last are the ends. */
struct cuts { int n; double at[8]; };

static void cut(struct cuts *c, double at, double end)
{
	int k = c->n++;

	if (!(at > 0 && at < end)) {
		c->n--;
		return;
	}
	for (; k > 0 && c->at[k - 1] > at; k--)
		c->at[k] = c->at[k - 1];
	c->at[k] = at;
}

/* ---- left of an edge, in a strip ---- */

static double line_left(const struct piece *g, double edge, const double strip[2])
{
	double dx = g->q[0] - g->p[0], dy = g->q[1] - g->p[1], sum = 0;
	struct cuts c = { 1, { 0 } };

	if (dy == 0)
		return 0;
	cut(&c, (edge - g->p[0]) / dx, 1);
	cut(&c, (strip[0] - g->p[1]) / dy, 1);
	cut(&c, (strip[1] - g->p[1]) / dy, 1);
	c.at[c.n++] = 1;
	for (int k = 0; k + 1 < c.n; k++) {
		double middle = 0.5 * (c.at[k] + c.at[k + 1]), x = g->p[0] + middle * dx, y = g->p[1] + middle * dy;

		if (y >= strip[0] && y < strip[1])
			sum += fmin(x, edge) * (c.at[k + 1] - c.at[k]) * dy;
	}
	return sum;
}

/* The angle from np to the unit vector (x, y), counter-clockwise, in [0, 2 pi). */
static double angle_from(const double np[2], double x, double y)
{
	double a = trig_atan2(np[0] * y - np[1] * x, np[0] * x + np[1] * y);

	return a < 0 ? a + 6.283185307179586477 : a;
}

/* Cut an arc where the x (axis 0) or y (axis 1) of its unit vector is u. */
static void cut_arc(struct cuts *c, const struct piece *g, int axis, double u)
{
	if (!(fabs(u) < 1))
		return;
	double w = sqrt((1 - u) * (1 + u));

	cut(c, angle_from(g->np, axis ? w : u, axis ? u : w), g->angle);
	cut(c, angle_from(g->np, axis ? -w : u, axis ? u : -w), g->angle);
}

/* The unit vector at an angle after np, exact at the ends. */
static vec2 arc_normal(const struct piece *g, double angle)
{
	if (angle == 0)
		return v2(g->np[0], g->np[1]);
	if (angle == g->angle)
		return v2(g->nq[0], g->nq[1]);
	return piece_normal(g, angle);
}

/* On an arc x dy = (cx + r cos t) r cos t dt; the integral of cos^2 is half of t + sin t cos t. */
static double arc_left(const struct piece *g, double edge, const double strip[2])
{
	double r = g->r, sum = 0;
	struct cuts c = { 1, { 0 } };

	cut_arc(&c, g, 0, (edge - g->c[0]) / r);
	cut_arc(&c, g, 1, (strip[0] - g->c[1]) / r);
	cut_arc(&c, g, 1, (strip[1] - g->c[1]) / r);
	c.at[c.n++] = g->angle;
	vec2 a = arc_normal(g, 0), b;
	for (int k = 0; k + 1 < c.n; k++, a = b) {
		vec2 m = arc_normal(g, 0.5 * (c.at[k] + c.at[k + 1]));
		double y = g->c[1] + r * m.y;

		b = arc_normal(g, c.at[k + 1]);
		if (y < strip[0] || y >= strip[1])
			continue;
		if (g->c[0] + r * m.x < edge)
			sum += g->c[0] * r * (b.y - a.y) +
			       0.5 * r * r * (c.at[k + 1] - c.at[k] + b.x * b.y - a.x * a.y);
		else
			sum += edge * r * (b.y - a.y);
	}
	return sum;
}

double boundary_area_left(const struct boundary *b, double edge, const double strip[2])
{
	double sum = 0;

	for (int k = 0; k < b->n; k++)
		sum += b->piece[k].r > 0 ? arc_left(&b->piece[k], edge, strip) : line_left(&b->piece[k], edge, strip);
	return sum;
}

/* ---- within a disk ---- */

/* Outside the disk a piece contributes the sector of the disk that it subtends at the centre. */
static double line_within(const struct piece *g, double r)
{
	vec2 p = v2(g->p[0], g->p[1]), d = v2_sub(v2(g->q[0], g->q[1]), p);
	double dd = v2_dot(d, d), pd = v2_dot(p, d), root = pd * pd - dd * (v2_dot(p, p) - r * r), sum = 0;
	struct cuts c = { 1, { 0 } };

	if (dd == 0)
		return 0;
	if (root > 0) {
		cut(&c, (-pd - sqrt(root)) / dd, 1);
		cut(&c, (-pd + sqrt(root)) / dd, 1);
	}
	c.at[c.n++] = 1;
	vec2 a = p, b;
	for (int k = 0; k + 1 < c.n; k++, a = b) {
		vec2 m = v2_add(p, v2_scale(0.5 * (c.at[k] + c.at[k + 1]), d));

		b = v2_add(p, v2_scale(c.at[k + 1], d));
		sum += v2_dot(m, m) < r * r ? v2_cross(a, b) : r * r * trig_atan2(v2_cross(a, b), v2_dot(a, b));
	}
	return 0.5 * sum;
}

/* The polar angle of c + r n up to a constant, continuous in n. If the origin is outside the circle, the angle is counted from c.
 * If the origin is inside, the angle is counted from n, and the caller adds the angle of n. */
static double arc_bearing(vec2 c, double r, vec2 n)
{
	double cc = v2_dot(c, c), cn = v2_dot(c, n);

	return cc < r * r ? trig_atan2(v2_cross(n, c), r + cn) : trig_atan2(r * v2_cross(c, n), cc + r * cn);
}

/* The circle meets the rim of the disk where |c + r n| = R, hence where c.n = (R^2 - c^2 - r^2) / (2 r). */
static double arc_within(const struct piece *g, double radius)
{
	vec2 c = v2(g->c[0], g->c[1]);
	double r = g->r, far = v2_norm(c), sum = 0;
	struct cuts cs = { 1, { 0 } };

	if (far > 0) {
		double u = (radius * radius - far * far - r * r) / (2 * r * far), w = (1 - u) * (1 + u);

		if (w > 0) {
			vec2 e = v2_scale(1 / far, c), along = v2_scale(u, e), over = v2_scale(sqrt(w), v2_left(e));

			cut(&cs, angle_from(g->np, along.x + over.x, along.y + over.y), g->angle);
			cut(&cs, angle_from(g->np, along.x - over.x, along.y - over.y), g->angle);
		}
	}
	cs.at[cs.n++] = g->angle;
	vec2 a = arc_normal(g, 0), b;
	for (int k = 0; k + 1 < cs.n; k++, a = b) {
		vec2 m = v2_add(c, v2_scale(r, arc_normal(g, 0.5 * (cs.at[k] + cs.at[k + 1]))));
		double angle = cs.at[k + 1] - cs.at[k];

		b = arc_normal(g, cs.at[k + 1]);
		if (v2_dot(m, m) < radius * radius)
			sum += r * (c.x * (b.y - a.y) - c.y * (b.x - a.x)) + r * r * angle;
		else
			sum += radius * radius * ((far < r ? angle : 0) + arc_bearing(c, r, b) - arc_bearing(c, r, a));
	}
	return 0.5 * sum;
}

double boundary_area_within(const struct boundary *b, double r)
{
	double sum = 0;

	for (int k = 0; k < b->n; k++)
		sum += b->piece[k].r > 0 ? arc_within(&b->piece[k], r) : line_within(&b->piece[k], r);
	return sum;
}
