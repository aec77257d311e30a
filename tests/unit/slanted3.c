/* slanted3.c: tilted and deforming cells in space: images, distances, steps of the lattice between frames, scenes that are moved
 * and copied, stresses, profiles, displacements and fluxes. Each is compared with sums over all images, closed forms, or the same
 * lattice described by other tilts. */
#include "scene_text.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/rng.h"
#include "measure/displacement.h"
#include "measure/flux.h"
#include "measure/kinetic.h"
#include "measure/order3.h"
#include "measure/profile3.h"
#include "measure/stress3.h"
#include "shape/weigh.h"
#include "solid/ball_part.h"
#include "tap.h"
#include "world/images.h"
#include "world/lattice.h"
#include "world/relocate.h"

static const double tiny = 1e-12;
static const struct domain cell = {
	.set = 1, .lo = { -1.3, 0.7, 2 }, .hi = { 2.9, 4.4, 7.5 }, .periodic = { 1, 1, 1 }, .tilt = { 0.9, -1.7, 1.1 },
	.rate = { 0.2, -0.3, 0.07, 0.5, -0.4, 0.25 },
};

static int is_near(const double *a, const double *b, int n, double by)
{
	double worst = 0;

	for (int k = 0; k < n; k++)
		worst = fmax(worst, fabs(a[k] - b[k]));
	for (int k = 0; k < n && !(worst < by); k++)
		printf("# found %.17g, expected %.17g\n", a[k], b[k]);
	return worst < by;
}

/* n0 a + n1 b + n2 c, written out. */
static void vector(const struct domain *d, double n0, double n1, double n2, double to[3])
{
	to[0] = n0 * (d->hi[0] - d->lo[0]) + n1 * d->tilt[0] + n2 * d->tilt[1];
	to[1] = n1 * (d->hi[1] - d->lo[1]) + n2 * d->tilt[2];
	to[2] = n2 * (d->hi[2] - d->lo[2]);
}

static void flow(const struct domain *d, const double x[3], double to[3])
{
	to[0] = d->rate[XX] * x[0] + d->rate[XY] * x[1] + d->rate[XZ] * x[2];
	to[1] = d->rate[YY] * x[1] + d->rate[YZ] * x[2];
	to[2] = d->rate[ZZ] * x[2];
}

