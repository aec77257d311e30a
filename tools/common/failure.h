/* failure.h: error messages for the failures of a simulator. */
#ifndef SCREE_FAILURE_H
#define SCREE_FAILURE_H

#include "sim/sim.h"

/* Print the message for a failure and end the program: with status 3 if the scene cannot be run, with status 4 if the run has
 * failed. */
_Noreturn void failure(const struct sim_error *e);

#endif
