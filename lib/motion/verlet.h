/* verlet.h: the velocity Verlet step, with a velocity estimate for forces that depend on it. One degree of freedom of
 * n bodies at a time; arrays [n]. */
#ifndef SCREE_VERLET_H
#define SCREE_VERLET_H

/* First half: v += dt a / 2, d = dt v, x += d; u = v + dt a / 2 estimates the velocity at the end of the step. */
void verlet_drift(int n, double dt, double *restrict x, double *restrict v, const double *restrict a,
	double *restrict u, double *restrict d);
/* Second half, with the new accelerations: v += dt a / 2. */
void verlet_kick(int n, double dt, double *restrict v, const double *restrict a);

#endif
