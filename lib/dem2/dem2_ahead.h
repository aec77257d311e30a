/* dem2_ahead.h: fetch into the cache what the next part of the list needs, while the present part is evaluated; for the files of
 * lib/dem2 only.
 *
 * A part reads some thirty arrays, a few kilobytes of each. Processors fetch ahead along an array, but not across pages of
 * memory, so they wait at the beginning of each. */
#ifndef SCREE_DEM2_AHEAD_H
#define SCREE_DEM2_AHEAD_H

#include "dem2/dem2_state.h"

/* Begin to fetch for a part, which goes on while the present part q is evaluated. */
void dem2_ahead_begin(const struct dem2 *s, int part, const struct part2 *q, struct ahead2 *a);

/* Fetch the share of some work, in units of near candidates. */
void dem2_ahead_some(struct ahead2 *a, int work);

static inline void dem2_ahead(struct ahead2 *a, int work)
{
	if (a->range < a->n)
		dem2_ahead_some(a, work);
}

/* Before a chunk of bodies is moved: have the rows read that bodies of the next chunk but one sum up, and the sums in those of
 * the next one. Their near pairs are in parts all over memory. end: the first chunk of the next region. */
void dem2_ahead_sums(const struct dem2 *s, int chunk, int end);

#endif
