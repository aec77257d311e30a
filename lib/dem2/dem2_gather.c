/* dem2_gather.c: the sums of contact forces on bodies. A body sums over its pairs in the order of the partners' ids. */
#include <string.h>

#include "dem2/dem2_state.h"

/* Sum the forces on a body over its pairs, in the order of the partners' ids. end: the end of the pairs of all bodies that this
 * thread works on. */
static void gather_body(struct dem2 *s, int b, int end)
{
	const struct list2 *l = &s->list;
	double fx = 0, fy = 0, tq = 0;

	for (int from = l->own_from[b], to = l->own_from[b + 1]; from < to; from += 8) {
		uint64_t set = partners_flags(s->touching + from, end - from);

		if (to - from < 8)
			set &= ((uint64_t)1 << 8 * (to - from)) - 1;
		for (; set; set &= set - 1) {
			int z = from + (__builtin_ctzll(set) >> 3), side = l->own[z] & 1;
			const struct pair_sum *p = &s->pair_sum[s->sum_of[l->own[z] >> 1]];

			s->touching[z] = 0;
			tq += p->t[side];
			fx += side ? -p->fx : p->fx;
			fy += side ? -p->fy : p->fy;
		}
	}
	s->core.f[0][b] = fx;
	s->core.f[1][b] = fy;
	s->core.f[2][b] = tq;
}

/* Add half of the heat of a body's pairs, in the same order. */
static void gather_heat(struct dem2 *s, int b)
{
	const struct list2 *l = &s->list;
	double heat = 0;

	for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++)
		if (s->touching[z])
			heat += 0.5 * s->pair_heat[s->sum_of[l->own[z] >> 1]];
	s->core.heat[b] += heat;
}

void dem2_gather(struct dem2 *s, int from, int to)
{
	size_t n = (size_t)(to - from);

	if (s->plain)
		return;
	memset(s->core.f[0] + from, 0, n * sizeof *s->core.f[0]);
	memset(s->core.f[1] + from, 0, n * sizeof *s->core.f[1]);
	memset(s->core.f[2] + from, 0, n * sizeof *s->core.f[2]);
	for (int b = from; b < to && s->core.heat; b++)
		if (s->core.touched[b])
			gather_heat(s, b);
	for (int b = from; b < to; b += 8) {
		uint64_t set = partners_flags(s->core.touched + b, to - b);

		for (; set; set &= set - 1)
			gather_body(s, b + (__builtin_ctzll(set) >> 3), s->list.own_from[to]);
	}
	memset(s->core.touched + from, 0, n);
}
