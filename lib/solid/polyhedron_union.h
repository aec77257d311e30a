/* polyhedron_union.h: the layer of a spheropolyhedron outside its skeleton where the skeleton is not convex. Private to
 * polyhedron*.c.
 *
 * A point of the layer has one nearest point of the skeleton's surface. So the layer is the sum over faces, edges and vertices of
 * the points on normals from there, up to the height tau at which another face comes nearer, or r. A ball that touches the
 * surface at x with the outward normal n and reaches y has the diameter |y - x|^2 / (n.(y - x)); tau is half the least of these.
 * Where tau = r, the pieces are those of a convex body. Elsewhere they are integrated: along the normal exactly; across by
 * Gauss's rule between the points where another feature begins to limit tau, which are found by bisection; and in the third
 * direction by the same rule between the places where the sequence of these features changes, with intervals halved until the
 * error is small. The error is the difference between Gauss's rule of five places and a rule of three of them, and what features
 * that were not noticed leave open of the outer surface. */
#ifndef SCREE_POLYHEDRON_UNION_H
#define SCREE_POLYHEDRON_UNION_H

#include "solid/polyhedron.h"

struct polyhedron_union;

/* The lengths of all results are in the given unit, and their origin is o. tolerance: the error of the volume to aim at, in
 * unit^3. The polyhedron is a body with r > 0 and must stay in place. */
struct polyhedron_union *polyhedron_union_new(const struct polyhedron *p, double unit, vec3 o, double tolerance);
void polyhedron_union_free(struct polyhedron_union *u);

/* Add the part of the layer on a face, an edge or a vertex to *m, and return 1. Return 0 if no other face limits it; then it is
 * the prism, wedge or sector of a convex body. */
int polyhedron_union_face(struct polyhedron_union *u, struct moments3 *m, int f);
int polyhedron_union_edge(struct polyhedron_union *u, struct moments3 *m, int e);
int polyhedron_union_vertex(struct polyhedron_union *u, struct moments3 *m, int v);
/* The integral of the outward unit normal over the outer surface of a part that no other face limits. */
void polyhedron_union_add(struct polyhedron_union *u, vec3 normals);
/* The area of the outer surface of the other parts; *error gets the estimated error of the volume. It allows for places at which
 * another face limits the height but was not noticed: the outer surface, which is closed, has holes there, and its normals do not
 * cancel. */
double polyhedron_union_surface(const struct polyhedron_union *u, double *error);

#endif
