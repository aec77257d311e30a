/* number_get.c: convert text into integers and the nearest doubles (Clinger 1990; Lemire 2021)
 *
 * For most numbers, one or two products with a power of ten decide. For a few, integers of any length are compared. */
#include "number.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number_table.h"

static const uint64_t infinite = (uint64_t)2047 << 52;

/* Find the bits of the double nearest to w 10^q (Lemire 2021). Returns 1, or 0 if 128 bits of the product do not decide; *bits is
 * then off by at most one double. If the number is too large, *bits is infinity. */
static inline int nearest(uint64_t w, int64_t q, uint64_t *bits)
{
	if (w == 0 || q < POW_MIN) {
		*bits = 0;
		return 1;
	}
	if (q > 308) {
		*bits = infinite;
		return 1;
	}
	int shift = __builtin_clzll(w);
	uint64_t g_hi = number_pow10[q - POW_MIN].hi, g_lo = number_pow10[q - POW_MIN].lo;
	if (q < 0 && q >= -27) { /* 5^-q fits 64 bits: the reciprocal from above decides ties */
		g_lo++;
		g_hi += g_lo == 0;
	}
	w <<= shift;
	struct product p = product_of(w, g_hi, 0);
	uint64_t hi = p.hi, lo = p.lo;
	if ((hi & 0x1FF) == 0x1FF) { /* a carry from lower bits could reach the bits that matter */
		uint64_t more = product_of(w, g_lo, 0).hi;

		lo += more;
		hi += lo < more;
	}
	int sure = lo != ~(uint64_t)0 || (q >= -27 && q <= 55);
	int top = (int)(hi >> 63);
	uint64_t m = hi >> (top + 9); /* 54 bits: one more than needed */
	int e = floor_log2_pow10((int)q) + 63 + top - shift + 1023;
	if (e <= 0) { /* subnormal; never a tie with 19 digits. A carry into bit 52 gives the smallest normal number */
		m = -e + 1 < 64 ? m >> (-e + 1) : 0;
		*bits = (m + (m & 1)) >> 1;
		return sure;
	}
	if (lo <= 1 && q >= -4 && q <= 23 && (m & 3) == 1 && m << (top + 9) == hi)
		m &= ~(uint64_t)1; /* exactly between two doubles: round to even */
	m = (m + (m & 1)) >> 1;
	if (m >= (uint64_t)1 << 53) {
		m = (uint64_t)1 << 52;
		e++;
	}
	*bits = e >= 2047 ? infinite : (m & ~((uint64_t)1 << 52)) | (uint64_t)e << 52;
	return sure;
}

/* Nonnegative integers of up to 64 BIG_WORDS bits, for rare cases. */
enum { BIG_WORDS = 112 };
struct big { int n; uint64_t w[BIG_WORDS]; };

static void big_times_plus(struct big *a, uint64_t factor, uint64_t plus)
{
	struct product p = { plus, 0 };

	for (int i = 0; i < a->n; i++) {
		p = product_of(a->w[i], factor, p.hi);
		a->w[i] = p.lo;
	}
	if (p.hi)
		a->w[a->n++] = p.hi;
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

/* Compare d 10^q with the midpoint between the double of these bits and the next larger double. */
static int compare_middle(const struct big *d, int64_t q, uint64_t bits)
{
	uint64_t biased = bits >> 52, c = bits & 0xFFFFFFFFFFFFFu;
	int64_t e = biased ? (int64_t)biased - 1075 : -1074;
	struct big left = *d, right = { 1, { 2 * (biased ? c | (uint64_t)1 << 52 : c) + 1 } };

	/* compare left 10^q with right 2^(e - 1) */
	big_times_pow5(q < 0 ? &right : &left, q < 0 ? -q : q);
	if (q > e - 1)
		big_shift(&left, q - (e - 1));
	else
		big_shift(&right, e - 1 - q);
	return big_compare(&left, &right);
}

/* The exact bits for the digits in [s, end) (perhaps with a point) times 10^q. Begin with a guess from the first 19 digits,
 * then step to the neighbouring double while the number lies beyond the midpoint. A midpoint between two doubles has at most
 * 768 digits, so for later digits it only matters whether they are all 0. */
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
		return infinite;
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

/* The value of eight digits, the first in the lowest byte. */
static inline uint32_t eight_value(uint64_t v)
{
	v -= 0x3030303030303030u;
	v = v * 10 + (v >> 8);
	return (uint32_t)(((v & 0x000000FF000000FFu) * 0x000F424000000064u +
	                   (v >> 16 & 0x000000FF000000FFu) * 0x0000271000000001u) >> 32);
}

/* Append the digits at p to *w, eight bytes at a time; return their end. The lowest byte with a bit in t is the first that is no
 * digit (carries and borrows come only from such bytes). The k digits before it are shifted, with 8 - k leading zeros. */
static inline const char *get_digits(const char *p, uint64_t *w)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	for (;;) {
		uint64_t v, t;

		memcpy(&v, p, 8);
		t = ((v + 0x4646464646464646u) | (v - 0x3030303030303030u)) & 0x8080808080808080u;
		if (t) {
			int k = __builtin_ctzll(t) >> 3;

			v = v << 8 << (56 - 8 * k) | (uint64_t)0x3030303030303030u >> 8 * k;
			*w = *w * number_ten_to[k] + eight_value(v);
			return p + k;
		}
		*w = *w * 100000000 + eight_value(v);
		p += 8;
	}
#else
	unsigned c;

	for (; (c = (unsigned)*p - '0') < 10; p++)
		*w = *w * 10 + c;
	return p;
#endif
}

