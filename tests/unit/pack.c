/* pack.c: neighbours against all pairs, random and grown packings without overlap, size distributions against their moments */
#include "base/buf.h"
#include "scene/pack.h"
#include "scene/place.h"
#include "scene/sizes.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

static struct shape pentagon, elbow;

static void shapes(void)
{
	static const double bend[6][2] = { { -0.5, -0.5 }, { 0.9, -0.5 }, { 0.9, -0.1 }, { -0.1, -0.1 }, { -0.1, 0.9 }, { -0.5, 0.9 } };

	shape_alloc(&pentagon, SHAPE_POLYGON, 5);
	shape_alloc(&elbow, SHAPE_POLYGON, 6);
	pentagon.r = 0.1;
	elbow.r = 0; /* sharp */
	for (int k = 0; k < 5; k++) {
		pentagon.xy[k][0] = 0.4 * cos(2 * M_PI * k / 5);
		pentagon.xy[k][1] = 0.4 * sin(2 * M_PI * k / 5);
	}
	memcpy(elbow.xy, bend, sizeof bend);
}

static struct pack make(int n, double side, const struct shape *s)
{
	struct pack p = { .dim = 2, .n = n, .hi = { side, side }, .periodic = { 1, 1 }, .turn = 1 };

	p.shape = mem_new((size_t)n, sizeof *p.shape);
	p.size = MEM_NEW(double, (size_t)n);
	p.x = mem_zero((size_t)n, sizeof *p.x);
	p.angle = MEM_ZERO(double, (size_t)n);
	for (int i = 0; i < n; i++) {
		p.shape[i] = s;
		p.size[i] = 1;
	}
	return p;
}

static void drop(struct pack *p)
{
	free(p->shape);
	free(p->size);
	free(p->x);
	free(p->angle);
}

/* Overlapping pairs by looking at all pairs in all images. */
static int all_overlaps(const struct pack *p)
{
	int n = 0;

	for (int i = 0; i < p->n; i++) {
		struct place a = place_make(p->shape[i], p->size[i], p->x[i][0], p->x[i][1], p->angle[i]);

		for (int j = i; j < p->n; j++) {
			struct place b = place_make(p->shape[j], p->size[j], p->x[j][0], p->x[j][1], p->angle[j]);

			for (int my = -2; my <= 2; my++)
				for (int mx = -2; mx <= 2; mx++) {
					if (i == j && (my < 0 || (my == 0 && mx <= 0)))
						continue;
					if ((mx && !p->periodic[0]) || (my && !p->periodic[1]))
						continue;
					n += place_gap(&a, &b, mx * (p->hi[0] - p->lo[0]), my * (p->hi[1] - p->lo[1])) < 0;
				}
		}
	}
	return n;
}

static void neighbours(void)
{
	struct rng g;
	int wrong = 0, found = 0;

	rng_seed(&g, 5);
	for (int trial = 0; trial < 60; trial++) {
		/* from one body in a box smaller than itself to many of very different size */
		int n = 1 + (int)rng_below(&g, 40);
		struct pack p = make(n, trial % 3 ? 6 : 0.7 + 0.2 * n, &pentagon);

		p.periodic[0] = trial % 2;
		p.periodic[1] = trial / 2 % 2;
		p.lo[0] = -3.3;
		p.hi[0] += p.lo[0];
		for (int i = 0; i < n; i++) {
			p.size[i] = trial % 5 == 0 ? 1 : exp(-3.5 * rng_uniform(&g));
			p.x[i][0] = p.lo[0] + (p.hi[0] - p.lo[0]) * rng_uniform(&g);
			p.x[i][1] = p.hi[1] * rng_uniform(&g);
			p.angle[i] = 7 * rng_uniform(&g);
		}
		int fast = pack_overlaps(&p, NULL), slow = all_overlaps(&p);
		for (int i = 0; i < n; i++) { /* pack_overlaps counts bodies that stick out, too */
			struct place a = place_make(p.shape[i], p.size[i], p.x[i][0], p.x[i][1], p.angle[i]);
			double lo[2], hi[2];

			place_box(&a, lo, hi);
			int out = 0;
			for (int d = 0; d < 2; d++)
				out |= !p.periodic[d] && (lo[d] < p.lo[d] || hi[d] > p.hi[d]);
			slow += out;
		}
		wrong += fast != slow;
		found += slow;
		drop(&p);
	}
	ok(wrong == 0 && found > 300, "%d of 60 scenes with %d overlaps disagree with all pairs", wrong, found);
}

