/* grains3.h: properties of the grains in space that makers of walls need; scene/wall.h does the same for the plane. */
#ifndef SCREE_GRAINS3_H
#define SCREE_GRAINS3_H

#include "world/world.h"

/* The grains are the bodies that no constraint holds. */
struct grains3 {
	int n;
	double lo[3], hi[3];  /* bounding box of all grains, not wrapped at the domain's edges [L] */
	double size;          /* cube root of the mean volume [L] */
	double density;       /* mean density [M/L^3] */
};
/* Whether body i is a grain. */
int grains3_is(const struct world *w, const struct bodies3 *b, int i);
/* Fill in g. If box[n_row][6] is not NULL, it gets the bounding box of every body, grain or not: lo x y z, hi x y z. Returns 0,
 * or the row + 1 of a body without shape. */
int grains3_look(struct world *w, struct grains3 *g, double (*box)[6]);
/* Returns the number of grains in rows below `from` that overlap a body in row `from` or above by more than tol [L]. The first of
 * their ids go to id. */
enum { GRAINS3_NAMED = 5 };
int grains3_overlapping(struct world *w, int from, double tol, int64_t id[GRAINS3_NAMED]);

#endif
