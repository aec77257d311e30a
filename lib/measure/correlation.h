/* correlation.h: pair correlation of positions and of orientations, averaged over frames. */
#ifndef SCREE_CORRELATION_H
#define SCREE_CORRELATION_H

#include <stdint.h>

#include "measure/grains.h"
#include "measure/pairs.h"

struct correlation {
	double reach;           /* greatest distance [L] */
	int bins;               /* number of bins of equal width */
	int64_t *count;         /* [bins] pairs found */
	double *expected;       /* [bins] mean number of pairs of as many random points in the same windows */
	int64_t *oriented;      /* [bins] pairs of two grains with an axis */
	double *align;          /* [bins] sum of cos 2 (theta_i - theta_j) over these pairs */
};

/* Set up empty bins between 0 and reach [L]. */
void correlation_init(struct correlation *c, double reach, int bins);
void correlation_free(struct correlation *c);
/* Add the pairs of a frame. reach must be below pairs_reach, and below the sides of the window along axes that are not
 * periodic. */
void correlation_add(struct correlation *c, const struct domain *d, const struct grains *g);

#endif
