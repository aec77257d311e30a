/* objects3.h: shapes as implicit bodies, each prepared once.
 *
 * A shape is known by its address: it must not move or change while functions are called with it. Objects that have been found
 * or placed do not refer to the shape. */
#ifndef SCREE_OBJECTS3_H
#define SCREE_OBJECTS3_H

#include "contact/object3.h"
#include "world/world.h"

/* Prepared shapes; all 0 is empty. */
struct objects3 {
	int n;
	struct object3_of {
		const struct shape *shape;
		struct solid *solid;      /* a copy of the shape's solid, if it has bumps */
		struct object3 object;    /* at size 1, not placed */
		double inner;             /* radius of a ball about the body's centre that is inside the body [L], or 0 */
		struct samples3 samples;
	} **item;
};
void objects3_free(struct objects3 *s);

/* Prepare a shape, if that has not been done: an object, an ellipsoid or a sphere; NULL stands for the ball of radius 1.
 * Returns NULL for other shapes and for faulty ones (see implicit_check). The result stays valid until objects3_free. */
const struct object3_of *objects3_find(struct objects3 *s, const struct shape *shape);
/* Place such a shape in space: as a body of this size at x, turned by the rotation matrix m. */
void objects3_place(struct objects3 *s, const struct shape *shape, double size, vec3 x, const double m[3][3], struct object3 *o);
/* The orientation of the function's own frame in the frame of the body, a quaternion. */
void objects3_turn(const struct shape *shape, double q[4]);

/* Whether objects3_find accepts a shape. */
int objects3_good(const struct shape *shape);
/* Whether a shape is an ellipsoid about the body's centre; an object without bumps counts as one. */
int objects3_plain(const struct shape *shape);
/* This ellipsoid in space: as a body of this size at x, turned by the quaternion q. */
void objects3_ellipsoid(const struct shape *shape, double size, vec3 x, const double q[4], struct ellipsoid3 *e);

/* Whether some of the samples of one body are well inside the other. This is faster than finding contacts, but bodies may
 * overlap although it returns 0. */
int objects3_cross(const struct object3 *a, const struct object3 *b);

#endif
