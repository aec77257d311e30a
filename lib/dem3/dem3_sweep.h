/* dem3_sweep.h: a step in which forces follow motion part by part, for the files of lib/dem3 alone. */
#ifndef SCREE_DEM3_SWEEP_H
#define SCREE_DEM3_SWEEP_H

#include "dem3/dem3_state.h"

/* dem3_sweep.c: velocity Verlet's first half, see dem3_kick_drift_turn. With forces, evaluate those of parts too, if that is
 * possible: then these parts are done, and bodies that have moved before them are wrapped. */
void dem3_sweep(struct dem3 *s, int forces);
/* A list is to be built: set the sections of bodies, if steps sweep. */
void dem3_sections_set(struct dem3 *s);
/* The pairs of the events of this step, which a new list has to find again, or NULL if there are none; to be freed. */
struct between3 *dem3_events_keys(const struct dem3 *s);
/* Find the pairs of the events in a new list. */
void dem3_events_renew(struct dem3 *s, const struct between3 *key);

/* dem3_move.c: the first half of the step for a chunk. */
void dem3_advance(struct dem3 *s, int chunk, int thread);
/* dem3.c: wrap the bodies of a chunk at periodic boundaries; a grain that leaves through an open boundary is an error. */
void dem3_wrap_chunk(struct dem3 *s, int chunk);
/* dem3_rooms.c: dem3_rooms_renew for a chunk. */
int dem3_rooms_chunk(struct dem3 *s, int chunk);
/* dem3_force.c: evaluate the contacts of a part: those that touch and, in a step, those that did one step ago. */
void dem3_part_forces(struct dem3 *s, int part, int thread, enum evaluation how);

#endif
