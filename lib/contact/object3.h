/* object3.h: contacts of bodies that are given by a function (solid/implicit.h), convex or not: each with each, with
 * ellipsoids, which are such bodies without bumps, with planes and with tubes; several per pair.
 *
 * A contact is a pair of points, x on the one and y on the other, with opposite normals and y - x along them, where the gap
 * between the surfaces, over the common tangent plane, has a minimum: the sum of their curvatures is positive. From starting
 * points, where the one body's surface comes nearest to the other, Newton's method solves
 *
 *     F_A(x) = 0,  F_B(y) = 0,  grad F_B(y) + tau grad F_A(x) = 0,  y - x + lambda grad F_A(x) = 0
 *
 * for x, y, tau and lambda, eight numbers; its matrix is regular for touching bodies too. Where it does not end well, each
 * point is moved on its surface towards the other for a while, and it begins again.
 *
 * A Newton's method on support functions, as for ellipsoids, would do for convex bodies alone, few of which have bumps, and
 * each of its steps would solve F = 0, grad F = -tau n for both bodies. It could not be much faster: of the 40 us that a pair
 * of bodies with one to three bumps takes, two runs of five steps take 10; the rest is the search, which has to know first that
 * there is one place alone. */
#ifndef SCREE_OBJECT3_H
#define SCREE_OBJECT3_H

#include "contact/samples3.h"
#include "contact/tube3.h"

/* A body in space: what is at p in its own frame is at c + size R(q) p. */
struct object3 {
	struct implicit shape;
	const struct samples3 *samples;
	double size, thin, reach; /* least half axis and greatest distance of its surface, with size [L] */
	vec3 c;
	double m[3][3];
};

void object3_place(struct object3 *o, vec3 c, const double q[4]);

/* F' at x [L in space], gradient [1/L] and second derivatives [1/L^2], xx yy zz xy xz yz. */
double object3_value(const struct object3 *o, vec3 x, vec3 *gradient, double second[6]);

enum { OBJECT3_MOST = 8 };

/* Fill t with the contacts of gaps below within, deepest first, at most OBJECT3_MOST; returns how many. Bodies that lie so
 * deep in each other that there is none left below 0, but points of the one inside the other, touch at the deepest of these. */
int object3_gaps(const struct object3 *a, const struct object3 *b, double within, struct touch3 t[OBJECT3_MOST]);
/* The same with the half space n.x <= p. */
int object3_gaps_plane(const struct object3 *o, vec3 n, double p, double within, struct touch3 t[OBJECT3_MOST]);

/* The same with a cylinder: its curved surface between its ends, and its edges.
 *
 * The curved surface is touched where the distance from the axis has a maximum on the body, or from outside a minimum, and
 * an edge where the body's distance from its points has a minimum along it: x on the body, y(angle) on the circle with
 *
 *     F(x) = 0,  y - x + lambda grad F(x) = 0,  grad F(x).y' = 0
 *
 * which counts where it is no farther than the curved surface beside it. Where the centre is nearer to the axis than the
 * radius of a tube, the body is in it. */
int object3_gaps_tube(const struct object3 *o, const struct tube3 *w, double within, struct touch3 t[OBJECT3_MOST]);

#endif
