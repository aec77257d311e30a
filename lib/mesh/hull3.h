/* hull3.h: the convex hull of points in space. */
#ifndef SCREE_HULL3_H
#define SCREE_HULL3_H

#include "mesh/mesh.h"

enum hull3_kind { HULL3_POINT, HULL3_SEGMENT, HULL3_PLATE, HULL3_BODY };

/* The hull of n >= 1 points x[n][3] [L], as a closed surface of triangles that face outwards. *m is initialised here. A point is
 * added if it is farther than keep >= 0 [L] from the plane of a triangle that it sees; with keep = 0 the hull is that of all
 * points. The method is that of Barber, Dobkin and Huhdanpaa (1996, ACM Transactions on Mathematical Software 22, 469), which
 * adds the farthest point that a triangle sees. Whether a triangle sees a point is decided exactly, so that any points will do:
 * repeated ones, and many on one plane. Triangles on one plane are not joined; flat_faces does that.
 *
 * The hull has no volume if all points are within flat [L] of a plane, a line or a point. Of a plate *m gets the hull in the
 * plane: vertices counter-clockwise about some normal, and no triangles; of a segment the two ends; of a point one vertex.
 * *error, if not NULL, gets the greatest distance from the hull to a point outside of it [L]. */
enum hull3_kind hull3(struct mesh *m, int n, const double (*x)[3], double flat, double keep, double *error);

/* The same as a polyhedron: the hull's vertices and faces go to the arrays of a solid, which get new memory: vertex, n, first,
 * corner, n_face. Of points that are within flat / 10 of each other one counts, and triangles whose corners are within flat / 10
 * of a plane become one face. Of a plate there are a face and its reverse. If points are so close together, at distances of about
 * flat, that faces between them are hidden by rounding, greater distances count as none. */
enum hull3_kind hull3_solid(struct solid *s, int n, const double (*x)[3], double flat, double keep, double *error);
/* Half the longest side of the box around n points [L]. */
double hull3_size(int n, const double (*x)[3]);

#endif