/* ---- the lattice ---- */

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
		ok(n == all && is_near(sum, want, 3, 1e-10), "the %d that meet the window, layer by layer", all);
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
		good &= lattice_nearest(&cell, reach, d) && is_near(d, x, 3, 1e-11);
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
		ok(is_near(s.strain, strain, 6, 1e-11), "the strains between two frames are rates times time");
		/* a body that moves with the lattice is at the same point of it */
		vector(&now, (double)image[0], (double)image[1], (double)image[2], place);
		lattice_unflip_images(&s.flip, image);
		lattice_unflip(&s.flip, &now);
		vector(&now, (double)image[0], (double)image[1], (double)image[2], later);
		ok(image[0] == 3 && image[1] == -2 && image[2] == 5 && is_near(place, later, 3, 1e-10),
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

/* ---- scenes ---- */

static const char scene[] = "scree 1 dim=3\n"
	"domain lo=-1.3,0.7,2 hi=2.9,4.4,7.5 periodic=xyz tilt=0.9,-1.7,1.1 rate=0.2,-0.3,0.07,0.5,-0.4,0.25 "
	"pressure=1,2,- m=3 c=4\n"
	"material sand density=2.5\n"
	"shape 8 sphere r=0.5\nmass 8 volume=0.5235987755982988 I=0.05,0.05,0.05 method=given\n"
	"columns body id shape material tag size x y z ix iy iz vx vy vz\n"
	"columns contact i j fi fj ix iy iz x y z nx ny nz overlap fn ftx fty ftz\n"
	"frame 4 t=0.5 dt=0.125 due=0.5 body=3 contact=3\n"
	"body 12 8 sand - 1.5 2.7 4.1 6.5 3 -2 1 0.7 -0.4 0.3\n"
	"body 4 8 sand - 0.75 -1.1 0.9 2.5 0 1 0 0.2 0.3 -0.7\n"
	"body 9 8 sand - 1.25 1.2 4.2 7.1 -1 0 2 -0.6 0.8 0.5\n"
	"contact 12 4 0 0 1 1 1 2.75 4.375 7 0.6 0.8 0 0.1 2 0.3 -0.225 0.7\n"
	"contact 9 12 0 0 0 0 0 2.25 4.125 6.75 -0.28 0.96 0 0.2 7 0.96 0.28 -0.4\n"
	"contact 12 9 0 0 -1 2 1 2.5 4.5 6.25 0 0.8 -0.6 0.3 12 0.1 0.3 0.4\nend 4\n";

/* Where a body is in unbounded space and how fast. */
static void seen(struct world *w, int i, double x[3], double v[3])
{
	struct bodies3 b = world_bodies3(w);
	double s[3], u[3];

	vector(&w->domain, (double)b.image[0][i], (double)b.image[1][i], (double)b.image[2][i], s);
	flow(&w->domain, s, u);
	for (int k = 0; k < 3; k++) {
		x[k] = b.x[k][i] + s[k];
		v[k] = b.v[k][i] + u[k];
	}
}

static int row_of(const struct world *w, int64_t id)
{
	for (int i = 0; i < w->body.n_row; i++)
		if (table_int(&w->body, "id")[i] == id)
			return i;
	return -1;
}

/* From body i of contact k to its body j, and to its point. */
static void joins(struct world *w, int k, double to_j[3], double to_point[3])
{
	static const char *const image[] = { "ix", "iy", "iz" }, *const at[] = { "x", "y", "z" };
	struct bodies3 b = world_bodies3(w);
	int i = row_of(w, table_int(&w->contact, "i")[k]), j = row_of(w, table_int(&w->contact, "j")[k]);
	double n[3], s[3];

	for (int a = 0; a < 3; a++)
		n[a] = (double)table_int(&w->contact, image[a])[k];
	vector(&w->domain, n[0], n[1], n[2], s);
	for (int a = 0; a < 3; a++) {
		to_j[a] = b.x[a][j] + s[a] - b.x[a][i];
		to_point[a] = table_real(&w->contact, at[a])[k] - b.x[a][i];
	}
}

static int inside(struct world *w)
{
	struct bodies3 b = world_bodies3(w);
	int good = 1;

	for (int i = 0; i < b.n; i++)
		for (int k = 0; k < 3; k++)
			good &= b.x[k][i] >= w->domain.lo[k] && b.x[k][i] < w->domain.hi[k];
	return good;
}

static void test_shift(void)
{
	const double by[3] = { 1.9, -5.3, 4.4 };
	const char moves[3] = { 1, 0, 1 };
	double x[3][3], v[3][3], j0[3], p0[3], j[3], p[3], now[3], speed[3];
	struct world w;

	ok(read_all(scene, &w)[0] == 0, "a scene in a tilted domain that deforms");
	for (int i = 0; i < 3; i++)
		seen(&w, i, x[i], v[i]);
	joins(&w, 2, j0, p0);
	world_shift(&w, moves, by);
	for (int i = 0; i < 3; i++) {
		const double want[3] = { x[i][0] + moves[i] * by[0], x[i][1] + moves[i] * by[1], x[i][2] + moves[i] * by[2] };

		seen(&w, i, now, speed);
		ok(is_near(now, want, 3, tiny) && is_near(speed, v[i], 3, tiny) && inside(&w), "shifted across slanted faces: body %d", i);
	}
	joins(&w, 1, j, p);
	ok(w.contact.n_row == 2 && is_near(j, j0, 3, tiny) && is_near(p, p0, 3, tiny), "its contacts join the same points");
	world_free(&w);
}

static void test_scale(void)
{
	const double about[3] = { 0.4, 1.7, 3.2 }, factor = 1.75;
	struct world w;
	double x[3], v[3], now[3], speed[3];

	read_all(scene, &w);
	memset(w.domain.rate, 0, sizeof w.domain.rate);
	seen(&w, 0, x, v);
	world_scale_all(&w, about, factor);
	seen(&w, 0, now, speed);
	for (int k = 0; k < 3; k++)
		x[k] = about[k] + factor * (x[k] - about[k]);
	ok(is_near(now, x, 3, 1e-11) && is_near(w.domain.tilt, (double[3]){ 0.9 * factor, -1.7 * factor, 1.1 * factor }, 3, tiny) &&
		inside(&w), "scaled with the lattice");
	world_free(&w);
}

static void test_replicate(void)
{
	static const int n[3] = { 2, 3, 2 };
	enum { COPIES = 12 };
	struct world w, one;
	int placed = 1, moving = 1, joined = 1;

	read_all(scene, &one);
	read_all(scene, &w);
	world_replicate(&w, n);
	struct bodies3 a = world_bodies3(&one), b = world_bodies3(&w);
	const struct domain *d = &one.domain, *e = &w.domain;
	ok(b.n == 3 * COPIES && w.contact.n_row == 3 * COPIES && inside(&w) &&
	   is_near(e->tilt, (double[3]){ 0.9 * 3, -1.7 * 2, 1.1 * 2 }, 3, tiny), "copies of a tilted cell");
	for (int k = 0; k < COPIES; k++)
		for (int i = 0; i < 3; i++) {
			int row = row_of(&w, a.id[i] + 12 * k);
			double s[3], x[3], from[3], at[3], u[3], v[3], own[3], copy[3];

			vector(d, k % 2, k / 2 % 3, k / 6, s);
			for (int c = 0; c < 3 && row >= 0; c++) {
				x[c] = b.x[c][row] - a.x[c][i] - s[c];
				from[c] = a.x[c][i] - 0.5 * (d->lo[c] + d->hi[c]);
				at[c] = b.x[c][row] - 0.5 * (e->lo[c] + e->hi[c]);
			}
			double z = rint(x[2] / 11), y = rint((x[1] - z * e->tilt[2]) / 11.1);
			double left = (x[0] - z * e->tilt[1] - y * e->tilt[0]) / 8.4;
			placed &= row >= 0 && fabs(x[2] - 11 * z) < 1e-11 && fabs(x[1] - z * e->tilt[2] - 11.1 * y) < 1e-11 &&
			          fabs(left - rint(left)) < 1e-11;
			flow(d, from, u);
			flow(e, at, v);
			for (int c = 0; c < 3 && row >= 0; c++) {
				own[c] = a.v[c][i] - u[c];
				copy[c] = b.v[c][row] - v[c];
			}
			moving &= is_near(copy, own, 3, 1e-11);
		}
	ok(placed, "stand on the lattice of the one");
	ok(moving, "and move with the flow about the new middle");
	for (int m = 0; m < w.contact.n_row; m++) {
		double j0[3], p0[3], j[3], p[3];

		joins(&one, m % 3, j0, p0);
		joins(&w, m, j, p);
		joined &= is_near(j, j0, 3, 1e-11) && is_near(p, p0, 3, 1e-11);
	}
	ok(joined, "contacts join copies as far apart");
	world_free(&w);
	world_free(&one);
}

static void test_crop(void)
{
	static const double all[2][3] = { { -1.3, 0.7, 2 }, { 2.9, 4.4, 7.5 } };
	/* cut along an axis: the axes whose images are displaced along it are open, too, and rates along them end */
	static const int stays[3][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 } };

	for (int k = 0; k < 3; k++) {
		double hi[3] = { 2.9, 4.4, 7.5 };
		struct world w;

		read_all(scene, &w);
		hi[k] -= 0.05;
		world_crop(&w, all[0], hi);
		ok(!memcmp(w.domain.periodic, stays[k], sizeof stays[k]) && !domain_fault(&w.domain) && w.domain.tilt[1] == 0 &&
		   w.domain.tilt[0] == (k == 2 ? 0.9 : 0) && w.domain.rate[XX] == (k ? 0.2 : 0) && w.domain.rate[YZ] == 0,
			"cut across axis %d, what stays periodic", k);
		world_free(&w);
	}
	struct world w;
	read_all(scene, &w);
	world_crop(&w, all[0], all[1]);
	ok(w.contact.n_row == 3 && w.domain.tilt[1] == -1.7 && w.domain.rate[YZ] == 0.25 && w.domain.periodic[2], "cut to itself");
	world_free(&w);
}

