/* Distributions and tests against closed forms, published critical values, and samples that are exact. */
#include "measure/distribution.h"

#include <stdlib.h>

#include "base/rng.h"
#include "tap.h"

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(void)
{
	/* P(1, x) = 1 - e^-x; P(1/2, x) = erf sqrt x; P(3/2, x) = erf sqrt x - 2 sqrt(x / pi) e^-x; P(2, x) = 1 - (1 + x) e^-x */
	for (double x = 0.01; x < 40; x *= 1.7) {
		near(gamma_lower(1, x), -expm1(-x), 1e-14, "P(1, %g)", x);
		near(gamma_lower(0.5, x), erf(sqrt(x)), 1e-14, "P(1/2, %g)", x);
		near(gamma_lower(1.5, x), erf(sqrt(x)) - 2 * sqrt(x / M_PI) * exp(-x), 1e-14, "P(3/2, %g)", x);
		near(gamma_upper(2, x) / ((1 + x) * exp(-x)), 1, 1e-12, "Q(2, %g), relative", x);
	}
	ok(gamma_lower(2, 0) == 0 && gamma_upper(2, 0) == 1 && gamma_upper(2, INFINITY) == 0, "ends");
	near(gamma_upper(50, 50) + gamma_lower(50, 50), 1, 1e-14, "P + Q");

	/* chi^2: points of 5 % and 1 % (R. A. Fisher's table, as in any handbook) */
	static const struct { int dof; double x, p; } chi2[] = {
		{ 1, 3.841459, 0.05 }, { 2, 5.991465, 0.05 }, { 5, 11.070498, 0.05 }, { 10, 18.307038, 0.05 },
		{ 30, 43.772972, 0.05 }, { 100, 124.342113, 0.05 }, { 1, 6.634897, 0.01 }, { 10, 23.209251, 0.01 },
		{ 10, 3.940299, 0.95 }
	};
	for (size_t k = 0; k < sizeof chi2 / sizeof *chi2; k++)
		near(chi2_tail(chi2[k].x, chi2[k].dof), chi2[k].p, 1e-6, "chi^2 %d %g", chi2[k].dof, chi2[k].x);

	near(family_cdf(FAMILY_NORMAL, 0, 1.959964), 0.975, 1e-7, "normal");
	near(family_cdf(FAMILY_NORMAL, 0, -1.644854), 0.05, 1e-7, "normal, lower tail");
	near(family_cdf(FAMILY_GAMMA, 2, 1.5), 1 - exp(-1.5), 1e-15, "two degrees of freedom");
	near(family_cdf(FAMILY_GAMMA, 1, 3.841459 / 2), 0.95, 1e-6, "one, half of chi^2");
	near(family_cdf(FAMILY_GAMMA, 3, 7.814728 / 2), 0.95, 1e-6, "three, half of chi^2");
	ok(family_cdf(FAMILY_GAMMA, 1, -1) == 0, "no energy below 0");

	/* Kolmogorov's limit (N. Smirnov, Ann. Math. Stat. 19, 279, 1948), and critical values of small samples (L. H. Miller,
	 * J. Am. Stat. Assoc. 51, 111, 1956) */
	near(ks_tail(1.2238 / 1e6, 1e12), 0.10, 1e-4, "limit, 10 %%");
	near(ks_tail(1.3581 / 1e6, 1e12), 0.05, 1e-4, "limit, 5 %%");
	near(ks_tail(1.6276 / 1e6, 1e12), 0.01, 1e-4, "limit, 1 %%");
	near(ks_tail(0.8276 / 1e6, 1e12), 0.50, 1e-4, "limit, half");
	near(ks_tail(0.40925, 10), 0.05, 0.001, "ten values, 5 %%");
	near(ks_tail(0.48893, 10), 0.01, 0.001, "ten values, 1 %%");
	near(ks_tail(0.29408, 20), 0.05, 0.001, "twenty values, 5 %%");
	near(ks_tail(0.24170, 30), 0.05, 0.001, "thirty values, 5 %%");
	near(ks_tail(0.999999 / 1e6, 1e12), ks_tail(1.000001 / 1e6, 1e12), 1e-5, "two series meet");
	ok(ks_tail(0, 10) == 1 && ks_tail(1, 1000) < 1e-300, "ends");

	/* with estimated parameters: M. A. Stephens, J. Am. Stat. Assoc. 69, 730 (1974), table 1A */
	static const struct { double p, exponential, normal; } point[] = {
		{ 0.15, 0.926, 0.775 }, { 0.05, 1.094, 0.895 }, { 0.01, 1.308, 1.035 }
	};
	for (int n = 20; n <= 320; n *= 4)
		for (int k = 0; k < 3; k++) {
			double s = sqrt(n), p = point[k].p, off = 4 * sqrt(p * (1 - p) / KS_TRIALS) + 0.1 * p;

			double e = point[k].exponential / (s + 0.26 + 0.5 / s) + 0.2 / n, z = point[k].normal / (s - 0.01 + 0.85 / s);
			near(ks_tail_estimated(FAMILY_GAMMA, 2, ESTIMATED_SCALE, e, n), p, off, "exponential, n %d, %g", n, p);
			near(ks_tail_estimated(FAMILY_NORMAL, 0, ESTIMATED_MEAN_AND_SCALE, z, n), p, off, "normal, n %d, %g", n, p);
		}
	ok(ks_tail_estimated(FAMILY_NORMAL, 0, ESTIMATED_NOTHING, 0.40925, 10) == ks_tail(0.40925, 10), "nothing estimated");

	/* by hand: exponential at its quartiles 1/4, 1/2, 3/4 is 1/4 off; two values at 1/2 are 1/2 off */
	double quartiles[] = { -log(0.75), -log(0.5), -log(0.25) }, same[] = { -log(0.5), -log(0.5) };
	near(ks_distance(FAMILY_GAMMA, 2, 3, quartiles), 0.25, 1e-15, "three quartiles");
	near(ks_distance(FAMILY_GAMMA, 2, 2, same), 0.5, 1e-15, "two medians");
	/* four classes: 3 values, one each in the last three: (0 - 3/4)^2 + 3 (1/4)^2 over 3/4 */
	double middle[] = { -log(0.7), -log(0.45), -log(0.2) };
	near(chi2_classes(FAMILY_GAMMA, 2, 3, middle, 4, 3), (9. / 16 + 3. / 16) / 0.75, 1e-14, "chi^2 of three values");
	near(chi2_classes(FAMILY_GAMMA, 2, 3, middle, 4, 1.5), (9. / 16 + 3. / 16) / 1.5, 1e-14, "as if half were independent");

	/* p is uniform over samples from the distribution itself: mean 1/2, a tenth below 0.1 */
	static double x[200];
	struct rng g;
	double mean = 0, low = 0, mean2 = 0, low2 = 0;
	rng_seed(&g, 11);
	for (int trial = 0; trial < 1000; trial++) {
		for (int k = 0; k < 200; k++)
			x[k] = rng_normal(&g);
		qsort(x, 200, sizeof *x, ascending);
		double p = ks_tail(ks_distance(FAMILY_NORMAL, 0, 200, x), 200);
		double p2 = chi2_tail(chi2_classes(FAMILY_NORMAL, 0, 200, x, 20, 200), 19);
		mean += p / 1000;
		low += p < 0.1;
		mean2 += p2 / 1000;
		low2 += p2 < 0.1;
	}
	near(mean, 0.5, 4 / sqrt(12 * 1000), "KS: mean of p");
	near(low, 100, 40, "KS: a tenth of p below 0.1");
	near(mean2, 0.5, 4 / sqrt(12 * 1000), "chi^2: mean of p");
	near(low2, 100, 40, "chi^2: a tenth of p below 0.1");
	return done();
}
