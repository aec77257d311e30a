/* triangulate.h: the surface of solid shapes as triangles, for pictures, for files and for programs that work on surfaces.
 *
 * All surfaces are closed, face outwards and have their vertices on the true surface, to rounding or 1e-6 of an edge. The
 * resolution n is about the number of edges along the longest side of the shape. The error of volumes falls as n^-2. */
#ifndef SCREE_TRIANGULATE_H
#define SCREE_TRIANGULATE_H

#include "mesh/mesh.h"
#include "solid/lines.h"
#include "solid/polyhedron.h"
#include "world/world.h"

enum { TRIANGULATE_MOST = 1000 }; /* greatest n */

/* Triangulate a shape in 3D in its body frame into *m, which is initialised here. For a sphere, an ellipsoid, or an object that
 * every ray from the centre leaves once, the vertices of triangulate_globe are moved to the surface. Other objects and clumps use
 * triangulate_march. A mesh is copied, whatever n. Objects must be faultless (implicit_check). Returns 0, or -1 with an empty
 * mesh if the whole shape is too thin for the resolution. 2 <= n <= TRIANGULATE_MOST. */
int triangulate_shape(struct mesh *m, const struct shape *s, int n);

/* Triangulate a solid of kind SHAPE_POLYHEDRON into *m, which is initialised here. A convex body has the triangles of its faces,
 * strips along its edges, and patches around its vertices. Their vertices are at most side / n apart, where side is the longest
 * side of the box around the shape, but never more than 1 rad; so triangles are at most r (1 - cos(s / 2)) inside the surface of
 * an edge, where s r is that distance, and twice that at a vertex. With r = 0 the triangles are the faces. Rounded bodies that
 * are not convex use triangulate_march. The mesh is empty if the solid has a fault or no volume. */
void triangulate_polyhedron(struct mesh *m, const struct solid *s, int n);
/* The faces of a skeleton as triangles, into *m, which is initialised here. Its vertices are those of the skeleton. */
void triangulate_skeleton(struct mesh *m, const struct polyhedron *p);

/* Add the triangles of the polygon loop[0] .. loop[n - 1], n >= 3, whose corners are vertices of *m on a sphere,
 * counter-clockwise as seen from outside: those that have no other corner above them. */
void triangulate_loop(struct mesh *m, int n, const int *loop);

/* Triangulate the unit sphere into *m, which is initialised here: every edge of an icosahedron is divided by n, which
 * gives 20 n^2 triangles. Its tensor of inertia is isotropic, as that of a ball. */
void triangulate_globe(struct mesh *m, int n);

/* A body given by its intersections with straight lines. */
struct triangulate_field {
	struct lines lines;   /* its bounding box and its lines along x */
	/* Fill s, which is empty, with the intervals of t in 0 .. 1 where x + t d is inside, ascending and disjoint. body is that
	 * of lines. */
	void (*cut)(void *body, const double x[3], const double d[3], struct intervals *s);
};

/* Triangulate a body by marching tetrahedra into *m, which is initialised here. Space is filled with tetrahedra, n along the
 * longest side of the box. The surface crosses the edges that have one end inside and one outside; the crossings are exact. So
 * there are no holes, triangles do not cut through each other, and each edge has two triangles. Then triangulate_tidy removes
 * edges shorter than half the edges along the longest side. Parts and gaps thinner than an edge may be missed; touching balls
 * have rough necks, and the edges where balls meet are cut off. The time grows as n^3. The mesh is empty if the tetrahedra
 * missed the body. */
void triangulate_march(struct mesh *m, const struct triangulate_field *f, int n);

/* Remove edges shorter than `shortest` [L] from a closed surface without branches whose triangles do not cut through each
 * other. One end of an edge is moved to the other if the surface keeps these properties and stays as smooth. Other short edges
 * stay. */
void triangulate_tidy(struct mesh *m, double shortest);

#endif
