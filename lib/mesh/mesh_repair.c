/* mesh_repair.c: finding the faults of a surface, and mending those that can be mended in one way only */
#include "mesh/mesh.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "base/vec.h"
#include "mesh/mesh_parts.h"

static const char *const name[MESH_FAULTS][2] = { /* singular, plural */
	[MESH_MERGED] = { "a vertex that repeats another", "vertices that repeat others" },
	[MESH_DEGENERATE] = { "a triangle with two equal corners", "triangles with two equal corners" },
	[MESH_DUPLICATE] = { "a repeated triangle", "repeated triangles" },
	[MESH_BACK_TO_BACK] = { "a pair of triangles back to back", "pairs of triangles back to back" },
	[MESH_FLIPPED] = { "a triangle that faces the other way from its neighbours",
	                   "triangles that face the other way from their neighbours" },
	[MESH_INSIDE_OUT] = { "a component inside out", "components inside out" },
	[MESH_NOTHING] = { "no triangles", "no triangles" },
	[MESH_OPEN] = { "an open edge", "open edges" },
	[MESH_BRANCHING] = { "an edge of three triangles or more that do not pair up",
	                     "edges of three triangles or more that do not pair up" },
	[MESH_ONE_SIDED] = { "an edge where a one-sided surface meets itself",
	                     "edges where a one-sided surface meets itself" },
	[MESH_FLAT] = { "a component without volume", "components without volume" },
	[MESH_NESTED] = { "a component inside a solid one, facing outwards like it",
	                  "components inside solid ones, facing outwards like them" },
	[MESH_CROSSING] = { "a place where two components cut through each other",
	                    "places where two components cut through each other" },
};

const char *mesh_fault_name(enum mesh_fault_kind kind, int n)
{
	return name[kind][n != 1];
}

void mesh_fault_add(struct mesh_faults *f, enum mesh_fault_kind kind, const double at[3])
{
	struct mesh_fault *fault = &f->fault[kind];

	if (at && fault->n < MESH_PLACES)
		memcpy(fault->at[fault->n], at, sizeof fault->at[0]);
	if (fault->n < INT_MAX)
		fault->n++;
}

void mesh_fault_triangle(struct mesh_faults *f, enum mesh_fault_kind kind, const struct mesh *m, int t)
{
	double at[3];

	v3_to(at, mesh_middle(m, t));
	mesh_fault_add(f, kind, at);
}

static void add_edge(struct mesh_faults *f, enum mesh_fault_kind kind, const struct mesh *m, int a, int b)
{
	double at[3];

	v3_to(at, v3_scale(0.5, v3_add(v3_from(m->xyz[a]), v3_from(m->xyz[b]))));
	mesh_fault_add(f, kind, at);
}

/* Remove the marked triangles. */
static void remove_marked(struct mesh *m, const char *mark)
{
	int n = 0;

	for (int t = 0; t < m->n_triangle; t++)
		if (!mark[t])
			memmove(m->tri[n++], m->tri[t], sizeof *m->tri);
	m->n_triangle = n;
}

static void remove_degenerate(struct mesh *m, struct mesh_faults *f)
{
	char *mark = MEM_ZERO(char, (size_t)m->n_triangle);

	for (int t = 0; t < m->n_triangle; t++) {
		const int *c = m->tri[t];

		mark[t] = c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
		if (mark[t])
			mesh_fault_triangle(f, MESH_DEGENERATE, m, t);
	}
	if (f->fault[MESH_DEGENERATE].n)
		remove_marked(m, mark);
	free(mark);
}

/* ---- edges ---- */

/* A side of a triangle: at = 3 t + k leads from corner k of triangle t to the next corner. Sides are stored with the lower of
 * their vertices. Those of one edge are together, in the order of the opposite vertices. */
struct side { int high, apex, at; };
struct edges {
	int *start;           /* [n_vertex + 1] side[start[v]] .. side[start[v + 1] - 1] have v as their lower vertex */
	struct side *side;    /* [3 n_triangle] */
};

static int next(int at)
{
	return at % 3 == 2 ? at - 2 : at + 1;
}

static int vertex(const struct mesh *m, int at)
{
	return m->tri[at / 3][at % 3];
}

