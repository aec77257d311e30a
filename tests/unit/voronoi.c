/* Voronoi diagrams: against the definition, Euler's relation, closed forms, published statistics, and sets of
 * sites that are hard on rounding. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "tap.h"
#include "voronoi/sites.h"
#include "voronoi/voronoi.h"

static struct rng rng;
static double site[100000][2];

static int init(struct voronoi *v, int n, double w, double h, int px, int py)
{
	return voronoi_init(v, n, (const double (*)[2])site, NULL, (double[]){ w, h }, (int[]){ px, py }, 1);
}

static double total_area(const struct voronoi *v)
{
	double sum = 0, lost = 0;

	for (int i = 0; i < v->n; i++) {
		double a = voronoi_area(v, i, NULL) - lost, next = sum + a;
		lost = (next - sum) - a;
		sum = next;
	}
	return sum;
}

static void uniform(int n, double w, double h)
{
	for (int i = 0; i < n; i++) {
		site[i][0] = w * rng_uniform(&rng);
		site[i][1] = h * rng_uniform(&rng);
	}
}

/* Square distance of a place to the nearest image of site j. */
static double distance2(const struct voronoi *v, double x, double y, int j)
{
	double d[2] = { x - v->site[j][0], y - v->site[j][1] };

	for (int a = 0; a < 2; a++)
		if (v->periodic[a])
			d[a] -= v->box[a] * round(d[a] / v->box[a]);
	return d[0] * d[0] + d[1] * d[1];
}

/* The definition: no vertex of a cell is nearer to another site than to the cell's own, and the cells fill the
 * box. Convex sets within the true cells that have the area of the whole box are the true cells. Returns the worst
 * violation. */
static double against_definition(const struct voronoi *v)
{
	double worst = fabs(total_area(v) / (v->box[0] * v->box[1]) - 1);

	for (int i = 0; i < v->n; i++)
		for (int k = 0; k < v->n_side[i]; k++) {
			const double *p = v->xy[v->first[i] + (size_t)k];
			double own = sqrt(p[0] * p[0] + p[1] * p[1]);
			for (int j = 0; j < v->n; j++)
				worst = fmax(worst, own - sqrt(distance2(v, v->site[i][0] + p[0], v->site[i][1] + p[1], j)));
			for (int a = 0; a < 2; a++)
				if (!v->periodic[a])
					worst = fmax(worst, fmax(-(v->site[i][a] + p[a]), v->site[i][a] + p[a] - v->box[a]));
		}
	return worst;
}

/* Lines of sides hold the sides' ends and leave the cell on one side. */
static double against_lines(const struct voronoi *v)
{
	double worst = 0, normal[2], distance;

	for (int i = 0; i < v->n; i++)
		for (int k = 0; k < v->n_side[i]; k++) {
			voronoi_line(v, i, k, normal, &distance);
			worst = fmax(worst, fabs(normal[0] * normal[0] + normal[1] * normal[1] - 1));
			for (int q = 0; q < v->n_side[i]; q++) {
				const double *p = v->xy[v->first[i] + (size_t)q];
				double above = normal[0] * p[0] + normal[1] * p[1] - distance;
				int end = q == k || q == (k + 1) % v->n_side[i];
				worst = fmax(worst, end ? fabs(above) : above);
			}
		}
	return worst;
}

