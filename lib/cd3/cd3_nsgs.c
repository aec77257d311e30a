/* cd3_nsgs.c: nonsmooth Gauss-Seidel, block after block, by several threads with the result of one */
#include <sched.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "cd3/cd3_pack.h"

/* The turns that a block has had, or that a thread has begun; alone in their cache lines. */
struct turn { int had, padding[31]; };

struct cd3_nsgs {
	struct cd3_schedule schedule;
	struct cd3_batches batches;
	struct turn *turn;          /* [n_block] */
	struct turn begun[TEAM_MOST];
	int *block, mine[TEAM_MOST + 1]; /* each thread's blocks in the order of the schedule; where they begin */
	double (*sum)[2];           /* [n_block] of the residual */
	enum cd3_sweep how;         /* what to do in the sweeps, */
	int sweeps, begins, threads; /* how many; whether the first one fills the batches and lets their impulses act */
	size_t cap_turn, cap_sum, cap_block;
};

/* Deal blocks to threads: each gets blocks that are next to each other in space, and keeps their data in its cache. */
static void deal(struct cd3_nsgs *w)
{
	const struct cd3_schedule *schedule = &w->schedule;
	int n = 0, threads = w->threads;

	for (int t = 0; t < threads; t++) {
		w->mine[t] = n;
		w->begun[t].had = 0;
		for (int b = 0; b < schedule->n_block; b++)
			if ((int)((int64_t)schedule->order[b] * threads / schedule->n_block) == t)
				w->block[n++] = b;
	}
	w->mine[threads] = n;
}

/* The number of turns of a thread's blocks; the block and the sweep of one of them. */
static int turns_of(const struct cd3_nsgs *w, int t)
{
	return w->sweeps * (w->mine[t + 1] - w->mine[t]);
}

static int block_of(const struct cd3_nsgs *w, int t, int turn, int *sweep)
{
	int n = w->mine[t + 1] - w->mine[t];

	*sweep = turn / n;
	return w->block[w->mine[t] + turn % n];
}

static int has_had(const struct cd3_nsgs *w, int b, int turns)
{
	return __atomic_load_n(&w->turn[b].had, __ATOMIC_ACQUIRE) >= turns;
}

/* Whether a block, and those that it waits for, have had the turns before. */
static int is_ready(const struct cd3_nsgs *w, int b, int sweep)
{
	const struct cd3_schedule *schedule = &w->schedule;

	if (!has_had(w, b, sweep))
		return 0;
	for (int q = schedule->first_wait[b]; q < schedule->first_wait[b + 1]; q++)
		if (!has_had(w, schedule->wait[q].block, schedule->wait[q].before ? sweep : sweep + 1))
			return 0;
	return 1;
}

static void have_turn(struct cd3_nsgs *w, int b, int sweep)
{
	cd3_batches_sweep(&w->batches, w->begins && sweep == 0 ? CD3_SWEEP_START : w->how, b);
	__atomic_store_n(&w->turn[b].had, sweep + 1, __ATOMIC_RELEASE);
}

static void put(struct cd3_nsgs *w, int b, int sweep)
{
	if (w->begins && sweep == 0)
		cd3_batches_fill(&w->batches, b);
}

