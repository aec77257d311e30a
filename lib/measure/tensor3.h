/* tensor3.h: tensors of space: stress, fabric. */
#ifndef SCREE_TENSOR3_H
#define SCREE_TENSOR3_H

#include "base/vec.h"

struct tensor3 { double m[3][3]; };

/* t += factor a (x) b. */
void tensor3_add(struct tensor3 *t, double factor, vec3 a, vec3 b);
/* Returns a + factor b. */
struct tensor3 tensor3_sum(struct tensor3 a, double factor, struct tensor3 b);

struct principal3d { double value[3]; vec3 along[3]; };
/* Principal values of the symmetric part in descending order, and unit vectors along the principal axes. The largest component by
 * magnitude of each vector is positive. */
struct principal3d tensor3_principal(struct tensor3 t);

struct invariants3 { double p, q, theta; };
/* Invariants of a stress s with the principal values value[3], compression positive. p = tr s / 3. q = sqrt(3/2 s':s') with the
 * deviator s' = s - p; in triaxial compression q = s1 - s3. theta in [0, pi/3] is the Lode angle, cos 3 theta =
 * (3 sqrt(3) / 2) J3 / J2^(3/2): 0 in triaxial compression (one value greater than two equal values), pi/3 in extension, NaN if q
 * is 0 to rounding. */
struct invariants3 tensor3_invariants(const double value[3]);

#endif
