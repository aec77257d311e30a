/* samples3.c: sample points on a surface, and the search among them */
#include "contact/samples3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "mesh/triangulate.h"

/* ---- the tree ---- */

struct growing {
	struct samples3 *s;
	const double (*xyz)[3];
	int *order, axis;     /* points in the order of the tree */
};

/* Move the k-th smallest of n points along an axis to p[k], smaller ones before it and greater ones behind it (Hoare). */
static void select_kth(int *p, int n, int k, const double (*xyz)[3], int axis)
{
	int lo = 0, hi = n - 1;

	while (lo < hi) {
		double pivot = xyz[p[k]][axis];
		int i = lo, j = hi;

		while (i <= j) {
			while (xyz[p[i]][axis] < pivot)
				i++;
			while (xyz[p[j]][axis] > pivot)
				j--;
			if (i <= j) {
				int keep = p[i];

				p[i++] = p[j];
				p[j--] = keep;
			}
		}
		if (j < k)
			lo = i;
		if (k < i)
			hi = j;
	}
}

static void grow(struct growing *g, int first, int count)
{
	enum { LEAF = 8 };
	struct samples3_node *node = &g->s->node[g->s->n_node++];
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY };
	int axis = 0;

	for (int k = first; k < first + count; k++)
		for (int d = 0; d < 3; d++) {
			lo[d] = fmin(lo[d], g->xyz[g->order[k]][d]);
			hi[d] = fmax(hi[d], g->xyz[g->order[k]][d]);
		}
	for (int d = 1; d < 3; d++)
		axis = hi[d] - lo[d] > hi[axis] - lo[axis] ? d : axis;
	*node = (struct samples3_node){ .c = v3(0.5 * (lo[0] + hi[0]), 0.5 * (lo[1] + hi[1]), 0.5 * (lo[2] + hi[2])),
		.first = first, .count = count };
	for (int k = first; k < first + count; k++)
		node->r = fmax(node->r, v3_norm(v3_sub(v3_from(g->xyz[g->order[k]]), node->c)));
	if (count <= LEAF)
		return;
	select_kth(g->order + first, count, count / 2, g->xyz, axis);
	grow(g, first, count / 2);
	node->other = g->s->n_node;
	grow(g, first + count / 2, count - count / 2);
}

/* ---- points ---- */

static int edges_for(const struct implicit *o)
{
	double lo[3], hi[3], longest = 0, least = 3 * fmin(o->a[0], fmin(o->a[1], o->a[2])), reach[3];

	implicit_box(o, lo, hi);
	for (int k = 0; k < 3; k++)
		longest = fmax(longest, hi[k] - lo[k]);
	for (int i = 0; i < o->n; i++) {
		bump_reach(&o->bump[i], reach);
		for (int k = 0; k < 3; k++)
			least = reach[k] > 0 ? fmin(least, reach[k]) : least; /* a dent may be without end along an axis */
	}
	return (int)fmin(fmax(ceil(3 * longest / least), 16), 128);
}

void samples3_init(struct samples3 *s, const struct implicit *o, int edges)
{
	struct solid body = { .n_bump = o->n, .bump = (struct bump *)(uintptr_t)o->bump, .turn = { 1, 0, 0, 0 } };
	struct mesh m;

	memcpy(body.a, o->a, sizeof body.a);
	triangulate_shape(&m, &(struct shape){ .kind = SHAPE_OBJECT, .solid = &body }, edges ? edges : edges_for(o));
	size_t n = (size_t)m.n_vertex;
	int *order = MEM_NEW(int, n), *place = MEM_NEW(int, n);
	*s = (struct samples3){ .n = m.n_vertex, .at = MEM_NEW(vec3, n), .from = MEM_ZERO(int, n + 2),
		.next = MEM_NEW(int, 3 * (size_t)m.n_triangle), .node = mem_new(n, sizeof *s->node) };
	for (int k = 0; k < s->n; k++)
		order[k] = k;
	grow(&(struct growing){ .s = s, .xyz = (const double (*)[3])m.xyz, .order = order }, 0, s->n);
	for (int k = 0; k < s->n; k++) {
		s->at[k] = v3_from(m.xyz[order[k]]);
		place[order[k]] = k;
	}
	/* directed edges of triangles name every neighbour of a vertex once */
	for (int k = 0; k < 3 * m.n_triangle; k++)
		s->from[place[m.tri[k / 3][k % 3]] + 2]++;
	for (int k = 0; k < s->n; k++)
		s->from[k + 2] += s->from[k + 1];
	for (int k = 0; k < 3 * m.n_triangle; k++) {
		int a = place[m.tri[k / 3][k % 3]], b = place[m.tri[k / 3][(k % 3 + 1) % 3]];

		s->next[s->from[a + 1]++] = b;
		s->spacing = fmax(s->spacing, v3_norm(v3_sub(s->at[a], s->at[b])));
	}
	free(order);
	free(place);
	mesh_free(&m);
}

void samples3_free(struct samples3 *s)
{
	free(s->at);
	free(s->from);
	free(s->next);
	free(s->node);
	*s = (struct samples3){ 0 };
}

/* ---- search ---- */

/* Find the values at points of leaves whose bound permits values below most; value[k] of other points is INFINITY. seen gets
 * the points of these leaves; returns their number. */
static int leaves_evaluate(const struct samples3 *s, const struct samples3_field *f, double most, double *value, int *seen)
{
	int stack[64], deep = 0, n = 0;

	for (int at = 0;; at = stack[--deep]) {
		const struct samples3_node *node = &s->node[at];

		if (f->bound(f->of, node->c, most + node->r) < most + node->r) {
			if (node->other) {
				stack[deep++] = node->other;
				stack[deep++] = at + 1;
				continue;
			}
			if (n == 0)
				for (int k = 0; k < s->n; k++)
					value[k] = INFINITY;
			for (int k = node->first; k < node->first + node->count; k++) {
				value[k] = f->value(f->of, s->at[k]);
				seen[n++] = k;
			}
		}
		if (deep == 0)
			return n;
	}
}

int samples3_least(const struct samples3 *s, const struct samples3_field *f, double most, int **least)
{
	double *value = MEM_NEW(double, (size_t)s->n);
	int *seen = MEM_NEW(int, (size_t)s->n), n = leaves_evaluate(s, f, most, value, seen), found = 0;

	for (int i = 0; i < n; i++) {
		int k = seen[i], is = value[k] < most;

		for (int j = s->from[k]; is && j < s->from[k + 1]; j++)
			is = value[k] < value[s->next[j]] || (value[k] == value[s->next[j]] && k < s->next[j]);
		if (is)
			seen[found++] = k;
	}
	free(value);
	*least = seen;
	return found;
}
