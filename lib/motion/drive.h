/* drive.h: prescribed motion of one degree of freedom. */
#ifndef SCREE_DRIVE_H
#define SCREE_DRIVE_H

#include "world/world.h"

/* Whether the drive prescribes the velocity (fixed, v, ramp, sin); otherwise forces move the body. */
int drive_prescribes(const struct dof *d);
/* Whether the drive never moves the body: it is fixed, or its constant velocity is 0. */
int drive_is_fixed(const struct dof *d);
/* The prescribed velocity at time t: 0; v; a ramp from v0 at t0 to v1 at t1, constant outside; A sin(2 pi t / period
 * + phase). */
double drive_velocity(const struct dof *d, double t);

#endif
