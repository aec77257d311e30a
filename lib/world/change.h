/* change.h: what a change by hand makes void. */
#ifndef SCREE_CHANGE_H
#define SCREE_CHANGE_H

#include "world/world.h"

/* The forces on the bodies, or their velocities, are not what the frame's simulator knew: drop the integrator's columns
 * (accelerations and higher derivatives, forces) and the ledger, so that the simulator evaluates the forces anew and begins a
 * ledger of its own. Contacts keep their tangential displacements. */
void world_changed(struct world *w);
/* The names of the columns that it drops, ended by NULL. */
extern const char *const integrator_columns[];

#endif
