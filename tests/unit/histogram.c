/* Histograms against counts by hand and by brute force, whatever the order and number of the values; fits against samples drawn
 * from what is fitted; how long bodies keep their values against series of known correlation. */
#include "measure/histogram.h"

#include <stdlib.h>

#include "base/rng.h"
#include "measure/fit.h"
#include "measure/persistence.h"
#include "tap.h"

static int64_t counted(const struct histogram *h, int column)
{
	int64_t n = 0;

	for (int b = 0; b < h->n; b++)
		n += h->count[b * h->n_column + column];
	return n;
}

static void by_hand(void)
{
	static const double x[] = { 0.5, 2.5, 0.75, 1.5, 2, 1, 2.5, 0.5 };
	struct histogram h = { .n_column = 1, .bins = 4, .lo = NAN, .hi = NAN };

	for (int k = 0; k < 8; k++)
		histogram_add(&h, 0, x[k]);
	ok(histogram_finish(&h) == 0 && h.n == 4, "four bins over the values");
	near(histogram_edge(&h, 0), 0.5, 0, "from the least");
	near(histogram_edge(&h, 4), 2.5, 0, "to the largest");
	ok(h.count[0] == 3 && h.count[1] == 1 && h.count[2] == 1 && h.count[3] == 3, "ends count above, the last one below");
	ok(h.total[0] == 8 && h.outside[0] == 0, "all are in a bin");
	histogram_free(&h);

	struct histogram r = { .n_column = 2, .bins = 3, .lo = 0.5, .hi = 2 };
	for (int k = 0; k < 8; k++)
		histogram_add(&r, k % 2, x[k]);
	histogram_finish(&r);
	/* 0.5 0.75 2 2.5 and 2.5 1.5 1 0.5 in 0.5, 1, 1.5, 2 */
	ok(r.count[0] == 2 && r.count[2] == 0 && r.count[4] == 1, "a range, first column");
	ok(r.count[1] == 1 && r.count[3] == 1 && r.count[5] == 1, "a range, second column");
	ok(r.outside[0] == 1 && r.outside[1] == 1 && r.total[0] == 4, "outside is outside");
	histogram_free(&r);

	struct histogram w = { .n_column = 1, .width = 0.4, .lo = NAN, .hi = NAN };
	for (int k = 0; k < 8; k++)
		histogram_add(&w, 0, x[k]);
	histogram_finish(&w);
	near(histogram_edge(&w, 0), 0.4, 1e-15, "a width begins at a multiple of it");
	near(histogram_edge(&w, w.n), 2.8, 1e-15, "and ends at one");
	ok(w.n == 6 && w.count[0] == 3 && w.count[1] == 1 && w.count[5] == 2, "counts by width");
	histogram_free(&w);

	struct histogram l = { .n_column = 1, .bins = 3, .lo = 0.001, .hi = 1, .log = 1 };
	static const double y[] = { 0.001, 0.0099, 0.011, 0.09, 0.11, 1, 0, -1, 2, 0.0005 };
	for (int k = 0; k < 10; k++)
		histogram_add(&l, 0, y[k]);
	histogram_finish(&l);
	near(histogram_edge(&l, 1), 0.01, 1e-16, "decades");
	ok(histogram_edge(&l, 0) == 0.001 && histogram_edge(&l, 3) == 1, "ends as given");
	ok(l.count[0] == 2 && l.count[1] == 2 && l.count[2] == 2 && l.outside[0] == 4, "counts by decade");
	histogram_free(&l);

	struct histogram one = { .n_column = 1, .bins = 5, .lo = NAN, .hi = NAN };
	histogram_finish(&one);
	ok(one.n == 0, "nothing has no bins");
	histogram_add(&one, 0, 3);
	histogram_add(&one, 0, 3);
	histogram_finish(&one);
	ok(one.n == 5 && one.count[2] == 2 && histogram_edge(&one, 0) < 3, "one value twice");
	histogram_free(&one);
}

