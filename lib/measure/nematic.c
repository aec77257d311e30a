/* nematic.c: alignment of long axes */
#include "measure/nematic.h"

#include <math.h>
#include <stdlib.h>

#include "base/trig.h"
#include "measure/bonds.h"

static int has_axis(const struct grain *g)
{
	return g->u[0] != 0 || g->u[1] != 0;
}

struct nematic2 nematic2_of(const struct grains *g)
{
	struct nematic2 s = { 0, NAN, NAN };
	double c = 0, sn = 0;

	for (int i = 0; i < g->n; i++) {
		const double *u = g->grain[i].u;

		if (!g->grain[i].chosen || !has_axis(&g->grain[i]))
			continue;
		s.n++;
		c += u[0] * u[0] - u[1] * u[1];
		sn += 2 * u[0] * u[1];
	}
	if (s.n) {
		s.order = sqrt(c * c + sn * sn) / s.n;
		s.director = trig_atan2(sn, c) / 2;
	}
	return s;
}

/* cos 2 of the angle between the unit vector u and the axis (x, y). */
static double twice(const double u[2], double x, double y)
{
	double c = u[0] * x + u[1] * y;

	return 2 * c * c - 1;
}

struct nematic_touch nematic_of_touch(const struct grains *g, const struct touches *t, int n_body)
{
	struct nematic_touch s = { 0 };
	int *row = grains_rows(g, n_body);

	for (int k = 0; k < t->n_pair; k++) {
		const struct touch_pair *p = &t->pair[k];
		const struct grain *a = row[p->a] < 0 ? NULL : &g->grain[row[p->a]], *b = row[p->b] < 0 ? NULL : &g->grain[row[p->b]];

		if (!a || !b || !a->chosen || !b->chosen)
			continue;
		s.pairs++;
		if (has_axis(a) && has_axis(b)) {
			s.n_align++;
			s.align += twice(a->u, b->u[0], b->u[1]);
		}
		for (int m = 0; m < 2; m++)
			if (has_axis(m ? b : a)) {
				s.n_side++;
				s.side += twice(m ? b->u : a->u, p->normal.x, p->normal.y);
			}
	}
	s.align /= (double)s.n_align;
	s.side /= (double)s.n_side;
	free(row);
	return s;
}
