/* wall.h: walls are bodies: lines with a radius, fixed or moved by a constraint. And what making them needs to know of the
 * grains that are there. */
#ifndef SCREE_WALL_H
#define SCREE_WALL_H

#include "world/world.h"

/* Add a wall along the line xy[n][2] (space coordinates), closed to a ring or open, of spheroradius r, as one
 * new shape and one body of the given material and tag. A single point is allowed. Returns the body's row; the shape is the
 * world's last. */
int wall_add(struct world *w, const double (*xy)[2], int n, int closed, double r, const char *material,
	const char *tag);

/* What is known of the grains: the bodies that no constraint holds. */
struct grains {
	int n;
	double lo[2], hi[2];  /* bounding box of all, unwrapped at the domain's edges */
	double size;          /* square root of the mean area [L] */
	double density;       /* mean density [M/L^2] */
};
/* Look at them; box[n_row][4], if not NULL, gets lo x, lo y, hi x, hi y of every body, grain or not. Returns 0, or the row + 1 of
 * a body without shape. */
int grains_look(struct world *w, struct grains *g, double (*box)[4]);
/* Whether a body is a grain. */
int grains_is(const struct world *w, const struct bodies *b, int i);

/* The least gap between body i and body j over the periodic images of j next to i. */
double body_gap(const struct world *w, const struct bodies *b, int i, int j);

#endif
