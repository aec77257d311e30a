/* touch_parts.h: functions that touch.c and touch2_bodies.c share. */
#ifndef SCREE_TOUCH_PARTS_H
#define SCREE_TOUCH_PARTS_H

#include "measure/touch.h"

/* Add a contact that is complete except for its arms. */
void touches_add(struct touches *t, const struct touch *c, const struct world *w);
/* Find contacts of the plane from the bodies, with only the elastic normal forces. holder and material are [n_body]: the indices
 * of each body's constraint and material, or -1. */
enum touch_status touches_from_bodies2(struct touches *t, struct world *w, const int *holder, const int *material,
	struct touch_error *e);

#endif
