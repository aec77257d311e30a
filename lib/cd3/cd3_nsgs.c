/* cd3_nsgs.c: nonsmooth Gauss-Seidel, block by block, on several threads with the result of one */
#include <sched.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "cd3/cd3_batch.h"

/* The number of turns that a block has had, or that a thread has begun in this sweep; each on cache lines of its own. */
struct turn { int had, padding[31]; };

struct cd3_nsgs {
	struct cd3_schedule schedule;
	struct cd3_batches batches;
	struct turn *turn;          /* [n_block] */
	struct turn begun[TEAM_MOST];
	int *block, mine[TEAM_MOST + 1]; /* each thread's blocks in the order of the schedule; index of its first block */
	double (*sum)[2];           /* [n_block] sums of the residual */
	double *moved;              /* [n_block] sums of the changes of impulses in the sweep */
	enum cd3_sweep how;         /* the action of the sweep; the first one fills the batches and lets their impulses act */
	int now, threads;           /* number of sweeps until the end of this one, including the first */
	size_t cap_turn, cap_sum, cap_moved, cap_block;
};

/* Assign blocks to threads. Each thread gets blocks that are neighbours in space, so their data stay in its cache. */
static void assign_blocks(struct cd3_nsgs *w)
{
	const struct cd3_schedule *schedule = &w->schedule;
	int n = 0, threads = w->threads;

	for (int t = 0; t < threads; t++) {
		w->mine[t] = n;
		for (int b = 0; b < schedule->n_block; b++)
			if ((int)((int64_t)schedule->order[b] * threads / schedule->n_block) == t)
				w->block[n++] = b;
	}
	w->mine[threads] = n;
}

/* The number of turns of a thread: its blocks. */
static int turns_of(const struct cd3_nsgs *w, int t)
{
	return w->mine[t + 1] - w->mine[t];
}

/* Whether those that a block waits for have had their turns in this sweep. */
static int is_ready(const struct cd3_nsgs *w, int b)
{
	const struct cd3_schedule *schedule = &w->schedule;

	for (int q = schedule->first_wait[b]; q < schedule->first_wait[b + 1]; q++)
		if (__atomic_load_n(&w->turn[schedule->wait[q]].had, __ATOMIC_ACQUIRE) < w->now)
			return 0;
	return 1;
}

static void have_turn(struct cd3_nsgs *w, int b)
{
	w->moved[b] = cd3_batches_sweep(&w->batches, w->how, b);
	__atomic_store_n(&w->turn[b].had, w->now, __ATOMIC_RELEASE);
}

static void put(struct cd3_nsgs *w, int b)
{
	if (w->how == CD3_SWEEP_START)
		cd3_batches_fill(&w->batches, b);
}