static void test_recentre(void)
{
	struct place3 place[1] = { { { 3.3, -5.2, 4.4 }, { 1, 0, 0, 0 } } };
	double x[3], v[3], now[3], speed[3];
	struct world w;

	read_all(scene, &w);
	seen(&w, 0, x, v);
	world_recentre3(&w, place);
	seen(&w, 0, now, speed);
	/* not turning: the new origin has the velocity of the body */
	ok(is_near(now, (double[3]){ x[0] + 1.5 * 3.3, x[1] - 1.5 * 5.2, x[2] + 1.5 * 4.4 }, 3, tiny) && is_near(speed, v, 3, tiny) &&
		inside(&w), "a new origin across slanted faces");
	world_free(&w);
}

/* ---- stress ---- */

/* The stress of a frame, and its cell; contacts come from records. */
static struct stress3 stress_of(struct world *w, double *volume)
{
	size_t n = (size_t)w->body.n_row;
	double *size = MEM_NEW(double, n), *mass = MEM_NEW(double, n);
	char *keep = mem_new(n, 1);
	struct touches t = { 0 };
	struct touch_error e;

	memset(keep, 1, n);
	ok(touches_find(&t, w, 0, &e) == TOUCH_GOOD && t.n == w->contact.n_row, "contacts across slanted faces");
	bodies_mass3(w, size, mass, NULL);
	struct stress3 s = stress3_sum(&t, w, keep, size, mass);
	struct cell3 c = cell3_find(&t, w);
	*volume = cell3_volume(&c);
	touches_free(&t);
	free(keep);
	free(size);
	free(mass);
	return s;
}

