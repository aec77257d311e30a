/* descriptors.c: what shapes look like, against closed forms, and against points on their outlines. */
#include "plane/descriptors.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "plane/form.h"
#include "plane/hull.h"
#include "plane/outline.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

static void shape_clear(struct shape *s)
{
	free(s->xy);
	free(s->radius);
	*s = (struct shape){ .n = 0 };
}

/* Turned by an awkward angle and moved. */
static struct shape make(enum shape_kind kind, double r, int n, const double (*xy)[2])
{
	struct shape s = { .n = 0 };

	shape_alloc(&s, kind, n);
	s.r = r;
	for (int k = 0; k < n; k++) {
		s.xy[k][0] = cos(0.7) * xy[k][0] - sin(0.7) * xy[k][1] + 5.5;
		s.xy[k][1] = sin(0.7) * xy[k][0] + cos(0.7) * xy[k][1] - 2.25;
	}
	return s;
}

static void expect(struct shape s, const struct descriptors *e, double tol, const char *what)
{
	struct descriptors d;

	ok(descriptors_of_shape(&d, &s) == MASS_GOOD, "%s has descriptors", what);
	near(d.feret_min, e->feret_min, tol, "%s: least Feret diameter", what);
	near(d.feret_max, e->feret_max, tol, "%s: greatest Feret diameter", what);
	near(d.aspect, e->feret_min / e->feret_max, tol, "%s: aspect ratio", what);
	near(d.ellipse, e->ellipse, tol, "%s: ellipse ratio", what);
	near(d.convexity, e->convexity, tol, "%s: convexity", what);
	near(d.inscribed, e->inscribed, tol, "%s: inscribed radius", what);
	near(d.roundness, e->roundness, tol, "%s: roundness", what);
	near(d.circularity, e->circularity, tol, "%s: circularity", what);
	shape_clear(&s);
}

static void closed_forms(void)
{
	const double r = 0.37, l = 2.385, a = 1.7;
	struct descriptors e = { 2 * r, 2 * r, 1, 1, 1, r, 1, 1 };

	expect(make(SHAPE_POINT, r, 1, (const double[][2]){ { 0, 0 } }), &e, 1e-12, "disk");

	double along = 2 * r * l * l * l / 12 + pi * r * r * (r * r / 4 + l * l / 4) + 4 * l * r * r * r / 3;
	double across = l * 8 * r * r * r / 12 + pi * r * r * r * r / 4;
	e = (struct descriptors){ 2 * r, l + 2 * r, 0, sqrt(across / along), 1, r, 1,
	                          4 * pi * (2 * r * l + pi * r * r) / pow(2 * l + 2 * pi * r, 2) };
	expect(make(SHAPE_POLYLINE, r, 2, (const double[][2]){ { 0, 0 }, { l, 0 } }), &e, 1e-12, "rod");

	const double square[][2] = { { 0, 0 }, { a, 0 }, { a, a }, { 0, a } };
	e = (struct descriptors){ a, sqrt(2) * a, 0, 1, 1, a / 2, 0, pi / 4 };
	expect(make(SHAPE_POLYGON, 0, 4, square), &e, 1e-12, "square");
	e = (struct descriptors){ a + 2 * r, sqrt(2) * a + 2 * r, 0, 1, 1, a / 2 + r, r / (a / 2 + r),
	                          4 * pi * (a * a + 4 * a * r + pi * r * r) / pow(4 * a + 2 * pi * r, 2) };
	expect(make(SHAPE_POLYGON, r, 4, square), &e, 1e-12, "rounded square");

	/* an L of three unit squares: its hull lacks half a square; the largest disk touches two outer sides and the inner
	 * corner, c = sqrt 2 (1 - c) */
	const double el[][2] = { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 0, 2 } };
	/* second moments: the middles of the squares lie 0, 1/sqrt 2, -1/sqrt 2 along one diagonal, sqrt 2 (-1/3, 1/6, 1/6) along the
	 * other from the centre of mass; each square has 1/12 of its own */
	e = (struct descriptors){ 2, 2 * sqrt(2), 0, sqrt((1.0 / 3 + 0.25) / (1 + 0.25)), 3 / 3.5, 2 - sqrt(2), 0,
	                          4 * pi * 3 / 64 };
	expect(make(SHAPE_POLYGON, 0, 6, el), &e, 1e-9, "L");
	const double clockwise[][2] = { { 0, 2 }, { 1, 2 }, { 1, 1 }, { 2, 1 }, { 2, 0 }, { 0, 0 } };
	expect(make(SHAPE_POLYGON, 0, 6, clockwise), &e, 1e-9, "L the other way round");

	/* at the corners of a hollow square the stroke is wider: the disk touches both outer sides and the inner corner */
	struct shape ring = make(SHAPE_RING, 0.1, 4, square);
	struct descriptors d;
	ok(descriptors_of_shape(&d, &ring) == MASS_GOOD, "a ring has descriptors");
	near(d.inscribed, 0.1 * (4 - 2 * sqrt(2)), 1e-10, "largest disk in its corners");
	shape_clear(&ring);
	/* a slab with a step: the largest disks lie side by side, and the end of their row is met first */
	const double slab[][2] = { { 0, 0 }, { 4, 0 }, { 4, 1 }, { 5, 1 }, { 5, 2 }, { 0, 2 } };
	struct shape step = { .n = 0 };
	shape_alloc(&step, SHAPE_POLYGON, 6);
	step.r = 0.1;
	memcpy(step.xy, slab, sizeof slab);
	ok(descriptors_of_shape(&d, &step) == MASS_GOOD, "a slab with a step has descriptors");
	near(d.inscribed, 1.1, 1e-10, "largest disk between its sides");
	shape_clear(&step);
	struct shape line = make(SHAPE_POLYLINE, 0, 2, square);
	ok(descriptors_of_shape(&d, &line) == MASS_EMPTY, "a line has none");
	shape_clear(&line);
	struct shape bow = make(SHAPE_POLYGON, 0.1, 4, (const double[][2]){ { 0, 0 }, { 1, 1 }, { 1, 0 }, { 0, 1 } });
	ok(descriptors_of_shape(&d, &bow) == MASS_CROSSING, "nor has what crosses itself");
	shape_clear(&bow);
}

