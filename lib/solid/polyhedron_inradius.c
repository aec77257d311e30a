/* polyhedron_inradius.c: the largest ball inside a convex polyhedron */
#include <math.h>

#include "base/buf.h"
#include "base/lp_ball.h"
#include "solid/polyhedron.h"

/* The ball with the centre x and the radius q is inside if n.x + q <= d for every face. Lengths are in units of the size. */
double polyhedron_inradius(const struct polyhedron *p)
{
	static const double lo[4] = { -1, -1, -1, 0 }, hi[4] = { 1, 1, 1, 1 };
	double (*row)[LP_MOST + 1], x[4];
	int n = p->n_face, stride = n % 7919 ? 7919 : 7907; /* neighbours are not next to each other: the program is then quick */

	if (p->kind != POLYHEDRON_BODY)
		return 0;
	if (!p->convex)
		return NAN;
	row = mem_zero((size_t)n, sizeof *row);
	for (int k = 0; k < n; k++) {
		const int f = (int)((long long)k * stride % n);
		const double *v = p->vertex[p->corner[p->first[f]]];

		for (int i = 0; i < 3; i++) {
			row[k][i] = p->normal[f][i];
			row[k][4] += p->normal[f][i] * (v[i] - p->middle[i]) / p->size;
		}
		row[k][3] = 1;
	}
	int bad = lp_ball(n, (const double (*)[LP_MOST + 1])row, lo, hi, x);
	free(row);
	return bad ? NAN : x[3] * p->size;
}
