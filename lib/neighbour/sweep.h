/* sweep.h: find the pairs of near bodies among many circles: sweep and prune.
 *
 * A line sweeps along one axis. Bodies are stored in the order in which the line reaches them. Each body is tested with the
 * bodies that the line reaches before it has left the body. From one call to the next the order changes little, so insertion sort
 * restores it. The cost grows with the number of bodies that the line crosses at a time: a few in a narrow box, and the square
 * root of all in a square, whatever their sizes. */
#ifndef SCREE_SWEEP_H
#define SCREE_SWEEP_H

#include <stddef.h>

#include "neighbour/cells.h"
#include "world/world.h"

struct sweep {
	int n;
	int sorted;           /* item has the order of an earlier call */
	struct sweep_item { double lo, hi, u, v, r; int body; } *item; /* [n] private */
	int threads;          /* the number of threads to use, 0 counts as 1; the result does not depend on it */
	int n_part;
	struct cells_pairs *part; /* [n_part] */
	/* the result */
	int n_pair;
	int (*pair)[2];       /* [n_pair][2] */
};

void sweep_init(struct sweep *s, int n);
void sweep_free(struct sweep *s);

/* As cells_find, with a line that moves along an axis. Pairs are in the order of the line. Returns -1 without a result if bodies
 * are so clustered that those of some block are tested with more than 1000 others each on average. */
int sweep_find(struct sweep *s, const struct domain *d, const double *x, const double *y, const double *radius, double margin,
	int axis);

#endif
