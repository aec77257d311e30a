/* Weighted Voronoi cells and their areas: the definition of the power diagram by brute force, closed forms of two sites, areas
 * asked for, and grains with areas, void ratio and roundness asked for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"
#include "voronoi/laplacian.h"
#include "voronoi/sites.h"
#include "voronoi/sized2.h"

enum { MOST = 3000 };

static struct rng rng;
static double site[MOST][2], weight[MOST], area[MOST];

static void uniform(int n, double w, double h)
{
	for (int i = 0; i < n; i++) {
		site[i][0] = w * rng_uniform(&rng);
		site[i][1] = h * rng_uniform(&rng);
	}
}

/* Square distance of a place to the nearest image of site j, less its weight. */
static double power(const struct voronoi *v, double x, double y, int j)
{
	double d[2] = { x - v->site[j][0], y - v->site[j][1] };

	for (int a = 0; a < 2; a++)
		if (v->periodic[a])
			d[a] -= v->box[a] * round(d[a] / v->box[a]);
	return d[0] * d[0] + d[1] * d[1] - v->weight[j];
}

/* No vertex of a cell has less power of another site than of its own, the lines of sides hold their ends, and the cells fill the
 * box: convex sets within the true cells that have the area of the whole box are the true cells. Returns the worst violation. */
static double against_definition(const struct voronoi *v, int *empty)
{
	double worst, sum = 0, normal[2], distance;

	*empty = 0;
	for (int i = 0; i < v->n; i++) {
		*empty += v->n_side[i] == 0;
		sum += voronoi_area(v, i, NULL);
	}
	worst = fabs(sum / (v->box[0] * v->box[1]) - 1);
	for (int i = 0; i < v->n; i++)
		for (int k = 0; k < v->n_side[i]; k++) {
			const double *p = v->xy[v->first[i] + (size_t)k], *q = v->xy[v->first[i] + (size_t)((k + 1) % v->n_side[i])];
			double own = p[0] * p[0] + p[1] * p[1] - v->weight[i];

			for (int j = 0; j < v->n; j++)
				worst = fmax(worst, own - power(v, v->site[i][0] + p[0], v->site[i][1] + p[1], j));
			for (int a = 0; a < 2; a++)
				if (!v->periodic[a])
					worst = fmax(worst, fmax(-(v->site[i][a] + p[a]), v->site[i][a] + p[a] - v->box[a]));
			voronoi_line(v, i, k, normal, &distance);
			worst = fmax(worst, fabs(normal[0] * p[0] + normal[1] * p[1] - distance));
			worst = fmax(worst, fabs(normal[0] * q[0] + normal[1] * q[1] - distance));
		}
	return worst;
}

static void test_definition(void)
{
	int some = 0, none = 1;

	for (int periodic = 0; periodic < 4; periodic++) {
		double worst = 0;

		for (int run = 0; run < 60; run++) {
			int n = run < 30 ? run + 1 : 300, empty;
			double w = run % 2 ? 2.385 : 0.31, h = run % 3 ? 1.3 : 0.37, spread = (run % 4) * w * h / n;
			struct voronoi v;

			uniform(n, w, h);
			for (int i = 0; i < n; i++)
				weight[i] = 7.5 + spread * rng_uniform(&rng);
			voronoi_init(&v, n, (const double (*)[2])site, weight, (double[]){ w, h },
				(int[]){ periodic & 1, periodic >> 1 }, 1);
			worst = fmax(worst, against_definition(&v, &empty));
			some += empty > 0;
			none &= run % 4 || empty == 0;
			voronoi_free(&v);
		}
		near(worst, 0, 1e-12, "periodicity %d: the cells have the least power", periodic);
	}
	ok(some > 20 && none, "some cells are empty, and none where weights are equal");
}

/* Weights that differ little between neighbours, but much from one end of the box to the other, as those of --sizes do; a few
 * giants among them; and sites in a corner. A diagram that begins with the cells of another one holds the same cells. */
static void test_heavy(void)
{
	enum { N = 900 };
	const double w = 2.3, h = 1.9, pi = 3.14159265358979323846;

	for (int run = 0; run < 24; run++) {
		const double wave = 0.004 * (run % 4) * w, dense = run % 3 == 2 ? 0.1 : 1;
		struct voronoi v, u;
		double worst;
		int empty;

		uniform(N, dense * w, dense * h);
		for (int i = 0; i < N; i++) {
			const double x = site[i][0] / w, y = site[i][1] / h;

			weight[i] = 3.1 + 0.0002 * rng_uniform(&rng) + wave * (sin(2 * pi * x) + cos(2 * pi * y));
			weight[i] += i % 211 == 5 ? 0.03 * run : 0;
		}
		voronoi_init(&v, N, (const double (*)[2])site, weight, (double[]){ w, h }, (int[]){ run & 1, run >> 1 & 1 }, 1);
		worst = against_definition(&v, &empty);
		for (int i = 0; i < N; i++)
			weight[i] += 0.0005 * rng_uniform(&rng) + (i % 307 == 3 ? 0.02 : 0);
		ok(voronoi_init_like(&u, &v, weight, 2) == VORONOI_OK, "cells like others");
		near(fmax(worst, against_definition(&u, &empty)), 0, 1e-12, "run %d: these cells have the least power", run);
		voronoi_free(&u);
		voronoi_free(&v);
	}
}

