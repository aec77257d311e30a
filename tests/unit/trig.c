/* trig.c: the angle functions against the C library's long double ones and against identities */
#include "base/trig.h"

#include <string.h>

#include "base/rng.h"
#include "base/wide.h"
#include "tap.h"

/* The arctangent against the C library, in all four quadrants and on their borders; and many at a time, with all vectors that
 * this processor has. */
static void arctangents(struct rng *g)
{
	enum { N = 20003 };
	static const double odd[] = { 0, -0.0, 1, -1, 0.25, 0.5, 0.75, 1e-310, -1e300 };
	static double y[N], x[N], one[N], all[N];
	double worst = 0;

	for (int k = 0; k < N; k++) {
		y[k] = k < 81 ? odd[k % 9] : (2 * rng_uniform(g) - 1) * (k % 2 ? 1 : 1e-3);
		x[k] = k < 81 ? odd[k / 9] : (2 * rng_uniform(g) - 1) * (k % 3 ? 1 : 0.3);
		one[k] = trig_atan2(y[k], x[k]);
		double expected = x[k] == 0 && y[k] == 0 ? 0 : (double)atan2l((long double)y[k] + 0, (long double)x[k] + 0);
		worst = fmax(worst, fabs(one[k] - expected) / fmax(fabs(expected), 1e-300));
	}
	near(worst, 0, 4.5e-16, "arctangents within two units of the last place");
	for (int wide = 0; wide <= wide_has(); wide++) {
		trig_atan2_all(wide, N, y, x, all);
		ok(memcmp(all, one, sizeof all) == 0, "many at a time, with vectors of kind %d, are the same", wide);
	}
}

int main(void)
{
	struct rng g;
	double worst = 0, s, c;

	rng_seed(&g, 7);
	for (int k = 0; k < 400000; k++) {
		double a = (2 * rng_uniform(&g) - 1) * (k % 4 == 0 ? 8e5 : k % 4 == 1 ? 100 : k % 4 == 2 ? 4 : 1e-3);
		trig_sincos(a, &s, &c);
		double es = fabs((double)(s - sinl((long double)a))) / fmax(fabs(s), 1e-3);
		double ec = fabs((double)(c - cosl((long double)a))) / fmax(fabs(c), 1e-3);
		worst = fmax(worst, fmax(es, ec));
	}
	near(worst, 0, 2.3e-16, "within a unit of the last place");
	trig_sincos(0, &s, &c);
	ok(s == 0 && c == 1, "exact at 0");
	trig_sincos(1.5707963267948966, &s, &c);
	near(c, 6.123233995736766e-17, 1e-31, "the rest of pi/2 is right");
	trig_sincos(-1e300, &s, &c);
	near(s * s + c * c, 1, 1e-15, "a huge angle does no harm");
	arctangents(&g);
	return done();
}
