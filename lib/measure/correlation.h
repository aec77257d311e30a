/* correlation.h: pair correlation of places and of orientations, averaged over frames. */
#ifndef SCREE_CORRELATION_H
#define SCREE_CORRELATION_H

#include <stdint.h>

#include "measure/grains.h"
#include "measure/pairs.h"

struct correlation {
	double reach;           /* [L] */
	int bins;               /* of equal width */
	int64_t *count;         /* [bins] pairs found */
	double *expected;       /* [bins] pairs of as many points thrown at random into the same windows */
	int64_t *oriented;      /* [bins] pairs of grains that both have an axis */
	double *align;          /* [bins] sum of cos 2 (theta_i - theta_j) over them */
};

void correlation_init(struct correlation *c, double reach, int bins);
void correlation_free(struct correlation *c);
/* Add the pairs of a frame. reach must be below pairs_reach, and below the window's sides along axes that are not periodic. */
void correlation_add(struct correlation *c, const struct domain *d, const struct grains *g);

#endif
