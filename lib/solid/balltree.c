/* balltree.c: a binary tree that halves the balls; each node has a bounding box */
#include "solid/balltree.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"

enum { LEAF = 6 };

/* Put the middle ball of order[from .. to) by coordinate k into its place, with lesser ones before it and greater ones behind it
 * (Hoare's selection). */
static void select_middle(const double (*ball)[4], int *order, int from, int to, int k)
{
	int middle = from + (to - from) / 2, lo = from, hi = to - 1;

	while (lo < hi) {
		double pivot = ball[order[lo + (hi - lo) / 2]][k];
		int i = lo, j = hi;

		while (i <= j) {
			while (ball[order[i]][k] < pivot)
				i++;
			while (ball[order[j]][k] > pivot)
				j--;
			if (i > j)
				break;
			int swap = order[i];
			order[i++] = order[j];
			order[j--] = swap;
		}
		if (middle <= j)
			hi = j;
		else if (middle >= i)
			lo = i;
		else
			break;
	}
}

static void build(struct balltree *t, const double (*ball)[4], int from, int to)
{
	int at = t->n_node++, wide = 0;
	struct balltree_node *node = &t->node[at];
	double first[3], last[3];

	*node = (struct balltree_node){ .from = from, .to = to };
	for (int k = 0; k < 3; k++) {
		node->lo[k] = first[k] = INFINITY;
		node->hi[k] = last[k] = -INFINITY;
		for (int i = from; i < to; i++) {
			const double *b = ball[t->order[i]];

			node->lo[k] = fmin(node->lo[k], b[k] - b[3]);
			node->hi[k] = fmax(node->hi[k], b[k] + b[3]);
			first[k] = fmin(first[k], b[k]);
			last[k] = fmax(last[k], b[k]);
		}
		if (last[k] - first[k] > last[wide] - first[wide])
			wide = k;
	}
	if (to - from <= LEAF)
		return;
	select_middle(ball, t->order, from, to, wide);
	build(t, ball, from, from + (to - from) / 2);
	node->other = t->n_node;
	build(t, ball, from + (to - from) / 2, to);
}

void balltree_init(struct balltree *t, int n, const double (*ball)[4])
{
		/* halving stops at LEAF, so a leaf has more than LEAF / 2 balls, or all balls */
	*t = (struct balltree){ .n = n, .order = MEM_NEW(int, (size_t)n), .mark = MEM_ZERO(char, (size_t)n),
	                         .node = mem_new((size_t)n + 1, sizeof *t->node) };
	for (int i = 0; i < n; i++)
		t->order[i] = i;
	if (n > 0)
		build(t, ball, 0, n);
}

void balltree_free(struct balltree *t)
{
	free(t->order);
	free(t->node);
	free(t->found);
	free(t->mark);
	*t = (struct balltree){ .n = 0 };
}

static int ascending(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* Sort the result by marks on all balls, which is faster if a good part of the balls is found. */
static void sort_by_marks(struct balltree *t)
{
	int n = 0;

	for (int k = 0; k < t->n_found; k++)
		t->mark[t->found[k]] = 1;
	for (int i = 0; i < t->n; i++)
		if (t->mark[i]) {
			t->mark[i] = 0;
			t->found[n++] = i;
		}
}

static int separate(const double lo[3], const double hi[3], const double from[3], const double to[3])
{
	return lo[0] > to[0] || hi[0] < from[0] || lo[1] > to[1] || hi[1] < from[1] || lo[2] > to[2] || hi[2] < from[2];
}

void balltree_find(struct balltree *t, const double (*ball)[4], const double lo[3], const double hi[3])
{
	int stack[64], n = 0; /* 2^31 balls are halved 31 times */

	t->n_found = 0;
	if (t->n_node)
		stack[n++] = 0;
	while (n > 0) {
		int at = stack[--n];
		const struct balltree_node *node = &t->node[at];

		if (separate(node->lo, node->hi, lo, hi))
			continue;
		if (node->other) {
			stack[n++] = node->other;
			stack[n++] = at + 1;
			continue;
		}
		for (int i = node->from; i < node->to; i++) {
			const double *b = ball[t->order[i]];
			const double from[3] = { b[0] - b[3], b[1] - b[3], b[2] - b[3] };
			const double to[3] = { b[0] + b[3], b[1] + b[3], b[2] + b[3] };

			if (separate(from, to, lo, hi))
				continue;
			MEM_GROW(t->found, &t->cap, (size_t)t->n_found + 1);
			t->found[t->n_found++] = t->order[i];
		}
	}
	if (t->n_found > t->n / 16)
		sort_by_marks(t);
	else if (t->n_found > 1)
		qsort(t->found, (size_t)t->n_found, sizeof *t->found, ascending);
}
