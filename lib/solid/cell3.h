/* cell3.h: a convex polyhedron that is cut by one plane after the other and keeps the plane and a label of each cut.
 *
 * Exactly three edges meet at every vertex. Where more faces meet, as in lattices, several vertices are at the same place, with
 * edges of no length between them. A cut removes a connected set of vertices and leaves a connected set, whatever the rounding,
 * so the surface stays that of a polyhedron. The caller chooses the origin, so that small cells far from the origin of a scene
 * lose no digits. */
#ifndef SCREE_CELL3_H
#define SCREE_CELL3_H

#include <stddef.h>

#include "plane/convex.h"
#include "world/solid.h"

/* The face lies in the plane normal . x = offset, as it was given to the cut: the normal points outward and has any length. */
struct cell3_plane { double normal[3], offset; struct side label; };

/* The faces around a vertex, counter-clockwise seen from outside; to[k] is the vertex at the other end of the edge between
 * face[k] and face[(k + 1) % 3]. */
struct cell3_corner { int face[3], to[3]; };

/* An edge that a cut divides: from a vertex that stays and its slot in to[], between face[0] and face[1], to x y z. next is
 * the edge that follows it around the new face. */
struct cell3_rim { double x, y, z; int stay, slot, face[2], next; };

struct cell3 {
	int n_vertex, n_face;         /* 0: empty */
	double *x, *y, *z;            /* [n_vertex] [L] */
	struct cell3_corner *corner;  /* [n_vertex] */
	struct cell3_plane *plane;    /* [n_face] in the order of the cuts. After cuts it may hold planes without a face, which
	                                 cell3_faces removes */
	/* set by cell3_faces: face k has the vertices loop[first[k]] to loop[first[k + 1] - 1], counter-clockwise seen from
	 * outside */
	int *first, *loop;
	/* workspace */
	size_t cap_vertex, cap_face, cap_first, cap_loop, cap_mark;
	double *height;               /* [cap_vertex] of the vertices above the cutting plane */
	int *gone;                    /* [cap_vertex] vertices that the cut removes, then the places of the new ones */
	unsigned *divided;            /* [3 cap_vertex] edges that the cut divides: 4 times the vertex that goes, and its slot */
	struct cell3_rim *rim;        /* [3 cap_vertex] the same edges */
	unsigned *at;                 /* [cap_face] the last divided edge with the face on its right, counted over all cuts */
	unsigned n_divided;           /* divided edges so far */
	int *mark;
	int n_cut;
	int *visit;                   /* [cap_vertex] the last walk that came to the vertex */
	int n_walk;
};

void cell3_free(struct cell3 *c); /* a cell of zeroes is empty and need not be freed */
/* Make c the box lo .. hi [L]. label has those of the faces at lo x, hi x, lo y, hi y, lo z, hi z. */
void cell3_box(struct cell3 *c, const double lo[3], const double hi[3], const struct side label[6]);
/* Cut off the part of c with normal . x > offset, and label the new face. Vertices up to tolerance above the plane stay;
 * tolerance has the dimension of offset. Returns 1 if something was cut off, 0 if nothing was, and -1 if nothing is left. */
int cell3_cut(struct cell3 *c, const double normal[3], double offset, double tolerance, struct side label);
/* The square of the greatest distance of a vertex from the origin [L^2]. */
double cell3_reach2(const struct cell3 *c);

/* Remove planes without a face, and set first[k] to some vertex of face k. */
void cell3_corners(struct cell3 *c);
/* After cell3_corners: the area of the triangle of first[k] and its neighbours in face k, which is part of the face [L^2]. */
double cell3_corner_area(const struct cell3 *c, int k);

/* Find the vertices around each face, and remove planes without a face. The functions below need it after the last cut. A face
 * may have no area, and an edge no length. */
void cell3_faces(struct cell3 *c);
/* The area of face k, 0 or more [L^2]. */
double cell3_area(const struct cell3 *c, int k);
/* The perimeter of face k [L]. */
double cell3_perimeter(const struct cell3 *c, int k);
/* The surface: the sum of the areas of all faces [L^2]. */
double cell3_surface(const struct cell3 *c);
/* The volume [L^3]. centroid, if not NULL, gets the centroid [L]; second, if not NULL, the second moments about the centroid,
 * int (x - c)(x - c)^T dV as xx yy zz xy xz yz [L^5]. Both are 0 if the volume is not positive. */
double cell3_moments(const struct cell3 *c, double centroid[3], double second[6]);
static inline double cell3_volume(const struct cell3 *c) { return cell3_moments(c, NULL, NULL); }
/* A polyhedron of the stream: fill vertex, n, first, corner and n_face of an empty solid. Edges not longer than apart [L] are
 * drawn together to a point, and faces of two corners that remain are left out. face_of, if not NULL, gets room for n_face
 * numbers, [s->n_face] of which name the cell's face of each face of the solid. A cell that shrinks to less than a body of four
 * faces gives a solid without faces and vertices. Returns the number of faces. */
int cell3_solid(struct cell3 *c, double apart, struct solid *s, int *face_of);

#endif
