/* exact.c: sums that do not depend on the order of what is added */
#include "base/exact.h"

#include <math.h>

#include "base/quad.h"

/* The bins that may hold something are from .. to-1: a carry goes two above the first bin of a summand at most, since a sum of
 * fewer than 2^31 of the largest doubles ends there. */
static void range(const struct exact *e, int *from, int *to)
{
	*from = e->used ? __builtin_ctzll(e->used) : 0;
	*to = e->used ? 66 - __builtin_clzll(e->used) : 0;
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

/* Every bin but the last becomes 0 .. 2^32-1. */
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

/* What blocks have left goes to the bins. The lanes of a level add up exactly, as blocks do. */
static void flush(struct exact *e)
{
	if (!e->pooled)
		return;
	for (int k = 0; k < EXACT_LEVELS; k++) {
		double *p = e->pool[k];

		exact_add(e, (p[0] + p[1]) + (p[2] + p[3]));
		p[0] = p[1] = p[2] = p[3] = 0;
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

/* The bins of a sum below 0 are turned round first, so that they do not depend on how many there are. */
double exact_take(struct exact *e)
{
	int from, to, k, negative;

	flush(e);
	double sum = 0, odd = e->odd;

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
	for (int last = k - 2 > from ? k - 2 : from; k >= last; k--) /* the first of them may have one bit only */
		sum += ldexp((double)e->bin[k], 32 * k - 1075);
	clear(e);
	return odd == 0 ? negative ? -sum : sum : odd;
}

/* With M = 1.5 2^e and |x| below 2^(e-1), (x + M) - M is x rounded to a multiple of u = 2^(e-52), and the rest x less that is
 * exact and at most u / 2. Sums of such multiples are exact as long as they stay below 2^53 u: of a thousand blocks, if no
 * number is larger than 2^(e-15). Three more rounds with M 2^-36, M 2^-72 and M 2^-108 take what is above 2^(e-160). If
 * something is left after these, or a number is too large, the pool stays as it was. */
enum { POOL = 1000, LANES = 4 };

static WIDE_INLINE void pool_loop(int n, const double *restrict x, struct exact *restrict e, int *bad)
{
	typedef int64_t flags __attribute__((vector_size(32)));
	const flags size = { INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX };
	double most = e->most, c0 = e->coarse, c1 = c0 * 0x1p-36, c2 = c0 * 0x1p-72, c3 = c0 * 0x1p-108;
	quad sum[EXACT_LEVELS];
	flags odd = { 0 };

	for (int k = 0; k < EXACT_LEVELS; k++)
		sum[k] = *(quad *)e->pool[k];
	for (int k = 0; k < n; k += LANES) {
		quad v = *(const quad *)(x + k), p0 = (v + c0) - c0, r0 = v - p0, p1 = (r0 + c1) - c1, r1 = r0 - p1;
		quad p2 = (r1 + c2) - c2, r2 = r1 - p2, p3 = (r2 + c3) - c3;

		sum[0] += p0;
		sum[1] += p1;
		sum[2] += p2;
		sum[3] += p3;
		odd |= (flags)((quad)((flags)v & size) > most) | (flags)(r2 != p3); /* of what is no number, too */
	}
	*bad = (odd[0] | odd[1] | odd[2] | odd[3]) != 0;
	for (int k = 0; k < EXACT_LEVELS && !*bad; k++)
		*(quad *)e->pool[k] = sum[k];
}
WIDE_LOOP(pool, (int n, const double *restrict x, struct exact *restrict e, int *bad), (n, x, e, bad))

/* Begin to pool blocks of about this size. */
static void pool_begin(struct exact *e, double size)
{
	uint64_t u;

	flush(e);
	memcpy(&u, &size, sizeof u);
	u = ((u >> 52) + 22) << 52;
	memcpy(&e->coarse, &u, sizeof u);
	e->most = e->coarse * 0x1p-15;
	e->coarse *= 1.5;
}

void exact_add_all(int wide, struct exact *e, int n, const double *x)
{
	double filled[EXACT_BLOCK], size = 0;
	int bad;

	if (n % LANES) {
		memset(filled + n / LANES * LANES, 0, LANES * sizeof *filled);
		memcpy(filled, x, (size_t)n * sizeof *x);
		x = filled;
	}
	pool(wide)(n, x, e, &bad);
	for (int k = 0; k < n && bad; k++)
		size += fabs(x[k]);
	/* else very small, very large, or not a number */
	if (bad && size > 0x1p-700 && size < 0x1p700 && (!(size <= e->most) || size < e->most * 0x1p-20)) {
		pool_begin(e, size);
		pool(wide)(n, x, e, &bad);
	}
	for (int k = 0; k < n && bad; k++)
		exact_add(e, x[k]);
	if (!bad && ++e->pooled == POOL)
		flush(e);
}
