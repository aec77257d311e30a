/* pack.h: putting many shapes into a box without overlap: random sequential addition, lattices, growth. */
#ifndef SCREE_PACK_H
#define SCREE_PACK_H

#include "base/rng.h"
#include "scene/place.h"

/* Bodies and their box. All arrays are [n] and the caller's. */
struct pack {
	int n;
	const struct shape **shape;
	double *size;           /* scale of each shape when the packing is done */
	double *x, *y, *angle;  /* what the functions below find */
	double lo[2], hi[2];
	int periodic[2];
	int turn;               /* 0: angles are given and stay */
};

/* ---- neighbours ---- */

/* A pair that may be close: body j shifted by (sx, sy) stands next to body i. j == i for a body's own images. */
struct pack_pair { int i, j; double sx, sy; };
struct pack_pairs { int n; size_t cap; struct pack_pair *pair; };

/* All pairs whose centres are closer than scale * (reach_i + reach_j) + pad, reach[n] being the reaches at scale 1. Works for any
 * ratio of sizes and for boxes smaller than a body; each pair of images comes once. */
void pack_find_pairs(const struct pack *p, const double *reach, double scale, double pad, struct pack_pairs *out);

/* Pairs that overlap at the given scale, by the exact test, and bodies that stick out of a box that is not periodic; -1
 * tolerance is allowed nowhere. *bad, if not NULL, is such a body. */
int pack_overlaps(const struct pack *p, double scale, int *bad);

/* ---- placing ---- */

/* Random sequential addition at the given scale: large bodies first, each tried at most tries times at uniform places (and
 * angles, when p->turn). Returns the number of bodies placed; p->n when all fitted. */
int pack_random(struct pack *p, double scale, int tries, struct rng *g);

/* Put the bodies on a lattice, in order, rows from below: square with cells of at least spacing, or hexagonal. Returns
 * how many of the n find a site; the sites fill the box evenly along periodic axes. */
int pack_lattice(struct pack *p, int hexagonal, double spacing);

/* Grow the bodies from small sizes to their own while they push each other away. Returns 0; or, when they jam before, the
 * scale below 1, to 0.1%, at which they do not overlap where they are. *steps, if not NULL, gets the number of moves. */
double pack_grow(struct pack *p, struct rng *g, int most_steps, int *steps);

#endif