static void packings(void)
{
	struct rng g;

	rng_seed(&g, 11);
	struct pack p = make(70, 11, &pentagon);
	ok(pack_random(&p, 20000, &g) == 70 && all_overlaps(&p) == 0, "random addition up to 0.37 without overlap");
	drop(&p);
	p = make(300, 11, &pentagon);
	int fit = pack_random(&p, 500, &g);
	ok(fit > 80 && fit < 110, "random addition jams: %d of 300 fit", fit);
	drop(&p);

	/* 0.8 of the box: area of a rounded pentagon by the formula of Steiner */
	double area = 2.5 * 0.16 * sin(2 * M_PI / 5) + 5 * 0.8 * sin(M_PI / 5) * 0.1 + M_PI * 0.01;
	p = make(200, sqrt(200 * area / 0.8), &pentagon);
	ok(pack_grow(&p, &g, 40000, NULL) == 0 && all_overlaps(&p) == 0, "rounded pentagons grow to 0.8 without overlap");
	drop(&p);
	p = make(60, sqrt(60 * 0.96 / 0.5), &elbow);
	p.periodic[0] = p.periodic[1] = 0;
	for (int i = 0; i < 60; i += 3)
		p.size[i] = 0.2;
	ok(pack_grow(&p, &g, 40000, NULL) == 0 && all_overlaps(&p) == 0 && pack_overlaps(&p, NULL) == 0,
	   "sharp elbows of two sizes grow in a closed box");
	drop(&p);
	p = make(30, sqrt(30 * area / 0.97), &pentagon);
	double reached = pack_grow(&p, &g, 40000, NULL);
	ok(reached > 0.85 && reached < 1, "0.97 is too much, and said so: scale %g", reached);
	drop(&p);

	/* a square lattice: nearest sites are a cell apart, whatever the box */
	p = make(12, 4, &pentagon);
	p.hi[1] = 3.3;
	ok(pack_lattice2(&p, 0, 1.05) == 9 && pack_lattice2(&p, 0, 1) == 12, "a lattice has as many sites as cells fit");
	near(p.x[4][1] - p.x[0][1], 1.1, 1e-14, "and fills a periodic box");
	drop(&p);
	p = make(16, 4, &pentagon);
	p.hi[1] = 4 * sqrt(0.75);
	ok(pack_lattice2(&p, 1, 1) == 16, "a hexagonal lattice in its own box");
	double least = INFINITY;
	for (int i = 1; i < 16; i++)
		least = fmin(least, (p.x[i][0] - p.x[0][0]) * (p.x[i][0] - p.x[0][0]) + (p.x[i][1] - p.x[0][1]) * (p.x[i][1] - p.x[0][1]));
	near(least, 1, 1e-14, "has its sites one spacing apart");
	drop(&p);
}

/* Pairs with their images, once each, by looking at all: few bodies as large as the box, with many images of others and their own
 * along either axis. */
