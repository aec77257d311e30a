/* cd3_nsgs.c: nonsmooth Gauss-Seidel: block after block of contacts, or several at a time, which is the same */
#include <sched.h>
#include <string.h>

#include "base/buf.h"
#include "base/share.h"
#include "sim/cd3_pack.h"

/* Turns that a block has had; a cache line each. */
struct turn { int had, apart[31]; };

struct cd3_nsgs {
	struct cd3_plan plan;
	struct cd3_packs packs;
	struct turn *turn;          /* [n_block] */
	struct turn done;           /* threads that have had all theirs */
	double (*sum)[2];           /* [n_block] of the residual */
	enum pack_how how;          /* what is to be done: in so many sweeps, of which the first makes packs and lets them act, */
	int sweeps, begins;
	size_t cap_turn, cap_sum;
};

/* Whether a block may go on: others had their turns so many times. It may be that their thread has no processor. */
static void wait_for(const struct turn *turn, int times)
{
	for (int k = 0; __atomic_load_n(&turn->had, __ATOMIC_ACQUIRE) < times; k++)
		if (k > 1000)
			sched_yield();
}

/* Each thread has its blocks, which are next to each other in space, and keeps what is theirs at hand. */
static int is_mine(const struct cd3_plan *plan, int b, int thread, int threads)
{
	return (int)((int64_t)plan->order[b] * threads / plan->n_block) == thread;
}

/* A thread's packs, its blocks in their order, sweep after sweep, and when all are done what they are off by. */
static void take_turns(void *to, int thread, int threads)
{
	struct cd3_nsgs *w = to;
	const struct cd3_plan *plan = &w->plan;

	for (int b = 0; b < plan->n_block && w->begins; b++)
		if (is_mine(plan, b, thread, threads))
			cd3_packs_put(&w->packs, b);
	for (int sweep = 0; sweep < w->sweeps; sweep++)
		for (int b = 0; b < plan->n_block; b++) {
			if (!is_mine(plan, b, thread, threads))
				continue;
			for (int q = plan->first[b]; q < plan->first[b + 1]; q++)
				wait_for(&w->turn[plan->wait[q].block], plan->wait[q].before ? sweep : sweep + 1);
			cd3_packs_visit(&w->packs, w->begins && sweep == 0 ? PACK_START : w->how, b);
			__atomic_store_n(&w->turn[b].had, sweep + 1, __ATOMIC_RELEASE);
		}
	__atomic_fetch_add(&w->done.had, 1, __ATOMIC_RELEASE);
	wait_for(&w->done, threads);
	for (int b = plan->n_block - 1; b >= 0; b--) /* what was visited last is still at hand */
		if (is_mine(plan, b, thread, threads))
			cd3_packs_off(&w->packs, b, w->sum[b]);
}

/* So many sweeps, and the residual after them. */
static double sweep(struct cd3_nsgs *w, enum pack_how how, int sweeps, int begins)
{
	double off_ = 0, size = 0;
	int blocks = w->plan.n_block, threads = w->packs.p->threads;

	w->how = how;
	w->sweeps = sweeps;
	w->begins = begins;
	w->done.had = 0;
	memset(w->turn, 0, (size_t)blocks * sizeof *w->turn);
	share_among(threads < blocks ? threads : blocks, take_turns, w);
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
	free(w->sum);
	free(w);
}
