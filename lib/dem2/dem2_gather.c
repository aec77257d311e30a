/* dem2_gather.c: the sums of contact forces on bodies. A body sums over its near pairs in the order of the partners' ids.
 *
 * Parts put the sums of pairs that touch into rows next to each other. Row 0 is 0, and stands for all near pairs that do not
 * touch: so a body adds the rows of all its near pairs, without a branch. */
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "dem2/dem2_state.h"

/* ---- near pairs of bodies ---- */

static void part_number(void *to, int part, int thread)
{
	struct dem2 *s = to;
	const struct part2 *q = &s->part[part];

	(void)thread;
	for (int p = q->pair_from; p < q->pair_to; p++)
		s->near_of[p] = -1;
	for (int k = 0; k < q->n_pair; k++)
		s->near_of[q->pair[k].p] = q->near_from + k;
	memset(s->row_of + q->near_from, 0, (size_t)q->n_pair * sizeof *s->row_of);
}

/* List the near pairs of the bodies of a chunk. */
static void chunk_list(void *to, int chunk, int thread)
{
	struct dem2 *s = to;
	const struct list2 *l = &s->list;
	struct part2 *q = &s->part[chunk];
	int first = dem2_chunk_begin(s, chunk), bodies = dem2_chunk_end(s, chunk) - first, n = 0;

	(void)thread;
	MEM_GROW(q->gather_end, &q->cap_gather_end, (size_t)bodies);
	for (int b = first; b < first + bodies; b++) {
		int from = l->own_from[b], to_ = l->own_from[b + 1];

		MEM_GROW(q->gather, &q->cap_gather, (size_t)n + (size_t)(to_ - from));
		for (int z = from; z < to_; z++) {
			int near = s->near_of[l->own[z] >> 1];

			q->gather[n] = 2 * near + (l->own[z] & 1);
			n += near >= 0;
		}
		q->gather_end[b - first] = n;
	}
}

void dem2_gather_build(struct dem2 *s)
{
	int n = 0;

	for (int t = 0; t < s->core.n_part; t++) {
		s->part[t].near_from = n;
		n += s->part[t].n_pair;
	}
	MEM_GROW(s->near_of, &s->cap_near_of, (size_t)s->list.n_pair);
	MEM_GROW(s->row_of, &s->cap_row_of, (size_t)n);
	MEM_GROW_LINES(s->pair_sum, &s->cap_sum, (size_t)n + 1);
	s->pair_sum[0] = (struct pair_sum){ 0 };
	if (s->core.heat) {
		MEM_GROW(s->pair_heat, &s->cap_heat, (size_t)n + 1);
		s->pair_heat[0] = 0;
	}
	team_run(s->core.threads, s->core.n_part, part_number, s);
	team_run(s->core.threads, dem2_chunks(s), chunk_list, s);
}

/* ---- sums ---- */

/* The sum over body k of a chunk; from: its first entry in gather. Returns the end of its entries. */
static inline int gather_body(const struct dem2 *s, const struct part2 *q, int k, int from, double *fx, double *fy, double *tq)
{
	const struct pair_sum *sum = s->pair_sum;
	const int *gather = q->gather, *row = s->row_of;
	double x = 0, y = 0, t = 0;
	int end = q->gather_end[k];

	for (int z = from; z < end; z++) {
		const struct pair_sum *p = &sum[row[gather[z] >> 1]];
		int side = gather[z] & 1;

		x += side ? -p->fx : p->fx;
		y += side ? -p->fy : p->fy;
		t += p->t[side];
	}
	*fx = x;
	*fy = y;
	*tq = t;
	return end;
}

/* Add half of the heat of a body's pairs, in the same order. */
static void gather_heat(struct dem2 *s, int chunk)
{
	const struct part2 *q = &s->part[chunk];
	int first = dem2_chunk_begin(s, chunk), z = 0;

	for (int b = first; b < dem2_chunk_end(s, chunk); b++) {
		double heat = 0;

		for (; z < q->gather_end[b - first]; z++)
			heat += 0.5 * s->pair_heat[s->row_of[q->gather[z] >> 1]];
		s->core.heat[b] += heat;
	}
}

void dem2_gather(struct dem2 *s, int chunk, double *fx, double *fy, double *tq)
{
	const struct part2 *q = &s->part[chunk];
	int n = dem2_chunk_end(s, chunk) - dem2_chunk_begin(s, chunk), z = 0;

	if (s->plain)
		return;
	for (int k = 0; k < n; k++)
		z = gather_body(s, q, k, z, &fx[k], &fy[k], &tq[k]);
	if (s->core.heat)
		gather_heat(s, chunk);
}

void dem2_gather_one(const struct dem2 *s, int b, double f[3])
{
	int chunk = dem2_chunk_of(s, b), k = b - dem2_chunk_begin(s, chunk);
	const struct part2 *q = &s->part[chunk];

	if (s->plain)
		for (int z = 0; z < 3; z++)
			f[z] = s->core.f[z][b];
	else
		gather_body(s, q, k, k ? q->gather_end[k - 1] : 0, &f[0], &f[1], &f[2]);
}
