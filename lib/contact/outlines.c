/* outlines.c: the skeletons of all bodies as one structure of arrays */
#include "contact/outlines.h"

#include <math.h>
#include <stdint.h>
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

/* Allocate n more vertices of forms. */
static void reserve(struct outlines *o, int n)
{
	size_t need = (size_t)o->n_local + (size_t)n;

	if (need <= o->cap_local)
		return;
	MEM_GROW(o->local, &o->cap_local, need);
	MEM_RESIZE(o->radius, o->cap_local);
	MEM_RESIZE(o->il2, o->cap_local);
	MEM_RESIZE(o->step, o->cap_local);
}

/* Set the figures of a form that follow from its vertices and their radii. */
static void form_measure(struct outlines *o, struct outline_form *f)
{
	f->arm = f->reach = f->fat = 0;
	f->thin = INFINITY;
	f->box[0] = f->box[1] = INFINITY;
	f->box[2] = f->box[3] = -INFINITY;
	for (int v = f->first; v < f->first + f->n; v++) {
		double d = v2_norm(o->local[v]), r = o->radius[v];
		vec2 e = v2_sub(o->local[v + o->step[v]], o->local[v]);
		double l2 = v2_dot(e, e);

		f->arm = fmax(f->arm, d);
		f->reach = fmax(f->reach, d + r);
		f->fat = fmax(f->fat, r);
		f->thin = fmin(f->thin, r);
		box_add(f->box, o->local[v].x, o->local[v].y);
		o->il2[v] = l2 > 0 ? 1 / l2 : 0;
	}
}

/* Build the tree of a form: node 1 is the root, node k has children 2k and 2k+1, leaf l is node leaves + l. */
static void tree_init(struct outlines *o, struct outline_form *f)
{
	int leaves = 1;

	f->tree = -1;
	f->leaves = 0;
	if (f->n <= FEW)
		return;
	while (leaves * LEAF < f->n)
		leaves *= 2;
	f->tree = o->n_node;
	f->leaves = leaves;
	MEM_GROW(o->node, &o->cap_node, (size_t)o->n_node + 2 * (size_t)leaves);
	double (*node)[4] = o->node + o->n_node;
	o->n_node += 2 * leaves;
	for (int k = 0; k < 2 * leaves; k++) {
		node[k][0] = node[k][1] = INFINITY;
		node[k][2] = node[k][3] = -INFINITY;
	}
	for (int k = 0; k < f->n; k++) {
		double *leaf = node[leaves + k / LEAF];
		int v = f->first + k, e = v + o->step[v];

		box_add(leaf, o->local[v].x, o->local[v].y);
		box_add(leaf, o->local[e].x, o->local[e].y);
	}
	for (int k = leaves - 1; k > 0; k--)
		for (int c = 2 * k; c <= 2 * k + 1; c++) {
			box_add(node[k], node[c][0], node[c][1]);
			box_add(node[k], node[c][2], node[c][3]);
		}
}

static int form_add(struct outlines *o, const struct shape *s, double size)
{
	MEM_GROW(o->forms, &o->cap_form, (size_t)o->n_form + 1);
	reserve(o, s->n);
	struct outline_form *f = &o->forms[o->n_form];
	*f = (struct outline_form){ .first = o->n_local, .n = s->n, .edges = shape_edges(s) };
	for (int k = 0; k < s->n; k++) {
		int v = f->first + k;

		o->local[v] = v2(s->xy[k][0] * size, s->xy[k][1] * size);
		o->radius[v] = (s->radius ? s->radius[k] : s->r) * size;
		o->step[v] = k < f->edges ? (k + 1) % s->n - k : 0;
	}
	o->n_local += s->n;
	form_measure(o, f);
	tree_init(o, f);
	return o->n_form++;
}

static void give_form(struct outlines *o, int b, int form)
{
	o->form[b] = form;
	o->shift[b] = o->forms[form].first - o->first[b];
	o->arm[b] = o->forms[form].arm;
	o->reach[b] = o->forms[form].reach;
}

/* For the table of bodies in which forms are found, by shape and size. */
static size_t hash(const struct shape *s, double size)
{
	uint64_t z;

	memcpy(&z, &size, sizeof z);
	z = (z ^ (uint64_t)(uintptr_t)s) * 0x9E3779B97F4A7C15u;
	return (size_t)(z ^ z >> 29);
}

