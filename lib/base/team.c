/* team.c: work on pieces that threads share */
#include "base/team.h"

#include <math.h>
#include <pthread.h>
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

static inline int omp_get_num_procs(void)
{
	return 1;
}
#endif

/* ---- where threads are ---- */

#ifdef __linux__
/* The processor that a thread was seen on last, and 1; a cache line each. */
static struct seat { int cpu, apart[31]; } seat[TEAM_MOST];
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
static void spread_out(int me, int threads)
{
	const double seldom = 2e-3;
	int cpu = sched_getcpu() + 1, shared = 0;
	double now, was;

	if (__atomic_load_n(&seat[me].cpu, __ATOMIC_RELAXED) != cpu) /* else it stays at hand with the others */
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
static void spread_out(int me, int threads)
{
	(void)me;
	(void)threads;
}
#endif

/* ---- work ---- */

/* A moment for whatever else the processor does. */
static inline void relax(void)
{
#if defined __x86_64__ || defined __i386__
	__builtin_ia32_pause();
#elif defined __aarch64__
	__asm__ volatile("isb");
#endif
}

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

/* What a crew does at a time: pieces, until none is left; or what each does once. */
struct job {
	int threads, n;
	team_piece *work;
	team_done *done;
	team_thread *among;
	void *to;
};

/* Threads that wait for what the first one has for them to do. Jobs are numbered: turn is the number of this one, and is written
 * after it; done has the last one that each thread has come to the end of, as all do, also where there is work for some only.
 * What different threads write is on different lines of memory. */
struct crew {
	int threads, busy, watch; /* watch: times that one who waits looks before it sleeps */
	_Alignas(128) struct job job;
	uint64_t turn;
	struct left left[TEAM_MOST];
	_Alignas(128) struct { uint64_t turn, apart[15]; } done[TEAM_MOST];
	struct sleep { int n; pthread_cond_t wake; } others, first; /* n: how many do not watch, but are to be woken */
	pthread_mutex_t lock;
};

/* That of which this thread is one. */
static _Thread_local struct crew *crew;

/* The neighbour first, from where the two meet. */
static void do_pieces(struct crew *c, const struct job *job, int me)
{
	int odd = me & 1, k;

	for (int help = 0; help < job->threads; help++) {
		int t = (me + (odd ? job->threads - help : help)) % job->threads;

		while ((k = take(&c->left[t], (t & 1) != (help > 0))) >= 0)
			job->work(job->to, k, me);
	}
	job->done(job->to, me);
}

static void do_job(struct crew *c, const struct job *job, int me)
{
	spread_out(me, job->threads);
	if (job->among)
		job->among(job->to, me, job->threads);
	else
		do_pieces(c, job, me);
}

/* Say that a number is what somebody waits for. */
static void say(struct crew *c, struct sleep *sleep, uint64_t *number, uint64_t is)
{
	__atomic_store_n(number, is, __ATOMIC_SEQ_CST);
	if (!__atomic_load_n(&sleep->n, __ATOMIC_SEQ_CST))
		return;
	pthread_mutex_lock(&c->lock);
	pthread_cond_broadcast(&sleep->wake);
	pthread_mutex_unlock(&c->lock);
}

/* Wait for it: mostly it comes at once. Else the processor may be wanted by others, one of which it may wait for. */
static void wait_for(struct crew *c, struct sleep *sleep, const uint64_t *number, uint64_t is)
{
	for (int n = 0; n < c->watch; n++) {
		if (__atomic_load_n(number, __ATOMIC_ACQUIRE) == is)
			return;
		relax();
	}
	pthread_mutex_lock(&c->lock);
	__atomic_add_fetch(&sleep->n, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(number, __ATOMIC_SEQ_CST) != is)
		pthread_cond_wait(&sleep->wake, &c->lock);
	__atomic_sub_fetch(&sleep->n, 1, __ATOMIC_SEQ_CST);
	pthread_mutex_unlock(&c->lock);
}

/* The first one gives the others a job, does its part, and waits until all have done theirs. */
static void lead(struct crew *c, const struct job *job)
{
	c->busy = 1;
	c->job = *job;
	for (int t = 0; t < job->threads && !job->among; t++)
		c->left[t] = left_of(team_first(job->n, t, job->threads), team_first(job->n, t + 1, job->threads));
	say(c, &c->others, &c->turn, c->turn + 1);
	do_job(c, job, 0);
	for (int t = 1; t < c->threads; t++)
		wait_for(c, &c->first, &c->done[t].turn, c->turn);
	c->busy = 0;
}

/* Until there is a job for no threads. */
static void attend(struct crew *c, int me)
{
	crew = c;                /* at a job it is busy: what a piece shares it does alone */
	for (uint64_t turn = 1; ; turn++) {
		wait_for(c, &c->others, &c->turn, turn);
		const struct job job = c->job;
		if (job.threads == 0)
			break;
		if (me < job.threads)
			do_job(c, &job, me);
		say(c, &c->first, &c->done[me].turn, turn);
	}
	crew = NULL;
}

void team_hold(int threads, team_held *held, void *to)
{
	enum { WATCH = 2000 };   /* about 50 us */
	struct crew here;

	threads = threads < TEAM_MOST ? threads : TEAM_MOST;
	if (threads <= 1 || crew) {
		held(to);
		return;
	}
	here.busy = 0;
	here.watch = threads <= omp_get_num_procs() ? WATCH : 0;
	here.turn = 0;
	here.others.n = here.first.n = 0;
	pthread_mutex_init(&here.lock, NULL);
	pthread_cond_init(&here.others.wake, NULL);
	pthread_cond_init(&here.first.wake, NULL);
	for (int t = 0; t < threads; t++)
		here.done[t].turn = 0;
#pragma omp parallel num_threads(threads)
	if (omp_get_thread_num() == 0) {
		here.threads = omp_get_num_threads();
		crew = &here;
		held(to);
		crew = NULL;
		here.job.threads = 0;
		say(&here, &here.others, &here.turn, here.turn + 1);
	} else {
		attend(&here, omp_get_thread_num());
	}
	pthread_cond_destroy(&here.others.wake);
	pthread_cond_destroy(&here.first.wake);
	pthread_mutex_destroy(&here.lock);
}

static void lead_once(void *to)
{
	struct job *job = to;

	job->threads = !crew ? 1 : job->threads < crew->threads ? job->threads : crew->threads;
	if (job->threads > 1) {
		lead(crew, job);
	} else if (job->among) {
		job->among(job->to, 0, 1);
	} else {
		for (int k = 0; k < job->n; k++)
			job->work(job->to, k, 0);
		job->done(job->to, 0);
	}
}

/* By the crew, or one that comes together for it; alone where there is no more to do, or they are at a job already. */
static void do_all(int threads, struct job job)
{
	job.threads = crew && crew->busy ? 1 : threads;
	if (crew || job.threads <= 1)
		lead_once(&job);
	else
		team_hold(threads, lead_once, &job);
}

void team_run_then(int threads, int n, team_piece *work, team_done *done, void *to)
{
	do_all(threads < n ? threads : n, (struct job){ .n = n, .work = work, .done = done, .to = to });
}

static void say_nothing(void *to, int thread)
{
	(void)to;
	(void)thread;
}

void team_run(int threads, int n, team_piece *work, void *to)
{
	team_run_then(threads, n, work, say_nothing, to);
}

double team_end(int threads, int n, int piece)
{
	double u = (double)threads * (piece + 1) / n, thread = floor(u - 1e-9), x = u - thread;

	if (threads <= 1 || piece + 1 == n)
		return (piece + 1.0) / n;
	x = (int)thread % 2 ? x * (0.2 + 0.8 * x) : x * (1.8 - 0.8 * x);
	return (thread + x) / threads;
}

struct chunks { team_chunk *work; void *to; int n, each; };

static void chunk(void *to, int piece, int thread)
{
	const struct chunks *w = to;
	int from = piece * w->each, left = w->n - from;

	w->work(w->to, from, from + (left < w->each ? left : w->each), thread);
}

void team_chunks(int threads, int n, int each, team_chunk *work, void *to)
{
	team_run(threads, n / each + (n % each > 0), chunk, &(struct chunks){ work, to, n, each });
}

void team_raise(double *most, double x)
{
	double is;

	__atomic_load(most, &is, __ATOMIC_RELAXED);
	while (x > is && !__atomic_compare_exchange(most, &is, &x, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

void team_together(int threads, team_thread *work, void *to)
{
	do_all(threads, (struct job){ .among = work, .to = to });
}
