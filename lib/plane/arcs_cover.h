/* arcs_cover.h: intervals of lines and circles that members of a union cover; shared by arcs.c and arcs_cover.c. */
#ifndef SCREE_ARCS_COVER_H
#define SCREE_ARCS_COVER_H

#include <stddef.h>

#include "base/vec.h"
#include "plane/skeleton.h"

/* A covered interval of a candidate. On a line, from and to are lengths along it [L]. On a circle they are angles in 0 .. 2 pi,
 * and n0 and n1 are the unit vectors at these angles. */
struct arcs_cover { double from, to; vec2 n0, n1; };
/* The covered intervals of one candidate, item[n], in any order; all: the whole circle is covered. */
struct arcs_covers { int n, all; size_t cap; struct arcs_cover *item; };

/* A straight candidate: an edge moved sideways by r. It begins at p and has the direction u and the length len [L]. number is 2 e
 * for the left side of edge e, 2 e + 1 for the right. */
struct arcs_line { int number; vec2 p, u; double len; };

/* Edge e moved by r to its left (side 1) or right (side -1). */
struct arcs_line arcs_line_of(const struct skeleton *k, int e, int side);
/* Add the part of the line, which is arcs_line_of(k, e, side), that the stadium around edge f covers. */
void arcs_cover_line(const struct skeleton *k, int e, int side, const struct arcs_line *line, int f, struct arcs_covers *cs);
/* Add the part of the circle of radius r around vertex c that the stadium around edge e covers. */
void arcs_cover_circle(const struct skeleton *k, int c, int e, struct arcs_covers *cs);
/* Add the part of circle i that disk j covers. The disks have the centres c and radii radius [L]; circles that are closer to
 * touching than tol [L] count as touching. */
void arcs_cover_disk(const vec2 *c, const double *radius, int i, int j, double tol, struct arcs_covers *cs);

#endif
