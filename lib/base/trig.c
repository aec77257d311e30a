/* trig.c: sine, cosine and angle in plain IEEE arithmetic */
#include "base/trig.h"

#include <math.h>
#include <stdint.h>

#include "base/wide.h"

/* pi/2 in three parts of 33 bits and the rest: products of the first parts with a quadrant number below 2^20 are exact
 * (the reduction of Cody and Waite, 1980). */
static const double part1 = 0x1.921fb544p+0, part2 = 0x1.0b4611a6p-34, part3 = 0x1.3198a2e0p-69,
                    rest = 0x1.b839a252049c1p-104;

/* Angles beyond the reach of the reduction are brought there; fmod is exact everywhere. */
static double within_reach(double angle)
{
	return fabs(angle) < 8e5 ? angle : fmod(angle, 6.283185307179586);
}

/* Branchless: the quadrant is in the last bits of angle 2/pi + 1.5 2^52, whose last place is 1. */
static WIDE_INLINE void sincos_near(double angle, double *sine, double *cosine)
{
	double shifted = angle * 0.63661977236758134308 + 0x1.8p52, n = shifted - 0x1.8p52;
	double a = angle - n * part1, b = n * part2, hi = a - b;
	double lo = (a - hi) - b, c = n * part3;
	double h2 = hi - c;

	lo += (hi - h2) - c - n * rest;
	/* x + dx is the reduced angle, |x| <= pi/4 and a little; Taylor series to below 1e-18 */
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

void trig_sincos(double angle, double *sine, double *cosine)
{
	sincos_near(within_reach(angle), sine, cosine);
}

static WIDE_INLINE void sincos_all_loop(int n, const double *restrict angle, double *restrict s, double *restrict c)
{
#pragma omp simd
	for (int k = 0; k < n; k++)
		sincos_near(angle[k], &s[k], &c[k]);
}
WIDE_LOOP(sincos_all, (int n, const double *restrict angle, double *restrict s, double *restrict c), (n, angle, s, c))

void trig_sincos_all(int wide, int n, double *angle, double *sine, double *cosine)
{
	for (int k = 0; k < n; k++)
		angle[k] = within_reach(angle[k]);
	sincos_all(wide)(n, angle, sine, cosine);
}

double trig_atan2(double y, double x)
{
	/* With t = small / large in [0, 1] and the nearest c of 0, 1/2, 1: atan t = atan c + atan w,
	 * w = (t - c) / (1 + c t), |w| <= 1/4; Taylor series to below 1e-18. */
	static const double at[3] = { 0, 0.46364760900080611621, 0.78539816339744830962 };
	const double half_pi = 1.5707963267948966192;
	double ax = fabs(x), ay = fabs(y), large = ax > ay ? ax : ay, small = ax > ay ? ay : ax;

	if (large == 0)
		return 0;
	int k = small < 0.25 * large ? 0 : small < 0.75 * large ? 1 : 2;
	double c = 0.5 * k, w = (small - c * large) / (large + c * small), z = w * w, s = 1.0 / 29;

	for (int n = 27; n >= 3; n -= 2)
		s = 1.0 / n - z * s;
	double a = at[k] + (w - w * z * s);

	if (ay > ax)
		a = half_pi - a;
	if (x < 0)
		a = 2 * half_pi - a;
	return y < 0 ? -a : a;
}
