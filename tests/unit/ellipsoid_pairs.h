/* ellipsoid_pairs.h: pairs of ellipsoids whose gap, normal and points are known, and what is found of them.
 *
 * A pair is made in extended precision from a normal n and a gap: two ellipsoids of any half axes and turns, the second
 * where its farthest point along -n stands that gap beyond the farthest point of the first along n. Where the gap is
 * positive that is their distance; where it is negative and small beside the radii of curvature it is minus their depth. */
#ifndef SCREE_TEST_ELLIPSOID_PAIRS_H
#define SCREE_TEST_ELLIPSOID_PAIRS_H

#include <stdint.h>
#include <string.h>

#include "base/quat.h"
#include "base/rng.h"
#include "contact/ellipsoid3.h"
#include "tap.h"

typedef long double real;

struct known_body {
	double a[3], turn[4];
	real q[3][3];         /* R diag(a^2) R^T */
	real h;
	vec3 c;
	struct ellipsoid3 e;
};

struct known_pair {
	struct known_body body[2];
	real n[3], gap, point[2][3];
	double size;          /* the smaller greatest half axis */
};

__attribute__((unused))
static double random_normal(struct rng *g, double v[], int n)
{
	double sum = 0;

	for (int k = 0; k < n; k++) {
		v[k] = rng_normal(g);
		sum += v[k] * v[k];
	}
	return sqrt(sum);
}

static void known_matrix(struct known_body *b)
{
	real w = b->turn[0], x = b->turn[1], y = b->turn[2], z = b->turn[3], s = 2 / (w * w + x * x + y * y + z * z);
	const real r[3][3] = {
		{ 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y) },
		{ s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x) },
		{ s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y) } };

	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			b->q[i][j] = 0;
			for (int k = 0; k < 3; k++)
				b->q[i][j] += r[i][k] * b->a[k] * b->a[k] * r[j][k];
		}
}

/* The farthest point along n, from the centre. */
static real known_support(const struct known_body *b, const real n[3], real s[3])
{
	real h = 0;

	for (int i = 0; i < 3; i++)
		s[i] = b->q[i][0] * n[0] + b->q[i][1] * n[1] + b->q[i][2] * n[2];
	for (int i = 0; i < 3; i++)
		h += n[i] * s[i];
	h = sqrtl(h);
	for (int i = 0; i < 3; i++)
		s[i] /= h;
	return h;
}

static double known_longest(const struct known_body *b)
{
	return fmax(b->a[0], fmax(b->a[1], b->a[2]));
}

static void known_body(struct known_body *b, struct rng *g, double aspect, double scale)
{
	int longest = (int)rng_below(g, 3);

	for (int k = 0; k < 3; k++)
		b->a[k] = scale * (k == longest ? 1 : pow(aspect, -rng_uniform(g)));
	random_normal(g, b->turn, 4);
	known_matrix(b);
}

/* Put the second of two bodies beside the first, along n of any length, at the distance gap. */
static void known_place(struct known_pair *p, struct rng *g, const double n[3], double share)
{
	real s[2][3], c[2][3], square = 0;

	p->size = fmin(known_longest(&p->body[0]), known_longest(&p->body[1]));
	p->gap = (real)share * p->size;
	for (int k = 0; k < 3; k++)
		square += (real)n[k] * n[k];
	for (int k = 0; k < 3; k++)
		p->n[k] = n[k] / sqrtl(square);
	for (int i = 0; i < 2; i++)
		p->body[i].h = known_support(&p->body[i], p->n, s[i]);
	for (int k = 0; k < 3; k++) {
		c[0][k] = (double)(rng_uniform(g) - 0.5);
		c[1][k] = (double)(c[0][k] + s[0][k] + s[1][k] + p->gap * p->n[k]);
		p->point[0][k] = c[0][k] + s[0][k];
		p->point[1][k] = c[1][k] - s[1][k];
	}
	for (int i = 0; i < 2; i++) {
		struct known_body *b = &p->body[i];

		b->c = v3((double)c[i][0], (double)c[i][1], (double)c[i][2]);
		ellipsoid3_place(&b->e, b->a, b->c, b->turn);
	}
}

/* Two bodies of greatest half axes that differ by up to 2, the gap a share of the smaller. */
__attribute__((unused))
static void known_pair(struct known_pair *p, struct rng *g, double aspect, double share)
{
	double n[3];

	random_normal(g, n, 3);
	known_body(&p->body[0], g, aspect, 1);
	known_body(&p->body[1], g, aspect, pow(2, 2 * rng_uniform(g) - 1));
	known_place(p, g, n, share);
}

