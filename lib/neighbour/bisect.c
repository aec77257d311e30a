/* bisect.c: deal bodies out to parts of equal weight by recursive bisection
 *
 * All nodes of one level of the tree are cut at the same time. The bodies of a node are ordered by a key: the place across the
 * axis, the other places, the id. The cut is found digit by digit of this key: the weights of the bodies with each digit are
 * summed over all ranks, and the bodies with the digit at the cut go on to the next digit. */
#include "neighbour/bisect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"

enum {
	PLACE_BITS = 48, ID_BITS = 56, /* of a key */
	MANY = 128                     /* nodes, from which on digits have 4 bits, not 8: sums for all of them are shorter */
};

/* Bodies that are to be cut. */
struct node {
	int first, parts;      /* parts that they are for */
	int whole[3];          /* the node has the whole period along this axis */
	double lo[3], hi[3];
	int axis;
	int64_t total, count;  /* weight and number of bodies */
	int64_t target;        /* weight that shall be on the left of the cut */
	/* the search */
	int64_t below, left;   /* weight and number of the bodies that are on the left of those that are still searched */
	int done;
	int edge;              /* the digit at the cut: bodies with lower digits are on its left */
	int active;            /* number of the node among those that are not done, or -1 */
};

struct level {
	const struct bisect *b;
	const double *const *x;
	const int64_t *id, *weight;
	int n;
	int *node_of;          /* [n] the node of a body, -1: it has its part */
	struct node *node;
	int n_node;
	int *searched;         /* bodies between the ends of the cuts */
	int n_searched;
	char *right;           /* [n] the body is on the right of the cut */
	int bits;              /* of a digit */
	int64_t *sums;         /* [n_active][digits][2] weight and number */
	size_t cap_sums;
};

static int64_t weight_of(const struct level *l, int k)
{
	return l->weight ? l->weight[k] : 1;
}

/* ---- axes ---- */

static void find_boxes(struct level *l)
{
	const int dim = l->b->dim;
	double *box = MEM_NEW(double, (size_t)(2 * dim * l->n_node));

	for (int k = 0; k < 2 * dim * l->n_node; k++)
		box[k] = INFINITY;
	for (int k = 0; k < l->n; k++)
		for (int a = 0; a < dim && l->node_of[k] >= 0; a++) {
			double *at = &box[2 * (dim * l->node_of[k] + a)], x = l->x[a][k];

			at[0] = x < at[0] ? x : at[0];
			at[1] = -x < at[1] ? -x : at[1];
		}
	ranks_least_real(2 * dim * l->n_node, box);
	for (int v = 0; v < l->n_node; v++)
		for (int a = 0; a < dim; a++) {
			l->node[v].lo[a] = box[2 * (dim * v + a)];
			l->node[v].hi[a] = -box[2 * (dim * v + a) + 1];
		}
	free(box);
}

/* The area of the borders that a cut across an axis makes. */
static double area(const struct bisect *b, const struct node *v, int axis, double longest)
{
	double s = b->periodic[axis] && v->whole[axis] ? 2 : 1;

	for (int a = 0; a < b->dim; a++)
		if (a != axis)
			s *= fmax(v->hi[a] - v->lo[a], 1e-6 * longest);
	return s;
}

static void choose_axis(const struct bisect *b, struct node *v)
{
	const int right = v->first + v->parts / 2; /* no other cut has this part as the first one on its right */
	double longest = 0;

	for (int a = 0; a < b->dim; a++)
		longest = fmax(longest, v->hi[a] - v->lo[a]);
	v->axis = 0;
	for (int a = 1; a < b->dim; a++)
		if (area(b, v, a, longest) < area(b, v, v->axis, longest))
			v->axis = a;
	if (!b->axis)
		return;
	int before = b->axis[right];
	if (before >= 0 && before < b->dim && area(b, v, before, longest) < 1.25 * area(b, v, v->axis, longest))
		v->axis = before;
	b->axis[right] = (signed char)v->axis;
}

/* ---- cuts ---- */

/* The key of a body along an axis, or for axis = dim its id. */
static uint64_t key_of(const struct level *l, const struct node *v, int k, int axis)
{
	const double most = (double)(INT64_C(1) << PLACE_BITS);

	if (axis == l->b->dim)
		return (uint64_t)l->id[k];
	double width = v->hi[axis] - v->lo[axis], x = width > 0 ? (l->x[axis][k] - v->lo[axis]) / width * most : 0;
	return x < most ? (uint64_t)x : (UINT64_C(1) << PLACE_BITS) - 1;
}

/* The digit of a body: the digit-th of the stage-th key. */
static int digit_of(const struct level *l, const struct node *v, int k, int stage, int digit)
{
	int axis = stage == l->b->dim ? stage : (v->axis + stage) % l->b->dim;
	int shift = (stage == l->b->dim ? ID_BITS : PLACE_BITS) - (digit + 1) * l->bits;

	return (int)(key_of(l, v, k, axis) >> shift & ((UINT64_C(1) << l->bits) - 1));
}

/* Choose the digit at the cut. The cut is good enough if its weight differs from the target by less than a 256th of that of a
 * part, and it is the best there is if the digit is the last. */
