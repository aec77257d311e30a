/* number.c: 1e8 random doubles as text. Each must read back to its bits; every hundredth is also held against the C
 * library: it reads our text as the same double, and no text with a digit less means it. About 20 seconds. */
#include "number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"
#include "unit/digits.h"

enum { COUNT = 100000000, HELD = 100 };

/* Does the C library read the text as x, and is there no shorter one? Rounding x itself to a digit less gives the
 * closest text of that length; when it misses x the others do, unless x is a power of two. */
static int library_agrees(const char *s, double x)
{
	char shorter[64];
	int n = digits_of(s);

	if (strtod(s, NULL) != x)
		return 0;
	if (n < 2)
		return 1;
	snprintf(shorter, sizeof shorter, "%.*e", n - 2, x);
	return strtod(shorter, NULL) != x;
}

int main(void)
{
	char s[2 * NUMBER_MAX];
	struct rng g;
	int64_t lost = 0, worse = 0, total = 0;

	rng_seed(&g, 20081122);
	for (int64_t k = 0; k < COUNT; k++) {
		uint64_t bits = rng_bits(&g), again;
		double x, y;

		if (k % 4 == 1) { /* of everyday size */
			x = (rng_uniform(&g) - 0.5) * 200;
			memcpy(&bits, &x, sizeof bits);
		}
		if ((bits >> 52 & 2047) == 2047)
			continue;
		memcpy(&x, &bits, sizeof x);
		char *end = number_put(s, x);
		memset(end, 0, 9);
		total++;
		if (number_get(s, &y) != end) {
			lost++;
			continue;
		}
		memcpy(&again, &y, sizeof again);
		if (again != bits && lost++ < 5)
			printf("# %.17g became %s\n", x, s);
		if (k % HELD == 0 && !library_agrees(s, x) && worse++ < 5)
			printf("# %.17g became %s\n", x, s);
	}
	ok(lost == 0, "%" PRId64 " random doubles read back to their bits", total);
	ok(worse == 0, "every %dth as short as can be, and the same to the C library", HELD);
	return done();
}
