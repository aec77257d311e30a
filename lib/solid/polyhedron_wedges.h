/* polyhedron_wedges.h: integrals over the wedges on a polyhedron's edges, several edges at a time. Private to
 * polyhedron_mass.c. */
#ifndef SCREE_POLYHEDRON_WEDGES_H
#define SCREE_POLYHEDRON_WEDGES_H

#include "solid/polyhedron.h"

/* What is found of an edge of the length l with the exterior angle a. Second moments are xx yy zz xy xz yz. */
enum {
	WEDGE_VOLUME = 0,        /* of the wedge */
	WEDGE_FIRST = 1,         /* its first moments */
	WEDGE_SECOND = 4,        /* six times six numbers whose sum is its second moments */
	WEDGE_TURN = 40,         /* l a */
	WEDGE_CONE_FIRST = 41,   /* what it adds to the integral of the normals at its first end, and takes at the other */
	WEDGE_CONE_SECOND = 44,  /* the same for the second moments of the normals */
	WEDGE_ROWS = 50
};
enum { WEDGE_LANES = 8 };

/* Find the integrals over the wedges of the radius r on the edges from, from + 1, ... of p, up to WEDGE_LANES of them: row i of
 * the edge from + k into out[i][k]. All is in the given unit of length; point[n_vertex] are the vertices in this unit and about
 * the origin of the sums. */
void polyhedron_wedges(double out[WEDGE_ROWS][WEDGE_LANES], const struct polyhedron *p, const vec3 *point, double unit, double r,
	int from);

#endif
