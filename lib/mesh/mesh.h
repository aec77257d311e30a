/* mesh.h: bodies bounded by triangles: the surface, what may be wrong with it, and its mass.
 *
 * A surface encloses a volume when every edge has triangles on both sides that agree which side is inside. Files
 * often fall short of that; mesh_repair mends what can be mended in one way only and says where the rest is.
 * Corners go counter-clockwise as seen from outside. */
#ifndef SCREE_MESH_H
#define SCREE_MESH_H

#include <stddef.h>

#include "base/vec.h"
#include "solid/mass3.h"
#include "world/solid.h"

struct mesh {
	int n_vertex, n_triangle;
	size_t cap_vertex, cap_triangle;
	double (*xyz)[3];     /* [n_vertex] [L] */
	int (*tri)[3];        /* [n_triangle] the corners of each, places in xyz */
};

/* No more vertices or triangles than this, so that the three edges of every triangle can be numbered; coordinates no
 * larger than MESH_FAR, so that moments of the fifth power are numbers. Readers see to both. */
enum { MESH_MOST = 500000000 };
#define MESH_FAR 1e50

/* An empty mesh is { 0 }. */
void mesh_free(struct mesh *m);
/* A copy into *to, which is set up here. */
void mesh_copy(struct mesh *to, const struct mesh *m);
/* Corner k of triangle t [L]. */
static inline vec3 mesh_corner(const struct mesh *m, int t, int k)
{
	return v3_from(m->xyz[m->tri[t][k]]);
}

/* Append; the vertex's place. */
int mesh_add_vertex(struct mesh *m, double x, double y, double z);
void mesh_add_triangle(struct mesh *m, int a, int b, int c);
/* Append a face of n >= 3 corners as triangles that have one of them in common: the first of them from which all
 * triangles face the same way, so that they cover the face once. Returns 0, or -1 when there is none among the
 * first 64. */
int mesh_add_face(struct mesh *m, int n, const int *corner);
/* Make vertices with equal coordinates one, the first of them, and leave out those that no triangle has; the order
 * stays. Returns how many were equal to an earlier one; at, if not NULL, gets up to most of their places
 * [most][3]. */
int mesh_merge(struct mesh *m, int most, double (*at)[3]);

/* The surface of a shape of kind SHAPE_MESH as it is; its arrays stay the shape's, and may be handed back changed by
 * mesh_to_solid, which makes them its own. */
struct mesh mesh_of_solid(const struct solid *s);
void mesh_to_solid(struct solid *s, const struct mesh *m);

/* ---- checks and repairs (mesh_repair.c) ---- */

enum mesh_fault_kind {
	/* mended, since there is one way only: */
	MESH_MERGED,          /* vertices at the same place, made one */
	MESH_DEGENERATE,      /* triangles of which two corners are the same, left out: what was beside them meets */
	MESH_DUPLICATE,       /* triangles that are there again, left out */
	MESH_BACK_TO_BACK,    /* pairs of triangles with the same corners that face each other: both left out (a wall
	                         inside, which encloses nothing), or, where the surface closes only so, one kept */
	MESH_FLIPPED,         /* triangles that faced the other way than those around them, flipped */
	MESH_INSIDE_OUT,      /* components whose triangles all faced inwards, flipped */
	/* refused: */
	MESH_NOTHING,         /* no triangles */
	MESH_OPEN,            /* edges of one triangle: the rims of holes */
	MESH_BRANCHING,       /* edges of three triangles or more that do not pair up */
	MESH_ONE_SIDED,       /* edges at which no flipping makes neighbours agree, as on a Moebius band */
	MESH_FLAT,            /* components that enclose no volume */
	MESH_NESTED,          /* components inside a solid one that face outwards like it: a hollow or a second body? */
	MESH_CROSSING,        /* triangles of two components that cut through each other: volume that would count twice */
	MESH_FAULTS,
	MESH_REFUSED = MESH_NOTHING
};
enum { MESH_PLACES = 3 };

struct mesh_faults {
	struct mesh_fault {
		int n;
		double at[MESH_PLACES][3]; /* where the first of them are: a vertex, the middle of an edge or of a triangle */
	} fault[MESH_FAULTS];
	int n_component;           /* that hang together by edges, in the end */
};
/* What to call n of them in a message: "open edges", "a triangle facing the wrong way". */
const char *mesh_fault_name(enum mesh_fault_kind kind, int n);

/* Mend what there is one way to mend. Returns 0, or -1 when something is left that is refused: then *m is
 * somewhere on the way. Takes time linear in the triangles, times a logarithm where components are near each
 * other. */
int mesh_repair(struct mesh *m, struct mesh_faults *f);
/* A mended copy of a shape's surface into *m, which is set up here. Returns whether it could be mended; else *m is a copy as it
 * was. */
int mesh_mended(struct mesh *m, const struct solid *s);

/* ---- mass (mesh_mass.c) ---- */

/* The volume that a closed surface encloses, and its moments, by the exact integrals over tetrahedra from one
 * point to every triangle (Lien and Kajiya 1984; Tonon 2004). Sums are exact, so that no order of the triangles
 * matters; error is a bound for the rounding of what is added up. MASS_EMPTY when there is no volume beyond
 * rounding, or when it is negative: the surface is inside out. */
enum mass_status mesh_mass(struct mass3 *w, const struct mesh *m);

#endif