static int compare_sides(const void *a, const void *b)
{
	const struct side *p = a, *q = b;

	if (p->high != q->high)
		return (p->high > q->high) - (p->high < q->high);
	if (p->apex != q->apex)
		return (p->apex > q->apex) - (p->apex < q->apex);
	return (p->at > q->at) - (p->at < q->at);
}

/* Sort the sides around one vertex, which are few in most cases. */
static void sort_sides(struct side *s, int n)
{
	if (n > 16) {
		qsort(s, (size_t)n, sizeof *s, compare_sides);
		return;
	}
	for (int i = 1; i < n; i++) {
		struct side one = s[i];
		int j = i;

		for (; j > 0 && compare_sides(&s[j - 1], &one) > 0; j--)
			s[j] = s[j - 1];
		s[j] = one;
	}
}

static void edges_find(struct edges *e, const struct mesh *m)
{
	int n = 3 * m->n_triangle;

	e->start = MEM_ZERO(int, (size_t)m->n_vertex + 2);
	e->side = MEM_NEW(struct side, (size_t)n);
	int *at = e->start + 2; /* counts, then ends of the filled part; shifted by one while the array is being filled */
	for (int h = 0; h < n; h++) {
		int a = vertex(m, h), b = vertex(m, next(h)), low = a < b ? a : b;

		if (low < m->n_vertex - 1)
			at[low]++;
	}
	for (int v = 2; v <= m->n_vertex; v++)
		e->start[v] += e->start[v - 1];
	for (int h = 0; h < n; h++) {
		int a = vertex(m, h), b = vertex(m, next(h)), low = a < b ? a : b;

		e->side[e->start[low + 1]++] = (struct side){ a < b ? b : a, vertex(m, next(next(h))), h };
	}
	for (int v = 0; v < m->n_vertex; v++)
		sort_sides(e->side + e->start[v], e->start[v + 1] - e->start[v]);
}

static void edges_free(struct edges *e)
{
	free(e->start);
	free(e->side);
}

/* The end of the edge that begins at side i; end is the end of all sides of the vertex. */
static int edge_end(const struct edges *e, int i, int end)
{
	int j = i + 1;

	while (j < end && e->side[j].high == e->side[i].high)
		j++;
	return j;
}

/* The number of edges with an odd number of sides. */
static int count_odd(const struct edges *e, const struct mesh *m)
{
	int n = 0;

	for (int v = 0; v < m->n_vertex; v++)
		for (int i = e->start[v], end = e->start[v + 1], j; i < end; i = j) {
			j = edge_end(e, i, end);
			n += (j - i) & 1;
		}
	return n;
}

/* ---- repeated triangles ---- */

enum { AGAIN = 1, FRONT, BACK };

/* Mark triangles with the same corners, given as the sides s[n] of one edge. Of those that face each way all except for the
 * first are marked AGAIN. If both ways occur, the two first ones are marked FRONT and BACK. Returns whether they do. */
static int mark_same(const struct mesh *m, const struct side *s, int n, int low, char *mark, struct mesh_faults *f)
{
	int first[2] = { -1, -1 };

	for (int i = 0; i < n; i++) {
		int t = s[i].at / 3, forward = vertex(m, s[i].at) == low;

		if (first[forward] >= 0) {
			mark[t] = AGAIN;
			mesh_fault_triangle(f, MESH_DUPLICATE, m, t);
		} else {
			first[forward] = t;
		}
	}
	if (first[0] < 0 || first[1] < 0)
		return 0;
	int later = first[1] > first[0];
	mark[first[!later]] = FRONT;
	mark[first[later]] = BACK;
	mesh_fault_triangle(f, MESH_BACK_TO_BACK, m, first[!later]);
	return 1;
}

static int mark_doubles(const struct edges *e, const struct mesh *m, char *mark, struct mesh_faults *f)
{
	int pairs = 0;

	for (int v = 0; v < m->n_vertex; v++)
		for (int i = e->start[v], end = e->start[v + 1], j; i < end; i = j) {
			const struct side *s = &e->side[i];

			for (j = i + 1; j < end && e->side[j].high == s->high && e->side[j].apex == s->apex;)
				j++;
			if (s->apex > s->high && j > i + 1) /* at only one of the three edges */
				pairs += mark_same(m, s, j - i, v, mark, f);
		}
	return pairs;
}

/* Remove repeated triangles. Two triangles back to back are both removed, or one of them if only then all edges have two sides.
 * *e gets the edges of the remaining triangles. */
