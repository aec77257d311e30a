/* sizes.c: distributions of sizes */
#include "scene/sizes.h"

#include <math.h>
#include <stddef.h>

#include "base/exponent.h"

const char *sizes_check(const struct sizes *d)
{
	switch (d->kind) {
	case SIZES_UNIFORM:
		return d->a > 0 && d->b >= d->a ? NULL : "uniform:lo,hi needs 0 < lo <= hi";
	case SIZES_LOGNORMAL:
		return d->a > 0 && d->b >= 0 ? NULL : "lognormal:median,sigma needs median > 0 and sigma >= 0";
	case SIZES_WEIBULL:
		return d->a > 0 && d->b > 0 ? NULL : "weibull:scale,shape needs scale > 0 and shape > 0";
	case SIZES_SIEVE:
		for (int k = 0; k < d->n; k++)
			if (d->curve[k][0] <= 0 || d->curve[k][1] < 0 || (k && (d->curve[k][0] <= d->curve[k - 1][0] ||
			    d->curve[k][1] < d->curve[k - 1][1])))
				return "a sieve curve needs openings above 0 that increase and passing parts that do not decrease";
		return d->n >= 2 && d->curve[d->n - 1][1] > d->curve[0][1] ? NULL :
		       "a sieve curve needs two points at least, and some mass between the first and the last";
	default:
		return NULL;
	}
}

/* Number of bodies per unit of mass: 1/s^dim. */
static double numbers(const struct sizes *d, double s)
{
	return d->dim == 3 ? 1 / (s * s * s) : 1 / (s * s);
}

/* The mean number per unit of mass if the mass is uniform in log s between two openings. */
static double number_per_mass(const struct sizes *d, double s1, double s2)
{
	return (numbers(d, s1) - numbers(d, s2)) / ((d->dim == 3 ? 3 : 2) * exponent_log(s2 / s1));
}

static double sieve_quantile(const struct sizes *d, double u)
{
	double total = 0;

	for (int k = 0; k + 1 < d->n; k++)
		total += (d->curve[k + 1][1] - d->curve[k][1]) * number_per_mass(d, d->curve[k][0], d->curve[k + 1][0]);
	u *= total;
	for (int k = 0; k + 1 < d->n; k++) {
		double s1 = d->curve[k][0], s2 = d->curve[k + 1][0];
		double part = (d->curve[k + 1][1] - d->curve[k][1]) * number_per_mass(d, s1, s2);

		if (u < part) {
			/* the density of numbers is proportional to s^-(dim + 1), so 1/s^dim is uniform */
			double v = numbers(d, s1) - (u / part) * (numbers(d, s1) - numbers(d, s2));

			return d->dim == 3 ? exponent_exp(exponent_log(v) / -3) : 1 / sqrt(v);
		}
		u -= part;
	}
	return d->curve[d->n - 1][0];
}

/* The part of a normal distribution that is more than x >= 0 above the mean, and its derivative without the sign. Close to the
 * mean by a series in odd powers of x, beyond by Laplace's continued fraction. */
static double normal_tail(double x, double *density)
{
	double sum = 0;

	*density = 0.3989422804014327 * exponent_exp(-0.5 * x * x);
	if (x >= 3) {
		for (int k = 80; k > 0; k--)
			sum = k / (x + sum);
		return *density / (x + sum);
	}
	double term = x;
	for (int k = 1; term > 1e-17 * sum; k++) {
		sum += term;
		term *= x * x / (2 * k + 1);
	}
	return 0.5 - *density * sum;
}

/* The value below which there is the part u of a normal distribution of mean 0 and variance 1. Newton's method from the mean
 * comes nearer from one side, since the tail is convex. */
static double normal_quantile(double u)
{
	double tail = u < 0.5 ? u : 1 - u, x = 0, density, step = 1;

	for (int k = 0; k < 200 && step > 1e-15 * x; k++) {
		step = (normal_tail(x, &density) - tail) / density;
		x += step > 0 ? step : 0;
	}
	return u < 0.5 ? -x : x;
}

double sizes_quantile(const struct sizes *d, double u)
{
	switch (d->kind) {
	case SIZES_UNIFORM:
		return d->a + (d->b - d->a) * u;
	case SIZES_LOGNORMAL:
		return d->a * exponent_exp(d->b * normal_quantile(u));
	case SIZES_WEIBULL: {
		double hazard = -exponent_log(1 - u);
		return hazard > 0 ? d->a * exponent_exp(exponent_log(hazard) / d->b) : 0;
	}
	case SIZES_SIEVE:
		return sieve_quantile(d, u);
	default:
		return 1;
	}
}

double sizes_draw(const struct sizes *d, struct rng *g)
{
	if (d->kind == SIZES_LOGNORMAL)
		return d->a * exponent_exp(d->b * rng_normal(g));
	if (d->kind == SIZES_WEIBULL) /* never 0 */
		return sizes_quantile(d, fmax(rng_uniform(g), 0x1p-53));
	return d->kind == SIZES_ONE ? 1 : sizes_quantile(d, rng_uniform(g));
}
