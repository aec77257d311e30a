/* exact.c: sums that do not depend on the order of their summands */
#include "base/exact.h"

#include <math.h>

#include "base/quad.h"

/* Only bins from .. to may be nonzero. After a carry, bin to has the sign. A carry reaches at most CARRIED bins above the first
 * bin of a summand, because a sum of fewer than 2^31 of the largest doubles ends there. */
enum { CARRIED = 3 };

static void range(const struct exact *e, int *from, int *to)
{
	*from = e->used ? __builtin_ctzll(e->used) : 0;
	*to = e->used ? 63 - __builtin_clzll(e->used) + CARRIED : 0;
}

static void clear(struct exact *e)
{
	int from, to;

	range(e, &from, &to);
	memset(e->bin + from, 0, (size_t)(to + 1 - from) * sizeof *e->bin);
	e->used = 0;
	e->n = 0;
	e->odd = 0;
}

/* Afterwards every bin except the last is in 0 .. 2^32-1. */
void exact_carry(struct exact *e)
{
	int from, to;

	range(e, &from, &to);
	for (int k = from; k < to; k++) {
		e->bin[k + 1] += e->bin[k] >> 32;
		e->bin[k] &= UINT32_MAX;
	}
	e->n = 0;
}

/* Let M = 1.5 2^52 units and |x| < 2^51 units. Then the bits of x + M minus the bits of M are the whole number of units nearest
 * to x. The rest of x is exact and at most half a unit. Two more rounds with units of 2^-52 and 2^-104 take all bits of x above
 * 2^-105. A sum of 2^11 numbers of units is at most 2^62. */
enum { POOL = 1 << 11, LANES = OCTET };
static const double big = 0x1.8p52, next_unit = 0x1p-52;

static WIDE_INLINE uint64_t bits_of(double x)
{
	uint64_t u;

	memcpy(&u, &x, sizeof u);
	return u;
}

/* Move the pool to the bins, the upper and the lower half of each sum separately. */
static void flush(struct exact *e)
{
	double unit = e->unit;

	for (int k = 0; k < EXACT_LEVELS && e->pooled; k++, unit *= next_unit) {
		uint64_t sum = 0;

		for (int z = 0; z < LANES; z++) {
			sum += e->pool[k][z];
			e->pool[k][z] = 0;
		}
		int64_t whole = (int64_t)(sum - (uint64_t)e->pooled * bits_of(big * unit));
		exact_add(e, (double)(whole >> 32) * 0x1p32 * unit);
		exact_add(e, (double)(whole & UINT32_MAX) * unit);
	}
	e->pooled = 0;
}

void exact_merge(struct exact *to, struct exact *from)
{
	int first, end;

	flush(from);
	to->odd += from->odd;
	from->odd = 0;
	if (!from->used)
		return;
	exact_carry(from);
	range(from, &first, &end);
	for (int k = first; k <= end; k++)
		to->bin[k] += from->bin[k];
	to->used |= from->used;
	exact_carry(to);
	clear(from);
}

static void unpack(struct exact *to, const struct exact_part *p)
{
	to->odd += p->odd;
	for (int k = 0; k < p->n; k++) {
		uint32_t bits = (uint32_t)(p->bin[k / 2] >> 32 * (k % 2));

		to->bin[p->from + k] += k == p->n - 1 ? (int32_t)bits : (int64_t)bits;
	}
	if (p->n > 0)
		to->used |= UINT64_C(1) << p->from | UINT64_C(1) << (p->from + p->n - 1 - CARRIED);
	exact_carry(to);
}

void exact_pack(struct exact *e, int64_t when, struct exact_part *p)
{
	int from, to;

	flush(e);
	if (p->when == when && p->n >= 0)
		unpack(e, p);
	exact_carry(e);
	range(e, &from, &to);
	*p = (struct exact_part){ .when = when, .odd = e->odd, .from = from, .n = e->used ? to - from + 1 : 0 };
	if (p->n > EXACT_PART || e->bin[to] != (int32_t)e->bin[to]) {
		p->n = -1;
		return;
	}
	for (int k = 0; k < p->n; k++)
		p->bin[k / 2] |= (uint64_t)(uint32_t)e->bin[from + k] << 32 * (k % 2);
	clear(e);
}

void exact_merge_packed(struct exact *to, struct exact *from, int64_t when, const struct exact_part *p)
{
	if (p->when == when && p->n >= 0)
		unpack(to, p);
	else if (from != to)
		exact_merge(to, from);
}

void exact_store(struct exact *e, struct exact_bins *b)
{
	flush(e);
	exact_carry(e);
	memcpy(b->bin, e->bin, sizeof b->bin);
	b->used = e->used;
	b->odd = e->odd;
	clear(e);
}

void exact_join(struct exact_bins *to, const struct exact_bins *from)
{
	for (int k = 0; k < EXACT_BINS; k++)
		to->bin[k] += from->bin[k];
	to->used |= from->used;
	to->odd += from->odd;
}

void exact_load(struct exact *e, const struct exact_bins *b)
{
	exact_carry(e);
	for (int k = 0; k < EXACT_BINS; k++)
		e->bin[k] += b->bin[k];
	e->used |= b->used;
	e->odd += b->odd;
	exact_carry(e);
}

