/* structure.c: pairs, windows, cells of grains, displacements, against sums over everything. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "measure/bonds.h"
#include "measure/displacement.h"
#include "measure/nematic.h"
#include "measure/pairs.h"
#include "measure/tessellation.h"
#include "plane/polygon.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

struct sums { long n; double dx, r2; int wrong; const double (*xy)[2]; const struct domain *d; };

static void visit(void *to, int i, int j, double dx, double dy)
{
	struct sums *s = to;
	double off = INFINITY;

	s->n++;
	s->dx += fabs(dx);
	s->r2 += dx * dx + dy * dy;
	for (int ix = -9; ix <= 9; ix++)
		for (int iy = -9; iy <= 9; iy++) {
			double lx = s->d->hi[0] - s->d->lo[0], ly = s->d->hi[1] - s->d->lo[1];

			off = fmin(off, fabs(s->xy[j][0] + ix * lx + iy * s->d->tilt[0] - s->xy[i][0] - dx) +
			                fabs(s->xy[j][1] + iy * ly - s->xy[i][1] - dy));
		}
	s->wrong += !(off < 1e-12);
}

/* All pairs of points and images, the images by trying many. */
static struct sums all_pairs(const struct domain *d, int n, const double (*xy)[2], double reach)
{
	struct sums s = { 0 };
	int mx = d->periodic[0] ? 9 : 0, my = d->periodic[1] ? 9 : 0;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int ix = -mx; ix <= mx; ix++)
				for (int iy = -my; iy <= my; iy++) {
					double dx = xy[j][0] + ix * (d->hi[0] - d->lo[0]) + iy * d->tilt[0] - xy[i][0];
					double dy = xy[j][1] + iy * (d->hi[1] - d->lo[1]) - xy[i][1];

					if ((i == j && !ix && !iy) || dx * dx + dy * dy >= reach * reach)
						continue;
					s.n++;
					s.dx += fabs(dx);
					s.r2 += dx * dx + dy * dy;
				}
	return s;
}

static void scatter(double (*xy)[2], int n, const struct domain *d, struct rng *g)
{
	for (int i = 0; i < n; i++)
		for (int a = 0; a < 2; a++)
			xy[i][a] = d->lo[a] + rng_uniform(g) * (d->hi[a] - d->lo[a]);
}

static void pairs(void)
{
	static const struct { double lx, ly, tilt; int px, py; double reach; } box[] = {
		{ 7.3, 5.1, 0, 0, 0, 1.9 }, { 7.3, 5.1, 0, 1, 0, 3.6 }, { 7.3, 5.1, 0, 0, 1, 0.7 }, { 7.3, 5.1, 0, 1, 1, 2.5 },
		{ 7.3, 5.1, 2.2, 1, 1, 2.4 }, { 7.3, 5.1, -3.6, 1, 1, 0.9 }, { 7.3, 5.1, 40.1, 1, 1, 2 },
		/* the nearest image may be three rows away */
		{ 10, 1, 3.3, 1, 1, 1.5 }, { 1, 10, 0.4, 1, 1, 0.5 }, { 7.3, 5.1, 0, 0, 0, 30 },
	};
	double xy[60][2];
	struct rng g;

	rng_seed(&g, 5);
	for (size_t k = 0; k < sizeof box / sizeof *box; k++) {
		struct domain d = { .lo = { -1.2, 0.7 }, .hi = { -1.2 + box[k].lx, 0.7 + box[k].ly }, .set = 1, .tilt = { box[k].tilt },
		                    .periodic = { box[k].px, box[k].py } };
		int n = k == 7 ? 7 : 60;

		scatter(xy, n, &d, &g);
		struct sums s = { .xy = (const double (*)[2])xy, .d = &d }, e = all_pairs(&d, n, s.xy, box[k].reach);

		ok(box[k].reach <= pairs_reach(&d), "box %zu: within the reach", k);
		pairs2_each(&d, n, s.xy, box[k].reach, visit, &s);
		ok(2 * s.n == e.n && s.n > 0, "box %zu: every pair once: %ld of %ld", k, 2 * s.n, e.n);
		near(2 * s.dx, e.dx, 1e-10 * e.dx, "box %zu: where they are", k);
		near(2 * s.r2, e.r2, 1e-10 * e.r2, "box %zu: how far", k);
		ok(!s.wrong, "box %zu: the ends belong to the points", k);
	}
	struct domain d = { .hi = { 10, 1 }, .periodic = { 1, 1 }, .set = 1, .tilt = { 3.3 } };
	near(pairs_reach(&d), sqrt(0.01 + 9) / 2, 1e-12, "half of the shortest period, 3 b - a");
	d.tilt[0] = 0;
	near(pairs_reach(&d), 0.5, 1e-15, "without a tilt");
	d.periodic[1] = 0;
	near(pairs_reach(&d), 5, 1e-15, "with one period");
	d.periodic[0] = 0;
	ok(isinf(pairs_reach(&d)), "with none");
}