static void test_stress(void)
{
	struct world w;
	double volume, more, branch[3], point[3], want[9] = { 0 };

	/* Love's sum over branch vectors: -f on body i times the vector to body j at its image */
	read_all(scene, &w);
	for (int k = 0; k < 3; k++) {
		static const char *const normal[] = { "nx", "ny", "nz" }, *const across[] = { "ftx", "fty", "ftz" };

		joins(&w, k, branch, point);
		for (int a = 0; a < 9; a++)
			want[a] += (table_real(&w.contact, "fn")[k] * table_real(&w.contact, normal[a / 3])[k] +
			            table_real(&w.contact, across[a / 3])[k]) * branch[a % 3];
	}
	struct stress3 s = stress_of(&w, &volume);
	near(volume, 4.2 * 3.7 * 5.5, tiny, "the volume of a tilted cell");
	ok(is_near(&s.contact.m[0][0], want, 9, 1e-11), "the stress is the sum over branch vectors");
	world_replicate(&w, (int[3]){ 2, 1, 3 });
	struct stress3 six = stress_of(&w, &more);
	for (int a = 0; a < 9; a++)
		want[a] *= 6;
	near(more, 6 * volume, 1e-9, "six copies");
	ok(is_near(&six.contact.m[0][0], want, 9, 1e-9), "have the same stress");
	for (int a = 0; a < 9; a++)
		want[a] = 6 * s.kinetic.m[a / 3][a % 3];
	ok(is_near(&six.kinetic.m[0][0], want, 9, 1e-9), "and the same kinetic stress, relative to the flow");
	world_free(&w);

	/* other tilts of the same lattice, with image counts that agree */
	read_all(scene, &w);
	struct flip f = { 0 };
	w.domain.tilt[1] += 2 * w.domain.tilt[0] - 3 * 4.2; /* c + 2 b - 3 a, then b + a */
	w.domain.tilt[2] += 2 * 3.7;
	w.domain.tilt[0] += 4.2;
	/* ix a + iy b + iz c is (ix - ... ) of the new vectors */
	f = (struct flip){ -1, 3, -2 };
	for (int k = 0; k < 3; k++) {
		int64_t *image[3] = { table_int(&w.contact, "ix"), table_int(&w.contact, "iy"), table_int(&w.contact, "iz") };

		flip_images(f, &image[0][k], &image[1][k], image[2][k]);
	}
	struct stress3 other = stress_of(&w, &more);
	ok(is_near(&other.contact.m[0][0], &s.contact.m[0][0], 9, 1e-10) && fabs(more - volume) < tiny,
		"the same lattice by other tilts has the same stress");
	world_free(&w);

	/* grains that move with the flow have no kinetic stress */
	read_all(scene, &w);
	struct bodies3 b = world_bodies3(&w);
	for (int i = 0; i < b.n; i++)
		for (int k = 0; k < 3; k++)
			b.v[k][i] = 0;
	world_add_flow(&w, w.domain.rate);
	s = stress_of(&w, &volume);
	ok(is_near(&s.kinetic.m[0][0], (double[9]){ 0 }, 9, tiny), "no kinetic stress of the flow alone");
	char keep[3] = { 1, 1, 1 };
	ok(kinetic_columns(&w, keep, 1, NULL) == 0 && fabs(table_real(&w.body, "kin_lin")[0]) < tiny &&
		fabs(table_real(&w.body, "kin_lin")[1]) < tiny, "no kinetic energy, without the drift");
	world_free(&w);
}

