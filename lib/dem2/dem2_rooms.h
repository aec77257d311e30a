/* dem2_rooms.h: how far bodies may travel until near candidates are chosen again; core.room holds these rooms. For the files of
 * lib/dem2 only. */
#ifndef SCREE_DEM2_ROOMS_H
#define SCREE_DEM2_ROOMS_H

#include <math.h>

#include "dem2/dem2_state.h"

/* Whether body b is in its room. */
static inline int dem2_in_room(const struct dem2 *s, int b)
{
	const struct soft *c = &s->core;
	double dx = c->x[0][b] - c->near_x[0][b], dy = c->x[1][b] - c->near_x[1][b];
	double left = c->room[b] - s->outlines.arm[b] * fabs(c->x[2][b] - c->near_x[2][b]);

	return left >= 0 && dx * dx + dy * dy <= left * left;
}

/* dem2_halves.c: whether one of n bodies from b on has left its room. */
int dem2_moved(const struct dem2 *s, int b, int n);

/* Give every body its room, the distance that it may travel until near candidates are chosen again. Returns 0 if the skin
 * leaves some body too little: then the list must be rebuilt. sim: a struct dem2. */
int dem2_rooms_give(void *sim);
/* Whether near candidates have served as long as they should, and many bodies are about to leave their rooms. Then they are best
 * chosen before forces are evaluated: sums of forces do not outlast a choice. */
int dem2_rooms_over(const struct dem2 *s);
/* Give new rooms to the free bodies of a chunk that have left theirs, if all that they may touch is a near candidate already.
 * Returns 0 if near candidates must be chosen again. dem2_rooms_across looks at partners in other regions, which may move now. */
int dem2_rooms_chunk(struct dem2 *s, int chunk, struct scratch2 *w);
/* After every sweep, when all regions have moved: whether that holds for partners in other regions, too. */
int dem2_rooms_across(struct dem2 *s);

#endif
