/* cd3_plan.c: in which order rows are solved, four at a time, and what threads have to wait for */
#include "cd3/cd3_plan.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/share.h"

/* ---- blocks: stretches of a curve through space ---- */

struct cd3_keyed { uint32_t key; int row; };
/* What a row's place among others depends on besides. */
struct cd3_about { int row, i, j, kind; };

enum { BITS = 8, CELLS = 1 << BITS, DIGIT = 1 << 12, PIECE = 512 }; /* of a key, 3 BITS long, two digits are sorted by */

/* The bits of a cell's number, with two places between them. */
static uint32_t spread(uint32_t x)
{
	x = (x | x << 8) & 0x0000f00f;
	x = (x | x << 4) & 0x000c30c3;
	return (x | x << 2) & 0x00249249;
}

static uint32_t cell(double x)
{
	return x < CELLS ? x > 0 ? (uint32_t)x : 0 : CELLS - 1;
}

/* What a row will probably do: slide, as its impulse is at the cone's edge; hold; nothing. Rows of a pack cost what the
 * dearest of them does. */
static int kind_of(const struct cd3_row *r)
{
	double t = r->r[1] * r->r[1] + r->r[2] * r->r[2], n = r->r[0];

	return !(n > 0) ? 2 : t < 0.98 * n * n;
}

struct work { struct cd3_plan *plan; const struct cd3_problem *p; vec3 lo; double f; int shift[3]; };

/* Numbers of cells along Morton's curve, whose bits are those of the three coordinates in turns, that along the longest side
 * first: it is where space is halved. */
static void find_keys(void *to, int piece, int thread)
{
	const struct work *w = to;
	int end = (piece + 1) * PIECE < w->p->n ? (piece + 1) * PIECE : w->p->n;

	(void)thread;
	for (int k = piece * PIECE; k < end; k++) {
		const struct cd3_row *r = &w->p->row[k];
		vec3 x = v3_scale(w->f, v3_sub(w->p->where[k], w->lo));

		w->plan->keyed[k] = (struct cd3_keyed){ spread(cell(x.x)) << w->shift[0] | spread(cell(x.y)) << w->shift[1] |
			spread(cell(x.z)) << w->shift[2], k };
		w->plan->about[k] = (struct cd3_about){ k, r->i, r->j, kind_of(r) };
	}
}

/* By keys, first by their last twelve bits, then by the others, each time by counting: rows with equal keys stay in their
 * order. */
static void sort_keys(struct cd3_keyed *keyed, struct cd3_keyed *work, int n)
{
	int last[DIGIT] = { 0 }, first[DIGIT] = { 0 };

	for (int k = 0; k < n; k++) {
		last[keyed[k].key % DIGIT]++;
		first[keyed[k].key / DIGIT]++;
	}
	for (int c = 0, before = 0, sum = 0; c < DIGIT; c++) {
		before += last[c];
		last[c] = before - last[c];
		sum += first[c];
		first[c] = sum - first[c];
	}
	for (int k = 0; k < n; k++)
		work[last[keyed[k].key % DIGIT]++] = keyed[k];
	for (int k = 0; k < n; k++)
		keyed[first[work[k].key / DIGIT]++] = work[k];
}

/* Rows along the curve, and as many of them to each block. */
static void find_blocks(struct work *w)
{
	struct cd3_plan *plan = w->plan;
	const struct cd3_problem *p = w->p;
	vec3 hi = v3(-INFINITY, -INFINITY, -INFINITY);

	w->lo = v3(INFINITY, INFINITY, INFINITY);
	for (int k = 0; k < p->n; k++) {
		vec3 x = p->where[k];

		w->lo = v3(x.x < w->lo.x ? x.x : w->lo.x, x.y < w->lo.y ? x.y : w->lo.y, x.z < w->lo.z ? x.z : w->lo.z);
		hi = v3(x.x > hi.x ? x.x : hi.x, x.y > hi.y ? x.y : hi.y, x.z > hi.z ? x.z : hi.z);
	}
	vec3 side = v3_sub(hi, w->lo);
	double size = fmax(side.x, fmax(side.y, side.z));
	w->f = size > 0 ? CELLS / size : 0;
	w->shift[0] = (side.x >= side.y) + (side.x >= side.z);
	w->shift[1] = (side.y > side.x) + (side.y >= side.z);
	w->shift[2] = (side.z > side.x) + (side.z > side.y);
	share(p->threads, (p->n + PIECE - 1) / PIECE, find_keys, w);
	sort_keys(plan->keyed, plan->keyed + p->n, p->n);
	for (int b = 0; b <= plan->n_block; b++)
		plan->start[b] = plan->n_block > 0 ? (int)((int64_t)p->n * b / plan->n_block) : 0;
}

