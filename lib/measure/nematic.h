/* nematic.h: how far long axes are parallel. */
#ifndef SCREE_NEMATIC_H
#define SCREE_NEMATIC_H

#include "measure/grains.h"
#include "measure/touch.h"

/* The order of axes at angles theta: S e^(2 i director) = mean of e^(2 i theta), S the larger eigenvalue of the tensor with the
 * mean of 2 u u - 1 (de Gennes and Prost, The Physics of Liquid Crystals, 2nd ed., section 2.1, in two dimensions). */
struct nematic2 { int n; double order, director; };  /* of n grains; director [rad] in (-pi/2, pi/2] */
/* Of the chosen grains that have an axis; order is not a number where there is none. */
struct nematic2 nematic2_of(const struct grains *g);

/* Of pairs of chosen grains that touch: means of cos 2 (theta_i - theta_j), 1 side by side, -1 crosswise, and of
 * cos 2 (phi - theta), where phi is the direction of the contact's normal, over both: -1 where long sides touch, 1 where tips
 * do. Both grains must have an axis for the first, and one for each of its terms for the second. */
struct nematic_touch { int64_t pairs, n_align, n_side; double align, side; };
struct nematic_touch nematic_of_touch(const struct grains *g, const struct touches *t, int n_body);

#endif
