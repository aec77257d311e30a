/* walls3.h: planes and cylinders as bodies that pebbles touch. */
#ifndef SCREE_WALLS3_H
#define SCREE_WALLS3_H

#include <math.h>

#include "base/vec.h"
#include "contact/pebbles.h"

/* Where a wall is: a point of it and its z axis; of a cylinder radius, half its length and the side where bodies
 * are [L]. */
struct wall3 { int kind, side; vec3 at, axis; double r, half; };

/* The wall of body b that stands at x and is turned by the matrix m times its size. */
static inline struct wall3 wall3_of(const struct pebbles *p, int b, const double x[3], const double m[3][3])
{
	const struct pebble_form *f = pebbles_form(p, b);
	double size = p->size[b], turns = 1 / size;
	struct wall3 w = { f->kind, 0, v3_from(x), v3(m[0][2] * turns, m[1][2] * turns, m[2][2] * turns), 0, INFINITY };

	if (f->kind == FORM_CYLINDER) {
		w.side = f->solid->side;
		w.r = size * f->solid->r;
		w.half = 0.5 * size * f->solid->length;
	}
	return w;
}

/* From a point to the closest point of the wall, at *w; returns the distance, negative behind the wall's surface.
 * On the axis of a cylinder any direction will do. */
static inline double wall3_from(const struct wall3 *wall, vec3 p, vec3 *w)
{
	vec3 d = v3_sub(p, wall->at);
	double along = v3_dot(d, wall->axis);

	if (wall->kind == FORM_PLANE) {
		*w = v3_sub(v3(0, 0, 0), v3_scale(along, wall->axis)); /* no -0 */
		return along;
	}
	vec3 across = v3_sub(d, v3_scale(along, wall->axis));
	double rho = v3_norm(across), gap = wall->side == CYLINDER_IN ? wall->r - rho : rho - wall->r, over = fabs(along) - wall->half;

	if (!(rho > 0)) {
		vec3 any = fabs(wall->axis.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0);

		across = v3_cross(wall->axis, any);
		across = v3_scale(1e-300 / v3_norm(across), across);
		rho = 1e-300;
	}
	*w = v3_scale((wall->r - rho) / rho, across);
	if (!(over > 0))
		return gap;
	*w = v3_sub(*w, v3_scale(along > 0 ? over : -over, wall->axis));
	return v3_norm(*w);
}

#endif
