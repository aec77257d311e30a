/* exact.c: sums that do not depend on the order of what is added */
#include "base/exact.h"

#include <math.h>

#include "base/wide.h"

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

/* What blocks have left goes to the bins. */
static void flush(struct exact *e)
{
	if (!e->pooled)
		return;
	exact_add(e, e->high);
	exact_add(e, e->low);
	exact_add(e, e->last);
	e->high = e->low = e->last = 0;
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
 * exact and at most u / 2. Sums of such multiples are exact as long as they stay below 2^53 u: thousands of blocks, if none is
 * larger than 2^(e-14). Two more rounds with M 2^-36 and M 2^-72 take what is above 2^(e-124); if something is left after
 * these, a block is added number by number. */
enum { POOL = 4000 };
struct split { double size, high, low, last, rest; };

static WIDE_INLINE void split_loop(int n, const double *restrict x, double coarse, struct split *restrict s)
{
	double fine = coarse * 0x1p-36, finest = coarse * 0x1p-72, size = 0, high = 0, low = 0, last = 0, rest = 0;

#pragma omp simd reduction(+ : size, high, low, last, rest)
	for (int k = 0; k < n; k++) {
		double p = (x[k] + coarse) - coarse, r = x[k] - p, q = (r + fine) - fine, t = r - q, z = (t + finest) - finest;

		size += fabs(x[k]);
		high += p;
		low += q;
		last += z;
		rest += fabs(t - z);
	}
	s->size = size;
	s->high = high;
	s->low = low;
	s->last = last;
	s->rest = rest;
}
WIDE_LOOP(split, (int n, const double *restrict x, double coarse, struct split *restrict s), (n, x, coarse, s))

/* Begin to pool blocks of about this size. */
static void pool_begin(struct exact *e, double size)
{
	uint64_t u;

	flush(e);
	memcpy(&u, &size, sizeof u);
	u = ((u >> 52) + 18) << 52;
	memcpy(&e->coarse, &u, sizeof u);
	e->most = e->coarse * 0x1p-14;
	e->coarse *= 1.5;
}

void exact_add_all(int wide, struct exact *e, int n, const double *x)
{
	struct split s;

	split(wide)(n, x, e->coarse, &s);
	if (s.size == 0)
		return;
	if (s.size > 0x1p-700 && s.size < 0x1p700) { /* else very small, very large, or not a number */
		if (!(s.size <= e->most) || (s.rest != 0 && s.size < e->most * 0x1p-20)) {
			pool_begin(e, s.size);
			split(wide)(n, x, e->coarse, &s);
		}
		if (s.rest == 0) {
			e->high += s.high;
			e->low += s.low;
			e->last += s.last;
			if (++e->pooled == POOL)
				flush(e);
			return;
		}
	}
	for (int k = 0; k < n; k++)
		exact_add(e, x[k]);
}
