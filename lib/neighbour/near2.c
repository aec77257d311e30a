/* near2.c: find the vertices of two bodies that are near edges of the other body */
#include "neighbour/near2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "contact/features2.h"

enum { BLOCK = 8, MANY = 16 * BLOCK }; /* edges that share a box; number of edges above which boxes are used */

void near2_init(struct near2_work *s, int most)
{
	memset(s, 0, sizeof *s);
	s->is_wide = most > NEAR2_NARROW;
	for (int k = 0; k < 2; k++) {
		s->side[k].list = MEM_NEW(int, (size_t)most);
		s->side[k].vertex = MEM_NEW(int, (size_t)most);
		s->side[k].edge = MEM_NEW(int, (size_t)most);
		s->side[k].out = MEM_NEW(double, (size_t)most);
		s->side[k].block = MEM_NEW(struct near2_block, (size_t)(most / BLOCK) + 1);
	}
}

void near2_free(struct near2_work *s)
{
	for (int k = 0; k < 2; k++) {
		free(s->side[k].list);
		free(s->side[k].vertex);
		free(s->side[k].edge);
		free(s->side[k].out);
		free(s->side[k].block);
	}
	free(s->cand.wide);
	free(s->cand.narrow);
	free(s->gap);
	free(s->far);
}

static inline double greater(double a, double b)
{
	return a > b ? a : b;
}

/* Find the features of body b that may come within a distance far of (x, y), which is relative to the position of b. A small body
 * has few features: all are taken, unless (x, y) is beyond its box. That is rare if the neighbour is no smaller. */
static void side_init(struct near2_side *s, const struct near2_places *w, int b, int other, double x, double y, double far)
{
	const struct outlines *o = w->outlines;

	s->first = o->first[b];
	s->all = o->first[b + 1] - s->first;
	s->shift = o->shift[b];
	s->feature = NULL;
	s->n = 0;
	if (outlines_form(o, b)->tree < 0) {
		if (o->reach[b] <= o->reach[other] || !outlines_beyond(o, b, x, y, w->c[b], w->s[b], far))
			s->n = s->all;
	} else {
		s->feature = s->list;
		s->n = outlines_near(o, b, x, y, w->c[b], w->s[b], far, s->list);
	}
}

/* Compute how far the vertices of features, with their radii, stand out along (ux, uy) from the position (x, y) of the body.
 * Returns the largest value. */
static double stand_out(struct near2_side *s, const struct outlines *o, double x, double y, double ux, double uy)
{
	const vec2 *at = o->at;
	const double *radius = o->radius + s->shift;
	double most = -INFINITY, *out = s->out - s->first;
	int n = s->n;

	for (int v = s->first; v < s->first + n && !s->feature; v++) {
		out[v] = (at[v].x - x) * ux + (at[v].y - y) * uy + radius[v];
		most = greater(out[v], most);
	}
	for (int k = 0; k < n && s->feature; k++) {
		int v = s->feature[k], e = v + o->step[v + s->shift];

		out[v] = (at[v].x - x) * ux + (at[v].y - y) * uy + radius[v];
		most = greater(out[v], most);
		out[e] = (at[e].x - x) * ux + (at[e].y - y) * uy + radius[e]; /* an end need not be on the list */
		most = greater(out[e], most);
	}
	return most;
}

/* Choose the vertices, and the edges or points, that stand out by at least `least`. */
static void keep(struct near2_side *s, const struct outlines *o, double least, int points)
{
	const double *out = s->out - s->first;
	const int *step = o->step + s->shift, *list = s->feature;
	int *vertex = s->vertex, *edge = s->edge, n = s->n, first = s->first, nv = 0, ne = 0;

	for (int k = 0; k < n; k++) {
		int v = list ? list[k] : first + k, e = step[v], begins = out[v] >= least, ends = out[v + e] >= least;

		vertex[nv] = v;
		nv += begins;
		edge[ne] = v;
		ne += (points | (e != 0)) & (begins | ends);
	}
	s->n_vertex = nv;
	s->n_edge = ne;
}

