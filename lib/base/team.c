/* team.c: a team of threads that works on numbered pieces */
#include "base/team.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/pace.h"

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

/* ---- processors ---- */

#ifdef __linux__
/* The processor on which each thread was last seen, plus 1; each on cache lines of its own. */
static struct seat { int cpu, padding[31]; } seat[TEAM_MOST];
static double moved;         /* when a thread was last moved [s] */

/* Move this thread to a processor that no other thread of the team uses, if there is one. Then allow the thread all its
 * processors again: the system knows what else has to run. */
static void move_away(int me, int threads)
{
	cpu_set_t allowed, to, now;

	if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < threads)
		return;
	to = allowed;
	for (int t = 0; t < threads; t++) {
		int cpu = __atomic_load_n(&seat[t].cpu, __ATOMIC_RELAXED);

		if (t != me && cpu > 0)
			CPU_CLR(cpu - 1, &to);
	}
	if (CPU_COUNT(&to) == 0 || sched_setaffinity(0, sizeof to, &to) != 0)
		return;
	/* unless somebody else has set the affinity meanwhile */
	if (sched_getaffinity(0, sizeof now, &now) == 0 && CPU_EQUAL(&now, &to))
		sched_setaffinity(0, sizeof allowed, &allowed);
}

/* Threads that wait for each other at short intervals may stay on one processor for seconds while another processor is idle: the
 * system hardly ever sees two of them ready to run. */