static void choose_digit(const struct level *l, struct node *v, const int64_t *sum, int last)
{
	const int digits = 1 << l->bits;
	int d = 0;

	while (d < digits - 1 && v->below + sum[2 * d] <= v->target) {
		v->below += sum[2 * d];
		v->left += sum[2 * d + 1];
		d++;
	}
	int64_t under = v->target - v->below, over = v->below + sum[2 * d] - v->target, most = v->total / (256 * (int64_t)v->parts);
	v->edge = d;
	v->done = last || sum[2 * d + 1] < 2 || (under < over ? under : over) <= most;
	if (v->done && over < under) { /* the bodies with this digit are on the left too */
		v->edge++;
		v->below += sum[2 * d];
		v->left += sum[2 * d + 1];
	}
}

/* Number the nodes that are not done. */
static int count_active(struct level *l)
{
	int n = 0;

	for (int v = 0; v < l->n_node; v++)
		l->node[v].active = l->node[v].done ? -1 : n++;
	return n;
}

/* Search by one more digit. Returns whether there was more to search. */
static int search(struct level *l, int stage, int digit, int last)
{
	const int digits = 1 << l->bits, active = count_active(l);
	int n = 0;

	if (!active)
		return 0;
	MEM_GROW(l->sums, &l->cap_sums, (size_t)active * 2 * (size_t)digits);
	memset(l->sums, 0, (size_t)active * 2 * (size_t)digits * sizeof *l->sums);
	for (int z = 0; z < l->n_searched; z++) {
		int k = l->searched[z];
		const struct node *v = &l->node[l->node_of[k]];
		int64_t *sum = &l->sums[2 * ((int64_t)v->active * digits + digit_of(l, v, k, stage, digit))];

		sum[0] += weight_of(l, k);
		sum[1]++;
	}
	ranks_sum(active * 2 * digits, l->sums);
	for (int v = 0; v < l->n_node; v++)
		if (l->node[v].active >= 0)
			choose_digit(l, &l->node[v], &l->sums[2 * (int64_t)l->node[v].active * digits], last);
	for (int z = 0; z < l->n_searched; z++) {
		int k = l->searched[z], d;
		const struct node *v = &l->node[l->node_of[k]];

		d = digit_of(l, v, k, stage, digit);
		if (d == v->edge && !v->done)
			l->searched[n++] = k;
		else
			l->right[k] = d >= v->edge;
	}
	l->n_searched = n;
	return 1;
}

/* Find the cuts of all nodes of a level. */
static void find_cuts(struct level *l)
{
	l->bits = l->n_node > MANY ? 4 : 8;
	l->n_searched = 0;
	for (int k = 0; k < l->n; k++)
		if (l->node_of[k] >= 0)
			l->searched[l->n_searched++] = k;
	for (int v = 0; v < l->n_node; v++) {
		struct node *o = &l->node[v];
		int left = o->parts / 2;

		choose_axis(l->b, o);
		o->target = o->total / o->parts * left + o->total % o->parts * left / o->parts;
		o->below = o->left = 0;
		o->done = o->count == 0;
		o->edge = 0;
	}
	for (int stage = 0; stage <= l->b->dim; stage++) {
		int digits = (stage == l->b->dim ? ID_BITS : PLACE_BITS) / l->bits;

		for (int digit = 0; digit < digits; digit++)
			if (!search(l, stage, digit, stage == l->b->dim && digit == digits - 1))
				return;
	}
}

/* ---- the tree ---- */

/* Make the nodes of the next level. Bodies for one part get it. */
static void descend(struct level *l, int *part)
{
	struct node *next = MEM_NEW(struct node, 2 * (size_t)l->n_node);
	int (*child)[2] = mem_new((size_t)l->n_node, sizeof *child), n = 0;

	for (int v = 0; v < l->n_node; v++)
		for (int side = 0; side < 2; side++) {
			const struct node *o = &l->node[v];
			int left = o->parts / 2;
			struct node c = { .first = o->first + side * left, .parts = side ? o->parts - left : left };

			memcpy(c.whole, o->whole, sizeof c.whole);
			c.whole[o->axis] = 0;
			c.total = side ? o->total - o->below : o->below;
			c.count = side ? o->count - o->left : o->left;
			child[v][side] = c.parts > 1 ? n : -1 - c.first;
			if (c.parts > 1)
				next[n++] = c;
		}
	for (int k = 0; k < l->n; k++) {
		if (l->node_of[k] < 0)
			continue;
		l->node_of[k] = child[l->node_of[k]][(int)l->right[k]];
		if (l->node_of[k] < 0)
			part[k] = -1 - l->node_of[k];
	}
	free(child);
	free(l->node);
	l->node = next;
	l->n_node = n;
}

void bisect(const struct bisect *b, int n, const double *const x[3], const int64_t *id, const int64_t *weight, int *part)
{
	struct level l = { .b = b, .x = x, .id = id, .weight = weight, .n = n, .n_node = b->parts > 1 };
	int64_t all[2] = { 0, n };

	memset(part, 0, (size_t)n * sizeof *part);
	if (b->parts < 2)
		return;
	l.node_of = MEM_ZERO(int, (size_t)n);
	l.searched = MEM_NEW(int, (size_t)n);
	l.right = MEM_ZERO(char, (size_t)n);
	l.node = MEM_ZERO(struct node, 1);
	for (int k = 0; k < n; k++)
		all[0] += weight_of(&l, k);
	ranks_sum(2, all);
	l.node[0] = (struct node){ .parts = b->parts, .whole = { 1, 1, 1 }, .total = all[0], .count = all[1] };
	while (l.n_node) {
		find_boxes(&l);
		find_cuts(&l);
		descend(&l, part);
	}
	free(l.node_of);
	free(l.searched);
	free(l.right);
	free(l.node);
	free(l.sums);
}
