/* slanted3.c: tilted and deforming cells in space: images, distances, steps of the lattice between frames, pairs. Each is
 * compared with sums over all images, closed forms, or the same lattice described by other tilts. */
#include "slanted3.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/rng.h"
#include "measure/order3.h"
#include "tap.h"
#include "world/images.h"
#include "world/lattice.h"
#include "world/relocate.h"

static void test_images(void)
{
	const double lo[3] = { 0.3, 1.1, 2.2 }, hi[3] = { 1.7, 1.9, 4 }, from[3] = { -3.1, 2.2, 1 }, to[3] = { 8.3, 11.6, 15 };

	for (int axes = 0; axes < 8; axes++) {
		struct domain d = cell;
		struct images it;
		double shift[3], sum[3] = { 0 }, want[3] = { 0 };
		int n = 0, all = 0;

		for (int k = 0; k < 3; k++)
			d.periodic[k] = axes >> k & 1;
		domain_ease(&d);
		ok(images3_begin(&it, &d, lo, hi, from, to) == 0, "images in space, periodic axes %d", axes);
		for (; images_next(&it, shift) && n < 999; n++)
			for (int k = 0; k < 3; k++)
				sum[k] += shift[k] * (n + 1);
		for (int p = -9; p <= 9; p++)
			for (int m = -9; m <= 9; m++)
				for (int l = -9; l <= 9; l++) {
					const int at[3] = { l, m, p };
					double s[3];
					int meets = 1;

					vector(&d, l, m, p, s);
					for (int k = 0; k < 3; k++)
						meets &= d.periodic[k] ? lo[k] + s[k] <= to[k] && hi[k] + s[k] >= from[k] : at[k] == 0;
					all += meets;
					for (int k = 0; k < 3 && meets; k++)
						want[k] += s[k] * all;
				}
		ok(n == all && is_near_by(sum, want, 3, 1e-10), "the %d that meet the window, layer by layer", all);
	}
	struct images it;
	ok(images3_begin(&it, &cell, lo, hi, (double[3]){ 0, 0, -1e9 }, (double[3]){ 1, 1, 1e9 }) == -1, "too many are refused");
}

/* The face-centred cubic lattice of points at a distance of 1, as a cell of one point, by several choices of its vectors. */
static struct domain fcc(int p, int q, int r)
{
	struct domain d = { .set = 1, .hi = { 1, sqrt(3) / 2, sqrt(6) / 3 }, .periodic = { 1, 1, 1 },
	                    .tilt = { 0.5, 0.5, sqrt(3) / 6 } };

	d.tilt[1] += r * 1 + q * d.tilt[0];
	d.tilt[2] += q * d.hi[1];
	d.tilt[0] += p * 1;
	return d;
}

static void test_distances(void)
{
	ok(lattice_shortest(&(struct domain){ .set = 0 }) == INFINITY, "no period, no image");
	for (int k = 0; k < 3; k++) {
		struct domain d = fcc(3 * k, -2 * k, 5 * k);

		near(lattice_shortest(&d), 1, tiny, "the shortest vector of the face-centred lattice, tilts %g, %g, %g", d.tilt[0],
			d.tilt[1], d.tilt[2]);
	}
	/* flat cells: the shortest vector has many layers */
	struct domain flat = { .set = 1, .hi = { 10, 1.01, 0.3 }, .periodic = { 1, 1, 1 }, .tilt = { 4.7, 2.1, 0.4 } };
	double best = INFINITY;
	for (int p = -60; p <= 60; p++)
		for (int m = -60; m <= 60; m++)
			for (int l = -60; l <= 60; l++) {
				double s[3];

				vector(&flat, l, m, p, s);
				if (l || m || p)
					best = fmin(best, sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]));
			}
	near(lattice_shortest(&flat), best, tiny, "and that of a flat cell, against all");
	struct domain slab = { .set = 1, .hi = { 4, 3, 1 }, .periodic = { 1, 1, 0 }, .tilt = { 1.9 } };
	near(lattice_shortest(&slab), hypot(1.9, 3), tiny, "axes that are not periodic do not count");

	double reach = lattice_shortest(&cell) / 2, d[3], n[3];
	int good = 1, cells = 1;
	struct rng g;
	rng_seed(&g, 5);
	for (int k = 0; k < 500; k++) {
		double x[3], shift[3], back[3];

		for (int a = 0; a < 3; a++)
			x[a] = 0.57 * reach * (2 * rng_uniform(&g) - 1);
		vector(&cell, floor(9 * rng_uniform(&g)) - 4, floor(9 * rng_uniform(&g)) - 4, floor(9 * rng_uniform(&g)) - 4, shift);
		for (int a = 0; a < 3; a++)
			d[a] = x[a] + shift[a];
		good &= lattice_nearest(&cell, reach, d) && is_near_by(d, x, 3, 1e-11);
		/* the slanted cell: parts of the lattice vectors between 0 and 1 */
		for (int a = 0; a < 3; a++)
			d[a] = cell.lo[a] + x[a] + shift[a];
		lattice_cell(&cell, cell.lo, d, n);
		vector(&cell, n[0], n[1], n[2], back);
		double z = (d[2] - back[2] - cell.lo[2]) / 5.5, y = (d[1] - back[1] - cell.lo[1] - 1.1 * z) / 3.7;
		double part = (d[0] - back[0] - cell.lo[0] + 1.7 * z - 0.9 * y) / 4.2;
		cells &= z >= 0 && z < 1 && y >= 0 && y < 1 && part >= 0 && part < 1;
	}
	ok(good, "the nearest image is found, whatever image is given");
	ok(cells, "and so is the slanted cell of a point");
	memcpy(d, (double[3]){ 2.1, 0, 0 }, sizeof d);
	ok(!lattice_nearest(&cell, 2, d), "none is nearer than half a period here");
}

