/* nematic.h: alignment of long axes. */
#ifndef SCREE_NEMATIC_H
#define SCREE_NEMATIC_H

#include "measure/grains.h"
#include "measure/touch.h"

/* The order of axes at angles theta: S e^(2 i director) = mean of e^(2 i theta). S is the larger eigenvalue of the mean of
 * 2 u u - 1 (de Gennes and Prost, The Physics of Liquid Crystals, 2nd ed., section 2.1, in two dimensions). n is the number of
 * grains, director an angle in (-pi/2, pi/2] [rad]. */
struct nematic2 { int n; double order, director; };
/* Measure the chosen grains that have an axis. order is NaN if there are none. */
struct nematic2 nematic2_of(const struct grains *g);

struct nematic_touch { int64_t pairs, n_align, n_side; double align, side; };
/* Means over pairs of chosen grains that touch. align is the mean of cos 2 (theta_i - theta_j): 1 side by side, -1 crosswise.
 * side is the mean of cos 2 (phi - theta), where phi is the direction of the contact's normal, over both grains: -1 if long sides
 * touch, 1 if tips touch. align needs an axis of both grains, each term of side an axis of its grain. */
struct nematic_touch nematic_of_touch(const struct grains *g, const struct touches *t, int n_body);

#endif
