/* cells.h: which of many circles or balls of very different size come near each other: link cells in levels.
 *
 * Bodies are sorted into levels by radius, at most a factor of four within one. Each level has its own grid of cells, as wide as
 * its largest body with its margin. A body looks at half of the cells around it in its own level and at all 9, in space 27, in
 * every coarser level, so the cost is linear in the number of bodies whatever their sizes. Grids are hashed where space is
 * sparse. */
#ifndef SCREE_CELLS_H
#define SCREE_CELLS_H

#include <stddef.h>

#include "world/world.h"

/* The pairs that one thread found. */
struct cells_pairs { int (*at)[2], n; size_t cap; };

struct cells {
	int dim, n;           /* 2 or 3; bodies */
	int n_level;
	int *level;           /* [n]; -1: left out, its radius is not finite */
	double *widest;       /* [n_level] largest radius of the level [L] */
	int *start;           /* [n_level+1] bodies of a level in the three arrays below */
	double *place;        /* [n][dim+1] positions and radii of bodies, sorted by level, then bucket */
	int *body, *cell;     /* [n] which body, [n][dim] its cell where the grid of its level is hashed */
	struct cells_grid *grid; /* [n_level] private */
	int *bucket;          /* starts of buckets of all levels */
	size_t cap_bucket;
	int *key;             /* [n] bucket of a body, then its index in place */
	int threads;          /* to be used, 0 counts as 1; the result does not depend on it */
	int n_part;
	struct cells_pairs *part; /* [n_part] */
	/* the result */
	int n_pair;
	int (*pair)[2];       /* [n_pair][2], in the order of the body that looked around */
};

/* Sort n bodies of the given radii [L] into levels. */
void cells_init(struct cells *c, int dim, int n, const double *radius);
void cells_free(struct cells *c);
/* Free the result, and the memory that cells_find and cells_sort allocate again. */
void cells_rest(struct cells *c);

/* Find all pairs of bodies with |x_i - x_j| < radius_i + radius_j + margin in some periodic image; every pair once, into c->pair.
 * x[dim] are arrays [n], inside the domain along its periodic axes. In space domains have no tilt. */
void cells_find(struct cells *c, const struct domain *d, const double *const *x, const double *radius, double margin);

/* The same body by body. cells_sort sorts the bodies into their cells; cells_look then gives the pairs that body b finds, as (b,
 * other). One of the two bodies of a pair finds it. */
void cells_sort(struct cells *c, const struct domain *d, const double *const *x, const double *radius, double margin);
void cells_look(const struct cells *c, const struct domain *d, double margin, int b, struct cells_pairs *out);

/* Lists of pairs that several threads find: make room for parts, empty; append all to the first; free the pairs; free all. */
void cells_parts(struct cells_pairs **part, int *n_part, int parts);
void cells_join(struct cells_pairs *part, int parts);
void cells_parts_drop(struct cells_pairs *part, int n_part);
void cells_parts_free(struct cells_pairs *part, int n_part);

#endif
