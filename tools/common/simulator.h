/* simulator.h: the simulator for a scene, to be named in messages. */
#ifndef SCREE_SIMULATOR_H
#define SCREE_SIMULATOR_H

#include "world/world.h"

/* The program that simulates the scene; with -t 0 it adds the ledger to the last frame. */
const char *simulator_for(const struct world *w);
/* The way to compute the contact forces of the scene: the program with -t 0; for hard contacts one step of it. */
const char *simulator_forces(const struct world *w);

#endif
