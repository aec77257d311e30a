/* wall.h: walls in the plane, and properties of the grains that makers of walls need. Walls are bodies: lines with a radius,
 * fixed or driven by a constraint. */
#ifndef SCREE_WALL_H
#define SCREE_WALL_H

#include "world/world.h"

/* Add a wall along the line xy[n][2] (in space coordinates), open or closed to a ring, of spheroradius r, as one new shape and
 * one body of the given material and tag. n may be 1. Returns the row of the body; its shape is the last of the world. */
int wall_add(struct world *w, const double (*xy)[2], int n, int closed, double r, const char *material,
	const char *tag);

/* The same with the origin of the body frame at a given point, about which the wall turns, and without a mass record. Use it for
 * a wall with prescribed motion. n must be at least 2. */
int wall_add_about(struct world *w, const double (*xy)[2], int n, int closed, double r, const char *material,
	const char *tag, const double about[2]);

/* The grains are the bodies that no constraint holds. */
struct grain_extent {
	int n;
	double lo[2], hi[2];  /* bounding box of all grains, not wrapped at the domain's edges [L] */
	double size;          /* square root of the mean area [L] */
	double density;       /* mean density [M/L^2] */
};
/* Fill in g. If box[n_row][4] is not NULL, it gets the bounding box of every body, grain or not: lo x, lo y, hi x, hi y. Returns
 * 0, or the row + 1 of a body without shape. */
int grains_look(struct world *w, struct grain_extent *g, double (*box)[4]);
/* Whether body i is a grain. */
int grains_is(const struct world *w, const struct bodies2 *b, int i);

/* Returns the number of grains that extend beyond lo or hi along axis d, to rounding. The first of their ids go to id. box comes
 * from grains_look. */
enum { GRAINS_NAMED = 5 };
int grains_beyond(struct world *w, const double (*box)[4], int d, double lo, double hi, int64_t id[GRAINS_NAMED]);
/* Returns the number of grains that overlap the body in a row by more than tol [L]. The first of their ids go to id. */
int grains_overlapping(struct world *w, int row, double tol, int64_t id[GRAINS_NAMED]);

/* The least gap between body i and the periodic images of body j next to it [L]. */
double body_gap(const struct world *w, const struct bodies2 *b, int i, int j);

#endif