/* More values than are held, with later ones further out; and the same in another order. */
static void many(void)
{
	struct histogram h = { .n_column = 1, .bins = 10, .lo = NAN, .hi = NAN };
	struct histogram g = { .n_column = 1, .width = 0.25, .lo = NAN, .hi = NAN };
	struct rng rng;
	int64_t n = HISTOGRAM_WAIT + 1000, *brute = calloc(80, sizeof *brute);
	int good = 1;

	rng_seed(&rng, 5);
	for (int64_t k = 0; k < n; k++) {
		double x = rng_normal(&rng) * (k < HISTOGRAM_WAIT ? 1 : 2);

		histogram_add(&h, 0, x);
		histogram_add(&g, 0, x);
		brute[(int)floor(x / 0.25) + 40]++;
	}
	histogram_finish(&h);
	histogram_finish(&g);
	ok(counted(&h, 0) == n && h.n > 10, "later values get further bins, %d", h.n);
	for (int b = 0; b < g.n; b++)
		good &= g.count[b] == brute[(int)floor((histogram_edge(&g, b) + 0.125) / 0.25) + 40];
	ok(good && counted(&g, 0) == n, "as counted one by one");
	ok(histogram_add(&g, 0, 1e9) == -1, "too far out for bins of that width");
	histogram_free(&h);
	histogram_free(&g);
	free(brute);
}

/* Of many samples of n values: the mean of p, the share below 0.1, and how far the temperature is off in units of its error. */
static void fits(enum fit_kind kind, int dof, double given, int trials, int n, const char *what)
{
	struct rng g;
	double p = 0, low = 0, p2 = 0, off = 0;

	rng_seed(&g, 17);
	for (int t = 0; t < trials; t++) {
		struct fit f = { .kind = kind, .dof = dof, .given = given };

		for (int k = 0; k < n; k++) {
			/* T = 0.37; masses from 0.5 to 5 */
			double m = 0.5 * pow(10, rng_uniform(&g)), s = sqrt(0.37 / m), x = 0;

			if (kind == FIT_COMPONENT)
				x = s * rng_normal(&g);
			else if (kind == FIT_SPEED)
				x = s * sqrt(-2 * log(1 - rng_uniform(&g)));
			else if (kind == FIT_NORMAL)
				x = 4 + 0.37 * rng_normal(&g);
			for (int d = 0; kind == FIT_ENERGY && d < dof; d++)
				x += 0.37 / 2 * pow(rng_normal(&g), 2);
			fit_add(&f, x, kind == FIT_COMPONENT || kind == FIT_SPEED ? m : 1);
		}
		struct fit_result r = fit_finish(&f, n, 10);
		p += r.ks_p / trials;
		low += r.ks_p < 0.1;
		p2 += r.chi2_p / trials;
		off += pow((r.temperature - 0.37) / r.temperature_error, 2) / trials;
		fit_clear(&f);
	}
	near(p, 0.5, 4 / sqrt(12 * trials) + 0.01, "%s: mean of p", what);
	near(low / trials, 0.1, 4 * 0.3 / sqrt(trials), "%s: a tenth of p below 0.1", what);
	near(p2, 0.5, 4 / sqrt(12 * trials) + 0.01, "%s: mean of p of chi^2", what);
	if (isnan(given) && kind != FIT_NORMAL)
		near(sqrt(off), 1, 0.3, "%s: the temperature is off as its error says", what);
}

