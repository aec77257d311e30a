/* tube3.h: contacts of ellipsoids with a cylinder: inside a tube or drum, outside a tube or rod, at an edge. */
#ifndef SCREE_TUBE3_H
#define SCREE_TUBE3_H

#include "contact/ellipsoid3.h"

struct tube3 {
	vec3 c;               /* centre [L] */
	double axes[3][3];    /* rotation matrix of its frame, whose z axis is the axis of the cylinder */
	double r, half;       /* radius, half of the length or INFINITY [L] */
	int in;               /* 1: a tube; 0: a rod, which without ends has no inside */
};

/* Whether a body is inside, whose centre has the distance across from the axis [L]. A cylinder with ends is a thin wall, which
 * is touched from both sides. */
static inline int tube3_inside(const struct tube3 *w, double across)
{
	return across < w->r && (w->in || w->half < INFINITY);
}

/* Set up a cylinder with the centre c, turned by the quaternion q. */
void tube3_place(struct tube3 *w, double r, double length, int in, vec3 c, const double q[4]);

enum { TUBE3_MOST = 8 };

/* Fill t with the contacts of an ellipsoid and a cylinder whose gaps are below within [L]; returns their number. Whether the
 * ellipsoid is inside is decided by tube3_inside.
 *
 * Across the axis the ellipsoid is the ellipse (x - c).S^-1(x - c) <= 1; q_1 >= q_2 are the squares of its half axes, and c_k
 * are components along them. Inside a tube it is nearest to the surface where it is farthest from the axis: at the largest m
 * with sum c_k^2 q_k / (m - q_k)^2 = 1. If there are roots between q_2 and q_1, the larger of them is a second maximum, on the
 * other side. Outside, the ellipsoid is nearest at the root below q_2. These contacts must be between the ends of the cylinder.
 *
 * An edge is a circle. Along it the distance from the ellipsoid has a minimum where its slope changes sign from negative to
 * positive; this is looked for between 16 points of the part of the circle that comes near. A minimum counts if the curved
 * surface beside it is not nearer. If the whole circle comes near, there are two more contacts, each a third of the circle from
 * the next. */
int tube3_gaps(const struct tube3 *w, const struct ellipsoid3 *e, double within, struct touch3 t[TUBE3_MOST]);

#endif