static struct shape disks(int n, const double (*xyr)[3])
{
	struct shape s = { .n = 0 };

	shape_alloc(&s, SHAPE_DISKS, n);
	for (int k = 0; k < n; k++) {
		memcpy(s.xy[k], xyr[k], sizeof s.xy[k]);
		s.radius[k] = xyr[k][2];
	}
	return s;
}

/* The belt round two wheels; a third inside, and the first one again, change nothing. */
static void belts(void)
{
	struct hull h;
	double r = 1.1, q = 0.4, d = 2.3, a = asin((r - q) / d);
	const double xy[][2] = { { 1, 2 }, { 1 + d * cos(0.3), 2 + d * sin(0.3) }, { 1.2, 2 }, { 1, 2 } };
	const double radius[] = { r, q, 0.3, r };

	hull_of_disks(&h, 4, xy, radius);
	near(h.perimeter, 2 * d * cos(a) + r * (pi + 2 * a) + q * (pi - 2 * a), 1e-12, "a belt: length");
	near(h.area, d * cos(a) * (r + q) + r * r * (pi / 2 + a) + q * q * (pi / 2 - a), 1e-12, "a belt: area");
	near(h.feret_min, 2 * r, 1e-12, "a belt: height");
	near(h.feret_max, d + r + q, 1e-12, "a belt: length over all");
	/* points on a line between others */
	const double points[][2] = { { 0, 0 }, { 0.3, 0.1 }, { 0.6, 0.2 }, { 0.9, 0.3 }, { 0, 1 } };
	hull_of_disks(&h, 5, points, (const double[5]){ 0 });
	near(h.area, 0.45, 1e-14, "a triangle with points on a side: area");
	near(h.perimeter, sqrt(0.9) + 1 + sqrt(0.81 + 0.49), 1e-14, "and perimeter");
	near(h.feret_min, 0.9 / sqrt(0.81 + 0.49), 1e-14, "its least height");

	struct descriptors e;
	struct shape s = disks(3, (const double[][3]){ { 0, 0, 1 }, { 1.2, 0, 0.8 }, { -3, 3, 0.5 } });
	descriptors_of_shape(&e, &s);
	near(e.inscribed, 1, 1e-9, "of disks: the largest holds the largest");
	near(e.roundness, 2.3 / 3, 1e-9, "corners of disks are their arcs");
	shape_clear(&s);
	/* of two hidden ones, before and after the others, nothing is seen; nor does where it lies matter */
	s = disks(5, (const double[][3]){ { 0.3, 0.1, 0.2 }, { 0, 0, 1 }, { 1.2, 0, 0.8 }, { -3, 3, 0.5 }, { 1, 0, 0.45 } });
	for (int k = 0; k < 5; k++) {
		s.xy[k][0] += 4.5;
		s.xy[k][1] -= 7.25;
	}
	descriptors_of_shape(&e, &s);
	near(e.inscribed, 1, 1e-9, "disks inside of others: the largest is as it was");
	near(e.roundness, 2.3 / 3, 1e-9, "they are no corners");
	shape_clear(&s);
	/* a grid whose disks meet in points between four of them */
	double grid[25][3];
	for (int k = 0; k < 25; k++)
		memcpy(grid[k], (double[3]){ 0.1 * (k % 5), 0.1 * (k / 5), 0.1 * sqrt(0.5) }, sizeof grid[k]);
	s = disks(25, (const double (*)[3])grid);
	descriptors_of_shape(&e, &s);
	/* the outline's nearest points to the middle of the grid are the corners between arcs, half a spacing outside */
	near(e.inscribed, sqrt(0.25 * 0.25 + 0.05 * 0.05), 1e-9, "points without area are no holes");
	shape_clear(&s);
}

