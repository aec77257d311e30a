/* servo.h: what the pressure on a wall acts on, in the plane and in space: along every axis across it a width.
 *
 * Extents are from .. to along an axis, unwrapped [L]. */
#ifndef SCREE_SERVO_H
#define SCREE_SERVO_H

#include <math.h>

#include "world/world.h"

/* The free distance of two walls, 0 once they have met. */
static inline double servo_between(const double a[2], const double b[2])
{
	return fmax(fmax(b[0] - a[1], a[0] - b[1]), 0);
}

/* Whether n bodies that move as one go all the way round, gaps between them included: several in a periodic direction do. */
static inline int servo_round(const struct domain *d, int axis, int n)
{
	return n > 1 && d->set && d->periodic[axis];
}

/* What a wall of its own extent has in the domain: at most the period. */
static inline double servo_width(const struct domain *d, int axis, double own)
{
	double len = d->hi[axis] - d->lo[axis];

	return d->set && d->periodic[axis] && own > len ? len : own;
}

#endif
