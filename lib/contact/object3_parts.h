/* object3_parts.h: functions for contacts of implicit bodies, for the files object3*.c alone. */
#ifndef SCREE_OBJECT3_PARTS_H
#define SCREE_OBJECT3_PARTS_H

#include "base/sym3.h"
#include "contact/object3.h"

/* A point of the body's own frame in space, and back. */
vec3 object3_point(const struct object3 *o, vec3 x);
vec3 object3_back(const struct object3 *o, vec3 x);

/* An estimate of the distance of x from the surface, negative inside, exact to first order near the surface [L]; x is in the
 * body's own frame. */
double object3_estimate(const struct implicit *o, const double x[3]);
/* The same for a point x in space. */
double object3_outside(const struct object3 *o, vec3 x);
/* A point of the surface near x, both in space. */
vec3 object3_onto(const struct object3 *o, vec3 x);

/* Linear equations of a step of Newton's method: m[n][n + 1] with the right hand side in the last column. */
enum { OBJECT3_UNKNOWNS = 8 };
/* Solve the equations in place, exchanging rows for the greatest pivot; returns 0 if they are singular. */
int object3_solve(int n, double m[][OBJECT3_UNKNOWNS + 1]);
/* Add f h + unit 1 to the 3 x 3 block of m that begins at row and column; h is xx yy zz xy xz yz. */
void object3_put_matrix(double m[][OBJECT3_UNKNOWNS + 1], int row, int column, const double h[6], double f, double unit);
/* Add v as a column, or as a row, that begins at row and column. */
void object3_put_column(double m[][OBJECT3_UNKNOWNS + 1], int row, int column, vec3 v);
void object3_put_row(double m[][OBJECT3_UNKNOWNS + 1], int row, int column, vec3 v);

/* Find two unit vectors at right angles to each other and to the vector g. */
static inline void object3_tangents(vec3 g, vec3 *t, vec3 *s)
{
	double l = v3_norm(g);

	*t = v3_cross(g, fabs(g.x) < 0.6 * l ? v3(1, 0, 0) : v3(0, 1, 0));
	*t = v3_scale(1 / v3_norm(*t), *t);
	*s = v3_scale(1 / l, v3_cross(g, *t));
}

/* Insert c into the n contacts t, which are sorted by gaps. Contacts nearer than 2 % of size, with normals within 5 degrees of
 * each other, are one contact. Returns the number of contacts. */
int object3_keep(struct touch3 *t, int n, const struct touch3 *c, double size);

/* Add the contacts with an edge of a cylinder to the n contacts in t: the upper edge along its z axis (side 1), or the lower
 * edge (side -1). Returns the number of contacts. */
int object3_gaps_rim(const struct object3 *o, const struct tube3 *w, int side, double within, struct touch3 *t, int n);

#endif
