/* Blocking against series of known correlation: the error of the mean is right on average, and so is the autocorrelation time. */
#include "measure/blocks.h"

#include <string.h>

#include "base/rng.h"
#include "tap.h"

/* x' = phi x + noise: variance 1, correlation phi^k, so 2 tau = (1 + phi) / (1 - phi) (A. Sokal, 1997). */
static double next(double x, double phi, struct rng *g)
{
	return phi * x + sqrt(1 - phi * phi) * rng_normal(g);
}

/* Over many series of n values: root mean square of the true errors of the means, of those told, and mean of tau. */
static void series(double phi, int n, int trials, double within)
{
	struct rng g;
	double truth = 0, told = 0, tau = 0, gain = (1 + phi) / (1 - phi), expected = 0;
	int known = 0;

	rng_seed(&g, 7);
	for (int k = 1; k < n; k++)
		expected += 2 * (1 - (double)k / n) * pow(phi, k);
	expected = (1 + expected) / n;
	for (int t = 0; t < trials; t++) {
		struct blocks b = { 0 };
		double x = rng_normal(&g);

		for (int k = 0; k < n; k++, x = next(x, phi, &g))
			blocks_add(&b, 2.385 + 3 * x);
		struct estimate e = blocks_mean(&b);
		truth += (e.mean - 2.385) * (e.mean - 2.385) / 9 / trials;
		if (!isfinite(e.error))
			continue;
		known++;
		told += e.error * e.error / 9;
		tau += e.tau;
	}
	told /= known;
	tau /= known;
	near(truth / expected, 1, 4 * sqrt(2. / trials), "phi %g, %d values: the means scatter as they should", phi, n);
	near(sqrt(told / expected), 1, within, "phi %g, %d values: the error is that of the mean", phi, n);
	near(tau / (gain / 2), 1, 2 * within, "phi %g, %d values: the autocorrelation time", phi, n);
	ok(known > 0.9 * trials, "phi %g, %d values: found in %d of %d series", phi, n, known, trials);
}

int main(void)
{
	struct blocks b = { 0 };
	struct estimate e;

	series(0, 100, 400, 0.04);
	series(0, 10, 2000, 0.04);
	series(0.5, 1000, 400, 0.06);
	series(0.9, 4000, 200, 0.08);
	series(0.98, 30000, 60, 0.1);

	/* three values, by hand: mean 4, variance (4 + 1 + 9) / 2 = 7 */
	e = blocks_mean(&b);
	ok(e.n == 0 && isnan(e.mean) && isnan(e.error), "nothing has no mean");
	blocks_add_pair(&b, 2, 1);
	e = blocks_mean(&b);
	ok(e.n == 1 && e.mean == 2 && isnan(e.error) && isnan(e.spread), "one value has no error");
	blocks_add_pair(&b, 3, 1);
	blocks_add_pair(&b, 7, 4);
	e = blocks_mean(&b);
	near(e.mean, 4, 1e-15, "mean of three");
	near(e.spread, sqrt(7), 1e-15, "their spread");
	near(e.error, sqrt(7. / 3), 1e-15, "error of their mean");
	near(e.effective, 3, 1e-14, "three that are independent");
	near(e.tau, 0.5, 1e-15, "tau of independent values");
	near(blocks_mean_second(&b).mean, 2, 1e-15, "the other mean");
	/* ratio 1/2, residuals 0, -1/2, 1/2: error sqrt(1/2 / 3 / 2) / 4 with variance (1/4 + 1/4) / 2 */
	e = blocks_ratio(&b);
	near(e.mean, 0.5, 1e-15, "ratio of means");
	near(e.error, sqrt(0.25 / 3) / 4, 1e-15, "error of the ratio");

	struct blocks c = { 0 };
	for (int k = 0; k < 100; k++)
		blocks_add_pair(&c, 0.1, 0.3);
	e = blocks_mean(&c);
	ok(e.mean == 0.1 && e.error == 0 && e.spread == 0 && isnan(e.tau), "a constant has no error, and no time");
	near(blocks_ratio(&c).mean, 3, 1e-14, "ratio of constants");
	ok(blocks_ratio(&c).error <= 1e-15, "which has no error either");
	memset(&c, 0, sizeof c);
	for (int k = 0; k < 3; k++)
		blocks_add_pair(&c, 0.1 * (k + 1) - 0.1 * k, 1);
	near(blocks_ratio(&c).mean, 10, 1e-14, "three intervals of one rate");
	ok(isnan(blocks_ratio(&c).error), "which do not say how it varies");
	blocks_add_pair(&c, 0.1, 2);
	/* R = 12.5, residuals y - R x: three of -0.25, one of 0.75; sqrt((3 / 16 + 9 / 16) / 4 / 3) / 0.1 */
	near(blocks_ratio(&c).error, 2.5, 1e-12, "four that differ do");

	struct blocks d = { 0 };
	for (int k = 0; k < 64; k++)
		blocks_add(&d, k);
	e = blocks_mean(&d);
	ok(e.mean == 31.5 && isnan(e.error) && isnan(e.tau), "a drift has no error that could be told");

	struct blocks f = { 0 };
	struct rng g;
	rng_seed(&g, 3);
	for (int k = 0; k < 5000; k++)
		blocks_add(&f, 1e9 + rng_normal(&g));
	near(blocks_mean(&f).error, 1 / sqrt(5000), 0.1 / sqrt(5000), "far from zero");
	struct blocks zero = { 0 };
	blocks_add_pair(&zero, 0, 1);
	blocks_add_pair(&zero, 0, 2);
	e = blocks_ratio(&zero);
	ok(isnan(e.mean) && isnan(e.error), "a ratio to zero is none");
	return done();
}
