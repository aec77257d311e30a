/* simulator.h: which simulator a scene is for, for advice. */
#ifndef SCREE_SIMULATOR_H
#define SCREE_SIMULATOR_H

#include "world/world.h"

/* The program that moves the scene: with -t 0 it adds the ledger to its last frame. */
const char *simulator_for(const struct world *w);
/* What of it finds the forces of contacts: -t 0, or a step of hard ones. */
const char *simulator_forces(const struct world *w);

#endif
