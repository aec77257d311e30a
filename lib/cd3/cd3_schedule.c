/* cd3_schedule.c: blocks, batches of four rows, the order of blocks, and the blocks for which each block waits */
#include "cd3/cd3_schedule.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"

/* ---- blocks ---- */

struct cd3_key { int row; uint32_t cell; };
/* The rigid bodies and the kind of a row. */
struct cd3_about { int row, i, j, kind; };

enum { BITS = 8, CELLS = 1 << BITS, DIGIT = 1 << 12, PIECE = 512 }; /* a key has 3 BITS bits, two digits */

/* The bits of a coordinate with two zeros between them. */
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

/* The probable state of a row: 0 slides (its last impulse is at the edge of the cone), 1 sticks, 2 has no impulse. */
static int kind_of(const struct cd3_row *r)
{
	double t = r->impulse[1] * r->impulse[1] + r->impulse[2] * r->impulse[2], n = r->impulse[0];

	return !(n > 0) ? 2 : t < 0.98 * n * n;
}

struct work { struct cd3_schedule *schedule; const struct cd3_problem *p; vec3 lo; double f; int shift[3]; };

/* Number cells along Morton's curve. The bits of a number are those of the three coordinates in turn. The coordinate along the
 * longest side comes first, so that space is halved across this side. */
static void find_keys(void *to, int piece, int thread)
{
	const struct work *w = to;
	int end = (piece + 1) * PIECE < w->p->n_row ? (piece + 1) * PIECE : w->p->n_row;

	(void)thread;
	for (int k = piece * PIECE; k < end; k++) {
		const struct cd3_row *r = &w->p->row[k];
		vec3 x = v3_scale(w->f, v3_sub(w->p->position[k], w->lo));

		w->schedule->key[k] = (struct cd3_key){ k, spread(cell(x.x)) << w->shift[0] | spread(cell(x.y)) << w->shift[1] |
			spread(cell(x.z)) << w->shift[2] };
		w->schedule->about[k] = (struct cd3_about){ k, r->i, r->j, kind_of(r) };
	}
}

/* Sort keys by cells, with two counting sorts: by the last twelve bits, then by the first twelve. Rows of one cell keep their
 * order. */
static void sort_keys(struct cd3_key *key, struct cd3_key *work, int n)
{
	int last[DIGIT] = { 0 }, first[DIGIT] = { 0 };

	for (int k = 0; k < n; k++) {
		last[key[k].cell % DIGIT]++;
		first[key[k].cell / DIGIT]++;
	}
	for (int c = 0, before = 0, sum = 0; c < DIGIT; c++) {
		before += last[c];
		last[c] = before - last[c];
		sum += first[c];
		first[c] = sum - first[c];
	}
	for (int k = 0; k < n; k++)
		work[last[key[k].cell % DIGIT]++] = key[k];
	for (int k = 0; k < n; k++)
		key[first[work[k].cell / DIGIT]++] = work[k];
}

/* Sort the rows along the curve, and divide them into blocks of equal length. */
static void find_blocks(struct work *w)
{
	struct cd3_schedule *schedule = w->schedule;
	const struct cd3_problem *p = w->p;
	vec3 hi = v3(-INFINITY, -INFINITY, -INFINITY);

	w->lo = v3(INFINITY, INFINITY, INFINITY);
	for (int k = 0; k < p->n_row; k++) {
		vec3 x = p->position[k], lo = w->lo; /* comparisons cost less than fmin and fmax, which are calls */

		w->lo = v3(x.x < lo.x ? x.x : lo.x, x.y < lo.y ? x.y : lo.y, x.z < lo.z ? x.z : lo.z);
		hi = v3(x.x > hi.x ? x.x : hi.x, x.y > hi.y ? x.y : hi.y, x.z > hi.z ? x.z : hi.z);
	}
	vec3 side = v3_sub(hi, w->lo);
	double size = fmax(side.x, fmax(side.y, side.z));
	w->f = size > 0 ? CELLS / size : 0;
	w->shift[0] = (side.x >= side.y) + (side.x >= side.z);
	w->shift[1] = (side.y > side.x) + (side.y >= side.z);
	w->shift[2] = (side.z > side.x) + (side.z > side.y);
	team_run(p->threads, (p->n_row + PIECE - 1) / PIECE, find_keys, w);
	sort_keys(schedule->key, schedule->key + p->n_row, p->n_row);
	for (int b = 0; b <= schedule->n_block; b++)
		schedule->first_row[b] = schedule->n_block > 0 ? (int)((int64_t)p->n_row * b / schedule->n_block) : 0;
}

/* ---- batches ---- */