/* ---- packs ---- */

/* The first bit that is 0; 64: none. */
static int first_free(uint64_t taken)
{
	return taken == ~UINT64_C(0) ? 64 : __builtin_ctzll(~taken);
}

/* Set a bit of both units of a row, if they move. */
static void mark(const struct cd3_problem *p, const struct cd3_about *k, uint64_t *used, uint64_t bit)
{
	if (p->unit[k->i].moves != 0)
		used[k->i] |= bit;
	if (p->unit[k->j].moves != 0)
		used[k->j] |= bit;
}

static void unmark(const int *unit, int n, uint64_t *used)
{
	for (int k = 0; k < n; k++)
		used[unit[k]] = 0;
}

/* All units of a block that move. */
static int list_units(const struct cd3_problem *p, const struct cd3_about *at, int n, uint64_t *used, int *unit)
{
	int units = 0;

	for (int k = 0; k < n; k++)
		for (int side = 0; side < 2; side++) {
			int u = side ? at[k].j : at[k].i;

			if (used[u] || p->unit[u].moves == 0)
				continue;
			used[u] = 1;
			unit[units++] = u;
		}
	unmark(unit, units, used);
	return units;
}

/* A block's rows by kinds, and in these by colours, of which the 64th is what is left over, so that rows next to each other
 * have nothing in common. used[] is left as it comes out. */
static void sort_colours(const struct cd3_problem *p, const struct cd3_about *at, int n, uint64_t *used, int *order)
{
	int colour[CD3_BLOCK], end[3 * 64 + 1] = { 0 };

	for (int k = 0; k < n; k++) {
		int c = first_free(used[at[k].i] | used[at[k].j]);

		c = c < 64 ? c : 63;
		mark(p, &at[k], used, UINT64_C(1) << c);
		colour[k] = 64 * at[k].kind + c;
		end[colour[k] + 1]++;
	}
	for (int c = 0; c < 3 * 64; c++)
		end[c + 1] += end[c];
	for (int k = 0; k < n; k++)
		order[end[colour[k]]++] = k;
}

/* Each row of a block into the first pack that has room and none of its units, or behind all where the first 64 have none.
 * used[] is left as it comes out. */
static int fill_packs(const struct cd3_problem *p, const struct cd3_about *at, const int *order, int n, uint64_t *used, int *row)
{
	signed char count[64] = { 0 };
	uint64_t full = 0;
	int packs = 0;

	for (int k = 0; k < CD3_LANES * n; k++)
		row[k] = -1;
	for (int k = 0; k < n; k++) {
		const struct cd3_about *r = &at[order[k]];
		int c = first_free(used[r->i] | used[r->j] | full);

		if (c < 64) {
			mark(p, r, used, UINT64_C(1) << c);
			row[CD3_LANES * c + count[c]] = r->row;
			full |= ++count[c] == CD3_LANES ? UINT64_C(1) << c : 0;
			packs = c + 1 > packs ? c + 1 : packs;
		} else {
			row[CD3_LANES * packs++] = r->row;
		}
	}
	return packs;
}

/* used[] is 0 before and after. */
static void fill_block(void *to, int b, int thread)
{
	const struct work *w = to;
	struct cd3_plan *plan = w->plan;
	int first = plan->start[b], n = plan->start[b + 1] - first, *unit = plan->unit + 2 * (size_t)first, order[CD3_BLOCK];
	uint64_t *used = plan->used + (size_t)thread * (size_t)w->p->n_unit;
	struct cd3_about at[CD3_BLOCK];

	for (int k = 0; k < n; k++)
		at[k] = plan->about[plan->keyed[first + k].row];
	plan->units[b] = list_units(w->p, at, n, used, unit);
	sort_colours(w->p, at, n, used, order);
	unmark(unit, plan->units[b], used);
	plan->packs[b] = fill_packs(w->p, at, order, n, used, plan->rows + CD3_LANES * (size_t)first);
	unmark(unit, plan->units[b], used);
}

