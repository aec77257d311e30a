/* order3.c: structure of grains in space */
#include "measure/order3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/eigen3.h"
#include "base/ids.h"
#include "base/quat.h"
#include "measure/kinetic.h"
#include "shape/weigh.h"
#include "world/lattice.h"

static const double pi = 3.14159265358979323846;

/* ---- grains ---- */

/* The long axis in space, from the tensor in the body frame. */
static void long_axis(double u[3], const double inertia[6], const double q[4])
{
	double value[3], axis[3][3], m[3][3];

	memset(u, 0, 3 * sizeof *u);
	if (isnan(inertia[0]))
		return;
	eigen3(value, axis, inertia);
	if (!(value[1] - value[0] > 1e-8 * value[2]))
		return;
	quat_matrix(m, q);
	mat3_apply(u, (const double (*)[3])m, axis[0]);
}

void grains3_list_take(struct grains3_list *l, struct world *w, const char *keep)
{
	struct bodies3 b = world_bodies3(w);
	double (*inertia)[6] = mem_new((size_t)b.n, sizeof *inertia);
	char *loose = mem_new((size_t)b.n, 1);

	memset(loose, 1, (size_t)b.n);
	bodies_leave_held(w, loose);
	bodies_mass3(w, NULL, NULL, inertia);
	MEM_GROW(l->at, &l->cap, (size_t)b.n);
	l->n = 0;
	for (int i = 0; i < b.n; i++) {
		const double q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] };
		struct grain3 *g = &l->at[l->n];

		if (!loose[i])
			continue;
		*g = (struct grain3){ .id = b.id[i], .body = i, .chosen = keep[i], .x = { b.x[0][i], b.x[1][i], b.x[2][i] } };
		long_axis(g->u, inertia[i], q);
		l->n++;
	}
	if (l->n)
		qsort(l->at, (size_t)l->n, sizeof *l->at, ids_compare);
	free(inertia);
	free(loose);
}

void grains3_list_choose(struct grains3_list *l)
{
	int n = 0;

	for (int i = 0; i < l->n; i++)
		if (l->at[i].chosen)
			l->at[n++] = l->at[i];
	l->n = n;
}

void grains3_list_free(struct grains3_list *l)
{
	free(l->at);
	*l = (struct grains3_list){ .n = 0 };
}

/* ---- order ---- */

struct nematic3 nematic3_of(const struct grains3_list *l)
{
	struct nematic3 s = { .order = NAN, .director = { NAN, NAN, NAN } };
	struct tensor3 t = { .m = { { 0 } } };

	for (int i = 0; i < l->n; i++) {
		vec3 u = v3_from(l->at[i].u);

		if (!l->at[i].chosen || !(v3_dot(u, u) > 0))
			continue;
		tensor3_add(&t, 1, u, u);
		s.n++;
	}
	if (!s.n)
		return s;
	struct principal3d p = tensor3_principal(t);
	s.order = 0.5 * (3 * p.value[0] / s.n - 1);
	s.director = p.along[0];
	return s;
}

/* Associated Legendre functions, normalised so that Y_km = P_m exp(i m phi) has norm 1 on the sphere, by the recursion in k from
 * P_mm = (-1)^m sqrt((2m+1)!! / (2m)!! / 4 pi) sin^m. */
static double legendre(int k, int m, double cosine, double sine)
{
	double here = sqrt(1 / (4 * pi)), before = 0;

	for (int i = 1; i <= m; i++)
		here *= -sqrt((2 * i + 1) / (2.0 * i)) * sine;
	for (int n = m + 1; n <= k; n++) {
		double a = sqrt((4.0 * n * n - 1) / ((double)n * n - (double)m * m));
		double b = n > m + 1 ? sqrt((((double)n - 1) * (n - 1) - (double)m * m) / (4.0 * (n - 1) * (n - 1) - 1)) : 0;
		double next = a * (cosine * here - b * before);

		before = here;
		here = next;
	}
	return here;
}

void harmonics3_add(double *re, double *im, int k, const double d[3], double weight)
{
	double flat = sqrt(d[0] * d[0] + d[1] * d[1]), r = sqrt(flat * flat + d[2] * d[2]), c = 1, s = 0;
	double x = flat > 0 ? d[0] / flat : 1, y = flat > 0 ? d[1] / flat : 0;

	for (int m = 0; m <= k; m++) {
		double p = weight * legendre(k, m, d[2] / r, flat / r), t = c * x - s * y;

		re[m] += p * c;
		im[m] += p * s;
		s = c * y + s * x;
		c = t;
	}
}

void bond3_add(struct bond3 *b, int k, const double d[3])
{
	b->neighbours++;
	harmonics3_add(b->re, b->im, k, d, 1);
}

void bond3_merge(struct bond3 *a, int k, const struct bond3 *b)
{
	a->neighbours += b->neighbours;
	for (int m = 0; m <= k; m++) {
		a->re[m] += b->re[m];
		a->im[m] += b->im[m];
	}
}

double bond3_q(const struct bond3 *b, int k)
{
	double sum = 0, n = b->neighbours;

	for (int m = 0; m <= k; m++)
		sum += (m ? 2 : 1) * (b->re[m] * b->re[m] + b->im[m] * b->im[m]);
	return b->neighbours ? sqrt(4 * pi / (2 * k + 1) * sum) / n : NAN;
}
