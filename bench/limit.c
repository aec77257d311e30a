/* bench/limit.c: what one core and two of this machine can do at most
 *
 * limit [SECONDS]: lines BENCH limit.machine.CORES.QUANTITY VALUE UNIT for 1 and 2 cores.
 * - bandwidth: the triad a = b + s c over three arrays of 64 MiB, which no core has in its own caches (McCalpin 1995). The bytes that are
 *   counted are those of the three arrays; a processor may read a before it writes it, so it may move a third more.
 * - instructions: additions of integers that do not depend on each other, per second.
 * - arithmetic: multiplications and additions of doubles, not fused, in the widest vectors of the processor, and in those
 *   of SSE2.
 * Each is the best of passes that take SECONDS (default 0.5) in all. */
#include "base/wide.h"
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Processor time on one core, which other programs that run at the same time disturb least; the clock on several, since the time of
 * other threads is known at their last tick only */
static double now(void)
{
	struct timespec t;

	clock_gettime(omp_get_max_threads() > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double *triad_arrays[3];
static const size_t triad_length = 1 << 23;

static double triad(void)
{
	double *restrict a = triad_arrays[0], *restrict b = triad_arrays[1], *restrict c = triad_arrays[2];

#pragma omp parallel for schedule(static)
	for (size_t k = 0; k < triad_length; k++)
		a[k] = b[k] + 3 * c[k];
	return 3.0 * sizeof *a * (double)triad_length;
}

static double additions(void)
{
	enum { TURNS = 2000000 };
	int cores = 1;

#pragma omp parallel
	{
		uint64_t x[8] = {0};

#pragma omp single
		cores = omp_get_num_threads();
		for (int k = 0; k < TURNS; k++) {
#define ADD(i) x[i] += 1; __asm__ volatile("" : "+r"(x[i]));
#define ADD_ALL ADD(0) ADD(1) ADD(2) ADD(3) ADD(4) ADD(5) ADD(6) ADD(7)
			ADD_ALL ADD_ALL ADD_ALL ADD_ALL
		}
	}
	return 32.0 * TURNS * cores;
}

/* Twelve sums, each a vector of so many bytes: enough to hide the latency, few enough for the registers */
#define PRODUCTS(name, bytes) \
	static double name(int turns) \
	{ \
		typedef double vector __attribute__((vector_size(bytes))); \
		vector s0 = {1}, s1 = {2}, s2 = {3}, s3 = {4}, s4 = {5}, s5 = {6}; \
		vector s6 = {7}, s7 = {8}, s8 = {9}, s9 = {10}, s10 = {11}, s11 = {12}; \
\
		for (int k = 0; k < turns; k++) { \
			s0 = s0 * 0.999 + 0.001, s1 = s1 * 0.999 + 0.001, s2 = s2 * 0.999 + 0.001, s3 = s3 * 0.999 + 0.001; \
			s4 = s4 * 0.999 + 0.001, s5 = s5 * 0.999 + 0.001, s6 = s6 * 0.999 + 0.001, s7 = s7 * 0.999 + 0.001; \
			s8 = s8 * 0.999 + 0.001, s9 = s9 * 0.999 + 0.001, s10 = s10 * 0.999 + 0.001, s11 = s11 * 0.999 + 0.001; \
		} \
		s0 += s1 + s2 + s3 + s4 + s5 + s6 + s7 + s8 + s9 + s10 + s11; \
		return s0[0] + s0[1]; \
	}
PRODUCTS(products_base, 16)
#ifdef __x86_64__
__attribute__((target("avx2"))) PRODUCTS(products_avx2, 32)
__attribute__((target("avx512f,avx512vl,avx512dq"))) PRODUCTS(products_avx512, 64)
#else
#define products_avx2 products_base
#define products_avx512 products_base
#endif

static int kind;
static double sink;

static double arithmetic(void)
{
	enum { TURNS = 400000 };
	double all = 0;
	int cores = 1;

#pragma omp parallel reduction(+ : all)
	{
#pragma omp single
		cores = omp_get_num_threads();
		all += (kind > 1 ? products_avx512 : kind ? products_avx2 : products_base)(TURNS);
	}
	sink += all;
	return 2.0 * 12 * (kind > 1 ? 8 : kind ? 4 : 2) * TURNS * cores;
}

static double best(double (*work)(void), double seconds)
{
	double most = 0, end = now() + seconds;

	work();
	do {
		double began = now(), done = work(), rate = done / (now() - began);

		if (rate > most)
			most = rate;
	} while (now() < end);
	return most;
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 0.5;

	for (int k = 0; k < 3; k++) {
		triad_arrays[k] = malloc(triad_length * sizeof *triad_arrays[k]);
		if (!triad_arrays[k]) {
			perror("limit");
			return 1;
		}
		for (size_t i = 0; i < triad_length; i++)
			triad_arrays[k][i] = 1;
	}
	for (int cores = 1; cores <= 2 && cores <= omp_get_num_procs(); cores++) {
		omp_set_num_threads(cores);
		printf("BENCH limit.machine.%d.bandwidth %.4g GB/s\n", cores, 1e-9 * best(triad, seconds));
		printf("BENCH limit.machine.%d.instructions %.4g G/s\n", cores, 1e-9 * best(additions, seconds));
		kind = wide_has();
		printf("BENCH limit.machine.%d.arithmetic %.4g Gflop/s\n", cores, 1e-9 * best(arithmetic, seconds));
		kind = 0;
		printf("BENCH limit.machine.%d.arithmetic_sse2 %.4g Gflop/s\n", cores, 1e-9 * best(arithmetic, seconds));
	}
	return sink == 0;
}
