/* dem3_ranks.h: what ranks tell each other in a step, for the files of lib/dem3 alone; see sim/ghosts.h. */
#ifndef SCREE_DEM3_RANKS_H
#define SCREE_DEM3_RANKS_H

#include "dem3/dem3_state.h"
#include "sim/ghosts.h"

/* As ghosts_begin, _send, _jumps and _roam. is_step: contacts may have begun or ended. */
void dem3_ranks_begin(struct dem3 *s);
void dem3_ranks_send(struct dem3 *s, int is_step);
void dem3_ranks_jumps(struct dem3 *s);
void dem3_ranks_roam(struct dem3 *s, double far);

#endif
