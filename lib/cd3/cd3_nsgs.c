/* cd3_nsgs.c: nonsmooth Gauss-Seidel, block by block, on several threads with the result of one */
#include <sched.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "cd3/cd3_batch.h"

/* The number of turns that a block has had, or that a thread has begun; each on cache lines of its own. */
struct turn { int had, padding[31]; };

struct cd3_nsgs {
	struct cd3_schedule schedule;
	struct cd3_batches batches;
	struct turn *turn;          /* [n_block] */
	struct turn begun[TEAM_MOST];
	int *block, mine[TEAM_MOST + 1]; /* each thread's blocks in the order of the schedule; index of its first block */
	double (*sum)[2];           /* [n_block] sums of the residual */
	enum cd3_sweep how;         /* the action of the sweeps */
	int sweeps, begins, threads; /* number of sweeps; the first one fills the batches and lets their impulses act */
	size_t cap_turn, cap_sum, cap_block;
};

/* Assign blocks to threads. Each thread gets blocks that are neighbours in space, so their data stay in its cache. */
static void assign_blocks(struct cd3_nsgs *w)
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

/* The number of turns of all blocks of a thread. */
static int turns_of(const struct cd3_nsgs *w, int t)
{
	return w->sweeps * (w->mine[t + 1] - w->mine[t]);
}

/* The block and the sweep of a turn of a thread. */
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

/* Whether a block, and those that it waits for, have had all earlier turns. */
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

/* Yield the processor after many attempts without success: the thread that all others wait for may not be running. */
static void yield_after_many(int *tries)
{
	if (++*tries > 1000)
		sched_yield();
}

static int all_begun(const struct cd3_nsgs *w)
{
	for (int t = 0; t < w->threads; t++)
		if (__atomic_load_n(&w->begun[t].had, __ATOMIC_RELAXED) < turns_of(w, t))
			return 0;
	return 1;
}

/* A thread takes the turns of its blocks in their order, sweep by sweep. While a block must wait, the thread helps others. */
static void take_turns(void *to, int thread, int threads)
{
	struct cd3_nsgs *w = to;
	int turn, tries = 0, all = turns_of(w, thread), sweep;

	(void)threads;
	while ((turn = __atomic_fetch_add(&w->begun[thread].had, 1, __ATOMIC_RELAXED)) < all) {
		int b = block_of(w, thread, turn, &sweep);

		put(w, b, sweep);
		for (tries = 0; !is_ready(w, b, sweep); )
			if (!help(w, thread))
				yield_after_many(&tries);
		have_turn(w, b, sweep);
	}
	for (tries = 0; !all_begun(w); )
		if (!help(w, thread))
			yield_after_many(&tries);
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
	assign_blocks(w);
	team_together(w->threads, take_turns, w);
	team_run(w->threads, blocks, block_residual, w);
	for (int b = 0; b < blocks; b++) {
		off_ += w->sum[b][0];
		size += w->sum[b][1];
	}
	return off_ > 0 ? sqrt(off_ / size) : 0;
}

/* The residual at which sweeps end. An error e of a force changes velocities and places in one step. The next step corrects it by
 * -2 e, and starts with e, so its first error is 3 e. So errors in a pile at rest decay if the sweeps of a step reduce them to
 * less than a third. Otherwise they stay as large as the residual allows, and add up along a row of bodies. A row of ten bodies
 * needs 15 sweeps, a row of twelve needs 25. So there are at least 25 sweeps, unless the residual is tiny. */
static double small_residual(const struct cd3_effort *e)
{
	enum { LEAST = 25 };

	return (e->sweeps < LEAST ? 1e-3 : 1) * e->tolerance;
}

/* The number of sweeps until the residual is computed again, which takes as long as half a sweep. After EXACT sweeps rows are
 * solved with De Saxce's shift. */
enum { INTERVAL = 5, EXACT = 100 };
static int until_residual(const struct cd3_effort *e)
{
	int far = e->sweeps > 0 && e->residual > 10 * small_residual(e) && e->sweeps + 2 * INTERVAL <= e->max_sweeps;
	int n = far ? 2 * INTERVAL : INTERVAL;

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
	} while (e->sweeps < e->max_sweeps && !(e->residual <= small_residual(e)));
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
