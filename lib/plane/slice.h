/* slice.h: how much of a region lies in a strip, a rectangle or a disk: exactly, from its boundary.
 *
 * By Green's theorem the area of the part of a region in which a condition holds is an integral along the boundary of the
 * whole region, whatever its form: no part is ever cut out. With the region on the left of its boundary,
 *     area of { x < X, lo <= y < hi } = integral of min(x, X) dy over what of the boundary has lo <= y < hi,
 *     area of { |x| < R }             = integral of 1/2 min(1, R^2 / |x|^2) (x dy - y dx),
 * for min(x, X) dy and the second form have the condition as their curl. On a line and on an arc both are elementary
 * between the points at which X, lo, hi or R is passed. */
#ifndef SCREE_SLICE_H
#define SCREE_SLICE_H

#include "plane/arcs.h"

/* A boundary scaled by size, turned by the angle whose cosine and sine are c and s, and shifted by (dx, dy), into *to, which
 * is zero or holds an earlier one; its origin is (0, 0), so that pieces have the coordinates of the new frame [L]. */
void boundary_place(struct boundary *to, const struct boundary *b, double size, double c, double s, double dx, double dy);
/* The boundary of the rectangle lo .. hi. */
void boundary_of_rectangle(struct boundary *to, const double lo[2], const double hi[2]);

/* Area [L^2] of the part of a placed region with x < edge and strip[0] <= y < strip[1]; any of them may be infinite. */
double boundary_area_left(const struct boundary *b, double edge, const double strip[2]);
/* Area [L^2] of the part of a placed region within the distance r of the point (0, 0). */
double boundary_area_within(const struct boundary *b, double r);

#endif
