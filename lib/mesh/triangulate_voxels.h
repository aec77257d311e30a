/* triangulate_voxels.h: surfaces of the grains in a volume of labels, such as tomography gives. */
#ifndef SCREE_TRIANGULATE_VOXELS_H
#define SCREE_TRIANGULATE_VOXELS_H

#include <stdint.h>

#include "mesh/mesh.h"

/* value[n[2]][n[1]][n[0]]: the label of each voxel, 0 for the background. Voxel i, j, k is the cube from (i, j, k) to
 * (i + 1, j + 1, k + 1). */
struct voxels { int n[3]; uint16_t *value; };

/* The extent of a label: its voxels go from lo to hi, both included. count is their number. */
struct voxel_box { int64_t count; int lo[3], hi[3]; };

/* Find the extents of all labels, in box[65536]. */
void voxels_boxes(const struct voxels *v, struct voxel_box *box);
/* Whether the extent touches a face of the volume. */
int voxel_box_touches(const struct voxel_box *b, const struct voxels *v);

/* Triangulate a label into *m, which is initialised here, in units of voxels. The indicator of the label is smoothed, in
 * such a way that round surfaces do not shrink; then voxels of the label are raised above 1/2 and all others lowered below
 * it, so that the surface 1/2 passes between the centres of voxels inside and outside. It is made of triangles by
 * triangulate_march with n edges along the longest side. n = 0: the edges are as long as voxels; then the surface is
 * nowhere farther than one voxel from the faces of the voxels. */
void triangulate_label(struct mesh *m, const struct voxels *v, int label, const struct voxel_box *box, int n);

#endif
