/* change.h: what a change outside a simulator invalidates. */
#ifndef SCREE_CHANGE_H
#define SCREE_CHANGE_H

#include "world/world.h"

/* Call this after a change of the forces on the bodies or of their velocities. It drops the integrator's columns (accelerations,
 * higher derivatives, forces) and the ledger. The next simulator then evaluates the forces again and starts a new ledger.
 * Contacts keep their tangential displacements. */
void world_changed(struct world *w);
/* The names of the integrator's columns; the last item is NULL. */
extern const char *const integrator_columns[];

#endif