static void test_few(void)
{
	double worst = 0, lines = 0;
	int six = 1;

	for (int periodic = 0; periodic < 4; periodic++)
		for (int n = 1; n <= 40; n += n < 8 ? 1 : 8) {
			struct voronoi v;
			double w = n % 2 ? 2.385 : 0.21, h = n % 3 ? 1.3 : 0.37; /* images are periods away, of any length */

			uniform(n, w, h);
			init(&v, n, w, h, periodic & 1, periodic >> 1);
			worst = fmax(worst, against_definition(&v));
			lines = fmax(lines, against_lines(&v));
			if (periodic == 3 && n > 1)
				six &= v.n_vertex == 6 * (size_t)n;
			voronoi_free(&v);
		}
	near(worst, 0, 1e-13, "1 to 40 sites, any periodicity: the cells are those of the definition");
	near(lines, 0, 1e-13, "sides lie on their lines");
	ok(six, "few sites, periodic: six sides on average");

	struct voronoi v;
	site[0][0] = 0.7;
	site[0][1] = 0.1;
	init(&v, 1, 2, 3, 1, 1);
	ok(v.n_side[0] == 4 && v.side[0].who == 0, "one periodic site: the box, its own images behind it");
	near(voronoi_area(&v, 0, NULL), 6, 1e-15, "and its area");
	voronoi_free(&v);
}

static void test_definition(void)
{
	struct voronoi v;

	for (int periodic = 0; periodic < 4; periodic++) {
		uniform(600, 7.5, 5); /* enough for the grid */
		init(&v, 600, 7.5, 5, periodic & 1, periodic >> 1);
		near(against_definition(&v), 0, 1e-13, "600 sites, periodicity %d: definition", periodic);
		voronoi_free(&v);
		for (int i = 0; i < 300; i++) { /* two clusters in a void: the tree */
			site[i][0] = (i % 2 ? 1 : 6) + 0.01 * rng_uniform(&rng);
			site[i][1] = (i % 2 ? 1 : 4.9) + 0.01 * rng_uniform(&rng);
		}
		init(&v, 300, 7.5, 5, periodic & 1, periodic >> 1);
		near(against_definition(&v), 0, 1e-13, "two clusters, periodicity %d: definition", periodic);
		near(against_lines(&v), 0, 1e-12, "two clusters, periodicity %d: lines", periodic);
		voronoi_free(&v);
	}
	/* a hole in an even set: cells that outgrow what the grid expects */
	int n = 0;
	for (int i = 0; i < 2000; i++) {
		double x = rng_uniform(&rng), y = rng_uniform(&rng);
		if (hypot(x - 0.5, y - 0.5) > 0.4) {
			site[n][0] = x;
			site[n++][1] = y;
		}
	}
	init(&v, n, 1, 1, 1, 1);
	near(against_definition(&v), 0, 1e-13, "a large hole: definition");
	ok(v.n_vertex == 6 * (size_t)n, "a large hole: six sides on average");
	voronoi_free(&v);
}

/* Literature values for independent uniform sites: variance of the area over its mean and fractions of n-sided
 * cells (Hilhorst 2006; Brakke 1985; Tanemura 2003), variance of the number of sides 1.7808, mean perimeter 4 /
 * sqrt(density) (Meijering 1953). Errors allowed: four standard deviations of the sample. */
static void test_poisson(void)
{
	enum { N = 100000 };
	static const double fraction[] = { 0, 0, 0, 0.0113, 0.1068, 0.2595, 0.2947, 0.1985, 0.0901, 0.0295 };
	static int count[100];
	struct voronoi v;
	double sum2 = 0, perimeter = 0, sides2 = 0;

	uniform(N, 1, 1);
	init(&v, N, 1, 1, 1, 1);
	ok(v.n_vertex == 6 * (size_t)N, "100000 sites: six sides on average");
	near(total_area(&v), 1, 1e-13, "100000 sites: areas fill the box");
	for (int i = 0; i < N; i++) {
		const double (*p)[2] = (const double (*)[2])v.xy + v.first[i];
		int n = v.n_side[i];
		sum2 += pow(voronoi_area(&v, i, NULL) * N - 1, 2);
		sides2 += (n - 6) * (n - 6);
		count[n]++;
		for (int k = 0, j = n - 1; k < n; j = k++)
			perimeter += hypot(p[k][0] - p[j][0], p[k][1] - p[j][1]);
	}
	near(sum2 / N, 0.2802, 4 * 0.0017, "variance of areas");
	near(sides2 / N, 1.7808, 4 * 0.009, "variance of sides");
	near(perimeter / N * sqrt(N), 4, 4 * 0.0031, "mean perimeter");
	for (int n = 3; n <= 9; n++)
		near(count[n] / (double)N, fraction[n], 4 * sqrt(fraction[n] / N) + 5e-5, "fraction of cells with %d sides", n);
	voronoi_free(&v);
}

