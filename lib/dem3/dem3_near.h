/* dem3_near.h: the near candidates of a part: how they are read and chosen, for the files of lib/dem3 alone. */
#ifndef SCREE_DEM3_NEAR_H
#define SCREE_DEM3_NEAR_H

#include "dem3/dem3_state.h"

/* The pair of the list that near candidate k of a part belongs to, and whether it is with a wall. */
static WIDE_INLINE int part3_pair(const struct dem3 *s, const struct part3 *q, int k)
{
	return s->list.single ? q->near_short[k] : q->near_pair[q->near[k].near_pair].pair;
}

static WIDE_INLINE int part3_is_wall(const struct dem3 *s, const struct part3 *q, int k)
{
	return s->wall_of[s->list.pair[part3_pair(s, q, k)].body[1]] >= 0;
}

/* Near candidate k of a part. Its near pair is right once all parts have chosen. */
static WIDE_INLINE struct near3 part3_near(const struct dem3 *s, const struct part3 *q, int k)
{
	if (!s->list.single)
		return q->near[k];
	int pair = q->near_short[k];
	const int *body = s->list.pair[pair].body;

	return (struct near3){ body[0], body[1], pair, s->near_pair_of[pair] - q->sum_from };
}

/* Whether every near candidate of a run has a place, and batches find out by themselves which of them touch. They cannot where
 * that takes more than a distance, as for contacts that cling and faces of meshes, nor where it has to be known earlier, see
 * dem3_batches_share. */
static WIDE_INLINE int part3_finds(const struct part3 *q, int balls, int faces, const struct law_contact *law)
{
	return balls ? q->full[1] : q->full[0] && !faces && !q->meshes && !q->some_share && !law_clings(law);
}

/* dem3_near.c: whether a near pair is of a body with faces and a wall, whose contacts share the reduced mass. */
int near_pair3_shares(const struct dem3 *s, const struct near_pair3 *c);

/* dem3_near.c: make room for n more near candidates of a part. */
void dem3_near_reserve(const struct dem3 *s, struct part3 *q, int n);

/* Make c near candidate k. */
static WIDE_INLINE void dem3_near_put(const struct dem3 *s, struct part3 *q, int k, struct near3 c)
{
	if (s->list.single)
		q->near_short[k] = c.cand;
	else
		q->near[k] = c;
}

/* dem3_near_balls.c: add the near candidates of pairs of balls of one law, the pairs p .. end-1 of the list: those that may touch
 * within the bodies' rooms, or touched one step ago. *old is the first of part3.held that is not before these candidates. Sets
 * run->least2 and most2. */
void dem3_near_balls(const struct dem3 *s, struct part3 *q, int p, int end, const struct law_contact *law, int *old,
	struct run3 *run);

#endif
