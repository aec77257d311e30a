/* outlet.h: where bodies leave a scene while it runs: grains through an opening, a gate at a time. */
#ifndef SCREE_OUTLET_H
#define SCREE_OUTLET_H

#include "world/world.h"

/* Names of the sides, in the order of enum outlet_side; the first is NULL. */
extern const char *const outlet_side_name[7];

/* Whether the outlet takes anything: it has a side or a tag. */
int outlet_takes(const struct outlet *o);
/* The axis across its line, or plane, -1 where it has none: x left and right, that of gravity below and above, y front and back
 * in space; and whether a body leaves it upwards (1) or downwards (-1). */
int outlet_axis(const struct outlet *o, int dim);
int outlet_sign(const struct outlet *o);
/* Make dst, which has its name, what src is. */
void outlet_copy(struct outlet *dst, const struct outlet *src);
int outlet_same(const struct outlet *a, const struct outlet *b);
/* How many numbers to[] has. */
static inline int outlet_bounds(int dim)
{
	return 2 * dim - 1;
}
/* Move all outlets of a scene. */
void world_shift_outlets(struct world *w, const double by[3]);

/* What is wrong with an outlet in the domain of the scene, as what was expected, or NULL: its line lies outside, or
 * runs along an axis that is periodic; what is put back would stand outside. */
const char *outlet_fault(const struct world *w, const struct outlet *o);

#endif
