/* dims.h: a check for analyzers that read streams in the plane and in space and print one table. */
#ifndef SCREE_DIMS_H
#define SCREE_DIMS_H

#include "world/world.h"

/* The dimension of frame w. Ends the program with status 3 if an earlier frame had another dimension. */
int dims_same(const struct world *w);

#endif
