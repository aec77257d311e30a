/* verlet.h: the velocity Verlet step. Each call takes one degree of freedom of n bodies; arrays [n]; wide: see base/wide.h. */
#ifndef SCREE_VERLET_H
#define SCREE_VERLET_H

/* First half: v += dt a / 2, which is the velocity in the middle of the step; x += dt v. */
void verlet_drift(int wide, int n, double dt, double *restrict x, double *restrict v, const double *restrict a);
/* Second half, with the new accelerations: v += dt a / 2. */
void verlet_kick(int wide, int n, double dt, double *restrict v, const double *restrict a);
/* Whether some x is outside lo <= x < hi, or is NaN. */
int verlet_outside(int wide, int n, const double *restrict x, double lo, double hi);
/* a = f minv + g, and 0 where minv is 0: the caller accelerates these bodies. Returns whether all forces are finite. */
int verlet_accelerate(int wide, int n, const double *restrict f, const double *restrict minv, double g, double *restrict a);

#endif
