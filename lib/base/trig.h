/* trig.h: sine, cosine and arctangent with the same bits on every machine. Simulations use no others. */
#ifndef SCREE_TRIG_H
#define SCREE_TRIG_H

/* Sine and cosine of an angle [rad]. The error is at most one unit in the last place for |angle| < 8e5; for larger angles it
 * grows with the last place of the angle. The functions use plain IEEE arithmetic and not the C library. */
void trig_sincos(double angle, double *sine, double *cosine);
/* The same for n angles, with the same bits; angle, sine, cosine [n]. Large angles are reduced in place. wide: see
 * base/wide.h. */
void trig_sincos_all(int wide, int n, double *angle, double *sine, double *cosine);

/* The angle of the vector (x, y) [rad], -pi to pi, within two units in the last place; 0 for the null vector. */
double trig_atan2(double y, double x);
/* The same for n vectors, with the same bits. */
void trig_atan2_all(int wide, int n, const double *y, const double *x, double *angle);

#endif
