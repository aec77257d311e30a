/* ellipsoid.h: mass properties of ellipsoids in closed form. */
#ifndef SCREE_ELLIPSOID_H
#define SCREE_ELLIPSOID_H

#include "solid/mass3.h"

/* The mass of the ellipsoid sum (x_k / a_k)^2 <= 1 with half axes a[3] > 0 [L]; the error is 0. The surface is
 * 4 pi R_G(a^2 b^2, a^2 c^2, b^2 c^2) with Carlson's integral R_G (NIST Digital Library of Mathematical Functions, 19.33.1). The
 * axes of the body frame are the principal axes, in the order of the moments if the half axes descend. MASS_EMPTY unless all half
 * axes are positive. */
enum mass_status ellipsoid_mass(struct mass3 *m, const double a[3]);

#endif
