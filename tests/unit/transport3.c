/* Weighted Voronoi cells of space whose volumes are asked for: closed forms of two cells and of a lattice of two sizes, columns
 * as the plane has them, the definition of the power diagram, and grains with volumes, void ratio and roundness asked for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"
#include "voronoi/sites3.h"
#include "voronoi/sized2.h"
#include "voronoi/sized3.h"

enum { MOST = 3000 };

static struct rng rng;
static double site[MOST][3], weight[MOST], volume[MOST];

static void uniform(int n, double w, double h, double d)
{
	for (int i = 0; i < n; i++) {
		site[i][0] = w * rng_uniform(&rng);
		site[i][1] = h * rng_uniform(&rng);
		site[i][2] = d * rng_uniform(&rng);
	}
}

static struct sized3 diagram(int n, double w, double h, double d, int periodic)
{
	return (struct sized3){ .n = n, .site = (const double (*)[3])site, .box = { w, h, d },
		.periodic = { periodic & 1, periodic >> 1 & 1, periodic >> 2 }, .threads = 1 };
}

/* Volumes with the ratios of numbers from 1 to ratio, on a logarithmic axis; the guess of the weights is that of balls. */
static void ask(int n, double all, double ratio)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += volume[i] = pow(ratio, rng_uniform(&rng));
	for (int i = 0; i < n; i++) {
		volume[i] *= all / sum;
		weight[i] = pow(0.75 * volume[i] / M_PI, 2.0 / 3);
	}
}

static double volume_of(const struct voronoi3 *v, int i)
{
	struct cell3 c = { 0 };

	voronoi3_cell(v, i, &c);
	double found = cell3_volume(&c);
	cell3_free(&c);
	return found;
}

/* The greatest amount by which a vertex of a cell is closer to another site, in powers, than to its own. */
static double against_definition(const struct voronoi3 *v)
{
	struct cell3 c = { 0 };
	double worst = 0;

	for (int i = 0; i < v->n; i++) {
		voronoi3_cell(v, i, &c);
		for (int q = 0; q < c.n_vertex; q++) {
			double at[3] = { c.x[q] + v->site[i][0], c.y[q] + v->site[i][1], c.z[q] + v->site[i][2] };
			double own = c.x[q] * c.x[q] + c.y[q] * c.y[q] + c.z[q] * c.z[q] - v->weight[i];
			for (int j = 0; j < v->n; j++) {
				double sum = -v->weight[j];

				for (int a = 0; a < 3; a++) {
					double d = at[a] - v->site[j][a];

					if (v->periodic[a])
						d -= v->box[a] * round(d / v->box[a]);
					sum += d * d;
				}
				worst = fmax(worst, own - sum);
			}
		}
	}
	cell3_free(&c);
	return worst;
}

/* Solve for volume[n], and compare with what the cells have. The caller frees d. */
static void solve(const char *what, struct sized3 *d)
{
	struct sized s = { .cells = { .size = volume, .tolerance = 1e-7, .weight = weight } };
	double worst = 0, sum = 0, box = d->box[0] * d->box[1] * d->box[2];

	sized3_begin(d, &s);
	enum transport_status status = transport_solve(&s.cells);
	ok(status == TRANSPORT_OK, "%s, n %d: %d steps", what, d->n, s.cells.steps);
	for (int i = 0; i < d->n; i++) {
		double found = volume_of(&d->v, i);

		sum += found;
		worst = fmax(worst, fabs(found / volume[i] - 1));
	}
	near(worst, 0, 1e-7, "volumes");
	near(worst, s.cells.error, 1e-12, "their error");
	near(sum / box, 1, 1e-12, "they fill the box");
	ok(memcmp(weight, d->v.weight, (size_t)d->n * sizeof *weight) == 0, "the weights are those of the cells");
	if (d->n <= 400)
		near(against_definition(&d->v), 0, 1e-11 * pow(d->box[0] + d->box[1] + d->box[2], 2), "the cells have the least power");
}

/* Sites at x = 0.5 and 2.5 in 4 x 1.5 x 0.7: the plane between them is at 1.5 + (w0 - w1) / 4. */
static void test_two(void)
{
	struct sized3 d = diagram(2, 4, 1.5, 0.7, 0);

	memcpy(site, (double[][3]){ { 0.5, 0.3, 0.2 }, { 2.5, 0.3, 0.2 } }, sizeof(double[2][3]));
	memcpy(volume, (double[]){ 3.7 * 1.05, 0.3 * 1.05 }, sizeof(double[2]));
	weight[0] = weight[1] = 0;
	solve("two cells", &d);
	near(weight[0] - weight[1], 8.8, 1e-6, "the difference of their weights");
	sized3_free(&d);
}

