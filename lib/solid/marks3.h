/* marks3.h: the axes of a body that moments of low order leave undetermined, chosen by points that turn with it. */
#ifndef SCREE_MARKS3_H
#define SCREE_MARKS3_H

#include "base/vec.h"

/* Marks: points fixed in a body, such as the centres of pebbles or the vertices of a mesh. Each has a weight, which may be
 * negative. */
enum { MARKS3_SPACE = 6, MARKS3_PLANE = 24 };
struct marks3 {
	int n;
	const double (*at)[4]; /* [n] x y z weight */
	double centre[3];      /* origin of all measures: the centre of mass [L] */
	double reach;          /* greatest distance of a mark from the centre [L]; set by marks3_set */
	/* The sums of w (g.x)^k, with x in units of reach, as polynomials of a direction g: the coefficients of g_x^a g_y^b g_z^c
	 * with c = k - a - b, the mean over all directions, and the sum of |w| |x|^k. Computed on first use; then size > 0. */
	struct marks3_form { double coefficient[MARKS3_SPACE + 1][MARKS3_SPACE + 1], mean, size; } form[MARKS3_SPACE + 1];
};

/* Set up the marks at[n] about a centre; at must stay in place. */
void marks3_set(struct marks3 *m, int n, const double (*at)[4], const double centre[3]);

/* Which of two frames of three unit vectors the marks prefer: > 0 the first, < 0 the second, 0 if they look the same from both to
 * 1e-6. The marks prefer the frame with the greater sum of w (g.x)^k. The sums are compared for k from 3 to most and for a few
 * directions g fixed in the frame; the first difference decides. */
int marks3_compare(struct marks3 *m, const vec3 a[3], const vec3 b[3], int most);

/* Replace best by the frame e if the marks prefer e. If they prefer neither, e replaces best if it is turned less against the
 * coordinate axes, by more than rounding. *any says whether best is set; it is 1 afterwards. */
void marks3_improve(struct marks3 *m, vec3 best[3], const vec3 e[3], int most, int *any);

/* Turn e[p] and e[p + 1] in their plane to where the marks have them. With flip, the third axis may change its side. Let u and
 * v be coordinates along the two axes and k the least exponent up to MARKS3_PLANE for which the sum of w (u + i v)^k is not 0.
 * This sum becomes real and negative, so the axes of a square go through its sides. Of the k turns with this property
 * marks3_compare chooses; equal ones are decided by the least turn against the coordinate axes. Returns 0 if all sums are 0 to
 * 1e-6: the marks are round, and e stays. */
int marks3_plane(struct marks3 *m, vec3 e[3], int p, int flip);

/* Find all three axes. e[0] goes where the sum of w (e.x)^4 differs most from its mean over all directions; where this sum is the
 * same everywhere, that of w (e.x)^6. The other axes follow as in marks3_plane, but the sum is positive if the difference is. So
 * axes go through the sides of a cube and the corners of an octahedron. Returns 0 if both sums are the same everywhere
 * to 1e-6. */
int marks3_space(struct marks3 *m, vec3 e[3]);

#endif
