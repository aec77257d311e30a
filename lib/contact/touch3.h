/* touch3.h: the contact, or the nearest points, of two bodies in space. */
#ifndef SCREE_TOUCH3_H
#define SCREE_TOUCH3_H

#include "base/vec.h"

struct touch3 {
	double gap;           /* distance of the surfaces, or minus the depth of the overlap [L] */
	vec3 n;               /* unit normal from the first body to the second */
	vec3 a, b;            /* the points of the surfaces, b = a + gap n [L] */
};

/* Find two unit vectors at right angles to the unit vector n and to each other. */
static inline void touch3_tangents(vec3 n, vec3 *t, vec3 *s)
{
	double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
	vec3 axis = x < y ? (x < z ? v3(1, 0, 0) : v3(0, 0, 1)) : (y < z ? v3(0, 1, 0) : v3(0, 0, 1));

	*t = v3_cross(n, axis);
	*t = v3_scale(1 / v3_norm(*t), *t);
	*s = v3_cross(n, *t);
}

#endif
