/* voronoi.c: how fast cells are found, and what the program takes for a million of them */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/rng.h"
#include "voronoi/packing.h"
#include "voronoi/sites.h"

static double cpu(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int up(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Median time of some runs, the making of sites not included. */
static void tessellate(const char *name, double (*site)[2], int n, int runs)
{
	double seconds[16];

	for (int r = 0; r < runs; r++) {
		struct voronoi v;
		double begin = cpu();
		voronoi_init(&v, n, (const double (*)[2])site, NULL, (double[]){ 1, 1 }, (int[]){ 1, 1 }, 1);
		seconds[r] = cpu() - begin;
		voronoi_free(&v);
	}
	qsort(seconds, (size_t)runs, sizeof *seconds, up);
	printf("BENCH voronoi.%s.%d.rate %.4g cells/s\n", name, n, n / seconds[runs / 2]);
}

/* The gap of a packing: erosion of all cells, and Newton's method. */
static void solve(double (*site)[2], int n)
{
	struct recipe r = { .roundness = 0.5 };
	struct gap gap;
	struct voronoi v;

	voronoi_init(&v, n, (const double (*)[2])site, NULL, (double[]){ 1, 1 }, (int[]){ 1, 1 }, 1);
	double begin = cpu();
	recipe_solve(&r, &gap, &v, 0.15, 1);
	printf("BENCH voronoi.gap.%d.rate %.4g cells/s\n", n, n / (cpu() - begin));
	free(r.inradius);
	voronoi_free(&v);
}

/* A program's CPU time and peak memory; its output goes nowhere. */
static void program(const char *name, int n, char **argv)
{
	struct rusage use;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		int null = open("/dev/null", O_WRONLY);
		dup2(null, 1);
		dup2(null, 2);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &use) < 0 || status) {
		fprintf(stderr, "voronoi: %s did not run\n", argv[0]);
		exit(1);
	}
	double seconds = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) + 1e-6 * (double)(use.ru_utime.tv_usec
		+ use.ru_stime.tv_usec);
	printf("BENCH voronoi.%s.rate %.4g cells/s\n", name, n / seconds);
	printf("BENCH voronoi.%s.bytes_per_cell %.4g bytes\n", name, (double)use.ru_maxrss * 1024 / n);
	fflush(stdout);
}

int main(void)
{
	enum { N = 1000000 };
	struct rng g;

	/* first, while this process is small: a child's peak memory begins with its parent's */
	program("program", N, (char *[]){ "scree-voronoi", "-n", "1000000", "--periodic", "xy", "--erode", "0.1", "--dilate",
		"0.1", "--box", "1000,1000", "--threads", "1", NULL });
	program("program_by_gap", N, (char *[]){ "scree-voronoi", "-n", "1000000", "--periodic", "xy", "--threads", "1", NULL });

	double (*site)[2] = mem_new(N, sizeof *site);
	for (int n = 10000; n <= N; n *= 10) {
		rng_seed(&g, 1);
		sites_random(site, n, 1, 1, &g);
		tessellate("tessellate", site, n, n < N ? 11 : 5);
	}
	solve(site, N);
	for (int i = 0; i < N / 10; i++)
		for (int a = 0; a < 2; a++)
			site[i][a] = 0.5 + 1e-3 * rng_uniform(&g);
	tessellate("cluster", site, N / 10, 5);
	free(site);
	return 0;
}
