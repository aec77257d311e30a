/* polyhedron_union_parts.h: what polyhedron_union.c and polyhedron_union_sums.c share. Private to them. */
#ifndef SCREE_POLYHEDRON_UNION_PARTS_H
#define SCREE_POLYHEDRON_UNION_PARTS_H

#include <stddef.h>

#include "solid/polyhedron_near.h"
#include "solid/polyhedron_union.h"

/* Places of Gauss's rule: where heights must be found, and where they are known. */
enum { UNION_GAUSS = 5, UNION_FREE = 8 };
/* The most feet on a patch at which heights are looked for. */
enum { UNION_FEET = 16 };

/* A part of a face, an edge or a vertex with the coordinates s, w in 0 .. 1. */
struct union_patch {
	int power;            /* of the height in the element of volume: 0 face, 1 edge, 2 vertex */
	vec3 a, b, c;         /* face: corners, w = 0 at c; edge: its ends a, b, normal c; vertex: corners of a spherical triangle */
	vec3 at, n, across;   /* vertex: its place; face: the normal; edge: direction in which the normal turns */
	double angle;         /* edge: exterior angle */
	double volume;        /* of the part of a convex layer */
	double scale;         /* r relative to the length along s, or 1 */
};

struct polyhedron_union {
	const struct polyhedron *p;
	struct polyhedron_near near;
	double unit, r, tolerance, whole; /* whole: the volume of a convex layer */
	double least;         /* error that does not matter in an integral along w, for the present patch */
	vec3 o, *point;       /* [n_vertex] in units */
	vec3 *inward;         /* [first[n_face]] in the plane of the face, the unit normal into it of the edge from a corner on */
	char *convex;         /* [n_vertex] whether the surface is convex around a vertex */
	int *mark, stamp;     /* [n_vertex] equal to stamp: a vertex of the present feature */
	int *face, n_face;    /* those that may limit the present feature */
	size_t cap;
	double x[UNION_GAUSS], w[UNION_GAUSS], free_x[UNION_FREE], free_w[UNION_FREE];
	struct { vec3 at; double s; } foot[UNION_FEET]; /* of vertices and edges above the present patch; s of the nearest place */
	int n_foot;
	double surface, error;
	vec3 normals;         /* integral over the outer surface */
};

/* Add the integrals over a patch to *m. Faces that may limit it are those of u->face. */
void union_integrate(struct polyhedron_union *u, struct moments3 *m, const struct union_patch *q);

#endif
