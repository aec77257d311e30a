/* Link cells find every pair of circles that are near, once, for any sizes and placements: compared with all pairs. */
#include "base/rng.h"
#include "contact/cells.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"

struct scene { const char *name; int n; double lo[2], hi[2]; int periodic[2]; double ratio, biggest, margin; };

static const struct scene scenes[] = {
	{ "equal sizes, periodic", 400, { -3, 2 }, { 17, 19.3 }, { 1, 1 }, 1, 0.5, 0.1 },
	{ "size ratio 30, periodic in x", 400, { -3, 2 }, { 17, 19.3 }, { 1, 0 }, 30, 2.2, 0.05 },
	{ "size ratio 1000", 300, { 0, 0 }, { 9, 9 }, { 0, 0 }, 1000, 3.3, 0.001 },
	{ "cells as wide as a third of the box", 60, { 0, 0 }, { 3.03, 3.01 }, { 1, 1 }, 2, 0.5, 0.005 },
	{ "bodies larger than half the box", 30, { 0, 0 }, { 1.7, 2.9 }, { 1, 1 }, 3, 0.9, 0.1 },
	{ "sparse and far apart", 200, { -1e7, -1e7 }, { 1e7, 1e7 }, { 0, 0 }, 4, 3e5, 1 },
	{ "on a line", 200, { 5, 1 }, { 5, 100 }, { 0, 0 }, 4, 1, 0.1 },
	{ "at one place", 20, { 5, 1 }, { 5, 1 }, { 0, 0 }, 4, 1, 0.1 },
	{ "no margin", 300, { 0, 0 }, { 10, 10 }, { 1, 1 }, 5, 0.7, 0 },
};

static int near_enough(const struct scene *s, double dx, double dy, double far)
{
	double px = s->hi[0] - s->lo[0], py = s->hi[1] - s->lo[1];

	for (int v = -1; v <= 1; v++)
		for (int u = -1; u <= 1; u++)
			if ((s->periodic[0] || u == 0) && (s->periodic[1] || v == 0) &&
			    (dx + u * px) * (dx + u * px) + (dy + v * py) * (dy + v * py) < far * far)
				return 1;
	return 0;
}

static void run(const struct scene *s, uint64_t seed)
{
	struct rng g;
	double *x = malloc((size_t)s->n * sizeof *x), *y = malloc((size_t)s->n * sizeof *y);
	double *r = malloc((size_t)s->n * sizeof *r);
	char *seen = calloc((size_t)s->n * (size_t)s->n, 1);
	struct domain d = { .lo = { s->lo[0], s->lo[1] }, .hi = { s->hi[0], s->hi[1] },
	                    .periodic = { s->periodic[0], s->periodic[1] }, .set = 1 };
	struct cells c;
	int missed = 0, twice = 0, far = 0, close = 0;

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
		}
		memset(seen, 0, (size_t)s->n * (size_t)s->n);
		cells_find(&c, &d, x, y, r, s->margin);
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
	ok(!missed && !twice && !far && close > 20, "%s: %d pairs, %d missed, %d twice, %d too far", s->name, close, missed,
	   twice, far);
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
