/* cells3.h: which of many balls of very different size come near each other: link cells in levels, as cells.h in
 * the plane.
 *
 * Balls are sorted into levels by radius, at most a factor of four within one; each level has its own grid of
 * cells, as wide as its largest ball with its margin. A ball looks at half of the cells around it in its own level
 * and at all 27 in every coarser one. Grids are hashed where space is sparse. */
#ifndef SCREE_CELLS3_H
#define SCREE_CELLS3_H

#include "neighbour/cells.h"

struct cells3 {
	int n;                /* balls */
	int n_level;
	int *level;           /* [n]; -1: left out, its radius is not finite */
	double *widest;       /* [n_level] largest radius of the level [L] */
	struct cells3_item { double x[3], r; int body, cell[3]; } *item; /* [n] sorted by level, then bucket */
	int *start;           /* [n_level+1] balls of a level in item */
	struct cells3_grid *grid; /* [n_level] private */
	int *bucket;          /* starts of buckets of all levels */
	size_t cap_bucket;
	int *key;             /* [n] scratch */
	int threads;          /* to be used, 0 is as good as 1; the result does not depend on it */
	int n_part;
	struct cells_pairs *part; /* [n_part] */
	/* the result */
	int n_pair;
	int (*pair)[2];       /* [n_pair][2] */
};

/* Sort n balls of the given radii [L] into levels. */
void cells3_init(struct cells3 *c, int n, const double *radius);
void cells3_free(struct cells3 *c);
/* Let go of the result, and of what cells3_find and cells3_sort make anew. */
void cells3_rest(struct cells3 *c);

/* Find all pairs of balls with |x_i - x_j| < radius_i + radius_j + margin in some periodic image; every pair once,
 * into c->pair. x[3] are arrays [n], inside the domain along its periodic axes. */
void cells3_find(struct cells3 *c, const struct domain *d, const double *const x[3], const double *radius, double margin);

/* The same one by one: sort the balls into their cells; those with which ball b is a pair, as pairs of b with another. Every pair
 * is one of one of its balls only. */
void cells3_sort(struct cells3 *c, const struct domain *d, const double *const x[3], const double *radius, double margin);
void cells3_look(const struct cells3 *c, const struct domain *d, double margin, int b, struct cells_pairs *out);

#endif
