/* solid_reach.c: the extent of shapes in three dimensions
 *
 * An object is the set F'(x) >= 0 (solid/implicit.h). To find its point farthest from p, or farthest along u, boxes that may
 * contain a farther point than the farthest known point are halved until none is left. A bound in a box: for any l >= 0, the
 * squared distance from p, or u.x, of a point of the object in the box is at most the maximum over the box of
 *
 *     G(x) = |x - p|^2 + l F'(x)   or   G(x) = u.x + l F'(x).
 *
 * At the farthest point the normal of the surface points away from p or along u, so the gradient of G vanishes there for some l.
 * With that l the error of the bound is of second order in the size of the box, and the bound is exact where F' has no bumps. To
 * bound G, let x = c + e, where c is the centre of the box. Terms e_k^2 along each axis are kept. A bump's max(Q, 0)^3 grows with
 * Q, and Q is at most its tangent q + y, y = grad Q.e, since B is positive definite. By Taylor's formula
 *
 *     max(q + y, 0)^3 <= max(q, 0)^3 + 3 max(q, 0)^2 y + 3 max(q + Y, 0) y^2,   |y| <= Y.
 *
 * For a dent, the cube is convex and therefore not below its tangent:
 *
 *     -max(Q, 0)^3 <= -max(q, 0)^3 - 3 max(q, 0)^2 (y - k e.B e). */
#include "world/solid.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/quat.h"

/* The function to maximise: square |x - p|^2 + u.x, where either square is 1 and u = 0, or square is 0. The result may exceed the
 * maximum by `near` times the distance from p, or, for u, times `size`, the size of the shape. */
struct aim { double square, p[3], u[3], near, size; };

struct box { double c[3], h[3], most; }; /* centre, half sides, upper bound of the function in the box */

/* F' at the centre of a box, its gradient, and a bound of the nonlinear part of bumps and dents in the box. */
struct look { double f, slope[3], bent; };

/* Returns F'. */
static double look_at(const struct solid *s, const double c[3], const double h[3], struct look *l)
{
	*l = (struct look){ .f = 1 };
	for (int k = 0; k < 3; k++) {
		double u = c[k] / s->a[k];

		l->f -= u * u;
		l->slope[k] = -2 * u / s->a[k];
	}
	for (int i = 0; i < s->n_bump; i++) {
		const struct bump *b = &s->bump[i];
		const double d[3] = { c[0] - b->c[0], c[1] - b->c[1], c[2] - b->c[2] }, row[3][3] = {
			{ b->b[0], b->b[3], b->b[4] }, { b->b[3], b->b[1], b->b[5] }, { b->b[4], b->b[5], b->b[2] } };
		double q = b->k, rise[3], span = 0, bend = 0;

		for (int k = 0; k < 3; k++) {
			rise[k] = -2 * b->k * (row[k][0] * d[0] + row[k][1] * d[1] + row[k][2] * d[2]);
			q += 0.5 * rise[k] * d[k];
			span += fabs(rise[k]) * h[k];
			bend += b->k * h[k] * (fabs(row[k][0]) * h[0] + fabs(row[k][1]) * h[1] + fabs(row[k][2]) * h[2]);
		}
		double cube = q > 0 ? b->sign * q * q * q : 0, square = q > 0 ? b->sign * 3 * q * q : 0;
		l->f += cube;
		for (int k = 0; k < 3; k++)
			l->slope[k] += square * rise[k];
		if (b->sign < 0)
			l->bent -= square * bend;
		else if (q + span > 0)
			l->bent += 3 * (q + span) * span * span;
	}
	return l->f;
}

/* An upper bound in the box of `part` times the function plus `times` times F'. */
static double bound(const struct solid *s, const struct box *b, const struct aim *aim, const struct look *l, double part,
	double times)
{
	double sum = times * (l->f + l->bent), square = part * aim->square;

	for (int k = 0; k < 3; k++) {
		double d = b->c[k] - aim->p[k], along = part * aim->u[k], h = b->h[k];
		double up = fabs(2 * square * d + along + times * l->slope[k]), bend = square - times / (s->a[k] * s->a[k]);

		sum += square * d * d + along * b->c[k];
		sum += bend < 0 && up < -2 * bend * h ? up * up / (-4 * bend) : (up + bend * h) * h;
	}
	return sum;
}

/* An upper bound of the function over the points of the object in the box; minus infinity if the box contains none. */
static double greatest(const struct solid *s, const struct box *b, const struct aim *aim)
{
	struct look l;
	double corner = 0, along = 0, steep = 0;

	look_at(s, b->c, b->h, &l);
	if (bound(s, b, aim, &l, 0, 1) < 0)
		return -INFINITY;
	for (int k = 0; k < 3; k++) {
		double d = b->c[k] - aim->p[k], far = fabs(d) + b->h[k];

		corner += aim->square * far * far + aim->u[k] * b->c[k] + fabs(aim->u[k]) * b->h[k];
		along += (2 * aim->square * d + aim->u[k]) * l.slope[k];
		steep += l.slope[k] * l.slope[k];
	}
	return along < 0 ? fmin(corner, bound(s, b, aim, &l, 1, -along / steep)) : corner;
}

/* The greatest known value on the ray from p through c, or from c along u. Newton's method finds the surface; the last step goes
 * slightly inside. */
