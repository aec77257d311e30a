/* trig.c: the angle functions against the C library's long double ones and against identities */
#include "base/trig.h"
#include "base/rng.h"
#include "tap.h"

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
	return done();
}
