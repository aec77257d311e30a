/* wall.h: walls are bodies: lines with a radius, fixed or moved by a constraint. And what making them needs to know
 * of the grains that are there. */
#ifndef SCREE_WALL_H
#define SCREE_WALL_H

#include "world/world.h"

/* Add a wall along the line xy[n][2] (space coordinates), closed to a ring or open, of spheroradius r, as one new
 * shape and one body of the given material and tag. A single point is allowed. Returns the body's row; the shape is
 * the world's last. */
int wall_add(struct world *w, const double (*xy)[2], int n, int closed, double r, const char *material,
	const char *tag);

/* The same with the origin of the body frame at a given place, which it turns about, and without mass: for a wall
 * that moves as it is told. Two points at least. */
int wall_add_about(struct world *w, const double (*xy)[2], int n, int closed, double r, const char *material,
	const char *tag, const double about[2]);

/* What is known of the grains: the bodies that no constraint holds. */
struct grains {
	int n;
	double lo[2], hi[2];  /* bounding box of all, unwrapped at the domain's edges */
	double size;          /* square root of the mean area [L] */
	double density;       /* mean density [M/L^2] */
};
/* Look at them; box[n_row][4], if not NULL, gets lo x, lo y, hi x, hi y of every body, grain or not. Returns 0, or
 * the row + 1 of a body without shape. */
int grains_look(struct world *w, struct grains *g, double (*box)[4]);
/* Whether a body is a grain. */
int grains_is(const struct world *w, const struct bodies2 *b, int i);

/* How many grains reach beyond lo and hi along axis d, to rounding; id gets the first of them. box is grains_look's. */
enum { GRAINS_NAMED = 5 };
int grains_beyond(struct world *w, const double (*box)[4], int d, double lo, double hi, int64_t id[GRAINS_NAMED]);
/* How many overlap the body in a row by more than tol, which may be a wall; likewise. */
int grains_overlapping(struct world *w, int row, double tol, int64_t id[GRAINS_NAMED]);

/* The least gap between body i and body j over the periodic images of j next to i. */
double body_gap(const struct world *w, const struct bodies2 *b, int i, int j);

#endif