/* Compute the box and the largest radius of every BLOCK edges of a side, shifted by shift. */
static void blocks_measure(struct near2_side *b, const struct outlines *o, vec2 shift)
{
	const double *radius = o->radius + b->shift;
	const int *step = o->step + b->shift;

	for (int k = 0; k < b->n_edge; k++) {
		struct near2_block *q = &b->block[k / BLOCK];
		vec2 p = v2_add(o->at[b->edge[k]], shift), e = v2_add(o->at[b->edge[k] + step[b->edge[k]]], shift);

		if (k % BLOCK == 0)
			*q = (struct near2_block){ { INFINITY, INFINITY }, { -INFINITY, -INFINITY }, 0 };
		q->lo = v2(fmin(q->lo.x, fmin(p.x, e.x)), fmin(q->lo.y, fmin(p.y, e.y)));
		q->hi = v2(fmax(q->hi.x, fmax(p.x, e.x)), fmax(q->hi.y, fmax(p.y, e.y)));
		q->radius = fmax(q->radius, radius[b->edge[k]]);
	}
}

/* A vertex of one body, and the edges or points of the other body, shifted by shift, with which it is tested. */
struct trial {
	const struct outlines *o;
	const struct near2_side *b;
	struct near2_work *to;
	vec2 shift, vertex;
	double radius, margin;
	uint32_t code;
};

/* Append the candidates of the vertex and the edges from .. to-1 of the list. */
static inline void try_edges(const struct trial *t, int from, int to)
{
	const double *other = t->o->radius + t->b->shift, *il2 = t->o->il2 + t->b->shift;
	const int *edge = t->b->edge, *step = t->o->step + t->b->shift;
	const vec2 *place = t->o->at;
	const double far = t->radius + t->margin;
	struct near2_far *d = t->to->far;
	int n = t->to->n - t->to->first;

	for (int k = from; k < to; k++) {
		int ea = edge[k], eb = ea + step[ea];
		double lim = far + other[ea];
		vec2 w;
		double w2 = features_gap(&t->vertex, &place[ea], &place[eb], &t->shift, il2[ea], &w);

		d[n] = (struct near2_far){ w2, t->radius + other[ea], t->code + (uint32_t)ea }; /* near2_code */
		n += w2 < lim * lim;
	}
	t->to->n = t->to->first + n;
}

/* The same by the boxes. wide is slightly more than the margin. */
static void try_blocks(const struct trial *t, double wide)
{
	const struct near2_side *b = t->b;

	for (int k = 0; k < b->n_edge; k += BLOCK) {
		const struct near2_block *q = &b->block[k / BLOCK];
		double lx = q->lo.x - t->vertex.x, hx = t->vertex.x - q->hi.x, ly = q->lo.y - t->vertex.y, hy = t->vertex.y - q->hi.y;
		double dx = greater(greater(lx, hx), 0), dy = greater(greater(ly, hy), 0), lim = wide + q->radius;

		if (dx * dx + dy * dy <= lim * lim)
			try_edges(t, k, k + BLOCK < b->n_edge ? k + BLOCK : b->n_edge);
	}
}

/* Append the candidates of the vertices of one body, shifted by (dx, dy), and the edges or points of the other. wide is slightly
 * more than the margin. */