/* The first bit that is 0; 64 if there is none. */
static int first_free(uint64_t taken)
{
	return taken == ~UINT64_C(0) ? 64 : __builtin_ctzll(~taken);
}

/* Set a bit of those rigid bodies of a row that move. */
static void mark(const struct cd3_problem *p, const struct cd3_about *k, uint64_t *used, uint64_t bit)
{
	if (p->rigid[k->i].moves != 0)
		used[k->i] |= bit;
	if (p->rigid[k->j].moves != 0)
		used[k->j] |= bit;
}

static void unmark(const int *rigid, int n, uint64_t *used)
{
	for (int k = 0; k < n; k++)
		used[rigid[k]] = 0;
}

/* The rigid bodies of a block that move. used[] is 0 before and after. */
static int list_rigid(const struct cd3_problem *p, const struct cd3_about *at, int n, uint64_t *used, int *rigid)
{
	int count = 0;

	for (int k = 0; k < 2 * n; k++) {
		int u = k % 2 ? at[k / 2].j : at[k / 2].i;

		if (used[u] || p->rigid[u].moves == 0)
			continue;
		used[u] = 1;
		rigid[count++] = u;
	}
	unmark(rigid, count, used);
	return count;
}

/* Sort the rows of a block by kind, and within a kind by colour. Rows of one colour have no common rigid body, except for the
 * 64th colour, which has all rows left over. used[] is 0 before. */
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

/* Put each row of a block into the first batch with a free lane and without the row's rigid bodies. If none of the first 64
 * batches is suitable, the row gets a batch of its own. used[] is 0 before. */
static int fill_batches(const struct cd3_problem *p, const struct cd3_about *at, const int *order, int n, uint64_t *used,
	int *row)
{
	signed char count[64] = { 0 };
	uint64_t full = 0;
	int batches = 0;

	for (int k = 0; k < CD3_LANES * n; k++)
		row[k] = -1;
	for (int k = 0; k < n; k++) {
		const struct cd3_about *r = &at[order[k]];
		int c = first_free(used[r->i] | used[r->j] | full);

		if (c < 64) {
			mark(p, r, used, UINT64_C(1) << c);
			row[CD3_LANES * c + count[c]] = r->row;
			full |= ++count[c] == CD3_LANES ? UINT64_C(1) << c : 0;
			batches = c + 1 > batches ? c + 1 : batches;
		} else {
			row[CD3_LANES * batches++] = r->row;
		}
	}
	return batches;
}

/* Make the batches of a block. used[] is 0 before and after. */
static void fill_block(void *to, int b, int thread)
{
	const struct work *w = to;
	struct cd3_schedule *schedule = w->schedule;
	int first = schedule->first_row[b], n = schedule->first_row[b + 1] - first, order[CD3_BLOCK];
	int *rigid = schedule->rigid + 2 * (size_t)first;
	uint64_t *used = schedule->used + (size_t)thread * (size_t)w->p->n_rigid;
	struct cd3_about at[CD3_BLOCK];

	for (int k = 0; k < n; k++)
		at[k] = schedule->about[schedule->key[first + k].row];
	schedule->n_rigid[b] = list_rigid(w->p, at, n, used, rigid);
	sort_colours(w->p, at, n, used, order);
	unmark(rigid, schedule->n_rigid[b], used);
	schedule->batches[b] = fill_batches(w->p, at, order, n, used, schedule->block_row + CD3_LANES * (size_t)first);
	unmark(rigid, schedule->n_rigid[b], used);
}

/* ---- the order of blocks ---- */

/* Sort the blocks by colours. A block gets the first colour that no block with a common rigid body has, or the 64th. */
static void order_blocks(struct cd3_schedule *schedule)
{
	int count[65] = { 0 }, *colour = schedule->order + schedule->n_block;
	uint64_t *used = schedule->used;

	for (int b = 0; b < schedule->n_block; b++) {
		const int *rigid = schedule->rigid + 2 * (size_t)schedule->first_row[b];
		uint64_t taken = 0;

		for (int k = 0; k < schedule->n_rigid[b]; k++)
			taken |= used[rigid[k]];
		int c = first_free(taken);
		colour[b] = c < 64 ? c : 63;
		for (int k = 0; k < schedule->n_rigid[b]; k++)
			used[rigid[k]] |= UINT64_C(1) << colour[b];
		count[colour[b] + 1]++;
	}
	for (int c = 0; c < 64; c++)
		count[c + 1] += count[c];
	for (int b = 0; b < schedule->n_block; b++)
		schedule->order[count[colour[b]]++] = b;
}

