/* tube3.h: ellipsoids near the curved surface of a cylinder: inside a tube or drum, outside a tube or rod, at an
 * edge. */
#ifndef SCREE_TUBE3_H
#define SCREE_TUBE3_H

#include "contact/ellipsoid3.h"

struct tube3 {
	vec3 c;               /* its middle [L] */
	double axes[3][3];    /* the rotation matrix of its frame, whose z axis is the cylinder's */
	double r, half;       /* radius, half of the length or INFINITY [L] */
	int in;               /* 1: a tube, 0: a rod, which without ends has no inside */
};

/* Whether a body whose centre is so far from the axis [L] is inside: one with ends is thin, and touched from both sides. */
static inline int tube3_inside(const struct tube3 *w, double across)
{
	return across < w->r && (w->in || w->half < INFINITY);
}

void tube3_place(struct tube3 *w, double r, double length, int in, vec3 c, const double q[4]);

enum { TUBE3_MOST = 8 };

/* Fill t with the places where an ellipsoid is nearest to the surface, those nearer than within [L]; returns how many.
 *
 * Across the axis the ellipsoid is the ellipse (x - c).S^-1(x - c) <= 1. From inside a tube it is nearest to the
 * surface where it is farthest from the axis: at the largest m with sum c_k^2 q_k / (m - q_k)^2 = 1 in the ellipse's
 * axes, q_1 >= q_2 being the squares of its half axes; a second maximum, on the other side, is the larger root
 * between q_2 and q_1, if there is one. From outside it is nearest at the root below q_2. These have to lie between the
 * ends of the cylinder.
 *
 * An edge is a circle; its points are at distances from the ellipsoid that have their minima along it where that
 * distance's slope changes its sign, looked for between 16 points and in the part of the circle that comes near.
 * A minimum counts where it is nearer than what the surface has beside it. Where all of a circle comes near there are two more
 * points, a third of it apart.
 *
 * A body is inside where its centre is nearer to the axis than r, see tube3_inside. */
int tube3_gaps(const struct tube3 *w, const struct ellipsoid3 *e, double within, struct touch3 t[TUBE3_MOST]);

#endif
