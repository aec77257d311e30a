/* object3.h: contacts of bodies that are given by a function (shape/implicit.h), convex or not: each with each, with ellipsoids,
 * which are such bodies without bumps, with planes and with tubes; several per pair.
 *
 * A contact is a pair of points, x on the one and y on the other, with opposite normals and y - x along them, where the
 * gap between the surfaces, over the common tangent plane, has a minimum: the sum of their curvatures is positive. From
 * starting points, where the one body's surface comes nearest to the other, Newton's method solves
 *
 *     F_A(x) = 0,  F_B(y) = 0,  grad F_B(y) + tau grad F_A(x) = 0,  y - x + lambda grad F_A(x) = 0
 *
 * for x, y, tau and lambda, eight numbers; its matrix is regular for touching bodies too. Where it does not end well, each
 * point is moved on its surface towards the other for a while, and it begins again. */
#ifndef SCREE_OBJECT3_H
#define SCREE_OBJECT3_H

#include "contact/touch3.h"
#include "contact/tube3.h"
#include "shape/implicit.h"

/* Points of a body's surface, all over it, in its own frame, and which of them are next to which. */
struct samples3 {
	int n;
	vec3 *at;             /* [n] */
	int *from, *next;     /* neighbours of k: next[from[k]] .. next[from[k + 1] - 1] */
	double apart;         /* greatest distance of neighbours [L] */
};

/* The outermost points along rays from the centre, through the 12 corners of an icosahedron whose edges are halved so many
 * times. Faultless objects only. */
void samples3_init(struct samples3 *s, const struct implicit *o, int halvings);
void samples3_free(struct samples3 *s);

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
 * deep in each other that there is none left, but points of the one inside the other, touch at the deepest of these. */
int object3_gaps(const struct object3 *a, const struct object3 *b, double within, struct touch3 t[OBJECT3_MOST]);
/* The same with the half space n.x <= p, and with the curved surface of a cylinder between its ends, not with its edges. */
int object3_gaps_plane(const struct object3 *o, vec3 n, double p, double within, struct touch3 t[OBJECT3_MOST]);
int object3_gaps_tube(const struct object3 *o, const struct tube3 *w, double within, struct touch3 t[OBJECT3_MOST]);

#endif
