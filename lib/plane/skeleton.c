/* skeleton.c: the cleaned skeleton of a shape */
#include "plane/skeleton.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "plane/polygon.h"

/* Edges in a block, edges in a row of blocks. */
enum { BLOCK = 32, ROW = BLOCK * BLOCK };

struct skeleton_search skeleton_search(double x0, double y0, double x1, double y1)
{
	return (struct skeleton_search){ { x0, y0 }, { x1, y1 }, { 0, 0 }, INFINITY, 0 };
}

struct skeleton_search skeleton_search_round(vec2 centre, double reach)
{
	return (struct skeleton_search){ { centre.x - reach, centre.y - reach }, { centre.x + reach, centre.y + reach },
	                                 centre, reach, 0 };
}

static int box_meets(const double *lo, const double *hi, const struct skeleton_search *find)
{
	if (!(lo[0] <= find->hi[0] && lo[1] <= find->hi[1] && hi[0] >= find->lo[0] && hi[1] >= find->lo[1]))
		return 0;
	double cx = find->centre.x, cy = find->centre.y;
	double x = cx < lo[0] ? lo[0] - cx : cx > hi[0] ? cx - hi[0] : 0;
	double y = cy < lo[1] ? lo[1] - cy : cy > hi[1] ? cy - hi[1] : 0;

	return x * x + y * y <= find->reach * find->reach;
}

int skeleton_next(const struct skeleton *k, struct skeleton_search *find)
{
	while (find->at < k->n_edge) {
		const double *b = k->block[find->at / BLOCK], *row = k->row[find->at / ROW];

		if (find->at % ROW == 0 && !box_meets(row, row + 2, find)) {
			find->at += ROW;
			continue;
		}
		if (find->at % BLOCK == 0 && !box_meets(b, b + 2, find)) {
			find->at += BLOCK;
			continue;
		}
		int e = find->at++;
		if (box_meets(k->edge[e].lo, k->edge[e].hi, find))
			return e;
	}
	return -1;
}

/* Let the box hold an edge, which is the first one in it if first is not 0. */
static void box_add(double box[4], const struct edge *g, int first)
{
	for (int m = 0; m < 2; m++) {
		box[m] = first ? g->lo[m] : fmin(box[m], g->lo[m]);
		box[2 + m] = first ? g->hi[m] : fmax(box[2 + m], g->hi[m]);
	}
}

/* Set the direction, the length and the box of each edge from its ends, and the boxes of the blocks and of their rows. */
static void edges_measure(struct skeleton *k)
{
	MEM_RESIZE(k->block, ((size_t)k->n_edge + BLOCK - 1) / BLOCK);
	MEM_RESIZE(k->row, ((size_t)k->n_edge + ROW - 1) / ROW);
	for (int e = 0; e < k->n_edge; e++) {
		struct edge *g = &k->edge[e];
		vec2 a = k->v[g->a], b = k->v[g->b], d = v2_sub(b, a);

		g->len = v2_norm(d);
		g->u = v2_scale(1 / g->len, d);
		g->lo[0] = fmin(a.x, b.x);
		g->lo[1] = fmin(a.y, b.y);
		g->hi[0] = fmax(a.x, b.x);
		g->hi[1] = fmax(a.y, b.y);
		box_add(k->block[e / BLOCK], g, e % BLOCK == 0);
		box_add(k->row[e / ROW], g, e % ROW == 0);
	}
}

struct key { double x; int v; };

static int by_x(const void *a, const void *b)
{
	const struct key *p = a, *q = b;

	return p->x < q->x ? -1 : p->x > q->x ? 1 : p->v - q->v;
}

/* Merge vertices within tol of each other into k->v; same[n] gets the index there of each vertex. */
static void merge_vertices(struct skeleton *k, const vec2 *v, int n, int *same)
{
	struct key *key = MEM_NEW(struct key, (size_t)n);
	int *rank = MEM_NEW(int, (size_t)n);

	for (int i = 0; i < n; i++)
		key[i] = (struct key){ v[i].x, i };
	qsort(key, (size_t)n, sizeof *key, by_x);
	for (int i = 0; i < n; i++)
		same[i] = -1;
	/* a vertex without an earlier double is the first of its kind; its doubles follow in the order of x */
	for (int i = 0; i < n; i++) {
		int first = key[i].v;

		if (same[first] >= 0)
			continue;
		same[first] = first;
		for (int j = i + 1; j < n && key[j].x <= key[i].x + k->tol; j++)
			if (same[key[j].v] < 0 && fabs(v[key[j].v].y - v[first].y) <= k->tol)
				same[key[j].v] = first;
	}
	k->n_v = 0;
	for (int i = 0; i < n; i++) {
		if (same[i] == i) {
			k->v[k->n_v] = v[i];
			rank[i] = k->n_v++;
		}
	}
	for (int i = 0; i < n; i++)
		same[i] = rank[same[i]];
	free(key);
	free(rank);
}

/* A vertex on an edge, and its distance along the edge. */
struct cut { int edge, v; double along; };

static int by_place(const void *a, const void *b)
{
	const struct cut *p = a, *q = b;

	if (p->edge != q->edge)
		return p->edge - q->edge;
	return p->along < q->along ? -1 : p->along > q->along;
}