static void test_strain(void)
{
	struct cell3 c = { .kind = { CELL3_PERIODIC, CELL3_PERIODIC, CELL3_PERIODIC },
	                   .tag = { { -1, -1 }, { -1, -1 }, { -1, -1 } } };
	struct strain3 s = { 0 };
	struct domain d = cell;
	double *g = d.rate, mean = (g[0] + g[1] + g[2]) / 3, dd = 0, t = 1.5;

	domain_flip(&d);
	for (int k = 0; k < 3; k++)
		dd += 2 * (g[k] - mean) * (g[k] - mean) + g[XY + k] * g[XY + k];
	for (int frame = 0; frame < 9; frame++) {
		memcpy(c.lo, d.lo, sizeof c.lo);
		memcpy(c.hi, d.hi, sizeof c.hi);
		strain3_take(&s, &c, &d, t);
		near(s.rate, sqrt(dd), 1e-10, "the rate sqrt(2 D:D) in frame %d", frame);
		const double want[6] = { -g[0] * (t - 1.5), -g[1] * (t - 1.5), -g[2] * (t - 1.5), g[XY] * (t - 1.5), g[XZ] * (t - 1.5),
		                         g[YZ] * (t - 1.5) };
		ok(is_near(s.value, want, 6, 1e-10), "strains of a cell that flips, frame %d", frame);
		for (int k = 0; k < 50; k++) {
			struct deformation f = domain_deformation(&d, 0.01);

			domain_deform(&d, &f);
			domain_flip(&d);
		}
		t += 0.5;
	}
	c.kind[2] = CELL3_GRAINS;
	strain3_take(&s, &c, &d, t);
	ok(isnan(s.value[XZ]) && isnan(s.value[YZ]) && !isnan(s.value[XY]), "no shear along an axis without a period");
	strain3_take(&s, &c, &d, 0);
	ok(s.value[XY] == 0, "a new run begins at 0");
}

/* ---- paths ---- */

