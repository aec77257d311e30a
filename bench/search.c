/* search.c: link cells in levels against sweep and prune, and what is chosen, for bodies of one size and of many */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/buf.h"
#include "base/order.h"
#include "base/rng.h"
#include "neighbour/search.h"

enum { MOST = 100000 };

static double x[MOST], y[MOST], r[MOST];

static double cpu(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int up(const void *a, const void *b)
{
	double p = *(const double *)a, q = *(const double *)b;

	return (p > q) - (p < q);
}

/* Circles of radii 1 down to 1/ratio, as many in each doubling, at a fraction of a box that is wide times as long as high;
 * in memory along a curve. */
static struct domain place(int n, double ratio, double fraction, double wide, struct rng *g)
{
	double area = 0, *px = MEM_NEW(double, (size_t)n), *py = MEM_NEW(double, (size_t)n), *pr = MEM_NEW(double, (size_t)n);
	struct domain d = { .periodic = { 1, 1 }, .set = 1 };

	for (int b = 0; b < n; b++) {
		pr[b] = pow(ratio, -rng_uniform(g));
		area += 3.14159265358979323846 * pr[b] * pr[b];
	}
	d.hi[1] = sqrt(area / fraction / wide);
	d.hi[0] = wide * d.hi[1];
	for (int b = 0; b < n; b++) {
		px[b] = d.hi[0] * rng_uniform(g);
		py[b] = d.hi[1] * rng_uniform(g);
	}
	int *order = order_hilbert2(n, px, py);
	for (int b = 0; b < n; b++) {
		x[b] = px[order[b]];
		y[b] = py[order[b]];
		r[b] = pr[order[b]];
	}
	free(order);
	free(px);
	free(py);
	free(pr);
	return d;
}

/* Between two builds a body moves by about a margin. */
static void move(int n, const struct domain *d, double step, struct rng *g)
{
	for (int b = 0; b < n; b++) {
		x[b] += step * (rng_uniform(g) - 0.5);
		y[b] += step * (rng_uniform(g) - 0.5);
		x[b] -= d->hi[0] * floor(x[b] / d->hi[0]);
		y[b] -= d->hi[1] * floor(y[b] / d->hi[1]);
	}
}

static void compare(const char *name, int n, double ratio, double fraction, double wide)
{
	enum { CELLS, SWEEP, CHOSEN, WAYS, MOST_TURNS = 201 };
	static const char *const way_name[] = { "cells", "sweep", "chosen" };
	double time[WAYS][MOST_TURNS], margin = 0.1;
	int turns = n < 1000 ? MOST_TURNS : n < 30000 ? 31 : 7;
	struct cells cells;
	struct sweep sweep;
	struct search search;
	struct rng g;

	rng_seed(&g, 1);
	struct domain d = place(n, ratio, fraction, wide, &g);
	cells_init(&cells, 2, n, r);
	sweep_init(&sweep, n);
	search_init(&search, n, r);
	for (int t = -1; t < turns; t++) {
		double at[WAYS + 1] = { cpu() };

		cells_find(&cells, &d, (const double *const[]){ x, y }, r, margin);
		at[1] = cpu();
		if (sweep_find(&sweep, &d, x, y, r, margin, wide < 1) || sweep.n_pair != cells.n_pair)
			fprintf(stderr, "search: the sweep does not find what cells do\n");
		at[2] = cpu();
		search_find(&search, &d, x, y, r, margin);
		at[3] = cpu();
		for (int k = 0; k < WAYS && t >= 0; k++)
			time[k][t] = at[k + 1] - at[k];
		move(n, &d, margin, &g);
	}
	for (int k = 0; k < WAYS; k++) {
		qsort(time[k], (size_t)turns, sizeof **time, up);
		printf("BENCH search.%s.%g.%d.%s %.4g ns\n", name, ratio, n, way_name[k], time[k][turns / 2] / n * 1e9);
	}
	fflush(stdout);
	cells_free(&cells);
	sweep_free(&sweep);
	search_free(&search);
}

int main(void)
{
	static const double ratio[] = { 1, 3, 10, 30 };

	for (int k = 0; k < 4; k++)
		for (int n = 100; n <= MOST; n *= 10) {
			compare("dense", n, ratio[k], 0.8, 1);
			compare("void", n, ratio[k], 0.1, 1);
			compare("narrow", n, ratio[k], 0.8, n / 50.0);
		}
	return 0;
}
