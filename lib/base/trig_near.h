/* trig_near.h: sine, cosine and arctangent for vectorised loops. */
#ifndef SCREE_TRIG_NEAR_H
#define SCREE_TRIG_NEAR_H

#include <math.h>
#include <stdint.h>

#include "base/wide.h"

/* pi/2 in three parts of 33 bits and the rest. Products of the three parts with a quadrant number below 2^20 are exact
 * (reduction of Cody and Waite, 1980). */
static const double trig_part1 = 0x1.921fb544p+0, trig_part2 = 0x1.0b4611a6p-34, trig_part3 = 0x1.3198a2e0p-69,
                    trig_rest = 0x1.b839a252049c1p-104;

/* Sine and cosine of an angle with |angle| < 8e5 [rad], without branches, with the bits of trig_sincos. The number of the
 * quadrant is in the last bits of angle 2/pi + 1.5 2^52, since the last place of that number is 1. */
static WIDE_INLINE void trig_sincos_near(double angle, double *sine, double *cosine)
{
	double shifted = angle * 0.63661977236758134308 + 0x1.8p52, n = shifted - 0x1.8p52;
	double a = angle - n * trig_part1, b = n * trig_part2, hi = a - b;
	double lo = (a - hi) - b, c = n * trig_part3;
	double h2 = hi - c;

	lo += (hi - h2) - c - n * trig_rest;
	/* x + dx is the reduced angle, |x| at most slightly above pi/4; the Taylor series are truncated below 1e-18 */
	double x = h2 + lo, dx = (h2 - x) + lo, z = x * x;
	double s = ((((((1.0 / 355687428096000.0 * z - 1.0 / 1307674368000.0) * z + 1.0 / 6227020800.0) * z -
	               1.0 / 39916800.0) * z + 1.0 / 362880.0) * z - 1.0 / 5040.0) * z + 1.0 / 120.0);
	double k = (((((((1.0 / 6402373705728000.0 * -z + 1.0 / 20922789888000.0) * z - 1.0 / 87178291200.0) * z +
	                1.0 / 479001600.0) * z - 1.0 / 3628800.0) * z + 1.0 / 40320.0) * z - 1.0 / 720.0) * z +
	           1.0 / 24.0);
	double sn = x + (x * z * (s * z - 1.0 / 6.0) + dx * (1 - 0.5 * z));
	double half = 0.5 * z, one = 1 - half;
	double cs = one + (((1 - one) - half) + (z * z * k - x * dx));

	union { double real; uint64_t bits; } q = { shifted }, us = { sn }, uc = { cs }, out;
	uint64_t odd = -(q.bits & 1), swap = (us.bits ^ uc.bits) & odd; /* an odd quadrant exchanges the two */
	out.bits = us.bits ^ swap ^ (q.bits & 2) << 62;                 /* quadrants 2, 3: sine < 0 */
	*sine = out.real;
	out.bits = uc.bits ^ swap ^ ((q.bits + 1) & 2) << 62;           /* quadrants 1, 2: cosine < 0 */
	*cosine = out.real;
}

/* The angle of the vector (x, y), without branches: trig_atan2. With t = small / large in [0, 1] and the nearest c of 0, 1/2, 1:
 * atan t = atan c + atan w, w = (t - c) / (1 + c t), |w| <= 1/4; Taylor series to below 1e-18. */
static WIDE_INLINE double trig_atan2_plain(double y, double x)
{
	const double half_pi = 1.5707963267948966192;
	const double ax = fabs(x), ay = fabs(y), large = ax > ay ? ax : ay, small = ax > ay ? ay : ax;
	const int low = small < 0.25 * large, high = !(small < 0.75 * large);
	const double c = low ? 0 : high ? 1 : 0.5, at = low ? 0 : high ? 0.78539816339744830962 : 0.46364760900080611621;
	const double w = (small - c * large) / (large == 0 ? 1 : large + c * small), z = w * w;
	double s = 1.0 / 29;

	s = 1.0 / 27 - z * s;
	s = 1.0 / 25 - z * s;
	s = 1.0 / 23 - z * s;
	s = 1.0 / 21 - z * s;
	s = 1.0 / 19 - z * s;
	s = 1.0 / 17 - z * s;
	s = 1.0 / 15 - z * s;
	s = 1.0 / 13 - z * s;
	s = 1.0 / 11 - z * s;
	s = 1.0 / 9 - z * s;
	s = 1.0 / 7 - z * s;
	s = 1.0 / 5 - z * s;
	s = 1.0 / 3 - z * s;
	double a = at + (w - w * z * s);

	a = ay > ax ? half_pi - a : a;
	a = x < 0 ? 2 * half_pi - a : a;
	a = large == 0 ? 0 : a;
	return y < 0 ? -a : a;
}

#endif
