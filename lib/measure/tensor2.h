/* tensor2.h: tensors of the plane: stress, fabric, rate of deformation. */
#ifndef SCREE_TENSOR2_H
#define SCREE_TENSOR2_H

#include "base/trig.h"
#include "measure/tensor3.h"

struct tensor2 { double xx, xy, yx, yy; };

/* The components in the plane of a tensor of space. */
static inline struct tensor2 tensor2_flat(const struct tensor3 *t)
{
	return (struct tensor2){ t->m[0][0], t->m[0][1], t->m[1][0], t->m[1][1] };
}

/* a + factor b. */
static inline struct tensor2 tensor2_sum(struct tensor2 a, double factor, struct tensor2 b)
{
	return (struct tensor2){ a.xx + factor * b.xx, a.xy + factor * b.xy, a.yx + factor * b.yx, a.yy + factor * b.yy };
}

/* Principal values of the symmetric part. angle is the angle between the major direction and the x axis, in (-pi/2, pi/2]
 * [rad]. */
struct principal2 { double major, minor, angle; };

static inline struct principal2 tensor2_principal(struct tensor2 t)
{
	double mean = 0.5 * (t.xx + t.yy), half = 0.5 * (t.xx - t.yy), off = 0.5 * (t.xy + t.yx);
	double radius = sqrt(half * half + off * off);

	return (struct principal2){ mean + radius, mean - radius, 0.5 * trig_atan2(off, half) };
}

#endif