/* The pairs of random points in a window, by trying. */
static void windows(void)
{
	struct rng g;

	rng_seed(&g, 8);
	for (int axes = 0; axes < 4; axes++) {
		struct window2 w = { .side = { 3.1, 2.3 }, .periodic = { axes & 1, axes >> 1 } };
		double r0 = 0.8, r1 = 1.1;
		int hit = 0, tries = 400000;

		for (int k = 0; k < tries; k++) {
			double d[2];

			for (int a = 0; a < 2; a++) {
				d[a] = w.side[a] * (rng_uniform(&g) - rng_uniform(&g));
				if (w.periodic[a])
					d[a] -= w.side[a] * rint(d[a] / w.side[a]);
			}
			double r2 = d[0] * d[0] + d[1] * d[1];
			hit += r2 >= r0 * r0 && r2 < r1 * r1;
		}
		double p = (double)hit / tries;
		near(window_pairs(&w, r0, r1), p, 4 * sqrt(p / tries), "pairs in a window with periods %d", axes);
	}
	struct window2 w = { .side = { 3.1, 2.3 }, .periodic = { 1, 1 } };
	near(window_pairs(&w, 0.5, 0.7), pi * 0.24 / 7.13, 1e-14, "a ring over the area");
}

/* ---- grains made by hand ---- */

static struct shape disk;

static void disk_make(void)
{
	shape_alloc(&disk, SHAPE_POINT, 1);
	disk.r = 0.5;
}

static void grains_set(struct grains *g, int n, const double (*xy)[2])
{
	*g = (struct grains){ .n = n, .n_chosen = n, .n_form = 1 };
	g->grain = mem_zero((size_t)n, sizeof *g->grain);
	g->xy = mem_new((size_t)n, sizeof *g->xy);
	memcpy(g->xy, xy, (size_t)n * sizeof *xy);
	for (int i = 0; i < n; i++)
		g->grain[i] = (struct grain){ .id = i + 1, .body = i, .chosen = 1, .shape = &disk, .size = 1, .area = pi / 4,
		                              .x = xy[i][0], .y = xy[i][1] };
}

static void compare(const struct tessellation *t, const struct tessellation *u, const char *what)
{
	double off = 0;

	for (int i = 0; i < t->n; i++) {
		double l = 0, m = 0;

		off = fmax(off, fabs(t->area[i] - u->area[i]));
		for (int k = t->first[i]; k < t->first[i + 1]; k++)
			l += t->neighbour[k].length * (t->neighbour[k].dx * 1.7 + fabs(t->neighbour[k].dy));
		for (int k = u->first[i]; k < u->first[i + 1]; k++)
			m += u->neighbour[k].length * (u->neighbour[k].dx * 1.7 + fabs(u->neighbour[k].dy));
		off = fmax(off, fabs(l - m));
	}
	near(off, 0, 1e-10, "%s", what);
}

