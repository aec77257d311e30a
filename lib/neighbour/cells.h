/* cells.h: find the pairs of near bodies among many circles or balls of very different sizes: link cells in levels.
 *
 * Bodies are sorted into levels by radius, with at most a factor of four within a level. Each level has its own grid of cells,
 * which are as wide as the largest body of the level with its margin. A body searches half of the cells around it in its own
 * level, and all 9 cells (27 in space) around it in every coarser level. So the cost is linear in the number of bodies, whatever
 * their sizes. The grid of a sparse level is hashed. */
#ifndef SCREE_CELLS_H
#define SCREE_CELLS_H

#include <stddef.h>

#include "world/world.h"

/* The pairs that one thread has found. */
struct cells_pairs { int (*at)[2], n; size_t cap; };

struct cells {
	int dim, n;           /* 2 or 3; bodies */
	int n_level;
	int *level;           /* [n]; -1: the body is left out, since its radius is not finite */
	double *widest;       /* [n_level] largest radius of the level [L] */
	int *start;           /* [n_level+1] where the bodies of a level begin in place, body and cell */
	double *place;        /* [n][dim+1] positions and radii of bodies, sorted by level, then bucket */
	int *body, *cell;     /* [n] the body; [n][dim] its cell if the grid of its level is hashed */
	struct cells_grid *grid; /* [n_level] private */
	int *bucket;          /* starts of the buckets of all levels */
	size_t cap_bucket;
	int tilted;           /* the domain of the last sort was tilted */
	int *key;             /* [n] bucket of a body, then its index in place */
	int threads;          /* the number of threads to use, 0 counts as 1; the result does not depend on it */
	int n_part;
	struct cells_pairs *part; /* [n_part] */
	/* the result */
	int n_pair;
	int (*pair)[2];       /* [n_pair][2], in the order of the body that found the pair */
};

/* Sort n bodies of the given radii [L] into levels. */
void cells_init(struct cells *c, int dim, int n, const double *radius);
void cells_free(struct cells *c);
/* Free the result and the working memory between two searches. cells_find and cells_sort allocate it again. */
void cells_release(struct cells *c);

/* Find all pairs of bodies with |x_i - x_j| < radius_i + radius_j + margin in some periodic image [L]. c->pair gets every pair
 * once. x[dim] are arrays [n] of positions inside the domain along its periodic axes. */
void cells_find(struct cells *c, const struct domain *d, const double *const *x, const double *radius, double margin);

/* Sort the bodies into cells, to find pairs body by body. Arguments are those of cells_find. */
void cells_sort(struct cells *c, const struct domain *d, const double *const *x, const double *radius, double margin);
/* After cells_sort: the pairs that body b finds, as (b, other). Every pair is found by one of its two bodies. */
void cells_look(const struct cells *c, const struct domain *d, double margin, int b, struct cells_pairs *out);

/* Allocate lists of pairs for a number of threads, and empty them. */
void cells_parts(struct cells_pairs **part, int *n_part, int parts);
/* Append the pairs of all lists to the first list. */
void cells_join(struct cells_pairs *part, int parts);
/* Free the pairs of all lists. */
void cells_parts_drop(struct cells_pairs *part, int n_part);
/* Free the pairs and the lists. */
void cells_parts_free(struct cells_pairs *part, int n_part);

#endif
