/* dem2_ranks.h: what ranks tell each other in a step, for the files of lib/dem2 alone; see sim/ghosts.h. */
#ifndef SCREE_DEM2_RANKS_H
#define SCREE_DEM2_RANKS_H

#include "dem2/dem2_state.h"
#include "sim/ghosts.h"

/* As ghosts_begin, _send, _jumps and _roam. is_step: contacts may have begun or ended. */
void dem2_ranks_begin(struct dem2 *s);
void dem2_ranks_send(struct dem2 *s, int is_step);
void dem2_ranks_jumps(struct dem2 *s);
void dem2_ranks_roam(struct dem2 *s, double far);

#endif
