/* order3_pairs.c: all pairs of near grains in space, and the number of pairs that random points would have */
#include "measure/order3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "world/deform.h"
#include "world/lattice.h"

static const double pi = 3.14159265358979323846;

void window3_of(struct window3 *w, const struct domain *d, const struct grains3_list *l)
{
	w->domain = *d;
	for (int k = 0; k < 3; k++) {
		double lo = INFINITY, hi = -INFINITY;

		w->periodic[k] = d->set && d->periodic[k];
		for (int i = 0; i < l->n; i++) {
			lo = fmin(lo, l->at[i].x[k]);
			hi = fmax(hi, l->at[i].x[k]);
		}
		w->side[k] = w->periodic[k] ? d->hi[k] - d->lo[k] : fmax(hi - lo, 0);
	}
}

double window3_reach(const struct window3 *w)
{
	double most = lattice_shortest(&w->domain) / 2;

	for (int k = 0; k < 3; k++)
		most = fmin(most, w->periodic[k] ? INFINITY : w->side[k]);
	return most;
}

double window3_pairs(const struct window3 *w, double r0, double r1)
{
	/* c(r) = c0 - c1 r + c2 r^2 - c3 r^3: multiply the factors s_k - r |e_k| one by one, with the means of the products of |e_k| */
	double sum[4] = { 1, 0, 0, 0 }, volume = 1, total = 0;
	const double mean[4] = { 1, 0.5, 2 / (3 * pi), 1 / (4 * pi) };

	for (int k = 0; k < 3; k++) {
		for (int z = 3; z >= 0; z--)
			sum[z] = sum[z] * w->side[k] + (z && !w->periodic[k] ? sum[z - 1] : 0);
		volume *= w->side[k];
	}
	for (int z = 0; z < 4; z++)
		total += (z & 1 ? -1 : 1) * mean[z] * sum[z] * (pow(r1, z + 3) - pow(r0, z + 3)) / (z + 3);
	return 4 * pi * total / (volume * volume);
}

/* A grid of cells along the vectors of the lattice. The grains of a cell stand side by side, and cells along x. */
enum { PER_REACH = 3 }; /* cells along a reach: smaller cells fit the ball around a grain more closely */
struct grid3 {
	const struct window3 *w;
	double lo[3], reach2;
	int m[3], range[3]; /* the number of cells along each axis, and how many the reach spans */
	int *start;         /* [m0 m1 m2 + 1] */
	int *grain;         /* [n] */
	double *x[3];       /* [n] */
	pairs3_visit *visit;
	void *to;
};

/* The distance between the lower and the upper side of the window along axis k, across these sides. */
static double height(const struct window3 *w, int k)
{
	const double *t = w->domain.tilt, *side = w->side;
	double y = 0, z = 0; /* slopes of the sides across x and y */

	if (k == 0 && t[0] != 0)
		y = t[0] / side[1];
	if (k == 0 && (t[1] != 0 || (t[0] != 0 && t[2] != 0)))
		z = (t[1] - y * t[2]) / side[2];
	if (k == 1 && t[2] != 0)
		z = t[2] / side[2];
	return side[k] / sqrt(1 + y * y + z * z);
}

/* The cell of a grain. Along periodic axes, x becomes that of the image in the cell of the lattice. */
static int cell_of(const struct grid3 *g, double x[3])
{
	const struct window3 *w = g->w;
	const double *tilt = w->domain.tilt;
	double part[3], turns[3] = { 0, 0, 0 }, shift[3];
	int cell = 0;

	for (int k = 2; k >= 0; k--) {
		double from = x[k] - g->lo[k];

		if (k == 1)
			from -= tilt[2] * part[2];
		if (k == 0)
			from -= tilt[0] * part[1] + tilt[1] * part[2];
		part[k] = w->side[k] > 0 ? from / w->side[k] : 0;
		if (w->periodic[k])
			turns[k] = -floor(part[k]);
		cell = cell * g->m[k] + (int)fmin(fmax((part[k] + turns[k]) * g->m[k], 0), g->m[k] - 1);
	}
	domain_shift3(&w->domain, turns, shift);
	for (int k = 0; k < 3; k++)
		x[k] += shift[k];
	return cell;
}

static void grid_fill(struct grid3 *g, const struct grains3_list *l)
{
	int cells = g->m[0] * g->m[1] * g->m[2], *of = MEM_NEW(int, (size_t)l->n);
	double (*x)[3] = mem_new((size_t)l->n, sizeof *x);

	g->start = MEM_ZERO(int, (size_t)cells + 2);
	g->grain = MEM_NEW(int, (size_t)l->n);
	for (int i = 0; i < l->n; i++) {
		memcpy(x[i], l->at[i].x, sizeof x[i]);
		of[i] = cell_of(g, x[i]);
		g->start[of[i] + 2]++;
	}
	for (int c = 2; c < cells + 2; c++)
		g->start[c] += g->start[c - 1];
	for (int i = 0; i < l->n; i++)
		g->grain[g->start[of[i] + 1]++] = i;
	for (int k = 0; k < 3; k++) {
		g->x[k] = MEM_NEW(double, (size_t)l->n);
		for (int p = 0; p < l->n; p++)
			g->x[k][p] = x[g->grain[p]][k];
	}
	free(of);
	free(x);
}

