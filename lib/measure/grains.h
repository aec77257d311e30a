/* grains.h: the grains of a frame whose structure is measured: the bodies that no constraint holds, in the order of their ids. */
#ifndef SCREE_GRAINS_H
#define SCREE_GRAINS_H

#include "plane/mass.h"
#include "world/world.h"

struct grain {
	int64_t id;           /* the first member: the grains are sorted by ids_compare */
	int body;             /* row of the body */
	int chosen;           /* selected by the user */
	int form;             /* index of its shape in the world */
	const struct shape *shape;
	double size, area;    /* scale factor of the shape; area of the scaled shape [L^2] */
	double x, y, angle;
	double u[2];          /* unit vector along its long principal axis; 0 if it has none */
};

struct grains {
	int n, n_chosen, n_form;
	size_t cap;
	struct grain *grain;  /* [n] ascending in id */
	double (*xy)[2];      /* [n] positions */
	size_t cap_xy;
	const struct shape *bad;  /* after a failure: the shape */
};

/* Find the grains of a frame. keep[b] says whether body b is chosen. The result is valid until bodies or shapes change. The
 * function fails, and sets bad, if the mass of a shape cannot be found. A shape without area is no failure: it has area 0 and no
 * axis. */
enum mass_status grains_take(struct grains *g, struct world *w, const char *keep);
/* Drop the grains that are not chosen. */
void grains_choose(struct grains *g);
void grains_free(struct grains *g);

#endif
