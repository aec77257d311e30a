/* verlet.c: the velocity Verlet step */
#include "motion/verlet.h"

void verlet_drift(int n, double dt, double *restrict x, double *restrict v, const double *restrict a)
{
	double h = 0.5 * dt;

#pragma omp simd
	for (int b = 0; b < n; b++) {
		v[b] += h * a[b];
		x[b] += dt * v[b];
	}
}

void verlet_kick(int n, double dt, double *restrict v, const double *restrict a)
{
	double h = 0.5 * dt;

#pragma omp simd
	for (int b = 0; b < n; b++)
		v[b] += h * a[b];
}