static void compared(void)
{
	struct fit f = { .kind = FIT_SPEED, .given = 2 }, e = { .kind = FIT_ENERGY, .dof = 3, .given = NAN };

	/* two masses: density the mean of two, share below v = 1 - (exp(-v^2/4) + exp(-v^2)) / 2 */
	for (int k = 0; k < 10; k++)
		fit_add(&f, 0.3 + 0.2 * k, k % 2 ? 1 : 4);
	struct fit_result r = fit_finish(&f, 10, 20);
	near(r.temperature, 2, 0, "given is given");
	near(r.temperature_error, 0, 0, "without error");
	near(r.mean, 1.2, 1e-15, "mean of the values");
	near(fit_cdf(&f, &r, 1.3), 1 - (exp(-1.3 * 1.3 / 4) + exp(-1.3 * 1.3)) / 2, 1e-14, "two masses, one temperature");
	ok(isnan(r.chi2) && isfinite(r.ks_p), "ten values are too few for chi^2");
	fit_clear(&f);
	/* five values to a class, four classes at least: of these one is lost to the sum and one to the mean */
	for (int n = 19; n <= 20; n++) {
		struct fit few = { .kind = FIT_EXPONENTIAL, .given = NAN };

		for (int k = 0; k < n; k++)
			fit_add(&few, 0.3 + 0.1 * k, 1);
		r = fit_finish(&few, n, 50);
		ok(n < 20 ? isnan(r.chi2) : isfinite(r.chi2) && r.chi2_dof == 2, "chi^2 of %d values", n);
		fit_clear(&few);
	}
	ok(isnan(fit_finish(&f, 0, 20).ks), "nothing fits nothing");
	for (int k = 0; k < 50; k++)
		fit_add(&e, 0, 1);
	ok(isnan(fit_finish(&e, 50, 20).ks), "at rest there is no temperature to compare with");
	fit_clear(&e);

	/* a wrong shape is found: uniform numbers are no exponential ones */
	struct fit u = { .kind = FIT_EXPONENTIAL, .given = NAN };
	for (int k = 0; k < 3 * FIT_KEPT / 2; k++)
		fit_add(&u, (k * 0.6180339887498949) - floor(k * 0.6180339887498949), 1);
	r = fit_finish(&u, 1000, 20);
	ok(r.n == 3 * FIT_KEPT / 2 && u.n_kept <= FIT_KEPT && u.n_kept > FIT_KEPT / 2 - 1, "not all of many values are kept");
	near(r.mean, 0.5, 1e-6, "the mean is that of all");
	/* the largest of |x - 1 + exp(-2 x)| is 1 - ... at 1: exp(-2), or inside at x = ln 2 / 2: 1 - ln 2 / 2 - 1/2 */
	near(r.ks, 0.5 - log(2) / 2, 1e-4, "distance of uniform and exponential");
	ok(r.ks_p < 0.002 && r.chi2_p < 1e-6, "which no one takes for chance");
	fit_clear(&u);
}

/* Bodies whose values are a series with correlation phi from one frame to the next. */
static void persists(double phi, int bodies, int frames, double expected, double within)
{
	struct persistence p = { 0 };
	struct rng g;
	double *x = calloc((size_t)bodies, sizeof *x);

	rng_seed(&g, 23);
	for (int f = -200; f < frames; f++)
		for (int k = 0; k < bodies; k++) {
			x[k] = phi * x[k] + sqrt(1 - phi * phi) * rng_normal(&g);
			if (f >= 0)
				persistence_add(&p, 1000 - 7 * k, x[k]);
		}
	near(persistence_independent(&p) / expected, 1, within, "%d bodies, %d frames, phi %g", bodies, frames, phi);
	persistence_free(&p);
	free(x);
}

int main(void)
{
	by_hand();
	many();
	fits(FIT_COMPONENT, 1, NAN, 40, 50, "component");
	fits(FIT_COMPONENT, 1, 0.37, 300, 200, "component, T given");
	fits(FIT_SPEED, 2, NAN, 40, 50, "speed");
	fits(FIT_SPEED, 2, 0.37, 300, 200, "speed, T given");
	fits(FIT_ENERGY, 3, NAN, 40, 50, "energy of three");
	fits(FIT_ENERGY, 1, 0.37, 300, 200, "energy of one, T given");
	fits(FIT_NORMAL, 0, NAN, 40, 50, "normal");
	compared();
	/* n (1 - phi) / (1 + phi); of squares, whose correlation is phi^2, fewer depend on one another */
	persists(0, 200, 64, 12800, 0.1);
	persists(0.6, 800, 256, 800 * 64, 0.12);
	persists(0.9, 500, 1024, 500 * 1024 / 19., 0.12);
	persists(0.999, 300, 32, 300, 0);
	persists(0.5, 300, 1, 300, 0);
	/* signs that change at random, sizes that stay for good */
	struct persistence p = { 0 };
	struct rng g;
	rng_seed(&g, 3);
	for (int f = 0; f < 64; f++)
		for (int k = 0; k < 100; k++)
			persistence_add(&p, k, (rng_bits(&g) & 1 ? 1 : -1) * (1 + 0.01 * k));
	near(persistence_independent(&p), 100, 0, "a size that stays counts once");
	persistence_free(&p);
	return done();
}
