/* polyhedron_crossing.h: surfaces that cross or touch themselves. Private to polyhedron.c. */
#ifndef SCREE_POLYHEDRON_CROSSING_H
#define SCREE_POLYHEDRON_CROSSING_H

#include "solid/polyhedron.h"

/* Look for two faces that meet elsewhere than at their common vertices and edges. All else about the surface must be in order,
 * and the planes of the faces known. Faces count as meeting if rounding may hide the distance between them. The time is linear in
 * the faces, times a logarithm, unless the boxes around very many faces overlap. Returns 0, or -1 with the first such pair in
 * *fault. */
int polyhedron_find_crossing(const struct polyhedron *p, struct polyhedron_fault *fault);

#endif
