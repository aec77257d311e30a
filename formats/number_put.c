/* number_put.c: convert doubles and integers into text with the fewest digits (Schubfach, Giulietti 2021)
 *
 * A double is c 2^q. Its product with a power of ten, to 128 bits, has the decimal digits of the double. The same product for the
 * ends of the interval that rounds to the double has their digits. */
#include "number.h"

#include <string.h>

#include "base/wide.h"
#include "number_table.h"

/* Every double has a decimal of so many digits that reads back to it. */
enum { DIGITS = 17 };

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

/* The number of decimal digits of v, 1 for 0. The number of bits determines it up to one. */
static inline int count_digits(uint64_t v)
{
	int t = (64 - __builtin_clzll(v | 1)) * 1233 >> 12;

	return t + (t == 0 || v >= number_ten_to[t]);
}

static const char pairs[] =
	"00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
	"495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

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

/* The first 17 digits of the positive finite double with these bits, with zeros at the end if fewer tell it from its neighbours;
 * the double is 0.ddd... 10^*point. What `shortest` finds with three products follows from one where it is not a close call:
 * rest is the distance to the next multiple of ten below, as a multiple of 10^k 2^-60, and half that to the ends of the interval.
 * If neither multiple of ten is in the interval, the nearest decimal is. */
static inline uint64_t digits_of(uint64_t bits, int *point)
{
	const uint64_t fraction = bits & 0xFFFFFFFFFFFFFu, c = fraction | (uint64_t)1 << 52;
	const uint64_t unit = (uint64_t)1 << 60, middle = (uint64_t)1 << 63, sixteen = number_ten_to[16], unsure = 16;
	const int biased = (int)(bits >> 52), q = biased - 1075;

	if (biased > 0 && fraction > 0) {
		const int k = (int)(((int64_t)q * 1262611) >> 22), h = q + floor_log2_pow10(-k) + 1;
		const struct pow10_bits *g = &number_pow10[-k - POW_MIN];
		const struct product p = product_of(g->hi, c << h, product_of(g->lo, c << h, 0).hi);
		const uint64_t t = p.hi / 10, rest = (p.hi - 10 * t) * unit + (p.lo >> 4), other = 10 * unit - rest;
		const uint64_t half = g->hi >> (5 - h);

		if (rest - half + unsure > 2 * unsure && other - half + unsure > 2 * unsure && p.lo - middle + unsure > 2 * unsure) {
			/* without branches, which would often be guessed wrong */
			const uint64_t down = rest < half, up = other < half, ten = 10 * (t + up), nearest = p.hi + (p.lo >> 63);
			const uint64_t m = nearest + ((ten - nearest) & -(down | up)), less = m < sixteen;

			*point = k + DIGITS - (int)less;
			return m + (9 * m & -less);
		}
	}
	int exponent;
	const uint64_t m = shortest(bits, &exponent);
	const int n = count_digits(m);

	*point = n + exponent;
	return m * number_ten_to[DIGITS - n];
}

/* The four digits of v, a byte each, the first one in the lowest byte. */
static inline uint32_t four_digits(uint32_t v)
{
	const uint32_t hundreds = v * 10486 >> 20, two = hundreds | (v - 100 * hundreds) << 16;
	const uint32_t tens = (two * 103 >> 10) & 0x000f000fu;

	return tens | (two - 10 * tens) << 8;
}

/* The first of the 17 digits of m, and the others in groups of four: four[4]. */
static inline uint64_t groups_of(uint64_t m, uint32_t *four)
{
	const uint64_t high = m / 100000000, top = high / 100000000;
	const uint32_t low = (uint32_t)(m - high * 100000000), mid = (uint32_t)(high - top * 100000000);

	four[0] = mid / 10000;
	four[1] = mid % 10000;
	four[2] = low / 10000;
	four[3] = low % 10000;
	return top;
}

/* Replace the groups of several numbers by their digits. */
enum { SOME = 8 };
static WIDE_INLINE void fours_loop(uint32_t *restrict four)
{
#pragma omp simd
	for (int k = 0; k < 4 * SOME; k++)
		four[k] = four_digits(four[k]);
}
WIDE_LOOP(fours, (uint32_t *restrict four), (four))