/* Needles, discs and laths of aspect ratio 10, some of them along the axes of space, some standing before each other along
 * one of their axes: where roots fall together, and derivatives are 0. */
__attribute__((unused))
static void known_plain_pair(struct known_pair *p, struct rng *g, double aspect, double share)
{
	const double shape[3][3] = { { 1, 1 / aspect, 1 / aspect }, { 1, 1, 1 / aspect }, { 1, 1 / sqrt(aspect), 1 / aspect } };
	double n[3], m[3][3], q[4];

	for (int i = 0; i < 2; i++) {
		struct known_body *b = &p->body[i];
		double scale = i ? pow(2, 2 * rng_uniform(g) - 1) : 1;
		int kind = (int)rng_below(g, 3), axis = (int)rng_below(g, 12);

		for (int k = 0; k < 3; k++)
			b->a[k] = scale * shape[kind][k];
		random_normal(g, b->turn, 4);
		for (int k = 0; k < 4 && axis < 4; k++)
			b->turn[k] = axis == 3 ? k == 0 : k == 0 || k == axis + 1 ? sqrt(0.5) : 0;
		known_matrix(b);
	}
	random_normal(g, n, 3);
	memcpy(q, p->body[rng_below(g, 2)].turn, sizeof q);
	quat_unit(q);
	quat_matrix(m, q);
	int along = (int)rng_below(g, 9);
	for (int k = 0; k < 3 && along < 3; k++)
		n[k] = m[k][along];
	known_place(p, g, n, share);
}

typedef void known_maker(struct known_pair *, struct rng *, double aspect, double share);

__attribute__((unused))
static double off_by(vec3 a, const real b[3])
{
	real x = a.x - b[0], y = a.y - b[1], z = a.z - b[2];

	return (double)sqrtl(x * x + y * y + z * z);
}

/* How many of n pairs with this gap are told from pairs on the other side, by both tests and by the gap's sign. The polynomial
 * is to be in doubt about least pairs at least. */
__attribute__((unused))
static void check_signs(known_maker *make, int least, uint64_t seed, int n, double share)
{
	int wrong[3] = { 0 }, doubts = 0;
	struct known_pair p;
	struct rng g;

	rng_seed(&g, seed);
	for (int k = 0; k < n; k++) {
		struct touch3 t = { .n = { 0, 0, 0 } };
		int doubtful;

		make(&p, &g, 10, share);
		const struct ellipsoid3 *a = &p.body[0].e, *b = &p.body[1].e;
		wrong[0] += (ellipsoid3_potential(a, b, INFINITY, NULL) > 1) != (share > 0);
		wrong[1] += ellipsoid3_separate_by_roots(a, b, &doubtful) != (share > 0);
		doubts += doubtful;
		ellipsoid3_gap(a, b, &t);
		wrong[2] += (t.gap > 0) != (share > 0);
	}
	ok(!wrong[0] && !wrong[1] && !wrong[2] && doubts >= least,
	   "gap %g of the size, %d pairs: wrong by the maximum %d, by the polynomial %d, in doubt about %d, by the gap %d", share, n,
	   wrong[0], wrong[1], doubts, wrong[2]);
}

/* Gap, normal and points of n pairs, whatever it begins with. */
__attribute__((unused))
static void check_points(known_maker *make, uint64_t seed, int n, double share, double bar)
{
	double worst[4] = { 0 };
	struct known_pair p;
	struct rng g;

	rng_seed(&g, seed);
	for (int k = 0; k < n; k++) {
		struct touch3 t = { .n = { 0, 0, 0 } };

		make(&p, &g, 10, share);
		for (int start = 0; start < 3; start++) { /* cold, warm, from anywhere */
			ellipsoid3_gap(&p.body[0].e, &p.body[1].e, &t);
			worst[0] = fmax(worst[0], fabs((double)(t.gap - p.gap)));
			worst[1] = fmax(worst[1], off_by(t.n, p.n));
			worst[2] = fmax(worst[2], off_by(t.a, p.point[0]));
			worst[3] = fmax(worst[3], off_by(t.b, p.point[1]));
			t.n = start == 0 ? v3_add(t.n, v3(0.03, -0.02, 0.01)) : v3(rng_normal(&g), rng_normal(&g), rng_normal(&g));
		}
	}
	ok(worst[0] < bar && worst[2] < bar && worst[3] < bar && worst[1] < 100 * bar,
	   "gap %g, %d pairs: gap off by %.1e, normal %.1e, points %.1e and %.1e", share, n, worst[0], worst[1], worst[2], worst[3]);
}

#endif
