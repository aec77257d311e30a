/* ellipsoid3.h: how far two ellipsoids are apart, or how deep in each other.
 *
 * An ellipsoid with half axes a and the rotation R is |Q^(-1/2) (x - c)| <= 1 with Q = R diag(a^2) R^T. Its support
 * function along a unit vector n is h(n) = sqrt(n.Qn), and its farthest point that way is c + Qn / h. */
#ifndef SCREE_ELLIPSOID3_H
#define SCREE_ELLIPSOID3_H

#include "contact/touch3.h"

struct ellipsoid3 {
	vec3 c;               /* centre [L] */
	double q[6];          /* Q, xx yy zz xy xz yz [L^2] */
	double sphere;        /* its radius where it is one, else 0 [L] */
};

/* The ellipsoid with half axes a[3] [L] whose frame is turned by the quaternion q. */
void ellipsoid3_place(struct ellipsoid3 *e, const double a[3], vec3 c, const double q[4]);

/* Whether they have no point in common, by the largest S(t) = t (1 - t) d.[(1 - t) Q_a + t Q_b]^-1 d, 0 < t < 1: apart
 * where that is above 1, touching from outside where it is 1 (Perram & Wertheim, J. Comput. Phys. 58, 1985). S is
 * concave; Newton's method in a bracket that shrinks finds its maximum always. The function returns this largest S; it
 * stops early, at a smaller one, where S > enough. *y, if not NULL, gets the vector [..]^-1 d, which is normal to both
 * surfaces where they touch, from a to b. */
double ellipsoid3_potential(const struct ellipsoid3 *a, const struct ellipsoid3 *b, double enough, vec3 *y);

/* The same from the characteristic polynomial f(l) = det(l A + B) of the forms A and B that are negative inside, whose
 * coefficients c0 .. c4 are divided by |det B| and A is made the unit ball: c4 = -e3, c0 = -1. They are apart where
 * the discriminant and some coefficient are positive (Wang, Wang & Kim, Comput. Aided Geom. Design 18, 2001; the test
 * of "Contact detection between a small ellipsoid and another quadric", ibid. 98, 2022, without its condition of
 * smallness). Returns 1 apart, 0 overlapping.
 *
 * Where two of the negative roots fall together, as they do for balls and for bodies that stand before each other along axes,
 * the discriminant is 0 to rounding and says nothing; then it is asked whether f is positive for some l > 0, by halving, and
 * *doubtful, if not NULL, is set to 1, else 0. That is so for 1.8 % of needles, discs and laths in plain poses at any gap,
 * half of which would come out wrong, and of random pairs for none at gaps above 1e-7 of their size, for 0.7 % at 1e-10
 * (tests/long/ellipsoid3 counts them). */
int ellipsoid3_separate_by_roots(const struct ellipsoid3 *a, const struct ellipsoid3 *b, int *doubtful);

/* The gap: the largest g(n) = n.d - h_a(n) - h_b(n) over unit vectors n, d being c_b - c_a; that is the distance where
 * it is positive, and minus the least translation that parts them where it is not. By Newton's method on the sphere
 * with a line search, from the normal t->n that an earlier call found (any length above 0), or from S's y when
 * that is 0. Where they are apart, g is concave around its only maximum, so it is always found; deep inside, where
 * there may be several maxima, 24 more starts find the largest. Spheres take a closed form. */
void ellipsoid3_gap(const struct ellipsoid3 *a, const struct ellipsoid3 *b, struct touch3 *t);

/* The gap to the half space n.x <= p, n a unit vector: closed form. t->n is -n, from the ellipsoid into it. */
void ellipsoid3_gap_plane(const struct ellipsoid3 *e, vec3 n, double p, struct touch3 *t);

/* ---- for others that look for gaps by support functions ---- */

/* h(n); *s gets the farthest point less the centre, Qn / h. */
static inline double ellipsoid3_support(const struct ellipsoid3 *e, vec3 n, vec3 *s);

#include "base/sym3.h"

static inline double ellipsoid3_support(const struct ellipsoid3 *e, vec3 n, vec3 *s)
{
	vec3 q = sym3_apply(e->q, n);
	double h = sqrt(v3_dot(n, q));

	*s = v3_scale(1 / h, q);
	return h;
}

#endif
