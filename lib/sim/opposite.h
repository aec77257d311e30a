/* opposite.h: pairs of opposite walls, which measure the strain of a box, in the plane and in space. */
#ifndef SCREE_OPPOSITE_H
#define SCREE_OPPOSITE_H

#include "world/world.h"

/* A group of bodies: its bounds along every axis, radii included, and a point that moves with it, all unwrapped [L]. */
struct slab { double lo[3], hi[3], at[3]; };

/* The lowest and the highest of the slabs that are walls across an axis, that is thinner along the axis than across it. gap is
 * the distance of their faces; shift is the place of the second wall minus that of the first [L]. */
struct opposite { int wall[2]; double gap, shift[3]; };

/* Find the two walls across an axis. Returns 0 if there are no two walls with space between them. */
int opposite_find(int dim, int n, const struct slab *slab, int axis, struct opposite *o);

/* The gaps and shifts of the walls across every axis when the ledger began [L]; gap 0: there are no walls. */
struct opposite_start { double gap[3], shift[3][3]; };
/* Take gaps and shifts from a ledger, or from the present slabs if ledger is NULL. */
struct opposite_start opposite_begin(int dim, int n, const struct slab *slab, const struct params *ledger);
/* Write gaps and shifts into a ledger. */
void opposite_write(int dim, const struct opposite_start *b, struct params *ledger);

/* The largest change of a gap or a shift of opposite walls since the ledger began, relative to the gap at that time. NaN if there
 * are no such walls. */
double opposite_strain(int dim, int n, const struct slab *slab, const struct opposite_start *b);

#endif
