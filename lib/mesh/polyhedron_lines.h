/* polyhedron_lines.h: the intervals of lines inside spheropolyhedra. */
#ifndef SCREE_POLYHEDRON_LINES_H
#define SCREE_POLYHEDRON_LINES_H

#include "mesh/meshtree.h"
#include "solid/lines.h"
#include "solid/polyhedron_near.h"

/* The union of the skeleton, a prism on each face, a cylinder around each edge and a ball around each vertex; each of them gives
 * one interval, or several for a skeleton that is not convex. Both structs must stay in place until polyhedron_lines_free. */
struct polyhedron_lines {
	struct lines lines;
	/* private */
	struct polyhedron p;
	struct polyhedron_near near;
	struct mesh mesh;         /* triangles of the skeleton */
	struct mesh_lines core;
	char *given;              /* [n_edge + n_vertex] whether a cylinder or ball was cut */
};

/* Prepare a solid of kind SHAPE_POLYHEDRON. Returns 0, or -1 if the solid has a fault, with nothing to free. */
int polyhedron_lines_init(struct polyhedron_lines *b, const struct solid *s);
void polyhedron_lines_free(struct polyhedron_lines *b);

#endif
