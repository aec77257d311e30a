/* cone.h: convex cones of directions, given by the rays of their edges. */
#ifndef SCREE_CONE_H
#define SCREE_CONE_H

#include "base/vec.h"

enum { CONE_MOST = 64 };

/* Cut the cone of n <= CONE_MOST rays, in order around it, with the half space x.d <= 0. Returns the new number of rays, 0 if
 * nothing is left; rays beyond CONE_MOST are lost. */
int cone_cut(vec3 *ray, int n, vec3 d);

#endif
