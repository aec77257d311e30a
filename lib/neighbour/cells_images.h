/* cells_images.h: the images of a body that searches in a tilted domain, for cells.c alone. */
#ifndef SCREE_CELLS_IMAGES_H
#define SCREE_CELLS_IMAGES_H

#include <math.h>

#include "world/world.h"

/* A body that searches: its place; its radius plus the margin; the periods of the domain, INFINITY along axes that are not
 * periodic. */
struct seeker { int body; double x[3], far, len[3]; };

/* The images of a period that are within lim of a place d away along an axis: first .. last. */
static inline void rows_within(double d, double lim, double len, int *first, int *last)
{
	*first = *last = 0;
	if (len < INFINITY) {
		*first = (int)ceil((-lim - d) / len);
		*last = (int)floor((lim - d) / len);
	}
}

/* Whether an image of a place d away is within lim, in a tilted domain. */
static inline int image_within(const double d[3], double lim, const double len[3], const struct domain *tilted)
{
	const double *tilt = tilted->tilt;
	int first[3] = { 0 }, last[3] = { 0 };

	rows_within(d[2], lim, len[2], &first[2], &last[2]);
	for (int k = first[2]; k <= last[2]; k++) {
		double z = k ? d[2] + k * len[2] : d[2];

		rows_within(d[1] + k * tilt[2], lim, len[1], &first[1], &last[1]);
		for (int j = first[1]; j <= last[1]; j++) {
			double y = d[1] + k * tilt[2] + (j ? j * len[1] : 0), x = d[0] + k * tilt[1] + j * tilt[0];

			x -= len[0] < INFINITY ? len[0] * rint(x / len[0]) : 0;
			if (x * x + y * y + z * z < lim * lim)
				return 1;
		}
	}
	return 0;
}

/* The image of a searching body in the row (axis 1) or layer (axis 2) of images below (over = 1) or above (-1). Across the axes
 * before that axis the image is moved back into the domain. */
static inline struct seeker seeker_over(struct seeker e, const struct domain *d, int axis, int over)
{
	e.x[axis] -= over * e.len[axis];
	e.x[0] -= over * d->tilt[axis - 1];
	if (axis == 2 && d->periodic[1]) {
		e.x[1] -= over * d->tilt[2];
		double turns = floor((e.x[1] - d->lo[1]) / e.len[1]);
		e.x[1] -= turns * e.len[1];
		e.x[0] -= turns * d->tilt[0];
	}
	if (d->periodic[0])
		e.x[0] -= e.len[0] * floor((e.x[0] - d->lo[0]) / e.len[0]);
	return e;
}

#endif
