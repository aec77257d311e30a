/* soften.h: change the stiffness of a scene, and say what this does */
#ifndef SCREE_SOFTEN_H
#define SCREE_SOFTEN_H

#include "world/world.h"

/* Divide the stiffness of all soft contacts of the world by `by` (above 0; below 1 stiffens): Young's moduli, and kn kt kr ks of
 * laws. Dashpots that are given (gn gt gr gs) are divided by its square root, so that restitution stays. Attraction (pull, range,
 * epsilon) stays. Ends the program with status 3 if no law has a stiffness. */
void soften(struct world *w, double by);
/* After this, after all changes of bodies, and once the frame is written: notes on what happens to overlaps and contact times; if
 * bodies is set, the world holds a frame, and the notes have the overlaps to expect there. The columns of the world may
 * change. */
void soften_notes(struct world *w, double by, int bodies);

#endif
