/* partners.h: the pairs of every body, from a list of pairs. */
#ifndef SCREE_PARTNERS_H
#define SCREE_PARTNERS_H

/* Two bodies, the second at some image of its position. */
struct body_pair { int body[2], image; };

/* For every one of n bodies its pairs in the order of the other's rank, those with one partner in the order of the list:
 * own[own_from[b]] to own[own_from[b + 1] - 1] are 2 p where b is body[0] of pair p, and 2 p + 1 where it is body[1]; a pair of a
 * body with itself is there as both. own_at says where 2 p and 2 p + 1 stand in own. own_from is [n+1], own and own_at
 * [2 n_pair], rank [n]. The result does not depend on the threads. */
void partners_sort(int threads, int n, int n_pair, const struct body_pair *pair, const int *rank, int *own_from, int *own,
	int *own_at);

#endif
