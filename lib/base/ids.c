/* ids.c: find the row of an id in a column of ids */
#include "base/ids.h"

#include <stdlib.h>

#include "base/buf.h"

int ids_compare_items(const void *a, const void *b)
{
	const struct ids_item *p = a, *q = b;

	return p->id != q->id ? (p->id > q->id) - (p->id < q->id) : (p->row > q->row) - (p->row < q->row);
}

int ids_compare(const void *a, const void *b)
{
	int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;

	return (p > q) - (p < q);
}

int ids_init(struct ids *s, int n, const int64_t *id)
{
	int k = 1;

	*s = (struct ids){ n, id, NULL };
	while (k < n && id[k] > id[k - 1])
		k++;
	if (k >= n)
		return -1;
	s->item = MEM_NEW(struct ids_item, (size_t)n);
	for (k = 0; k < n; k++)
		s->item[k] = (struct ids_item){ id[k], k };
	qsort(s->item, (size_t)n, sizeof *s->item, ids_compare_items);
	for (k = 1; k < n; k++)
		if (s->item[k].id == s->item[k - 1].id)
			return s->item[k].row;
	return -1;
}

void ids_free(struct ids *s)
{
	free(s->item);
	s->item = NULL;
}

int ids_row(const struct ids *s, int64_t id)
{
	int lo = 0, hi = s->n - 1;

	if (s->n == 0)
		return -1;
	if (!s->item && id >= s->id[0] && id - s->id[0] < s->n && s->id[id - s->id[0]] == id)
		return (int)(id - s->id[0]);
	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if ((s->item ? s->item[mid].id : s->id[mid]) < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (s->item)
		return s->item[lo].id == id ? s->item[lo].row : -1;
	return s->id[lo] == id ? lo : -1;
}
