/* mesh.h: bodies bounded by triangles: their surface, its faults, and its mass.
 *
 * A surface encloses a volume if every edge has triangles on both sides and these agree on which side is inside. Files often
 * violate this. mesh_repair mends the faults that can be mended in one way only and reports the others with their places. The
 * corners of a triangle go counter-clockwise as seen from outside. */
#ifndef SCREE_MESH_H
#define SCREE_MESH_H

#include <stddef.h>

#include "base/vec.h"
#include "solid/mass3.h"
#include "world/solid.h"

struct mesh {
	int n_vertex, n_triangle;
	size_t cap_vertex, cap_triangle;
	double (*xyz)[3];     /* [n_vertex] vertices [L] */
	int (*tri)[3];        /* [n_triangle] the corners of each triangle, indices of xyz */
};

/* Limits that readers enforce. There are at most MESH_MOST vertices and as many triangles, so that the three edges of every
 * triangle can be numbered. Coordinates are at most MESH_FAR, so that moments of the fifth power stay finite. */
enum { MESH_MOST = 500000000 };
#define MESH_FAR 1e50

/* Free a mesh. An empty mesh is { 0 }. */
void mesh_free(struct mesh *m);
/* Copy m into *to, which is initialised here. */
void mesh_copy(struct mesh *to, const struct mesh *m);
/* The position of corner k of triangle t [L]. */
static inline vec3 mesh_corner(const struct mesh *m, int t, int k)
{
	return v3_from(m->xyz[m->tri[t][k]]);
}

/* Append a vertex [L]. Returns its index. */
int mesh_add_vertex(struct mesh *m, double x, double y, double z);
/* Append a triangle of three vertices. */
void mesh_add_triangle(struct mesh *m, int a, int b, int c);
/* Append a face of n >= 3 corners as a fan of triangles with one corner in common: the first corner from which all triangles face
 * the same way, so that they cover the face once. Returns 0, or -1 if none of the first 64 corners will do. */
int mesh_add_face(struct mesh *m, int n, const int *corner);
/* Merge vertices with equal coordinates into the first of them, and remove unused vertices; the order stays. Returns the number
 * of vertices that were equal to an earlier one; at[most][3], if not NULL, gets up to most of their positions [L]. */
int mesh_merge(struct mesh *m, int most, double (*at)[3]);

/* The surface of a shape of kind SHAPE_MESH. The arrays still belong to the shape; if they are changed, hand them back by
 * mesh_to_solid. */
struct mesh mesh_of_solid(const struct solid *s);
/* Make the arrays of m those of the shape, which owns them from now on. */
void mesh_to_solid(struct solid *s, const struct mesh *m);

/* ---- checks and repairs (mesh_repair.c) ---- */

enum mesh_fault_kind {
	/* mended, because there is only one way: */
	MESH_MERGED,          /* vertices at the same place; merged */
	MESH_DEGENERATE,      /* triangles with two equal corners; removed, so that the triangles beside them meet */
	MESH_DUPLICATE,       /* repeated triangles; removed */
	MESH_BACK_TO_BACK,    /* pairs of triangles with the same corners that face each other. Both are removed (a wall inside,
	                         which encloses nothing), or one of them if the surface closes only then */
	MESH_FLIPPED,         /* triangles that faced the other way than their neighbours; flipped */
	MESH_INSIDE_OUT,      /* components whose triangles all faced inwards; flipped */
	/* refused: */
	MESH_NOTHING,         /* no triangles */
	MESH_OPEN,            /* edges of one triangle: the rims of holes */
	MESH_BRANCHING,       /* edges of three or more triangles that do not pair up */
	MESH_ONE_SIDED,       /* edges where no flipping makes neighbours agree, as on a Moebius band */
	MESH_FLAT,            /* components that enclose no volume */
	MESH_NESTED,          /* components inside a solid one that also face outwards: a hollow or a second body? */
	MESH_CROSSING,        /* triangles of two components that cut through each other, so that volume would count twice */
	MESH_FAULTS,
	MESH_REFUSED = MESH_NOTHING
};
enum { MESH_PLACES = 3 };

struct mesh_faults {
	struct mesh_fault {
		int n;
		double at[MESH_PLACES][3]; /* the first places [L]: a vertex, or the middle of an edge or a triangle */
	} fault[MESH_FAULTS];
	int n_component;           /* components of the mended surface, connected by edges */
};
/* The name of n faults in a message: "an open edge", "open edges". */
const char *mesh_fault_name(enum mesh_fault_kind kind, int n);

/* Mend the faults that can be mended in one way only. Returns 0, or -1 if refused faults are left; then *m is partly mended.
 * The time is linear in the triangles, times a logarithm if components are close to each other. */
int mesh_repair(struct mesh *m, struct mesh_faults *f);
/* Put a mended copy of a shape's surface into *m, which is initialised here. Returns 1, or 0 if the surface cannot be mended;
 * then *m is an unchanged copy. */
int mesh_mended(struct mesh *m, const struct solid *s);

/* ---- mass (mesh_mass.c) ---- */

/* The volume that a closed surface encloses, and its moments, by exact integrals over tetrahedra from one point to every triangle
 * (Lien and Kajiya 1984; Tonon 2004). The sums are exact, so the order of the triangles does not matter. w->error is a bound of
 * the rounding of the summands. MASS_EMPTY: the volume is 0 to rounding, or negative because the surface is inside out. */
enum mass_status mesh_mass(struct mass3 *w, const struct mesh *m);

#endif
