/* cells.h: which of many circles of very different size come near each other: link cells in levels.
 *
 * Bodies are sorted into levels by radius, at most a factor of four within one; each level has its own grid of cells,
 * as wide as its largest circle with its margin. A body looks at half of the cells around it in its own level and at all
 * 9 in every coarser one, so the cost is linear in the number of bodies whatever their sizes. Grids are hashed where space
 * is sparse. */
#ifndef SCREE_CELLS_H
#define SCREE_CELLS_H

#include <stddef.h>

#include "world/world.h"

/* What every thread found. */
struct cells_pairs { int (*at)[2], n; size_t cap; };

struct cells {
	int n;                /* bodies */
	int n_level;
	int *level;           /* [n] */
	double *widest;       /* [n_level] largest radius of the level [L] */
	int *start;           /* [n_level+1] bodies of a level in the arrays below */
	struct cells_item { int body; double x, y, r; } *item; /* [n] sorted by level, then bucket */
	struct cells_grid *grid; /* [n_level] private */
	int *bucket;          /* starts of buckets of all levels */
	size_t cap_bucket;
	int *key;             /* [n] scratch: bucket of a body, then its place in item */
	int threads;          /* to be used, 0 is as good as 1; the result does not depend on it */
	int n_part;
	struct cells_pairs *part; /* [n_part] */
	/* the result */
	int n_pair;
	int (*pair)[2];       /* [n_pair][2], in the order of the body that looked around */
};

/* Sort n bodies of the given radii [L] into levels. */
void cells_init(struct cells *c, int n, const double *radius);
void cells_free(struct cells *c);
/* Let go of the result, and of what cells_find makes anew. */
void cells_rest(struct cells *c);

/* Find all pairs of bodies with |x_i - x_j| < radius_i + radius_j + margin in some periodic image; every pair once,
 * into c->pair. x, y [n] are inside the domain along its periodic axes. */
void cells_find(struct cells *c, const struct domain *d, const double *x, const double *y, const double *radius,
	double margin);

/* For whoever finds pairs with several threads: make room for parts, empty; append all to the first; let go of what they hold;
 * free them. */
void cells_parts(struct cells_pairs **part, int *n_part, int parts);
void cells_join(struct cells_pairs *part, int parts);
void cells_parts_drop(struct cells_pairs *part, int n_part);
void cells_parts_free(struct cells_pairs *part, int n_part);

#endif
