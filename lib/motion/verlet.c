/* verlet.c: the velocity Verlet step */
#include "motion/verlet.h"

#include <float.h>
#include <math.h>

#include "base/wide.h"

static WIDE_INLINE void drift_loop(int n, double dt, double *restrict x, double *restrict v, const double *restrict a)
{
	double h = 0.5 * dt;

#pragma omp simd
	for (int b = 0; b < n; b++) {
		v[b] += h * a[b];
		x[b] += dt * v[b];
	}
}
WIDE_LOOP(drift, (int n, double dt, double *restrict x, double *restrict v, const double *restrict a), (n, dt, x, v, a))

void verlet_drift(int wide, int n, double dt, double *restrict x, double *restrict v, const double *restrict a)
{
	drift(wide)(n, dt, x, v, a);
}

static WIDE_INLINE void kick_loop(int n, double dt, double *restrict v, const double *restrict a)
{
	double h = 0.5 * dt;

#pragma omp simd
	for (int b = 0; b < n; b++)
		v[b] += h * a[b];
}
WIDE_LOOP(kick, (int n, double dt, double *restrict v, const double *restrict a), (n, dt, v, a))

void verlet_kick(int wide, int n, double dt, double *restrict v, const double *restrict a)
{
	kick(wide)(n, dt, v, a);
}

static WIDE_INLINE void outside_loop(int n, const double *restrict x, double lo, double hi, double *restrict count)
{
	double sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int b = 0; b < n; b++)
		sum += ((x[b] >= lo) & (x[b] < hi)) ? 0 : 1;
	*count += sum;
}
WIDE_LOOP(outside, (int n, const double *restrict x, double lo, double hi, double *restrict count), (n, x, lo, hi, count))

int verlet_outside(int wide, int n, const double *restrict x, double lo, double hi)
{
	double count = 0;

	outside(wide)(n, x, lo, hi, &count);
	return count > 0;
}

static WIDE_INLINE void accelerate_loop(int n, const double *restrict f, const double *restrict minv, double g,
	double *restrict a, double *restrict odd)
{
	double sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int b = 0; b < n; b++) {
		a[b] = f[b] * minv[b] + (minv[b] > 0 ? g : 0);
		sum += fabs(f[b]) <= DBL_MAX ? 0 : 1;
	}
	*odd = sum;
}
WIDE_LOOP(accelerate, (int n, const double *restrict f, const double *restrict minv, double g, double *restrict a,
	double *restrict odd), (n, f, minv, g, a, odd))

int verlet_accelerate(int wide, int n, const double *restrict f, const double *restrict minv, double g, double *restrict a)
{
	double odd; /* number of forces that are not finite */

	accelerate(wide)(n, f, minv, g, a, &odd);
	return odd == 0;
}
