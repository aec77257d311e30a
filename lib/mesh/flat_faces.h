/* flat_faces.h: a polyhedron from a surface of triangles. */
#ifndef SCREE_FLAT_FACES_H
#define SCREE_FLAT_FACES_H

#include "mesh/mesh.h"

/* Join triangles on one plane to faces, and write vertices and faces to a solid, whose arrays of a polyhedron get new memory:
 * vertex, n, first, corner, n_face. Triangles are on one plane if they hang together and their corners are within `flat` [L] of
 * the plane of the greatest one. Corners of a face that are on a straight side, to within `flat`, are left out. A face with
 * holes, or one that touches itself, becomes several convex faces, without vertices inside it.
 *
 * Then vertices move to the planes of their faces, if these are not flat to POLYHEDRON_FLAT: numbers of single precision are off
 * by 1e-7. Faces that cannot be flat this way, or whose vertices would move by more than 4 flat, keep their triangles, but for
 * vertices inside flat parts, which are left out. So no point of the surface moves by more than 5 flat. Returns the greatest
 * distance by which a vertex moved [L].
 *
 * Faces may be reentrant: call polyhedron_cut_faces next. polyhedron_init finds the faults of the surface. */
double flat_faces(struct solid *s, const struct mesh *m, double flat);

#endif
