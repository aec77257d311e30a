/* Link cells find every pair of circles that are near, once, for any sizes and placements: compared with all pairs. What
 * they find, and its order, does not depend on the number of threads. */
#include "base/rng.h"
#include "contact/cells.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"

struct scene {
	const char *name;
	int n;
	double lo[2], hi[2];
	int periodic[2];
	double ratio, biggest, margin;
	int heaps;
	double tilt;
};

static const struct scene scenes[] = {
	{ "equal sizes, periodic", 400, { -3, 2 }, { 17, 19.3 }, { 1, 1 }, 1, 0.5, 0.1, 0, 0 },
	{ "size ratio 30, periodic in x", 400, { -3, 2 }, { 17, 19.3 }, { 1, 0 }, 30, 2.2, 0.05, 0, 0 },
	{ "size ratio 1000", 300, { 0, 0 }, { 9, 9 }, { 0, 0 }, 1000, 3.3, 0.001, 0, 0 },
	{ "cells as wide as a third of the box", 60, { 0, 0 }, { 3.03, 3.01 }, { 1, 1 }, 2, 0.5, 0.005, 0, 0 },
	{ "bodies larger than half the box", 30, { 0, 0 }, { 1.7, 2.9 }, { 1, 1 }, 3, 0.9, 0.1, 0, 0 },
	{ "sparse and far apart", 200, { -1e7, -1e7 }, { 1e7, 1e7 }, { 0, 0 }, 4, 3e5, 1, 0, 0 },
	{ "on a line", 200, { 5, 1 }, { 5, 100 }, { 0, 0 }, 4, 1, 0.1, 0, 0 },
	{ "at one place", 20, { 5, 1 }, { 5, 1 }, { 0, 0 }, 4, 1, 0.1, 0, 0 },
	{ "no margin", 300, { 0, 0 }, { 10, 10 }, { 1, 1 }, 5, 0.7, 0, 0, 0 },
	{ "size ratio 3, in heaps", 400, { -300, 1 }, { 500, 1201 }, { 1, 1 }, 3, 2.1, 0.2, 40, 0 },
	{ "size ratio 10, in heaps far apart", 400, { -3e6, 1 }, { 5e6, 1.2e7 }, { 0, 1 }, 10, 2.1, 0.2, 40, 0 },
	{ "narrow box", 400, { -3, 1 }, { 0.2, 301 }, { 1, 1 }, 10, 1.3, 0.2, 0, 0 },
	{ "one body", 1, { 0, 0 }, { 1.1, 1.3 }, { 1, 1 }, 1, 0.9, 0.2, 0, 0 },
	{ "two bodies", 2, { 0, 0 }, { 3.1, 3.3 }, { 1, 1 }, 1, 0.9, 0.2, 0, 0 },
	{ "three bodies, open", 3, { 0, 0 }, { 3.1, 3.3 }, { 0, 0 }, 1, 1.9, 0.2, 0, 0 },
	{ "tilted", 400, { -3, 2 }, { 17, 19.3 }, { 1, 1 }, 3, 0.5, 0.1, 0, 7.77 },
	{ "tilted to the left", 400, { -3, 2 }, { 17, 19.3 }, { 1, 1 }, 30, 1.7, 0.1, 0, -9.9 },
	{ "tilted by more than a period", 400, { -3, 2 }, { 17, 19.3 }, { 1, 1 }, 1, 0.6, 0, 0, 50.3 },
	{ "tilted and flat", 100, { -3, 2 }, { 47, 4.1 }, { 1, 1 }, 2, 0.6, 0.1, 0, 4.4 },
	{ "tilted and narrow", 100, { -3, 2 }, { -0.8, 40 }, { 1, 1 }, 2, 0.6, 0.1, 0, 0.97 },
	{ "tilted, bodies larger than half the box", 30, { 0, 0 }, { 1.7, 2.9 }, { 1, 1 }, 3, 0.9, 0.1, 0, 0.6 },
	{ "tilted, in heaps", 400, { -300, 1 }, { 500, 1201 }, { 1, 1 }, 3, 2.1, 0.2, 40, -123.4 },
};

static int near_enough(const struct scene *s, double dx, double dy, double far)
{
	double px = s->hi[0] - s->lo[0], py = s->hi[1] - s->lo[1];

	for (int v = -2; v <= 2; v++)
		for (int u = -8; u <= 8; u++) {
			double x = dx + u * px + v * s->tilt, y = dy + v * py;

			if ((s->periodic[0] || u == 0) && (s->periodic[1] || v == 0) && x * x + y * y < far * far)
				return 1;
		}
	return 0;
}

static double inside(const struct scene *s, int axis, double x)
{
	double p = s->hi[axis] - s->lo[axis];

	return !s->periodic[axis] ? x : x < s->lo[axis] ? x + p : x >= s->hi[axis] ? x - p : x;
}

