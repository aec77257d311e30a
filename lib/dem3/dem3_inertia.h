/* dem3_inertia.h: the inertia of a body where it is, for the files of lib/dem3 alone. */
#ifndef SCREE_DEM3_INERTIA_H
#define SCREE_DEM3_INERTIA_H

#include "base/quat.h"
#include "dem3/dem3_state.h"

/* The rotation matrix of a quaternion, with the same bits as in rotor.c. */
static inline void inertia3_matrix(const double q[4], double m[3][3])
{
	double w = q[0], x = q[1], y = q[2], z = q[3];

	m[0][0] = 1 - 2 * (y * y + z * z), m[0][1] = 2 * (x * y - w * z), m[0][2] = 2 * (x * z + w * y);
	m[1][0] = 2 * (x * y + w * z), m[1][1] = 1 - 2 * (x * x + z * z), m[1][2] = 2 * (y * z - w * x);
	m[2][0] = 2 * (x * z - w * y), m[2][1] = 2 * (y * z + w * x), m[2][2] = 1 - 2 * (x * x + y * y);
}

/* The inverse moments of inertia of a body about its principal axes, and these as columns of a matrix, not set for balls. */
struct inertia3 { double axes[3][3], inverse[3]; int is_ball; };

static inline void inertia3_of(const struct dem3 *s, int b, struct inertia3 *to)
{
	const double q[4] = { s->q[0][b], s->q[1][b], s->q[2][b], s->q[3][b] };

	to->is_ball = s->axis[b] == 3;
	for (int k = 0; k < 3; k++)
		to->inverse[k] = s->iinv[k][b];
	if (!to->is_ball)
		inertia3_matrix(q, to->axes);
}

/* The angular velocity in space of a body with the angular momentum l. */
static inline vec3 inertia3_spin(const struct inertia3 *i, vec3 l)
{
	double in[3] = { l.x, l.y, l.z }, body[3], out[3];

	if (i->is_ball)
		return v3_scale(i->inverse[0], l);
	mat3_apply_back(body, i->axes, in);
	for (int k = 0; k < 3; k++)
		body[k] *= i->inverse[k];
	mat3_apply(out, i->axes, body);
	return v3(out[0], out[1], out[2]);
}

#endif
