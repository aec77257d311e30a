/* contact_columns.h: columns of bodies that follow from their contacts, for formulas of programs that draw. */
#ifndef SCREE_CONTACT_COLUMNS_H
#define SCREE_CONTACT_COLUMNS_H

#include "world/world.h"

/* Give the bodies those columns that the formula names and that they lack: force, the sum over the bodies that touch a body of
 * the magnitude of the force between both [M L/T^2]; and stress, pressure and coordination as scree-stress --per-grain does.
 * Walls have no value. Ends the program with status 3 if the columns cannot be found. */
void contact_columns_add(const char *formula, struct world *w);

#endif