/* Take the next turn of another thread, which may be slower, if its block is ready. */
static int help(struct cd3_nsgs *w, int thread)
{
	for (int k = 1; k < w->threads; k++) {
		int t = (thread + k) % w->threads, sweep, turn = __atomic_load_n(&w->begun[t].had, __ATOMIC_RELAXED);

		if (turn >= turns_of(w, t))
			continue;
		int b = block_of(w, t, turn, &sweep);
		if (!is_ready(w, b, sweep) ||
		    !__atomic_compare_exchange_n(&w->begun[t].had, &turn, turn + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			continue;
		put(w, b, sweep);
		have_turn(w, b, sweep);
		return 1;
	}
	return 0;
}

/* Rest after many vain attempts: a thread that all wait for may have no processor. */
static void rest(int *vain)
{
	if (++*vain > 1000)
		sched_yield();
}

static int all_begun(const struct cd3_nsgs *w)
{
	for (int t = 0; t < w->threads; t++)
		if (__atomic_load_n(&w->begun[t].had, __ATOMIC_RELAXED) < turns_of(w, t))
			return 0;
	return 1;
}

/* A thread takes the turns of its blocks in their order, sweep after sweep. While a block has to wait the thread helps others. */
static void take_turns(void *to, int thread, int threads)
{
	struct cd3_nsgs *w = to;
	int turn, vain = 0, all = turns_of(w, thread), sweep;

	(void)threads;
	while ((turn = __atomic_fetch_add(&w->begun[thread].had, 1, __ATOMIC_RELAXED)) < all) {
		int b = block_of(w, thread, turn, &sweep);

		put(w, b, sweep);
		for (vain = 0; !is_ready(w, b, sweep); )
			if (!help(w, thread))
				rest(&vain);
		have_turn(w, b, sweep);
	}
	for (vain = 0; !all_begun(w); )
		if (!help(w, thread))
			rest(&vain);
}

/* The residual of a block. A thread begins with the last of its own blocks, which are still in its cache. */
static void block_residual(void *to, int piece, int thread)
{
	struct cd3_nsgs *w = to;
	int t = 0;

	(void)thread;
	while (w->mine[t + 1] <= piece)
		t++;
	int b = w->block[w->mine[t] + w->mine[t + 1] - 1 - piece];
	cd3_batches_residual(&w->batches, b, w->sum[b]);
}

/* Make sweeps; returns the residual after them. */
static double sweep(struct cd3_nsgs *w, enum cd3_sweep how, int sweeps, int begins)
{
	double off_ = 0, size = 0;
	int blocks = w->schedule.n_block, threads = w->batches.p->threads;

	threads = threads < blocks ? threads : blocks;
	w->threads = threads < TEAM_MOST ? threads : TEAM_MOST;
	w->how = how;
	w->sweeps = sweeps;
	w->begins = begins;
	memset(w->turn, 0, (size_t)blocks * sizeof *w->turn);
	deal(w);
	team_together(w->threads, take_turns, w);
	team_run(w->threads, blocks, block_residual, w);
	for (int b = 0; b < blocks; b++) {
		off_ += w->sum[b][0];
		size += w->sum[b][1];
	}
	return off_ > 0 ? sqrt(off_ / size) : 0;
}

/* The residual that is small enough. An error e of a force changes velocities and places in one step; the next step corrects
 * it by -2 e, and begins with e, so its first error is 3 e. In a pile at rest errors therefore die out if the sweeps of a step
 * reduce them to less than a third. Otherwise they stay as great as the residual allows, which adds up along a row of bodies.
 * A row of ten needs 15 sweeps, a row of twelve 25. So there are at least 25, unless the residual is tiny. */
static double goal(const struct cd3_effort *e)
{
	enum { LEAST = 25 };

	return (e->sweeps < LEAST ? 1e-3 : 1) * e->tolerance;
}

/* The number of sweeps before the residual is computed, which takes as long as half a sweep. After 100 sweeps rows are solved
 * with De Saxce's shift. */
enum { LOOKS = 5, EXACT = 100 };
static int until_residual(const struct cd3_effort *e)
{
	int far = e->sweeps > 0 && e->residual > 10 * goal(e) && e->sweeps + 2 * LOOKS <= e->max_sweeps, n = far ? 2 * LOOKS : LOOKS;

	return e->sweeps < EXACT && e->sweeps + n > EXACT ? EXACT - e->sweeps : n;
}

void cd3_nsgs(struct cd3_problem *p, struct cd3_effort *e)
{
	if (!p->nsgs)
		p->nsgs = MEM_ZERO(struct cd3_nsgs, 1);
	struct cd3_nsgs *w = p->nsgs;
	cd3_schedule_make(&w->schedule, p);
	cd3_batches_begin(&w->batches, p, &w->schedule);
	MEM_GROW(w->turn, &w->cap_turn, (size_t)w->schedule.n_block);
	MEM_GROW(w->block, &w->cap_block, (size_t)w->schedule.n_block);
	MEM_GROW(w->sum, &w->cap_sum, (size_t)w->schedule.n_block);
	e->sweeps = 0;
	e->residual = INFINITY;
	do {
		enum cd3_sweep how = e->sweeps < EXACT ? CD3_SWEEP_EXACT : CD3_SWEEP_SHIFTED;
		int n = until_residual(e), begins = e->sweeps == 0;

		e->residual = p->n_row > 0 ? sweep(w, how, n + begins, begins) : 0;
		e->sweeps += n;
	} while (e->sweeps < e->max_sweeps && !(e->residual <= goal(e)));
	cd3_batches_take(&w->batches);
}

void cd3_nsgs_free(struct cd3_nsgs *w)
{
	if (!w)
		return;
	cd3_schedule_free(&w->schedule);
	cd3_batches_free(&w->batches);
	free(w->turn);
	free(w->block);
	free(w->sum);
	free(w);
}
