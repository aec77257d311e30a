/* implicit.h: bodies given by a function: an ellipsoid with bumps and dents.
 *
 * In the object's own frame F'(x) = 1 - sum (x_k / a_k)^2 + sum of sign_i max(Q_i, 0)^3 with Q_i = k_i (1 - (x - c_i)^T
 * B_i (x - c_i)), and inside is F' >= 0 ("Dynamic interaction of functionally defined objects with contact and
 * friction", equations 1 and 2, which leave the sign open: that of function representation makes bumps of perturbations
 * that are added; those that are taken away, sign -1, are dents). An ellipsoid is an object without bumps. Along a
 * straight line F' is a polynomial of degree 6 between the places where some Q_i is 0, and all its zeros are found. */
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
	IMPLICIT_HEIGHT,      /* k of a bump is not positive, or above IMPLICIT_HIGH, so that its cube may be no number; its sign
	                         is not 1 or -1, or it has a number that is not finite */
	IMPLICIT_OPEN,        /* B of a bump is not positive definite, so that the body has no end */
	IMPLICIT_HOLLOW       /* the centre is not inside */
};
/* Whether it is a body; *which, if not NULL, gets the bump at fault, or -1. */
enum implicit_fault implicit_check(const struct implicit *o, int *which);

/* F' at x [L], and its gradient [L^-1] where that is not NULL. */
double implicit_value(const struct implicit *o, const double x[3], double gradient[3]);
/* Its second derivatives [L^-2]: xx yy zz xy xz yz. */
void implicit_curvature(const struct implicit *o, const double x[3], double second[6]);

/* A box around the body [L]: around its ellipsoid and those of its bumps. Faultless objects only. */
void implicit_box(const struct implicit *o, double lo[3], double hi[3]);

/* ---- is it one body? (implicit_pieces.c) ---- */

/* In how many pieces the body is: those of lines along x that are inside, n by n of them over the body and some more through
 * every bump, where they overlap on neighbouring lines; necks thinner than the lines' distance are not seen. at, if not NULL,
 * gets a place in a piece apart from the centre, where there is one. Faultless objects only. */
enum { IMPLICIT_LINES = 64 };
int implicit_pieces(const struct implicit *o, int n, double at[3]);
/* The first bump that changes nothing on 24 by 24 lines through it, since it lies inside, or too far out for its
 * height, or a dent that lies outside; or -1. */
int implicit_idle(const struct implicit *o);

/* How near the surface comes to having no normal: the least |grad F'| times the least half axis where 24 by 48 rays from the
 * centre cut it, 2 or more of an ellipsoid, 0 where bodies touch in a point; at, if not NULL, gets the place. Faultless objects
 * only. */
double implicit_flattest(const struct implicit *o, double at[3]);

/* Fill s with the intervals of t in from .. to for which x + t d is inside, in ascending order, apart from each other.
 * */
void implicit_cut(const struct implicit *o, const double x[3], const double d[3], double from, double to,
	struct intervals *s);

/* The mass by quadrature over rays from the centre: n polar angles by Gauss's rule in their cosine, about the shortest
 * axis, by 2 n around, on the unit sphere from which the ellipsoid is stretched; along every ray the integrals are
 * exact. So is the ellipsoid itself, whatever n, but for its surface; with bumps the error falls by 20 or so when n
 * doubles, IMPLICIT_RAYS giving 1e-6. *star, if not NULL, says whether every ray leaves the body once, which it need
 * not: where rays graze the surface, the error falls slower, and the surface is not a number. Error: the difference of
 * the volume from that with n / 2. MASS_EMPTY: at fault. n >= 2. */
enum { IMPLICIT_RAYS = 64 };
enum mass_status implicit_mass(struct mass3 *m, const struct implicit *o, int n, int *star);

/* For mass3_by_voxels and mass3_by_samples; o has to stay where it is. Faultless objects only. */
void implicit_lines(struct lines *l, const struct implicit *o);

#endif
