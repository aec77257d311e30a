/* share.c: work on pieces that threads share */
#include "base/share.h"

#include <stdint.h>

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

enum { MANY = 64 };

/* The next piece that a thread began with; a cache line each. */
struct next { int piece, apart[31]; };

static int end_of(int thread, int threads, int n)
{
	return (int)((int64_t)n * (thread + 1) / threads);
}

void share(int threads, int n, share_piece *work, void *to)
{
	struct next next[MANY];

	threads = threads < n ? threads : n;
	threads = threads < MANY ? threads : MANY;
	if (threads <= 1) {
		for (int k = 0; k < n; k++)
			work(to, k, 0);
		return;
	}
	for (int t = 0; t < threads; t++)
		next[t].piece = t > 0 ? end_of(t - 1, threads, n) : 0;
#pragma omp parallel num_threads(threads)
	for (int help = 0, me = omp_get_thread_num(); help < threads; help++) {
		int t = (me + help) % threads, end = end_of(t, threads, n), k;

		while ((k = __atomic_fetch_add(&next[t].piece, 1, __ATOMIC_RELAXED)) < end)
			work(to, k, me);
	}
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
	(void)threads; /* without OpenMP there is one */
#pragma omp parallel num_threads(threads) if(threads > 1)
	work(to, omp_get_thread_num(), omp_get_num_threads());
}
