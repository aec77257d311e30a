/* failure.h: what to tell when a simulator cannot go on. */
#ifndef SCREE_FAILURE_H
#define SCREE_FAILURE_H

#include "sim/sim.h"

/* Say what failed and what was expected, and end the program: status 3 for a scene that cannot be run, 4 for a run that
 * failed. */
_Noreturn void failure(const struct sim_error *e);

#endif
