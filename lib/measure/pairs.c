/* pairs.c: all pairs of near points */
#include "measure/pairs.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "world/deform.h"

static const double pi = 3.14159265358979323846;

void window2_of(struct window2 *w, const struct domain *d, int n, const double (*xy)[2])
{
	*w = (struct window2){ .tilt = d->set ? d->tilt[0] : 0 };
	for (int a = 0; a < 2; a++) {
		double lo = INFINITY, hi = -INFINITY;

		w->periodic[a] = d->set && d->periodic[a];
		for (int i = 0; i < n; i++) {
			lo = fmin(lo, xy[i][a]);
			hi = fmax(hi, xy[i][a]);
		}
		w->lo[a] = w->periodic[a] ? d->lo[a] : lo;
		w->side[a] = w->periodic[a] ? d->hi[a] - d->lo[a] : hi - lo;
	}
}

double window_area(const struct window2 *w)
{
	return w->side[0] * w->side[1];
}

double window_pairs(const struct window2 *w, double r0, double r1)
{
	double a = w->side[0], b = w->side[1], area = a * b, c1 = 0, c2 = 0;

	if (!w->periodic[0])
		c1 += 2 * b / pi;
	if (!w->periodic[1])
		c1 += 2 * a / pi;
	if (!w->periodic[0] && !w->periodic[1])
		c2 = 1 / pi;
	return (pi * area * (r1 * r1 - r0 * r0) - 2 * pi / 3 * c1 * (r1 * r1 * r1 - r0 * r0 * r0) +
	        pi / 2 * c2 * (r1 * r1 * r1 * r1 - r0 * r0 * r0 * r0)) / (area * area);
}

/* The shorter vector of a reduced basis is the shortest lattice vector (Lagrange and Gauss). */
double pairs_reach(const struct domain *d)
{
	double a = INFINITY, b = INFINITY, shift[2];

	if (d->set && d->periodic[0])
		a = d->hi[0] - d->lo[0];
	if (!(d->set && d->periodic[1]))
		return a / 2;
	domain_shift(d, 0, 1, shift);
	if (!isfinite(a))
		return shift[1] / 2;
	double u[2] = { a, 0 }, v[2] = { shift[0], shift[1] };
	for (int k = 0; k < 100; k++) {
		double m = rint((u[0] * v[0] + u[1] * v[1]) / (u[0] * u[0] + u[1] * u[1]));

		v[0] -= m * u[0];
		v[1] -= m * u[1];
		a = sqrt(u[0] * u[0] + u[1] * u[1]);
		b = sqrt(v[0] * v[0] + v[1] * v[1]);
		if (b >= a * (1 - 1e-12))
			break;
		double t[2] = { u[0], u[1] };
		u[0] = v[0], u[1] = v[1];
		v[0] = t[0], v[1] = t[1];
	}
	return fmin(a, b) / 2;
}

/* A cell list in the coordinates of the lattice. */
struct grid {
	const struct domain *d;
	const double (*xy)[2];
	int m[2];               /* number of cells along each axis; a cell is at least as wide as the reach if the box is */
	int range[2];           /* number of cells that the reach spans */
	int *start, *point;     /* [m0 m1 + 1], [n] */
	double reach2;
	pairs2_visit *visit;
	void *to;
};

