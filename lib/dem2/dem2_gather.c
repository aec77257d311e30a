/* dem2_gather.c: the sums of contact forces on bodies. A body sums over its near pairs in the order of the partners' ids.
 *
 * Parts put the sums of pairs that touch, a row for each of both bodies, next to each other. Row 0 is 0, and stands for all near
 * pairs that do not touch: so a body adds the rows of all its near pairs, without a branch. */
#include <string.h>

#include "base/buf.h"
#include "base/quad.h"
#include "base/team.h"
#include "base/wide.h"
#include "dem2/dem2_state.h"
#include "sim/ghosts.h"

/* ---- near pairs of bodies ---- */

/* near_of: [n_pair] the number of the near pair of a pair of the list in all parts, or -1. */
struct gathering { struct dem2 *s; int *near_of; };

static void part_number(void *to, int part, int thread)
{
	const struct gathering *g = to;
	struct dem2 *s = g->s;
	const struct part2 *q = &s->part[part];

	(void)thread;
	for (int p = q->pair_from; p < q->pair_to; p++)
		g->near_of[p] = -1;
	for (int k = 0; k < q->n_pair; k++)
		g->near_of[q->pair[k].p] = q->near_from + k;
	memset(s->row_of + 2 * q->near_from, 0, 2 * (size_t)q->n_pair * sizeof *s->row_of);
}

/* List the near pairs of the bodies of a chunk. */
static void chunk_list(void *to, int chunk, int thread)
{
	const struct gathering *g = to;
	struct dem2 *s = g->s;
	const struct list2 *l = &s->list;
	struct part2 *q = &s->part[chunk];
	int first = dem2_chunk_begin(s, chunk), bodies = dem2_chunk_end(s, chunk) - first, n = 0;

	(void)thread;
	MEM_GROW(q->gather_end, &q->cap_gather_end, (size_t)bodies);
	for (int b = first; b < first + bodies; b++) {
		int from = l->own_from[b], end = l->own_from[b + 1];

		MEM_GROW(q->gather, &q->cap_gather, (size_t)n + (size_t)(end - from));
		MEM_GROW(q->gather_body, &q->cap_gather_body, (size_t)n + (size_t)(end - from));
		for (int z = from; z < end; z++) {
			int near = g->near_of[l->own[z] >> 1];

			q->gather[n] = 2 * near + (l->own[z] & 1);
			q->gather_body[n] = (uint16_t)(b - first);
			n += near >= 0;
		}
		q->gather_end[b - first] = n;
	}
}

void dem2_gather_build(struct dem2 *s)
{
	size_t n = 0;

	for (int t = 0; t < s->core.n_part; t++) {
		s->part[t].near_from = (int)n;
		n += (size_t)s->part[t].n_pair;
	}
	size_t sums = (2 * n + (size_t)s->core.n_part + 3) * sizeof *s->side_sum, pairs = (size_t)s->list.n_pair * sizeof(int);
	size_t before = sums > pairs ? sums : (pairs + 7) / 8 * 8;
	MEM_ROOM(s->shared, &s->cap_shared, before + (2 * n + 1) * sizeof *s->row_of);
	s->side_sum = (struct side_sum *)s->shared;
	s->row_of = (int *)(s->shared + before);
	if (s->core.heat)
		MEM_ROOM(s->pair_heat, &s->cap_heat, n + 1);
	struct gathering g = { s, (int *)s->shared }; /* there are no sums yet */
	team_run(s->core.threads, s->core.n_part, part_number, &g);
	team_run(s->core.threads, dem2_chunks(s), chunk_list, &g);
	s->side_sum[0] = s->side_sum[1] = (struct side_sum){ 0 };
}

/* ---- sums ---- */

/* Add up to EXACT_BLOCK forces and torques to exact sums, only many of them in vectors. */
static void block_add(const struct dem2 *s, int n, double (*block)[EXACT_BLOCK], struct exact sum[3])
{
	enum { MANY = 24 };

	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < n && n < MANY; k++)
			exact_add(&sum[i], block[i][k]);
		if (n >= MANY)
			exact_add_all(s->core.wide, &sum[i], n, block[i]);
	}
}

/* Sum up forces and torques of the bodies of a part's chunk. The loop goes over the near pairs of all bodies, so that it does
 * not end for each. */