/* Tilts by whole periods are no tilts, but make the diagram from rows of images. */
static void tilted(int points)
{
	struct domain d = { .lo = { 2, -3 }, .hi = { 12, 4 }, .periodic = { 1, 1 }, .set = 1 };
	struct tessellation t, u;
	double xy[40][2], sum = 0;
	struct grains g;
	struct rng r;

	rng_seed(&r, 3);
	scatter(xy, 40, &d, &r);
	grains_set(&g, 40, (const double (*)[2])xy);
	ok(tessellation_init(&t, &d, &g, points) == 0, "a diagram");
	d.tilt[0] = -20;
	ok(tessellation_init(&u, &d, &g, points) == 0, "and one of a tilted domain");
	compare(&t, &u, points > 1 ? "a tilt by two periods, set Voronoi" : "a tilt by two periods");
	tessellation_free(&u);
	d.tilt[0] = 3.7;
	tessellation_init(&u, &d, &g, points);
	for (int i = 0; i < 40; i++)
		sum += u.area[i];
	near(sum, 70, 1e-10, "cells of a tilted domain fill it");
	tessellation_free(&u);
	tessellation_free(&t);
	grains_free(&g);
}

/* One grain and its images: a triangular lattice by a tilt of half a period. */
static void lattice(void)
{
	struct domain d = { .hi = { 2, sqrt(3) }, .periodic = { 1, 1 }, .set = 1, .tilt = { 1 } };
	struct tessellation t;
	struct bonds b;
	struct grains g;
	double psi[2];

	grains_set(&g, 1, (const double[][2]){ { 0.3, 0.4 } });
	ok(tessellation_init(&t, &d, &g, 1) == 0, "a lattice of one");
	near(t.area[0], 2 * sqrt(3), 1e-12, "its cell");
	ok(t.first[1] == 6, "six neighbours, all itself");
	for (int k = 0; k < t.first[1]; k++)
		near(hypot(t.neighbour[k].dx, t.neighbour[k].dy), 2, 1e-12, "a period away");
	bonds_init(&b, 1, 6);
	bonds_by_cells(&b, &t);
	ok(bonds_psi(&b, 0, psi), "has neighbours");
	near(psi[0], 1, 1e-12, "psi_6 of the triangular lattice");
	near(psi[1], 0, 1e-12, "turned by nothing");
	bonds_free(&b);
	bonds_init(&b, 1, 4);
	bonds_by_cells(&b, &t);
	bonds_psi(&b, 0, psi);
	near(hypot(psi[0], psi[1]), 0, 1e-12, "psi_4 of it");
	bonds_free(&b);
	tessellation_free(&t);
	grains_free(&g);
}

