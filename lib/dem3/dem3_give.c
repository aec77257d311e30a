/* dem3_give.c: add the wrenches of contacts to near pairs. They stand in vector lanes, and are transposed as in dem3_lanes.c. */
#include "base/quad.h"
#include "base/wide.h"
#include "dem3/dem3_block.h"

/* Add wrenches to those of near pairs; the first contact of a near pair sets its wrench. Empty lanes belong to the last near pair
 * and add 0. */
static WIDE_INLINE void give_loop(const struct dem3 *s, struct block *b)
{
	double *wrenches = s->wrench, rest = 0;
	uint32_t last = b->given;
	quad sum[2] = { { 0 }, { 0 } }; /* these and rest: the wrench of the last near pair */

	if (last != UINT32_MAX) {
		sum[0] = QUAD_AT(wrenches + last);
		sum[1] = QUAD_AT(wrenches + last + 4);
		rest = wrenches[last + 8];
	}
	for (int g = 0, n = b->n; g < n; g++) {
		const struct batch8 *t = &b->batch[g];
		const lane *action = b->work[g].action;

		for (int h = 0; h < LANES; h += QUAD) {
			quad give[2][QUAD];

			if (!block_is_busy(b, g, h, QUAD))
				continue;
			quad_back_to(action[0] + h, LANES, give[0]);
			quad_back_to(action[4] + h, LANES, give[1]);
			QUAD_UNROLL
			for (int z = 0; z < QUAD; z++) {
				double *to = wrenches + t->on[h + z];

				if (t->on[h + z] == last) {
					sum[0] = give[0][z] + sum[0];
					sum[1] = give[1][z] + sum[1];
					rest = action[8][h + z] + rest;
				} else {
					sum[0] = give[0][z];
					sum[1] = give[1][z];
					rest = action[8][h + z];
				}
				*(quad *)to = sum[0];
				*(quad *)(to + 4) = sum[1];
				to[8] = rest;
				last = t->on[h + z];
			}
		}
	}
	b->given = last;
}
WIDE_LOOP(give, (const struct dem3 *s, struct block *b), (s, b))

/* The same for pairs of balls, each of which has one contact. Empty lanes come before the last contact, which sets the wrench. */
static WIDE_INLINE void give_balls_loop(const struct dem3 *s, const struct block *b)
{
	double *wrenches = s->wrench;
	int alike = s->each < WRENCH;

	for (int g = 0, n = b->n; g < n; g++) {
		const struct batch8 *t = &b->batch[g];
		const lane *action = b->work[g].action;

		for (int h = LANES - QUAD; h >= 0; h -= QUAD) {
			quad give[2][QUAD];

			if (!(b->busy[g] >> h / HALF & 1))
				continue;
			quad_back_to(action[0] + h, LANES, give[0]);
			quad_back_to(action[4] + h, LANES, give[1]);
			QUAD_UNROLL
			for (int z = QUAD - 1; z >= 0; z--) {
				double *to = wrenches + t->on[h + z];

				*(quad *)to = give[0][z];
				if (alike) {
					to[4] = give[1][z][0];
					to[5] = give[1][z][1];
					continue;
				}
				*(quad *)(to + 4) = give[1][z];
				to[8] = action[8][h + z];
			}
		}
	}
}
WIDE_LOOP(give_balls, (const struct dem3 *s, const struct block *b), (s, b))

void dem3_lanes_give(const struct dem3 *s, struct block *b)
{
	if (b->balls)
		give_balls(s->core.wide)(s, b);
	else
		give(s->core.wide)(s, b);
}
