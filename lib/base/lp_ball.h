/* lp_ball.h: the largest ball behind planes, a linear program of four variables. */
#ifndef SCREE_LP_BALL_H
#define SCREE_LP_BALL_H

#include "base/lp.h"

/* Find the largest ball x[4], its centre and its radius, with n.centre + radius <= d for n planes. Each row a[i] has the unit
 * normal n, 1, and d. x is in the box lo .. hi. This is lp_solve, with its bits, in less time: the dual simplex method finds the
 * four planes that the ball touches, if there are no others, and lp_corner the ball. Returns 0, or -1 if there is none. */
int lp_ball(int n, const double (*a)[LP_MOST + 1], const double lo[4], const double hi[4], double x[4]);

#endif
