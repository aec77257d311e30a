/* objects3.h: shapes as bodies given by a function, each looked at once: a caller's shape must stay where and what it is while
 * it calls. What has been found and placed holds on to none of it. */
#ifndef SCREE_OBJECTS3_H
#define SCREE_OBJECTS3_H

#include "contact/object3.h"
#include "world/world.h"

/* All 0 is empty. */
struct objects3 {
	int n;
	struct object3_of {
		const struct shape *shape;
		struct solid *solid;      /* as it was */
		struct object3 object;    /* of size 1; placed nowhere */
		double inner;             /* radius of a ball about the body's centre that is inside [L], or 0 */
		struct samples3 samples;
	} **item;
};
void objects3_free(struct objects3 *s);

/* An object, an ellipsoid or a sphere, or for NULL the ball of radius 1; NULL where it is none, or at fault (implicit_check).
 * It stays until objects3_free. */
const struct object3_of *objects3_find(struct objects3 *s, const struct shape *shape);
/* The same so large, as a body that stands at x and is turned by m; not for what is none. */
void objects3_place(struct objects3 *s, const struct shape *shape, double size, vec3 x, const double m[3][3], struct object3 *o);
/* How the function's own frame stands in that of the body. */
void objects3_turn(const struct shape *shape, double q[4]);

/* Whether a shape is one without faults, which only objects can have. */
int objects3_good(const struct shape *shape);
/* Whether a shape is an ellipsoid about the body's centre, be it an object without bumps; and that, as a body that stands at x
 * and is turned by q. */
int objects3_plain(const struct shape *shape);
void objects3_ellipsoid(const struct shape *shape, double size, vec3 x, const double q[4], struct ellipsoid3 *e);

/* Whether points of one of them are seen inside the other, not just at its surface: sooner found than their contacts, but 0 may
 * mean nothing. */
int objects3_cross(const struct object3 *a, const struct object3 *b);

#endif
