/* number_table.c: the leading bits of powers of ten, for writing and reading numbers */
#include "number_table.h"

#include <string.h>

struct pow10_bits number_pow10[POW_MAX - POW_MIN + 1];
double number_exact_pow10[23];

const uint64_t number_ten_to[20] = {
	1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u, 10000000000u,
	100000000000u, 1000000000000u, 10000000000000u, 100000000000000u, 1000000000000000u, 10000000000000000u,
	100000000000000000u, 1000000000000000000u, 10000000000000000000u
};

/* Keep the leading 128 bits of the integer w[0] + w[1] 2^64 + ... as power q. */
static void keep_leading(const uint64_t *w, int n, int q)
{
	while (w[n - 1] == 0)
		n--;
	uint64_t a = w[n - 1], b = n > 1 ? w[n - 2] : 0, c = n > 2 ? w[n - 3] : 0;
	int s = __builtin_clzll(a);

	if (s) {
		a = a << s | b >> (64 - s);
		b = b << s | c >> (64 - s);
	}
	number_pow10[q - POW_MIN].hi = a;
	number_pow10[q - POW_MIN].lo = b;
}

/* Powers of two do not change leading bits, so powers of five suffice: 5^q by multiplication for q >= 0, and 2^1152 / 5^-q by
 * division, whose floor is exact, for q < 0. This function runs before main, so threads find a complete table. */
__attribute__((constructor))
static void make_table(void)
{
	enum { WORDS = 20, TOP = 18 };
	uint64_t w[WORDS] = { 1 };

	for (int q = 0; q <= POW_MAX; q++) {
		struct product p = { 0, 0 };

		keep_leading(w, WORDS, q);
		for (int i = 0; i < WORDS; i++) {
			p = product_of(w[i], 5, p.hi);
			w[i] = p.lo;
		}
	}
	memset(w, 0, sizeof w);
	w[TOP] = 1;
	for (int q = -1; q >= POW_MIN; q--) {
		uint64_t rest = 0;

		for (int i = TOP; i >= 0; i--) { /* 2^64 = 5 * 0x3333333333333333 + 1 */
			uint64_t low = w[i] % 5 + rest;

			w[i] = w[i] / 5 + rest * 0x3333333333333333u + low / 5;
			rest = low % 5;
		}
		keep_leading(w, WORDS, q);
	}
	number_exact_pow10[0] = 1;
	for (int i = 1; i < 23; i++)
		number_exact_pow10[i] = 10 * number_exact_pow10[i - 1];
}
