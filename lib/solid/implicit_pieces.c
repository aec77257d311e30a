/* implicit_pieces.c: whether an ellipsoid with bumps is one smooth body, and whether each bump changes it */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/order.h"
#include "base/trig.h"
#include "solid/implicit.h"

/* ---- pieces ---- */

/* Lines along x through a grid of ys and zs, and their intervals inside. The intervals of a piece form a tree: of is the parent
 * of an interval, and the root is its own parent. */
struct part { double from, to, y, z; int of; };
struct grid { int n[2]; double *at[2]; int *first; int n_part; size_t cap; struct part *part; };

static int root(struct part *p, int k)
{
	while (p[k].of != k)
		k = p[k].of = p[p[k].of].of;
	return k;
}

/* Join the overlapping intervals of two neighbouring lines, which are both ascending. */
static void join(struct grid *g, int a, int b)
{
	int i = g->first[a], j = g->first[b];

	while (i < g->first[a + 1] && j < g->first[b + 1]) {
		struct part *p = &g->part[i], *q = &g->part[j];

		if (p->from <= q->to && q->from <= p->to)
			g->part[root(g->part, i)].of = root(g->part, j);
		if (p->to < q->to)
			i++;
		else
			j++;
	}
}

/* Place n lines at equal distances over the body, more through every bump, and one through the centre. */
static void place_lines(struct grid *g, const struct implicit *o, int n)
{
	double lo[3], hi[3], reach[3];
	int more = 2 * n / (o->n + 1) < 8 ? 2 * n / (o->n + 1) + 1 : 9;

	implicit_box(o, lo, hi);
	for (int d = 0; d < 2; d++) {
		int count = 0;

		g->at[d] = MEM_NEW(double, (size_t)n + (size_t)o->n * (size_t)more + 1);
		for (int k = 0; k < n; k++)
			g->at[d][count++] = lo[d + 1] + (k + 0.5) / n * (hi[d + 1] - lo[d + 1]);
		for (int i = 0; i < o->n; i++) {
			if (o->bump[i].sign < 0)
				continue;
			bump_reach(&o->bump[i], reach);
			for (int k = 0; k < more; k++)
				g->at[d][count++] = o->bump[i].c[d + 1] + (2 * k + 1.0 - more) / more * reach[d + 1];
		}
		g->at[d][count++] = 0;
		g->n[d] = count;
		qsort(g->at[d], (size_t)count, sizeof *g->at[d], order_doubles);
	}
}

static void cut_lines(struct grid *g, const struct implicit *o)
{
	struct intervals s = { .n = 0 };
	double lo[3], hi[3];
	int line = 0;

	implicit_box(o, lo, hi);
	g->first = MEM_NEW(int, (size_t)g->n[0] * (size_t)g->n[1] + 1);
	for (int k = 0; k < g->n[1]; k++)
		for (int j = 0; j < g->n[0]; j++, line++) {
			double y = g->at[0][j], z = g->at[1][k];

			implicit_cut(o, (double[3]){ 0, y, z }, (double[3]){ 1, 0, 0 }, lo[0], hi[0], &s);
			g->first[line] = g->n_part;
			for (int i = 0; i < s.n; i++) {
				MEM_GROW(g->part, &g->cap, (size_t)g->n_part + 1);
				g->part[g->n_part] = (struct part){ s.at[i][0], s.at[i][1], y, z, g->n_part };
				g->n_part++;
			}
			g->first[line + 1] = g->n_part;
			if (j > 0)
				join(g, line - 1, line);
			if (k > 0)
				join(g, line - g->n[0], line);
		}
	free(s.at);
}

int implicit_pieces(const struct implicit *o, int n, double at[3])
{
	struct grid g = { .n_part = 0 };
	int pieces = 0, centre = -1;
	double longest = -1;

	place_lines(&g, o, n);
	cut_lines(&g, o);
	for (int k = 0; k < g.n_part; k++) {
		const struct part *p = &g.part[k];

		if (p->y == 0 && p->z == 0 && p->from <= 0 && p->to >= 0)
			centre = root(g.part, k);
	}
	for (int k = 0; k < g.n_part; k++) {
		const struct part *p = &g.part[k];

		pieces += p->of == k;
		if (at && root(g.part, k) != centre && p->to - p->from > longest) {
			longest = p->to - p->from;
			at[0] = 0.5 * (p->from + p->to);
			at[1] = p->y;
			at[2] = p->z;
		}
	}
	free(g.at[0]);
	free(g.at[1]);
	free(g.first);
	free(g.part);
	return pieces;
}