/* A negative sum is negated bin by bin first, so that the result does not depend on the number of bins. */
double exact_take(struct exact *e)
{
	int from, to, k, negative;

	flush(e);
	double sum = 0, odd = e->odd;

	if (!e->used && odd == 0)
		return 0;
	exact_carry(e);
	range(e, &from, &to);
	negative = e->bin[to] < 0;
	if (negative) {
		for (k = from; k <= to; k++)
			e->bin[k] = -e->bin[k];
		exact_carry(e);
	}
	for (k = to; k > from && e->bin[k] == 0; k--)
		;
	for (int last = k - 2 > from ? k - 2 : from; k >= last; k--) /* add three bins, because the highest may hold only one bit */
		sum += ldexp((double)e->bin[k], 32 * k - 1075);
	clear(e);
	return odd == 0 ? negative ? -sum : sum : odd;
}

/* Pool the numbers x[n] in vectors; the type `whole` holds their bits. If a rest of a number remains after the last level, or if
 * a number is too large (this shows in the exponent of x + M), *bad is set and the pool stays as it was. */
#define POOL_LOOP(name, vector, whole) \
	static WIDE_INLINE void name(int n, const double *restrict x, struct exact *restrict e, int *bad) \
	{ \
		enum { MANY = sizeof(vector) / sizeof *x }; \
		double u = e->unit; \
		const vector no = { 0 }, m[EXACT_LEVELS] = { no + big * u, no + big * next_unit * u, no + big * next_unit * next_unit * u }; \
		whole differ = { 0 }, rest = { 0 }, sum[EXACT_LEVELS]; \
		uint64_t some = 0; \
\
		QUAD_UNROLL \
		for (int k = 0; k < EXACT_LEVELS; k++) \
			sum[k] = *(whole *)e->pool[k]; \
		for (int k = 0; k < n; k += MANY) { \
			vector r = *(const vector *)(x + k); \
\
			differ |= (whole)(r + m[0]) ^ (whole)m[0]; \
			QUAD_UNROLL \
			for (int z = 0; z < EXACT_LEVELS; z++) { \
				vector units = r + m[z]; \
\
				sum[z] += (whole)units; \
				r -= units - m[z]; \
			} \
			rest |= (whole)r; \
		} \
		differ = differ >> 52 | rest << 1; /* -0 counts as 0; NaN has another exponent */ \
		QUAD_UNROLL \
		for (int z = 0; z < MANY; z++) \
			some |= differ[z]; \
		*bad = some != 0; \
		if (*bad) \
			return; \
		QUAD_UNROLL \
		for (int k = 0; k < EXACT_LEVELS; k++) \
			*(whole *)e->pool[k] = sum[k]; \
	}

POOL_LOOP(pool_quads, quad, quad_bits)
POOL_LOOP(pool_octets, octet, octet_bits)

static WIDE_INLINE void pool_loop(int lanes, int n, const double *restrict x, struct exact *restrict e, int *bad)
{
	if (lanes == OCTET)
		pool_octets(n, x, e, bad);
	else
		pool_quads(n, x, e, bad);
}
WIDE_LOOP_LANES(pool, (int n, const double *restrict x, struct exact *restrict e, int *bad), n, x, e, bad)

/* Set *some to 0 if the numbers x[n] are all 0. */
static WIDE_INLINE void some_loop(int n, const double *x, uint64_t *some)
{
	uint64_t bits = 0;

#pragma omp simd reduction(|:bits)
	for (int k = 0; k < n; k++)
		bits |= bits_of(x[k]);
	*some = bits << 1; /* without signs */
}
WIDE_LOOP(some, (int n, const double *x, uint64_t *some), (n, x, some))

/* Begin to pool blocks of numbers of about this size. */
static void pool_begin(struct exact *e, double size)
{
	uint64_t unit = ((bits_of(size) >> 52) - 41) << 52;

	flush(e);
	memcpy(&e->unit, &unit, sizeof unit);
}

void exact_add_all(int wide, struct exact *e, int n, const double *x)
{
	double filled[EXACT_BLOCK], size = 0;
	int bad = 1, all = (n + LANES - 1) / LANES * LANES;
	uint64_t not_zero = 1;

	if (n % LANES) {
		memset(filled + all - LANES, 0, LANES * sizeof *filled);
		memcpy(filled, x, (size_t)n * sizeof *x);
		x = filled;
	}
	if (e->pooled + all > POOL)
		flush(e);
	if (e->unit > 0)
		pool(wide)(all, x, e, &bad);
	if (bad)
		some(wide)(all, x, &not_zero);
	if (!not_zero) /* without friction, most terms are 0 */
		return;
	for (int k = 0; k < n && bad; k++)
		size += fabs(x[k]);
	/* otherwise the numbers are very small, very large or NaN */
	if (bad && size > 0x1p-700 && size < 0x1p700 && !(size <= 0x1p50 * e->unit && size >= 0x1p30 * e->unit)) {
		pool_begin(e, size);
		pool(wide)(all, x, e, &bad);
	}
	for (int k = 0; k < n && bad; k++)
		exact_add(e, x[k]);
	e->pooled += bad ? 0 : all;
}
