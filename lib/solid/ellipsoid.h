/* ellipsoid.h: mass properties of ellipsoids, in closed form. */
#ifndef SCREE_ELLIPSOID_H
#define SCREE_ELLIPSOID_H

#include "solid/mass3.h"

/* The mass of the ellipsoid sum (x_k / a_k)^2 <= 1 with half axes a[3] > 0 [L]; error 0. The surface is 4 pi R_G(a^2
 * b^2, a^2 c^2, b^2 c^2), R_G being Carlson's integral (NIST Digital Library of Mathematical Functions, 19.33.1). A
 * program that wants principal axes sorts the half axes in descending order. MASS_EMPTY unless all are positive. */
enum mass_status ellipsoid_mass(struct mass3 *m, const double a[3]);

#endif