static void spread_out(int me, int threads)
{
	const double interval = 2e-3;
	int cpu = sched_getcpu() + 1, shared = 0;
	double now, last;

	if (__atomic_load_n(&seat[me].cpu, __ATOMIC_RELAXED) != cpu) /* a store would take the line from the other caches */
		__atomic_store_n(&seat[me].cpu, cpu, __ATOMIC_RELAXED);
	for (int t = 0; t < me; t++)
		shared |= __atomic_load_n(&seat[t].cpu, __ATOMIC_RELAXED) == cpu;
	if (!shared || cpu <= 0)
		return;
	now = clock_wall();
	__atomic_load(&moved, &last, __ATOMIC_RELAXED);
	if (now - last < interval)
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

int team_processors(void)
{
	return omp_get_num_procs();
}

/* ---- work ---- */

/* Leave the processor to its other hardware thread for a moment. */
static inline void relax(void)
{
#if defined __x86_64__ || defined __i386__
	__builtin_ia32_pause();
#elif defined __aarch64__
	__asm__ volatile("isb");
#endif
}

/* The first piece that is left is in the low half of the word, the end in the high half. */
struct team_range team_range(int from, int end)
{
	return (struct team_range){ .left = (uint64_t)end << 32 | (uint32_t)from };
}

int team_take(struct team_range *r, int last)
{
	uint64_t now = __atomic_load_n(&r->left, __ATOMIC_RELAXED), then;
	uint32_t from, end;

	do {
		from = (uint32_t)now;
		end = (uint32_t)(now >> 32);
		if (from >= end)
			return -1;
		then = last ? now - (UINT64_C(1) << 32) : now + 1;
	} while (!__atomic_compare_exchange_n(&r->left, &now, then, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
	return (int)(last ? end - 1 : from);
}

/* A job of a team: either work on n pieces and then done, or each, once on every thread. */
struct job {
	int threads, n;
	team_piece *work;
	team_done *done;
	team_thread *each;
	void *to;
};

/* Threads that wait for jobs from the first thread. Jobs are numbered: `number` is that of the present job and is written after
 * the job. done has the number of the last job that each thread has ended; every thread ends every job, even one that has no work
 * for it. Different threads write to different cache lines. */
struct team {
	int threads, busy, spins; /* spins: how often a waiting thread looks before it sleeps */
	int in_use;              /* threads that get work, see team_round */
	struct pace pace;
	_Alignas(128) struct job job;
	uint64_t number;
	struct team_range left[TEAM_MOST];
	_Alignas(128) struct { uint64_t number, padding[15]; } done[TEAM_MOST];
	struct sleep { int n; pthread_cond_t wake; } others, first; /* n: threads that sleep */
	pthread_mutex_t lock;
};

/* The team that this thread belongs to, or NULL. */
static _Thread_local struct team *team;

/* A thread without pieces helps its neighbour first, from the border between their ranges. */
static void do_pieces(struct team *c, const struct job *job, int me)
{
	int odd = me & 1, k;

	for (int help = 0; help < job->threads; help++) {
		int t = (me + (odd ? job->threads - help : help)) % job->threads;

		while ((k = team_take(&c->left[t], (t & 1) != (help > 0))) >= 0)
			job->work(job->to, k, me);
	}
	job->done(job->to, me);
}

static void do_job(struct team *c, const struct job *job, int me)
{
	spread_out(me, job->threads);
	if (job->each)
		job->each(job->to, me, job->threads);
	else
		do_pieces(c, job, me);
}

/* Set a number that threads wait for, and wake those that sleep. */
static void set_number(struct team *c, struct sleep *sleep, uint64_t *number, uint64_t value)
{
	__atomic_store_n(number, value, __ATOMIC_SEQ_CST);
	if (!__atomic_load_n(&sleep->n, __ATOMIC_SEQ_CST))
		return;
	pthread_mutex_lock(&c->lock);
	pthread_cond_broadcast(&sleep->wake);
	pthread_mutex_unlock(&c->lock);
}

/* Wait until a number has a value. It mostly has it at once, so look a while first. Then sleep: the processor may be needed by
 * another thread, even by the one that sets the number. */
static void wait_for(struct team *c, struct sleep *sleep, const uint64_t *number, uint64_t value)
{
	for (int n = 0; n < c->spins; n++) {
		if (__atomic_load_n(number, __ATOMIC_ACQUIRE) == value)
			return;
		relax();
	}
	pthread_mutex_lock(&c->lock);
	__atomic_add_fetch(&sleep->n, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(number, __ATOMIC_SEQ_CST) != value)
		pthread_cond_wait(&sleep->wake, &c->lock);
	__atomic_sub_fetch(&sleep->n, 1, __ATOMIC_SEQ_CST);
	pthread_mutex_unlock(&c->lock);
}

/* The first thread gives the others a job, takes part in it, and waits until all have ended it. */
static void lead(struct team *c, const struct job *job)
{
	c->busy = 1;
	c->job = *job;
	for (int t = 0; t < job->threads && !job->each; t++)
		c->left[t] = team_range(team_first(job->n, t, job->threads), team_first(job->n, t + 1, job->threads));
	set_number(c, &c->others, &c->number, c->number + 1);
	do_job(c, job, 0);
	for (int t = 1; t < c->threads; t++)
		wait_for(c, &c->first, &c->done[t].number, c->number);
	c->busy = 0;
}

/* The other threads do jobs until one has no threads. */
static void follow(struct team *c, int me)
{
	team = c;                /* a piece that calls team_run finds its team busy, and runs on this thread alone */
	for (uint64_t number = 1; ; number++) {
		wait_for(c, &c->others, &c->number, number);
		const struct job job = c->job;
		if (job.threads == 0)
			break;
		if (me < job.threads)
			do_job(c, &job, me);
		set_number(c, &c->first, &c->done[me].number, number);
	}
	team = NULL;
}

void team_hold(int threads, team_held *held, void *to)
{
	enum { SPINS = 2000 };   /* about 50 us */
	struct team here;

	threads = threads < TEAM_MOST ? threads : TEAM_MOST;
	if (threads <= 1 || team) {
		held(to);
		return;
	}
	here.busy = 0;
	here.spins = threads <= omp_get_num_procs() ? SPINS : 0;
	here.number = 0;
	here.others.n = here.first.n = 0;
	pthread_mutex_init(&here.lock, NULL);
	pthread_cond_init(&here.others.wake, NULL);
	pthread_cond_init(&here.first.wake, NULL);
	for (int t = 0; t < threads; t++)
		here.done[t].number = 0;
#pragma omp parallel num_threads(threads)
	if (omp_get_thread_num() == 0) {
		here.threads = here.in_use = omp_get_num_threads();
		here.pace = (struct pace){ .most = here.threads };
		team = &here;
		held(to);
		team = NULL;
		here.job.threads = 0;
		set_number(&here, &here.others, &here.number, here.number + 1);
	} else {
		follow(&here, omp_get_thread_num());
	}
	pthread_cond_destroy(&here.others.wake);
	pthread_cond_destroy(&here.first.wake);
	pthread_mutex_destroy(&here.lock);
}

void team_round(void)
{
	if (team && !team->busy)
		team->in_use = pace_round(&team->pace, clock_wall());
}

void team_rest(void)
{
	if (team && !team->busy)
		pace_rest(&team->pace, clock_wall());
}

int team_alone(void)
{
	return team && team->threads > 1 && team->in_use == 1;
}

static void lead_once(void *to)
{
	struct job *job = to;

	job->threads = !team ? 1 : job->threads < team->in_use ? job->threads : team->in_use;
	if (job->threads > 1) {
		lead(team, job);
	} else if (job->each) {
		job->each(job->to, 0, 1);
	} else {
		for (int k = 0; k < job->n; k++)
			job->work(job->to, k, 0);
		job->done(job->to, 0);
	}
}

/* Do a job with this thread's team, or else with one made for the job. One thread does it alone if no more are of use, or if the
 * team is busy. */
static void do_all(int threads, struct job job)
{
	job.threads = team && team->busy ? 1 : threads;
	if (team || job.threads <= 1)
		lead_once(&job);
	else
		team_hold(threads, lead_once, &job);
}

void team_run_then(int threads, int n, team_piece *work, team_done *done, void *to)
{
	do_all(threads < n ? threads : n, (struct job){ .n = n, .work = work, .done = done, .to = to });
}

static void do_nothing(void *to, int thread)
{
	(void)to;
	(void)thread;
}

void team_run(int threads, int n, team_piece *work, void *to)
{
	team_run_then(threads, n, work, do_nothing, to);
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
	double now;

	__atomic_load(most, &now, __ATOMIC_RELAXED);
	while (x > now && !__atomic_compare_exchange(most, &now, &x, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

void team_together(int threads, team_thread *work, void *to)
{
	do_all(threads, (struct job){ .each = work, .to = to });
}
