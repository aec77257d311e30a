/* partners.h: the pairs of every body, from a list of pairs. */
#ifndef SCREE_PARTNERS_H
#define SCREE_PARTNERS_H

#include <stdint.h>
#include <string.h>

/* Two bodies, the second at some image of its position. */
struct body_pair { int body[2], image; };

/* For every one of n bodies its pairs in the order of the other's rank, those with one partner in the order of the
 * list: own[own_from[b]] to own[own_from[b + 1] - 1] are 2 p where b is body[0] of pair p, and 2 p + 1 where it is
 * body[1]; a pair of a body with itself is there as both. own_at says where 2 p and 2 p + 1 stand in own. own_from
 * is [n+1], own and own_at [2 n_pair], rank [n]. The result does not depend on the threads. */
void partners_sort(int threads, int n, int n_pair, const struct body_pair *pair, const int *rank, int *own_from, int *own,
	int *own_at);

/* Eight flags at once, the first in the lowest byte; only those of the n that there are, for what follows may be
 * another thread's. */
static inline uint64_t partners_flags(const char *flag, int n)
{
	uint64_t w = 0;

	if (n >= 8)
		memcpy(&w, flag, sizeof w);
	else
		memcpy(&w, flag, (size_t)n);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	w = __builtin_bswap64(w);
#endif
	return w;
}

#endif