/* Constant rates for a time, with flips in between. */
static void test_step(void)
{
	for (int way = -1; way <= 1; way += 2) {
		struct domain was = cell, now;
		struct flip total = { 0 };
		int64_t image[3] = { 3, -2, 5 };
		double strain[6], place[3], later[3];

		domain_flip(&was);
		for (int k = 0; k < 6; k++) {
			was.rate[k] = way * cell.rate[k];
			strain[k] = 3 * was.rate[k];
		}
		now = was;
		for (int k = 0; k < 300; k++) {
			struct deformation f = domain_deformation(&now, 0.01);
			struct flip flip;

			domain_deform(&now, &f);
			flip = domain_flip(&now);
			flip_images(flip, &image[0], &image[1], image[2]);
			total.xy |= flip.xy;
			total.xz |= flip.xz;
			total.yz |= flip.yz;
		}
		struct lattice_step s = lattice_step(&was, &now, 3);
		ok(total.xy && total.xz, "a cell that shears for a time flips");
		ok(is_near_by(s.strain, strain, 6, 1e-11), "the strains between two frames are rates times time");
		/* a body that moves with the lattice is at the same point of it */
		vector(&now, (double)image[0], (double)image[1], (double)image[2], place);
		lattice_unflip_images(&s.flip, image);
		lattice_unflip(&s.flip, &now);
		vector(&now, (double)image[0], (double)image[1], (double)image[2], later);
		ok(image[0] == 3 && image[1] == -2 && image[2] == 5 && is_near_by(place, later, 3, 1e-10),
			"flips are undone in image counts and tilts");
	}
	/* large strain in one step: the period that is meant is known from the rate */
	struct domain was = { .set = 1, .hi = { 3, 2, 5 }, .periodic = { 1, 1, 1 }, .rate = { [XZ] = 0.7 } }, now = was;
	now.tilt[1] = 0.7 * 10 * 5;
	struct flip f = domain_flip(&now);
	struct lattice_step s = lattice_step(&was, &now, 10);
	ok(f.xz == 12 && s.flip.xz == 12, "a shear of many periods between two frames");
	near(s.strain[XZ], 7, 1e-11, "is not lost");
	ok(s.strain[XY] == 0 && s.strain[YZ] == 0 && s.strain[XX] == 0, "and no other is found");
	now.periodic[2] = was.periodic[2] = 0;
	domain_ease(&now);
	domain_ease(&was);
	s = lattice_step(&was, &now, 10);
	ok(s.strain[XZ] == 0 && s.strain[ZZ] == 0, "no strain along axes that are not periodic");
	/* a servo: the rate at the frames is not the mean */
	was = (struct domain){ .set = 1, .hi = { 3, 2, 5 }, .periodic = { 1, 1, 1 }, .rate = { [XY] = -9 }, .servo = { [XY] = 1 },
	                       .m = 1, .tau = 2, .mean = { [XY] = 0.7 } };
	now = was;
	now.tilt[0] = 0.7 * 10 * 2 - 15;
	near(lattice_step(&was, &now, 10).strain[XY], 7, 1e-11, "under a target stress the mean rate says which period is meant");
	/* rates that nobody can mean */
	for (int k = 0; k < 6; k++)
		was.mean[k] = was.rate[k] = now.mean[k] = now.rate[k] = 1e300;
	s = lattice_step(&was, &now, 10);
	ok(s.flip.xy == 0 && s.flip.xz == 0 && s.flip.yz == 0 && isfinite(s.strain[XY] + s.strain[XZ] + s.strain[YZ]),
		"rates without a number of periods: none, and strains are numbers");
}

