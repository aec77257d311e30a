/* opening.h: the least opening of a sieve through which a shape passes. */
#ifndef SCREE_OPENING_H
#define SCREE_OPENING_H

#include "world/world.h"

/* The least opening that the shape passes at size 1 [L]. In the plane a slot as wide as the least distance between parallel
 * tangents (feret_min). In space a round hole as wide as the least circle around a projection of the shape, over all
 * directions: the diameter of a ball, the middle diameter of an ellipsoid. For other shapes the best direction is searched,
 * and the result is good to about 5e-4 of the width for clumps and meshes and 2e-3 for objects. The shape passes straight,
 * end on; one that turns on its way may pass smaller holes. NAN for planes, cylinders and shapes without an outline. */
double shape_opening(const struct shape *s);

#endif
