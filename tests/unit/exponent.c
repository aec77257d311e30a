/* exponent.c: logarithm and exponential against the C library's and against identities */
#include <float.h>

#include "base/exponent.h"
#include "base/rng.h"
#include "tap.h"

int main(void)
{
	struct rng g;
	double log_off = 0, exp_off = 0, back_off = 0;

	rng_seed(&g, 3);
	for (int k = 0; k < 1000000; k++) {
		double x = ldexp(0.5 + rng_uniform(&g), (int)rng_below(&g, 2000) - 1000), y = 1400 * rng_uniform(&g) - 700;
		double near_one = 1 + ldexp(rng_uniform(&g) - 0.5, -(int)rng_below(&g, 50));
		double z = 20 * rng_uniform(&g) - 10;

		log_off = fmax(log_off, fabs(exponent_log(x) / log(x) - 1));
		if (near_one != 1)
			log_off = fmax(log_off, fabs(exponent_log(near_one) / log(near_one) - 1));
		exp_off = fmax(exp_off, fabs(exponent_exp(y) / exp(y) - 1));
		back_off = fmax(back_off, fabs(exponent_log(exponent_exp(z)) - z));
	}
	near(log_off, 0, 2 * DBL_EPSILON, "logarithms of a million numbers");
	near(exp_off, 0, 2 * DBL_EPSILON, "exponentials of a million numbers");
	near(back_off, 0, 20 * DBL_EPSILON, "one undoes the other");
	ok(exponent_log(1) == 0 && exponent_exp(0) == 1, "ln 1 and e^0");
	near(exponent_exp(1), 2.718281828459045, 5e-16, "e");
	near(exponent_log(10), 2.302585092994046, 5e-16, "ln 10");
	near(exponent_log(4.9406564584124654e-324), -744.4400719213812, 2e-13, "the logarithm of the smallest number");
	ok(exponent_exp(1e300) == INFINITY && exponent_exp(-1e300) == 0, "far out");
	return done();
}
