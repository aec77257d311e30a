/* number.c: doubles and integers as text
 *
 * Both directions rest on one table, the leading 128 bits of the powers of ten, made before main starts. A double is
 * c 2^q; the multiplication of c with a power of ten tells its decimal digits (writing), and that of decimal
 * digits with a power of ten tells its bits (reading), each to 128 bits or more, which settles all but a few cases of
 * reading; those are settled by comparing integers of any length. */
#include "number.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

typedef unsigned __int128 u128;

enum {
	POW_MIN = -342, /* 19 digits times 10^-343 are below half of the smallest double */
	POW_MAX = 324   /* writing the smallest double multiplies with 10^324 */
};

/* The first 128 bits of 10^q, cut off: 2^127 <= pow10_[q] < 2^128. Exact for 0 <= q <= 55. */
static struct { uint64_t hi, lo; } pow10_[POW_MAX - POW_MIN + 1];
static double exact_pow10[23]; /* 10^22 is the last that is a double */

/* floor(log2(10^q)) for |q| <= 1233 */
static inline int floor_log2_pow10(int q)
{
	return (int)(((int64_t)q * 1741647) >> 19);
}

/* ---- the table ---- */

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
	pow10_[q - POW_MIN].hi = a;
	pow10_[q - POW_MIN].lo = b;
}

/* Powers of two do not change leading bits, so powers of five will do: 5^q upwards by multiplication, and
 * 2^1152 / 5^-q downwards by division, whose floor is exact. Runs before main, so threads find the table made. */
