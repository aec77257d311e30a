/* mass_table.h: the table of scree-mass, with a row for every shape */
#ifndef SCREE_MASS_TABLE_H
#define SCREE_MASS_TABLE_H

#include "plane/mass.h"
#include "shape/solid_mass.h"
#include "table.h"
#include "world/world.h"

/* Write the columns, and a row for each shape of a world that has all columns; m[n_shape] are the masses, form[n_shape]
 * the forms. A shape that exactly one body has is described in space, other shapes in their own frames. density [M/L^2], [M/L^3]
 * applies to all shapes if it is above 0; otherwise a shape has the density of its first body, or 1. */
void mass_table2(struct tab_out *t, struct world *w, double density, const struct mass *m);
void mass_table3(struct tab_out *t, struct world *w, double density, const struct mass3 *m, const struct solid_form *form);

#endif
