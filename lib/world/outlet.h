/* outlet.h: where bodies leave a scene while it runs: grains through an opening, a gate at a time. */
#ifndef SCREE_OUTLET_H
#define SCREE_OUTLET_H

#include "world/world.h"

/* Names of the sides, in the order of enum outlet_side; the first is NULL. */
extern const char *const outlet_side_name[5];

/* Whether the outlet takes anything: it has a side or a tag. */
int outlet_takes(const struct outlet *o);
/* The axis of its line, 0 x or 1 y, -1 where it has none; and whether a body leaves it upwards (1) or downwards
 * (-1). */
int outlet_axis(const struct outlet *o);
int outlet_sign(const struct outlet *o);
/* Make dst, which has its name, what src is. */
void outlet_copy(struct outlet *dst, const struct outlet *src);
int outlet_same(const struct outlet *a, const struct outlet *b);
/* Move all outlets of a scene by (dx, dy). */
void world_shift_outlets(struct world *w, double dx, double dy);

/* What is wrong with an outlet in the domain of the scene, as what was expected, or NULL: its line lies outside, or
 * runs along an axis that is periodic; what is put back would stand outside. */
const char *outlet_fault(const struct world *w, const struct outlet *o);

#endif
