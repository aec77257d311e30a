/* opposite.h: walls that stand opposite each other, by which the strain of a box is known, in the plane and in space. */
#ifndef SCREE_OPPOSITE_H
#define SCREE_OPPOSITE_H

#include "world/world.h"

/* A group of bodies that move as one: what it reaches with its radii along every axis, and a point that moves with it, all
 * unwrapped [L]. */
struct slab { double lo[3], hi[3], at[3]; };

/* The lowest and the highest of the slabs that are walls across an axis, thinner along it than across: how far apart their faces
 * are, and how far the second stands along each axis from the first [L]. */
struct opposite { int wall[2]; double gap, shift[3]; };

/* Returns 0 where there are no two with room between. */
int opposite_find(int dim, int n, const struct slab *slab, int axis, struct opposite *o);

/* The same for all axes when the ledger began; gap 0: none. */
struct begun { double gap[3], shift[3][3]; };
/* From the slabs as they are, or what a ledger, unless it is NULL, has kept of it. */
struct begun opposite_begin(int dim, int n, const struct slab *slab, const struct params *ledger);
void opposite_write(int dim, const struct begun *b, struct params *ledger);

/* Of all opposite walls the largest change of their distance, or way of one along the other, by the first distance; not a number
 * where there are none. */
double opposite_strain(int dim, int n, const struct slab *slab, const struct begun *b);

#endif
