/* exact.h: sums that do not depend on the order of what is added.
 *
 * A number is added as what it is, a whole number of units of 2^-1075, to bins of 32 bits each that have room for the
 * carries of a thousand additions. So nothing is rounded until the sum is asked for, and threads may add in any order.
 */
#ifndef SCREE_EXACT_H
#define SCREE_EXACT_H

#include <stdint.h>
#include <string.h>

enum { EXACT_BINS = 67, EXACT_MOST = 1000, EXACT_LEVELS = 3, EXACT_BLOCK = 64 };

/* All 0 is a sum of nothing. */
struct exact {
	int64_t bin[EXACT_BINS]; /* in units of 2^(32 k - 1075) */
	uint64_t used;           /* of the bins 0 to 63 those that were added to first, as bits */
	int n;                   /* additions since the last carry */
	double odd;              /* sum of what is not finite */
	/* of blocks of up to 64, see exact_add_all: sums of bits; the unit of their lowest ones in the first level, of which
	 * those of the others are 2^-52 each; how many there are */
	uint64_t pool[EXACT_LEVELS][8];
	double unit;
	int pooled;
};

/* What a sum holds, on one line of memory, for another thread to take: when, so that it is not taken for what it held before;
 * what is not finite; and its n bins from the first one on, two by two, the last one with its sign. n < 0: they found no room. */
enum { EXACT_PART = 10 };
struct exact_part { int64_t when; double odd; int from, n; uint64_t bin[EXACT_PART / 2]; };

/* Carry what is above 32 bits on to the next bins. */
void exact_carry(struct exact *e);

/* to += from, which begins anew. */
void exact_merge(struct exact *to, struct exact *from);

/* The sum moves to p, to what has moved there at this time already, and begins anew; unless it finds no room. */
void exact_pack(struct exact *e, int64_t when, struct exact_part *p);

/* to += from: what is in p, if that was packed at this time and found room, and p stays as it is; else as exact_merge. to
 * may be from. */
void exact_merge_packed(struct exact *to, struct exact *from, int64_t when, const struct exact_part *p);

/* The sum, correct but for the last bit; not finite where a summand was not. Begins anew. */
double exact_take(struct exact *e);

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
	whole |= (uint64_t)(power > 0) << 52; /* the leading bit, which those below the normal range do not have */
	power += power == 0;
	int64_t m = (int64_t)((whole ^ sign) - sign);
	int k = power >> 5, shift = power & 31;
	e->bin[k] += (int64_t)((uint64_t)m << shift & UINT32_MAX);
	e->bin[k + 1] += m >> (32 - shift);
	e->used |= UINT64_C(1) << k;
	if (++e->n == EXACT_MOST)
		exact_carry(e);
}

/* The same for x[n], n <= EXACT_BLOCK, in vectors; wide: see base/wide.h. */
void exact_add_all(int wide, struct exact *e, int n, const double *x);

#endif
