/* cover.h: how much of a body balls cover, counted by voxels. */
#ifndef SCREE_COVER_H
#define SCREE_COVER_H

#include <stdint.h>

#include "shape/field.h"

struct cover {
	double lo[3], h[3];   /* the voxel i j k has its middle at lo + (h_x (i + 1/2), h_y (j + 1/2), h_z (k + 1/2)) */
	double voxel;         /* its volume, in 2D area: h_x h_y, h_z being 0 */
	int n[3], words;      /* 64 voxels of a row along x to a word */
	uint64_t *left;       /* [n[2]][n[1]][words] bits of the voxels in the body that are not covered yet */
	int *row;             /* [n[2]][n[1]] how many of them are in each row */
	int64_t total, covered;
};

/* So many voxels along the longest side of the body's box, along others as many as make them cubes, or nearly: the box is
 * divided without rest, so that nothing is lost at faces along it. Those whose middles are in the body count. */
void cover_init(struct cover *c, const struct field *f, int voxels);
void cover_free(struct cover *c);
/* How many middles of voxels a ball x y z r would newly cover. */
int64_t cover_gain(const struct cover *c, const double ball[4]);
/* Cover them. */
void cover_take(struct cover *c, const double ball[4]);

#endif