static void half_pair(struct near2_work *s, const struct near2_side *a, struct near2_side *b, const struct outlines *o,
	double dx, double dy, double margin, double wide, int dir)
{
	const double *radius = o->radius + a->shift;
	struct trial t = { .o = o, .b = b, .to = s, .shift = { -dx, -dy }, .margin = margin };
	int boxes = a->n_vertex > BLOCK && b->n_edge > MANY;

	if (boxes)
		blocks_measure(b, o, t.shift);
	for (int i = 0; i < a->n_vertex; i++) {
		int v = a->vertex[i];

		MEM_GROW(s->far, &s->cap_far, (size_t)(s->n - s->first) + (size_t)b->n_edge);
		t.vertex = o->at[v];
		t.radius = radius[v];
		t.code = ((uint32_t)dir << 31 | (uint32_t)((v - a->first) * b->all)) - (uint32_t)b->first;
		if (boxes)
			try_blocks(&t, radius[v] + wide);
		else
			try_edges(&t, 0, b->n_edge);
	}
}

/* Allocate memory for n codes. */
void near2_reserve(struct near2_work *s, size_t n)
{
	if (s->is_wide)
		MEM_GROW(s->cand.wide, &s->cap, n);
	else
		MEM_GROW(s->cand.narrow, &s->cap, n);
}

/* Keep the codes of the candidates of a pair. */
static void codes_keep(struct near2_work *s)
{
	near2_reserve(s, (size_t)s->n);
	for (int k = 0; k < s->n - s->first; k++) {
		uint32_t code = s->far[k].code;

		if (s->is_wide)
			s->cand.wide[s->first + k] = code;
		else
			s->cand.narrow[s->first + k] = (uint16_t)(code >> 31 << 15 | code);
	}
}

/* Find the gaps of the candidates of a pair. */
static void gaps_find(struct near2_work *s)
{
	MEM_GROW(s->gap, &s->cap_gap, (size_t)s->n);
	uint8_t *to = s->gap + s->first;
	for (int k = 0; k < s->n - s->first; k++) {
		double gap = (sqrt(s->far[k].d2) - (s->scale * s->far[k].radii + s->range)) / s->unit;

		to[k] = (uint8_t)(gap > 0 ? gap < NEAR2_GAPS ? gap : NEAR2_GAPS : 0);
	}
}

void near2_find(struct near2_work *s, const struct near2_places *w, int a, int b, double dx, double dy, double margin, int skip)
{
	const struct outlines *o = w->outlines;
	struct near2_side *p = &s->side[0], *q = &s->side[1];
	s->first = s->n;
	double rx = w->x[b] + dx - w->x[a], ry = w->y[b] + dy - w->y[a];
	/* slightly more than the margin, so that rounding below loses no candidate */
	double wide = margin + 1e-12 * (o->reach[a] + o->reach[b] + fabs(w->x[a]) + fabs(w->y[a]) + fabs(w->x[b]) +
	                                fabs(w->y[b]) + fabs(dx) + fabs(dy));

	side_init(p, w, a, b, rx, ry, o->reach[b] + outlines_form(o, a)->fat + wide);
	if (p->n == 0)
		return;
	side_init(q, w, b, a, -rx, -ry, o->reach[a] + outlines_form(o, b)->fat + wide);
	if (q->n == 0)
		return;
	/* The distance of two features is at least their distance along the line of centres. Along this line a vertex faces the feature
	 * of the other body that stands out most. If the centres coincide, all features are kept. */
	double d = sqrt(rx * rx + ry * ry), ux = d > 0 ? rx / d : 0, uy = d > 0 ? ry / d : 0;
	double most_p = stand_out(p, o, w->x[a], w->y[a], ux, uy), most_q = stand_out(q, o, w->x[b], w->y[b], -ux, -uy);

	if (most_p + most_q < d - wide)
		return;
	int points = outlines_form(o, a)->edges == 0 && outlines_form(o, b)->edges == 0;
	keep(p, o, d - wide - most_q, points);
	keep(q, o, d - wide - most_p, points);
	if (!(skip & 1))
		half_pair(s, p, q, o, -dx, -dy, margin, wide, 0);
	if (!points && !(skip & 2))
		half_pair(s, q, p, o, dx, dy, margin, wide, 1);
	codes_keep(s);
	if (s->unit > 0)
		gaps_find(s);
}