/* Cut edges at the vertices they run over. */
static void cut_edges(struct skeleton *k)
{
	struct cut *cut = NULL;
	size_t n = 0, cap = 0;

	for (int v = 0; v < k->n_v; v++) {
		vec2 p = k->v[v];
		struct skeleton_search find = skeleton_search(p.x - k->tol, p.y - k->tol, p.x + k->tol, p.y + k->tol);

		for (int e; (e = skeleton_next(k, &find)) >= 0;) {
			const struct edge *g = &k->edge[e];
			vec2 d = v2_sub(p, k->v[g->a]);
			double along = v2_dot(d, g->u);

			if (v == g->a || v == g->b || along <= 0 || along >= g->len || fabs(v2_cross(g->u, d)) > k->tol)
				continue;
			MEM_GROW(cut, &cap, n + 1);
			cut[n++] = (struct cut){ e, v, along };
		}
	}
	if (n > 0) {
		struct edge *whole = k->edge;
		size_t c = 0;
		int n_whole = k->n_edge;

		qsort(cut, n, sizeof *cut, by_place);
		k->edge = MEM_NEW(struct edge, (size_t)n_whole + n);
		k->n_edge = 0;
		for (int e = 0; e < n_whole; e++) {
			int a = whole[e].a;

			for (; c < n && cut[c].edge == e; c++) {
				k->edge[k->n_edge++] = (struct edge){ .a = a, .b = cut[c].v };
				a = cut[c].v;
			}
			k->edge[k->n_edge++] = (struct edge){ .a = a, .b = whole[e].b };
		}
		free(whole);
	}
	free(cut);
}

/* The ends of an edge, the lower index first. */
struct ends { int a, b, edge; };

static int by_ends(const void *a, const void *b)
{
	const struct ends *p = a, *q = b;

	return p->a != q->a ? p->a - q->a : p->b != q->b ? p->b - q->b : p->edge - q->edge;
}

/* Remove repeated edges, whatever their direction. */
static void remove_doubles(struct skeleton *k)
{
	struct ends *ends = MEM_NEW(struct ends, (size_t)k->n_edge);
	int n = 0;

	for (int e = 0; e < k->n_edge; e++) {
		int a = k->edge[e].a, b = k->edge[e].b;

		ends[e] = (struct ends){ a < b ? a : b, a < b ? b : a, e };
	}
	qsort(ends, (size_t)k->n_edge, sizeof *ends, by_ends);
	for (int i = 1; i < k->n_edge; i++)
		if (ends[i].a == ends[i - 1].a && ends[i].b == ends[i - 1].b)
			k->edge[ends[i].edge].a = -1;
	for (int e = 0; e < k->n_edge; e++)
		if (k->edge[e].a >= 0)
			k->edge[n++] = k->edge[e];
	k->n_edge = n;
	free(ends);
}

void skeleton_init(struct skeleton *k, const struct shape *s, struct rng *g, double shift)
{
	int n = s->n, n_edge = shape_edges(s), *same = MEM_NEW(int, (size_t)n);
	vec2 *v = MEM_NEW(vec2, (size_t)n), lo = v2(INFINITY, INFINITY), hi = v2(-INFINITY, -INFINITY);

	for (int i = 0; i < n; i++) {
		lo = v2(fmin(lo.x, s->xy[i][0]), fmin(lo.y, s->xy[i][1]));
		hi = v2(fmax(hi.x, s->xy[i][0]), fmax(hi.y, s->xy[i][1]));
	}
	*k = (struct skeleton){ .r = s->r, .origin = v2(0.5 * (lo.x + hi.x), 0.5 * (lo.y + hi.y)) };
	k->tol = 32 * DBL_EPSILON * (fmax(hi.x - lo.x, hi.y - lo.y) + s->r);
	for (int i = 0; i < n; i++) {
		v[i] = v2_sub(v2(s->xy[i][0], s->xy[i][1]), k->origin);
		if (g) {
			v[i].x += shift * (2 * rng_uniform(g) - 1);
			v[i].y += shift * (2 * rng_uniform(g) - 1);
		}
	}
	k->v = MEM_NEW(vec2, (size_t)n);
	k->edge = MEM_NEW(struct edge, (size_t)n_edge);
	merge_vertices(k, v, n, same);
	for (int e = 0; e < n_edge; e++) {
		int a = same[e], b = same[e + 1 < n ? e + 1 : 0];

		if (a != b)
			k->edge[k->n_edge++] = (struct edge){ .a = a, .b = b };
	}
	if (s->kind == SHAPE_POLYGON) {
		k->n_outline = n;
		k->outline = mem_new((size_t)n, sizeof *k->outline);
		for (int i = 0; i < n; i++) {
			k->outline[i][0] = k->v[same[i]].x;
			k->outline[i][1] = k->v[same[i]].y;
		}
	}
	free(v);
	free(same);
	edges_measure(k);
	cut_edges(k);
	remove_doubles(k);
	edges_measure(k);
	if (k->n_outline > 0 && k->n_edge == n && k->n_v == n) {
		const double (*outline)[2] = (const double (*)[2])k->outline;
		int e, f;

		if (polygon_crossing(outline, n, 1, &e, &f) == CROSSING_NONE)
			k->outer = polygon_area(outline, n) > 0 ? -1 : 1;
	}
}

void skeleton_free(struct skeleton *k)
{
	free(k->v);
	free(k->edge);
	free(k->outline);
	free(k->block);
	free(k->row);
}
