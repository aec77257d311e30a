/* drive.h: prescribed motion of one degree of freedom. */
#ifndef SCREE_DRIVE_H
#define SCREE_DRIVE_H

#include "world/world.h"

/* Returns NULL, or what is expected of the values of a drive: t1 > t0 of a ramp, a positive period, times of a table that
 * increase. *at, unless it is NULL, gets the index of the first time of a table that does not increase, or n. */
const char *drive_fault(const struct dof *d, int *at);
/* Whether the drive prescribes the velocity (fixed, v, ramp, sin, table); otherwise forces move the body. */
int drive_prescribes(const struct dof *d);
/* Whether the drive never moves the body: it is fixed, or its constant velocity is 0. */
int drive_is_fixed(const struct dof *d);
/* The prescribed velocity at time t: 0; v; a ramp from v0 at t0 to v1 at t1, constant outside; A sin(2 pi t / period + phase);
 * linear between the entries of a table, constant before the first and after the last. Simulators move a body by the mean of the
 * velocities at both ends of a step, which is exact except in steps within which a ramp or table changes its slope. There the
 * error is at most dt^2 / 8 times the change of slope [L]. */
double drive_velocity(const struct dof *d, double t);
/* The largest speed that the drive ever prescribes; 0 if it prescribes none. */
double drive_fastest(const struct dof *d);

#endif