/* ---- pairs ---- */

struct sums { long n; double r2; };

static void visit(void *to, int i, int j, const double d[3])
{
	struct sums *s = to;

	(void)i, (void)j;
	s->n++;
	s->r2 += d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

static void test_pairs(void)
{
	struct grains3_list l = { 400, 0, MEM_ZERO(struct grain3, 400) };
	struct domain d = cell;
	struct sums first = { 0 };
	struct rng g;

	rng_seed(&g, 7);
	for (int i = 0; i < l.n; i++)
		for (int k = 0; k < 3; k++)
			l.at[i].x[k] = d.lo[k] + (d.hi[k] - d.lo[k]) * rng_uniform(&g);
	for (int turn = 0; turn < 3; turn++) {
		/* the same lattice with other vectors: the bodies in the upright box are the same up to images */
		struct sums s = { 0 }, want = { 0 };
		double reach = turn == 2 ? 0.6 : 0.9 * lattice_shortest(&d) / 2;

		if (turn == 1) {
			d.tilt[1] += -3 * d.tilt[0] + 2 * 4.2;
			d.tilt[2] -= 3 * 3.7;
			d.tilt[0] += 2 * 4.2;
			for (int i = 0; i < l.n; i++)
				domain_wrap3(&d, l.at[i].x, (int64_t[3]){ 0 });
		}
		pairs3_each(&d, &l, reach, visit, &s);
		for (int i = 0; i < l.n; i++)
			for (int j = 0; j < i; j++)
				for (int m = 0; m < 125; m++) {
					double x[3], r2 = 0;

					vector(&cell, m % 5 - 2, m / 5 % 5 - 2, m / 25 - 2, x);
					for (int k = 0; k < 3; k++) {
						x[k] += l.at[j].x[k] - l.at[i].x[k];
						r2 += x[k] * x[k];
					}
					want.n += r2 < reach * reach;
					want.r2 += r2 < reach * reach ? r2 : 0;
				}
		ok(s.n == want.n && want.n > 10, "pairs across slanted faces: %ld, all are %ld", s.n, want.n);
		near(s.r2, want.r2, 1e-9 * want.r2, "at the same distances");
		if (turn == 0)
			first = s;
		ok(turn != 1 || (s.n == first.n && fabs(s.r2 - first.r2) < 1e-9 * first.r2), "the same in other words");
	}
	free(l.at);

	/* 4 by 4 by 4 cells of the face-centred lattice: 12 neighbours of each */
	struct world w;
	read_all("scree 1 dim=3\nshape 1 sphere r=0.5\ncolumns body id shape x y z\nframe 0 t=0 body=1\nbody 1 1 0.1 0.2 0.3\nend 0\n",
		&w);
	w.domain = fcc(1, -1, 2);
	world_replicate(&w, (int[3]){ 4, 4, 4 });
	char *keep = mem_new(64, 1);
	memset(keep, 1, 64);
	struct grains3_list crystal = { 0 };
	struct window3 window;
	struct sums s = { 0 };
	grains3_list_take(&crystal, &w, keep);
	window3_of(&window, &w.domain, &crystal);
	near(window3_reach(&window), 2, 1e-11, "the reach of pairs in a crystal of 4 periods");
	pairs3_each(&w.domain, &crystal, 1.01, visit, &s);
	ok(s.n == 64 * 6, "12 neighbours of each ball of a crystal, found %g", s.n / 32.0);
	near(s.r2, 64 * 6, 1e-9, "at a distance of 1");
	grains3_list_free(&crystal);
	free(keep);
	world_free(&w);
}

int main(void)
{
	test_images();
	test_distances();
	test_step();
	test_pairs();
	return done();
}
