/* slices.h: moments of unions of balls another way: every slice is a union of disks, whose area and moments are known
 * from its outline in the plane (plane/mass.h); slices are summed up by Gauss's rule between the heights where
 * something changes. */
#ifndef SCREE_TEST_SLICES_H
#define SCREE_TEST_SLICES_H

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/vec.h"
#include "solid/mass3.h"
#include "world/world.h"

static int slices_ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Heights at which balls begin and end, circles of pairs do, and three spheres meet. */
static int slices_heights(int n, const double (*ball)[4], int triples, double **z)
{
	size_t cap = 0;
	int m = 0;

	*z = NULL;
	for (int i = 0; i < n; i++) {
		vec3 a = v3_from(ball[i]);
		double p = ball[i][3];

		MEM_GROW(*z, &cap, (size_t)m + 2);
		(*z)[m++] = a.z - p;
		(*z)[m++] = a.z + p;
		for (int j = 0; j < i; j++) {
			vec3 to = v3_sub(v3_from(ball[j]), a);
			double q = ball[j][3], d = v3_norm(to), x = (d * d + p * p - q * q) / (2 * d), h2 = p * p - x * x;

			if (!(h2 > 0))
				continue;
			vec3 u = v3_scale(1 / d, to), c = v3_add(a, v3_scale(x, u));
			double reach = sqrt(h2 * fmax(0, 1 - u.z * u.z));
			MEM_GROW(*z, &cap, (size_t)m + 2);
			(*z)[m++] = c.z - reach;
			(*z)[m++] = c.z + reach;
			for (int k = 0; k < j && triples; k++) {
				/* on the circle around c, at the distance of the third sphere */
				vec3 o = v3_sub(v3_from(ball[k]), c), flat = v3_sub(o, v3_scale(v3_dot(o, u), u));
				double f = v3_norm(flat), s = ball[k][3];
				double along = (v3_dot(o, o) + h2 - s * s) / (2 * f), across = h2 - along * along;

				if (!(f > 1e-9) || !(across > 0))
					continue;
				vec3 e = v3_scale(1 / f, flat), g = v3_cross(u, e);
				double at = c.z + along * e.z, off = sqrt(across) * g.z;
				MEM_GROW(*z, &cap, (size_t)m + 2);
				(*z)[m++] = at - off;
				(*z)[m++] = at + off;
			}
		}
	}
	qsort(*z, (size_t)m, sizeof **z, slices_ascending);
	return m;
}

static void slice_add(struct moments3 *a, struct shape *s, int n, const double (*ball)[4], double z, double weight)
{
	struct mass m;

	s->n = 0;
	for (int i = 0; i < n; i++) {
		double dz = z - ball[i][2], r2 = ball[i][3] * ball[i][3] - dz * dz;

		if (!(r2 > 0))
			continue;
		s->xy[s->n][0] = ball[i][0];
		s->xy[s->n][1] = ball[i][1];
		s->radius[s->n++] = sqrt(r2);
	}
	if (s->n == 0 || mass_by_boundary(&m, s) != MASS_GOOD)
		return;
	double w = weight * m.area;
	a->one += w;
	a->first[0] += w * m.x;
	a->first[1] += w * m.y;
	a->first[2] += w * z;
	a->second[0] += w * m.x * m.x + weight * (m.inertia + m.stretch[0]) / 2;
	a->second[1] += w * m.y * m.y + weight * (m.inertia - m.stretch[0]) / 2;
	a->second[2] += w * z * z;
	a->second[3] += w * m.x * m.y + weight * m.stretch[1] / 2;
	a->second[4] += w * m.x * z;
	a->second[5] += w * m.y * z;
}

/* Areas begin and end like square roots, hence z = middle - half cos(angle), and Gauss's rule in the angle. */
static struct moments3 slices_sum(int n, const double (*ball)[4], int triples)
{
	static const double x[6] = { 0.12523340851146892, 0.36783149899818018, 0.58731795428661737, 0.76990267419430469,
	                             0.90411725637047486, 0.98156063424671925 };
	static const double w[6] = { 0.24914704581340279, 0.23349253653835481, 0.20316742672306592, 0.16007832854334623,
	                             0.10693932599531843, 0.04717533638651183 };
	const double pi = 3.14159265358979323846;
	struct moments3 sum = { 0 };
	struct shape s = { .n = 0 };
	double *z;
	int m = slices_heights(n, ball, triples, &z);

	shape_alloc(&s, SHAPE_DISKS, n);
	for (int k = 0; k + 1 < m; k++) {
		double middle = 0.5 * (z[k] + z[k + 1]), half = 0.5 * (z[k + 1] - z[k]);

		for (int q = 0; q < 12 && half > 1e-13; q++) {
			double angle = 0.5 * pi * (1 + (q % 2 ? x[q / 2] : -x[q / 2]));

			slice_add(&sum, &s, n, ball, middle - half * cos(angle), 0.5 * pi * w[q / 2] * half * sin(angle));
		}
	}
	free(z);
	free(s.xy);
	free(s.radius);
	return sum;
}

#endif
