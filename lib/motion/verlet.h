/* verlet.h: the velocity Verlet step. One degree of freedom of n bodies at a time; arrays [n]; wide: see base/wide.h. */
#ifndef SCREE_VERLET_H
#define SCREE_VERLET_H

/* First half: v += dt a / 2, the velocity of the middle; x += dt v. */
void verlet_drift(int wide, int n, double dt, double *restrict x, double *restrict v, const double *restrict a);
/* Second half, with the new accelerations: v += dt a / 2. */
void verlet_kick(int wide, int n, double dt, double *restrict v, const double *restrict a);
/* Whether some are not inside lo <= x < hi, or are not a number. */
int verlet_outside(int wide, int n, const double *restrict x, double lo, double hi);
/* a = f / m + g, but 0 where minv is 0: others see to these. Returns whether all forces are finite. */
int verlet_accelerate(int wide, int n, const double *restrict f, const double *restrict minv, double g, double *restrict a);

#endif
