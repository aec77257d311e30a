/* list3_sections.c: the pairs of a neighbour list of space, sorted by sections */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "neighbour/list3.h"

static inline int section_of(const struct list3_view *v, const struct body_pair *p)
{
	int a = v->section[p->body[0]], b = v->section[p->body[1]], first = a < b ? a : b, last = a < b ? b : a;

	if (first >= 0 && first < v->region[last])
		return v->n_section;
	return last < 0 ? 0 : last;
}

/* Put the candidates of pairs in the order of the pairs: pair p was pair old[p]. */
static void cands_sort(struct list3 *l, const int *old)
{
	struct list3_cand *cand = mem_copy(l->cand, (size_t)l->n_cand, sizeof *cand);
	int *from = mem_copy(l->from, (size_t)l->n_pair + 1, sizeof *from), n = 0;

	for (int p = 0; p < l->n_pair; p++) {
		l->from[p] = n;
		for (int k = from[old[p]]; k < from[old[p] + 1]; k++)
			l->cand[n++] = cand[k];
	}
	free(cand);
	free(from);
}

void list3_sections_sort(struct list3 *l, const struct list3_view *v)
{
	int n = v->n_section + 1;
	struct body_pair *old = mem_copy(l->pair, (size_t)l->n_pair, sizeof *old);
	int *was = l->single ? NULL : MEM_NEW(int, (size_t)l->n_pair);
	int *from = MEM_RESIZE(l->section_from, (size_t)n + 2), *next = from + 1;

	memset(from, 0, ((size_t)n + 2) * sizeof *from);
	for (int p = 0; p < l->n_pair; p++)
		next[section_of(v, &old[p]) + 1]++;
	for (int k = 0; k < n; k++)
		next[k + 1] += next[k];
	for (int p = 0; p < l->n_pair; p++) {
		int to = next[section_of(v, &old[p])]++;

		l->pair[to] = old[p];
		if (was)
			was[to] = p;
	}
	if (was)
		cands_sort(l, was);
	free(was);
	free(old);
}
