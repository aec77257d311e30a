/* triangulate.h: the surface of solid shapes as triangles, for pictures, for files and for what works on surfaces.
 *
 * All are closed, face outwards and have their vertices on the surface itself, to rounding or 1e-6 of an edge. Resolution
 * n is the number of edges along the longest side of the shape, or so: the error of volumes falls as n^-2. */
#ifndef SCREE_TRIANGULATE_H
#define SCREE_TRIANGULATE_H

#include "mesh/mesh.h"
#include "solid/lines.h"
#include "world/world.h"

enum { TRIANGULATE_MOST = 1000 }; /* greatest n */

/* The surface of a shape in 3D in its body frame into *m, which is set up here. Spheres, ellipsoids, and objects that
 * every ray from their centre leaves once are triangulate_globe pushed to their surface; other objects, and clumps, go by
 * triangulate_march; a mesh is copied, whatever n. Objects must be faultless (implicit_check). Returns 0, or -1 with an empty
 * mesh when nothing of it is wide enough for n to meet. 2 <= n <= TRIANGULATE_MOST. */
int triangulate_shape(struct mesh *m, const struct shape *s, int n);

/* The unit sphere: every edge of an icosahedron divided by n, 20 n^2 triangles, into *m, which is set up here. Its
 * tensor of inertia is that of a ball but for a factor. */
void triangulate_globe(struct mesh *m, int n);

/* A body of which it is known what it cuts out of straight lines. */
struct triangulate_field {
	struct lines lines;   /* a box around it; all lines along x */
	/* Fill s, which is empty, with the intervals of t inside for which x + t d is, 0 <= t <= 1; in ascending order, apart
	 * from each other. The body is that of lines. */
	void (*cut)(void *body, const double x[3], const double d[3], struct intervals *s);
};

/* The surface of such a body by marching tetrahedra into *m, which is set up here: space is filled with tetrahedra, n
 * along the longest side of the box, and what of their edges' ends is inside decides which edges the surface crosses;
 * where, is exact. So there are never holes, triangles never cut through each other, and each edge has two of them; then
 * triangulate_tidy takes out edges shorter than half of those along the longest side. What is thinner than an edge may be missed,
 * gaps likewise, so that touching balls have rough necks, and edges where balls meet are cut off. The time is that of n^3.
 * An empty mesh: nothing was met. */
void triangulate_march(struct mesh *m, const struct triangulate_field *f, int n);

/* Take edges shorter than that out of a closed surface without branches, whose triangles do not cut through each other: one
 * of its ends goes to the other, where the surface stays such a one, and as smooth. What is short and cannot go stays. */
void triangulate_tidy(struct mesh *m, double shortest);

#endif
