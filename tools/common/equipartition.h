/* equipartition.h: the mean kinetic energy of bodies along each axis and of rotation, by category, as a table */
#ifndef SCREE_EQUIPARTITION_H
#define SCREE_EQUIPARTITION_H

#include "common/sample.h"
#include "measure/kinetic.h"

/* What makes a category: nothing (all bodies), the shape or the tag. */
enum category { CATEGORY_ALL, CATEGORY_SHAPE, CATEGORY_TAG };

/* Take the energies of a frame, of those bodies that are counted. */
void equipartition_take(struct equipartition *s, enum category by, const struct world *w, const struct counted_bodies *bodies);
void equipartition_columns(enum category by, int dim, struct tab_out *o);
/* One row per category, and a note with its ratio. */
void equipartition_write(const struct equipartition *s, enum category by, int dim, struct tab_out *o);

#endif
