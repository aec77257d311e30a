/* object3.h: contacts of implicit bodies (solid/implicit.h), convex or not: with each other, with ellipsoids, which are
 * implicit bodies without bumps, with planes and with tubes. A pair may have several contacts.
 *
 * A contact is a pair of points, x on the first body and y on the second, with opposite normals and y - x along them, where the
 * gap between the surfaces over the common tangent plane has a minimum: the sum of their curvatures is positive. Newton's
 * method starts where the surface of one body comes nearest to the other and solves
 *
 *     F_A(x) = 0,  F_B(y) = 0,  grad F_B(y) + tau grad F_A(x) = 0,  y - x + lambda grad F_A(x) = 0
 *
 * for x, y, tau and lambda, eight numbers; its matrix is regular also for touching bodies. If it fails, each point is moved on
 * its surface towards the other point for a while, and Newton's method begins again.
 *
 * Rejected: Newton's method on support functions, as for ellipsoids. It would work for convex bodies alone, few of which have
 * bumps, and each of its steps would solve F = 0, grad F = -tau n for both bodies. It could not be much faster: a pair of
 * bodies with one to three bumps takes 40 us, of which two runs of five steps take 10 us. The rest is the search, which would
 * still have to find out first that there is only one contact. */
#ifndef SCREE_OBJECT3_H
#define SCREE_OBJECT3_H

#include "contact/samples3.h"
#include "contact/tube3.h"

/* An implicit body in space: the point p of its own frame is at c + size m p. */
struct object3 {
	struct implicit shape;
	const struct samples3 *samples;
	double size;
	/* at this size [L]: the least distance of its surface from c, the greatest one from the body's centre, and the distance of the
	 * body's centre from c */
	double thin, reach, off;
	vec3 c;
	double m[3][3];       /* rotation matrix */
};

/* Put a body at c and turn it by the quaternion q. */
void object3_place(struct object3 *o, vec3 c, const double q[4]);

/* The value of F at the point x in space; *gradient [1/L] and, unless NULL, second [1/L^2], xx yy zz xy xz yz, get its
 * derivatives in space. */
double object3_value(const struct object3 *o, vec3 x, vec3 *gradient, double second[6]);

enum { OBJECT3_MOST = 8 };

/* Fill t with the contacts of two bodies whose gaps are below within, deepest first; returns how many there are. If the bodies
 * overlap so deeply that no contact has a negative gap, but points of one body are inside the other, there is a contact at the
 * deepest of these points. */
int object3_gaps(const struct object3 *a, const struct object3 *b, double within, struct touch3 t[OBJECT3_MOST]);
/* The same for a body and the half space n.x <= p. */
int object3_gaps_plane(const struct object3 *o, vec3 n, double p, double within, struct touch3 t[OBJECT3_MOST]);

/* The same for a body and a cylinder: its curved surface between its ends, and its edges.
 *
 * The curved surface is touched where the distance of the body's surface from the axis has a maximum or, from outside, a
 * minimum. An edge is touched where the body's distance has a minimum along it: x on the body, y(angle) on the circle with
 *
 *     F(x) = 0,  y - x + lambda grad F(x) = 0,  grad F(x).y' = 0
 *
 * A contact with an edge counts if it is no further than the curved surface beside it. The body is inside a tube if its centre
 * is nearer to the axis than the radius. */
int object3_gaps_tube(const struct object3 *o, const struct tube3 *w, double within, struct touch3 t[OBJECT3_MOST]);

#endif
