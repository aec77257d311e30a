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
	return trig_atan2_plain(y, x);
}

static WIDE_INLINE void atan2_all_loop(int n, const double *restrict y, const double *restrict x, double *restrict angle)
{
#pragma omp simd
	for (int k = 0; k < n; k++)
		angle[k] = trig_atan2_plain(y[k], x[k]);
}
WIDE_LOOP(atan2_all, (int n, const double *restrict y, const double *restrict x, double *restrict angle), (n, y, x, angle))

void trig_atan2_all(int wide, int n, const double *y, const double *x, double *angle)
{
	atan2_all(wide)(n, y, x, angle);
}
