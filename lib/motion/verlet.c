/* verlet.c: the velocity Verlet step */
#include "motion/verlet.h"

void verlet_drift(int n, double dt, double *restrict x, double *restrict v, const double *restrict a,
	double *restrict u, double *restrict d)
{
	double h = 0.5 * dt;

	for (int b = 0; b < n; b++) {
		double kick = h * a[b], middle = v[b] + kick, way = dt * middle;

		v[b] = middle;
		u[b] = middle + kick;
		d[b] = way;
		x[b] += way;
	}
}

void verlet_kick(int n, double dt, double *restrict v, const double *restrict a)
{
	double h = 0.5 * dt;

	for (int b = 0; b < n; b++)
		v[b] += h * a[b];
}