/* Equal disks have a way of their own. A small one inside of another leads to the general way, and changes nothing. */
static void clouds(void)
{
	enum { MOST = 200 };
	double xy[MOST + 1][2], radius[MOST + 1], worst = 0;
	struct hull h, all;
	struct rng g;

	rng_seed(&g, 7);
	for (int cloud = 0; cloud < 60; cloud++) {
		int n = 1 + (int)rng_below(&g, cloud < 50 ? 30 : MOST), grid = cloud % 3;

		for (int k = 0; k < n; k++) {
			double t = 2 * pi * k / n;

			xy[k][0] = grid == 1 ? (double)rng_below(&g, 5) : grid ? cos(t) : rng_uniform(&g);
			xy[k][1] = grid == 1 ? (double)rng_below(&g, 4) : grid ? 2 * sin(t) : 0.1 * rng_uniform(&g);
			radius[k] = 0.3;
		}
		memcpy(xy[n], xy[0], sizeof xy[n]);
		radius[n] = 0.1;
		hull_of_disks(&h, n, (const double (*)[2])xy, radius);
		hull_of_disks(&all, n + 1, (const double (*)[2])xy, radius);
		worst = fmax(worst, fmax(fabs(h.area - all.area), fabs(h.perimeter - all.perimeter)));
		worst = fmax(worst, fmax(fabs(h.feret_min - all.feret_min), fabs(h.feret_max - all.feret_max)));
	}
	ok(worst < 1e-12, "clouds of equal disks: as if one of them were another: %g", worst);
}

/* A needle with a waist: long beyond the number of squares along it. */
static void needle(void)
{
	const double xy[][2] = { { 0, 0 }, { 1e8, 0 }, { 1e8, 1 }, { 5e7, 0.5 }, { 0, 1 } };
	struct descriptors d;
	struct shape s = { .kind = SHAPE_POLYGON };

	shape_alloc(&s, SHAPE_POLYGON, 5);
	memcpy(s.xy, xy, sizeof xy);
	ok(descriptors_of_shape(&d, &s) == MASS_GOOD, "a needle");
	near(d.inscribed, 0.5, 1e-3, "has its largest disk at an end");
	shape_clear(&s);
}

/* ---- against many points on the outline ---- */

