/* distribution.c: normal and gamma distributions, Kolmogorov-Smirnov and chi^2 */
#include "measure/distribution.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/order.h"
#include "base/rng.h"

/* ---- distributions ---- */

/* x^a e^-x / Gamma(a) */
static double gamma_front(double a, double x)
{
	int sign;

	return exp(a * log(x) - x - lgamma_r(a, &sign));
}

/* P for x < a + 1: the series x^a e^-x sum over k of x^k / (a (a + 1) ... (a + k)) */
static double gamma_series(double a, double x)
{
	double term = 1 / a, sum = term;

	for (double k = a + 1; term > sum * DBL_EPSILON / 4; k++)
		sum += term *= x / k;
	return sum * gamma_front(a, x);
}

/* Q for x >= a + 1: the continued fraction x^a e^-x / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / ...)), evaluated from the
 * front by the recurrence of ratios of successive numerators and denominators (Lentz's method). */
static double gamma_fraction(double a, double x)
{
	double b = x + 1 - a, up = DBL_MAX, down = 1 / b, value = down;

	for (int k = 1; k < 100000; k++) {
		double c = -k * (k - a);

		b += 2;
		down = 1 / (c * down + b);
		up = b + c / up;
		value *= up * down;
		if (fabs(up * down - 1) < DBL_EPSILON)
			break;
	}
	return value * gamma_front(a, x);
}

double gamma_lower(double a, double x)
{
	if (!(x > 0))
		return 0;
	return x < a + 1 ? gamma_series(a, x) : 1 - gamma_fraction(a, x);
}

double gamma_upper(double a, double x)
{
	if (!(x > 0))
		return 1;
	if (isinf(x))
		return 0;
	return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

double chi2_tail(double x, int dof)
{
	return gamma_upper(dof / 2., x / 2);
}

double family_cdf(enum family family, int dof, double x)
{
	if (family == FAMILY_NORMAL)
		return erfc(-x * M_SQRT1_2) / 2;
	if (!(x > 0))
		return 0;
	if (dof == 1)
		return erf(sqrt(x));
	if (dof == 2)
		return -expm1(-x);
	if (dof == 3)
		return erf(sqrt(x)) - 2 * sqrt(x / M_PI) * exp(-x);
	return gamma_lower(dof / 2., x);
}

/* ---- Kolmogorov and Smirnov ---- */

double ks_distance(enum family family, int dof, int64_t n, const double *x)
{
	double d = 0;

	for (int64_t k = 0; k < n; k++) {
		double f = family_cdf(family, dof, x[k]);

		d = fmax(d, fmax(f - (double)k / (double)n, (double)(k + 1) / (double)n - f));
	}
	return d;
}

static double ks_lambda(double d, double n)
{
	return (sqrt(n) + 0.12 + 0.11 / sqrt(n)) * d;
}

double ks_tail(double d, double n)
{
	double lambda = ks_lambda(d, n), sum = 0;

	/* 1 - K(lambda) = 2 sum of (-1)^(k-1) exp(-2 k^2 lambda^2); near 0 the other form of the theta function is used,
	 * K = sqrt(2 pi) / lambda sum of exp(-(2 k - 1)^2 pi^2 / (8 lambda^2)) */
	if (!(lambda > 0))
		return 1;
	if (lambda < 1) {
		for (int k = 1; k < 20; k += 2)
			sum += exp(-k * k * M_PI * M_PI / (8 * lambda * lambda));
		return fmax(0, 1 - sqrt(2 * M_PI) / lambda * sum);
	}
	for (int k = 1; k < 20; k++)
		sum += (k % 2 ? 2 : -2) * exp(-2. * k * k * lambda * lambda);
	return fmin(1, sum);
}

static double family_draw(enum family family, int dof, struct rng *g)
{
	double sum = 0;

	if (family == FAMILY_NORMAL)
		return rng_normal(g);
	for (int k = 0; k < dof; k++) {
		double z = rng_normal(g);

		sum += z * z / 2;
	}
	return sum;
}

/* Scale (and shift) x[n] to the scale (and mean) that would have been estimated from it. */
static void standardise(enum family family, int dof, enum estimated what, int n, double *x)
{
	double mean = 0, square = 0;

	for (int k = 0; k < n; k++)
		mean += x[k] / n;
	if (family == FAMILY_GAMMA) {
		for (int k = 0; k < n; k++)
			x[k] *= dof / 2. / mean;
		return;
	}
	if (what != ESTIMATED_MEAN_AND_SCALE)
		mean = 0;
	for (int k = 0; k < n; k++)
		square += (x[k] - mean) * (x[k] - mean);
	square /= what == ESTIMATED_MEAN_AND_SCALE ? n - 1 : n;
	for (int k = 0; k < n; k++)
		x[k] = (x[k] - mean) / sqrt(square);
}

double ks_tail_estimated(enum family family, int dof, enum estimated what, double d, double n)
{
	struct rng g;
	int size = n < KS_SIZE ? (int)fmax(n, 2) : KS_SIZE, beyond = 0;
	double *x;

	if (what == ESTIMATED_NOTHING)
		return ks_tail(d, n);
	x = MEM_NEW(double, (size_t)size);
	rng_seed(&g, 1);
	for (int trial = 0; trial < KS_TRIALS; trial++) {
		for (int k = 0; k < size; k++)
			x[k] = family_draw(family, dof, &g);
		standardise(family, dof, what, size, x);
		qsort(x, (size_t)size, sizeof *x, order_doubles);
		beyond += ks_lambda(ks_distance(family, dof, size, x), size) >= ks_lambda(d, n);
	}
	free(x);
	return (1. + beyond) / (1 + KS_TRIALS);
}

/* ---- chi^2 ---- */

double chi2_classes(enum family family, int dof, int64_t n, const double *x, int classes, double independent)
{
	double sum = 0, expected = (double)n / classes;
	int64_t from = 0;

	for (int k = 1; k <= classes; k++) {
		int64_t to = from;

		while (to < n && (k == classes || family_cdf(family, dof, x[to]) * classes < k))
			to++;
		sum += ((double)(to - from) - expected) * ((double)(to - from) - expected) / expected;
		from = to;
	}
	return sum * independent / (double)n;
}
