/* cd3_nsgs.c: nonsmooth Gauss-Seidel: block after block of contacts, or several at a time, which is the same */
#include <sched.h>
#include <string.h>

#include "base/buf.h"
#include "base/share.h"
#include "cd3/cd3_pack.h"

/* Turns that a block has had, or that of a thread's blocks have been begun with; a cache line each. */
struct turn { int had, apart[31]; };

struct cd3_nsgs {
	struct cd3_plan plan;
	struct cd3_packs packs;
	struct turn *turn;          /* [n_block] */
	struct turn begun[SHARE_MOST];
	int *block, mine[SHARE_MOST + 1]; /* each thread's blocks in the order of the plan, and where they begin */
	double (*sum)[2];           /* [n_block] of the residual */
	enum pack_how how;          /* what is to be done: in so many sweeps, of which the first makes packs and lets them act, */
	int sweeps, begins, threads; /* by so many threads, or fewer */
	size_t cap_turn, cap_sum, cap_block;
};

/* Each thread has its blocks, which are next to each other in space, and keeps what is theirs at hand. */
static void deal(struct cd3_nsgs *w)
{
	const struct cd3_plan *plan = &w->plan;
	int n = 0, threads = w->threads;

	for (int t = 0; t < threads; t++) {
		w->mine[t] = n;
		w->begun[t].had = 0;
		for (int b = 0; b < plan->n_block; b++)
			if ((int)((int64_t)plan->order[b] * threads / plan->n_block) == t)
				w->block[n++] = b;
	}
	w->mine[threads] = n;
}

/* How many turns a thread's blocks have in all; the block and sweep of one. */
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

/* Whether a block and those that it has to wait for have had their turns. */
static int is_ready(const struct cd3_nsgs *w, int b, int sweep)
{
	const struct cd3_plan *plan = &w->plan;

	if (!has_had(w, b, sweep))
		return 0;
	for (int q = plan->first[b]; q < plan->first[b + 1]; q++)
		if (!has_had(w, plan->wait[q].block, plan->wait[q].before ? sweep : sweep + 1))
			return 0;
	return 1;
}

static void have_turn(struct cd3_nsgs *w, int b, int sweep)
{
	cd3_packs_visit(&w->packs, w->begins && sweep == 0 ? PACK_START : w->how, b);
	__atomic_store_n(&w->turn[b].had, sweep + 1, __ATOMIC_RELEASE);
}

static void put(struct cd3_nsgs *w, int b, int sweep)
{
	if (w->begins && sweep == 0)
		cd3_packs_put(&w->packs, b);
}

/* Take the next turn of another thread's blocks, which may be slower, if it is ready. */
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

/* In vain for so long: it may be that a thread has no processor. */
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

/* A thread's packs, its blocks in their order, sweep after sweep. Where it would have to wait it helps others. */
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

/* What a block is off by: of a thread's own the last ones first, which are still at hand. */
static void look(void *to, int piece, int thread)
{
	struct cd3_nsgs *w = to;
	int t = 0;

	(void)thread;
	while (w->mine[t + 1] <= piece)
		t++;
	int b = w->block[w->mine[t] + w->mine[t + 1] - 1 - piece];
	cd3_packs_off(&w->packs, b, w->sum[b]);
}

/* So many sweeps, and the residual after them. */
static double sweep(struct cd3_nsgs *w, enum pack_how how, int sweeps, int begins)
{
	double off_ = 0, size = 0;
	int blocks = w->plan.n_block, threads = w->packs.p->threads;

	threads = threads < blocks ? threads : blocks;
	w->threads = threads < SHARE_MOST ? threads : SHARE_MOST;
	w->how = how;
	w->sweeps = sweeps;
	w->begins = begins;
	memset(w->turn, 0, (size_t)blocks * sizeof *w->turn);
	deal(w);
	share_among(w->threads, take_turns, w);
	share(w->threads, blocks, look, w);
	for (int b = 0; b < blocks; b++) {
		off_ += w->sum[b][0];
		size += w->sum[b][1];
	}
	return off_ > 0 ? sqrt(off_ / size) : 0;
}

/* The residual that is good enough. What the error e of a force does to velocities and places in one step, the next one makes
 * good by -2 e, and begins with e: so it is off by 3 e at first. In a pile at rest errors therefore die out where a step's
 * sweeps reduce them to less than a third, and otherwise stay as great as the residual lets them, which along a row of
 * bodies is much. In a row of ten 15 sweeps do, in one of twelve 25. So there are as many, unless nothing is left to be done. */
static double goal(const struct cd3_effort *e)
{
	enum { LEAST = 25 };

	return (e->sweeps < LEAST ? 1e-3 : 1) * e->tolerance;
}

/* After how many sweeps to look again, which takes half as long as one. Contacts are solved with the shift after 100. */
enum { LOOKS = 5, EXACT = 100 };
static int until_look(const struct cd3_effort *e)
{
	int far = e->sweeps > 0 && e->residual > 10 * goal(e) && e->sweeps + 2 * LOOKS <= e->most, n = far ? 2 * LOOKS : LOOKS;

	return e->sweeps < EXACT && e->sweeps + n > EXACT ? EXACT - e->sweeps : n;
}

void cd3_nsgs(struct cd3_problem *p, struct cd3_effort *e)
{
	if (!p->nsgs)
		p->nsgs = MEM_ZERO(struct cd3_nsgs, 1);
	struct cd3_nsgs *w = p->nsgs;
	cd3_plan_make(&w->plan, p);
	cd3_packs_begin(&w->packs, p, &w->plan);
	MEM_GROW(w->turn, &w->cap_turn, (size_t)w->plan.n_block);
	MEM_GROW(w->block, &w->cap_block, (size_t)w->plan.n_block);
	MEM_GROW(w->sum, &w->cap_sum, (size_t)w->plan.n_block);
	e->sweeps = 0;
	e->residual = INFINITY;
	do {
		enum pack_how how = e->sweeps < EXACT ? PACK_EXACTLY : PACK_SHIFTED;
		int n = until_look(e), begins = e->sweeps == 0;

		e->residual = p->n > 0 ? sweep(w, how, n + begins, begins) : 0;
		e->sweeps += n;
	} while (e->sweeps < e->most && !(e->residual <= goal(e)));
	cd3_packs_take(&w->packs);
}

void cd3_nsgs_free(struct cd3_nsgs *w)
{
	if (!w)
		return;
	cd3_plan_free(&w->plan);
	cd3_packs_free(&w->packs);
	free(w->turn);
	free(w->block);
	free(w->sum);
	free(w);
}
