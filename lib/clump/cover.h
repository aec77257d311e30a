/* cover.h: the part of a body that balls cover, counted by voxels. */
#ifndef SCREE_COVER_H
#define SCREE_COVER_H

#include <stdint.h>

#include "shape/field.h"

struct cover {
	double lo[3], h[3];   /* the voxel i j k has its middle at lo + (h_x (i + 1/2), h_y (j + 1/2), h_z (k + 1/2)) [L] */
	double voxel;         /* its volume [L^3]; in 2D its area h_x h_y [L^2], and h_z = 0 */
	int n[3], words;      /* voxels along each axis; words per row along x, 64 voxels to a word */
	uint64_t *left;       /* [n[2]][n[1]][words] bits: the voxels in the body that are not covered yet */
	int *row;             /* [n[2]][n[1]] the number of these in each row */
	int64_t total, covered; /* voxels in the body, and those covered so far */
};

/* Divide the box of a body into voxels, the given number along its longest side. The numbers along other axes make the voxels
 * nearly cubes. The voxels fill the box exactly, so that nothing is lost at faces of the body on the box. A voxel belongs to
 * the body if its middle does. */
void cover_init(struct cover *c, const struct field *f, int voxels);
void cover_free(struct cover *c);
/* The number of uncovered voxels whose middles are in a ball x y z r. */
int64_t cover_gain(const struct cover *c, const double ball[4]);
/* Cover the voxels whose middles are in a ball x y z r. */
void cover_take(struct cover *c, const double ball[4]);

#endif
