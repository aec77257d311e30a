/* boxtree.c: a balanced tree of boxes, split at the median of their centres along the longest side */
#include "base/boxtree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { LEAF = 4 }; /* items in a leaf, at most */

struct build { struct boxtree *t; const double (*box)[6]; int axis; };

/* Twice the coordinate of the centre. */
static double key(const struct build *b, int k)
{
	const double *box = b->box[b->t->item[k]];

	return box[b->axis] + box[b->axis + 3];
}

/* Order items lo..hi-1 so that no item before mid has a greater centre than an item at or after mid (Hoare's selection). Items
 * with equal centres go to both sides, so that many equal items do not make the selection slow. */
static void split(struct build *b, int lo, int hi, int mid)
{
	int *item = b->t->item;

	for (hi--; lo < hi;) {
		double p = key(b, lo), q = key(b, lo + (hi - lo) / 2), r = key(b, hi);
		double pivot = fmax(fmin(p, q), fmin(fmax(p, q), r));
		int i = lo, j = hi;

		while (i <= j) {
			while (key(b, i) < pivot)
				i++;
			while (key(b, j) > pivot)
				j--;
			if (i <= j) {
				int swap = item[i];

				item[i++] = item[j];
				item[j--] = swap;
			}
		}
		if (mid <= j)
			hi = j;
		else if (mid >= i)
			lo = i;
		else
			return;
	}
}

static void build(struct build *b, int lo, int hi)
{
	struct boxtree *t = b->t;
	int here = t->n_node++;
	struct boxnode *node = &t->node[here];

	memcpy(node->lo, b->box[t->item[lo]], sizeof node->lo);
	memcpy(node->hi, b->box[t->item[lo]] + 3, sizeof node->hi);
	for (int i = lo + 1; i < hi; i++)
		for (int a = 0; a < 3; a++) { /* fmin and fmax would be calls of functions */
			const double lowest = b->box[t->item[i]][a], highest = b->box[t->item[i]][a + 3];

			node->lo[a] = lowest < node->lo[a] ? lowest : node->lo[a];
			node->hi[a] = highest > node->hi[a] ? highest : node->hi[a];
		}
	node->first = lo;
	node->n = hi - lo <= LEAF ? hi - lo : 0;
	node->right = 0;
	if (node->n)
		return;
	b->axis = 0;
	for (int a = 1; a < 3; a++)
		if (node->hi[a] - node->lo[a] > node->hi[b->axis] - node->lo[b->axis])
			b->axis = a;
	int mid = lo + (hi - lo) / 2;
	split(b, lo, hi, mid);
	build(b, lo, mid);
	node->right = t->n_node;
	build(b, mid, hi);
}

void boxtree_init(struct boxtree *t, int n, const double (*box)[6])
{
	struct build b = { t, box, 0 };

	t->n = n;
	t->n_node = 0;
	t->item = MEM_NEW(int, (size_t)n);
	for (int i = 0; i < n; i++)
		t->item[i] = i;
	/* only more than LEAF items are halved, so a leaf has at least two: at most n / 2 leaves and n nodes */
	t->node = MEM_NEW(struct boxnode, (size_t)n);
	if (n > 0)
		build(&b, 0, n);
	MEM_RESIZE(t->node, (size_t)t->n_node);
}

void boxtree_free(struct boxtree *t)
{
	free(t->node);
	free(t->item);
	*t = (struct boxtree){ 0 };
}

/* Squared distance from p to a box. */
static double far(const struct boxnode *node, const double p[3])
{
	double sum = 0;

	for (int k = 0; k < 3; k++) {
		double below = node->lo[k] - p[k], above = p[k] - node->hi[k], d = below > above ? below : above;

		sum += d > 0 ? d * d : 0;
	}
	return sum;
}

void boxtree_near(const struct boxtree *t, const double p[3], double within, boxtree_look *look, void *to)
{
	struct { int node; double far; } stack[BOXTREE_DEEP], next;
	double within2 = within * within;
	int n_stack = 0;

	if (t->n) {
		stack[0].node = 0;
		stack[n_stack++].far = far(&t->node[0], p);
	}
	while (n_stack) {
		next = stack[--n_stack];
		const struct boxnode *node = &t->node[next.node];

		if (next.far > within2)
			continue;
		if (!node->n) {
			int left = next.node + 1, right = node->right;
			double l = far(&t->node[left], p), r = far(&t->node[right], p);

			stack[n_stack].node = r < l ? left : right;
			stack[n_stack++].far = fmax(l, r);
			stack[n_stack].node = r < l ? right : left;
			stack[n_stack++].far = fmin(l, r);
		}
		for (int i = node->first; i < node->first + node->n; i++) {
			double now = look(to, t->item[i], p);

			within2 = now * now;
		}
	}
}
