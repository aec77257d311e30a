/* number_put.c: convert doubles and integers into text with the fewest digits (Schubfach, Giulietti 2021)
 *
 * A double is c 2^q. Its product with a power of ten, to 128 bits, has the decimal digits of the double. The same product for the
 * ends of the interval that rounds to the double has their digits. */
#include "number.h"

#include <string.h>

#include "number_table.h"

/* (g c) / 2^128 for the 128-bit g, rounded to odd: the last bit is set if bits were cut off, so comparisons with such numbers
 * have the same result as with exact numbers (Giulietti 2021, section 9.6). */
static inline uint64_t times_odd(uint64_t g_hi, uint64_t g_lo, uint64_t c)
{
	struct product y = product_of(g_hi, c, product_of(g_lo, c, 0).hi);

	return y.hi | (y.lo > 1);
}

/* The shortest decimal m 10^*exponent in the rounding interval of the positive finite double with these bits; of several equally
 * short decimals, the closest. Schubfach (Giulietti 2021). */
static uint64_t shortest(uint64_t bits, int *exponent)
{
	uint64_t fraction = bits & 0xFFFFFFFFFFFFFu, c;
	int biased = (int)(bits >> 52), q;

	if (biased) {
		c = fraction | (uint64_t)1 << 52;
		q = biased - 1075;
		if (q <= 0 && q > -53 && (c & (((uint64_t)1 << -q) - 1)) == 0) { /* an integer */
			*exponent = 0;
			return c >> -q;
		}
	} else {
		c = fraction;
		q = -1074;
	}
	/* The interval is [c - 1/2, c + 1/2] 2^q, including its ends if c is even. If the double is a power of two, the lower end is
	 * c - 1/4. k is the exponent at which the interval holds at least one and at most ten decimals. Everything is scaled by
	 * 4 10^-k. */
	int odd = c & 1, close = fraction == 0 && biased > 1;
	int k = (int)(((int64_t)q * 1262611 - (close ? 524031 : 0)) >> 22);
	int h = q + floor_log2_pow10(-k) + 1;
	uint64_t g_hi = number_pow10[-k - POW_MIN].hi, g_lo = number_pow10[-k - POW_MIN].lo;
	if (-k < 0 || -k > 55) { /* the power is not exact: round it up */
		g_lo++;
		g_hi += g_lo == 0;
	}
	uint64_t lower = times_odd(g_hi, g_lo, (4 * c - 2 + (uint64_t)close) << h) + (uint64_t)odd;
	uint64_t value = times_odd(g_hi, g_lo, (4 * c) << h);
	uint64_t upper = times_odd(g_hi, g_lo, (4 * c + 2) << h) - (uint64_t)odd;
	uint64_t s = value >> 2;

	if (s >= 10) { /* use one digit less, if exactly one such decimal lies in the interval */
		uint64_t t = s / 10;
		int down = lower <= 40 * t, up = 40 * t + 40 <= upper;

		if (down != up) {
			*exponent = k + 1;
			return t + (uint64_t)up;
		}
	}
	*exponent = k;
	int down = lower <= 4 * s, up = 4 * s + 4 <= upper;
	if (down != up)
		return s + (uint64_t)up;
	uint64_t middle = 4 * s + 2;
	return s + (value > middle || (value == middle && (s & 1)));
}

static const char pairs[] =
	"00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
	"495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

static inline void put_eight(char *to, uint32_t v)
{
	uint32_t a = v / 10000, b = v % 10000;

	memcpy(to, pairs + 2 * (a / 100), 2);
	memcpy(to + 2, pairs + 2 * (a % 100), 2);
	memcpy(to + 4, pairs + 2 * (b / 100), 2);
	memcpy(to + 6, pairs + 2 * (b % 100), 2);
}

/* The number of decimal digits of v, 1 for 0. The number of bits determines it up to one. */
static inline int count_digits(uint64_t v)
{
	int t = (64 - __builtin_clzll(v | 1)) * 1233 >> 12;

	return t + (t == 0 || v >= number_ten_to[t]);
}

static char *put_exponent(char *to, int e)
{
	*to++ = 'e';
	if (e < 0) {
		*to++ = '-';
		e = -e;
	}
	if (e >= 100) {
		*to++ = (char)('0' + e / 100);
		e %= 100;
	} else if (e < 10) {
		*to++ = (char)('0' + e);
		return to;
	}
	memcpy(to, pairs + 2 * e, 2);
	return to + 2;
}

char *number_put(char *to, double x)
{
	enum { DIGITS = 17, ZEROS_MAX = 5 };
	uint64_t bits;
	int exponent;

	memcpy(&bits, &x, sizeof bits);
	if (bits >> 63)
		*to++ = '-';
	bits &= ~(uint64_t)0 >> 1;
	if (bits >> 52 == 2047) {
		memcpy(to, bits << 12 ? "nan" : "inf", 3);
		return to + 3;
	}
	if (bits == 0) {
		*to++ = '0';
		return to;
	}
	uint64_t m = shortest(bits, &exponent);
	int n = count_digits(m), point = n + exponent; /* x = 0.ddd 10^point */
	char digit[2 * NUMBER_MAX];

	/* write 17 digits, 1 + 8 + 8, from the left, then drop the trailing zeros */
	m *= number_ten_to[DIGITS - n];
	uint64_t high = m / 100000000, top = high / 100000000;
	uint32_t low8 = (uint32_t)(m - high * 100000000), mid8 = (uint32_t)(high - top * 100000000);
	digit[0] = (char)('0' + top);
	put_eight(digit + 1, mid8);
	put_eight(digit + 9, low8);
	n = low8 ? DIGITS : 9;
	while (digit[n - 1] == '0')
		n--;

	/* the copies below are of constant length, hence fast, and may write past the end */
	if (point > 0 && point <= DIGITS && point - n <= ZEROS_MAX) {
		memcpy(to, digit, DIGITS);
		if (n <= point) {
			memset(to + n, '0', (size_t)(point - n));
			return to + point;
		}
		memcpy(to + point + 1, digit + point, DIGITS);
		to[point] = '.';
		return to + n + 1;
	}
	if (point <= 0 && point > -4) {
		memcpy(to, "0.00000", 7);
		memcpy(to + 2 - point, digit, DIGITS);
		return to + 2 - point + n;
	}
	*to++ = digit[0];
	if (n > 1) {
		*to = '.';
		memcpy(to + 1, digit + 1, DIGITS - 1);
		to += n;
	}
	return put_exponent(to, point - 1);
}

char *number_put_int(char *to, int64_t x)
{
	uint64_t v = (uint64_t)x;

	if (x < 0) {
		*to++ = '-';
		v = -v;
	}
	if (v < 10) {
		*to++ = (char)('0' + v);
		return to;
	}
	char *end = to + count_digits(v), *p = end;
	while (v >= 100) {
		p -= 2;
		memcpy(p, pairs + 2 * (v % 100), 2);
		v /= 100;
	}
	if (v >= 10)
		memcpy(p - 2, pairs + 2 * v, 2);
	else
		p[-1] = (char)('0' + v);
	return end;
}