/* ---- the order of blocks ---- */

/* Blocks by colours, too: each gets the first that no block has with which it shares a unit. What is beyond the 64th has
 * this one, and will wait. */
static void order_blocks(struct cd3_plan *plan)
{
	int count[65] = { 0 }, *colour = plan->order + plan->n_block;
	uint64_t *used = plan->used;

	for (int b = 0; b < plan->n_block; b++) {
		const int *unit = plan->unit + 2 * (size_t)plan->start[b];
		uint64_t taken = 0;

		for (int k = 0; k < plan->units[b]; k++)
			taken |= used[unit[k]];
		int c = first_free(taken);
		colour[b] = c < 64 ? c : 63;
		for (int k = 0; k < plan->units[b]; k++)
			used[unit[k]] |= UINT64_C(1) << colour[b];
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
static void find_waits(struct cd3_plan *plan)
{
	int n = 0, blocks = plan->n_block, *last = plan->last;

	for (int b = 0; b < 2 * blocks; b++)
		plan->seen[b] = -1;
	for (int turn = 0; turn < 2 * blocks; turn++) {
		int t = turn % blocks, b = plan->order[t];
		const int *unit = plan->unit + 2 * (size_t)plan->start[b];

		if (turn >= blocks)
			plan->first[t] = n;
		for (int k = 0; k < plan->units[b]; k++) {
			int *before = &last[unit[k]];

			if (turn >= blocks)
				n = add_wait(plan, n, t, *before < blocks ? *before : *before - blocks, *before < blocks);
			*before = turn;
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
	MEM_GROW(plan->keyed, &plan->cap[2], 2 * n);
	MEM_GROW(plan->row, &plan->cap[3], CD3_LANES * n);
	MEM_GROW(plan->rows, &plan->cap[4], CD3_LANES * n);
	MEM_GROW(plan->last, &plan->cap[5], units);
	MEM_GROW(plan->start, &plan->cap[6], blocks + 1);
	MEM_GROW(plan->packs, &plan->cap[7], blocks);
	MEM_GROW(plan->order, &plan->cap[8], 2 * blocks);
	MEM_GROW(plan->seen, &plan->cap[9], 2 * blocks);
	MEM_GROW(plan->pack, &plan->cap[10], blocks + 1);
	MEM_GROW(plan->first, &plan->cap[11], blocks + 1);
	MEM_GROW(plan->unit, &plan->cap[12], 2 * n);
	MEM_GROW(plan->units, &plan->cap[13], blocks);
	MEM_GROW(plan->about, &plan->cap[14], n);
}

/* As few as may be; of many as many for each of two or four threads. */
static int blocks_of(int rows)
{
	int few = (rows + CD3_BLOCK - 1) / CD3_BLOCK;

	return few > 4 ? (few + 3) / 4 * 4 : few;
}

void cd3_plan_make(struct cd3_plan *plan, const struct cd3_problem *p)
{
	struct work work = { .plan = plan, .p = p };

	plan->n_block = blocks_of(p->n);
	make_room(plan, p);
	find_blocks(&work);
	memset(plan->used, 0, (size_t)p->n_unit * (size_t)(p->threads > 1 ? p->threads : 1) * sizeof *plan->used);
	share(p->threads, plan->n_block, fill_block, &work);
	order_blocks(plan);
	put_packs(plan);
	find_waits(plan);
}

void cd3_plan_free(struct cd3_plan *plan)
{
	void *all[] = { plan->wait, plan->used, plan->keyed, plan->row, plan->rows, plan->last, plan->start, plan->packs, plan->order,
		plan->seen, plan->pack, plan->first, plan->unit, plan->units, plan->about };

	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
	memset(plan, 0, sizeof *plan);
}
