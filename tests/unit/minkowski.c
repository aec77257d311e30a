/* Erosion and dilation of convex polygons: against closed forms, clipping by half-planes, and linear programming
 * by hand; the gap of a packing against closed forms. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"
#include "voronoi/packing.h"

enum { MOST = 40 };

/* A convex polygon and its half-planes normal . x <= offset. */
struct poly { int n; double xy[MOST][2], normal[MOST][2], offset[MOST]; };

static struct rng rng;
static struct erosion erosion;

/* From vertices that are far apart. */
static struct poly poly_of(int n, const double (*xy)[2])
{
	struct poly p = { .n = n };

	memcpy(p.xy, xy, (size_t)n * sizeof *xy);
	for (int k = 0; k < n; k++) {
		const double *a = xy[k], *b = xy[(k + 1) % n];
		double d = hypot(b[0] - a[0], b[1] - a[1]);
		p.normal[k][0] = (b[1] - a[1]) / d;
		p.normal[k][1] = (a[0] - b[0]) / d;
		p.offset[k] = p.normal[k][0] * a[0] + p.normal[k][1] * a[1];
	}
	return p;
}

/* Points on a circle at random angles, stretched and turned. */
static struct poly random_poly(int n)
{
	double angle[MOST], xy[MOST][2], stretch = 0.2 + rng_uniform(&rng);

	for (int k = 0; k < n; k++)
		angle[k] = 2 * M_PI * (k + 0.9 * rng_uniform(&rng)) / n;
	for (int k = 0; k < n; k++) {
		double x = cos(angle[k]), y = stretch * sin(angle[k]);
		xy[k][0] = 1.7 + 0.6 * x - 0.8 * y;
		xy[k][1] = -0.4 + 0.8 * x + 0.6 * y;
	}
	return poly_of(n, (const double (*)[2])xy);
}

static void begin(const struct poly *p)
{
	erosion_begin(&erosion, p->n, (const double (*)[2])p->xy, (const double (*)[2])p->normal);
}

static double area_of(const double (*xy)[2], int n)
{
	double twice = 0;

	for (int k = 0, j = n - 1; k < n; j = k++)
		twice += xy[j][0] * xy[k][1] - xy[k][0] * xy[j][1];
	return 0.5 * twice;
}

/* The area of the polygon whose half-planes are moved inwards by r: a large square clipped by one after the other. */
static double clipped_area(const struct poly *p, double r)
{
	double xy[2 * MOST][2] = { { -9, -9 }, { 9, -9 }, { 9, 9 }, { -9, 9 } }, out[2 * MOST][2];
	int n = 4;

	for (int h = 0; h < p->n && n; h++) {
		int m = 0;
		for (int k = 0; k < n; k++) {
			const double *a = xy[k], *b = xy[(k + 1) % n];
			double sa = p->normal[h][0] * a[0] + p->normal[h][1] * a[1] - (p->offset[h] - r);
			double sb = p->normal[h][0] * b[0] + p->normal[h][1] * b[1] - (p->offset[h] - r);
			if (sa <= 0)
				memcpy(out[m++], a, sizeof out[0]);
			if ((sa < 0 && sb > 0) || (sa > 0 && sb < 0)) {
				double t = sa / (sa - sb);
				out[m][0] = a[0] + t * (b[0] - a[0]);
				out[m++][1] = a[1] + t * (b[1] - a[1]);
			}
		}
		memcpy(xy, out, sizeof xy);
		n = m;
	}
	return n < 3 ? 0 : area_of((const double (*)[2])xy, n);
}

/* The largest inscribed disk touches three sides: try all. */
static double best_inradius(const struct poly *p)
{
	double best = 0;

	for (int a = 0; a < p->n; a++)
		for (int b = a + 1; b < p->n; b++)
			for (int c = b + 1; c < p->n; c++) {
				const int s[3] = { a, b, c };
				double u[2], v[2], e, f;
				u[0] = p->normal[b][0] - p->normal[a][0];
				u[1] = p->normal[b][1] - p->normal[a][1];
				v[0] = p->normal[c][0] - p->normal[a][0];
				v[1] = p->normal[c][1] - p->normal[a][1];
				e = p->offset[b] - p->offset[a];
				f = p->offset[c] - p->offset[a];
				double det = u[0] * v[1] - u[1] * v[0];
				if (fabs(det) < 1e-12)
					continue;
				double x = (e * v[1] - f * u[1]) / det, y = (f * u[0] - e * v[0]) / det;
				double r = p->offset[s[0]] - p->normal[a][0] * x - p->normal[a][1] * y;
				int in = r > best;
				for (int k = 0; k < p->n && in; k++)
					in = p->normal[k][0] * x + p->normal[k][1] * y + r <= p->offset[k] + 1e-12;
				best = in ? r : best;
			}
	return best;
}

