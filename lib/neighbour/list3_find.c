/* list3_find.c: find a candidate in the neighbour list of space */
#include <string.h>

#include "neighbour/list3.h"

int list3_find(const struct list3 *l, int a, int b, const int s[3], struct list3_cand cand)
{
	/* search the pairs of the body that has fewer */
	int na = l->own_from[a + 1] - l->own_from[a], nb = l->own_from[b + 1] - l->own_from[b], body = nb < na ? b : a;

	for (int z = l->own_from[body]; z < l->own_from[body + 1]; z++) {
		int p = l->own[z] >> 1;
		const struct body_pair *q = &l->pair[p];

		if (q->body[0] != a || q->body[1] != b || memcmp(l->images.at[q->image].s, s, sizeof l->images.at->s) != 0)
			continue;
		int lo = l->from[p], hi = l->from[p + 1] - 1;
		while (lo <= hi) {
			int mid = lo + (hi - lo) / 2;
			const struct list3_cand *c = &l->cand[mid];

			if (c->a == cand.a && c->b == cand.b)
				return mid;
			if (c->a < cand.a || (c->a == cand.a && c->b < cand.b))
				lo = mid + 1;
			else
				hi = mid - 1;
		}
		return -1;
	}
	return -1;
}
