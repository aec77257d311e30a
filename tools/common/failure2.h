/* failure2.h: what to tell when scree-dem2 cannot go on. */
#ifndef SCREE_FAILURE2_H
#define SCREE_FAILURE2_H

#include "sim/dem2.h"

/* Say what failed and what was expected, and end the program: status 3 for a scene that cannot be run, 4 for a run that
 * failed. */
_Noreturn void failure2(const struct dem2_error *e);

#endif
