/* trig.c: sine, cosine and arctangent in plain IEEE arithmetic */
#include "base/trig.h"

#include <math.h>

#include "base/trig_near.h"
#include "base/wide.h"

/* Bring an angle within reach of the reduction; fmod is exact everywhere. */
static double within_reach(double angle)
{
	return fabs(angle) < 8e5 ? angle : fmod(angle, 6.283185307179586);
}

void trig_sincos(double angle, double *sine, double *cosine)
{
	trig_sincos_near(within_reach(angle), sine, cosine);
}

static WIDE_INLINE void sincos_all_loop(int n, const double *restrict angle, double *restrict s, double *restrict c)
{
#pragma omp simd
	for (int k = 0; k < n; k++)
		trig_sincos_near(angle[k], &s[k], &c[k]);
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
	static const double part[13] = { 1.0 / 27, 1.0 / 25, 1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11,
	                                 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3 };
	const double half_pi = 1.5707963267948966192;
	double ax = fabs(x), ay = fabs(y), large = ax > ay ? ax : ay, small = ax > ay ? ay : ax;

	if (large == 0)
		return 0;
	int k = small < 0.25 * large ? 0 : small < 0.75 * large ? 1 : 2;
	double c = 0.5 * k, w = (small - c * large) / (large + c * small), z = w * w, s = 1.0 / 29;

	for (int n = 0; n < 13; n++)
		s = part[n] - z * s;
	double a = at[k] + (w - w * z * s);

	if (ay > ax)
		a = half_pi - a;
	if (x < 0)
		a = 2 * half_pi - a;
	return y < 0 ? -a : a;
}
