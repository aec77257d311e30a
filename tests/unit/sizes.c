/* sizes.c: distributions of sizes against closed forms: numbers and mass of every class of a sieve curve, and within them */
#include "scene/sizes.h"

#include <string.h>

#include "tap.h"

enum { N = 60000 };

/* A curve that neither begins at 0 nor ends at 1, of classes of unlike ratios and parts. */
static const double curve[4][2] = { { 0.7, 5 }, { 1.1, 25 }, { 3.1, 35 }, { 4.0, 95 } };

/* Numbers of sizes from a to b in a class of that mass per logarithm of size: the integral of s^-dim d(ln s). */
static double numbers(double a, double b, int dim)
{
	return (pow(a, -dim) - pow(b, -dim)) / dim;
}

static void test_sieve(int dim)
{
	struct sizes d = { .kind = SIZES_SIEVE, .dim = dim, .n = 4, .curve = curve };
	double want[6], all = 0, mass[6] = { 0 }, total = 0, low = INFINITY, high = 0;
	int n[6] = { 0 };
	struct rng g;

	for (int k = 0; k < 6; k++) { /* each class in two halves on the logarithmic axis */
		const double *a = curve[k / 2], *b = curve[k / 2 + 1];
		double middle = sqrt(a[0] * b[0]), per = (b[1] - a[1]) / log(b[0] / a[0]);

		want[k] = per * (k % 2 ? numbers(middle, b[0], dim) : numbers(a[0], middle, dim));
		all += want[k];
	}
	rng_seed(&g, 29);
	for (int i = 0; i < N; i++) {
		double s = sizes_draw(&d, &g);
		int k = 0;

		while (k < 5 && s >= (k % 2 ? curve[k / 2 + 1][0] : sqrt(curve[k / 2][0] * curve[k / 2 + 1][0])))
			k++;
		n[k]++;
		mass[k] += pow(s, dim);
		total += pow(s, dim);
		low = fmin(low, s);
		high = fmax(high, s);
	}
	for (int k = 0; k < 6; k++) {
		double p = want[k] / all;
		const double *a = curve[k / 2], *b = curve[k / 2 + 1];

		near((double)n[k] / N, p, 4.5 * sqrt(p * (1 - p) / N), "dim %d: part of the grains in half %d of class %d", dim, k % 2, k / 2);
		/* the mass of a half is known as well as the number of its grains is, and a little more */
		near(mass[k] / total, (b[1] - a[1]) / 2 / 90, 0.012, "dim %d: its part of the mass", dim);
	}
	ok(low >= 0.7 && low < 0.7001 && high <= 4 && high > 3.99,
	   "dim %d: from the finest to the coarsest opening: %g to %g", dim, low, high);
}

static void test_moments(void)
{
	struct sizes d = { .kind = SIZES_UNIFORM, .a = 0.6, .b = 2.1 };
	double sum = 0, square = 0, low = INFINITY, high = 0;
	struct rng g;

	rng_seed(&g, 30);
	for (int i = 0; i < N; i++) {
		double s = sizes_draw(&d, &g);

		sum += s;
		square += s * s;
		low = fmin(low, s);
		high = fmax(high, s);
	}
	near(sum / N, 1.35, 4.5 * 1.5 / sqrt(12.0 * N), "uniform: mean");
	near(square / N - sum / N * (sum / N), 2.25 / 12, 0.003, "variance");
	ok(low >= 0.6 && low < 0.6005 && high < 2.1 && high > 2.0995, "from end to end: %g to %g", low, high);
	d = (struct sizes){ .kind = SIZES_LOGNORMAL, .a = 2.5, .b = 0.4 };
	sum = square = 0;
	int below = 0;
	for (int i = 0; i < N; i++) {
		double s = sizes_draw(&d, &g);

		below += s < 2.5;
		sum += s;
		square += s * s;
	}
	near((double)below / N, 0.5, 4.5 * 0.5 / sqrt(N), "lognormal: half is below the median");
	near(sum / N, 2.5 * exp(0.08), 0.025, "mean: median exp(sigma^2 / 2)");
	near(square / N, 6.25 * exp(0.32), 0.16, "mean square: median^2 exp(2 sigma^2)");
	d = (struct sizes){ .kind = SIZES_ONE };
	near(sizes_draw(&d, &g), 1, 0, "none: 1");
}