void outlines_init(struct outlines *o, int n, const struct shape *const *shape, const double *size)
{
	size_t m = 0, buckets = 16;

	memset(o, 0, sizeof *o);
	o->n = n;
	o->first = MEM_NEW(int, (size_t)n + 1);
	for (int b = 0; b < n; b++) {
		o->first[b] = (int)m;
		m += (size_t)shape[b]->n;
	}
	o->first[n] = o->n_vertex = (int)m;
	o->form = MEM_NEW(int, (size_t)n);
	o->shift = MEM_NEW(int, (size_t)n);
	o->arm = MEM_NEW(double, (size_t)n);
	o->reach = MEM_NEW(double, (size_t)n);
	o->at = MEM_NEW(vec2, m);
	while (buckets < 2 * (size_t)n)
		buckets *= 2;
	int *known = MEM_ZERO(int, buckets); /* 1 + a body of the form, or 0 */
	for (int b = 0; b < n; b++) {
		size_t k = hash(shape[b], size[b]) & (buckets - 1);

		while (known[k] && (shape[known[k] - 1] != shape[b] || size[known[k] - 1] != size[b]))
			k = (k + 1) & (buckets - 1);
		give_form(o, b, known[k] ? o->form[known[k] - 1] : form_add(o, shape[b], size[b]));
		known[k] = known[k] ? known[k] : b + 1;
	}
	free(known);
}

void outlines_stretch(struct outlines *o, int b, double factor)
{
	MEM_GROW(o->forms, &o->cap_form, (size_t)o->n_form + 1);
	struct outline_form *f = &o->forms[o->n_form];
	*f = o->forms[o->form[b]];
	reserve(o, f->n);
	vec2 middle = { 0 };
	for (int k = 0; k < f->n; k++)
		middle = v2_add(middle, v2_scale(1.0 / f->n, o->local[f->first + k]));
	for (int k = 0; k < f->n; k++) {
		int from = f->first + k, to = o->n_local + k;

		o->local[to] = v2_add(middle, v2_scale(factor, v2_sub(o->local[from], middle)));
		o->radius[to] = o->radius[from];
		o->step[to] = o->step[from];
	}
	f->first = o->n_local;
	o->n_local += f->n;
	form_measure(o, f);
	tree_init(o, f);
	give_form(o, b, o->n_form++);
}

int outlines_endless(struct outlines *o, int b, const struct domain *d, double c, double s, double far)
{
	const double most = 100; /* periods: what is longer is a mistake, see LIST2_WIDEST */
	const struct outline_form *f = outlines_form(o, b);

	if (f->n != 2 || f->edges != 1 || !d->set)
		return 0;
	vec2 edge = v2_turn(v2_sub(o->local[f->first + 1], o->local[f->first]), c, s);
	double e[2] = { edge.x, edge.y };
	for (int k = 0; k < 2; k++) {
		double len = d->hi[k] - d->lo[k];

		if (!d->periodic[k] || (k == 1 && d->tilt[0] != 0) || fabs(e[k]) < len * (1 - 1e-9) || fabs(e[k]) > len * most ||
		    fabs(e[1 - k]) > 1e-12 * len)
			continue;
		double has = floor(fabs(e[k]) / len + 1e-9);
		outlines_stretch(o, b, fmax((2 * ceil(far / len) + 7) / has, 1));
		return 1 << k;
	}
	return 0;
}

void outlines_free(struct outlines *o)
{
	free(o->first);
	free(o->at);
	free(o->arm);
	free(o->reach);
	free(o->form);
	free(o->shift);
	free(o->forms);
	free(o->local);
	free(o->radius);
	free(o->il2);
	free(o->step);
	free(o->node);
	memset(o, 0, sizeof *o);
}

void outlines_place(struct outlines *o, int from, int to, const double *x, const double *y, const double *c,
	const double *s)
{
	for (int b = from; b < to; b++) {
		const vec2 *local = o->local + outlines_form(o, b)->first;
		int k = b - from;

		for (int v = o->first[b]; v < o->first[b + 1]; v++)
			o->at[v] = features_place(v2(x[k], y[k]), local[v - o->first[b]], c[k], s[k]);
	}
}

/* Squared distance from a point to a box. */
static double box_distance2(const double box[4], double x, double y)
{
	double lx = box[0] - x, hx = x - box[2], ly = box[1] - y, hy = y - box[3], dx = lx > hx ? lx : hx, dy = ly > hy ? ly : hy;

	dx = dx > 0 ? dx : 0;
	dy = dy > 0 ? dy : 0;
	return dx * dx + dy * dy;
}

int outlines_near(const struct outlines *o, int b, double x, double y, double c, double s, double far, int *out)
{
	const struct outline_form *form = outlines_form(o, b);
	int v0 = o->first[b], m = form->n, n = 0;

	if (form->tree < 0) {
		for (int k = 0; k < m; k++)
			out[n++] = v0 + k;
		return n;
	}
	double bx = c * x + s * y, by = c * y - s * x, far2 = far * far * (1 + 1e-12);
	const double (*node)[4] = (const double (*)[4])o->node + form->tree;
	int leaves = form->leaves, k = 1;
	/* traverse the tree in order without a stack: down to the left child if the box is near, else on to the next node on the
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
