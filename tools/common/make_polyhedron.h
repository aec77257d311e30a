/* make_polyhedron.h: polyhedra from points and surfaces, and their rounding. */
#ifndef SCREE_MAKE_POLYHEDRON_H
#define SCREE_MAKE_POLYHEDRON_H

#include "world/world.h"

/* Read rows x y z, or with `surface` the vertices of a surface, into s as a polyhedron, their convex hull. Points are left out if
 * they are within simplify >= 0 [L] of the planes of the faces that see them; a note tells how far from the hull they are. Ends
 * the program with status 3 if there are no rows. */
void tool_load_hull(struct shape *s, const char *path, int surface, double simplify);

/* Replace the surface of s, a mesh, by the polyhedron of flat_faces, with a note. flat [L], the value of --flat; below 0: 1e-6 of
 * half the longest side. name begins messages. A surface that is no polyhedron ends the program with the exit status bad. */
void tool_join_faces(struct shape *s, const char *name, double flat, int bad);

/* What becomes of a polyhedron. */
struct polyhedron_plan {
	double scale;         /* of all lengths, > 0 */
	double volume;        /* to which the skeleton is scaled, or 0 [L^3] */
	double r;             /* spheroradius, or below 0: that of the drawing, scaled [L] */
	double round;         /* > 0: round off corners by a ball of this radius [L] */
};
/* Scale and round the polyhedron s. Ends the program with status 2 if the ball does not fit, the body is not convex, or the
 * volume cannot be attained. */
void tool_finish_polyhedron(struct shape *s, const struct polyhedron_plan *plan);

#endif
