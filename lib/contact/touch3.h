/* touch3.h: what is found out about two bodies in space that are near each other. */
#ifndef SCREE_TOUCH3_H
#define SCREE_TOUCH3_H

#include "base/vec.h"

struct touch3 {
	double gap;           /* distance of the surfaces, or minus the depth [L] */
	vec3 n;               /* unit normal from the first body to the second */
	vec3 a, b;            /* the points of the surfaces, b = a + gap n [L] */
};

#endif
