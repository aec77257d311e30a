/* ellipsoid3.h: the gap between two ellipsoids, or the depth of their overlap.
 *
 * An ellipsoid with half axes a and the rotation R is |Q^(-1/2) (x - c)| <= 1 with Q = R diag(a^2) R^T. Its support
 * function along a unit vector n is h(n) = sqrt(n.Qn), and its farthest point in that direction is c + Qn / h. */
#ifndef SCREE_ELLIPSOID3_H
#define SCREE_ELLIPSOID3_H

#include "base/sym3.h"
#include "contact/touch3.h"

struct ellipsoid3 {
	vec3 c;               /* centre [L] */
	double q[6];          /* Q, xx yy zz xy xz yz [L^2] */
	double sphere;        /* radius if it is a sphere, else 0 [L] */
};

/* The ellipsoid with half axes a[3] [L] whose frame is turned by the quaternion q. */
void ellipsoid3_place(struct ellipsoid3 *e, const double a[3], vec3 c, const double q[4]);

/* The contact function of Perram & Wertheim (J. Comput. Phys. 58, 1985): the largest S(t) = t (1 - t) d.[(1 - t) Q_a + t
 * Q_b]^-1 d, 0 < t < 1, with d = c_b - c_a. It is above 1 if the ellipsoids have no point in common, and 1 if they touch from
 * outside. S is concave; Newton's method in a shrinking bracket always finds its maximum. The search stops early, at a smaller
 * S, if S > enough. *y, if not NULL, gets the vector [..]^-1 d, from a to b, which is normal to both surfaces if they touch. */
double ellipsoid3_potential(const struct ellipsoid3 *a, const struct ellipsoid3 *b, double enough, vec3 *y);

/* Whether two ellipsoids are separate, from the characteristic polynomial f(l) = det(l A + B) of the forms A and B that are
 * negative inside. A is transformed to the unit ball, and the coefficients c0 .. c4 are divided by |det B|: c4 = -e3, c0 = -1.
 * The ellipsoids are separate if the discriminant and some coefficient are positive (Wang, Wang & Kim, Comput. Aided Geom.
 * Design 18, 2001; the test of "Contact detection between a small ellipsoid and another quadric", ibid. 98, 2022, without its
 * condition of smallness). Returns 1 if they are separate, 0 if they overlap.
 *
 * If two of the negative roots coincide, as for balls and for bodies that are displaced along a common axis, the discriminant
 * is 0 to rounding and decides nothing. Then bisection decides whether f is positive for some l > 0, and *doubtful, if not
 * NULL, is set to 1, else to 0. This happens for 1.8 % of needles, discs and laths in plain poses at any gap, half of which the
 * discriminant would get wrong; for random pairs it never happens at gaps above 1e-7 of their size, and for 0.7 % at 1e-10
 * (tests/long/ellipsoid3 counts them). */
int ellipsoid3_separate_by_roots(const struct ellipsoid3 *a, const struct ellipsoid3 *b, int *doubtful);

/* Set the gap and the contact points in *t. The gap is the largest g(n) = n.d - h_a(n) - h_b(n) over unit vectors n, with d =
 * c_b - c_a: the distance if it is positive, else minus the least translation that separates them. It is found by Newton's
 * method on the sphere with a line search. The search starts from t->n, which an earlier call has found (of any length above
 * 0), or from y of ellipsoid3_potential if t->n is 0. For separate ellipsoids g has one maximum, around which it is concave, so
 * that this maximum is always found. For deep overlaps there may be several maxima; 24 more starts find the largest. Spheres
 * have a closed form. */
void ellipsoid3_gap(const struct ellipsoid3 *a, const struct ellipsoid3 *b, struct touch3 *t);

/* The same for an ellipsoid and the half space n.x <= p, n a unit vector: closed form. t->n is -n, from the ellipsoid into the
 * half space. */
void ellipsoid3_gap_plane(const struct ellipsoid3 *e, vec3 n, double p, struct touch3 *t);

/* The support function h(n); *s gets the farthest point relative to the centre, Qn / h. */
static inline double ellipsoid3_support(const struct ellipsoid3 *e, vec3 n, vec3 *s)
{
	vec3 q = sym3_apply(e->q, n);
	double h = sqrt(v3_dot(n, q));

	*s = v3_scale(1 / h, q);
	return h;
}

#endif
