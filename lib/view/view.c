/* view.c: a camera */
#include "view/view.h"

#include <math.h>

#include "base/quat.h"
#include "base/trig.h"

void view_turn(struct view *v, double azimuth, double elevation)
{
	double sa, ca, se, ce;

	trig_sincos(azimuth, &sa, &ca);
	trig_sincos(elevation, &se, &ce);
	const double axis[3][3] = { { -sa, ca, 0 }, { -se * ca, -se * sa, ce }, { ce * ca, ce * sa, se } };
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			v->axis[i][j] = axis[i][j];
}

void view_of_point(const struct view *v, const double p[3], double seen[3])
{
	double d[3] = { p[0] - v->centre[0], p[1] - v->centre[1], p[2] - v->centre[2] };

	mat3_apply(seen, v->axis, d);
	double near = 1 - v->k * seen[2];
	for (int k = 0; k < 3; k++)
		seen[k] /= near;
}

void view_point(const struct view *v, const double seen[3], double p[3])
{
	double near = 1 + v->k * seen[2], y[3] = { seen[0] / near, seen[1] / near, seen[2] / near };

	mat3_apply_back(p, v->axis, y);
	for (int k = 0; k < 3; k++)
		p[k] += v->centre[k];
}

void view_towards(const struct view *v, const double p[3], double to[3])
{
	double norm = 0;

	/* the viewer is at c + axis_z / k */
	for (int k = 0; k < 3; k++) {
		to[k] = v->axis[2][k] - v->k * (p[k] - v->centre[k]);
		norm += to[k] * to[k];
	}
	norm = sqrt(norm);
	for (int k = 0; k < 3; k++)
		to[k] /= norm;
}
