/* cd3_plan.c: in which order rows are solved, four at a time, and what threads have to wait for */
#include "sim/cd3_plan.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/share.h"

/* ---- blocks: halves of halves in space ---- */

struct cd3_point { double x[3]; int row; };

static int before(const struct cd3_point *a, const struct cd3_point *b, int axis)
{
	return a->x[axis] != b->x[axis] ? a->x[axis] < b->x[axis] : a->row < b->row;
}

static void swap(struct cd3_point *a, struct cd3_point *b)
{
	struct cd3_point c = *a;

	*a = *b;
	*b = c;
}

/* The middle one of three, to the first place. */
static void take_pivot(struct cd3_point *p, int n, int axis)
{
	struct cd3_point *a = p, *b = p + n / 2, *c = p + n - 1;

	if (before(b, a, axis))
		swap(a, b);
	if (before(c, b, axis))
		swap(b, c);
	if (before(b, a, axis))
		swap(a, b);
	swap(a, b);
}

/* The first `left` of n points along an axis to the front (Hoare's selection). */
static void select_first(struct cd3_point *p, int n, int left, int axis)
{
	while (n > 1) {
		int i = 0, j = n;

		take_pivot(p, n, axis);
		for (;;) {
			while (++i < n && before(&p[i], &p[0], axis))
				;
			while (before(&p[0], &p[--j], axis))
				;
			if (i >= j)
				break;
			swap(&p[i], &p[j]);
		}
		swap(&p[0], &p[j]); /* before j all are before it, behind it none */
		if (left <= j) {
			n = j;
		} else {
			p += j + 1;
			n -= j + 1;
			left -= j + 1;
		}
	}
}

/* Split the points of so many blocks across the longest side of the box around them. */
static void split(struct cd3_point *p, int from, int n, int blocks, int *start)
{
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY };
	int axis = 0, half = blocks / 2, left = (int)((int64_t)n * half / blocks);

	*start = from;
	if (blocks <= 1)
		return;
	for (int k = from; k < from + n; k++)
		for (int q = 0; q < 3; q++) {
			lo[q] = p[k].x[q] < lo[q] ? p[k].x[q] : lo[q];
			hi[q] = p[k].x[q] > hi[q] ? p[k].x[q] : hi[q];
		}
	for (int q = 1; q < 3; q++)
		if (hi[q] - lo[q] > hi[axis] - lo[axis])
			axis = q;
	select_first(p + from, n, left, axis);
	split(p, from, left, half, start);
	split(p, from + left, n - left, blocks - half, start + half);
}

/* ---- packs ---- */

/* The first bit that is 0; 64: none. */
static int first_free(uint64_t taken)
{
	return taken == ~UINT64_C(0) ? 64 : __builtin_ctzll(~taken);
}

/* Set a bit of both units of a row, if they move. */
static void mark(const struct cd3_problem *p, const struct cd3_row *k, uint64_t *used, uint64_t bit)
{
	if (p->unit[k->i].moves != 0)
		used[k->i] |= bit;
	if (p->unit[k->j].moves != 0)
		used[k->j] |= bit;
}

static void unmark(const struct cd3_row *k, uint64_t *used)
{
	used[k->i] = used[k->j] = 0;
}

/* A block's rows by colours, of which the 64th is what is left over, so that rows next to each other have nothing in common. */
static void sort_colours(const struct cd3_problem *p, const struct cd3_point *point, int n, uint64_t *used, int *order)
{
	int colour[CD3_BLOCK], at[65] = { 0 };

	for (int k = 0; k < n; k++) {
		const struct cd3_row *r = &p->row[point[k].row];
		int c = first_free(used[r->i] | used[r->j]);

		colour[k] = c < 64 ? c : 63;
		mark(p, r, used, UINT64_C(1) << colour[k]);
		at[colour[k] + 1]++;
	}
	for (int c = 0; c < 64; c++)
		at[c + 1] += at[c];
	for (int k = 0; k < n; k++) {
		order[at[colour[k]]++] = point[k].row;
		unmark(&p->row[point[k].row], used);
	}
}

/* Each row of a block into the first pack that has room and none of its units, or behind all where the first 64 have none.
 * used[] is 0 before and after. */
static int fill_packs(const struct cd3_problem *p, const struct cd3_point *point, int n, uint64_t *used, int *row)
{
	int order[CD3_BLOCK], packs = 0;
	signed char count[64] = { 0 };
	uint64_t full = 0;

	sort_colours(p, point, n, used, order);
	for (int k = 0; k < CD3_LANES * n; k++)
		row[k] = -1;
	for (int k = 0; k < n; k++) {
		const struct cd3_row *r = &p->row[order[k]];
		int c = first_free(used[r->i] | used[r->j] | full);

		if (c < 64) {
			mark(p, r, used, UINT64_C(1) << c);
			row[CD3_LANES * c + count[c]] = order[k];
			full |= ++count[c] == CD3_LANES ? UINT64_C(1) << c : 0;
			packs = c + 1 > packs ? c + 1 : packs;
		} else {
			row[CD3_LANES * packs++] = order[k];
		}
	}
	for (int k = 0; k < n; k++)
		unmark(&p->row[order[k]], used);
	return packs;
}

struct work { struct cd3_plan *plan; const struct cd3_problem *p; };

static void fill_block(void *to, int b, int thread)
{
	const struct work *w = to;
	struct cd3_plan *plan = w->plan;

	plan->packs[b] = fill_packs(w->p, plan->point + plan->start[b], plan->start[b + 1] - plan->start[b],
		plan->used + (size_t)thread * (size_t)w->p->n_unit, plan->rows + CD3_LANES * (size_t)plan->start[b]);
}

