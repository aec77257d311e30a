/* list3_find.c: find a candidate in the neighbour list of space; what is too wide for a list */
#include <math.h>
#include <string.h>

#include "neighbour/list3.h"

int list3_too_wide(const struct pebbles *p, const struct domain *d, const int *order)
{
	for (int b = 0; b < p->n && d->set; b++)
		for (int k = 0; k < 3; k++)
			if (d->periodic[k] && isfinite(p->reach[order[b]]) && p->reach[order[b]] > LIST3_WIDEST * (d->hi[k] - d->lo[k]))
				return order[b];
	return -1;
}

double list3_too_far(const struct domain *d, double reach)
{
	for (int k = 0; k < 3 && d->set; k++)
		if (d->periodic[k] && reach > LIST3_FURTHEST * (d->hi[k] - d->lo[k]))
			return LIST3_FURTHEST * (d->hi[k] - d->lo[k]);
	return 0;
}

int list3_pair(const struct list3 *l, int a, int b, const int s[3])
{
	/* search the pairs of the body that has fewer */
	int na = l->own_from[a + 1] - l->own_from[a], nb = l->own_from[b + 1] - l->own_from[b], body = nb < na ? b : a;

	for (int z = l->own_from[body]; z < l->own_from[body + 1]; z++) {
		int p = l->own[z] >> 1;
		const struct body_pair *q = &l->pair[p];

		if (q->body[0] == a && q->body[1] == b && memcmp(l->images.at[q->image].s, s, sizeof l->images.at->s) == 0)
			return p;
	}
	return -1;
}

int list3_find(const struct list3 *l, int a, int b, const int s[3], struct list3_cand cand)
{
	int p = list3_pair(l, a, b, s), lo = p < 0 ? 0 : list3_first(l, p), hi = p < 0 ? -1 : list3_first(l, p + 1) - 1;

	while (lo <= hi) {
		int mid = lo + (hi - lo) / 2;
		const struct list3_cand c = list3_candidate(l, mid);

		if (c.a == cand.a && c.b == cand.b)
			return mid;
		if (c.a < cand.a || (c.a == cand.a && c.b < cand.b))
			lo = mid + 1;
		else
			hi = mid - 1;
	}
	return -1;
}
