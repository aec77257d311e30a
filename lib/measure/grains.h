/* grains.h: the bodies of a frame that structure is measured of: those that no constraint holds, in the order of their ids. */
#ifndef SCREE_GRAINS_H
#define SCREE_GRAINS_H

#include "plane/mass.h"
#include "world/world.h"

struct grain {
	int64_t id;
	int body;             /* its row */
	int chosen;           /* selected by the user */
	int form;             /* the place of its shape among those of the world */
	const struct shape *shape;
	double size, area;    /* its factor of the shape; with it [L^2] */
	double x, y, angle;
	double u[2];          /* unit vector along its long principal axis; 0 where it has none */
};

struct grains {
	int n, n_chosen, n_form;
	size_t cap;
	struct grain *grain;  /* [n] ascending in id */
	double (*xy)[2];      /* [n] where they are */
	size_t cap_xy;
	const struct shape *bad;  /* after a failure: the shape */
};

/* Take the grains of a frame; keep[b] says whether body b is chosen. Valid until bodies or shapes change. Fails, and sets bad,
 * where a shape's mass cannot be found; a shape without area has area 0 and no axis, which is no failure. */
enum mass_status grains_take(struct grains *g, struct world *w, const char *keep);
/* Leave out those that are not chosen. */
void grains_choose(struct grains *g);
void grains_free(struct grains *g);

#endif