/* The pairs of one thread are those of more, in the same order. */
static int threads_agree(struct cells *c, const struct domain *d, const double *x, const double *y, const double *r,
	double margin)
{
	int n = c->n_pair, good = 1;
	size_t size = (size_t)n * sizeof *c->pair;
	void *first = malloc(size + 1);

	if (n)
		memcpy(first, c->pair, size);
	for (c->threads = 2; c->threads <= 8; c->threads *= 2) {
		cells_find(c, d, x, y, r, margin);
		good = good && c->n_pair == n && (n == 0 || !memcmp(first, c->pair, size));
	}
	free(first);
	return good;
}

static void run(const struct scene *s, uint64_t seed)
{
	struct rng g;
	double *x = malloc((size_t)s->n * sizeof *x), *y = malloc((size_t)s->n * sizeof *y);
	double *r = malloc((size_t)s->n * sizeof *r);
	char *seen = calloc((size_t)s->n * (size_t)s->n, 1);
	struct domain d = { .lo = { s->lo[0], s->lo[1] }, .hi = { s->hi[0], s->hi[1] },
	                    .periodic = { s->periodic[0], s->periodic[1] }, .tilt = s->tilt, .set = 1 };
	struct cells c;
	int missed = 0, twice = 0, far = 0, close = 0, differ = 0;

	rng_seed(&g, seed);
	for (int k = 0; k < s->n; k++)
		r[k] = s->biggest * pow(s->ratio, -rng_uniform(&g));
	cells_init(&c, s->n, r);
	for (int turn = 0; turn < 3; turn++) {
		for (int k = 0; k < s->n; k++) {
			x[k] = s->lo[0] + (s->hi[0] - s->lo[0]) * rng_uniform(&g);
			y[k] = s->lo[1] + (s->hi[1] - s->lo[1]) * rng_uniform(&g);
			if (k % 10 == 0) /* on the edges of cells and domain */
				x[k] = s->lo[0];
			if (s->heaps && k >= s->heaps) {
				x[k] = inside(s, 0, x[k % s->heaps] + 6 * (rng_uniform(&g) - 0.5));
				y[k] = inside(s, 1, y[k % s->heaps] + 6 * (rng_uniform(&g) - 0.5));
			}
		}
		memset(seen, 0, (size_t)s->n * (size_t)s->n);
		c.threads = 0;
		cells_find(&c, &d, x, y, r, s->margin);
		differ += !threads_agree(&c, &d, x, y, r, s->margin);
		for (int k = 0; k < c.n_pair; k++) {
			int i = c.pair[k][0], j = c.pair[k][1];

			twice += i == j || seen[i * s->n + j];
			seen[i * s->n + j] = seen[j * s->n + i] = 1;
		}
		for (int i = 0; i < s->n; i++)
			for (int j = i + 1; j < s->n; j++) {
				double lim = r[i] + r[j] + s->margin, dx = x[j] - x[i], dy = y[j] - y[i];

				close += near_enough(s, dx, dy, lim);
				missed += near_enough(s, dx, dy, lim) && !seen[i * s->n + j];
				far += !near_enough(s, dx, dy, lim * 1.000001) && seen[i * s->n + j];
			}
	}
	ok(!differ, "%s: the same for 2, 4 and 8 threads", s->name);
	ok(!missed && !twice && !far && close >= (s->n > 3 ? 20 : s->n - 1), "%s: %d pairs, %d missed, %d twice, %d too far",
	   s->name, close, missed, twice, far);
	cells_free(&c);
	free(x);
	free(y);
	free(r);
	free(seen);
}

/* A large set: the number of pairs is what the density gives. With all pairs looked at this would take minutes. */
static void many(void)
{
	enum { N = 200000 };
	double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), *r = malloc(N * sizeof *r), area = 0;
	struct domain d = { .hi = { 1000, 1000 }, .periodic = { 1, 1 }, .set = 1 };
	struct cells c;
	struct rng g;

	rng_seed(&g, 5);
	for (int k = 0; k < N; k++) {
		x[k] = 1000 * rng_uniform(&g);
		y[k] = 1000 * rng_uniform(&g);
		r[k] = k < 20 ? 30 : 1;
	}
	cells_init(&c, N, r);
	c.threads = 2;
	cells_find(&c, &d, x, y, r, 0.2);
	/* mean number of pairs: the area in which the centres must be, over that of the box */
	double pi = 3.14159265358979323846, small = N - 20;
	area = 0.5 * small * (small - 1) * pi * 2.2 * 2.2 + 20 * small * pi * 31.2 * 31.2 + 190 * pi * 60.2 * 60.2;
	near(c.n_pair / (area / 1e6), 1, 0.01, "200000 circles, a few of them thirty times as large: %d pairs", c.n_pair);
	cells_free(&c);
	free(x);
	free(y);
	free(r);
}

int main(void)
{
	for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
		run(&scenes[k], 11 + k);
	many();
	return done();
}