static void remove_doubles(struct mesh *m, struct edges *e, struct mesh_faults *f)
{
	char *mark = MEM_ZERO(char, (size_t)m->n_triangle);

	edges_find(e, m);
	int pairs = mark_doubles(e, m, mark, f);
	if (pairs || f->fault[MESH_DUPLICATE].n) {
		int n = m->n_triangle;
		int (*all)[3] = mem_new((size_t)n, sizeof *all);

		memcpy(all, m->tri, (size_t)n * sizeof *all);
		remove_marked(m, mark);
		edges_free(e);
		edges_find(e, m);
		if (pairs && (!m->n_triangle || count_odd(e, m))) {
			memcpy(m->tri, all, (size_t)n * sizeof *all);
			m->n_triangle = n;
			for (int t = 0; t < n; t++)
				mark[t] = mark[t] == FRONT ? 0 : mark[t];
			remove_marked(m, mark);
			edges_free(e);
			edges_find(e, m);
		}
		free(all);
	}
	free(mark);
}

/* ---- neighbouring triangles ---- */

struct around { double angle; int at, forward; };

static int compare_angles(const void *a, const void *b)
{
	const struct around *p = a, *q = b;

	return p->angle != q->angle ? (p->angle > q->angle) - (p->angle < q->angle) : (p->at > q->at) - (p->at < q->at);
}

/* Add points beside the middle of the edge from a to b, between the triangles around[n] the edge. Angles are counted from x
 * towards y. */
static void add_beside(struct parts *p, vec3 a, vec3 b, vec3 x, vec3 y, const struct around *around, int n)
{
	vec3 middle = v3_scale(0.5, v3_add(a, b));
	double length = v3_norm(v3_sub(b, a));

	MEM_GROW(p->beside, &p->cap_beside, (size_t)(p->n_beside + n));
	for (int i = 0; i < n; i++) {
		double from = around[i].angle, to = around[(i + 1) % n].angle + (i == n - 1 ? 2 * M_PI : 0), sine, cosine;

		if (to - from < 1e-5)
			continue;
		trig_sincos((from + to) / 2, &sine, &cosine);
		p->beside[p->n_beside].length = length;
		v3_to(p->beside[p->n_beside].edge, middle);
		v3_to(p->beside[p->n_beside++].at, v3_add(middle, v3_scale(1e-4 * length, v3_add(v3_scale(cosine, x), v3_scale(sine, y)))));
	}
}

/* The sides of one edge in the order of their triangles around it, counter-clockwise if one looks from the high vertex to the low
 * one. */
static struct around *sort_around(struct parts *p, const struct mesh *m, const struct side *s, int n, int low)
{
	struct around *a = MEM_NEW(struct around, (size_t)n);
	vec3 o = v3_from(m->xyz[low]), d = v3_sub(v3_from(m->xyz[s->high]), o);
	double l = v3_norm(d);
	vec3 z = v3_scale(1 / l, d), x = fabs(z.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0);

	x = v3_sub(x, v3_scale(v3_dot(x, z), z));
	vec3 y = v3_cross(z, x);
	for (int i = 0; i < n; i++) {
		vec3 w = v3_sub(v3_from(m->xyz[s[i].apex]), o);

		a[i] = (struct around){ trig_atan2(v3_dot(w, y), v3_dot(w, x)), s[i].at,
		                        vertex(m, s[i].at) == low };
	}
	qsort(a, (size_t)n, sizeof *a, compare_angles);
	add_beside(p, o, v3_add(o, d), x, y, a, n);
	return a;
}

/* Pair the sides of an edge of four or more triangles, half of which run each way. The two of a pair have solid between them:
 * going around the edge, the solid reaches from a side against the edge's direction to one along it. So sides are matched like
 * brackets around a circle. Two bodies that share an edge stay separate. */
static void pair_up(struct parts *p, int *twin, const struct mesh *m, const struct side *s, int n, int low)
{
	struct around *a = sort_around(p, m, s, n, low);
	int *open = MEM_NEW(int, (size_t)n), n_open = 0;

	for (int i = 0; i < 2 * n; i++) {
		const struct around *here = &a[i % n];

		if (twin[here->at] >= 0)
			continue;
		if (!here->forward) {
			if (i < n)
				open[n_open++] = here->at;
		} else if (n_open) {
			int other = open[--n_open];

			twin[other] = here->at;
			twin[here->at] = other;
		}
	}
	free(open);
	free(a);
}

