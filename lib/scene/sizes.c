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

static double sieve_draw(const struct sizes *d, struct rng *g)
{
	double total = 0, u;

	for (int k = 0; k + 1 < d->n; k++)
		total += (d->curve[k + 1][1] - d->curve[k][1]) * number_per_mass(d, d->curve[k][0], d->curve[k + 1][0]);
	u = total * rng_uniform(g);
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

double sizes_draw(const struct sizes *d, struct rng *g)
{
	switch (d->kind) {
	case SIZES_UNIFORM:
		return d->a + (d->b - d->a) * rng_uniform(g);
	case SIZES_LOGNORMAL:
		return d->a * exponent_exp(d->b * rng_normal(g));
	case SIZES_SIEVE:
		return sieve_draw(d, g);
	default:
		return 1;
	}
}
