/* sweep.h: which of many circles come near each other: sweep and prune.
 *
 * Bodies are kept in the order in which a line that sweeps along one axis reaches them; each looks at those that the line
 * reaches before it has passed the body, and takes those that are near along the other axis too. From one call to the next
 * the order changes little, so it is mended by insertion. The cost grows with the number of bodies that the line crosses
 * at a time: a few in a narrow box, the square root of all in a square, whatever their sizes. */
#ifndef SCREE_SWEEP_H
#define SCREE_SWEEP_H

#include <stddef.h>

#include "neighbour/cells.h"
#include "world/world.h"

struct sweep {
	int n;
	int sorted;           /* item has the order of an earlier call */
	struct sweep_item { double lo, hi, u, v, r; int body; } *item; /* [n] private */
	int threads;          /* to be used, 0 is as good as 1; the result does not depend on it */
	int n_part;
	struct cells_pairs *part; /* [n_part] */
	/* the result */
	int n_pair;
	int (*pair)[2];       /* [n_pair][2] */
};

void sweep_init(struct sweep *s, int n);
void sweep_free(struct sweep *s);

/* As cells_find, with a line that moves along the axis; pairs are in the order of the line. Returns -1 without a result when
 * bodies are in such heaps that those of some block look at more than 1000 others each. */
int sweep_find(struct sweep *s, const struct domain *d, const double *x, const double *y, const double *radius, double margin,
	int axis);

#endif
