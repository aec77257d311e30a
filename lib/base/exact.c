/* exact.c: sums that do not depend on the order of what is added */
#include "base/exact.h"

#include <math.h>

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
	if (to->n > 0)
		exact_carry(to);
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