static void expect(const char *what, int n, double w, double h, int px, int py, int sides)
{
	struct voronoi v;
	int all = 1;

	ok(init(&v, n, w, h, px, py) == VORONOI_OK, "%s: done", what);
	near(total_area(&v) / (w * h), 1, 1e-12, "%s: areas fill the box", what);
	near(against_lines(&v), 0, 1e-10 * fmax(w, h), "%s: lines", what);
	for (int i = 0; i < n; i++)
		all &= v.n_side[i] == sides;
	if (sides)
		ok(all, "%s: every cell has %d sides", what, sides);
	voronoi_free(&v);
}

static void test_hard(void)
{
	int n = 0;

	sites_lattice(site, 100, 100, 1, 1, 0);
	expect("square lattice", 10000, 1, 1, 1, 1, 4);
	expect("square lattice in a box", 10000, 1, 1, 0, 0, 4);
	sites_lattice(site, 300, 300, 3000, 3000, 0);
	expect("square lattice, large coordinates", 90000, 3000, 3000, 1, 1, 4);
	for (double size = 1e-16; size < 1e-8; size *= 10) {
		sites_lattice(site, 60, 60, 1, 1, 0);
		for (int i = 0; i < 3600; i++)
			for (int a = 0; a < 2; a++)
				site[i][a] += size * (rng_uniform(&rng) - 0.5);
		expect("lattice with noise", 3600, 1, 1, 1, 1, 0);
	}
	sites_lattice(site, 64, 50, 1, 1, 1);
	expect("hexagonal lattice", 3200, 1, 1, 1, 1, 6);

	for (int periodic = 0; periodic < 4; periodic++) {
		int px = periodic & 1, py = periodic >> 1;
		for (int i = 0; i < 2000; i++) {
			site[i][0] = rng_uniform(&rng);
			site[i][1] = 0.5;
		}
		expect("sites on a level line", 2000, 1, 1, px, py, 4);
		for (int i = 0; i < 1000; i++)
			site[i][0] = site[i][1] = rng_uniform(&rng);
		expect("sites on a diagonal", 1000, 1, 1, px, py, 0);
		for (n = 0; n < 1000; n++) {
			site[n][0] = 0.5 + 0.3 * cos(2 * M_PI * n / 1000);
			site[n][1] = 0.5 + 0.3 * sin(2 * M_PI * n / 1000);
		}
		expect("1000 sites on a circle", 1000, 1, 1, px, py, 0);
		site[n][0] = site[n][1] = 0.5;
		expect("and one in the middle", 1001, 1, 1, px, py, 0);
		for (int i = 0; i < 5000; i++) {
			site[i][0] = 0.5 + 1e-5 * rng_uniform(&rng);
			site[i][1] = 0.3 + 1e-5 * rng_uniform(&rng);
		}
		expect("a cluster", 5000, 1, 1, px, py, 0);
		uniform(5000, 1000, 0.01);
		expect("a thin box", 5000, 1000, 0.01, px, py, 0);
	}

	struct voronoi v;
	for (n = 0; n < 1000; n++) {
		site[n][0] = 0.5 + 0.3 * cos(2 * M_PI * n / 1000);
		site[n][1] = 0.5 + 0.3 * sin(2 * M_PI * n / 1000);
	}
	site[n][0] = site[n][1] = 0.5;
	init(&v, 1001, 1, 1, 0, 0);
	ok(v.n_side[1000] == 1000, "the middle has 1000 neighbours");
	near(voronoi_area(&v, 1000, NULL), 1000 * 0.15 * 0.15 * tan(M_PI / 1000), 1e-14, "and the area of a regular polygon");
	voronoi_free(&v);
}

