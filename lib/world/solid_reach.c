/* solid_reach.c: how far shapes in three dimensions reach
 *
 * An object is where F'(x) >= 0 (shape/implicit.h). Its point that is farthest from p is looked for in boxes, which are halved
 * as long as there may be a farther one in them than the farthest that is known. For any l >= 0, at no point of a body in a box
 * is the square of the distance above the greatest value there of
 *
 *     G(x) = |x - p|^2 + l F'(x),
 *
 * and where the surface is farthest its normal leads away from p, so that there is an l for which G is level: with it, the bound
 * is off by the square of the box alone, and is exact where F' has no bumps. To bound G, let x = c + e from the centre c of the
 * box. What is of second order stays as it is, e_k^2 along each axis. A bump's max(Q, 0)^3 grows with Q, which is not above its
 * tangent q + y, y = grad Q.e, since B is positive definite; that is
 *
 *     max(q + y, 0)^3 <= max(q, 0)^3 + 3 max(q, 0)^2 y + 3 max(q + Y, 0) y^2,   |y| <= Y,
 *
 * by Taylor's formula. Of a dent, the cube is convex and so not below its tangent:
 *
 *     -max(Q, 0)^3 <= -max(q, 0)^3 - 3 max(q, 0)^2 (y - k e.B e). */
#include "world/solid.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/quat.h"

static const double near_enough = 1e-3; /* of the reach: so close are bounds and what is reached */

struct box { double c[3], h[3], most; }; /* centre, half sides; no point in it is farther from p */

/* F' at the centre of a box, its slope, and what is not linear of bumps and dents. */
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

/* Not below |x - p|^2 times square plus F' times times, anywhere in the box. */
static double bound(const struct solid *s, const struct box *b, const double p[3], const struct look *l, double square,
	double times)
{
	double sum = times * (l->f + l->bent);

	for (int k = 0; k < 3; k++) {
		double d = b->c[k] - p[k], up = fabs(2 * square * d + times * l->slope[k]), h = b->h[k];
		double bend = square - times / (s->a[k] * s->a[k]);

		sum += square * d * d + (bend < 0 && up < -2 * bend * h ? up * up / (-4 * bend) : (up + bend * h) * h);
	}
	return sum;
}

/* No point of the body in the box is farther from p than this; negative where there is none. */
static double farthest(const struct solid *s, const struct box *b, const double p[3])
{
	struct look l;
	double corner = 0, along = 0, steep = 0;

	look_at(s, b->c, b->h, &l);
	if (bound(s, b, p, &l, 0, 1) < 0)
		return -1;
	for (int k = 0; k < 3; k++) {
		double d = fabs(b->c[k] - p[k]) + b->h[k];

		corner += d * d;
		along += (b->c[k] - p[k]) * l.slope[k];
		steep += l.slope[k] * l.slope[k];
	}
	double level = along < 0 ? bound(s, b, p, &l, 1, -2 * along / steep) : INFINITY;
	return level < 0 ? -1 : sqrt(fmin(corner, level));
}

/* How far the body is known to reach on the way from p through c: Newton's method goes to the surface, and a little less
 * is inside. */
static double reached(const struct solid *s, const double c[3], const double p[3])
{
	enum { STEPS = 6 };
	static const double none[3];
	double d[3] = { c[0] - p[0], c[1] - p[1], c[2] - p[2] }, t = 1, inside = 0;
	struct look l;

	for (int step = 0; step <= STEPS; step++) {
		const double x[3] = { p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2] };
		double f = look_at(s, x, none, &l), slope = l.slope[0] * d[0] + l.slope[1] * d[1] + l.slope[2] * d[2];

		if (f >= 0)
			inside = fmax(inside, t);
		t = step + 1 < STEPS ? t - f / slope : t * (1 - 0.01 * near_enough);
		if (!(t > 0 && t < DBL_MAX))
			break;
	}
	return inside * sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* Around the ellipsoid and those of its bumps. */
static struct box box_of(const struct solid *s)
{
	double lo[3], hi[3], reach[3];
	struct box b = { .most = INFINITY };

	for (int k = 0; k < 3; k++)
		lo[k] = -(hi[k] = s->a[k]);
	for (int i = 0; i < s->n_bump; i++) {
		if (s->bump[i].sign < 0)
			continue;
		bump_reach(&s->bump[i], reach);
		for (int k = 0; k < 3; k++) {
			lo[k] = fmin(lo[k], s->bump[i].c[k] - reach[k]);
			hi[k] = fmax(hi[k], s->bump[i].c[k] + reach[k]);
		}
	}
	for (int k = 0; k < 3; k++) {
		b.c[k] = 0.5 * (lo[k] + hi[k]);
		b.h[k] = 0.5 * (hi[k] - lo[k]);
	}
	return b;
}

/* The two halves of a box, along its longest side. */
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

/* Boxes are halved, all that are left at once, until none may hold a point that is farther than what is near enough, or there are
 * too many. */
static double object_reach(const struct solid *s)
{
	enum { MOST_BOXES = 1 << 14, HALVINGS = 90 };
	const double minus[3] = { -s->at[0], -s->at[1], -s->at[2] };
	struct box *box = mem_new(2 * MOST_BOXES, sizeof *box), *half = mem_new(2 * MOST_BOXES, sizeof *half);
	double p[3], turn[3][3], known = 0, far = 0; /* what is reached; what the boxes that are done with do not pass */
	int n = 1;

	quat_matrix(turn, s->turn);
	mat3_apply_back(p, (const double (*)[3])turn, minus);
	box[0] = box_of(s);
	for (int step = 0; step < HALVINGS && n > 0 && n <= MOST_BOXES; step++) {
		struct box *swap = half;
		int all = n;

		n = 0;
		for (int k = 0; k < all; k++) {
			if (box[k].most <= known * (1 + near_enough) || box[k].most <= far) {
				far = fmax(far, box[k].most);
				continue;
			}
			halve(&box[k], &half[n]);
			for (int side = 0, at = n; side < 2; side++) {
				half[n] = half[at + side];
				half[n].most = farthest(s, &half[n], p);
				if (half[n].most < 0)
					continue;
				known = fmax(known, reached(s, half[n].c, p));
				n++;
			}
		}
		half = box;
		box = swap;
	}
	for (int k = 0; k < n; k++)
		far = fmax(far, box[k].most);
	free(box);
	free(half);
	return far * (1 + 1e-13); /* rounded */
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
	if (s->r > 0)
		far = sqrt(s->r * s->r + s->length * s->length / 4);
	return far;
}
