/* adhesion.h: how two elastic balls attract each other, in numbers without dimension. R is the effective radius
 * 1 / (1/r_i + 1/r_j), E the effective modulus, w the work of adhesion [M/T^2].
 *
 * JKR (Johnson, Kendall and Roberts, Proc. R. Soc. London A 324, 1971, 301): with the contact radius a the overlap is
 * a^2 / R - sqrt(2 pi w a / E), and the force 4 E a^3 / (3 R) - sqrt(8 pi w E a^3). In the units a0 = (2 pi w R^2 / E)^(1/3)
 * of a, a0^2 / R of the overlap, 4 pi w R of the force and with a = a0 s^2 this is
 *
 *     overlap s^4 - s,   force s^3 (2/3 s^3 - 1),   s >= s_c = 4^(-1/3).
 *
 * The force is least, -3/8, at s^3 = 3/4: this is the pull-off force 3/2 pi w R. If the distance is prescribed, the contact
 * lasts to s_c, where the overlap is least.
 *
 * Liquid bridge (Willett, Adams, Johnson and Seville, Langmuir 16, 2000, 9396): with the radius 2 R, volume V, surface tension g,
 * contact angle q and separation x sqrt(V / 2 R) the attraction is 4 pi R g cos q / (1 + 1.05 x + 2.5 x^2). */
#ifndef SCREE_ADHESION_H
#define SCREE_ADHESION_H

#include <math.h>

#include "base/trig.h"
#include "base/wide.h"

/* The least overlap of a contact by JKR, -3/4 4^(-1/3), and its force there, -5/24. */
#define JKR_BREAKS (-0.47247039371057743)

/* The s of an overlap x; below JKR_BREAKS it is s_c. Relative error below 1e-14, except next to s_c, where s changes with the
 * root of the overlap.
 *
 * s^4 - s - x is the product of s^2 + p s + (p^2 + 1/p) / 2 and s^2 - p s + (p^2 - 1/p) / 2, where y = p^2 is the only positive
 * root of y^3 + 4 x y = 1. Newton's method finds it in four steps from a start that is at most 6 % away. */
static WIDE_INLINE double jkr_side(double x)
{
	double u = 4 * (x > JKR_BREAKS ? x : JKR_BREAKS), y = 2 / (u + sqrt(u * u + 4 / (1 + 0.2 * u)));

	y = (2 * y * y * y + 1) / (3 * y * y + u);
	y = (2 * y * y * y + 1) / (3 * y * y + u);
	y = (2 * y * y * y + 1) / (3 * y * y + u);
	y = (2 * y * y * y + 1) / (3 * y * y + u);
	double p = sqrt(y), rest = 2 / p - y;
	return 0.5 * (p + sqrt(rest > 0 ? rest : 0));
}

/* The force by JKR, positive if it repels. */
static WIDE_INLINE double jkr_force(double s)
{
	double s3 = s * s * s;

	return s3 * (2.0 / 3 * s3 - 1);
}

/* The potential of this force, 0 at overlap 0. At s_c it is JKR_LOSS, the energy that a contact costs which forms at overlap 0
 * and breaks at s_c; as 4 pi w a0^2 0.16575 it is 7.09 (w^5 R^4 / E^2)^(1/3): Thornton and Ning, Powder Technology 99 (1998)
 * 154. */
static WIDE_INLINE double jkr_energy(double s)
{
	double s3 = s * s * s;

	return s * s3 * (s3 * (4.0 / 15 * s3 - 2.0 / 3) + 0.25) + 0.15;
}
#define JKR_LOSS 0.16574901312368591

/* The attraction by a liquid bridge is 1 at contact, and falls by this factor to the separation x >= 0. */
static WIDE_INLINE double bridge_fall(double x)
{
	return 1 + (1.05 + 2.5 * x) * x;
}

/* The work against it from contact to x: its integral. */
static inline double bridge_energy(double x)
{
	const double root = 2.9828677476549308; /* sqrt(4 * 2.5 - 1.05^2) */

	return 2 / root * trig_atan2(root * x, 2 + 1.05 * x);
}

#endif