static void all_pairs(void)
{
	const double scale = 0.8, pad = 0.13;
	struct pack_pairs out = { 0 };
	int wrong = 0, own[2] = { 0 };
	struct rng g;

	rng_seed(&g, 23);
	for (int trial = 0; trial < 200; trial++) {
		int n = 1 + trial % 5, seen = 0;
		struct pack p = make(n, 0, &pentagon);
		double reach[5], w = trial % 7 < 3 ? 1.1 : 3.7, h = trial % 11 < 5 ? 4.3 : 0.9;

		p.lo[0] = -3.3;
		p.lo[1] = 7.1;
		p.hi[0] = p.lo[0] + w;
		p.hi[1] = p.lo[1] + h;
		p.periodic[0] = trial / 2 % 2;
		p.periodic[1] = trial / 4 % 2;
		for (int i = 0; i < n; i++) {
			reach[i] = exp(-2 * rng_uniform(&g));
			p.x[i][0] = p.lo[0] + w * rng_uniform(&g);
			p.x[i][1] = p.lo[1] + h * rng_uniform(&g);
		}
		pack_find_pairs(&p, reach, scale, pad, &out);
		for (int i = 0; i < n; i++)
			for (int j = i; j < n; j++)
				for (int my = -6 * p.periodic[1]; my <= 6 * p.periodic[1]; my++)
					for (int mx = -6 * p.periodic[0]; mx <= 6 * p.periodic[0]; mx++) {
						double dx = p.x[j][0] + mx * w - p.x[i][0], dy = p.x[j][1] + my * h - p.x[i][1];
						int found = 0;

						if (i == j && (mx < 0 || (mx == 0 && my <= 0)))
							continue;
						for (int k = 0; k < out.n; k++) { /* i and j, or j and i and the opposite image */
							struct pack_pair q = out.pair[k];
							int same = q.i == i && q.j == j && fabs(q.shift[0] - mx * w) < 1e-9 && fabs(q.shift[1] - my * h) < 1e-9;
							int other = q.i == j && q.j == i && fabs(q.shift[0] + mx * w) < 1e-9 && fabs(q.shift[1] + my * h) < 1e-9;

							found += same || other;
						}
						wrong += found != (hypot(dx, dy) < scale * (reach[i] + reach[j]) + pad);
						seen += found;
						own[0] += i == j && found && mx && !my;
						own[1] += i == j && found && my && !mx;
					}
		wrong += seen != out.n;
		drop(&p);
	}
	ok(wrong == 0 && own[0] > 20 && own[1] > 20, "pairs with images, once each: %d wrong; %d own along x, %d along y",
	   wrong, own[0], own[1]);
	free(out.pair);
}

/* Whether all of a body is in the box along the axes that are not periodic, and its place along those that are. */
static int outside(const struct pack *p)
{
	int n = 0;

	for (int i = 0; i < p->n; i++) {
		struct place a = place_make(p->shape[i], p->size[i], p->x[i][0], p->x[i][1], p->angle[i]);
		double lo[2], hi[2];

		place_box(&a, lo, hi);
		for (int d = 0; d < 2; d++) {
			double at = p->x[i][d];

			n += p->periodic[d] ? at < p->lo[d] || at >= p->hi[d] : lo[d] < p->lo[d] || hi[d] > p->hi[d];
		}
	}
	return n;
}

/* Boxes off the origin that are no squares, periodic along either axis; bodies of many sizes, turned or not. */
static void oblongs(void)
{
	struct rng g;

	rng_seed(&g, 13);
	for (int k = 0; k < 4; k++) {
		struct pack p = make(50, 0, k % 2 ? &elbow : &pentagon);
		double area = 0, turned = 0;

		p.lo[0] = -7;
		p.hi[0] = 6;
		p.lo[1] = 21;
		p.hi[1] = 29;
		p.periodic[0] = k / 2;
		p.periodic[1] = !p.periodic[0];
		p.turn = k < 3;
		for (int i = 0; i < p.n; i++) {
			p.size[i] = 0.4 + 0.9 * rng_uniform(&g);
			p.angle[i] = 0.3;
			area += p.size[i] * p.size[i] * (k % 2 ? 0.96 : 0.9);
		}
		ok(pack_random(&p, 20000, &g) == p.n && all_overlaps(&p) == 0 && outside(&p) == 0, "at random in an oblong, %d", k);
		for (int i = 0; i < p.n; i++)
			turned += p.angle[i] != 0.3;
		ok(turned == (p.turn ? p.n : 0), "%g of them turned", turned);
		p.hi[0] = p.lo[0] + area / (p.turn ? 0.6 : 0.4) / 8;
		ok(pack_grow(&p, &g, 40000, NULL) == 0 && all_overlaps(&p) == 0 && outside(&p) == 0, "grown in one, %d", k);
		turned = 0;
		for (int i = 0; i < p.n; i++)
			turned += p.angle[i] != 0.3;
		ok(p.turn ? turned > 0 : turned == 0, "%g of them turned", turned);
		drop(&p);
	}
}

/* A rod longer than the box is high and nearly as long as it is wide, and so next to its own images: it lies where it does
 * not meet them. */
