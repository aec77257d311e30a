/* near2.c: which vertices of two bodies are near which edges of each other */
#include "contact/near2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "contact/features2.h"

void near2_init(struct near2 *s, int most)
{
	memset(s, 0, sizeof *s);
	for (int k = 0; k < 2; k++) {
		s->side[k].list = MEM_NEW(int, (size_t)most);
		s->side[k].vertex = MEM_NEW(int, (size_t)most);
		s->side[k].edge = MEM_NEW(int, (size_t)most);
		s->side[k].out = MEM_NEW(double, (size_t)most);
	}
}

void near2_free(struct near2 *s)
{
	for (int k = 0; k < 2; k++) {
		free(s->side[k].list);
		free(s->side[k].vertex);
		free(s->side[k].edge);
		free(s->side[k].out);
	}
	free(s->cand);
}

static inline double greater(double a, double b)
{
	return a > b ? a : b;
}

/* The features of body b that may come within far of (x, y), relative to its position. A small body has few, and a
 * neighbour that is no smaller is hardly beyond its box. */
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

/* How far the vertices of features stand out, with their radii, along (ux, uy) from the position (x, y) of the body.
 * Returns the most. */
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

/* Keep as vertices, and as edges or points, what stands out by at least least. */
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

/* The vertices of one body, put at (dx, dy), on the edges or points of another. */
static void half_pair(struct near2 *s, const struct near2_side *a, const struct near2_side *b, const struct outlines *o,
	double dx, double dy, double margin, int dir)
{
	size_t most = (size_t)s->n + (size_t)a->n_vertex * (size_t)b->n_edge;
	const double *radius = o->radius + a->shift, *other = o->radius + b->shift, *il2 = o->il2 + b->shift;
	const vec2 *place = o->at, shift = { -dx, -dy };
	int n = s->n;

	if (most > s->cap)
		MEM_GROW(s->cand, &s->cap, most);
	uint32_t *at = s->cand;
	const int *vertex = a->vertex, *edge = b->edge, *step = o->step + b->shift;
	int nv = a->n_vertex, ne = b->n_edge;
	for (int i = 0; i < nv; i++) {
		int v = vertex[i];
		double far = radius[v] + margin;
		uint32_t code = ((uint32_t)dir << 31 | (uint32_t)((v - a->first) * b->all)) - (uint32_t)b->first;

		for (int k = 0; k < ne; k++) {
			int ea = edge[k], eb = ea + step[ea];
			double lim = far + other[ea];
			vec2 w;

			at[n] = code + (uint32_t)ea; /* near2_code */
			n += features_gap(&place[v], &place[ea], &place[eb], &shift, il2[ea], &w) < lim * lim;
		}
	}
	s->n = n;
}

void near2_find(struct near2 *s, const struct near2_places *w, int a, int b, double dx, double dy, double margin, int skip)
{
	const struct outlines *o = w->outlines;
	struct near2_side *p = &s->side[0], *q = &s->side[1];
	double rx = w->x[b] + dx - w->x[a], ry = w->y[b] + dy - w->y[a];
	/* a little more than the margin, so that rounding in what follows loses nothing */
	double wide = margin + 1e-12 * (o->reach[a] + o->reach[b] + fabs(w->x[a]) + fabs(w->y[a]) + fabs(w->x[b]) +
	                                fabs(w->y[b]) + fabs(dx) + fabs(dy));

	side_init(p, w, a, b, rx, ry, o->reach[b] + outlines_form(o, a)->fat + wide);
	if (p->n == 0)
		return;
	side_init(q, w, b, a, -rx, -ry, o->reach[a] + outlines_form(o, b)->fat + wide);
	if (q->n == 0)
		return;
	/* Two features are no closer than along the line of the centres; there a vertex faces what stands out most of the
	 * other body. Where the centres are one point nothing is known, and all are kept. */
	double d = sqrt(rx * rx + ry * ry), ux = d > 0 ? rx / d : 0, uy = d > 0 ? ry / d : 0;
	double most_p = stand_out(p, o, w->x[a], w->y[a], ux, uy), most_q = stand_out(q, o, w->x[b], w->y[b], -ux, -uy);

	if (most_p + most_q < d - wide)
		return;
	int points = outlines_form(o, a)->edges == 0 && outlines_form(o, b)->edges == 0;
	keep(p, o, d - wide - most_q, points);
	keep(q, o, d - wide - most_p, points);
	if (!(skip & 1))
		half_pair(s, p, q, o, -dx, -dy, margin, 0);
	if (!points && !(skip & 2))
		half_pair(s, q, p, o, dx, dy, margin, 1);
}