/* Sites of a cubic lattice, large and small in turn as ions in salt: the small cells are cubes of the side c, and the planes
 * between them and the large ones are moved by (a - c) / 2, so weights differ by a (a - c). */
static void test_salt(void)
{
	enum { M = 6 };
	const double a = 1.7, c = 1.25;
	struct sized3 d = diagram(M * M * M, M * a, M * a, M * a, 7);
	double worst = 0;

	for (int i = 0; i < M * M * M; i++) {
		int x = i % M, y = i / M % M, z = i / (M * M), small = (x + y + z) % 2;

		memcpy(site[i], (double[]){ (x + 0.5) * a, (y + 0.5) * a, (z + 0.5) * a }, sizeof site[i]);
		volume[i] = small ? c * c * c : 2 * a * a * a - c * c * c;
		weight[i] = 0;
	}
	solve("a lattice of two sizes", &d);
	for (int i = 0; i + 1 < M * M * M; i += 2)
		worst = fmax(worst, fabs(fabs(weight[i] - weight[i + 1]) - (i % M + 1 < M ? a * (a - c) : 0)));
	near(worst, 0, 1e-6, "the difference of their weights");
	for (int i = 0; i < M * M * M; i++)
		if ((i % M + i / M % M + i / (M * M)) % 2)
			ok(voronoi3_faces(&d.v, i) == 6, "small cells are cubes");
	sized3_free(&d);
}

/* Sites in the middle of a layer between walls have columns as cells: those of the plane. */
static void test_columns(void)
{
	enum { N = 200 };
	double flat[N][2], weight2[N], area[N], worst = 0;
	struct sized2 plane = { .n = N, .site = (const double (*)[2])flat, .box = { 13, 9 }, .periodic = { 1, 0 } };
	struct sized s = { .cells = { .size = area, .tolerance = 1e-9, .weight = weight2 } };
	struct sized3 d = diagram(N, 13, 9, 0.6, 1);

	uniform(N, 13, 9, 0);
	ask(N, 13 * 9 * 0.6, 30);
	for (int i = 0; i < N; i++) {
		site[i][2] = 0.3;
		flat[i][0] = site[i][0];
		flat[i][1] = site[i][1];
		area[i] = volume[i] / 0.6;
		weight2[i] = weight[i] = 0;
	}
	solve("columns", &d);
	sized2_begin(&plane, &s);
	ok(transport_solve(&s.cells) == TRANSPORT_OK, "the plane");
	for (int i = 1; i < N; i++)
		worst = fmax(worst, fabs((weight[i] - weight[0]) - (weight2[i] - weight2[0])));
	near(worst, 0, 1e-5, "the weights are those of the plane");
	worst = 0;
	for (int i = 0; i < N; i++)
		worst = fmax(worst, fabs(volume_of(&d.v, i) / voronoi_area(&plane.v, i, NULL) / 0.6 - 1));
	near(worst, 0, 2e-7, "and so are the cells");
	sized2_free(&plane);
	sized3_free(&d);
}

static void cells(const char *what, int n, double w, double h, double depth, int periodic, double ratio)
{
	struct sized3 d = diagram(n, w, h, depth, periodic);

	ask(n, w * h * depth, ratio);
	solve(what, &d);
	sized3_free(&d);
}

/* The smallest cell has 3e-9 of the mean volume: rounding of the largest ones must not be its. */
static void test_tiny(void)
{
	enum { N = 200 };

	for (int run = 0; run < 4; run++) {
		struct sized3 d = diagram(N, 10, 5, 6, 7);
		double sum = 0;

		uniform(N, 10, 5, 6);
		for (int i = 0; i < N; i++)
			sum += volume[i] = pow(-log(1 - (i + 0.5) / N), 3);
		for (int i = 0; i < N; i++) {
			volume[i] *= 300 / sum;
			weight[i] = pow(0.75 * volume[i] / M_PI, 2.0 / 3);
		}
		solve("tiny cells", &d);
		sized3_free(&d);
	}
}

static void test_transport(void)
{
	for (int periodic = 0; periodic < 8; periodic++) {
		for (int n = 1; n <= 4; n++) {
			uniform(n, 2.385, 1.1, 1.7);
			cells("few sites", n, 2.385, 1.1, 1.7, periodic, 20);
		}
		uniform(150, 7, 5, 4);
		cells("random sites", 150, 7, 5, 4, periodic, 1e3);
	}
	sites3_lattice(site, SITES3_BCC, (int[]){ 4, 4, 4 }, (double[]){ 4, 4.1, 3.8 });
	cells("a lattice", 128, 4, 4.1, 3.8, 7, 8);
	for (int i = 0; i < 100; i++)
		for (int a = 0; a < 3; a++)
			site[i][a] = 2 + 1e-3 * rng_uniform(&rng);
	cells("a cluster", 100, 4, 6, 5, 2, 3);
	uniform(1000, 10, 9, 12);
	cells("sizes far apart", 1000, 10, 9, 12, 7, 1e8);
	memcpy(site[7], site[3], sizeof site[3]);
	struct sized3 d = diagram(9, 10, 9, 12, 0);
	struct sized s = { .cells = { .size = volume, .weight = weight } };
	sized3_begin(&d, &s);
	ok(transport_solve(&s.cells) == TRANSPORT_COINCIDENT && d.v.pair[0] == 3 && d.v.pair[1] == 7, "equal sites");
	sized3_free(&d);
}

