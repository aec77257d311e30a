/* support.c: support functions of shapes */
#include "shape/support.h"

#include <math.h>

double shape_support(const struct shape *s, const double u[3])
{
	const struct solid *a = s->solid;
	double h = -INFINITY, r = s->kind == SHAPE_POLYHEDRON ? a->r : 0;

	if (shape_is_wall(s))
		return INFINITY;
	if (s->kind == SHAPE_OBJECT)
		return solid_support(a, u);
	if (s->kind == SHAPE_ELLIPSOID)
		return sqrt(a->a[0] * a->a[0] * u[0] * u[0] + a->a[1] * a->a[1] * u[1] * u[1] + a->a[2] * a->a[2] * u[2] * u[2]);
	for (int k = 0; k < s->n; k++) {
		double x = !a ? u[0] * s->xy[k][0] + u[1] * s->xy[k][1] + (s->radius ? s->radius[k] : s->r) :
			a->vertex ? u[0] * a->vertex[k][0] + u[1] * a->vertex[k][1] + u[2] * a->vertex[k][2] + r :
			u[0] * a->ball[k][0] + u[1] * a->ball[k][1] + u[2] * a->ball[k][2] + a->ball[k][3];
		h = fmax(h, x);
	}
	return h;
}
