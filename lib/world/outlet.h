/* outlet.h: outlets, where bodies leave a scene while it runs, such as openings and gates. */
#ifndef SCREE_OUTLET_H
#define SCREE_OUTLET_H

#include "world/world.h"

/* Names of the sides, in the order of enum outlet_side. The first is NULL. */
extern const char *const outlet_side_name[7];

/* Whether the outlet takes any bodies: it has a side or a tag. */
int outlet_takes(const struct outlet *o);
/* The axis normal to the outlet's line or plane: x for left and right, the last axis for below and above, y for front and back in
 * space. Returns -1 if the outlet has no line. */
int outlet_axis(const struct outlet *o, int dim);
/* Whether bodies leave along the positive (1) or the negative (-1) direction of that axis. */
int outlet_sign(const struct outlet *o);
/* Copy an outlet except for its name. */
void outlet_copy(struct outlet *dst, const struct outlet *src);
/* Whether two outlets are equal except for their names. */
int outlet_same(const struct outlet *a, const struct outlet *b);
/* Number of values in outlet.to that are used. */
static inline int outlet_bounds(int dim)
{
	return 2 * dim - 1;
}
/* Shift all outlets of a scene. */
void world_shift_outlets(struct world *w, const double by[3]);

/* Returns what is expected of an outlet that does not fit a domain, or that of the scene, or NULL if it fits. The outlet's line
 * must lie inside the domain and across an axis that is not periodic. The place where bodies are put back must lie inside the
 * domain. */
const char *outlet_fault_in(const struct domain *d, int dim, const struct outlet *o);
const char *outlet_fault(const struct world *w, const struct outlet *o);

#endif
