/* servo.h: the area on which the pressure on a wall acts, in the plane and in space: a width along every axis across the
 * pressure.
 *
 * Extents are from .. to along an axis, unwrapped [L]. */
#ifndef SCREE_SERVO_H
#define SCREE_SERVO_H

#include <math.h>

#include "world/world.h"

/* The distance between the faces of two walls, 0 if they overlap [L]. */
static inline double servo_between(const double a[2], const double b[2])
{
	return fmax(fmax(b[0] - a[1], a[0] - b[1]), 0);
}

/* Whether n bodies that move as one cover a whole period, including the gaps between them. Several bodies along a periodic axis
 * do. */
static inline int servo_round(const struct domain *d, int axis, int n)
{
	return n > 1 && d->set && d->periodic[axis];
}

/* The width of a wall of a given extent `own`: at most the period along a periodic axis [L]. */
static inline double servo_width(const struct domain *d, int axis, double own)
{
	double len = d->hi[axis] - d->lo[axis];

	return d->set && d->periodic[axis] && own > len ? len : own;
}

#endif