/* Store the bytes of v, the lowest first. */
static inline void store(char *to, uint64_t v)
{
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap64(v);
#endif
	memcpy(to, &v, sizeof v);
}

/* Write 0.ddd... 10^point with the digit top and those in four[4], without zeros at the end. */
static inline char *put_digits(char *to, uint64_t top, const uint32_t *four, int point)
{
	enum { ZEROS_MAX = 5 };
	const uint64_t zeros = 0x3030303030303030u;
	uint64_t mid8 = four[0] | (uint64_t)four[1] << 32, low8 = four[2] | (uint64_t)four[3] << 32, last = low8 ? low8 : mid8;
	int n = last ? (low8 ? 17 : 9) - (__builtin_clzll(last) >> 3) : 1;
	char digit[2 * NUMBER_MAX];

	top += '0';
	mid8 += zeros;
	low8 += zeros;
	if (point > -4 && point < 8 && point < n) {
		/* the digits stand behind the first `cut` bits, which are of other digits and the point, or of "0.000" */
		const int behind = point > 0 ? 1 : 2 - point, cut = point > 0 ? 8 * point + 8 : 16 - 8 * point;
		const uint64_t keep = ((uint64_t)2 << (cut - 1)) - 1, eight = top | mid8 << 8;
		const uint64_t front = point > 0 ? (eight & keep >> 8) | (uint64_t)'.' << (cut - 8) : 0x30303030302e30u & keep;

		store(to + behind + 1, mid8);
		store(to + behind + 9, low8);
		store(to, front | (eight << 8 * behind & ~keep));
		return to + behind + n;
	}
	digit[0] = (char)top;
	store(digit + 1, mid8);
	store(digit + 9, low8);
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
	*to++ = digit[0];
	if (n > 1) {
		*to = '.';
		memcpy(to + 1, digit + 1, DIGITS - 1);
		to += n;
	}
	return put_exponent(to, point - 1);
}

/* Write a zero, or what is no finite number; bits without the sign. */
static char *put_special(char *to, uint64_t bits)
{
	if (bits == 0) {
		*to = '0';
		return to + 1;
	}
	memcpy(to, bits << 12 ? "nan" : "inf", 3);
	return to + 3;
}

/* A number in decimal: m is 0 for zero and what is no finite number. */
struct decimal { uint64_t bits, m; int point; };

static inline char *put_decimal(char *to, const struct decimal *d, uint64_t top, const uint32_t *four)
{
	*to = '-';
	to += d->bits >> 63;
	return d->m ? put_digits(to, top, four, d->point) : put_special(to, d->bits & ~(uint64_t)0 >> 1);
}

static inline struct decimal decimal_of(double x)
{
	struct decimal d = { 0, 0, 0 };

	memcpy(&d.bits, &x, sizeof d.bits);
	const uint64_t size = d.bits & ~(uint64_t)0 >> 1;
	if (size - 1 < ((uint64_t)2047 << 52) - 1)
		d.m = digits_of(size, &d.point);
	return d;
}

char *number_put(char *to, double x)
{
	const struct decimal d = decimal_of(x);
	uint32_t four[4];
	const uint64_t top = groups_of(d.m, four);

	for (int i = 0; i < 4; i++)
		four[i] = four_digits(four[i]);
	return put_decimal(to, &d, top, four);
}

/* First the numbers in decimal, then their digits, then their texts: the processor works on several numbers of such short loops
 * at a time. */
char *number_put_all(char *to, const double *x, int n, int each)
{
	struct decimal d[SOME];
	uint64_t top[SOME];
	uint32_t four[4 * SOME] = { 0 };
	int left = each;

	for (int from = 0; from < n; from += SOME) {
		const int some = n - from < SOME ? n - from : SOME;

		for (int k = 0; k < some; k++) {
			d[k] = decimal_of(x[from + k]);
			top[k] = groups_of(d[k].m, four + 4 * k);
		}
		fours(wide_has())(four);
		for (int k = 0; k < some; k++) {
			to = put_decimal(to, &d[k], top[k], four + 4 * k);
			left--;
			*to++ = left ? ',' : ' ';
			left = left ? left : each;
		}
	}
	return n > 0 ? to - 1 : to;
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
	if (v < 100) { /* most corners of faces */
		memcpy(to, pairs + 2 * v, 2);
		return to + 2;
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
