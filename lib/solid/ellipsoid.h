/* ellipsoid.h: mass properties of ellipsoids in closed form, and distances to them. */
#ifndef SCREE_ELLIPSOID_H
#define SCREE_ELLIPSOID_H

#include "solid/mass3.h"

/* The mass of the ellipsoid sum (x_k / a_k)^2 <= 1 with half axes a[3] > 0 [L]; the error is 0. The surface is
 * 4 pi R_G(a^2 b^2, a^2 c^2, b^2 c^2) with Carlson's integral R_G (NIST Digital Library of Mathematical Functions, 19.33.1). The
 * axes of the body frame are the principal axes, in the order of the moments if the half axes descend. MASS_EMPTY unless all half
 * axes are positive. */
enum mass_status ellipsoid_mass(struct mass3 *m, const double a[3]);

/* The distance of the point x from the surface of this ellipsoid [L]; *y becomes a nearest point of the surface [L]. With the
 * least half axis a_m, y_k = a_k^2 x_k / (s + a_k^2 - a_m^2), where s >= 0 is such that y is on the surface; or s is 0, and y is
 * moved onto it along the least axis (Eberly, Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid, 2013). */
double ellipsoid_nearest(const double a[3], const double x[3], double y[3]);

#endif
