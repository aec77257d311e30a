/* dem2_ahead.h: fetch into the cache what the next part of the list needs, while the present part is evaluated; for the files of
 * lib/dem2 only.
 *
 * A part reads some thirty arrays for a few kilobytes each. Processors fetch ahead along an array, but not across pages of memory, so
 * they wait at the beginning of each. */
#ifndef SCREE_DEM2_AHEAD_H
#define SCREE_DEM2_AHEAD_H

#include "dem2/dem2_state.h"

/* Begin to fetch for a part, which goes on while the present part q is evaluated. */
void dem2_ahead_begin(const struct dem2 *s, int part, const struct part2 *q, struct ahead2 *a);

/* Fetch the share of some work, in units of near candidates. */
static inline void dem2_ahead(struct ahead2 *a, int work)
{
	enum { LINE = 64 };

	a->due += work * a->lines_per_work;
	for (int lines = (int)a->due; a->due >= 1 && a->range < a->n; ) {
		struct ahead_range *r = &a->at[a->range];

		for (; lines > 0 && r->from < r->end; lines--, r->from += LINE)
			__builtin_prefetch(r->from, 0, 2);
		if (r->from >= r->end)
			a->range++;
		if (lines == 0) {
			a->due -= (int)a->due;
			return;
		}
	}
	a->due -= (int)a->due;
}

#endif
