/* exact.h: sums that do not depend on the order of their summands.
 *
 * A double is a whole number of units of 2^-1075. It is added to bins of 32 bits each, with room for the carries of a thousand
 * additions. Nothing is rounded until exact_take, so that threads may add in any order. */
#ifndef SCREE_EXACT_H
#define SCREE_EXACT_H

#include <stdint.h>
#include <string.h>

enum { EXACT_BINS = 67, EXACT_MOST = 1000, EXACT_LEVELS = 3, EXACT_BLOCK = 64 };

/* The empty sum is all 0. */
struct exact {
	int64_t bin[EXACT_BINS]; /* in units of 2^(32 k - 1075) */
	uint64_t used;           /* bit k: a summand had its lowest bits in bin k */
	int n;                   /* additions since the last carry */
	double odd;              /* sum of the summands that are infinite or NaN */
	/* the pool of exact_add_all: sums of the bits of numbers on levels with the units 1, 2^-52 and 2^-104 times unit; `pooled` is
	 * the number of numbers in it */
	uint64_t pool[EXACT_LEVELS][8];
	double unit;
	int pooled;
};

/* A sum in one cache line, for another thread to read. `when` distinguishes it from earlier sums; odd is as above. Bins from ..
 * from + n - 1 stand in bin, two in each item; the last bin has the sign of the sum. n < 0: the bins did not fit. */
enum { EXACT_PART = 10 };
struct exact_part { int64_t when; double odd; int from, n; uint64_t bin[EXACT_PART / 2]; };

/* A sum as a record for other processes. Records may be joined in any order: no bit of the sum depends on it. */
struct exact_bins { int64_t bin[EXACT_BINS]; uint64_t used; double odd; };

/* Carry the bits above 32 to the next bins. */
void exact_carry(struct exact *e);

/* to += from; from becomes empty. */
void exact_merge(struct exact *to, struct exact *from);

/* Move the sum to p. If p already holds a sum with the same `when`, the two are added. e becomes empty, unless the bins do not
 * fit in p. */
void exact_pack(struct exact *e, int64_t when, struct exact_part *p);

/* If p holds a sum with this `when`, do to += p and leave p as it is. Otherwise do the same as exact_merge. to may be from. */
void exact_merge_packed(struct exact *to, struct exact *from, int64_t when, const struct exact_part *p);

/* Move the sum to a record; e becomes empty. */
void exact_store(struct exact *e, struct exact_bins *b);
/* to += from, of less than 2^31 records. */
void exact_join(struct exact_bins *to, const struct exact_bins *from);
/* e += b. */
void exact_load(struct exact *e, const struct exact_bins *b);

/* The sum, within one unit in the last place; not finite if a summand was not finite. e becomes empty. */
double exact_take(struct exact *e);

/* Add a double to the sum. */
static inline void exact_add(struct exact *e, double x)
{
	uint64_t u;

	memcpy(&u, &x, sizeof u);
	int power = (int)(u >> 52 & 0x7ff);
	if (u << 1 == 0)
		return;
	if (power == 0x7ff) {
		e->odd += x;
		return;
	}
	uint64_t sign = u >> 63 ? UINT64_MAX : 0, whole = u & ((UINT64_C(1) << 52) - 1);
	whole |= (uint64_t)(power > 0) << 52; /* the leading bit, which subnormal numbers do not have */
	power += power == 0;
	int64_t m = (int64_t)((whole ^ sign) - sign);
	int k = power >> 5, shift = power & 31;
	e->bin[k] += (int64_t)((uint64_t)m << shift & UINT32_MAX);
	e->bin[k + 1] += m >> (32 - shift);
	e->used |= UINT64_C(1) << k;
	if (++e->n == EXACT_MOST)
		exact_carry(e);
}

/* Add x[n], n <= EXACT_BLOCK, in vectors; wide: see base/wide.h. */
void exact_add_all(int wide, struct exact *e, int n, const double *x);

#endif
