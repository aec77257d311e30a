/* polyhedron_below.h: the part of a spheropolyhedron on one side of a plane. */
#ifndef SCREE_POLYHEDRON_BELOW_H
#define SCREE_POLYHEDRON_BELOW_H

#include "solid/polyhedron.h"

/* The fractions part[n] of the volume where x.up <= height[k] [L]; up[3] is a unit vector, in the frame of the vertices. They
 * rise from 0 to 1 with the height. They are sums over the skeleton and a prism on each face, which are exact, a wedge on each
 * edge, integrated by Gauss's rule along the edge, and a sector on each vertex, integrated over directions: exact to rounding
 * for r = 0, within 1e-4 else. If the skeleton is not convex, the sum leaves out sectors on vertices, and prisms and wedges
 * that overlap in dents count twice, so it is off by the order of these volumes. */
void polyhedron_below(const struct polyhedron *p, const double up[3], int n, const double *height, double *part);

#endif
