/* weight.h: what a step with a body costs, to deal bodies out to ranks (lending.h). No result depends on it. */
#ifndef SCREE_WEIGHT_H
#define SCREE_WEIGHT_H

#include <stdint.h>

struct world;

/* The weights of the bodies in n rows of a world, in units of a contact; to be freed. */
int64_t *weights_of(const struct world *w, int n, const int *row);
/* Whether the free bodies of some rank weigh so much more than the mean that it pays to deal them out anew. Collective. */
int weights_uneven(const struct world *w);

#endif