/* Visit the pairs of the points of a cell with those of the cell displaced by (ox, oy) cells, which may be an image. */
static void cell_with(const struct grid *g, int cx, int cy, int ox, int oy)
{
	int at[2] = { cx + ox, cy + oy }, image[2] = { 0, 0 };
	double shift[2] = { 0, 0 };

	for (int a = 0; a < 2; a++)
		if (at[a] < 0 || at[a] >= g->m[a]) {
			if (!(g->d->set && g->d->periodic[a]))
				return;
			image[a] = (at[a] - (at[a] < 0 ? g->m[a] - 1 : 0)) / g->m[a];
			at[a] -= image[a] * g->m[a];
		}
	if (image[0] || image[1])
		domain_shift(g->d, image[0], image[1], shift);
	int c = cy * g->m[0] + cx, o = at[1] * g->m[0] + at[0], same = ox == 0 && oy == 0;

	for (int p = g->start[c]; p < g->start[c + 1]; p++) {
		int i = g->point[p];

		for (int q = same ? p + 1 : g->start[o]; q < g->start[o + 1]; q++) {
			int j = g->point[q];
			double dx = g->xy[j][0] + shift[0] - g->xy[i][0], dy = g->xy[j][1] + shift[1] - g->xy[i][1];

			if (dx * dx + dy * dy < g->reach2)
				g->visit(g->to, i, j, dx, dy);
		}
	}
}

/* The cell of a point: its coordinates along the lattice vectors, times the number of cells. */
static int cell_of(const struct grid *g, const struct window2 *w, const double p[2])
{
	double t = (p[1] - w->lo[1]) / w->side[1], f[2];
	int at[2];

	f[0] = (p[0] - w->lo[0] - w->tilt * t) / w->side[0];
	f[1] = t;
	for (int a = 0; a < 2; a++) {
		if (a == 0 && w->tilt != 0)
			f[a] -= floor(f[a]);
		at[a] = f[a] > 0 ? (int)fmin(f[a] * g->m[a], g->m[a] - 1) : 0;
	}
	return at[1] * g->m[0] + at[0];
}

void pairs2_each(const struct domain *d, int n, const double (*xy)[2], double reach, pairs2_visit *visit, void *to)
{
	struct window2 w;
	struct grid g = { .d = d, .reach2 = reach * reach, .visit = visit, .to = to };

	if (n < 2)
		return;
	window2_of(&w, d, n, xy);
	/* with a tilt, points are moved into the slanted cell of the lattice */
	double height[2] = { w.side[0] / sqrt(1 + (w.tilt / w.side[1]) * (w.tilt / w.side[1])), w.side[1] };
	double (*place)[2] = mem_new((size_t)n, sizeof *place);
	int most = (int)sqrt(4.0 * n + 1) + 1, *cell = MEM_NEW(int, n);

	for (int a = 0; a < 2; a++) {
		g.m[a] = height[a] > reach ? (int)fmin(height[a] / reach, most) : 1;
		g.range[a] = height[a] > reach ? 1 : w.periodic[a] ? (int)ceil(reach / height[a]) : 0;
	}
	g.xy = (const double (*)[2])place;
	g.start = MEM_ZERO(int, (size_t)g.m[0] * (size_t)g.m[1] + 2);
	g.point = MEM_NEW(int, n);
	for (int i = 0; i < n; i++) {
		int64_t ix = 0, iy = 0;

		place[i][0] = xy[i][0];
		place[i][1] = xy[i][1];
		domain_wrap2(d, &place[i][0], &place[i][1], &ix, &iy);
		if (w.tilt != 0) {
			double part = w.tilt * (place[i][1] - w.lo[1]) / w.side[1];
			place[i][0] -= w.side[0] * floor((place[i][0] - w.lo[0] - part) / w.side[0]);
		}
		cell[i] = cell_of(&g, &w, place[i]);
		g.start[cell[i] + 2]++;
	}
	for (int c = 2; c < g.m[0] * g.m[1] + 2; c++)
		g.start[c] += g.start[c - 1];
	for (int i = 0; i < n; i++)
		g.point[g.start[cell[i] + 1]++] = i;
	for (int cy = 0; cy < g.m[1]; cy++)
		for (int cx = 0; cx < g.m[0]; cx++) {
			for (int oy = 0; oy <= g.range[1]; oy++)
				for (int ox = oy ? -g.range[0] : 0; ox <= g.range[0]; ox++)
					cell_with(&g, cx, cy, ox, oy);
		}
	free(place);
	free(cell);
	free(g.start);
	free(g.point);
}
