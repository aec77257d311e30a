/* pose3_faces.h: polyhedra among the bodies placed in space. */
#ifndef SCREE_POSE3_FACES_H
#define SCREE_POSE3_FACES_H

#include "contact/touch3.h"
#include "scene/pose3.h"

/* Finish placing a polyhedron: its vertices become balls of the spheroradius. */
void pose3_faces_place(struct pose3 *p);
void pose3_faces_free(struct surfaces3 *s);

/* The gap between a polyhedron a and a body b that is no wall, displaced by s. Between polyhedra, and to balls, it is exact as
 * long as the skeletons do not meet: the least distance of vertices to faces and of edges to edges. Of convex skeletons that meet
 * it is the sum of the radii and the shortest way by which one leaves the other, negative; of others only a negative number.
 * Other bodies count as their bounding balls. Once a gap below `enough` is found, any value below it may be returned. *t, if not
 * NULL, gets the nearest points as seen from the place of a, and the normal. Returns the gap. */
double pose3_faces_gap(const struct pose3 *a, const struct pose3 *b, vec3 s, double enough, struct touch3 *t);

/* The gap between a polyhedron a and a surface of triangles b, displaced by s. It is exact unless the skeleton meets the
 * surface or is inside it: then it is a negative number. */
double pose3_faces_surface_gap(const struct pose3 *a, const struct pose3 *b, vec3 s, double enough);
/* The gap between a polyhedron a, displaced by s, and a cylinder without ends that it is outside of; negative if they overlap. */
double pose3_faces_rod_gap(const struct pose3 *a, const struct tube3 *rod, vec3 s);

/* How far the extents of two bodies, of balls or with faces, are apart along the unit vector n, with b displaced by s: a lower
 * bound of the gap, whatever n is. */
double pose3_faces_apart(const struct pose3 *a, const struct pose3 *b, vec3 s, vec3 n);

#endif
