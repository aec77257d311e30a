/* verlet.c: the velocity Verlet step */
#include "motion/verlet.h"

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
