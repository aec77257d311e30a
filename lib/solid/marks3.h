/* marks3.h: axes of a body that moments of low order leave open, from points that turn with it. */
#ifndef SCREE_MARKS3_H
#define SCREE_MARKS3_H

#include "base/vec.h"

/* Points of a body, wherever it goes: the centres of pebbles, the vertices of a mesh. With a weight each, which may be
 * negative. */
enum { MARKS3_SPACE = 6, MARKS3_PLANE = 24 };
struct marks3 {
	int n;
	const double (*at)[4]; /* [n] x y z weight */
	double centre[3];      /* about which is measured: the centre of mass [L] */
	double reach;          /* greatest distance from there [L]; marks3_set finds it */
	/* the sums of w (g.x)^k, x in units of reach, as polynomials of a direction g: the coefficients of g_x^a g_y^b g_z^c, c =
	 * k - a - b, the mean over all directions, and the sum of |w| |x|^k. Found where they are needed first; size > 0 then. */
	struct marks3_form { double coefficient[MARKS3_SPACE + 1][MARKS3_SPACE + 1], mean, size; } form[MARKS3_SPACE + 1];
};

void marks3_set(struct marks3 *m, int n, const double (*at)[4], const double centre[3]);

/* Which of two frames, of three unit vectors each, the marks prefer: above 0 the first, below 0 the second, 0 where they
 * look the same from both to 1e-6. They prefer the one in which the sums of w (g.x)^k are greater, the first that differs
 * for k from 3 to most and a few fixed directions g of the frame. */
int marks3_compare(struct marks3 *m, const vec3 a[3], const vec3 b[3], int most);

/* Replace best by the frame e where the marks prefer e, or where they prefer neither and e is turned less against the coordinate
 * axes, by more than rounding. *any says whether best is set; it is 1 afterwards. */
void marks3_keep(struct marks3 *m, vec3 best[3], const vec3 e[3], int most, int *any);

/* Turn e[p] and e[p + 1] within their plane, and where flip is set the third axis to its other side, to where the marks
 * have them: the sum of w (u + i v)^k, u and v being coordinates along these axes, is real and negative for the least k up
 * to MARKS3_PLANE for which it is not 0, so that the axes of a square go through its sides; of the k such turns it is the
 * one that marks3_compare prefers, or of equal ones the one nearest to the axes of the coordinates. Returns 0 when all
 * those sums are 0 to 1e-6: the marks are round, and e stays. */
int marks3_plane(struct marks3 *m, vec3 e[3], int p, int flip);

/* Find all three axes: e[0] where the sum of w (e.x)^4, or else 6, differs most from its mean over all directions, the
 * others as in marks3_plane, but positive where that difference is: through the sides of a cube, and the corners of an
 * octahedron. Returns 0 when it is the same everywhere to 1e-6. */
int marks3_space(struct marks3 *m, vec3 e[3]);

#endif