static void test_coincident(void)
{
	struct voronoi v;

	for (int n = 3; n < 3000; n += 1500) { /* tree, grid */
		uniform(n, 1, 1);
		memcpy(site[n - 1], site[1], sizeof site[1]);
		ok(init(&v, n, 1, 1, 0, 0) == VORONOI_COINCIDENT && v.pair[0] == 1 && v.pair[1] == n - 1, "equal sites");
		voronoi_free(&v);
		site[1][1] = site[n - 1][1] = 0;
		site[n - 1][1] = nextafter(1, 0);
		ok(init(&v, n, 1, 1, 0, 1) == VORONOI_COINCIDENT && v.pair[0] == 1 && v.pair[1] == n - 1,
			"equal across the periodic edge");
		voronoi_free(&v);
		ok(init(&v, n, 1, 1, 1, 0) == VORONOI_OK, "which is no edge along x");
		voronoi_free(&v);
	}
}

static void test_sites(void)
{
	int inside = 1, rows, columns, once = 1;

	sites_random(site, 1000, 3, 0.5, &rng);
	for (int i = 0; i < 1000; i++)
		inside &= site[i][0] >= 0 && site[i][0] < 3 && site[i][1] >= 0 && site[i][1] < 0.5;
	ok(inside, "random sites are in the box");
	/* 12 sites in 4 x 3: every part of the box has one, whatever the noise */
	char seen[12] = { 0 };
	sites_jitter(site, 12, 4, 3, 1, &rng);
	for (int i = 0; i < 12; i++)
		once &= !seen[(int)site[i][1] * 4 + (int)site[i][0]]++;
	ok(once, "jittered sites share the box evenly");
	sites_lattice_size(400, 20, 20, 0, 0, &rows, &columns);
	ok(rows == 20 && columns == 20, "a square of 400");
	sites_lattice_size(7, 7, 1, 0, 0, &rows, &columns);
	ok(rows == 1 && columns == 7, "a row of 7");
	sites_lattice_size(9, 1, 1, 1, 1, &rows, &columns);
	ok(rows % 2 == 0, "even rows of hexagons when asked");
}

/* 12 sites in 8 x 3 are two rows of six; each strays evenly over the middle 0.4 of its part. */
static void test_jitter(void)
{
	enum { RUNS = 500 };
	double lo[2] = { 9, 9 }, hi[2] = { -9, -9 }, square[2] = { 0, 0 }, mean[2] = { 0, 0 };

	for (int run = 0; run < RUNS; run++) {
		sites_jitter(site, 12, 8, 3, 0.4, &rng);
		for (int i = 0; i < 12; i++) {
			const double off[2] = { site[i][0] / 8 * 6 - (i % 6 + 0.5), site[i][1] / 3 * 2 - (i / 6 + 0.5) };

			for (int a = 0; a < 2; a++) {
				lo[a] = fmin(lo[a], off[a]);
				hi[a] = fmax(hi[a], off[a]);
				mean[a] += off[a] / (12 * RUNS);
				square[a] += off[a] * off[a] / (12 * RUNS);
			}
		}
	}
	for (int a = 0; a < 2; a++) {
		ok(lo[a] >= -0.2 && lo[a] < -0.199 && hi[a] <= 0.2 && hi[a] > 0.199, "jitter, axis %d: from %g to %g", a, lo[a], hi[a]);
		near(mean[a], 0, 4.5 * 0.4 / sqrt(12.0 * 12 * RUNS), "jitter, axis %d: mean", a);
		near(square[a], 0.16 / 12, 4.5 * 0.16 / sqrt(180.0 * 12 * RUNS), "jitter, axis %d: mean square", a);
	}
}

