/* dem3_block.h: contacts while they are worked out, for dem3_force.c and dem3_lanes.c; nobody else includes it. */
#ifndef SCREE_DEM3_BLOCK_H
#define SCREE_DEM3_BLOCK_H

#include "base/exact.h"
#include "dem3/dem3_state.h"

/* Groups of a block: what is loaded is at hand when it is worked out. */
enum { BATCHES = 2 };

/* Numbers of a structure. Of a motion: those that matter by what they differ between two bodies come first; then its own, spin,
 * turn, the radius of a ball, and the turn that others have besides. */
enum { X, U = 3, D = 6, OWN = 9, W = 0, T = 3, R = 6, S = 7, N_OWN = 11, ACTION = 2 * WRENCH_NUMBERS };

/* Eight contacts while they are worked out: j less i in place, i less j in velocity and displacement; the own of both;
 * whether they touched, and do; the pebble less i, and to what it touches; what it gives to the sum of its pair. */
struct work8 { lane between[12], i[N_OWN], j[N_OWN], was, is, arm[4], w[4], action[ACTION]; };

/* Contacts of one law, in batches of eight. */
struct block {
	struct work8 work[BATCHES];
	double led[LED_CONTACT][EXACT_BLOCK]; /* of several blocks */
	lane deep;               /* the deepest overlaps by half the sum of the radii, less 1, if > 0 */
	int n, first;            /* batches; where they begin in led */
	uint32_t given;          /* where the last near pair that has got some has it, see batch8 */
	const struct law_contact *law;
	int balls;
	int walls, events;        /* some batch has such; the latter when it is loaded */
	struct batch8 *batch, *last; /* of all, behind the last */
	struct batch8_rest *rest;
	struct contact8 *at;
	struct rolling8 *rolling;
};

/* The near pair of the contact in lane k of batch g. */
static inline const struct near_pair3 *block_near_pair(const struct part3 *q, const struct block *b, int g, int k)
{
	return &q->near_pair[b->rest[g].near_pair[k]];
}

/* dem3_lanes.c: load what contacts are worked out from, see which pairs of balls touch, and where walls are touched; and give
 * what comes out to both bodies of their near pairs, which get theirs from the first. */
void dem3_lanes_load(struct dem3 *s, struct part3 *q, struct block *b);
void dem3_lanes_give(const struct dem3 *s, struct block *b);

#endif
