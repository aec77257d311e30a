/* way.h: which part of a straight segment lies in a slice or in a shell, and its direction there. A segment runs from the
 * fraction 0 to 1. */
#ifndef SCREE_WAY_H
#define SCREE_WAY_H

#include "base/vec.h"

/* Of n equal bins between from and to, those that may hold a part of the range lo .. hi: *first .. *last. Returns 0 if there is
 * none. */
int way_bins(double from, double to, int n, double lo, double hi, int *first, int *last);

/* The same for shells about the origin, and the segment from a to a + l. */
int way_shells(double from, double to, int n, vec3 a, vec3 l, int *first, int *last);

/* Cut the fractions *t0 .. *t1 of a segment down to those whose coordinate lies between lo and hi; the segment goes from a to
 * a + l along that axis. If l = 0, all of them stay or none, *t1 = *t0. */
void way_between(double a, double l, double lo, double hi, double *t0, double *t1);

/* The parts part[][2] of the segment from a to a + l, l not 0, whose distance from the origin is between inner and outer.
 * Returns their number: 0, 1 or 2. */
int way_in_shell(vec3 a, vec3 l, double inner, double outer, double part[2][2]);

/* Let e be the unit vector along the segment, and h o the foot of the perpendicular from the origin to its line, o a unit vector
 * and h of either sign. The point at u behind the foot is u e + h o, and the direction outwards there is
 * n = (u e + h o) / sqrt(u^2 + h^2). The integrals from u0 to u1 of (n.e)^2, (n.e)(n.o) and (n.o)^2. */
struct way_outwards { double uu, uh, hh; };
struct way_outwards way_turning(double h, double u0, double u1);

#endif
