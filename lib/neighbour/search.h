/* search.h: find the pairs of near bodies among many circles, by the method that takes less time.
 *
 * Link cells take about 60 ns per body for every level of sizes. A sweep takes 20 ns per body, and 5 ns for every body that its
 * line crosses at a time (bench/search.sh). So the sweep is better for few bodies, in narrow boxes, and for many sizes in a
 * sparse scene. The sweep gives up if bodies are clustered; from then on cells are used. Tilted domains need cells. */
#ifndef SCREE_SEARCH_H
#define SCREE_SEARCH_H

#include "neighbour/cells.h"
#include "neighbour/sweep.h"

struct search {
	int threads;          /* the number of threads to use, 0 counts as 1; the result does not depend on it */
	int n;
	double width;         /* sum of diameters [L] */
	int swept;            /* the last search was a sweep */
	int heaps;            /* a sweep has given up */
	struct cells cells;
	struct sweep sweep;
	/* the result, in an order that depends on the method */
	int n_pair;
	int (*pair)[2];       /* [n_pair][2] */
};

void search_init(struct search *s, int n, const double *radius);
void search_free(struct search *s);
/* Free the result and the working memory between two searches. search_find allocates it again. */
void search_release(struct search *s);
/* As cells_find. */
void search_find(struct search *s, const struct domain *d, const double *x, const double *y, const double *radius, double margin);

#endif
