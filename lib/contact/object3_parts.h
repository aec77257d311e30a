/* object3_parts.h: what contacts of bodies given by a function have in common; for the rooms of object3 alone. */
#ifndef SCREE_OBJECT3_PARTS_H
#define SCREE_OBJECT3_PARTS_H

#include "base/sym3.h"
#include "contact/object3.h"

/* From the body's own frame to space, and back. */
vec3 object3_point(const struct object3 *o, vec3 x);
vec3 object3_back(const struct object3 *o, vec3 x);

/* About how far x is outside, in the body's own frame and in space [L]: exact in the first order near the surface. */
double object3_estimate(const struct implicit *o, const double x[3]);
double object3_outside(const struct object3 *o, vec3 x);
/* A near point of the surface. */
vec3 object3_onto(const struct object3 *o, vec3 x);

/* Equations of a step of Newton's method, m[n][n + 1] with the right hand side last. */
enum { OBJECT3_UNKNOWNS = 8 };
/* Solve them in place, rows exchanged for the greatest pivot; 0 where they are singular. */
int object3_solve(int n, double m[][OBJECT3_UNKNOWNS + 1]);
/* Add f h + unit 1 to the block that begins there, and a vector, standing or lying. */
void object3_put_matrix(double m[][OBJECT3_UNKNOWNS + 1], int row, int column, const double h[6], double f, double unit);
void object3_put_column(double m[][OBJECT3_UNKNOWNS + 1], int row, int column, vec3 v);
void object3_put_row(double m[][OBJECT3_UNKNOWNS + 1], int row, int column, vec3 v);

/* Two unit vectors at right angles to each other and to the vector g. */
static inline void object3_tangents(vec3 g, vec3 *t, vec3 *s)
{
	double l = v3_norm(g);

	*t = v3_cross(g, fabs(g.x) < 0.6 * l ? v3(1, 0, 0) : v3(0, 1, 0));
	*t = v3_scale(1 / v3_norm(*t), *t);
	*s = v3_scale(1 / l, v3_cross(g, *t));
}

/* Insert c into t, which is sorted by gaps; contacts nearer than 2 % of the size and within 5 degrees of each other are
 * one. Returns how many there are. */
int object3_keep(struct touch3 *t, int n, const struct touch3 *c, double size);

/* Add the contacts with the edge of a cylinder, side 1 towards its z axis, -1 the other one, to the n in t. */
int object3_gaps_rim(const struct object3 *o, const struct tube3 *w, int side, double within, struct touch3 *t, int n);

#endif
