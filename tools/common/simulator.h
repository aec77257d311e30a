/* simulator.h: which simulator a scene is for, for advice. */
#ifndef SCREE_SIMULATOR_H
#define SCREE_SIMULATOR_H

#include "world/world.h"

/* The program that moves the scene: with -t 0 it adds contacts and the ledger to its last frame. */
const char *simulator_for(const struct world *w);

#endif
