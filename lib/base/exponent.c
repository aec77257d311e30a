/* exponent.c: logarithm and exponential in plain IEEE arithmetic, since those of C libraries differ */
#include "base/exponent.h"

#include <math.h>

/* ln 2 in two parts: products of the first with whole numbers up to 2^20 are exact. */
static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;

double exponent_log(double x)
{
	int e;
	double m = frexp(x, &e); /* exact */

	if (m < 0.70710678118654752440) {
		m *= 2;
		e--;
	}
	/* ln m = 2 (s + s^3/3 + s^5/5 + ...), s = (m - 1) / (m + 1), |s| < 0.172; powers above 23 are below 1e-18 */
	double s = (m - 1) / (m + 1), z = s * s, sum = 0;

	for (int k = 23; k >= 3; k -= 2)
		sum = (sum + 1.0 / k) * z;
	return e * ln2_high + (e * ln2_low + 2 * (s + s * sum));
}

double exponent_exp(double x)
{
	if (x > 710)
		return INFINITY;
	if (x < -746)
		return 0;
	/* x = n ln 2 + r, |r| < 0.35; the Taylor series to r^15 is exact to 1e-19 */
	double n = floor(x * 1.44269504088896340736 + 0.5), high = x - n * ln2_high, low = n * ln2_low;
	double r = high - low, sum = 0;

	for (int k = 15; k >= 2; k--)
		sum = (sum + 1) * r / k;
	return ldexp(1 + (r + r * sum), (int)n);
}
