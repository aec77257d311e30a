/* dims.h: for analyzers that read streams of the plane and of space, and print one table. */
#ifndef SCREE_DIMS_H
#define SCREE_DIMS_H

#include "world/world.h"

/* The dimension of the frame, which is that of all before it: ends the program with status 3 when not. */
int dims_same(const struct world *w);

#endif
