/* way.h: which part of a straight way lies in a slice or in a shell, and how it goes there. A way runs from the fraction 0
 * to 1. */
#ifndef SCREE_WAY_H
#define SCREE_WAY_H

/* The bins *first .. *last of n equal ones from .. to that what reaches from lo to hi may have a part in; 0 if there is none. */
int way_bins(double from, double to, int n, double lo, double hi, int *first, int *last);

/* Of the fractions *t0 .. *t1 of the way from a on by l along an axis, keep those between lo and hi; of a way without extent
 * all, or none, *t1 = *t0. */
void way_between(double a, double l, double lo, double hi, double *t0, double *t1);

/* The one or two parts part[][2] of the way from a on by l, given as aa = a.a, al = a.l, ll = l.l > 0, whose distance from the
 * origin is from inner to outer. Returns how many. */
int way_in_shell(double aa, double al, double ll, double inner, double outer, double part[2][2]);

/* With the unit vector e along the way, the foot h of the perpendicular from the origin, of length h in the direction o, and the
 * place u e + h o of what lies u behind the foot, the direction outwards is n = (u e + h o) / sqrt(u^2 + h^2). Integrals from u0
 * to u1 of (n.e)^2, (n.e)(n.o) and (n.o)^2. h may have either sign. */
struct way_outwards { double uu, uh, hh; };
struct way_outwards way_turning(double h, double u0, double u1);

#endif