static void test_closed_forms(void)
{
	static const double square[][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
	static const double oblong[][2] = { { -1, 2 }, { 2, 2 }, { 2, 3 }, { -1, 3 } };
	static const double triangle[][2] = { { 0, 0 }, { 3, 0 }, { 0, 4 } }; /* inradius 1 at 1,1 */
	static const double slanted[][2] = { { 0, 0 }, { 4, 0 }, { 3, 1 }, { 1, 1 } };
	double xy[MOST][2], hexagon[6][2];
	struct poly p = poly_of(4, square);

	begin(&p);
	ok(erosion_go(&erosion, 0.2, xy) == 4, "a square eroded is a square");
	near(area_of((const double (*)[2])xy, 4), 0.36, 1e-15, "of this area");
	near(erosion.area, 0.36, 1e-15, "as the parabola says");
	near(erosion.perimeter, 2.4, 1e-15, "and this perimeter");
	near(erosion_finish(&erosion), 0.5, 1e-15, "inradius of a square");
	near(erosion.core[0][0], 0.5, 1e-15, "its middle, x");
	near(erosion.core[1][1], 0.5, 1e-15, "its middle, y");
	begin(&p);
	ok(erosion_go(&erosion, 0.5, xy) == 1, "a square eroded by its inradius is a point");
	begin(&p);
	ok(erosion_go(&erosion, 0.5 * (1 + 1e-11), xy) == 0, "and by a little more nothing");

	p = poly_of(4, oblong);
	begin(&p);
	ok(erosion_go(&erosion, 0.5, xy) == 2, "an oblong eroded by its inradius is a segment");
	near(fabs(xy[1][0] - xy[0][0]), 2, 1e-15, "of this length");
	near(xy[0][1], 2.5, 1e-15, "in the middle");

	p = poly_of(3, triangle);
	begin(&p);
	near(erosion_finish(&erosion), 1, 1e-15, "inradius of the triangle 3 4 5");
	near(hypot(erosion.core[0][0] - 1, erosion.core[0][1] - 1), 0, 1e-14, "its incentre");
	begin(&p);
	ok(erosion_go(&erosion, 0.5, xy) == 3, "the triangle eroded by half of it");
	near(area_of((const double (*)[2])xy, 3), 1.5, 1e-14, "has a quarter of the area");

	p = poly_of(4, slanted); /* both parallel sides are left in the end: a segment */
	begin(&p);
	ok(erosion_go(&erosion, 0.5, xy) == 2, "a trapeze eroded by half its height");
	near(fabs(xy[1][0] - xy[0][0]), 2 + 2 * (1 - 0.5 * (1 + sqrt(2))) , 1e-14, "its core");

	for (int k = 0; k < 6; k++) {
		hexagon[k][0] = 3 + 2 * cos(k * M_PI / 3);
		hexagon[k][1] = 2 * sin(k * M_PI / 3);
	}
	p = poly_of(6, (const double (*)[2])hexagon);
	begin(&p);
	near(erosion_finish(&erosion), sqrt(3), 1e-14, "inradius of a hexagon, whose sides all vanish together");
	near(hypot(erosion.core[0][0] - 3, erosion.core[0][1]), 0, 1e-14, "its middle");
}

static void test_random(void)
{
	double xy[MOST][2], worst_area = 0, worst_inradius = 0, worst_vertex = 0, worst_parabola = 0, worst_slope = 0;
	int empty = 1;

	for (int trial = 0; trial < 300; trial++) {
		struct poly p = random_poly(3 + trial % 12);
		struct minkowski m = { 0 };
		double rho = best_inradius(&p);

		begin(&p);
		minkowski_add(&m, &erosion);
		worst_inradius = fmax(worst_inradius, fabs(m.cell[0].inradius - rho));
		for (int k = 0; k <= 10; k++) {
			double r = rho * k / 10.5, exact = clipped_area(&p, r), slope, rim, h = 1e-5 * rho;
			begin(&p);
			int n = erosion_go(&erosion, r, xy);
			worst_area = fmax(worst_area, fabs(area_of((const double (*)[2])xy, n) - exact));
			worst_parabola = fmax(worst_parabola, fabs(minkowski_area(&m, 0, r, 0, &slope, &rim) - exact));
			for (int q = 0; q < n; q++)
				for (int s = 0; s < p.n; s++)
					worst_vertex = fmax(worst_vertex, p.normal[s][0] * xy[q][0] + p.normal[s][1] * xy[q][1]
						- (p.offset[s] - r));
			if (k) {
				double s = (clipped_area(&p, r - h) - clipped_area(&p, r + h)) / (2 * h);
				worst_slope = fmax(worst_slope, fabs(slope - s));
				worst_slope = fmax(worst_slope, fabs(rim - s));
			}
		}
		begin(&p);
		empty &= erosion_go(&erosion, rho * 1.001, xy) == 0;
		minkowski_free(&m);
	}
	near(worst_inradius, 0, 1e-13, "inradii, against all triples of sides");
	near(worst_area, 0, 1e-13, "eroded areas, against clipping");
	near(worst_parabola, 0, 1e-13, "the parabolas likewise");
	near(worst_vertex, 0, 1e-13, "eroded vertices keep their distance from all sides");
	near(worst_slope, 0, 1e-4, "slopes, against differences"); /* K jumps at events: O(h) */
	ok(empty, "beyond the inradius nothing is left");
}

/* Short sides: their ends are wrong by more than their length, their normals are not. */
static void test_short_sides(void)
{
	double xy[MOST][2];
	struct poly p = { .n = 5, .xy = { { 0, 0 }, { 1, 0 }, { 1, 1 - 1e-15 }, { 1 - 3e-15, 1 }, { 0, 1 } },
		.normal = { { 0, -1 }, { 1, 0 }, { M_SQRT1_2, M_SQRT1_2 }, { 0, 1 }, { -1, 0 } } };

	begin(&p);
	ok(erosion_go(&erosion, 0.1, xy) == 4, "a cut corner of no size is lost");
	near(area_of((const double (*)[2])xy, 4), 0.64, 1e-14, "without effect");
	begin(&p);
	ok(erosion_go(&erosion, 0, xy) == 4, "without erosion it is one corner");
	begin(&p);
	near(erosion_finish(&erosion), 0.5, 1e-14, "the inradius stands");
}

/* Dilated areas: A + P r + pi r^2, and openings: A - r^2 (sum of tan(turn/2) - pi) for a regular triangle. */
static void test_dilation(void)
{
	static const double triangle[][2] = { { 0, 0 }, { 2, 0 }, { 1, 1.7320508075688772 } };
	struct poly p = poly_of(3, triangle);
	struct minkowski m = { 0 };

	begin(&p);
	minkowski_add(&m, &erosion);
	near(minkowski_area(&m, 0, 0, 0.3, NULL, NULL), sqrt(3) + 6 * 0.3 + M_PI * 0.09, 1e-14, "a dilated triangle");
	near(minkowski_area(&m, 0, 0.3, 0.3, NULL, NULL), sqrt(3) - 0.09 * (3 * sqrt(3) - M_PI), 1e-14, "an opened triangle");
	minkowski_free(&m);
}

/* Squares of sides a: (a - 2 g)^2 (1 - (4 - pi) q^2 / 4) each. */
static void add_square(struct minkowski *m, double a)
{
	double xy[4][2] = { { 0, 0 }, { a, 0 }, { a, a }, { 0, a } };
	struct poly p = poly_of(4, (const double (*)[2])xy);

	begin(&p);
	minkowski_add(m, &erosion);
}

static void test_gap(void)
{
	const double q = 0.7, part = 1 - (4 - M_PI) * q * q / 4;
	struct minkowski m = { 0 };
	struct gap gap;

	add_square(&m, 1);
	for (double e = 0.12; e < 100; e *= 3) {
		ok(gap_solve(&gap, &m, 1, q, e, 0, 1) == GAP_OK, "void ratio %g", e);
		near(gap.gap, 0.5 * (1 - sqrt(1 / ((1 + e) * part))), 1e-12, "the gap of a square");
		near(gap.void_ratio / e, 1, 1e-11, "is reached");
	}
	double worst = 0;
	int reached = 0;
	for (int k = 0; k < 50; k++) { /* the grain is as small as rounding errors of the area of its cell */
		const double e = 1.1e8 * pow(1.5, k);

		reached += gap_solve(&gap, &m, 1, q, e, 0, 1) == GAP_OK;
		worst = fmax(worst, fabs(4 * (0.5 - gap.gap) * (0.5 - gap.gap) * part - 1 / (1 + e)));
	}
	ok(reached == 50, "void ratios from 1e8 to 5e16");
	near(worst, 0, 1e-15, "are reached but for rounding");
	ok(gap_solve(&gap, &m, 1, q, 0.01, 0, 1) == GAP_LOW, "too little void");
	near(gap.low, 1 / part - 1, 1e-14, "the least void ratio");
	ok(gap_solve(&gap, &m, 1, q, gap.low, 0, 1) == GAP_OK && gap.gap < 1e-12, "which can be reached itself");
	ok(gap_solve(&gap, &m, 1, q, 100, 0.1, 1) == GAP_HIGH, "too much void for the least grain");
	near(gap.high, 1 / (0.04 * part) - 1, 1e-12, "the largest void ratio");
	ok(gap_solve(&gap, &m, 1, q, 0.5, 0.6, 1) != GAP_OK && isinf(gap.low), "no room for the least grain");

	add_square(&m, 0.5);
	/* 8 g^2 - 6 g + 1.25 (1 - 1 / (1 + e) / part) = 0 */
	double e = 1.3, a = 0.75 - 0.5 * sqrt(2.25 - 2 * (1.25 - 1.25 / (1 + e) / part));
	ok(gap_solve(&gap, &m, 1.25, q, e, 0, 1) == GAP_OK, "two squares");
	near(gap.gap, a / 2, 1e-12, "their gap");
	/* the small one is left out at g = 0.05: S goes from 0.81 + 0.16 to 0.81 */
	ok(gap_solve(&gap, &m, 1.25, q, 1.25 / (0.9 * part) - 1, 0.2, 1) == GAP_JUMP, "a void ratio in a jump");
	near(gap.low, 1.25 / (0.97 * part) - 1, 1e-9, "one side of it");
	near(gap.high, 1.25 / (0.81 * part) - 1, 1e-9, "the other");
	ok(gap_solve(&gap, &m, 1.25, q, 1.25 / (0.8 * part) - 1, 0.2, 1) == GAP_OK, "beyond the jump");
	near(gap.gap, 0.5 * (1 - sqrt(0.8)), 1e-12, "only the large one counts");
	minkowski_free(&m);
}

/* A recipe on cells: the grain is within its cell, which is the square of side 1 about the site. */
static void test_grains(void)
{
	static const double site[4][2] = { { 0.5, 0.5 }, { 1.5, 0.5 }, { 0.5, 1.5 }, { 1.5, 1.5 } };
	struct recipe r = { .erode = 0.4, .dilate = 0.3, .disks = 1 };
	struct grain_maker maker = { 0 };
	struct voronoi v;
	struct grain g;

	voronoi_init(&v, 4, site, NULL, (double[]){ 2, 2 }, (int[]){ 0, 0 }, 1);
	ok(grain_make(&g, &maker, &v, 1, &r) == GRAIN_GOOD && g.shape.kind == SHAPE_POLYGON, "a rounded square");
	near(g.shape.area, 0.04 + 4 * 0.2 * 0.3 + M_PI * 0.09, 1e-15, "its area");
	near(g.inradius, 0.4, 1e-15, "its inradius");
	near(hypot(g.centre[0], g.centre[1]), 0, 1e-15, "its place");
	r.erode = 0.5;
	ok(grain_make(&g, &maker, &v, 1, &r) == GRAIN_GOOD && g.shape.kind == SHAPE_POINT && !g.disk, "a disk by chance");
	near(g.shape.r, 0.3, 0, "dilated");
	r.erode = 0.7;
	ok(grain_make(&g, &maker, &v, 1, &r) == GRAIN_GOOD && g.shape.kind == SHAPE_POINT && g.disk,
		"a disk for want of a grain");
	near(g.shape.r, 0.5, 1e-15, "the largest in the cell");
	r.disks = 0;
	ok(grain_make(&g, &maker, &v, 1, &r) == GRAIN_VANISHED, "or nothing");
	r = (struct recipe){ .erode = 0.5, .dilate = 0 };
	ok(grain_make(&g, &maker, &v, 1, &r) == GRAIN_VANISHED, "a point of no size is nothing");
	r = (struct recipe){ .erode = 0.2, .dilate = 0.1, .least = 0.45 };
	ok(grain_make(&g, &maker, &v, 1, &r) == GRAIN_SMALL, "a grain of inradius 0.4 is below 0.45");
	voronoi_free(&v);

	static const double pair[2][2] = { { 0.5, 0.5 }, { 0.5, 1.5 } }; /* two cells of 3 x 1 */
	voronoi_init(&v, 2, pair, NULL, (double[]){ 3, 2 }, (int[]){ 0, 0 }, 1);
	r = (struct recipe){ .erode = 0.5, .dilate = 0.5 };
	ok(grain_make(&g, &maker, &v, 0, &r) == GRAIN_GOOD && g.shape.kind == SHAPE_POLYLINE, "a stadium");
	near(g.shape.area, 2 + M_PI / 4, 1e-14, "its area");
	near(g.centre[0], 1, 1e-15, "its place, away from the site");
	r.roundness = 1;
	struct gap gap;
	ok(recipe_solve(&r, &gap, &v, 1, 1) == GAP_OK, "stadiums at void ratio 1");
	near(2 * (1 - 2 * gap.gap) * 2 + M_PI / 2 * pow(1 - 2 * gap.gap, 2), 3, 1e-12, "their gap");
	ok(grain_make(&g, &maker, &v, 1, &r) == GRAIN_GOOD && g.shape.kind == SHAPE_POLYLINE, "stadiums still");
	near(g.shape.r, 0.5 - gap.gap, 1e-15, "their radius");
	free(r.inradius);
	voronoi_free(&v);
	grain_maker_free(&maker);
}

/* Sites on coarse grids, exactly or nearly: slivers, corners of many cells, sides that are nearly parallel. */
static int rough_sites(double (*site)[2], int trial, double w, double h)
{
	int n = 0, want = 1 + (int)rng_below(&rng, 40), grid = 1 + (int)rng_below(&rng, 8);
	double noise = trial % 2 ? 1e-9 : 0;

	for (int i = 0; i < want; i++) {
		double x = w * ((double)rng_below(&rng, (uint64_t)grid) / grid + noise * rng_uniform(&rng));
		double y = h * ((double)rng_below(&rng, (uint64_t)grid) / grid + noise * rng_uniform(&rng));
		int apart = 1;
		for (int j = 0; j < n; j++)
			apart &= fabs(x - site[j][0]) > 1e-10 || fabs(y - site[j][1]) > 1e-10;
		if (apart) {
			site[n][0] = x;
			site[n++][1] = y;
		}
	}
	return n;
}

static void test_rough(void)
{
	double site[40][2], worst_ratio = 0, out = 0, worst_sum = 0;
	struct grain_maker maker = { 0 };
	int solved = 0;

	for (int trial = 0; trial < 2000; trial++) {
		double w = 1.1, h = trial % 3 ? 1.3 : 7, e = 0.1 + 3 * rng_uniform(&rng), sum = 0, cells = 0;
		struct recipe r = { .roundness = trial % 5 ? rng_uniform(&rng) : 1 };
		struct voronoi v;
		struct gap gap;
		struct grain g;
		int n = rough_sites(site, trial, w, h);

		if (voronoi_init(&v, n, (const double (*)[2])site, NULL, (double[]){ w, h }, (int[]){ trial & 4, trial & 8 }, 1)) {
			voronoi_free(&v);
			continue;
		}
		int good = recipe_solve(&r, &gap, &v, e, 1) == GAP_OK;
		solved += good;
		for (int i = 0; i < n; i++) {
			cells += voronoi_area(&v, i, NULL);
			if (!good || grain_make(&g, &maker, &v, i, &r) != GRAIN_GOOD)
				continue;
			sum += g.shape.area;
			for (int k = 0; k < g.shape.n; k++)
				for (int side = 0; side < v.n_side[i]; side++) {
					double m[2], d;
					voronoi_line(&v, i, side, m, &d);
					out = fmax(out, m[0] * (g.shape.xy[k][0] + g.centre[0])
						+ m[1] * (g.shape.xy[k][1] + g.centre[1]) + g.shape.r + gap.gap - d);
				}
		}
		if (good)
			worst_ratio = fmax(worst_ratio, fabs((w * h - sum) / sum / e - 1));
		worst_sum = fmax(worst_sum, fabs(cells / (w * h) - 1));
		free(r.inradius);
		voronoi_free(&v);
	}
	grain_maker_free(&maker);
	ok(solved > 1000, "2000 rough sets of sites, most of which can be packed");
	near(worst_sum, 0, 1e-12, "their cells fill the box");
	near(worst_ratio, 0, 1e-10, "void ratios from the masses of the grains");
	near(out, 0, 1e-11, "every grain keeps the gap from the sides of its cell");
}

int main(void)
{
	rng_seed(&rng, 9);
	test_closed_forms();
	test_random();
	test_short_sides();
	test_dilation();
	test_gap();
	test_grains();
	test_rough();
	erosion_free(&erosion);
	return done();
}