/* Read the exponent at p, if there is one with digits. Huge exponents are limited. */
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

/* A number as it is written: without its sign, the digits in [begin, end), n of them, with the value w if they are at most 19,
 * times 10^q. behind: the end of its text. */
struct written { int minus; const char *begin, *end, *behind; uint64_t w; int64_t n, q; };

/* Read the digits and the exponent of a number; w.n = 0 if there is none. */
static inline __attribute__((always_inline)) struct written get_written(const char *s)
{
	struct written d = { .minus = *s == '-' };
	const char *p;

	d.begin = s + (d.minus | (*s == '+'));
	if (d.begin[1] == '.' && (unsigned)*d.begin - '0' < 10) { /* as most numbers */
		d.w = (unsigned)*d.begin - '0';
		p = d.begin + 1;
	} else {
		p = get_digits(d.begin, &d.w);
	}
	d.n = p - d.begin;
	if (*p == '.') {
		const char *fraction = p + 1;

		p = get_digits(fraction, &d.w);
		d.q = fraction - p;
		d.n -= d.q;
	}
	d.behind = d.end = p;
	if (d.n > 0 && (*p | 32) == 'e')
		d.behind = get_exponent(p, &d.q);
	return d;
}

static double signed_double(uint64_t bits, int minus)
{
	double x;

	bits |= (uint64_t)minus << 63;
	memcpy(&x, &bits, sizeof x);
	return x;
}

/* The rare cases: many digits, and those that the product with a power of ten does not decide. Apart from number_get, which needs
 * fewer registers then. */
static __attribute__((noinline)) const char *get_long(const char *s, double *x)
{
	const struct written d = get_written(s);
	int64_t n = d.n;
	uint64_t bits;

	for (const char *z = d.begin; z < d.end && (*z == '0' || *z == '.'); z++)
		n -= *z == '0'; /* leading zeros do not count */
	if (n > 19 || !nearest(d.w, d.q, &bits))
		bits = nearest_exactly(d.begin, d.end, d.q);
	if (bits == infinite)
		return NULL;
	*x = signed_double(bits, d.minus);
	return d.behind;
}

const char *number_get(const char *s, double *x)
{
	const struct written d = get_written(s);
	uint64_t bits;

	if (d.n == 0)
		return NULL;
	if (d.n <= 15 && d.q >= -22 && d.q <= 22) {
		double v = (double)(int64_t)d.w; /* both factors are exact, so the result is rounded once (Clinger 1990) */

		v = d.q < 0 ? v / number_exact_pow10[-d.q] : v * number_exact_pow10[d.q];
		*x = d.minus ? -v : v;
		return d.behind;
	}
	if (d.n > 19 || !nearest(d.w, d.q, &bits))
		return get_long(s, x);
	if (bits == infinite)
		return NULL;
	*x = signed_double(bits, d.minus);
	return d.behind;
}

const char *number_get_int(const char *s, int64_t *x)
{
	int minus = *s == '-';
	const char *begin = s + (minus || *s == '+'), *p;
	uint64_t v = 0;

	p = get_digits(begin, &v);
	if (p - begin > 19) /* leading zeros do not count */
		while (*begin == '0' && p - begin > 1)
			begin++;
	if (p == begin || p - begin > 19 || v > (uint64_t)INT64_MAX + (uint64_t)minus)
		return NULL;
	*x = minus ? (int64_t)-v : (int64_t)v;
	return p;
}

/* A copy of s followed by zero bytes, in room if it fits there. */
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
