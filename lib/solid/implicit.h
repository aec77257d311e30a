/* implicit.h: bodies given by a function: an ellipsoid with bumps and dents.
 *
 * The body is F'(x) >= 0 in its own frame, with F'(x) = 1 - sum (x_k / a_k)^2 + sum of sign_i max(Q_i, 0)^3 and
 * Q_i = k_i (1 - (x - c_i)^T B_i (x - c_i)) ("Dynamic interaction of functionally defined objects with contact and friction",
 * equations 1 and 2). The paper leaves the sign of the perturbations open. Here, as in function representation, a perturbation
 * that is added is a bump; one that is subtracted, sign -1, is a dent. An ellipsoid is an object without bumps. Along a straight
 * line F' is a polynomial of degree 6 between the places where some Q_i is 0, and all its zeros are found. */
#ifndef SCREE_IMPLICIT_H
#define SCREE_IMPLICIT_H

#include "solid/lines.h"
#include "solid/mass3.h"
#include "world/solid.h"

struct implicit {
	double a[3];          /* half axes [L] */
	int n;
	const struct bump *bump; /* [n] */
};

#define IMPLICIT_HIGH 1e50
enum implicit_fault {
	IMPLICIT_GOOD = 0,
	IMPLICIT_AXIS,        /* a half axis is not positive */
	IMPLICIT_HEIGHT,      /* k of a bump is not positive or above IMPLICIT_HIGH (k^3 must be finite), its sign is not 1 or -1,
	                         or one of its numbers is not finite */
	IMPLICIT_OPEN,        /* B of a bump is not positive definite, so the body is not bounded */
	IMPLICIT_HOLLOW       /* the centre is not inside */
};
/* Check that o is a body. *which, if not NULL, gets the index of the faulty bump, or -1. */
enum implicit_fault implicit_check(const struct implicit *o, int *which);

/* F' at x [L]; gradient, if not NULL, gets the gradient of F' [L^-1]. */
double implicit_value(const struct implicit *o, const double x[3], double gradient[3]);
/* The second derivatives of F' at x [L^-2]: xx yy zz xy xz yz. */
void implicit_curvature(const struct implicit *o, const double x[3], double second[6]);

/* The box around the ellipsoid and those of the bumps [L]. The object must be faultless. */
void implicit_box(const struct implicit *o, double lo[3], double hi[3]);

/* ---- connectedness and smoothness (implicit_pieces.c) ---- */

/* The number of pieces of the body, found from the intervals inside of lines along x: n by n lines over the body, and more
 * through every bump. Overlapping intervals on neighbouring lines belong to the same piece. Necks thinner than the distance of
 * the lines are missed. at, if not NULL, gets a point of a piece that does not contain the centre, if there is such a piece.
 * The object must be faultless. */
enum { IMPLICIT_LINES = 64 };
int implicit_pieces(const struct implicit *o, int n, double at[3]);
/* The first bump or dent that changes nothing on 24 by 24 lines through it, or -1. A bump changes nothing if it lies inside or
 * too far out for its height; a dent, if it lies outside. */
int implicit_idle(const struct implicit *o);

/* How close the surface comes to having no normal: the least |grad F'| times the least half axis where 24 by 48 rays from the
 * centre cut the surface. It is 2 or more for an ellipsoid, and 0 where two bodies touch in a point. at, if not NULL, gets the
 * place [L]. The object must be faultless. */
double implicit_flattest(const struct implicit *o, double at[3]);

/* Fill s with the intervals of t in from .. to where x + t d is inside, ascending and disjoint. */
void implicit_cut(const struct implicit *o, const double x[3], const double d[3], double from, double to,
	struct intervals *s);

/* The mass by quadrature over rays from the centre. The rays go through the points of a unit sphere that is stretched to the
 * ellipsoid: n polar angles about the shortest axis, by Gauss's rule in their cosine, and 2 n angles around. Along every ray the
 * integrals are exact. An ellipsoid is exact for every n, except for its surface. With bumps the error falls by about 20 if n
 * doubles; IMPLICIT_RAYS gives 1e-6. *star, if not NULL, says whether every ray leaves the body once. If not, some
 * rays graze the surface: the error falls more slowly, and the surface area is not a number. m->error is the difference from
 * the volume with n / 2. MASS_EMPTY: the object is faulty. n >= 2. */
enum { IMPLICIT_RAYS = 64 };
enum mass_status implicit_mass(struct mass3 *m, const struct implicit *o, int n, int *star);

/* The object for mass3_by_voxels and mass3_by_samples. o must be faultless and stay in place. */
void implicit_lines(struct lines *l, const struct implicit *o);

#endif