/* Two sites at x = 0.5 and 2.5 in 4 x 1.5: the line between them is at 1.5 + (w0 - w1) / 4. */
static void test_two(void)
{
	struct voronoi v;
	double c[2];

	memcpy(site, (double[][2]){ { 0.5, 0.3 }, { 2.5, 0.3 } }, sizeof(double[2][2]));
	weight[0] = 3.2;
	weight[1] = 0.4;
	voronoi_init(&v, 2, (const double (*)[2])site, weight, (double[]){ 4, 1.5 }, (int[]){ 0, 0 }, 1);
	near(voronoi_area(&v, 0, c), 2.2 * 1.5, 1e-14, "two cells: area");
	near(c[0], 0.6, 1e-14, "centroid relative to the site");
	near(voronoi_area(&v, 1, NULL), 1.8 * 1.5, 1e-14, "the other");
	voronoi_free(&v);
	weight[0] = 9.2; /* the line is at 3.7, beyond the second site */
	voronoi_init(&v, 2, (const double (*)[2])site, weight, (double[]){ 4, 1.5 }, (int[]){ 0, 0 }, 1);
	near(voronoi_area(&v, 1, c), 0.3 * 1.5, 1e-14, "a site outside of its cell");
	near(c[0], 1.35, 1e-14, "which is on the right of it");
	voronoi_free(&v);
	weight[0] = 10.5; /* 4.025 */
	voronoi_init(&v, 2, (const double (*)[2])site, weight, (double[]){ 4, 1.5 }, (int[]){ 0, 0 }, 1);
	ok(v.n_side[1] == 0 && voronoi_area(&v, 1, c) == 0 && v.n_side[0] == 4, "an empty cell");
	voronoi_free(&v);
}

/* A chain with conductances 1 to 7 in turn, and heat that goes in at one end and out at the other: differences are 1 / c. */
static void test_laplacian(void)
{
	enum { N = 4000 };
	struct laplacian l;
	size_t *first = calloc(N + 1, sizeof *first);
	int *to = calloc(2 * N, sizeof *to), *group = calloc(N, sizeof *group), good;
	double *value = calloc(2 * N, sizeof *value), *x = calloc(N, sizeof *x), *b = calloc(N, sizeof *b), worst = 0, mean = 0;

	for (int i = 0; i < N; i++) {
		first[i + 1] = first[i];
		for (int other = i - 1; other <= i + 1; other += 2)
			if (other >= 0 && other < N) {
				to[first[i + 1]] = other;
				value[first[i + 1]++] = 1 + (i < other ? i : other) % 7;
			}
		group[i] = i / 5;
	}
	b[0] = 0.7;
	b[N - 1] = -0.7;
	laplacian_init(&l, N, first, to, value, group);
	good = laplacian_solve(&l, x, b, 1e-12, 1000);
	ok(good > 0, "a chain of %d: %d iterations", N, good);
	for (int i = 0; i < N; i++)
		mean += x[i] / N;
	for (int i = 0; i + 1 < N; i++)
		worst = fmax(worst, fabs(x[i] - x[i + 1] - 0.7 / (1 + i % 7)));
	near(worst, 0, 1e-9, "heat flows through it");
	near(mean / x[0], 0, 1e-12, "the mean is 0");
	laplacian_free(&l);
	free(group);
	free(x);
	free(b);
}

/* Areas with the ratios of numbers from 1 to ratio, on a logarithmic axis. */
static void ask(int n, double all, double ratio)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += area[i] = pow(ratio, rng_uniform(&rng));
	for (int i = 0; i < n; i++) {
		area[i] *= all / sum;
		weight[i] = area[i] / M_PI;
	}
}

static void transport(const char *what, int n, double w, double h, int periodic, double ratio)
{
	double worst = 0;
	int empty;

	ask(n, w * h, ratio);
	struct sized2 d = { .threads = 2, .n = n, .site = (const double (*)[2])site, .box = { w, h },
		.periodic = { periodic & 1, periodic >> 1 } };
	struct sized s = { .cells = { .size = area, .tolerance = 1e-7, .weight = weight } };
	struct transport *t = &s.cells;
	sized2_begin(&d, &s);
	ok(transport_solve(t) == TRANSPORT_OK, "%s, n %d, periodicity %d: %d steps", what, n, periodic, t->steps);
	for (int i = 0; i < n; i++)
		worst = fmax(worst, fabs(voronoi_area(&d.v, i, NULL) / area[i] - 1));
	near(worst, 0, 1e-7, "areas");
	near(worst, t->error, 1e-12, "their error");
	ok(memcmp(weight, d.v.weight, (size_t)n * sizeof *weight) == 0, "the weights are those of the cells");
	if (n <= 400)
		near(against_definition(&d.v, &empty), 0, 1e-11 * (w + h) * (w + h), "the cells have the least power");
	sized2_free(&d);
}