static void own_images(void)
{
	struct shape rod = { .n = 0 };
	int hits = 0, fit = 0, steep = 0;
	struct rng g;

	rng_seed(&g, 19);
	shape_alloc(&rod, SHAPE_POLYLINE, 2);
	rod.r = 0.1;
	rod.xy[0][0] = -1.3;
	rod.xy[1][0] = 1.3;
	for (int k = 0; k < 300; k++) {
		struct pack p = make(1, 3, &rod);

		p.hi[1] = 1.1;
		fit += pack_random(&p, 1000, &g);
		hits += all_overlaps(&p);
		steep += fabs(sin(p.angle[0])) > 0.5;
		drop(&p);
	}
	ok(fit == 300 && hits == 0 && steep > 30, "300 rods among their own images: %d overlap, %d are steep", hits, steep);
	free(rod.xy);
}

/* Rods that reach 3.1: two whose ends meet far from their middles, and some at random. */
static void long_ones(void)
{
	struct shape rod = { .n = 0 };
	struct rng g;

	rng_seed(&g, 29);
	shape_alloc(&rod, SHAPE_POLYLINE, 2);
	rod.r = 0.1;
	rod.xy[0][0] = -3;
	rod.xy[1][0] = 3;
	struct pack p = make(2, 30, &rod);
	p.x[0][0] = 5;
	p.x[1][0] = 11.1;
	p.x[0][1] = p.x[1][1] = 7;
	ok(pack_overlaps(&p, NULL) == 1, "two rods that meet at their ends");
	p.x[1][0] = 11.3;
	ok(pack_overlaps(&p, NULL) == 0, "and two that do not");
	drop(&p);
	p = make(40, 19, &rod);
	ok(pack_random(&p, 20000, &g) == 40 && all_overlaps(&p) == 0, "forty rods at random, none across another");
	drop(&p);
	free(rod.xy);
}

/* Equal disks at random jam at 0.547 of a box (Feder 1980). Far above, packing gives up with bodies to spare; below, and where
 * small disks find room between large ones, it does not. */
static void limit(void)
{
	enum { N = 20000, LARGE = 100 };
	struct shape disk = { .n = 0 };
	struct rng g;

	rng_seed(&g, 37);
	shape_alloc(&disk, SHAPE_POLYLINE, 1);
	disk.r = 0.5;
	struct pack p = make(N, sqrt(N * M_PI / 4 / 0.63), &disk);
	int placed = pack_random(&p, 1000000, &g);
	double most = p.expected * 0.63 / N, part = placed * 0.63 / N;
	ok(part > 0.4 && part < most && fabs(most - 0.547) < 0.01, "0.63 of a box: gave up at %.3f, expected %.3f", part, most);
	drop(&p);
	p = make(N, sqrt(N * M_PI / 4 / 0.505), &disk);
	ok(pack_random(&p, 20000, &g) == N && p.expected == 0 && pack_overlaps(&p, NULL) == 0, "0.505 of a box");
	drop(&p);
	p = make(N, 0, &disk);
	for (int i = 0; i < N; i++)
		p.size[i] = i < LARGE ? 10 : 1;
	p.hi[0] = p.hi[1] = sqrt((LARGE * 100 + N - LARGE) * M_PI / 4 / 0.58);
	ok(pack_random(&p, 20000, &g) == N && pack_overlaps(&p, NULL) == 0, "0.58 of a box, disks of two sizes");
	drop(&p);
	free(disk.xy);
}

/* One body at random, many times: places and angles are uniform. */
static void evenly(void)
{
	enum { N = 4000 };
	double sum[3] = { 0 }, square[3] = { 0 };
	struct rng g;

	rng_seed(&g, 17);
	struct pack p = make(1, 0, &pentagon);
	p.lo[0] = -7;
	p.hi[0] = 6;
	p.lo[1] = 21;
	p.hi[1] = 29;
	for (int k = 0; k < N; k++) {
		pack_random(&p, 9, &g);
		const double u[3] = { (p.x[0][0] + 7) / 13 - 0.5, (p.x[0][1] - 21) / 8 - 0.5, p.angle[0] / (2 * M_PI) - 0.5 };

		for (int d = 0; d < 3; d++) {
			sum[d] += u[d] / N;
			square[d] += u[d] * u[d] / N;
		}
	}
	for (int d = 0; d < 3; d++) {
		near(sum[d], 0, 4.5 / sqrt(12.0 * N), "at random: mean of %s", d == 0 ? "x" : d == 1 ? "y" : "angle");
		near(square[d], 1.0 / 12, 4.5 / sqrt(180.0 * N), "mean square");
	}
	drop(&p);
}

