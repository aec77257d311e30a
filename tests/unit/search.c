/* Link cells, sweep and prune, and the search that chooses between them find every pair of circles that are near, once, for
 * any sizes and placements: compared with all pairs. What they find, and its order, does not depend on the number of
 * threads. */
#include "base/rng.h"
#include "neighbour/search.h"

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
	int mu = s->tilt != 0 ? 8 : 1, mv = s->tilt != 0 ? 2 : 1;

	for (int v = -mv; v <= mv; v++)
		for (int u = -mu; u <= mu; u++) {
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

enum way { CELLS, SEARCH, SWEEP_X, SWEEP_Y, WAYS };
static const char *const way_name[] = { "cells", "search", "sweep along x", "sweep along y" };

struct ways { struct cells cells; struct search search; struct sweep sweep[2]; };

/* Pairs as one way finds them; -1 where it gives up. */
static int find(struct ways *w, enum way way, int threads, const struct scene *s, const double *x, const double *y,
	const double *r, int (**pair)[2])
{
	struct domain d = { .lo = { s->lo[0], s->lo[1] }, .hi = { s->hi[0], s->hi[1] },
	                    .periodic = { s->periodic[0], s->periodic[1] }, .tilt = { s->tilt }, .set = 1 };
	struct sweep *sweep = &w->sweep[way == SWEEP_Y];

	if (way == CELLS) {
		w->cells.threads = threads;
		cells_find(&w->cells, &d, (const double *const[]){ x, y }, r, s->margin);
		*pair = w->cells.pair;
		return w->cells.n_pair;
	}
	if (way == SEARCH) {
		w->search.threads = threads;
		search_find(&w->search, &d, x, y, r, s->margin);
		*pair = w->search.pair;
		return w->search.n_pair;
	}
	sweep->threads = threads;
	if (sweep_find(sweep, &d, x, y, r, s->margin, way == SWEEP_Y))
		return -1;
	*pair = sweep->pair;
	return sweep->n_pair;
}

struct result { int missed, twice, far, close, differ; };

/* What is near whom: 1, or 2 within rounding of the limit, in truth[n][n]. */
static void all_pairs(const struct scene *s, const double *x, const double *y, const double *r, char *truth)
{
	for (int i = 0; i < s->n; i++)
		for (int j = i + 1; j < s->n; j++) {
			double lim = r[i] + r[j] + s->margin, dx = x[j] - x[i], dy = y[j] - y[i];

			truth[i * s->n + j] = near_enough(s, dx, dy, lim) ? 1 : 2 * near_enough(s, dx, dy, lim * 1.000001);
		}
}

/* One way against all pairs, and against itself with up to more threads. */
static void compare(struct ways *w, enum way way, const struct scene *s, const double *x, const double *y, const double *r,
	const char *truth, int more, struct result *sum)
{
	char *seen = calloc((size_t)s->n * (size_t)s->n, 1);
	int (*pair)[2] = NULL, n = find(w, way, 0, s, x, y, r, &pair);
	size_t size = (size_t)(n > 0 ? n : 0) * sizeof *pair;
	void *first = malloc(size + 1);

	if (n > 0)
		memcpy(first, pair, size);
	for (int k = 0; k < n; k++) {
		int i = pair[k][0], j = pair[k][1];

		sum->twice += i == j || seen[i * s->n + j];
		seen[i * s->n + j] = seen[j * s->n + i] = 1;
	}
	for (int i = 0; i < s->n; i++)
		for (int j = i + 1; j < s->n; j++) {
			int z = i * s->n + j;

			sum->close += truth[z] == 1;
			sum->missed += truth[z] == 1 && !seen[z];
			sum->far += truth[z] == 0 && seen[z];
		}
	for (int threads = 2; threads <= more; threads *= 2)
		sum->differ += find(w, way, threads, s, x, y, r, &pair) != n || (n > 0 && memcmp(first, pair, size));
	free(first);
	free(seen);
}

static void run(const struct scene *s, uint64_t seed)
{
	struct rng g;
	double *x = malloc((size_t)s->n * sizeof *x), *y = malloc((size_t)s->n * sizeof *y);
	double *r = malloc((size_t)s->n * sizeof *r);
	char *truth = malloc((size_t)s->n * (size_t)s->n);
	struct result sum[WAYS] = { { 0 } };
	struct ways w;

	rng_seed(&g, seed);
	for (int k = 0; k < s->n; k++)
		r[k] = s->biggest * pow(s->ratio, -rng_uniform(&g));
	cells_init(&w.cells, 2, s->n, r);
	search_init(&w.search, s->n, r);
	sweep_init(&w.sweep[0], s->n);
	sweep_init(&w.sweep[1], s->n);
	for (int turn = 0; turn < 4; turn++) {
		for (int k = 0; k < s->n; k++) {
			if (turn == 2) { /* a little later */
				x[k] = inside(s, 0, x[k] + 0.02 * s->biggest * rng_uniform(&g));
				y[k] = inside(s, 1, y[k] - 0.02 * s->biggest * rng_uniform(&g));
				continue;
			}
			x[k] = s->lo[0] + (s->hi[0] - s->lo[0]) * rng_uniform(&g);
			y[k] = s->lo[1] + (s->hi[1] - s->lo[1]) * rng_uniform(&g);
			if (k % 10 == 0) /* on the edges of cells and domain */
				x[k] = s->lo[0];
			if (s->heaps && k >= s->heaps) {
				x[k] = inside(s, 0, x[k % s->heaps] + 6 * (rng_uniform(&g) - 0.5));
				y[k] = inside(s, 1, y[k % s->heaps] + 6 * (rng_uniform(&g) - 0.5));
			}
		}
		all_pairs(s, x, y, r, truth);
		for (enum way way = CELLS; way < (s->tilt != 0 ? SWEEP_X : WAYS); way++)
			compare(&w, way, s, x, y, r, truth, turn == 2 ? 8 : 1, &sum[way]);
	}
	for (enum way way = CELLS; way < (s->tilt != 0 ? SWEEP_X : WAYS); way++) {
		struct result *n = &sum[way];

		ok(!n->differ, "%s, %s: the same for 2, 4 and 8 threads", s->name, way_name[way]);
		ok(!n->missed && !n->twice && !n->far && n->close >= (s->n > 3 ? 20 : s->n - 1),
		   "%s, %s: %d pairs, %d missed, %d twice, %d too far", s->name, way_name[way], n->close, n->missed, n->twice,
		   n->far);
	}
	cells_free(&w.cells);
	search_free(&w.search);
	sweep_free(&w.sweep[0]);
	sweep_free(&w.sweep[1]);
	free(x);
	free(y);
	free(r);
	free(truth);
}

/* The search sweeps a narrow box, not a wide one; in a box where many heap up it finds them all the same. */
static void choice(void)
{
	enum { N = 5000 };
	static const struct scene narrow = { "narrow", N, { 0, 0 }, { 30000, 5 }, { 1, 1 }, 10, 1, 0.1, 0, 0 };
	struct ways w;
	double x[N], y[N], r[N];
	int (*pair)[2], n;
	struct rng g;

	rng_seed(&g, 8);
	for (int k = 0; k < N; k++) {
		x[k] = 30000 * rng_uniform(&g);
		y[k] = 5 * rng_uniform(&g);
		r[k] = pow(10, -rng_uniform(&g));
	}
	cells_init(&w.cells, 2, N, r);
	search_init(&w.search, N, r);
	sweep_init(&w.sweep[0], N);
	n = find(&w, SEARCH, 2, &narrow, x, y, r, &pair);
	ok(w.search.swept && n == find(&w, CELLS, 2, &narrow, x, y, r, &pair), "a narrow box is swept: %d pairs", n);
	for (int k = 0; k < N; k++)
		x[k] *= 0.0001;
	n = find(&w, SEARCH, 1, &narrow, x, y, r, &pair);
	ok(!w.search.swept && n == find(&w, CELLS, 1, &narrow, x, y, r, &pair), "a heap in it is not: %d pairs", n);
	ok(find(&w, SWEEP_X, 1, &narrow, x, y, r, &pair) < 0 && find(&w, SWEEP_X, 8, &narrow, x, y, r, &pair) < 0,
	   "the sweep has given it up");
	cells_free(&w.cells);
	search_free(&w.search);
	sweep_free(&w.sweep[0]);
}

/* A large set: the number of pairs is what the density gives. With all pairs looked at this would take minutes. */
static void many(void)
{
	enum { N = 200000 };
	double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), *r = malloc(N * sizeof *r), area = 0;
	struct domain d = { .hi = { 1000, 1000 }, .periodic = { 1, 1 }, .set = 1 };
	struct search c;
	struct rng g;

	rng_seed(&g, 5);
	for (int k = 0; k < N; k++) {
		x[k] = 1000 * rng_uniform(&g);
		y[k] = 1000 * rng_uniform(&g);
		r[k] = k < 20 ? 30 : 1;
	}
	search_init(&c, N, r);
	c.threads = 2;
	search_find(&c, &d, x, y, r, 0.2);
	ok(!c.swept, "a large square is not swept");
	/* mean number of pairs: the area in which the centres must be, over that of the box */
	double pi = 3.14159265358979323846, small = N - 20;
	area = 0.5 * small * (small - 1) * pi * 2.2 * 2.2 + 20 * small * pi * 31.2 * 31.2 + 190 * pi * 60.2 * 60.2;
	near(c.n_pair / (area / 1e6), 1, 0.01, "200000 circles, a few of them thirty times as large: %d pairs", c.n_pair);
	search_free(&c);
	free(x);
	free(y);
	free(r);
}

int main(void)
{
	for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
		run(&scenes[k], 11 + k);
	many();
	choice();
	return done();
}
