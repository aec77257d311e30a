/* tensor3.c: tensors of space */
#include "measure/tensor3.h"

#include <math.h>

#include "base/eigen3.h"

void tensor3_add(struct tensor3 *t, double factor, vec3 a, vec3 b)
{
	const double p[3] = { a.x, a.y, a.z }, q[3] = { b.x, b.y, b.z };

	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			t->m[i][j] += factor * p[i] * q[j];
}

struct tensor3 tensor3_sum(struct tensor3 a, double factor, struct tensor3 b)
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			a.m[i][j] += factor * b.m[i][j];
	return a;
}

struct principal3d tensor3_principal(struct tensor3 t)
{
	const double m[6] = { t.m[0][0], t.m[1][1], t.m[2][2], 0.5 * (t.m[0][1] + t.m[1][0]), 0.5 * (t.m[0][2] + t.m[2][0]),
	                      0.5 * (t.m[1][2] + t.m[2][1]) };
	double value[3], vector[3][3];
	struct principal3d p;

	eigen3(value, vector, m);
	for (int k = 0; k < 3; k++) {
		const double *v = vector[2 - k];
		int most = 0;

		for (int z = 1; z < 3; z++)
			most = fabs(v[z]) > fabs(v[most]) ? z : most;
		p.value[k] = value[2 - k];
		p.along[k] = v3_scale(v[most] < 0 ? -1 : 1, v3_from(v));
	}
	return p;
}

struct invariants3 tensor3_invariants(const double value[3])
{
	struct invariants3 s = { .p = (value[0] + value[1] + value[2]) / 3, .theta = NAN };
	double a = value[0] - s.p, b = value[1] - s.p, c = value[2] - s.p, j2 = 0.5 * (a * a + b * b + c * c);
	double size = fabs(value[0]) + fabs(value[1]) + fabs(value[2]);

	s.q = sqrt(3 * j2);
	if (s.q > 1e-12 * size)
		s.theta = acos(fmax(-1, fmin(1, 1.5 * sqrt(3) * a * b * c / (j2 * sqrt(j2))))) / 3;
	return s;
}