/* Visit the pairs of grain p with the images, displaced by shift, of the grains from a to b. */
static void visit_run(const struct grid3 *g, int p, int a, int b, const double shift[3])
{
	enum { BLOCK = 32 };
	const double x = g->x[0][p] - shift[0], y = g->x[1][p] - shift[1], z = g->x[2][p] - shift[2];

	for (; a < b; a += BLOCK) {
		int n = b - a < BLOCK ? b - a : BLOCK;
		double d[3][BLOCK];
		int near[BLOCK], n_near = 0;

		for (int k = 0; k < n; k++) {
			d[0][k] = g->x[0][a + k] - x;
			d[1][k] = g->x[1][a + k] - y;
			d[2][k] = g->x[2][a + k] - z;
			near[n_near] = k;
			n_near += d[0][k] * d[0][k] + d[1][k] * d[1][k] + d[2][k] * d[2][k] < g->reach2;
		}
		for (int q = 0; q < n_near; q++) {
			int k = near[q];

			g->visit(g->to, g->grain[p], g->grain[a + k], (double[]){ d[0][k], d[1][k], d[2][k] });
		}
	}
}

/* The whole number of times that m goes into at, and the rest. */
static int turns_of(int *at, int m)
{
	int turns = *at >= 0 ? *at / m : -((m - 1 - *at) / m);

	*at -= turns * m;
	return turns;
}

/* Visit the pairs of the grains of a cell with those of a row of cells, which begins at place[3] and may be an image. */
static void visit_row(const struct grid3 *g, const int cell[3], const int place[3], int n)
{
	const struct window3 *w = g->w;
	int c = (cell[2] * g->m[1] + cell[1]) * g->m[0] + cell[0], at[3] = { place[0], place[1], place[2] }, end = place[0] + n;
	double turns[3] = { 0, 0, 0 }, shift[3];

	for (int k = 1; k < 3; k++) {
		if (!w->periodic[k] && (at[k] < 0 || at[k] >= g->m[k]))
			return;
		turns[k] = turns_of(&at[k], g->m[k]);
	}
	for (int x = w->periodic[0] || at[0] > 0 ? at[0] : 0, next; x < end; x = next) { /* one image of the window after the other */
		int first = x, row = (at[2] * g->m[1] + at[1]) * g->m[0];

		if (!w->periodic[0] && x >= g->m[0])
			return;
		turns[0] = turns_of(&first, g->m[0]);
		next = x - first + g->m[0] < end ? x - first + g->m[0] : end;
		domain_shift3(&w->domain, turns, shift);
		for (int p = g->start[c]; p < g->start[c + 1]; p++)
			visit_run(g, p, g->start[row + first], g->start[row + first + next - x], shift);
	}
}

/* Visit the pairs of the grains of a cell with each other and with those of the half of the cells around it that follow it. */
static void visit_around(const struct grid3 *g, const int cell[3])
{
	const int *range = g->range;
	int c = (cell[2] * g->m[1] + cell[1]) * g->m[0] + cell[0];

	for (int p = g->start[c]; p < g->start[c + 1]; p++)
		visit_run(g, p, p + 1, g->start[c + 1], (double[3]){ 0, 0, 0 });
	if (g->start[c] == g->start[c + 1])
		return;
	for (int z = 0; z <= range[2]; z++)
		for (int y = z ? -range[1] : 0; y <= range[1]; y++) {
			int x = z || y ? -range[0] : 1;

			visit_row(g, cell, (int[]){ cell[0] + x, cell[1] + y, cell[2] + z }, range[0] - x + 1);
		}
}

void pairs3_each(const struct domain *d, const struct grains3_list *l, double reach, pairs3_visit *visit, void *to)
{
	struct window3 w;
	struct grid3 g = { .w = &w, .reach2 = reach * reach, .visit = visit, .to = to };
	int most = (int)cbrt(4.0 * l->n) + 1;

	window3_of(&w, d, l);
	for (int k = 0; k < 3; k++) {
		double high = height(&w, k);

		g.lo[k] = INFINITY;
		for (int i = 0; i < l->n; i++)
			g.lo[k] = fmin(g.lo[k], l->at[i].x[k]);
		g.lo[k] = w.periodic[k] ? d->lo[k] : g.lo[k];
		g.m[k] = (int)fmax(1, fmin(most, floor(PER_REACH * high / reach)));
		double span = high > 0 ? reach * g.m[k] / high + 1e-9 : 0; /* a grain at the side of a cell may be in that before */
		g.range[k] = w.periodic[k] ? (int)ceil(span) : (int)fmin(ceil(span), g.m[k] - 1);
	}
	grid_fill(&g, l);
	for (int z = 0; z < g.m[2]; z++)
		for (int y = 0; y < g.m[1]; y++)
			for (int x = 0; x < g.m[0]; x++)
				visit_around(&g, (int[]){ x, y, z });
	free(g.start);
	free(g.grain);
	for (int k = 0; k < 3; k++)
		free(g.x[k]);
}
