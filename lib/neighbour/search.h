/* search.h: which of many circles come near each other, in the way that takes less time.
 *
 * Link cells take about 60 ns per body for one level of sizes and as much again for every further one; a sweep takes 20 ns
 * and 5 ns for every body that its line crosses at a time (bench/search.sh). So the sweep is better for few bodies, in
 * narrow boxes, and where sizes are many and space is empty. Where bodies heap up it gives up, and cells are used for good;
 * tilted domains are for cells alone. */
#ifndef SCREE_SEARCH_H
#define SCREE_SEARCH_H

#include "neighbour/cells.h"
#include "neighbour/sweep.h"

struct search {
	int threads;          /* to be used, 0 is as good as 1; the result does not depend on it */
	int n;
	double width;         /* sum of diameters [L] */
	int swept;            /* the last search was a sweep */
	int heaps;            /* a sweep has given up */
	struct cells cells;
	struct sweep sweep;
	/* the result, in an order that depends on the way */
	int n_pair;
	int (*pair)[2];       /* [n_pair][2] */
};

void search_init(struct search *s, int n, const double *radius);
void search_free(struct search *s);
/* Let go of the result, and of what the next search makes anew. */
void search_rest(struct search *s);
/* As cells_find. */
void search_find(struct search *s, const struct domain *d, const double *x, const double *y, const double *radius, double margin);

#endif
