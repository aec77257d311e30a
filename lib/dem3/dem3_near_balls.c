/* dem3_near_balls.c: near candidates among pairs of balls, four of which are looked at together */
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/quad.h"
#include "dem3/dem3_near.h"

/* Arrays that the distances of pairs of balls need, in local variables, see struct distant in dem3_touch.c. The pebbles of pair p
 * are cand[each * p] and the next. strain: in a cell that deforms, else 0. */
struct balls_near {
	const struct body_pair *pair;
	const int *cand;
	size_t each;
	const struct pebble *at;
	const struct list3_image *image;
	const double *room, *reach;
	double scale, range, strain, more;
};

/* Set in *near the bits of those of n pairs of balls, at most 64, that may touch within their rooms. */
static WIDE_INLINE void balls_near_loop(const struct balls_near *f, int n, uint64_t *near)
{
	static const quad_bits minus_r = { 0, 0, 0, UINT64_C(1) << 63 }; /* so that radii are added where positions are subtracted */
	const struct balls_near l = *f;
	quad_bits bit = { 1, 2, 4, 8 }, all = { 0 };

	for (int k = 0; k < n; k += QUAD, bit <<= QUAD) {
		quad d[QUAD], to[QUAD], room, reach;

		QUAD_UNROLL
		for (int z = 0; z < QUAD; z++) {
			int p = k + z < n ? k + z : n - 1;
			const int *body = l.pair[p].body, *cand = l.cand + l.each * (size_t)p;

			d[z] = QUAD_AT(&l.at[cand[1]]) + QUAD_AT(&l.image[l.pair[p].image].h);
			d[z] -= (quad)((quad_bits)QUAD_AT(&l.at[cand[0]]) ^ minus_r);
			room[z] = l.room[body[0]] + l.room[body[1]];
			reach[z] = l.strain > 0 ? l.reach[body[0]] + l.reach[body[1]] : 0;
		}
		quad_turn_to(d, to);
		if (l.strain > 0) /* the flow takes bodies further */
			room += l.strain * (reach + l.more + room);
		quad far = l.scale * to[3] + l.range + room;
		all |= bit & ~(quad_bits)(to[0] * to[0] + to[1] * to[1] + to[2] * to[2] > far * far * 1.00001);
	}
	*near = (all[0] | all[1]) | (all[2] | all[3]);
	*near &= UINT64_MAX >> (64 - n);
}
WIDE_LOOP(balls_near, (const struct balls_near *f, int n, uint64_t *near), (f, n, near))

void dem3_near_balls(const struct dem3 *s, struct part3 *q, int p, int end, const struct law_contact *law, int *old,
	struct run3 *run)
{
	enum { SOME = 64 };
	const struct list3 *l = &s->list;
	const struct pebble *at = s->pebbles.at;
	double least = INFINITY, most = 0;

	for (int n; p < end; p += n) {
		int first = list3_first(l, p);
		uint64_t near;

		n = end - p < SOME ? end - p : SOME;
		const int *cand = l->single ? l->pair[p].body : &l->cand[first].a;
		size_t pebbles = (l->single ? sizeof *l->pair : sizeof *l->cand) / sizeof *cand;
		balls_near(s->core.wide)(&(struct balls_near){ l->pair + p, cand, pebbles, at, l->images.at, s->core.room,
			s->core.reach, law->scale, law->range, s->core.cell.moves ? s->core.cell.near_strain : 0, s->core.range }, n, &near);
		for (; q->held[*old].cand < first + n; (*old)++)
			near |= UINT64_C(1) << (q->held[*old].cand - first);
		memset(s->near_pair_of + p, -1, (size_t)n * sizeof *s->near_pair_of);
		dem3_near_reserve(s, q, SOME);
		MEM_GROW(q->near_pair, &q->cap_near_pair, (size_t)q->n_near_pair + SOME);
		for (; near; near &= near - 1) {
			int z = __builtin_ctzll(near), k = first + z, near_pair = q->n_near_pair++;
			const int *body = l->pair[p + z].body;
			const struct list3_cand c = list3_candidate(l, k);

			double lim = law_begins(law, at[c.a].r + at[c.b].r);

			least = lim < least ? lim : least;
			most = lim > most ? lim : most;
			dem3_near_put(s, q, q->n_near++, (struct near3){ body[0], body[1], k, near_pair });
			q->near_pair[near_pair] = (struct near_pair3){ .pair = (unsigned)(p + z) & NEAR_PAIR };
			s->near_pair_of[p + z] = near_pair;
		}
	}
	run->least2 = least * least;
	run->most2 = most * most;
}
