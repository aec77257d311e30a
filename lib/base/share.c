/* share.c: work on pieces that threads share */
#include "base/share.h"

#include <math.h>
#include <sched.h>
#include <stdint.h>

#include "base/clock.h"

#ifdef _OPENMP
#include <omp.h>
#else
static inline int omp_get_thread_num(void)
{
	return 0;
}

static inline int omp_get_num_threads(void)
{
	return 1;
}
#endif

/* ---- where threads are ---- */

#ifdef __linux__
/* The processor that a thread was seen on last, and 1; a cache line each. */
static struct seat { int cpu, apart[31]; } seat[SHARE_MOST];
static double moved;         /* when one was moved last */

/* To a processor that none of the others is on, where there is one, and to stay there no longer than the system will have it: it
 * knows what else there is to do. */
static void move_away(int me, int threads)
{
	cpu_set_t may, to, is;

	if (sched_getaffinity(0, sizeof may, &may) != 0 || CPU_COUNT(&may) < threads)
		return;
	to = may;
	for (int t = 0; t < threads; t++) {
		int cpu = __atomic_load_n(&seat[t].cpu, __ATOMIC_RELAXED);

		if (t != me && cpu > 0)
			CPU_CLR(cpu - 1, &to);
	}
	if (CPU_COUNT(&to) == 0 || sched_setaffinity(0, sizeof to, &to) != 0)
		return;
	/* unless somebody has said otherwise meanwhile */
	if (sched_getaffinity(0, sizeof is, &is) == 0 && CPU_EQUAL(&is, &to))
		sched_setaffinity(0, sizeof may, &may);
}

/* Threads that wait for each other at short intervals may be left on one processor for seconds while another has nothing to do,
 * since it hardly ever looks as if two of them were ready. */
static void sit_apart(int me, int threads)
{
	const double seldom = 2e-3;
	int cpu = sched_getcpu() + 1, shared = 0;
	double now, was;

	__atomic_store_n(&seat[me].cpu, cpu, __ATOMIC_RELAXED);
	for (int t = 0; t < me; t++)
		shared |= __atomic_load_n(&seat[t].cpu, __ATOMIC_RELAXED) == cpu;
	if (!shared || cpu <= 0)
		return;
	now = clock_wall();
	__atomic_load(&moved, &was, __ATOMIC_RELAXED);
	if (now - was < seldom)
		return;
	__atomic_store(&moved, &now, __ATOMIC_RELAXED);
	move_away(me, threads);
}
#else
static void sit_apart(int me, int threads)
{
	(void)me;
	(void)threads;
}
#endif

/* ---- work ---- */

/* The pieces of a thread that are left: the first in the low half of the word, the one behind the last in the high half. A cache
 * line each, and the next one, which comes with it. */
struct left { uint64_t pieces, apart[15]; };

static struct left left_of(int from, int end)
{
	return (struct left){ .pieces = (uint64_t)end << 32 | (uint32_t)from };
}

/* The first of them, or the last; -1 where none is left. */
static int take(struct left *left, int last)
{
	uint64_t is = __atomic_load_n(&left->pieces, __ATOMIC_RELAXED), then;
	uint32_t from, end;

	do {
		from = (uint32_t)is;
		end = (uint32_t)(is >> 32);
		if (from >= end)
			return -1;
		then = last ? is - (UINT64_C(1) << 32) : is + 1;
	} while (!__atomic_compare_exchange_n(&left->pieces, &is, then, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
	return (int)(last ? end - 1 : from);
}

static int begin_of(int thread, int threads, int n)
{
	return (int)((int64_t)n * thread / threads);
}

void share(int threads, int n, share_piece *work, void *to)
{
	struct left left[SHARE_MOST];

	threads = threads < n ? threads : n;
	threads = threads < SHARE_MOST ? threads : SHARE_MOST;
	if (threads <= 1) {
		for (int k = 0; k < n; k++)
			work(to, k, 0);
		return;
	}
	for (int t = 0; t < threads; t++)
		left[t] = left_of(begin_of(t, threads, n), begin_of(t + 1, threads, n));
#pragma omp parallel num_threads(threads)
	{
		int me = omp_get_thread_num(), odd = me & 1, k;

		sit_apart(me, threads);
		for (int help = 0; help < threads; help++) { /* the neighbour first, from where the two meet */
			int t = (me + (odd ? threads - help : help)) % threads;

			while ((k = take(&left[t], (t & 1) != (help > 0))) >= 0)
				work(to, k, me);
		}
	}
}

double share_end(int threads, int n, int piece)
{
	double u = (double)threads * (piece + 1) / n, thread = floor(u - 1e-9), x = u - thread;

	if (threads <= 1 || piece + 1 == n)
		return (piece + 1.0) / n;
	x = (int)thread % 2 ? x * (0.2 + 0.8 * x) : x * (1.8 - 0.8 * x);
	return (thread + x) / threads;
}

struct stretches { share_some *work; void *to; int n, each; };

static void stretch(void *to, int piece, int thread)
{
	const struct stretches *w = to;
	int from = piece * w->each, left = w->n - from;

	w->work(w->to, from, from + (left < w->each ? left : w->each), thread);
}

void share_stretches(int threads, int n, int each, share_some *work, void *to)
{
	share(threads, n / each + (n % each > 0), stretch, &(struct stretches){ work, to, n, each });
}

void share_most(double *most, double x)
{
	double is;

	__atomic_load(most, &is, __ATOMIC_RELAXED);
	while (x > is && !__atomic_compare_exchange(most, &is, &x, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

void share_among(int threads, share_thread *work, void *to)
{
	threads = threads < SHARE_MOST ? threads : SHARE_MOST; /* without OpenMP there is one */
#pragma omp parallel num_threads(threads) if(threads > 1)
	{
		int me = omp_get_thread_num(), all = omp_get_num_threads();

		if (all > 1)
			sit_apart(me, all);
		work(to, me, all);
	}
}