/* Sites in a box off the origin: rows from below, half a spacing off closed edges, spread evenly along periodic ones. */
static void sites(void)
{
	for (int k = 0; k < 8; k++) {
		struct pack p = make(9, 0, &pentagon);
		int px = k & 1, py = k >> 1 & 1, hexagonal = k >> 2;
		double row = hexagonal ? 1.1 * sqrt(0.75) : 1.1, worst = 0;
		/* room for 4.5 by 3.6 squares; hexagons: a closed box loses half a cell to the side, rows are closer */
		int nx = 4, ny = hexagonal ? 4 : 3;
		double dx = px ? 4.95 / nx : 1.1, dy = py ? 3.96 / ny : row;

		p.lo[0] = -7;
		p.hi[0] = -2.05;
		p.lo[1] = 21;
		p.hi[1] = 24.96;
		p.periodic[0] = px;
		p.periodic[1] = py;
		ok(pack_lattice2(&p, hexagonal, 1.1) == 9, "nine sites, %d", k);
		for (int i = 0; i < 9; i++) {
			double x = -7 + dx * (i % nx + 0.5 + (hexagonal && i / nx % 2 ? 0.5 : 0));
			double y = py ? 21 + dy * (i / nx + 0.5) : 21.55 + dy * (i / nx);

			x -= px && x >= -2.05 - 1e-9 ? 4.95 : 0;
			worst = fmax(worst, fmax(fabs(p.x[i][0] - x), fabs(p.x[i][1] - y)));
		}
		near(worst, 0, 1e-12, "where they are, %d", k);
		drop(&p);
	}
}

static void distributions(void)
{
	static const double curve[3][2] = { { 1, 0 }, { 2, 40 }, { 8, 100 } };
	struct sizes d = { .kind = SIZES_UNIFORM, .a = 0.5, .b = 2 };
	struct rng g;
	enum { N = 200000 };
	double sum = 0, square = 0, mass = 0, fine = 0, middle = 0, outside = 0;

	rng_seed(&g, 3);
	for (int k = 0; k < N; k++)
		sum += sizes_draw(&d, &g);
	near(sum / N, 1.25, 5 * 0.433 / sqrt(N), "uniform sizes: mean");
	d = (struct sizes){ .kind = SIZES_LOGNORMAL, .a = 1.5, .b = 0.3 };
	sum = 0;
	for (int k = 0; k < N; k++) {
		double z = log(sizes_draw(&d, &g) / 1.5);

		sum += z;
		square += z * z;
	}
	near(sum / N, 0, 5 * 0.3 / sqrt(N), "lognormal sizes: median");
	near(square / N, 0.09, 5 * 0.09 * sqrt(2.0 / N), "lognormal sizes: width");
	d = (struct sizes){ .kind = SIZES_SIEVE, .n = 3, .curve = curve };
	for (int k = 0; k < N; k++) {
		double s = sizes_draw(&d, &g);

		mass += s * s;
		fine += s < 2 ? s * s : 0;
		middle += s < 4 ? s * s : 0;
		outside += s < 1 || s > 8;
	}
	near(fine / mass, 0.4, 0.01, "a sieve of 2 passes 40 percent of the mass");
	near(middle / mass, 0.7, 0.01, "halfway to the next on the logarithmic axis, half of what that one holds back");
	ok(outside == 0, "no grain beyond the curve");
	static const double falling[2][2] = { { 1, 5 }, { 2, 3 } };
	d.n = 2;
	d.curve = falling;
	ok(sizes_check(&d) != NULL, "a falling curve is refused");
	d = (struct sizes){ .kind = SIZES_UNIFORM, .a = 0, .b = 1 };
	ok(sizes_check(&d) != NULL, "sizes of 0 are refused");
}

int main(void)
{
	shapes();
	neighbours();
	packings();
	oblongs();
	all_pairs();
	own_images();
	long_ones();
	limit();
	evenly();
	sites();
	distributions();
	free(pentagon.xy);
	free(elbow.xy);
	return done();
}
