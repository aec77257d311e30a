/* grains3.h: what makers of walls need to know of the grains that are there; as in scene/wall.h in the plane. */
#ifndef SCREE_GRAINS3_H
#define SCREE_GRAINS3_H

#include "world/world.h"

/* The grains: the bodies that no constraint holds. */
struct grains3 {
	int n;
	double lo[3], hi[3];  /* bounding box of all, unwrapped at the domain's edges */
	double size;          /* cube root of the mean volume [L] */
	double density;       /* mean density [M/L^3] */
};
int grains3_is(const struct world *w, const struct bodies3 *b, int i);
/* Look at them; box[n_row][6], if not NULL, gets lo x y z, hi x y z of every body, grain or not. Returns 0, or the
 * row + 1 of a body without shape. */
int grains3_look(struct world *w, struct grains3 *g, double (*box)[6]);
/* How many of the bodies before row from that are grains overlap one of the bodies from there on by more than tol;
 * id gets the first of them. */
enum { GRAINS3_NAMED = 5 };
int grains3_overlapping(struct world *w, int from, double tol, int64_t id[GRAINS3_NAMED]);

#endif