/* ---- the order of blocks ---- */

/* Blocks by colours, too: each gets the first that no block has with which it shares a unit. What is beyond the 64th has
 * this one, and will wait. */
static void order_blocks(struct cd3_plan *plan, const struct cd3_problem *p)
{
	int count[65] = { 0 }, *colour = plan->order + plan->n_block;
	uint64_t *used = plan->used;

	for (int b = 0; b < plan->n_block; b++) {
		uint64_t taken = 0;

		for (int k = plan->start[b]; k < plan->start[b + 1]; k++) {
			const struct cd3_row *r = &p->row[plan->point[k].row];

			taken |= used[r->i] | used[r->j];
		}
		int c = first_free(taken);
		colour[b] = c < 64 ? c : 63;
		for (int k = plan->start[b]; k < plan->start[b + 1]; k++)
			mark(p, &p->row[plan->point[k].row], used, UINT64_C(1) << colour[b]);
		count[colour[b] + 1]++;
	}
	for (int c = 0; c < 64; c++)
		count[c + 1] += count[c];
	for (int b = 0; b < plan->n_block; b++)
		plan->order[count[colour[b]]++] = b;
}

/* Blocks into their order. */
static void put_packs(struct cd3_plan *plan)
{
	plan->n_pack = 0;
	for (int t = 0; t < plan->n_block; t++) {
		int b = plan->order[t], n = plan->packs[b];

		memcpy(plan->row + CD3_LANES * (size_t)plan->n_pack, plan->rows + CD3_LANES * (size_t)plan->start[b],
			CD3_LANES * (size_t)n * sizeof *plan->row);
		plan->pack[t] = plan->n_pack;
		plan->n_pack += n;
	}
	plan->pack[plan->n_block] = plan->n_pack;
}

/* Let block t wait for another, which it may do already. */
static int add_wait(struct cd3_plan *plan, int n, int t, int block, int was)
{
	int *seen = &plan->seen[was ? plan->n_block + block : block];

	if (block == t || *seen == t)
		return n;
	*seen = t;
	MEM_GROW(plan->wait, &plan->cap[0], (size_t)n + 1);
	plan->wait[n] = (struct cd3_wait){ block, was };
	return n + 1;
}

/* All blocks that touch a unit take their turns: each waits for the one before it, the first for the last of the sweep before,
 * which is known after one time round. */
static void find_waits(struct cd3_plan *plan, const struct cd3_problem *p)
{
	int n = 0, blocks = plan->n_block, *last = plan->last;

	for (int b = 0; b < 2 * blocks; b++)
		plan->seen[b] = -1;
	for (int turn = 0; turn < 2 * blocks; turn++) {
		int t = turn % blocks;

		if (turn >= blocks)
			plan->first[t] = n;
		for (int k = CD3_LANES * plan->pack[t]; k < CD3_LANES * plan->pack[t + 1]; k++)
			for (int side = 0; side < 2 && plan->row[k] >= 0; side++) {
				const struct cd3_row *r = &p->row[plan->row[k]];
				int u = side ? r->j : r->i;

				if (p->unit[u].moves == 0)
					continue;
				if (turn >= blocks)
					n = add_wait(plan, n, t, last[u] % blocks, last[u] < blocks);
				last[u] = turn;
			}
	}
	plan->first[blocks] = n;
}

/* ---- all ---- */

static void make_room(struct cd3_plan *plan, const struct cd3_problem *p)
{
	size_t n = (size_t)p->n, blocks = (size_t)plan->n_block, units = (size_t)p->n_unit;
	size_t threads = p->threads > 1 ? (size_t)p->threads : 1;

	MEM_GROW(plan->used, &plan->cap[1], units * threads);
	MEM_GROW(plan->point, &plan->cap[2], n);
	MEM_GROW(plan->row, &plan->cap[3], CD3_LANES * n);
	MEM_GROW(plan->rows, &plan->cap[4], CD3_LANES * n);
	MEM_GROW(plan->last, &plan->cap[5], units);
	MEM_GROW(plan->start, &plan->cap[6], blocks + 1);
	MEM_GROW(plan->packs, &plan->cap[7], blocks);
	MEM_GROW(plan->order, &plan->cap[8], 2 * blocks);
	MEM_GROW(plan->seen, &plan->cap[9], 2 * blocks);
	MEM_GROW(plan->pack, &plan->cap[10], blocks + 1);
	MEM_GROW(plan->first, &plan->cap[11], blocks + 1);
}

void cd3_plan_make(struct cd3_plan *plan, const struct cd3_problem *p)
{
	struct work work = { plan, p };

	plan->n_block = (p->n + CD3_BLOCK - 1) / CD3_BLOCK;
	make_room(plan, p);
	for (int k = 0; k < p->n; k++) {
		struct cd3_point *to = &plan->point[k];

		v3_to(to->x, p->where[k]);
		to->row = k;
	}
	if (plan->n_block > 0)
		split(plan->point, 0, p->n, plan->n_block, plan->start);
	plan->start[plan->n_block] = p->n;
	memset(plan->used, 0, (size_t)p->n_unit * (size_t)(p->threads > 1 ? p->threads : 1) * sizeof *plan->used);
	share(p->threads, plan->n_block, fill_block, &work);
	order_blocks(plan, p);
	put_packs(plan);
	find_waits(plan, p);
}

void cd3_plan_free(struct cd3_plan *plan)
{
	void *all[] = { plan->wait, plan->used, plan->point, plan->row, plan->rows, plan->last, plan->start, plan->packs, plan->order,
		plan->seen, plan->pack, plan->first };

	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
	memset(plan, 0, sizeof *plan);
}
