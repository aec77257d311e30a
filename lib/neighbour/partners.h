/* partners.h: the pairs of every body, from a list of pairs. */
#ifndef SCREE_PARTNERS_H
#define SCREE_PARTNERS_H

#include <stdint.h>
#include <string.h>

/* Two bodies, the second at an image of its position. */
struct body_pair { int body[2], image; };

/* How many pairs and candidates a list can count: twice a pair, and a candidate and those of one more body, are an int. If the
 * bodies have more, a list is empty. */
enum { PARTNERS_PAIRS = INT32_MAX / 2, PARTNERS_CANDIDATES = INT32_MAX - (1 << 24) };

/* Sort the pairs of each of n bodies by the rank of the other body. Pairs with the same partner stay in the order of the list.
 * The pairs of body b are own[own_from[b]] .. own[own_from[b + 1] - 1]: the number is 2 p if b is body[0] of pair p, and 2 p + 1
 * if b is body[1]. A pair of a body with its own image is there twice. own_at, if it is not NULL, has the index of 2 p and of
 * 2 p + 1 in own. own_from is [n+1], own and own_at are [2 n_pair], rank is [n]. The result does not depend on the number of
 * threads. */
void partners_sort(int threads, int n, int n_pair, const struct body_pair *pair, const int *rank, int *own_from, int *own,
	int *own_at);

/* Eight flags at once, the first in the lowest byte. If fewer than eight are left, only n are read: the bytes after them may
 * belong to another thread. */
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
