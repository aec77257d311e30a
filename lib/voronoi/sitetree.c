/* sitetree.c: a balanced k-d tree over points of the plane */
#include "voronoi/sitetree.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { LEAF = 6 }; /* points in a leaf, at most */

static void swap(struct sitetree *t, int i, int j)
{
	double x = t->xy[i][0], y = t->xy[i][1];
	int k = t->index[i];

	memcpy(t->xy[i], t->xy[j], sizeof t->xy[i]);
	t->xy[j][0] = x;
	t->xy[j][1] = y;
	t->index[i] = t->index[j];
	t->index[j] = k;
}

/* Reorder the points lo..hi-1 so that no point before mid is greater along the axis than a point from mid on (Hoare's
 * selection). Equal keys are swapped too, so many equal keys do not slow it down. */
static void split(struct sitetree *t, int lo, int hi, int mid, int axis)
{
	hi--;
	while (lo < hi) {
		int half = lo + (hi - lo) / 2;
		double a = t->xy[lo][axis], b = t->xy[half][axis], c = t->xy[hi][axis];
		double pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
		int i = lo, j = hi;

		while (i <= j) {
			while (t->xy[i][axis] < pivot)
				i++;
			while (t->xy[j][axis] > pivot)
				j--;
			if (i <= j)
				swap(t, i++, j--);
		}
		if (mid <= j)
			hi = j;
		else if (mid >= i)
			lo = i;
		else
			return;
	}
}

static void build(struct sitetree *t, int node, int lo, int hi)
{
	double *box = t->box[node];

	box[0] = box[1] = t->xy[lo][0];
	box[2] = box[3] = t->xy[lo][1];
	for (int i = lo + 1; i < hi; i++)
		for (int a = 0; a < 2; a++) {
			double v = t->xy[i][a];
			if (v < box[2 * a])
				box[2 * a] = v;
			if (v > box[2 * a + 1])
				box[2 * a + 1] = v;
		}
	if (sitetree_is_leaf(t, node))
		return;
	int mid = lo + (hi - lo) / 2;
	split(t, lo, hi, mid, box[3] - box[2] > box[1] - box[0]);
	build(t, 2 * node + 1, lo, mid);
	build(t, 2 * node + 2, mid, hi);
}

void sitetree_init(struct sitetree *t, int n, const double (*xy)[2])
{
	t->n = n;
	for (t->depth = 0; (n - 1) >> t->depth >= LEAF; )
		t->depth++;
	t->xy = mem_new((size_t)n, sizeof *t->xy);
	memcpy(t->xy, xy, (size_t)n * sizeof *t->xy);
	t->index = MEM_NEW(int, (size_t)n);
	for (int i = 0; i < n; i++)
		t->index[i] = i;
	t->box = mem_new(((size_t)2 << t->depth) - 1, sizeof *t->box);
	build(t, 0, 0, n);
}

void sitetree_free(struct sitetree *t)
{
	free(t->xy);
	free(t->index);
	free(t->box);
	memset(t, 0, sizeof *t);
}

void sitetree_leaf(const struct sitetree *t, int node, int *lo, int *hi)
{
	unsigned path = (unsigned)node + 1; /* a leading 1, then one bit per level: 0 left, 1 right */

	*lo = 0;
	*hi = t->n;
	for (int level = t->depth - 1; level >= 0; level--) {
		int mid = *lo + (*hi - *lo) / 2;
		if (path >> level & 1)
			*lo = mid;
		else
			*hi = mid;
	}
}
