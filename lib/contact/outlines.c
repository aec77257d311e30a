/* outlines.c: the skeletons of all bodies as one structure of arrays */
#include "contact/outlines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "contact/features2.h"

enum { LEAF = 4, FEW = 12 }; /* features of a leaf; bodies with no more than FEW have no tree */

static void box_add(double box[4], double x, double y)
{
	box[0] = x < box[0] ? x : box[0];
	box[1] = y < box[1] ? y : box[1];
	box[2] = x > box[2] ? x : box[2];
	box[3] = y > box[3] ? y : box[3];
}

static void body_init(struct outlines *o, int b, const struct shape *s, double size)
{
	int v0 = o->first[b], edges = shape_edges(s);

	o->edges[b] = edges;
	o->box[b][0] = o->box[b][1] = INFINITY;
	o->box[b][2] = o->box[b][3] = -INFINITY;
	for (int k = 0; k < s->n; k++) {
		int v = v0 + k;
		double x = s->xy[k][0] * size, y = s->xy[k][1] * size, d = sqrt(x * x + y * y);
		double r = (s->radius ? s->radius[k] : s->r) * size;

		o->local[v] = v2(x, y);
		box_add(o->box[b], x, y);
		o->radius[v] = r;
		o->next[v] = k < edges ? v0 + (k + 1) % s->n : -1;
		o->arm[b] = d > o->arm[b] ? d : o->arm[b];
		o->reach[b] = d + r > o->reach[b] ? d + r : o->reach[b];
		o->fat[b] = r > o->fat[b] ? r : o->fat[b];
	}
	for (int v = v0; v < v0 + edges; v++) {
		vec2 e = v2_sub(o->local[o->next[v]], o->local[v]);
		double l2 = v2_dot(e, e);

		o->il2[v] = l2 > 0 ? 1 / l2 : 0;
	}
}

/* The tree of a body: node 1 is the root, node k has children 2k and 2k+1, leaf l is node leaves + l. */
static void tree_init(struct outlines *o, int b)
{
	int v0 = o->first[b], n = o->first[b + 1] - v0, leaves = 1;

	o->tree[b] = -1;
	o->leaves[b] = 0;
	if (n <= FEW)
		return;
	while (leaves * LEAF < n)
		leaves *= 2;
	o->tree[b] = o->n_node;
	o->leaves[b] = leaves;
	MEM_GROW(o->node, &o->cap_node, (size_t)o->n_node + 2 * (size_t)leaves);
	double (*node)[4] = o->node + o->n_node;
	o->n_node += 2 * leaves;
	for (int k = 0; k < 2 * leaves; k++) {
		node[k][0] = node[k][1] = INFINITY;
		node[k][2] = node[k][3] = -INFINITY;
	}
	for (int k = 0; k < n; k++) {
		double *leaf = node[leaves + k / LEAF];
		int v = v0 + k, e = o->next[v];

		box_add(leaf, o->local[v].x, o->local[v].y);
		if (e >= 0)
			box_add(leaf, o->local[e].x, o->local[e].y);
	}
	for (int k = leaves - 1; k > 0; k--)
		for (int c = 2 * k; c <= 2 * k + 1; c++) {
			box_add(node[k], node[c][0], node[c][1]);
			box_add(node[k], node[c][2], node[c][3]);
		}
}

void outlines_init(struct outlines *o, int n, const struct shape *const *shape, const double *size)
{
	size_t m = 0;

	memset(o, 0, sizeof *o);
	o->n = n;
	o->first = MEM_NEW(int, (size_t)n + 1);
	for (int b = 0; b < n; b++) {
		o->first[b] = (int)m;
		m += (size_t)shape[b]->n;
	}
	o->first[n] = o->n_vertex = (int)m;
	o->edges = MEM_ZERO(int, (size_t)n);
	o->tree = MEM_NEW(int, (size_t)n);
	o->leaves = MEM_NEW(int, (size_t)n);
	o->arm = MEM_ZERO(double, (size_t)n);
	o->reach = MEM_ZERO(double, (size_t)n);
	o->fat = MEM_ZERO(double, (size_t)n);
	o->box = mem_new((size_t)n, sizeof *o->box);
	o->next = MEM_NEW(int, m);
	o->local = MEM_NEW(vec2, m);
	o->radius = MEM_NEW(double, m);
	o->il2 = MEM_ZERO(double, m);
	o->at = MEM_NEW(vec2, m);
	for (int b = 0; b < n; b++) {
		body_init(o, b, shape[b], size[b]);
		tree_init(o, b);
	}
}

void outlines_stretch(struct outlines *o, int b, double factor)
{
	for (int v = o->first[b]; v < o->first[b + 1]; v++) {
		o->local[v] = v2_scale(factor, o->local[v]);
		o->il2[v] /= factor * factor;
	}
	for (int k = 0; k < 4; k++)
		o->box[b][k] *= factor;
	o->reach[b] += (factor - 1) * o->arm[b];
	o->arm[b] *= factor;
}

void outlines_free(struct outlines *o)
{
	free(o->first);
	free(o->edges);
	free(o->tree);
	free(o->leaves);
	free(o->arm);
	free(o->reach);
	free(o->fat);
	free(o->box);
	free(o->next);
	free(o->local);
	free(o->radius);
	free(o->il2);
	free(o->at);
	free(o->node);
	memset(o, 0, sizeof *o);
}

void outlines_place(struct outlines *o, int from, int to, const double *x, const double *y, const double *c,
	const double *s)
{
	for (int b = from; b < to; b++) {
		for (int v = o->first[b]; v < o->first[b + 1]; v++) {
			o->at[v] = features_place(v2(x[b], y[b]), o->local[v], c[b], s[b]);
		}
	}
}

/* Squared distance from a point to a box. */
static double box_distance2(const double box[4], double x, double y)
{
	double dx = fmax(0, fmax(box[0] - x, x - box[2])), dy = fmax(0, fmax(box[1] - y, y - box[3]));

	return dx * dx + dy * dy;
}

int outlines_near(const struct outlines *o, int b, double x, double y, double c, double s, double far, int *out)
{
	int v0 = o->first[b], m = o->first[b + 1] - v0, n = 0;

	if (o->tree[b] < 0) {
		for (int k = 0; k < m; k++)
			out[n++] = v0 + k;
		return n;
	}
	double bx = c * x + s * y, by = c * y - s * x, far2 = far * far * (1 + 1e-12);
	const double (*node)[4] = (const double (*)[4])o->node + o->tree[b];
	int leaves = o->leaves[b], k = 1;
	/* walk the tree in order without a stack: down to the left while the box is near, else on to the next on the
	 * right */
	for (;;) {
		if (box_distance2(node[k], bx, by) <= far2) {
			if (k < leaves) {
				k *= 2;
				continue;
			}
			int f = (k - leaves) * LEAF;
			for (int e = f; e < f + LEAF && e < m; e++)
				out[n++] = v0 + e;
		}
		while (k & 1)
			k >>= 1;
		if (k == 0)
			break;
		k++;
	}
	return n;
}