/* Quantiles against the cumulated distributions; drawn Weibull sizes against their mean Gamma(1 + 1/k). */
static void test_quantiles(void)
{
	struct sizes normal = { .kind = SIZES_LOGNORMAL, .a = 2.5, .b = 0.4 }, weibull = { .kind = SIZES_WEIBULL, .a = 1.7, .b = 2.3 };
	struct sizes uniform = { .kind = SIZES_UNIFORM, .a = 0.6, .b = 2.1 };
	struct sizes sieve = { .kind = SIZES_SIEVE, .dim = 2, .n = 4, .curve = curve };
	double worst[4] = { 0 }, all = 0, sum = 0;
	struct rng g;

	for (int k = 0; k < 3; k++)
		all += (curve[k + 1][1] - curve[k][1]) / log(curve[k + 1][0] / curve[k][0]) * numbers(curve[k][0], curve[k + 1][0], 2);
	for (double u = 1e-9; u < 1; u = u < 0.02 ? 1.3 * u : u + 0.0123) {
		double s = sizes_quantile(&sieve, u), below = 0;

		worst[0] = fmax(worst[0], fabs(0.5 * erfc(-log(sizes_quantile(&normal, u) / 2.5) / 0.4 * M_SQRT1_2) / u - 1));
		worst[1] = fmax(worst[1], fabs(-expm1(-pow(sizes_quantile(&weibull, u) / 1.7, 2.3)) / u - 1) * u);
		worst[2] = fmax(worst[2], fabs((sizes_quantile(&uniform, u) - 0.6) / 1.5 - u));
		for (int k = 0; k < 3; k++)
			if (s > curve[k][0])
				below += (curve[k + 1][1] - curve[k][1]) / log(curve[k + 1][0] / curve[k][0]) *
					numbers(curve[k][0], fmin(s, curve[k + 1][0]), 2);
		worst[3] = fmax(worst[3], fabs(below / all - u));
	}
	near(worst[0], 0, 1e-11, "lognormal: quantiles");
	near(worst[1], 0, 1e-14, "Weibull: quantiles");
	near(worst[2], 0, 1e-15, "uniform: quantiles");
	near(worst[3], 0, 1e-13, "sieve curve: quantiles");
	rng_seed(&g, 31);
	for (int i = 0; i < N; i++)
		sum += sizes_draw(&weibull, &g);
	near(sum / N, 1.7 * tgamma(1 + 1 / 2.3), 4.5 * 0.7 / sqrt(N), "Weibull: mean of those drawn");
}

static int takes(struct sizes d)
{
	return sizes_check(&d) == NULL;
}

static void test_checks(void)
{
	static const double ends[3][2] = { { 1, 0.2 }, { 2, 0.2 }, { 3, 1 } }, level[3][2] = { { 1, 0.5 }, { 2, 0.5 }, { 3, 0.5 } },
		back[3][2] = { { 1, 0 }, { 3, 0.5 }, { 2, 1 } }, same[3][2] = { { 1, 0 }, { 1, 0.5 }, { 2, 1 } },
		zero[3][2] = { { 0, 0 }, { 1, 0.5 }, { 2, 1 } }, below[3][2] = { { 1, -0.1 }, { 2, 0.5 }, { 3, 1 } },
		falls[3][2] = { { 1, 0 }, { 2, 0.5 }, { 3, 0.4 } };
	struct sizes sieve = { .kind = SIZES_SIEVE, .n = 3 };

	ok(takes((struct sizes){ .kind = SIZES_UNIFORM, .a = 2, .b = 2 }), "uniform: one size");
	ok(!takes((struct sizes){ .kind = SIZES_UNIFORM, .a = 2, .b = 1.9 }), "not from more to less");
	ok(!takes((struct sizes){ .kind = SIZES_LOGNORMAL, .a = 0, .b = 1 }), "lognormal: no median of 0");
	ok(!takes((struct sizes){ .kind = SIZES_LOGNORMAL, .a = 1, .b = -0.1 }), "no width below 0");
	ok(takes((struct sizes){ .kind = SIZES_LOGNORMAL, .a = 1, .b = 0 }), "a width of 0");
	ok(!takes((struct sizes){ .kind = SIZES_WEIBULL, .a = 0, .b = 1 }), "Weibull: no scale of 0");
	ok(!takes((struct sizes){ .kind = SIZES_WEIBULL, .a = 1, .b = 0 }), "no shape of 0");
	sieve.curve = ends;
	ok(takes(sieve), "sieve: a class may be empty");
	sieve.n = 1;
	ok(!takes(sieve), "not one point");
	sieve.n = 3;
	const double (*const bad[])[2] = { level, back, same, zero, below, falls };
	for (int k = 0; k < 6; k++) {
		sieve.curve = bad[k];
		ok(!takes(sieve), "no curve %d, that holds nothing, goes back, stands, begins at 0 or below 0, falls", k);
	}
}

int main(void)
{
	test_sieve(2);
	test_sieve(3);
	test_moments();
	test_quantiles();
	test_checks();
	return done();
}