/* Cells of grains of any shape, against points that are thrown at random and go to the nearest grain or image. */
static void set_voronoi(void)
{
	enum { N = 5, TRIES = 40000 };
	struct domain d = { .hi = { 11, 9 }, .periodic = { 1, 1 }, .set = 1, .tilt = { 2.5 } };
	const double place[N][2] = { { 2, 2 }, { 6.2, 1.5 }, { 9, 5 }, { 4, 6 }, { 8, 8 } };
	const double angle[N] = { 0.3, 1.2, 2.9, -0.4, 0 }, size[N] = { 1, 1.3, 0.8, 1.1, 2.2 };
	struct shape rod = { .n = 0 }, wedge = { .n = 0 };
	const struct shape *shape[N] = { &rod, &wedge, &rod, &wedge, &disk };
	struct tessellation t;
	struct grains g;
	struct rng r;
	int hit[N] = { 0 };

	shape_alloc(&rod, SHAPE_POLYLINE, 2);
	memcpy(rod.xy, (const double[2][2]){ { -2, 0 }, { 2, 0 } }, sizeof(double[2][2]));
	rod.r = 0.4;
	shape_alloc(&wedge, SHAPE_POLYGON, 3);
	memcpy(wedge.xy, (const double[3][2]){ { -1, -0.6 }, { 1, -0.6 }, { 0, 1 } }, sizeof(double[3][2]));
	wedge.r = 0.2;
	grains_set(&g, N, place);
	g.n_form = 3;
	for (int i = 0; i < N; i++) {
		struct grain *a = &g.grain[i];

		a->shape = shape[i];
		a->form = shape[i] == &rod ? 0 : shape[i] == &wedge ? 1 : 2;
		a->angle = angle[i];
		a->size = size[i];
	}
	ok(tessellation_init(&t, &d, &g, 200) == 0, "cells of five grains");
	rng_seed(&r, 17);
	for (int k = 0; k < TRIES; k++) {
		double p[2] = { 11 * rng_uniform(&r), 9 * rng_uniform(&r) }, best = INFINITY;
		int who = 0;

		for (int i = 0; i < N; i++)
			for (int m = 0; m < 9; m++) {
				double x = p[0] - place[i][0] - (m % 3 - 1) * 11 - (m / 3 - 1) * 2.5, y = p[1] - place[i][1] - (m / 3 - 1) * 9;
				double c = cos(angle[i]), sn = sin(angle[i]);
				/* to the surface, negative inside the disks and strokes: grains do not overlap */
				double off = size[i] * (shape_distance(shape[i], (c * x + sn * y) / size[i], (c * y - sn * x) / size[i]) -
				                        shape[i]->r);

				if (off < best) {
					best = off;
					who = i;
				}
			}
		hit[who]++;
	}
	for (int i = 0; i < N; i++) {
		double p = (double)hit[i] / TRIES;

		near(t.area[i], 99 * p, 99 * 3.5 * sqrt(p * (1 - p) / TRIES), "cell %d by random points", i + 1);
	}
	tessellation_free(&t);
	grains_free(&g);
	free(rod.xy);
	free(wedge.xy);
}

/* ---- displacements ---- */

static void lags(void)
{
	enum { FRAMES = 150, N = 3 };
	static double path[FRAMES][N];
	struct lags l = { 0 };
	struct rng r;
	int rows = 0, longest = 0;
	double off = 0;

	rng_seed(&r, 11);
	for (int f = 0; f < FRAMES; f++) {
		struct places p = { .t = f * 0.5, .n = N, .dim = 2, .at = mem_zero(N, sizeof *p.at) };

		for (int i = 0; i < N; i++) {
			path[f][i] = (f ? path[f - 1][i] : 0) + rng_normal(&r);
			p.at[i] = (struct stored_place){ .id = i + 1, .chosen = i != 1, .x = { path[f][i] } };
		}
		lags_add(&l, &p);
	}
	for (int k = 0; k < l.n_level; k++)
		for (int j = 1; j <= LAGS_PER_LEVEL; j++) {
			const struct spread *s = &l.level[k].sum[j];
			int lag = j << k;
			double sum = 0;
			long n = 0;

			if (!s->frames)
				continue;
			for (int f = 0; f + lag < FRAMES; f += 1 << k) /* origins are the frames of the level */
				for (int i = 0; i < N; i += 2, n++)
					sum += (path[f + lag][i] - path[f][i]) * (path[f + lag][i] - path[f][i]);
			rows++;
			longest = lag > longest ? lag : longest;
			off += !(s->n == n && fabs(s->xx[0] - sum) < 1e-9 && fabs(s->lag / (double)s->frames - 0.5 * lag) < 1e-12);
		}
	near(off, 0, 0, "lags are what sums over all origins say");
	ok(rows == 16 + 8 + 8 + 8 + 1, "lags 1-16, 18-32, 36-64, 72-128, 144: %d rows", rows);
	ok(longest == 144, "the longest is %d", longest);
	lags_free(&l);
}

int main(void)
{
	disk_make();
	pairs();
	windows();
	tilted(1);
	tilted(24);
	lattice();
	set_voronoi();
	lags();
	return done();
}
