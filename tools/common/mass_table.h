/* mass_table.h: the table of scree-mass, a row for every shape */
#ifndef SCREE_MASS_TABLE_H
#define SCREE_MASS_TABLE_H

#include "plane/mass.h"
#include "solid/mass3.h"
#include "table.h"
#include "world/world.h"

/* Put columns and rows of all shapes of a world that has all columns; m[n_shape]. A shape that one body alone has is in
 * space, where that is, others are in their own frames. density [M/L^2], [M/L^3] is that of all, or if it is not above 0
 * that of a body of the shape, or 1. */
void mass_table2(struct tab_out *t, struct world *w, double density, const struct mass *m);
void mass_table3(struct tab_out *t, struct world *w, double density, const struct mass3 *m);

#endif
