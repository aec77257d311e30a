/* trig.h: sine, cosine and angle that are the same on every machine, for everything a simulated state depends on. */
#ifndef SCREE_TRIG_H
#define SCREE_TRIG_H

/* Sine and cosine of an angle [rad]: within one unit of the last place for |angle| < 8e5, beyond that with
 * an error that grows as the angle's own last place. Plain IEEE arithmetic, no C library. */
void trig_sincos(double angle, double *sine, double *cosine);
/* The same of n angles at once, with the same bits; sine, cosine [n]. Large angles are reduced in place. wide: see
 * base/wide.h. */
void trig_sincos_all(int wide, int n, double *angle, double *sine, double *cosine);

/* The angle of the vector (x, y) [rad], -pi to pi, within two units of the last place; 0 for the null vector. */
double trig_atan2(double y, double x);

#endif
