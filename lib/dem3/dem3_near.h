/* dem3_near.h: the choice of near candidates, for dem3_near.c and dem3_near_balls.c alone. */
#ifndef SCREE_DEM3_NEAR_H
#define SCREE_DEM3_NEAR_H

#include "dem3/dem3_state.h"

/* dem3_near_balls.c: add the near candidates of pairs of balls of one law, the pairs p .. end-1 of the list: those that may touch
 * within the bodies' rooms, or touched one step ago. *old is the first of part3.held that is not before these candidates. Returns
 * the square of the largest distance at which a force of them begins [L^2]. */
double dem3_near_balls(const struct dem3 *s, struct part3 *q, int p, int end, const struct law_contact *law, int *old);

#endif