/* Take the next turn of another thread, which may be slower, if its block is ready. */
static int help(struct cd3_nsgs *w, int thread)
{
	for (int k = 1; k < w->threads; k++) {
		int t = (thread + k) % w->threads, turn = __atomic_load_n(&w->begun[t].had, __ATOMIC_RELAXED);

		if (turn >= turns_of(w, t))
			continue;
		int b = w->block[w->mine[t] + turn];
		if (!is_ready(w, b) ||
		    !__atomic_compare_exchange_n(&w->begun[t].had, &turn, turn + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			continue;
		put(w, b);
		have_turn(w, b);
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

/* A thread takes the turns of its blocks in their order. While a block must wait, the thread helps others. */
static void take_turns(void *to, int thread, int threads)
{
	struct cd3_nsgs *w = to;
	int turn, tries = 0, all = turns_of(w, thread);

	(void)threads;
	while ((turn = __atomic_fetch_add(&w->begun[thread].had, 1, __ATOMIC_RELAXED)) < all) {
		int b = w->block[w->mine[thread] + turn];

		put(w, b);
		for (tries = 0; !is_ready(w, b); )
			if (!help(w, thread))
				yield_after_many(&tries);
		have_turn(w, b);
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

/* Make a sweep; returns the sum of the changes of impulses. */
static double sweep(struct cd3_nsgs *w, enum cd3_sweep how)
{
	double moved = 0;

	w->how = how;
	w->now++;
	for (int t = 0; t < w->threads; t++)
		w->begun[t].had = 0;
	team_together(w->threads, take_turns, w);
	for (int b = 0; b < w->schedule.n_block; b++)
		moved += w->moved[b];
	return moved;
}

static double residual(struct cd3_nsgs *w)
{
	double off_ = 0, size = 0;
	int blocks = w->schedule.n_block;

	team_run(w->threads, blocks, block_residual, w);
	for (int b = 0; b < blocks; b++) {
		off_ += w->sum[b][0];
		size += w->sum[b][1];
	}
	return cd3_residual_of(off_, size);
}

/* The residual at which sweeps end. An error e of a force changes velocities and places in one step. The next step corrects it by
 * -2 e, and starts with e, so its first error is 3 e. So errors in a pile at rest decay if the sweeps of a step reduce them to
 * less than a third. Otherwise they stay as large as the residual allows, and add up along a row of bodies. A row of forty balls
 * needs 25 sweeps, a row of fifty 30. So there are at least 30 sweeps, unless the residual is tiny. */
enum { LEAST = 30 };
static double small_residual(const struct cd3_effort *e)
{
	return (e->sweeps < LEAST ? 1e-3 : 1) * e->tolerance;
}

/* The number of sweeps until the residual is computed again, which takes as long as half a sweep. After EXACT sweeps rows are
 * solved with De Saxce's shift. */
enum { INTERVAL = 5, EXACT = 100 };
static int until_residual(const struct cd3_effort *e)
{
	int far = e->sweeps > 0 && e->residual > 10 * small_residual(e) && e->sweeps + 2 * INTERVAL <= e->max_sweeps;
	int n = far ? 2 * INTERVAL : INTERVAL, next = e->sweeps < LEAST ? LEAST : e->sweeps < EXACT ? EXACT : e->max_sweeps;

	next = next < e->max_sweeps ? next : e->max_sweeps;
	return e->sweeps + n > next ? next - e->sweeps : n;
}

/* Fill the batches, and let their impulses act. */
static void begin(struct cd3_nsgs *w, const struct cd3_problem *p)
{
	size_t blocks = (size_t)w->schedule.n_block;

	MEM_GROW(w->turn, &w->cap_turn, blocks);
	MEM_GROW(w->block, &w->cap_block, blocks);
	MEM_GROW(w->sum, &w->cap_sum, blocks);
	MEM_GROW(w->moved, &w->cap_moved, blocks);
	w->threads = p->threads < w->schedule.n_block ? p->threads : w->schedule.n_block;
	w->threads = w->threads < TEAM_MOST ? w->threads : TEAM_MOST;
	w->now = 0;
	memset(w->turn, 0, blocks * sizeof *w->turn);
	assign_blocks(w);
	if (p->n_row > 0)
		sweep(w, CD3_SWEEP_START);
}

void cd3_nsgs(struct cd3_problem *p, struct cd3_effort *e)
{
	if (!p->nsgs)
		p->nsgs = MEM_ZERO(struct cd3_nsgs, 1);
	struct cd3_nsgs *w = p->nsgs;
	cd3_schedule_make(&w->schedule, p);
	cd3_batches_begin(&w->batches, p, &w->schedule);
	begin(w, p);
	e->sweeps = 0;
	e->residual = p->n_row > 0 ? INFINITY : 0;
	double last = 0;
	while (e->sweeps < e->max_sweeps && !(e->residual <= small_residual(e))) {
		enum cd3_sweep how = e->sweeps < EXACT ? CD3_SWEEP_EXACT : CD3_SWEEP_SHIFTED;
		int n = until_residual(e);

		for (int k = 0; k < n; k++) {
			double moved = sweep(w, how);

			w->batches.momentum = moved < last ? moved / last : 0;
			last = moved;
		}
		e->residual = residual(w);
		e->sweeps += n;
		if (e->sweeps == EXACT) /* the next sweeps are another iteration */
			w->batches.momentum = last = 0;
	}
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
	free(w->moved);
	free(w);
}
