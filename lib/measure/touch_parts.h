/* touch_parts.h: what finds contacts, for touch.c alone. */
#ifndef SCREE_TOUCH_PARTS_H
#define SCREE_TOUCH_PARTS_H

#include "measure/touch.h"

/* Add a contact that is complete but for its arms. */
void touches_add(struct touches *t, const struct touch *c, const struct world *w);
/* Contacts of the plane from the bodies, with the elastic normal forces alone; holder, material: [n_body] the constraint and the
 * material of each, or -1. */
enum touch_status touches_from_bodies2(struct touches *t, struct world *w, const int *holder, const int *material,
	struct touch_error *e);

#endif