/* The twin of every side: the side of the neighbour at the same edge. *p gets the points beside edges of four or more
 * triangles. */
static int *find_twins(struct parts *p, const struct edges *e, const struct mesh *m, struct mesh_faults *f)
{
	int *twin = MEM_NEW(int, 3 * (size_t)m->n_triangle);

	memset(twin, 0xff, 3 * (size_t)m->n_triangle * sizeof *twin);
	for (int v = 0; v < m->n_vertex; v++)
		for (int i = e->start[v], end = e->start[v + 1], j; i < end; i = j) {
			const struct side *s = &e->side[i];
			int along = 0;

			j = edge_end(e, i, end);
			for (int k = i; k < j; k++)
				along += vertex(m, e->side[k].at) == v;
			if (j - i == 2) {
				twin[s[0].at] = s[1].at;
				twin[s[1].at] = s[0].at;
			} else if (j - i == 1 || 2 * along != j - i) {
				add_edge(f, j - i == 1 ? MESH_OPEN : MESH_BRANCHING, m, v, s->high);
			} else {
				pair_up(p, twin, m, s, j - i, v);
			}
		}
	return twin;
}

/* ---- orientation ---- */

/* Append the component of triangle t to order, from *n on. flip[u] says which triangles face the other way than most of the
 * component. */
static void flood(struct parts *p, const struct mesh *m, const int *twin, int t, int *n, struct mesh_faults *f)
{
	int begin = *n, flipped = 0;

	p->order[(*n)++] = t;
	p->part[t] = p->n;
	for (int i = begin; i < *n; i++) {
		int u = p->order[i];

		flipped += p->flip[u];
		for (int k = 0; k < 3; k++) {
			int here = 3 * u + k, there = twin[here], w = there / 3;
			char flip = (char)(p->flip[u] ^ (vertex(m, here) == vertex(m, there)));

			if (p->part[w] < 0) {
				p->part[w] = p->n;
				p->flip[w] = flip;
				p->order[(*n)++] = w;
			} else if (p->flip[w] != flip && here < there) {
				add_edge(f, MESH_ONE_SIDED, m, vertex(m, here), vertex(m, next(here)));
			}
		}
	}
	for (int i = begin; i < *n && 2 * flipped > *n - begin; i++)
		p->flip[p->order[i]] ^= 1;
}

static void parts_find(struct parts *p, const struct mesh *m, const int *twin, struct mesh_faults *f)
{
	size_t n = (size_t)m->n_triangle, cap = 0;
	int done = 0;

	p->part = MEM_NEW(int, n);
	p->order = MEM_NEW(int, n);
	p->flip = MEM_ZERO(char, n);
	memset(p->part, 0xff, n * sizeof *p->part);
	for (int t = 0; t < m->n_triangle; t++)
		if (p->part[t] < 0) {
			MEM_GROW(p->first, &cap, (size_t)p->n + 2);
			p->first[p->n] = done;
			flood(p, m, twin, t, &done, f);
			p->first[++p->n] = done;
		}
}

static void parts_free(struct parts *p)
{
	free(p->part);
	free(p->order);
	free(p->first);
	free(p->flip);
	free(p->beside);
}

static int refused(const struct mesh_faults *f)
{
	for (int k = MESH_REFUSED; k < MESH_FAULTS; k++)
		if (f->fault[k].n)
			return -1;
	return 0;
}

int mesh_repair(struct mesh *m, struct mesh_faults *f)
{
	struct edges e;
	struct parts p = { .n = 0 };

	*f = (struct mesh_faults){ .n_component = 0 };
	f->fault[MESH_MERGED].n = mesh_merge(m, MESH_PLACES, f->fault[MESH_MERGED].at);
	remove_degenerate(m, f);
	remove_doubles(m, &e, f);
	if (!m->n_triangle)
		mesh_fault_add(f, MESH_NOTHING, NULL);
	int *twin = find_twins(&p, &e, m, f);
	edges_free(&e);
	if (refused(f) == 0) {
		parts_find(&p, m, twin, f);
		f->n_component = p.n;
		if (refused(f) == 0)
			mesh_face(m, &p, f);
	}
	parts_free(&p);
	free(twin);
	mesh_merge(m, 0, NULL); /* remove vertices that are no longer used */
	return refused(f);
}