/* A diagram that begins with the faces of another one is as one that does not. */
static void test_like(void)
{
	enum { N = 600 };
	const double box[3] = { 9, 8, 7 };
	struct voronoi3 before, v, fresh;
	double worst = 0;
	int faces = 0;

	uniform(N, 9, 8, 7);
	ask(N, 1, 1);
	voronoi3_init(&before, N, (const double (*)[3])site, NULL, box, (int[]){ 1, 1, 0 }, 1);
	for (int i = 0; i < N; i++)
		weight[i] = 0.9 * rng_uniform(&rng) * rng_uniform(&rng);
	voronoi3_init_like(&v, &before, (const double (*)[3])site, weight, 2);
	voronoi3_init(&fresh, N, (const double (*)[3])site, weight, box, (int[]){ 1, 1, 0 }, 1);
	for (int i = 0; i < N; i++) {
		faces += voronoi3_faces(&v, i) != voronoi3_faces(&fresh, i);
		worst = fmax(worst, fabs(volume_of(&v, i) - volume_of(&fresh, i)));
	}
	near(worst, 0, 1e-12, "a diagram after another one: volumes");
	ok(faces == 0, "faces");
	voronoi3_free(&before);
	voronoi3_free(&v);
	voronoi3_free(&fresh);
}

static void grains(const char *what, int n, double q, double e, double ratio, int threads)
{
	struct sized3 d = diagram(n, 5, 4, 6, 5);
	struct sized s = { .cells = { .weight = weight }, .share = volume, .tolerance = 1e-7 };
	struct recipe3 r;
	struct erosion3 erosion = { 0 };
	struct grain3 g;
	struct gap gap;
	int balls = 0;
	double sum = 0, all = 0, worst = 0, round = 0, *made = calloc((size_t)n, sizeof *made);

	uniform(n, 5, 4, 6);
	ask(n, 3, ratio);
	d.void_ratio = e;
	d.threads = threads;
	d.recipe = (struct recipe3){ .roundness = q, .erode = isnan(e) ? 0.2 : 0, .dilate = isnan(e) ? 0.1 : 0, .balls = isnan(e) };
	sized3_begin(&d, &s);
	enum sized_status status = sized_solve(&s);
	ok(status == SIZED_OK, "%s: %d corrections", what, s.steps);
	r = d.recipe;
	recipe3_begin(&r, &d.v, 1);
	if (!isnan(e))
		ok(recipe3_solve(&r, &gap, &d.v, e, 1) == GAP_OK, "%s: a gap", what);
	for (int i = 0; i < n; i++) {
		ok(grain3_make(&g, &erosion, &d.v, i, &r) == GRAIN3_GOOD, "%s: a grain", what);
		sum += made[i] = g.shape.solid->volume;
		all += volume[i];
		balls += g.ball;
		if (!g.ball)
			round = fmax(round, fabs((g.shape.kind == SHAPE_SPHERE ? g.shape.solid->ball[0][3] : g.shape.solid->r) / g.inradius - q));
		grain3_free(&g);
	}
	for (int i = 0; i < n; i++)
		worst = fmax(worst, fabs(made[i] / sum * all / volume[i] - 1));
	near(worst, 0, 1.1e-7, "%s: volumes of grains", what);
	ok(!balls == (ratio < 200), "%s: %d balls", what, balls);
	if (!isnan(e)) {
		near((120 - sum) / sum, e, 1e-9 * e, "%s: void ratio", what);
		near(round, 0, 1e-12, "%s: roundness", what);
	}
	erosion3_free(&erosion);
	free(r.in);
	free(made);
	sized3_free(&d);
}

int main(void)
{
	rng_seed(&rng, 23);
	test_two();
	test_salt();
	test_columns();
	test_tiny();
	test_transport();
	test_like();
	grains("dense", 60, 0.3, 0.2, 30, 1);
	grains("loose", 50, 0.5, 1.5, 60, 2);
	grains("round", 40, 1, 5, 8, 1);
	grains("two radii", 40, 0, NAN, 3, 1);
	grains("balls", 60, 0, NAN, 200, 1);
	return done();
}