/* ---- normals ---- */

double implicit_flattest(const struct implicit *o, double at[3])
{
	enum { POLAR = 24, AROUND = 48 };
	const double pi = 3.14159265358979323846;
	double lo[3], hi[3], far = 0, least = INFINITY, thin = fmin(o->a[0], fmin(o->a[1], o->a[2]));
	struct intervals s = { .n = 0 };

	implicit_box(o, lo, hi);
	for (int k = 0; k < 3; k++)
		far += hi[k] - lo[k];
	for (int ray = 0; ray < POLAR * AROUND; ray++) {
		double height = (2 * (ray / AROUND) + 1.0) / POLAR - 1, level = sqrt(1 - height * height), sine, cosine;

		trig_sincos(2 * pi * (ray % AROUND) / AROUND, &sine, &cosine);
		const double d[3] = { level * cosine, level * sine, height };
		implicit_cut(o, (double[3]){ 0, 0, 0 }, d, 0, far, &s);
		for (int k = 1; k < 2 * s.n; k++) { /* all ends of intervals except for the centre */
			double t = s.at[k / 2][k % 2], x[3] = { t * d[0], t * d[1], t * d[2] }, g[3];

			implicit_value(o, x, g);
			double flat = thin * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
			if (flat < least && at)
				memcpy(at, x, sizeof x);
			least = fmin(least, flat);
		}
	}
	free(s.at);
	return least;
}

/* ---- idle bumps ---- */

/* The length of a line along x that is inside the body. */
static double inside(const struct implicit *o, double y, double z, double lo, double hi, struct intervals *s)
{
	double sum = 0;

	implicit_cut(o, (double[3]){ 0, y, z }, (double[3]){ 1, 0, 0 }, lo, hi, s);
	for (int k = 0; k < s->n; k++)
		sum += s->at[k][1] - s->at[k][0];
	return sum;
}

/* A bump only adds to lengths, and a dent only takes away, so equal lengths mean that it changes nothing. */
static int is_idle(const struct implicit *o, const struct implicit *without, const struct bump *b)
{
	enum { LINES = 24 };
	struct intervals s = { .n = 0 };
	double lo[3], hi[3], from[3], to[3], reach[3];
	int idle = 1;

	implicit_box(o, lo, hi);
	memcpy(from, lo, sizeof from);
	memcpy(to, hi, sizeof to);
	bump_reach(b, reach);
	for (int d = 0; d < 3; d++)
		if (isfinite(reach[d])) { /* the reach of a dent may be infinite */
			from[d] = fmax(lo[d], b->c[d] - reach[d]);
			to[d] = fmin(hi[d], b->c[d] + reach[d]);
		}
	for (int k = 0; k < LINES * LINES && idle; k++) {
		double y = from[1] + (k % LINES + 0.5) / LINES * (to[1] - from[1]);
		double z = from[2] + (k / LINES + 0.5) / LINES * (to[2] - from[2]);

		idle = fabs(inside(o, y, z, lo[0], hi[0], &s) - inside(without, y, z, lo[0], hi[0], &s)) <= 1e-12 * (hi[0] - lo[0]);
	}
	free(s.at);
	return idle;
}

int implicit_idle(const struct implicit *o)
{
	struct bump *bump = MEM_NEW(struct bump, (size_t)o->n);
	struct implicit without = { { o->a[0], o->a[1], o->a[2] }, o->n - 1, bump };
	int idle = -1;

	for (int i = 0; i < o->n && idle < 0; i++) {
		for (int k = 0, n = 0; k < o->n; k++)
			if (k != i)
				bump[n++] = o->bump[k];
		if (is_idle(o, &without, &o->bump[i]))
			idle = i;
	}
	free(bump);
	return idle;
}
