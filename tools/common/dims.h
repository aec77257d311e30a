/* dims.h: checks for analyzers that read several streams, perhaps in the plane and in space, and print one table. */
#ifndef SCREE_DIMS_H
#define SCREE_DIMS_H

#include "world/world.h"

/* The dimension of frame w. Ends the program with status 3 if an earlier frame had another dimension, or other units. */
int dims_same(const struct world *w);
/* Only the latter. */
void dims_same_units(const struct world *w);

#endif
