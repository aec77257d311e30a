/* polyhedron_near.h: distances to the skeleton of a polyhedron, and the faces near a place. */
#ifndef SCREE_POLYHEDRON_NEAR_H
#define SCREE_POLYHEDRON_NEAR_H

#include <stddef.h>

#include "base/boxtree.h"
#include "solid/polyhedron.h"

struct polyhedron_near {
	const struct polyhedron *p; /* the caller's; must not change */
	struct boxtree tree;        /* of the faces */
	double (*vertex_normal)[3]; /* [n_vertex] normals weighted with the angles of the faces */
	int *found;                 /* [n_found] the result of polyhedron_near_box */
	int n_found;
	size_t cap;
};

void polyhedron_near_init(struct polyhedron_near *t, const struct polyhedron *p);
void polyhedron_near_free(struct polyhedron_near *t);

/* The distance from x to the skeleton [L], negative inside a skeleton with a volume; the spheropolyhedron is where it is at most
 * r. at[3] gets the nearest point of the faces, edges and vertices, and normal[3], if not NULL, an outward unit normal there. The
 * sign is that of this normal: of a face, the sum of two at an edge, the mean weighted with angles at a vertex (Baerentzen and
 * Aanaes 2005). */
double polyhedron_distance(const struct polyhedron_near *t, const double x[3], double at[3], double normal[3]);

/* Find the faces whose boxes meet the box lo .. hi, which may be infinite, into t->found, ascending. */
void polyhedron_near_box(struct polyhedron_near *t, const double lo[3], const double hi[3]);

#endif