static double reached(const struct solid *s, const double c[3], const struct aim *aim)
{
	enum { STEPS = 6 };
	static const double none[3];
	double d[3], start[3], t = aim->square, most = -INFINITY;
	struct look l;

	for (int k = 0; k < 3; k++) {
		start[k] = aim->square > 0 ? aim->p[k] : c[k];
		d[k] = aim->square > 0 ? c[k] - aim->p[k] : aim->u[k] * aim->size;
	}
	for (int step = 0; step <= STEPS; step++) {
		double x[3], slope = 0, value = 0;

		for (int k = 0; k < 3; k++) {
			x[k] = start[k] + t * d[k];
			value += aim->square * (x[k] - aim->p[k]) * (x[k] - aim->p[k]) + aim->u[k] * x[k];
		}
		double f = look_at(s, x, none, &l);
		for (int k = 0; k < 3; k++)
			slope += l.slope[k] * d[k];
		if (f >= 0)
			most = fmax(most, value);
		t = step + 1 < STEPS ? t - f / slope : t - 0.01 * aim->near * (aim->square > 0 ? t : 1);
		if (!(fabs(t) < DBL_MAX))
			break;
	}
	return most;
}

/* The bounding box of the ellipsoid and of its bumps. */
static struct box box_of(const struct solid *s)
{
	double lo[3], hi[3];
	struct box b = { .most = INFINITY };

	bumps_box(s->a, s->n_bump, s->bump, lo, hi);
	for (int k = 0; k < 3; k++) {
		b.c[k] = 0.5 * (lo[k] + hi[k]);
		b.h[k] = 0.5 * (hi[k] - lo[k]);
	}
	return b;
}

/* Halve a box along its longest side. */
static void halve(const struct box *b, struct box half[2])
{
	int k = b->h[0] >= b->h[1] ? 0 : 1;

	k = b->h[k] >= b->h[2] ? k : 2;
	for (int side = 0; side < 2; side++) {
		half[side] = *b;
		half[side].h[k] = 0.5 * b->h[k];
		half[side].c[k] += side ? half[side].h[k] : -half[side].h[k];
	}
}

/* Halve all remaining boxes in each step until no box may contain a value above the tolerance, or there are too many boxes. */
static double object_most(const struct solid *s, const struct aim *aim)
{
	enum { MOST_BOXES = 1 << 14, HALVINGS = 150 };
	struct box *box = mem_new(2 * MOST_BOXES, sizeof *box), *half = mem_new(2 * MOST_BOXES, sizeof *half);
	double known = -INFINITY, most = -INFINITY; /* greatest value found; greatest bound of the boxes that are done */
	int n = 1;

	box[0] = box_of(s);
	for (int step = 0; step < HALVINGS && n > 0 && n <= MOST_BOXES; step++) {
		double enough = known + aim->near * (aim->square > 0 ? 2 * known : aim->size);
		struct box *swap = half;
		int all = n;

		n = 0;
		for (int k = 0; k < all; k++) {
			if (box[k].most <= enough || box[k].most <= most) {
				most = fmax(most, box[k].most);
				continue;
			}
			halve(&box[k], &half[n]);
			for (int side = 0, at = n; side < 2; side++) {
				half[n] = half[at + side];
				half[n].most = greatest(s, &half[n], aim);
				if (half[n].most == -INFINITY)
					continue;
				known = fmax(known, reached(s, half[n].c, aim));
				n++;
			}
		}
		half = box;
		box = swap;
	}
	for (int k = 0; k < n; k++)
		most = fmax(most, box[k].most);
	free(box);
	free(half);
	return most;
}

static double object_reach(const struct solid *s)
{
	const double minus[3] = { -s->at[0], -s->at[1], -s->at[2] };
	struct aim aim = { .square = 1, .near = 1e-3 };
	double turn[3][3];

	quat_matrix(turn, s->turn);
	mat3_apply_back(aim.p, (const double (*)[3])turn, minus);
	return sqrt(object_most(s, &aim)) * (1 + 1e-13); /* above the rounding error */
}

double solid_support(const struct solid *s, const double u[3])
{
	struct aim aim = { .near = 1e-10, .size = solid_reach(s) };
	double turn[3][3];

	quat_matrix(turn, s->turn);
	mat3_apply_back(aim.u, (const double (*)[3])turn, u);
	return object_most(s, &aim) + (u[0] * s->at[0] + u[1] * s->at[1] + u[2] * s->at[2]) + 1e-13 * aim.size;
}

static double norm(const double v[3])
{
	return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

double solid_reach(const struct solid *s)
{
	double far = fmax(s->a[0], fmax(s->a[1], s->a[2]));

	if (s->n_bump || norm(s->at) > 0) {
		if (!(s->reach > 0))
			((struct solid *)(uintptr_t)s)->reach = object_reach(s);
		return s->reach;
	}
	for (int k = 0; k < s->n && s->ball; k++)
		far = fmax(far, norm(s->ball[k]) + s->ball[k][3]);
	for (int k = 0; k < s->n && s->vertex; k++)
		far = fmax(far, norm(s->vertex[k]));
	if (s->first)
		far += s->r;
	else if (s->r > 0)
		far = sqrt(s->r * s->r + s->length * s->length / 4);
	return far;
}
