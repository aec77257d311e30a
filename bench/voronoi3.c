/* voronoi3.c: how fast cells of space are found */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/buf.h"
#include "base/rng.h"
#include "voronoi/sites3.h"
#include "voronoi/voronoi3.h"

static double now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int up(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Cells per second by a clock, from the median of some runs, the making of sites not included. */
static double tessellate(double (*site)[3], int n, int runs, int threads, clockid_t clock)
{
	double seconds[16];

	for (int r = 0; r < runs; r++) {
		struct voronoi3 v;
		double begin = now(clock);

		voronoi3_init(&v, n, (const double (*)[3])site, NULL, (double[]){ 1, 1, 1 }, (int[]){ 1, 1, 1 }, threads);
		seconds[r] = now(clock) - begin;
		voronoi3_free(&v);
	}
	qsort(seconds, (size_t)runs, sizeof *seconds, up);
	return n / seconds[runs / 2];
}

int main(void)
{
	enum { N = 1000000 };
	const double box[3] = { 1, 1, 1 };
	double (*site)[3] = mem_new(N, sizeof *site);
	struct rng g;

	for (int n = 10000; n <= N; n *= 10) {
		rng_seed(&g, 1);
		sites3_random(site, n, box, &g);
		printf("BENCH voronoi3.%d.rate %.4g cells/s\n", n, tessellate(site, n, n < N ? 5 : 1, 1, CLOCK_PROCESS_CPUTIME_ID));
		fflush(stdout);
	}
	rng_seed(&g, 1);
	sites3_random(site, N / 10, box, &g);
	double one = tessellate(site, N / 10, 5, 1, CLOCK_MONOTONIC), two = tessellate(site, N / 10, 5, 2, CLOCK_MONOTONIC);
	printf("BENCH voronoi3.two_threads %.3g times as fast as one\n", two / one);
	free(site);
	return 0;
}