static double cross(const double *o, const double *a, const double *b)
{
	return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

static int by_place(const void *p, const void *q)
{
	const double *a = p, *b = q;

	return a[0] != b[0] ? (a[0] < b[0] ? -1 : 1) : (a[1] > b[1]) - (a[1] < b[1]);
}

/* Andrew's monotone chain; sorts the points. Returns the area. */
static double chain_area(double (*p)[2], int n)
{
	double (*h)[2] = malloc(2 * (size_t)n * sizeof *h), area = 0;
	int m = 0;

	qsort(p, (size_t)n, sizeof *p, by_place);
	for (int side = 0, low = 0; side < 2; side++, low = m - 1)
		for (int k = 0; k < n; k++) {
			const double *a = p[side ? n - 1 - k : k];

			while (m >= low + 2 && cross(h[m - 2], h[m - 1], a) <= 0)
				m--;
			memcpy(h[m++], a, sizeof *h);
		}
	for (int k = 0; k + 1 < m; k++)
		area += (h[k][0] * h[k + 1][1] - h[k][1] * h[k + 1][0]) / 2;
	free(h);
	return area;
}

/* The deepest of places that are scattered ever more closely round the best so far. */
static double deepest(double (*p)[2], int n, const double lo[2], const double hi[2])
{
	double best = 0, at[2] = { 0.5 * (lo[0] + hi[0]), 0.5 * (lo[1] + hi[1]) }, wide[2] = { hi[0] - lo[0], hi[1] - lo[1] };
	struct rng g;

	rng_seed(&g, 4);
	for (int round = 0; round < 24; round++, wide[0] *= 0.6, wide[1] *= 0.6) {
		double from[2] = { at[0], at[1] };

		for (int k = 0; k < 150; k++) {
			double x[2], d2 = INFINITY;
			int inside = 0;

			for (int a = 0; a < 2; a++)
				x[a] = from[a] + wide[a] * (rng_uniform(&g) - 0.5);
			for (int i = 0, j = n - 1; i < n; j = i++) {
				double dx = p[i][0] - x[0], dy = p[i][1] - x[1];

				d2 = fmin(d2, dx * dx + dy * dy);
				if ((p[i][1] > x[1]) != (p[j][1] > x[1]) &&
				    x[0] < p[i][0] + (x[1] - p[i][1]) * (p[j][0] - p[i][0]) / (p[j][1] - p[i][1]))
					inside = !inside;
			}
			if (inside && sqrt(d2) > best) {
				best = sqrt(d2);
				at[0] = x[0];
				at[1] = x[1];
			}
		}
	}
	return best;
}

/* Points every step along the outline of a shape of one loop. */
static int points_of(const struct outline *o, double step, double (*p)[2], int most)
{
	int n = 0;

	for (int k = 0; k < o->n; k++) {
		const double *a = o->xy[k], *b = o->xy[(k + 1) % o->n];
		int m = 1 + (int)(hypot(b[0] - a[0], b[1] - a[1]) / step);

		for (int j = 0; j < m && n < most; j++, n++)
			for (int c = 0; c < 2; c++)
				p[n][c] = a[c] + (b[c] - a[c]) * j / m;
	}
	return n;
}

static void against_points(const char *name)
{
	enum { MOST = 20000 };
	static double p[MOST][2];
	struct shape drawn = { .n = 0 }, s = { .n = 0 };
	struct form2_plan plan = { .scale = 1, .r = -1, .area = 2 };
	struct outline o = { .n = 0 };
	struct descriptors d;
	struct mass m;
	double least = INFINITY, most = 0, lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };
	int which = form2_find(name);

	form2_draw(&drawn, which, 5);
	ok(form_make(&s, &drawn, &plan) == FORM_GOOD, "%s", name);
	descriptors_of_shape(&d, &s);
	outline_of_shape(&o, &s, 1e-6);
	mass_of_shape(&m, &s);
	int n = points_of(&o, 1.5e-3, p, MOST);
	for (int k = 0; k < 2000; k++) {
		double c = cos(k * pi / 2000), sn = sin(k * pi / 2000), from = INFINITY, to = -INFINITY;

		for (int i = 0; i < n; i++) {
			from = fmin(from, c * p[i][0] + sn * p[i][1]);
			to = fmax(to, c * p[i][0] + sn * p[i][1]);
		}
		least = fmin(least, to - from);
		most = fmax(most, to - from);
	}
	for (int i = 0; i < n; i++)
		for (int a = 0; a < 2; a++) {
			lo[a] = fmin(lo[a], p[i][a]);
			hi[a] = fmax(hi[a], p[i][a]);
		}
	near(d.feret_min, least, 3e-3, "%s: least Feret diameter from points", name);
	near(d.feret_max, most, 1e-5, "%s: greatest Feret diameter from points", name);
	near(d.inscribed, deepest(p, n, lo, hi), 2e-4, "%s: inscribed radius from points", name);
	near(d.convexity, m.area / chain_area(p, n), 1e-5, "%s: convexity from points", name);
	near(d.roundness, s.r / d.inscribed, 1e-12, "%s: roundness", name);
	outline_free(&o);
	shape_clear(&drawn);
	shape_clear(&s);
}

int main(void)
{
	closed_forms();
	belts();
	clouds();
	needle();
	against_points("cow");
	against_points("peanut");
	against_points("star");
	return done();
}