/* A gas of points without forces in a tilted cell that flips at will: paths are straight. */
static void test_paths(void)
{
	enum { N = 40 };
	struct world w;
	struct rng g;
	char keep[N];
	double v0[N][3];

	read_all("scree 1 dim=3\nmaterial m density=2.5\nshape 1 sphere r=0.1\nmass 1 volume=2 I=1,1,1 method=given\n"
		"columns body id shape x y z\nframe 0 t=0 body=0\nend 0\n", &w);
	w.domain = cell;
	memset(w.domain.rate, 0, sizeof w.domain.rate);
	table_resize(&w.body, N);
	struct bodies3 b = world_bodies3(&w);
	rng_seed(&g, 3);
	memset(keep, 1, sizeof keep);
	for (int i = 0; i < N; i++) {
		b.id[i] = i + 1;
		b.shape[i] = 1;
		b.size[i] = 1;
		b.material[i] = world_name(&w, "m");
		for (int k = 0; k < 3; k++) {
			b.x[k][i] = cell.lo[k] + (cell.hi[k] - cell.lo[k]) * rng_uniform(&g);
			b.v[k][i] = v0[i][k] = 2 * rng_uniform(&g) - 1;
			b.q[0][i] = 1;
		}
	}
	struct grains3_list l = { 0 };
	struct places from, to;
	struct spread s = { 0 };
	grains3_list_take(&l, &w, keep);
	places_take3(&from, &w, &l);
	double sum[3] = { 0 };
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++) {
			b.x[k][i] += 17 * v0[i][k];
			sum[k] += 17 * v0[i][k];
		}
	world_wrap(&w);
	w.t = 17;
	w.domain.tilt[0] += 4.2; /* the tool flips to at most half a period again */
	for (int i = 0; i < N; i++)
		b.image[0][i] -= b.image[1][i];
	grains3_list_take(&l, &w, keep);
	places_take3(&to, &w, &l);
	spread_add(&s, &from, &to);
	ok(s.n == N && is_near(s.x, sum, 3, 1e-10), "displacements across slanted faces and flips");
	places_free(&from);
	places_free(&to);
	grains3_list_free(&l);

	/* all move by one lattice vector, or by the edge of the box: each passes every plane across it once */
	for (int axis = 0; axis < 3; axis++) {
		struct flux flux = { 0 };
		struct flux_count c;
		const struct flux_plane plane = { axis, axis == 1 ? -1 : 1, cell.lo[axis] + 0.37 * (cell.hi[axis] - cell.lo[axis]) };

		w.t = 1;
		flux_frame3(&flux, &w, keep, &plane, &c);
		for (int i = 0; i < N; i++)
			b.x[axis][i] += cell.hi[axis] - cell.lo[axis];
		world_wrap(&w);
		w.t = 2;
		ok(flux_frame3(&flux, &w, keep, &plane, &c) == 0 && c.n[axis == 1 ? FLUX_BACK : FLUX_FORTH] == N &&
			c.n[axis == 1 ? FLUX_FORTH : FLUX_BACK] == 0, "each body passes a plane across axis %d once in a period", axis);
		near(c.mass[axis == 1 ? FLUX_BACK : FLUX_FORTH], 5 * N, 1e-9, "with its mass");
		flux_free(&flux);
	}
	/* a cell that shears and flips between the frames: bodies that move along z do not pass a plane across x */
	struct flux flux = { 0 };
	struct flux_count c;
	const struct flux_plane plane = { 0, 1, 0.4 };
	w.domain = cell;
	memset(w.domain.rate, 0, sizeof w.domain.rate);
	w.domain.rate[XZ] = 1;
	world_flip(&w);
	world_wrap(&w);
	for (int k = 0; k < 3; k++)
		memset(b.image[k], 0, N * sizeof *b.image[k]);
	w.t = 3;
	flux_frame3(&flux, &w, keep, &plane, &c);
	w.domain.tilt[1] += 1 * 5.5 * 1;
	world_flip(&w);
	for (int i = 0; i < N; i++)
		b.x[2][i] += 2.3 * 5.5;
	world_wrap(&w);
	w.t = 4;
	flux_frame3(&flux, &w, keep, &plane, &c);
	ok(c.n[0] == 0 && c.n[1] == 0, "bodies that move along a plane do not pass it, whatever their cell does");
	flux_free(&flux);
	ok(images3_begin(&(struct images){ 0 }, &cell, (double[3]){ 0 }, (double[3]){ 0 }, (double[3]){ 0 },
		(double[3]){ 1e20, 0, 0 }) == -1, "too long a path");
	world_free(&w);
}

/* ---- profiles ---- */

