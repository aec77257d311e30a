/* segment.h: the part of a straight segment in a slice or in a shell, and its direction there. Positions on a segment are given
 * as fractions from 0 to 1. */
#ifndef SCREE_SEGMENT_H
#define SCREE_SEGMENT_H

#include "base/vec.h"

/* Find the bins *first .. *last, of n equal bins between from and to, that may hold a part of the range lo .. hi. Returns 0 if
 * there are none, otherwise 1. */
int segment_bins(double from, double to, int n, double lo, double hi, int *first, int *last);

/* The same for shells about the origin and the segment from a to a + l. */
int segment_shells(double from, double to, int n, vec3 a, vec3 l, int *first, int *last);

/* Clip the fractions *t0 .. *t1 of a segment to the part whose coordinate along an axis lies between lo and hi. Along this axis
 * the segment runs from a to a + l. If l = 0, either all of the segment stays or nothing, *t1 = *t0. */
void segment_clip(double a, double l, double lo, double hi, double *t0, double *t1);

/* Find the parts part[][2] of the segment from a to a + l, l not 0, with a distance from the origin between inner and outer.
 * Returns their number: 0, 1 or 2. */
int segment_in_shell(vec3 a, vec3 l, double inner, double outer, double part[2][2]);

struct segment_outwards { double uu, uh, hh; };
/* Let e be the unit vector along the segment. Let h o be the foot of the perpendicular from the origin to its line, with a unit
 * vector o and h of either sign. The point at u beyond the foot is u e + h o. The outward direction there is n = (u e + h o) /
 * sqrt(u^2 + h^2). Returns the integrals from u0 to u1 of (n.e)^2, (n.e)(n.o) and (n.o)^2. */
struct segment_outwards segment_outward_integrals(double h, double u0, double u1);

#endif
