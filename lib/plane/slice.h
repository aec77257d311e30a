/* slice.h: the exact area of the part of a region that lies in a strip, a rectangle or a disk, computed from the boundary.
 *
 * By Green's theorem the area of the part of a region where a condition holds is an integral along the boundary of the whole
 * region, so the part never has to be cut out. With the region on the left of its boundary,
 *     area of { x < X, lo <= y < hi } = integral of min(x, X) dy over the boundary with lo <= y < hi,
 *     area of { |x| < R }             = integral of 1/2 min(1, R^2 / |x|^2) (x dy - y dx),
 * since the curl of each form is 1 where its condition holds and 0 elsewhere. On lines and arcs both integrals are elementary
 * between the points where the boundary crosses X, lo, hi or R. */
#ifndef SCREE_SLICE_H
#define SCREE_SLICE_H

#include "plane/arcs.h"

/* Copy b into *to, scaled by size, rotated by the angle with the cosine c and the sine s, and shifted by (dx, dy) [L]. *to is
 * zero or holds an earlier boundary; its origin becomes (0, 0), so the pieces have coordinates of the new frame [L]. */
void boundary_place(struct boundary *to, const struct boundary *b, double size, double c, double s, double dx, double dy);
/* The boundary of the rectangle lo .. hi [L] into *to. */
void boundary_of_rectangle(struct boundary *to, const double lo[2], const double hi[2]);

/* Area [L^2] of the part of a placed region with x < edge and strip[0] <= y < strip[1] [L]; each limit may be infinite. */
double boundary_area_left(const struct boundary *b, double edge, const double strip[2]);
/* Area [L^2] of the part of a placed region within the distance r of (0, 0) [L]. */
double boundary_area_within(const struct boundary *b, double r);

#endif