static void test_profile(void)
{
	enum { N = 60, BINS = 7 };
	struct world w;
	struct rng g;
	struct profile_bin bin[BINS];
	double value[PROFILE3_VALUES];
	char keep[N];

	read_all("scree 1 dim=3\nmaterial m density=2.5\nshape 1 sphere r=0.3\nmass 1 volume=0.11309733552923256 I=1,1,1 "
		"method=given\ncolumns body id shape x y z\nframe 0 t=0 body=0\nend 0\n", &w);
	w.domain = cell;
	table_resize(&w.body, N);
	struct bodies3 b = world_bodies3(&w);
	rng_seed(&g, 3);
	memset(keep, 1, sizeof keep);
	for (int i = 0; i < N; i++) {
		b.id[i] = i + 1;
		b.shape[i] = 1;
		b.q[0][i] = b.size[i] = 1;
		b.material[i] = world_name(&w, "m");
		for (int k = 0; k < 3; k++)
			b.x[k][i] = cell.lo[k] + (cell.hi[k] - cell.lo[k]) * rng_uniform(&g);
	}
	world_add_flow(&w, w.domain.rate);
	for (int axis = 0; axis < 4; axis++) {
		struct profile3_grid p = { .axis = axis, .n = BINS, .from = NAN, .to = NAN, .centre = { NAN, NAN, NAN } };
		double solid = 0, volume = 4.0 / 3 * 3.14159265358979323846 * 0.027, room = 0;

		if (axis == PROFILE3_SHELLS)
			p.to = 6; /* wider than the cell */
		ok(profile3_complete(&p, &w.domain) == 0 && profile3_take(bin, &p, &w, keep, NULL) == 0, "profile along axis %d", axis);
		for (int k = 0; k < BINS; k++) {
			profile_space.values(&bin[k], value);
			solid += value[PROFILE3_SOLID] * bin[k].size;
			room += bin[k].size;
		}
		if (axis < 3) {
			near(solid, N * volume, 1e-9, "no part of a ball is lost at slanted faces");
			near(room, 4.2 * 3.7 * 5.5, 1e-9, "nor of the cell");
			continue;
		}
		/* all images about the centre */
		double want = 0;
		for (int i = 0; i < N; i++)
			for (int m = 0; m < 1331; m++) {
				double s[3], r2 = 0;

				vector(&cell, m % 11 - 5, m / 11 % 11 - 5, m / 121 - 5, s);
				for (int k = 0; k < 3; k++) {
					s[k] += b.x[k][i] - p.centre[k];
					r2 += s[k] * s[k];
				}
				want += ball_part_within(sqrt(r2), 0.3, 6) * volume;
			}
		near(solid, want, 1e-9 * want, "all images in shells");
	}
	/* simple shear: the mean velocity of narrow slices is the rate times the height, everywhere in two periods */
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++)
			b.v[k][i] = 0;
	memset(w.domain.rate, 0, sizeof w.domain.rate);
	w.domain.rate[XZ] = 0.5;
	world_add_flow(&w, w.domain.rate);
	struct profile3_grid p = { .axis = 2, .n = BINS, .from = -3, .to = 11, .centre = { NAN, NAN, NAN } };
	profile3_complete(&p, &w.domain);
	profile3_take(bin, &p, &w, keep, NULL);
	int good = 1;
	for (int k = 0; k < BINS; k++) {
		double z = -3 + 2 * (k + 0.5) - 4.75;

		profile_space.values(&bin[k], value);
		good &= fabs(value[PROFILE3_VX] - 0.5 * z) < 0.5 * (1 + 0.3); /* balls whose centres are up to this far from the middle */
		good &= fabs(value[PROFILE3_VY]) < tiny;
	}
	ok(good, "images move with the flow");
	world_free(&w);
}

int main(void)
{
	test_images();
	test_distances();
	test_step();
	test_pairs();
	test_shift();
	test_scale();
	test_replicate();
	test_crop();
	test_recentre();
	test_stress();
	test_strain();
	test_paths();
	test_profile();
	return done();
}
