/* support.h: how far shapes reach along a direction. */
#ifndef SCREE_SUPPORT_H
#define SCREE_SUPPORT_H

#include "world/world.h"

/* The greatest u.x over the points x of a shape at size 1 in its body frame, |u| = 1 [L]; in the plane u[2] is not used. INFINITY
 * for planes and for cylinders. */
double shape_support(const struct shape *s, const double u[3]);

#endif