/* Copy the batches into the order of the blocks. */
static void order_batches(struct cd3_schedule *schedule)
{
	schedule->n_batch = 0;
	for (int t = 0; t < schedule->n_block; t++) {
		int b = schedule->order[t], n = schedule->batches[b];

		memcpy(schedule->row + CD3_LANES * (size_t)schedule->n_batch, schedule->block_row + CD3_LANES * (size_t)schedule->first_row[b],
			CD3_LANES * (size_t)n * sizeof *schedule->row);
		schedule->first_batch[t] = schedule->n_batch;
		schedule->n_batch += n;
	}
	schedule->first_batch[schedule->n_block] = schedule->n_batch;
}

/* Each block waits for the block before it on each of its rigid bodies. The rigid bodies without such a block come first. */
static void find_waits(struct cd3_schedule *schedule, int n_rigid)
{
	int n = 0, blocks = schedule->n_block, *last = schedule->last;

	for (int b = 0; b < blocks; b++)
		schedule->seen[b] = -1;
	for (int u = 0; u < n_rigid; u++)
		last[u] = -1;
	for (int t = 0; t < blocks; t++) {
		int b = schedule->order[t], own = 0;
		int *rigid = schedule->rigid + 2 * (size_t)schedule->first_row[b];

		schedule->first_wait[t] = n;
		for (int k = 0; k < schedule->n_rigid[b]; k++) {
			int u = rigid[k], block = last[u];

			last[u] = t;
			if (block < 0) {
				rigid[k] = rigid[own];
				rigid[own++] = u;
			} else if (schedule->seen[block] != t) {
				schedule->seen[block] = t;
				MEM_GROW(schedule->wait, &schedule->cap[0], (size_t)n + 1);
				schedule->wait[n++] = block;
			}
		}
		schedule->n_own[t] = own;
	}
	schedule->first_wait[blocks] = n;
}

/* ---- the schedule ---- */

static void allocate(struct cd3_schedule *schedule, const struct cd3_problem *p)
{
	size_t n = (size_t)p->n_row, blocks = (size_t)schedule->n_block, units = (size_t)p->n_rigid;
	size_t threads = p->threads > 1 ? (size_t)p->threads : 1;

	MEM_GROW(schedule->used, &schedule->cap[1], units * threads);
	MEM_GROW(schedule->key, &schedule->cap[2], 2 * n);
	MEM_GROW(schedule->row, &schedule->cap[3], CD3_LANES * n);
	MEM_GROW(schedule->block_row, &schedule->cap[4], CD3_LANES * n);
	MEM_GROW(schedule->last, &schedule->cap[5], units);
	MEM_GROW(schedule->first_row, &schedule->cap[6], blocks + 1);
	MEM_GROW(schedule->batches, &schedule->cap[7], blocks);
	MEM_GROW(schedule->order, &schedule->cap[8], 2 * blocks);
	MEM_GROW(schedule->seen, &schedule->cap[9], blocks);
	MEM_GROW(schedule->first_batch, &schedule->cap[10], blocks + 1);
	MEM_GROW(schedule->first_wait, &schedule->cap[11], blocks + 1);
	MEM_GROW(schedule->rigid, &schedule->cap[12], 2 * n);
	MEM_GROW(schedule->n_rigid, &schedule->cap[13], blocks);
	MEM_GROW(schedule->about, &schedule->cap[14], n);
	MEM_GROW(schedule->n_own, &schedule->cap[15], blocks);
}

/* The smallest number of blocks; above four blocks, a multiple of four, so that two or four threads get equal numbers. */
static int blocks_of(int rows)
{
	int few = (rows + CD3_BLOCK - 1) / CD3_BLOCK;

	return few > 4 ? (few + 3) / 4 * 4 : few;
}

void cd3_schedule_make(struct cd3_schedule *schedule, const struct cd3_problem *p)
{
	struct work work = { .schedule = schedule, .p = p };

	schedule->n_block = blocks_of(p->n_row);
	allocate(schedule, p);
	find_blocks(&work);
	memset(schedule->used, 0, (size_t)p->n_rigid * (size_t)(p->threads > 1 ? p->threads : 1) * sizeof *schedule->used);
	team_run(p->threads, schedule->n_block, fill_block, &work);
	order_blocks(schedule);
	order_batches(schedule);
	find_waits(schedule, p->n_rigid);
}

void cd3_schedule_free(struct cd3_schedule *schedule)
{
	void *all[] = { schedule->wait, schedule->used, schedule->key, schedule->row, schedule->block_row, schedule->last,
		schedule->first_row, schedule->batches, schedule->order, schedule->seen, schedule->first_batch, schedule->first_wait,
		schedule->rigid, schedule->n_rigid, schedule->about, schedule->n_own };

	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
	memset(schedule, 0, sizeof *schedule);
}