/* Random sites are uniform along both axes, and those that follow each other are near each other. */
static void test_random(void)
{
	enum { N = 20000 };
	double mean[2] = { 0, 0 }, square[2] = { 0, 0 }, product = 0, step = 0;

	sites_random(site, N, 3, 0.5, &rng);
	for (int i = 0; i < N; i++) {
		const double u = site[i][0] / 3 - 0.5, v = site[i][1] / 0.5 - 0.5;

		mean[0] += u / N;
		mean[1] += v / N;
		square[0] += u * u / N;
		square[1] += v * v / N;
		product += u * v / N;
		step += i ? hypot(site[i][0] - site[i - 1][0], site[i][1] - site[i - 1][1]) / N : 0;
	}
	for (int a = 0; a < 2; a++) {
		near(mean[a], 0, 4.5 / sqrt(12.0 * N), "random sites, axis %d: mean", a);
		near(square[a], 1.0 / 12, 4.5 / sqrt(180.0 * N), "random sites, axis %d: mean square", a);
	}
	near(product, 0, 4.5 / 12 / sqrt(N), "random sites: axes know nothing of each other");
	ok(step < 1.5 * sqrt(1.5 / N), "random sites in a row are next to each other: %g", step / sqrt(1.5 / N));
}

/* Points of a lattice share the box, in rows from below; hexagonal rows are shifted by half of a step. */
static void test_lattices(void)
{
	double worst = 0;
	int rows, columns;

	for (int hexagonal = 0; hexagonal < 2; hexagonal++) {
		sites_lattice(site, 4, 3, 7, 2.5, hexagonal);
		for (int i = 0; i < 12; i++) {
			double x = (i % 3 + (hexagonal ? i / 3 % 2 ? 0.75 : 0.25 : 0.5)) * 7 / 3, y = (i / 3 + 0.5) * 2.5 / 4;

			worst = fmax(worst, fmax(fabs(site[i][0] - x), fabs(site[i][1] - y)));
		}
	}
	near(worst, 0, 1e-14, "lattices of 4 rows of 3 in an oblong");
	sites_lattice_size(12, 8, 6, 0, 0, &rows, &columns);
	ok(rows == 3 && columns == 4, "12 squares in 8 x 6: %d rows of %d", rows, columns);
	sites_lattice_size(12, 6, 8, 0, 0, &rows, &columns);
	ok(rows == 4 && columns == 3, "in 6 x 8: %d of %d", rows, columns);
	/* rows are sqrt(3/4) of a step apart */
	sites_lattice_size(24, 4, 6 * sqrt(0.75), 1, 0, &rows, &columns);
	ok(rows == 6 && columns == 4, "24 hexagons: %d of %d", rows, columns);
}

/* The centroid of a cell off its site, by triangles from its first corner. */
static void test_centroids(void)
{
	struct voronoi v;
	double worst = 0;

	uniform(9, 5, 3);
	init(&v, 9, 5, 3, 0, 1);
	for (int i = 0; i < 9; i++) {
		const double (*p)[2] = (const double (*)[2])v.xy + v.first[i];
		double sum[3] = { 0 }, c[2], area = voronoi_area(&v, i, c);

		for (int k = 1; k + 1 < v.n_side[i]; k++) {
			double a = ((p[k][0] - p[0][0]) * (p[k + 1][1] - p[0][1]) - (p[k][1] - p[0][1]) * (p[k + 1][0] - p[0][0])) / 2;

			sum[0] += a;
			for (int d = 0; d < 2; d++)
				sum[1 + d] += a * (p[0][d] + p[k][d] + p[k + 1][d]) / 3;
		}
		worst = fmax(worst, fabs(area - sum[0]));
		for (int d = 0; d < 2; d++)
			worst = fmax(worst, fabs(c[d] - sum[1 + d] / sum[0]));
	}
	near(worst, 0, 1e-13, "areas and centroids are those of triangles");
	voronoi_free(&v);
}

int main(void)
{
	rng_seed(&rng, 20);
	test_few();
	test_definition();
	test_poisson();
	test_hard();
	test_coincident();
	test_sites();
	test_jitter();
	test_random();
	test_lattices();
	test_centroids();
	return done();
}
