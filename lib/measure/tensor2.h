/* tensor2.h: tensors of the plane: stress, fabric, rate of deformation. */
#ifndef SCREE_TENSOR2_H
#define SCREE_TENSOR2_H

#include "base/trig.h"
#include "base/vec.h"

struct tensor2 { double xx, xy, yx, yy; };

/* t += factor a (x) b. */
static inline void tensor2_add(struct tensor2 *t, double factor, vec2 a, vec2 b)
{
	t->xx += factor * a.x * b.x;
	t->xy += factor * a.x * b.y;
	t->yx += factor * a.y * b.x;
	t->yy += factor * a.y * b.y;
}

static inline struct tensor2 tensor2_sum(struct tensor2 a, double factor, struct tensor2 b)
{
	return (struct tensor2){ a.xx + factor * b.xx, a.xy + factor * b.xy, a.yx + factor * b.yx, a.yy + factor * b.yy };
}

/* Principal values of the symmetric part, and the direction of the greater one against the x axis, in (-pi/2, pi/2]. */
struct principal2 { double major, minor, angle; };

static inline struct principal2 tensor2_principal(struct tensor2 t)
{
	double mean = 0.5 * (t.xx + t.yy), half = 0.5 * (t.xx - t.yy), off = 0.5 * (t.xy + t.yx);
	double radius = sqrt(half * half + off * off);

	return (struct principal2){ mean + radius, mean - radius, 0.5 * trig_atan2(off, half) };
}

#endif