__attribute__((constructor))
static void make_table(void)
{
	enum { WORDS = 20, TOP = 18 };
	uint64_t w[WORDS] = { 1 };

	for (int q = 0; q <= POW_MAX; q++) {
		u128 carry = 0;

		keep_leading(w, WORDS, q);
		for (int i = 0; i < WORDS; i++) {
			carry += (u128)w[i] * 5;
			w[i] = (uint64_t)carry;
			carry >>= 64;
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
	exact_pow10[0] = 1;
	for (int i = 1; i < 23; i++)
		exact_pow10[i] = 10 * exact_pow10[i - 1];
}

/* ---- writing ---- */

/* (g c) / 2^128 for the 128-bit g, rounded to odd: the last bit is set when something was cut off, so that
 * comparisons with such numbers come out as with the exact ones (Giulietti 2021, section 9.6). */
static inline uint64_t times_odd(uint64_t g_hi, uint64_t g_lo, uint64_t c)
{
	u128 x = (u128)g_lo * c;
	u128 y = (u128)g_hi * c + (uint64_t)(x >> 64);

	return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

/* The shortest decimal m 10^*exponent in the rounding interval of the positive finite double with these
 * bits; of several equally short ones the closest. Schubfach (Giulietti 2021). */
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
	/* The interval is [c - 1/2, c + 1/2] 2^q, its ends included when c is even; below a power of two the lower half
	 * is only a quarter. k is the exponent at which the interval holds at least one decimal and at most
	 * ten; everything is scaled by 4 10^-k. */
	int odd = c & 1, close = fraction == 0 && biased > 1;
	int k = (int)(((int64_t)q * 1262611 - (close ? 524031 : 0)) >> 22);
	int h = q + floor_log2_pow10(-k) + 1;
	uint64_t g_hi = pow10_[-k - POW_MIN].hi, g_lo = pow10_[-k - POW_MIN].lo;
	if (-k < 0 || -k > 55) { /* the power is not exact: from above */
		g_lo++;
		g_hi += g_lo == 0;
	}
	uint64_t lower = times_odd(g_hi, g_lo, (4 * c - 2 + (uint64_t)close) << h) + (uint64_t)odd;
	uint64_t value = times_odd(g_hi, g_lo, (4 * c) << h);
	uint64_t upper = times_odd(g_hi, g_lo, (4 * c + 2) << h) - (uint64_t)odd;
	uint64_t s = value >> 2;

	if (s >= 10) { /* one digit less, if exactly one such decimal lies inside */
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

static const uint64_t ten_to[20] = {
	1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u, 10000000000u,
	100000000000u, 1000000000000u, 10000000000000u, 100000000000000u, 1000000000000000u, 10000000000000000u,
	100000000000000000u, 1000000000000000000u, 10000000000000000000u
};

static inline void put_eight(char *to, uint32_t v)
{
	uint32_t a = v / 10000, b = v % 10000;

	memcpy(to, pairs + 2 * (a / 100), 2);
	memcpy(to + 2, pairs + 2 * (a % 100), 2);
	memcpy(to + 4, pairs + 2 * (b / 100), 2);
	memcpy(to + 6, pairs + 2 * (b % 100), 2);
}

/* Decimal digits of v, 1 for 0: the number of bits gives it up to one. */
static inline int count_digits(uint64_t v)
{
	int t = (64 - __builtin_clzll(v | 1)) * 1233 >> 12;

	return t + (t == 0 || v >= ten_to[t]);
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

	/* as 17 digits from the left, 1 + 8 + 8, then without the zeros at the end */
	m *= ten_to[DIGITS - n];
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

/* ---- reading ---- */

/* Bits of the double nearest to w 10^q (Lemire 2021). Returns 1, or 0 when 128 bits of the product do not settle it: then
 * *bits is at most one double away. *bits is that of infinity when the number is too large. */
static inline int nearest(uint64_t w, int64_t q, uint64_t *bits)
{
	const uint64_t infinite = (uint64_t)2047 << 52;

	if (w == 0 || q < POW_MIN) {
		*bits = 0;
		return 1;
	}
	if (q > 308) {
		*bits = infinite;
		return 1;
	}
	int shift = __builtin_clzll(w);
	uint64_t g_hi = pow10_[q - POW_MIN].hi, g_lo = pow10_[q - POW_MIN].lo;
	if (q < 0 && q >= -27) { /* 5^-q fits 64 bits: the reciprocal from above decides ties */
		g_lo++;
		g_hi += g_lo == 0;
	}
	w <<= shift;
	u128 p = (u128)w * g_hi;
	uint64_t hi = (uint64_t)(p >> 64), lo = (uint64_t)p;
	if ((hi & 0x1FF) == 0x1FF) { /* a carry from further down could reach the bits that matter */
		uint64_t more = (uint64_t)(((u128)w * g_lo) >> 64);

		lo += more;
		hi += lo < more;
	}
	int sure = lo != ~(uint64_t)0 || (q >= -27 && q <= 55);
	int top = (int)(hi >> 63);
	uint64_t m = hi >> (top + 9); /* 54 bits: one more than needed */
	int e = floor_log2_pow10((int)q) + 63 + top - shift + 1023;
	if (e <= 0) { /* subnormal; never a tie with 19 digits. A carry into bit 52 makes the smallest normal number by itself */
		m = -e + 1 < 64 ? m >> (-e + 1) : 0;
		*bits = (m + (m & 1)) >> 1;
		return sure;
	}
	if (lo <= 1 && q >= -4 && q <= 23 && (m & 3) == 1 && m << (top + 9) == hi)
		m &= ~(uint64_t)1; /* exactly between two doubles: to the even one */
	m = (m + (m & 1)) >> 1;
	if (m >= (uint64_t)1 << 53) {
		m = (uint64_t)1 << 52;
		e++;
	}
	*bits = e >= 2047 ? infinite : (m & ~((uint64_t)1 << 52)) | (uint64_t)e << 52;
	return sure;
}

/* Nonnegative integers of up to 64 BIG_WORDS bits, for the rare cases. */
enum { BIG_WORDS = 112 };
struct big { int n; uint64_t w[BIG_WORDS]; };

static void big_times_plus(struct big *a, uint64_t factor, uint64_t plus)
{
	u128 carry = plus;

	for (int i = 0; i < a->n; i++) {
		carry += (u128)a->w[i] * factor;
		a->w[i] = (uint64_t)carry;
		carry >>= 64;
	}
	if (carry)
		a->w[a->n++] = (uint64_t)carry;
}

static void big_times_pow5(struct big *a, int64_t k)
{
	for (; k >= 27; k -= 27)
		big_times_plus(a, 7450580596923828125u, 0); /* 5^27 */
	for (; k > 0; k--)
		big_times_plus(a, 5, 0);
}

static void big_shift(struct big *a, int64_t bits)
{
	int words = (int)(bits / 64);

	big_times_plus(a, (uint64_t)1 << (bits % 64), 0);
	memmove(a->w + words, a->w, (size_t)a->n * sizeof a->w[0]);
	memset(a->w, 0, (size_t)words * sizeof a->w[0]);
	a->n += words;
}

static int big_compare(const struct big *a, const struct big *b)
{
	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	for (int i = a->n - 1; i >= 0; i--)
		if (a->w[i] != b->w[i])
			return a->w[i] < b->w[i] ? -1 : 1;
	return 0;
}

/* Compare d 10^q with the middle between the double of these bits and the next larger one. */
static int compare_middle(const struct big *d, int64_t q, uint64_t bits)
{
	uint64_t biased = bits >> 52, c = bits & 0xFFFFFFFFFFFFFu;
	int64_t e = biased ? (int64_t)biased - 1075 : -1074;
	struct big left = *d, right = { 1, { 2 * (biased ? c | (uint64_t)1 << 52 : c) + 1 } };

	/* left 10^q against right 2^(e - 1) */
	big_times_pow5(q < 0 ? &right : &left, q < 0 ? -q : q);
	if (q > e - 1)
		big_shift(&left, q - (e - 1));
	else
		big_shift(&right, e - 1 - q);
	return big_compare(&left, &right);
}

/* The bits for the digits in [s, end) (a point among them) times 10^q, exactly: a guess from the first 19, then steps
 * to the neighbour for as long as the number lies beyond the middle. A middle between two doubles has at most 768 digits,
 * so it is enough to know of the digits behind those whether they are all 0. */
static uint64_t nearest_exactly(const char *s, const char *end, int64_t q)
{
	enum { DIGITS = 780 };
	struct big d = { 0, { 0 } };
	uint64_t first = 0, bits;
	int64_t n = 0, n_first = 0, n_behind = 0;
	int more = 0;

	while (s < end && (*s == '0' || *s == '.'))
		s++;
	for (; s < end; s++) {
		unsigned v = (unsigned)*s - '0';

		if (*s == '.')
			continue;
		if (n_first < 19) {
			first = 10 * first + v;
			n_first++;
		}
		if (n < DIGITS) {
			big_times_plus(&d, 10, v);
			n++;
		} else {
			more |= v != 0;
			n_behind++;
		}
	}
	if (n + n_behind + q > 310)
		return (uint64_t)2047 << 52;
	if (n + n_behind + q < -330)
		return 0;
	nearest(first, q + n + n_behind - n_first, &bits);
	q += n_behind;
	if (more) {
		big_times_plus(&d, 10, 1);
		q--;
	}
	for (;;) {
		int above = bits >> 52 == 2047 ? -1 : compare_middle(&d, q, bits);

		if (above > 0 || (above == 0 && (bits & 1))) {
			bits++;
			continue;
		}
		int below = bits == 0 ? 1 : compare_middle(&d, q, bits - 1);
		if (below < 0 || (below == 0 && (bits & 1))) {
			bits--;
			continue;
		}
		return bits;
	}
}

/* Eight digits at once (little-endian machines): are they digits, and what do they say. */
static inline int eight_digits(const char *p, uint64_t *v)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	memcpy(v, p, 8);
	return (((*v + 0x4646464646464646u) | (*v - 0x3030303030303030u)) & 0x8080808080808080u) == 0;
#else
	(void)p;
	(void)v;
	return 0;
#endif
}

static inline uint32_t eight_value(uint64_t v)
{
	v -= 0x3030303030303030u;
	v = v * 10 + (v >> 8);
	return (uint32_t)(((v & 0x000000FF000000FFu) * 0x000F424000000064u +
	                   (v >> 16 & 0x000000FF000000FFu) * 0x0000271000000001u) >> 32);
}

static inline const char *get_digits(const char *p, uint64_t *w)
{
	uint64_t v;
	unsigned c;

	while (eight_digits(p, &v)) {
		*w = *w * 100000000 + eight_value(v);
		p += 8;
	}
	while ((c = (unsigned)*p - '0') < 10) {
		*w = *w * 10 + c;
		p++;
	}
	return p;
}

/* An exponent at p, if there is one with digits; what is larger than any that matters is cut off. */
static inline const char *get_exponent(const char *p, int64_t *q)
{
	enum { HUGE_EXPONENT = 1000000000 };
	const char *r = p + 1;
	int minus = *r == '-';
	int64_t e = 0;
	unsigned c;

	r += minus || *r == '+';
	if ((unsigned)*r - '0' >= 10)
		return p;
	for (; (c = (unsigned)*r - '0') < 10; r++)
		if (e < HUGE_EXPONENT)
			e = 10 * e + c;
	*q += minus ? -e : e;
	return r;
}

const char *number_get(const char *s, double *x)
{
	const uint64_t infinite = (uint64_t)2047 << 52;
	int minus = *s == '-';
	const char *begin = s + (minus || *s == '+'), *p, *end;
	uint64_t w = 0, bits;
	int64_t q = 0;

	p = get_digits(begin, &w);
	int64_t n = p - begin;
	if (*p == '.') {
		const char *fraction = p + 1;

		p = get_digits(fraction, &w);
		q = fraction - p;
		n -= q;
	}
	if (n == 0)
		return NULL;
	end = p;
	if ((*p | 32) == 'e')
		p = get_exponent(p, &q);

	if (n > 19) { /* zeros in front do not count */
		for (const char *z = begin; z < end && (*z == '0' || *z == '.'); z++)
			n -= *z == '0';
	}
	if (n <= 19 && w <= (uint64_t)1 << 53 && q >= -22 && q <= 22) {
		double v = (double)(int64_t)w; /* both exact, so the result is rounded once (Clinger 1990) */

		v = q < 0 ? v / exact_pow10[-q] : v * exact_pow10[q];
		*x = minus ? -v : v;
		return p;
	}
	if (n > 19 || !nearest(w, q, &bits))
		bits = nearest_exactly(begin, end, q);
	if (bits == infinite)
		return NULL;
	bits |= (uint64_t)minus << 63;
	memcpy(x, &bits, sizeof bits);
	return p;
}

const char *number_get_int(const char *s, int64_t *x)
{
	int minus = *s == '-';
	const char *begin = s + (minus || *s == '+'), *p = begin;
	uint64_t v = 0;
	unsigned c;

	while (*p == '0')
		p++;
	const char *first = p;
	while ((c = (unsigned)*p - '0') < 10) {
		v = 10 * v + c;
		p++;
	}
	if (p == begin || p - first > 19 || v > (uint64_t)INT64_MAX + (uint64_t)minus)
		return NULL;
	*x = minus ? (int64_t)-v : (int64_t)v;
	return p;
}

/* A copy of s with room behind it, in room if it fits there. */
static char *padded(const char *s, char *room, size_t size)
{
	size_t n = strlen(s);
	char *p = n + 16 <= size ? room : mem_new(n + 16, 1);

	memcpy(p, s, n);
	memset(p + n, 0, 16);
	return p;
}

int number_parse(const char *s, double *x)
{
	char room[128], *p = padded(s, room, sizeof room);
	double v;
	const char *end = number_get(p, &v);
	int good = end && *end == 0;

	if (good)
		*x = v;
	if (p != room)
		free(p);
	return good ? 0 : -1;
}

int number_parse_int(const char *s, int64_t *x)
{
	char room[128], *p = padded(s, room, sizeof room);
	int64_t v;
	const char *end = number_get_int(p, &v);
	int good = end && *end == 0;

	if (good)
		*x = v;
	if (p != room)
		free(p);
	return good ? 0 : -1;
}
