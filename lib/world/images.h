/* images.h: the periodic images of a box that meet a window. */
#ifndef SCREE_IMAGES_H
#define SCREE_IMAGES_H

#include "world/world.h"

/* State of the iteration over the images of a box. n is the number of periods of the image that images_next gave last; the rest
 * is private. In the plane the third components are 0. */
struct images {
	const struct domain *d;
	int dim;
	double lo[3], hi[3], box[2][3];
	int64_t n[3], end[3];
};

/* Begin to iterate over the images of the box lo .. hi [L] that meet the window from .. to; the window is finite along periodic
 * axes. A box has no other images along an axis that is not periodic or without a domain; it is then returned even outside the
 * window. Returns 0, or -1 if there may be more than IMAGES_IN_WINDOW images or if they are too far away to be counted. */
#define IMAGES_IN_WINDOW 1e6
int images_begin(struct images *it, const struct domain *d, const double lo[2], const double hi[2], const double from[2],
	const double to[2]);
/* The same in space. */
int images3_begin(struct images *it, const struct domain *d, const double lo[3], const double hi[3], const double from[3],
	const double to[3]);
/* Returns 1 and the shift of the next image from the box [L], which has two components in the plane and three in space, or 0 if
 * there are no more images. */
int images_next(struct images *it, double *shift);

#endif