static WIDE_INLINE void sums_loop(const struct dem2 *s, const struct part2 *q, int bodies, quad *restrict to)
{
	const struct side_sum *sum = s->side_sum;
	const int *row = s->row_of, *gather = q->gather;
	const uint16_t *body = q->gather_body;

	for (int k = 0; k < bodies; k++)
		to[k] = (quad){ 0 };
	for (int k = 0, n = q->gather_end[bodies - 1]; k < n; k++)
		to[body[k]] += QUAD_AT(&sum[row[gather[k]]].fx);
}
WIDE_LOOP(sums, (const struct dem2 *s, const struct part2 *q, int bodies, quad *restrict to), (s, q, bodies, to))

/* Those of ghosts are what their owners tell. */
static void gather_ghosts(const struct dem2 *s, int chunk, double (*f)[4])
{
	int first = dem2_chunk_begin(s, chunk), end = dem2_chunk_end(s, chunk);

	for (int b = first; b < end; b++)
		memcpy(f[b - first], ghosts_force(&s->core, b), 3 * sizeof **f);
}

void dem2_gather(struct dem2 *s, int chunk, double (*f)[4])
{
	if (chunk >= s->chunk_from[DEM2_GHOST]) {
		gather_ghosts(s, chunk, f);
		return;
	}
	sums(s->core.wide)(s, &s->part[chunk], dem2_chunk_end(s, chunk) - dem2_chunk_begin(s, chunk), (quad *)f);
}

void dem2_gather_add(const struct dem2 *s, int b, struct exact sum[3])
{
	int chunk = dem2_chunk_of(s, b), k = b - dem2_chunk_begin(s, chunk), n = 0;
	const struct part2 *q = &s->part[chunk];
	double block[3][EXACT_BLOCK];

	for (int z = k ? q->gather_end[k - 1] : 0; z < q->gather_end[k]; z++) {
		int row = s->row_of[q->gather[z]];
		const struct side_sum *p = &s->side_sum[row];

		if (row == 0)
			continue;
		block[0][n] = p->fx;
		block[1][n] = p->fy;
		block[2][n] = p->t;
		if (++n < EXACT_BLOCK)
			continue;
		block_add(s, n, block, sum);
		n = 0;
	}
	block_add(s, n, block, sum);
}

/* ---- bodies anywhere in memory ---- */

/* The near pairs of body b, over which it sums up. */
struct own2 { const int *from, *end; };

static inline struct own2 own_of(const struct dem2 *s, int b)
{
	if (b >= s->core.n_own || s->plain)
		return (struct own2){ NULL, NULL };
	int chunk = dem2_chunk_of(s, b), k = b - dem2_chunk_begin(s, chunk);
	const struct part2 *q = &s->part[chunk];

	return (struct own2){ q->gather + (k ? q->gather_end[k - 1] : 0), q->gather + q->gather_end[k] };
}

static inline void own_sum(const struct dem2 *s, int b, struct own2 own, double f[3])
{
	for (int z = 0; z < 3; z++)
		f[z] = s->plain ? s->core.f[z][b] : b >= s->core.n_own ? ghosts_force(&s->core, b)[z] : 0;
	for (; own.from < own.end; own.from++) {
		const struct side_sum *p = &s->side_sum[s->row_of[*own.from]];

		f[0] += p->fx;
		f[1] += p->fy;
		f[2] += p->t;
	}
}

/* In large scenes each body waits for memory three times: for its list, for the rows there, and for their sums. So several bodies
 * wait together. */
void dem2_gather_some(const struct dem2 *s, int n, const int *b, double (*f)[3])
{
	enum { TOGETHER = 16 };
	struct own2 own[TOGETHER];

	for (; n > 0; n -= TOGETHER, b += TOGETHER, f += TOGETHER) {
		const int some = n < TOGETHER ? n : TOGETHER;

		for (int k = 0; k < some; k++)
			own[k] = own_of(s, b[k]);
		for (int k = 0; k < some; k++)
			for (const int *z = own[k].from; z < own[k].end; z++)
				__builtin_prefetch(&s->row_of[*z]);
		for (int k = 0; k < some; k++)
			for (const int *z = own[k].from; z < own[k].end; z++)
				__builtin_prefetch(&s->side_sum[s->row_of[*z]]);
		for (int k = 0; k < some; k++)
			own_sum(s, b[k], own[k], f[k]);
	}
}