static void test_transport(void)
{
	for (int periodic = 0; periodic < 4; periodic++) {
		for (int n = 1; n <= 6; n++) {
			uniform(n, 2.385, 1.1);
			transport("few sites", n, 2.385, 1.1, periodic, 20);
		}
		uniform(400, 11, 7);
		transport("random sites", 400, 11, 7, periodic, 30);
		sites_lattice(site, 20, 20, 5, 5, 0);
		transport("a lattice", 400, 5, 5, periodic, 4);
		for (int i = 0; i < 200; i++) {
			site[i][0] = 3 + 1e-3 * rng_uniform(&rng);
			site[i][1] = 2 + 1e-3 * rng_uniform(&rng);
		}
		transport("a cluster", 200, 4, 6, periodic, 3);
	}
	uniform(MOST, 50, 60);
	transport("many sites", MOST, 50, 60, 3, 100);
	memcpy(site[7], site[3], sizeof site[3]);
	struct sized2 d = { .threads = 1, .n = 9, .site = (const double (*)[2])site, .box = { 50, 60 } };
	struct sized s = { .cells = { .size = area, .weight = weight } };
	sized2_begin(&d, &s);
	ok(transport_solve(&s.cells) == TRANSPORT_COINCIDENT && d.v.pair[0] == 3 && d.v.pair[1] == 7, "equal sites");
	sized2_free(&d);
}

/* Two cells on a line, whose sites the diagram takes for coinciding from the second call on. */
static int find_once(void *to, const double *w, double *size)
{
	int *calls = to;

	(void)w;
	size[0] = 0.3;
	size[1] = 0.7;
	return (*calls)++ ? -1 : 0;
}

static void one_border(void *to, struct borders *b)
{
	static const size_t first[3] = { 0, 1, 1 };
	static const struct border border[1] = { { 1, 0.5 } };

	(void)to;
	*b = (struct borders){ first, border };
}

static void as_they_are(void *to, int *at, int *leaf)
{
	(void)to;
	at[0] = leaf[0] = leaf[1] = 0;
	at[1] = 1;
}

static void test_found_late(void)
{
	const double half[2] = { 0.5, 0.5 };
	int calls = 0;
	struct transport t = { .n = 2, .diagram = { &calls, find_once, one_border, as_they_are }, .size = half, .tolerance = 1e-6,
		.weight = weight };

	weight[0] = weight[1] = 0;
	enum transport_status status = transport_solve(&t);
	ok(status == TRANSPORT_COINCIDENT && calls == 2, "equal sites that only later weights show: %d diagrams", calls);
}

static void sized(const char *what, int n, double q, double e, double ratio)
{
	struct sized2 d = { .threads = 2, .n = n, .site = (const double (*)[2])site, .box = { 20, 15 },
		.periodic = { 1, 0 }, .void_ratio = e };
	struct sized s = { .cells = { .weight = weight }, .share = area, .tolerance = 1e-7 };
	struct recipe *r = &d.recipe, found;
	struct grain_maker maker = { 0 };
	struct grain g;
	struct gap gap;
	double sum = 0, worst = 0, round = 0;

	ask(n, 3, ratio);
	uniform(n, 20, 15);
	r->roundness = q;
	r->erode = isnan(e) ? 0.3 : 0;
	r->dilate = isnan(e) ? 0.1 : 0;
	sized2_begin(&d, &s);
	ok(sized_solve(&s) == SIZED_OK, "%s: %d corrections", what, s.steps);
	found = *r;
	if (!isnan(e))
		ok(recipe_solve(&found, &gap, &d.v, e, 1) == GAP_OK, "%s: a gap", what);
	double *made = calloc((size_t)n, sizeof *made);
	for (int i = 0; i < n; i++) {
		ok(grain_make(&g, &maker, &d.v, i, &found) == GRAIN_GOOD, "%s: a grain", what);
		sum += made[i] = g.shape.area;
		round = fmax(round, fabs(g.shape.r / g.inradius - q));
	}
	for (int i = 0; i < n; i++)
		worst = fmax(worst, fabs(made[i] / sum * 3 / area[i] - 1));
	near(worst, 0, 1.1e-7, "%s: areas of grains", what);
	if (!isnan(e)) {
		near((300 - sum) / sum, e, 1e-9 * e, "%s: void ratio", what);
		near(round, 0, 1e-12, "%s: roundness", what);
	}
	grain_maker_free(&maker);
	free(found.inradius);
	free(made);
	sized2_free(&d);
}

int main(void)
{
	rng_seed(&rng, 21);
	test_definition();
	test_heavy();
	test_two();
	test_laplacian();
	test_transport();
	test_found_late();
	sized("dense", 60, 0.3, 0.2, 5);
	sized("loose", 40, 0.5, 1.5, 6);
	sized("two radii", 40, 0, NAN, 3);
	return done();
}
