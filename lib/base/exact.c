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

void exact_merge(struct exact *to, struct exact *from)
{
	int first, end;

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

/* With all |x| together below 2^(e+1) and M = 1.5 2^(e+6), (x + M) - M is x rounded to a multiple of 2^(e-46), and the rest x
 * less that is exact and at most 2^(e-47). Sums of sixteen such multiples are exact too. A second round takes what is above
 * 2^(e-94). */
struct split { double size, high, low, rest; };

static WIDE_INLINE void size_loop(int n, const double *restrict x, struct split *restrict s)
{
	double size = 0;

#pragma omp simd reduction(+ : size)
	for (int k = 0; k < n; k++)
		size += fabs(x[k]);
	s->size = size;
}
WIDE_LOOP(size, (int n, const double *restrict x, struct split *restrict s), (n, x, s))

static WIDE_INLINE void split_loop(int n, const double *restrict x, double coarse, double fine, struct split *restrict s)
{
	double high = 0, low = 0, rest = 0;

#pragma omp simd reduction(+ : high, low, rest)
	for (int k = 0; k < n; k++) {
		double p = (x[k] + coarse) - coarse, r = x[k] - p, q = (r + fine) - fine;

		high += p;
		low += q;
		rest += fabs(r - q);
	}
	s->high = high;
	s->low = low;
	s->rest = rest;
}
WIDE_LOOP(split, (int n, const double *restrict x, double coarse, double fine, struct split *restrict s),
	(n, x, coarse, fine, s))

void exact_add_all(int wide, struct exact *e, int n, const double *x)
{
	struct split s;
	uint64_t u;

	size(wide)(n, x, &s);
	if (s.size == 0)
		return;
	if (s.size > 0x1p-900 && s.size < 0x1p900) { /* else very small, very large, or not a number */
		double coarse;

		memcpy(&u, &s.size, sizeof u);
		u = ((u >> 52) + 6) << 52 | UINT64_C(1) << 51;
		memcpy(&coarse, &u, sizeof coarse);
		split(wide)(n, x, coarse, coarse * 0x1p-48, &s);
		if (s.rest == 0) {
			exact_add(e, s.high);
			exact_add(e, s.low);
			return;
		}
	}
	for (int k = 0; k < n; k++)
		exact_add(e, x[k]);
}
