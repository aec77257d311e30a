/* images.h: the periodic images of something that may reach into a window. */
#ifndef SCREE_IMAGES_H
#define SCREE_IMAGES_H

#include "world/world.h"

/* A walk over the images of a box; private. */
struct images {
	const struct domain *d;
	double lo[2], hi[2], box[2][2];
	int64_t n, n_end, m, m_end;
};

/* Begin with the images of the box lo .. hi [L] that meet the window from .. to, both finite along periodic axes. Along axes that
 * are not periodic, and without a domain, there is the box itself alone, wherever it is. Returns 0, or -1 when there may be more
 * than IMAGES_IN_WINDOW of them, or when they are too far to be counted. */
#define IMAGES_IN_WINDOW 1e6
int images_begin(struct images *it, const struct domain *d, const double lo[2], const double hi[2], const double from[2],
	const double to[2]);
/* The next one: 1, and by how much it is shifted against the box [L]; or 0 when there are no more. */
int images_next(struct images *it, double shift[2]);

#endif
