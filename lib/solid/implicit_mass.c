/* implicit_mass.c: mass properties of bodies given by a function, by rays from their centre
 *
 * With A = diag(a) and a unit vector u, x = s A u and dV = a b c s^2 ds du. The volume is a b c / 3 times the integral over u of
 * the sum of s1^3 - s0^3 over the intervals s0 .. s1 of the ray. The first, second and third moments have s^4 / 4, s^5 / 5 and
 * s^6 / 6 with products of A u. The vector of the surface element at an end is a b c s^3 F / (F.x) du, where F is the gradient of
 * F'. */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/gauss.h"
#include "base/trig.h"
#include "solid/implicit.h"

struct sums { struct moments3 a; double surface; int star; };

static void add_moments(struct moments3 *a, double weight, const double d[3], double s)
{
	double s3 = weight * s * s * s;
	struct moments3 one = { 0 };

	moments3_add(&one, 1, d);
	a->one += s3 / 3;
	for (int k = 0; k < 3; k++)
		a->first[k] += s3 * s / 4 * one.first[k];
	for (int k = 0; k < 6; k++)
		a->second[k] += s3 * s * s / 5 * one.second[k];
	for (int k = 0; k < 10; k++)
		a->third[k] += s3 * s * s * s / 6 * one.third[k];
}

static void add_ray(struct sums *sum, const struct implicit *o, double weight, const double u[3], double far,
	struct intervals *s)
{
	static const double centre[3] = { 0, 0, 0 };
	double d[3] = { o->a[0] * u[0], o->a[1] * u[1], o->a[2] * u[2] }, abc = weight * o->a[0] * o->a[1] * o->a[2];

	implicit_cut(o, centre, d, 0, far, s);
	sum->star &= s->n == 1 && s->at[0][0] == 0;
	for (int k = 0; k < s->n; k++) {
		double end = s->at[k][1], x[3] = { end * d[0], end * d[1], end * d[2] }, f[3];

		add_moments(&sum->a, abc, d, end);
		add_moments(&sum->a, -abc, d, s->at[k][0]);
		implicit_value(o, x, f);
		sum->surface += abc * end * end * end * sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]) /
		                fabs(f[0] * x[0] + f[1] * x[1] + f[2] * x[2]);
	}
}

static struct sums rays(const struct implicit *o, int n)
{
	const double pi = 3.14159265358979323846;
	struct sums sum = { .star = 1 };
	struct intervals s = { .n = 0 };
	double *z = MEM_NEW(double, (size_t)n), *w = MEM_NEW(double, (size_t)n), lo[3], hi[3], far = 0;
	int pole = 2;

	/* in the stretched space, where rays have the length s, no point of the box is farther than this */
	implicit_box(o, lo, hi);
	for (int k = 0; k < 3; k++) {
		double reach = fmax(-lo[k], hi[k]) / o->a[k];

		far += reach * reach;
		if (o->a[k] < o->a[pole])
			pole = k;
	}
	far = 1.001 * sqrt(far);
	gauss_legendre(n, z, w);
	for (int i = 0; i < n; i++) {
		double r = sqrt((1 - z[i]) * (1 + z[i])), sine, cosine, u[3];

		for (int j = 0; j < 2 * n; j++) {
			trig_sincos(pi * (j + 0.5) / n, &sine, &cosine);
			u[pole] = z[i];
			u[(pole + 1) % 3] = r * cosine;
			u[(pole + 2) % 3] = r * sine;
			add_ray(&sum, o, w[i] * pi / n, u, far, &s);
		}
	}
	free(z);
	free(w);
	free(s.at);
	return sum;
}

enum mass_status implicit_mass(struct mass3 *m, const struct implicit *o, int n, int *star)
{
	if (implicit_check(o, NULL) != IMPLICIT_GOOD)
		return MASS_EMPTY;
	struct sums sum = rays(o, n), half = rays(o, n / 2);
	enum mass_status status = mass3_of_moments(m, &sum.a, (double[3]){ 0, 0, 0 });
	if (status == MASS_GOOD) {
		m->surface = sum.star ? sum.surface : NAN;
		m->error = fabs(sum.a.one - half.a.one);
	}
	if (star)
		*star = sum.star;
	return status;
}
