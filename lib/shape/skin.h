/* skin.h: surfaces of triangles that deviate from their shape by less than a given length. */
#ifndef SCREE_SKIN_H
#define SCREE_SKIN_H

#include "mesh/mesh.h"
#include "world/world.h"

/* Make the coarsest of a sequence of surfaces that deviates from the shape by at most `error` into *m, which is initialised
 * here. error is a fraction of the longest side of the box around the shape, above 0. The deviation is the largest distance
 * from 4000 points of the shape to the surface, and from the middles of its triangles and edges to the shape; its corners are
 * on the shape. Points that stand for less than 1 % of the mean area do not count. The surfaces are those of
 * triangulate_shape with 4, 5, 8, 11, 16 ... edges along the longest side, up to 512. Those of a mesh come from
 * triangulate_march; if none of them is as close, or if they have as many triangles as the mesh, *m is the mesh itself, as it
 * is for meshes that are not closed. Returns 0, or -1 with an empty mesh if no surface is as close, or the shape has none. */
int skin_within(struct mesh *m, const struct shape *s, double error);

#endif
