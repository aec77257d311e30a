/* lines.c: voxels and samples of bodies whose mass is known */
#include "solid/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "mesh/mesh.h"
#include "shape/solid_lines.h"
#include "solid/balls.h"
#include "tap.h"

static void joins(void)
{
	struct intervals s = { .n = 0 };

	intervals_add(&s, 3, 4);
	intervals_add(&s, 0, 1);
	intervals_add(&s, 0.5, 2);
	intervals_add(&s, 2, 2.5);
	intervals_add(&s, 3.2, 3.5);
	intervals_join(&s);
	ok(s.n == 2 && s.at[0][0] == 0 && s.at[0][1] == 2.5 && s.at[1][0] == 3 && s.at[1][1] == 4, "intervals are joined");
	free(s.at);
}

/* A box that does not fill its voxels: what is counted can be counted by hand. */
static void box_cut(void *body, double y, double z, struct intervals *s)
{
	(void)body;
	if (fabs(y) < 1 && fabs(z) < 0.5)
		intervals_add(s, -2, 2);
}

static void box(void)
{
	const struct lines l = { .lo = { -2, -1, -0.5 }, .hi = { 2, 1, 0.5 }, .cut = box_cut };
	struct mass3 m;

	ok(mass3_by_voxels(&m, &l, 16) == MASS_GOOD, "voxels that fit a box");
	near(m.volume, 8, 1e-14, "its volume");
	near(m.inertia[0], 8 * (1 + 0.25) / 3, 1e-13, "its moment about x: cubes have moments of their own");
	near(m.inertia[1], 8 * (4 + 0.25) / 3, 1e-13, "about y");
	near(m.inertia[2], 8 * (4 + 1) / 3., 1e-13, "about z");
	near(m.error, 0, 1e-14, "no change from half as many");
	ok(isnan(m.surface), "voxels have no surface");
	mass3_by_voxels(&m, &l, 3); /* of 4/3: the middles of one row of three are within */
	near(m.volume, 3 * pow(4.0 / 3, 3), 1e-13, "three voxels in a cube of 27");
	near(m.inertia[0], m.volume * 2 / 12 * 16 / 9, 1e-13, "are a bar");
}

/* The overlap of voxels and of samples with balls, placed anywhere: as much as theory says. */
static void heap(void)
{
	double ball[30][4], worst = 0, before = INFINITY, mean = 0;
	struct balls_lines b;
	struct mass3 exact, m;
	struct rng g;

	rng_seed(&g, 9);
	for (int i = 0; i < 30; i++) {
		for (int d = 0; d < 3; d++)
			ball[i][d] = 3 + 1.7 * rng_uniform(&g);
		ball[i][3] = 0.2 + 0.4 * rng_uniform(&g);
	}
	balls_mass(&exact, 30, (const double (*)[4])ball);
	balls_lines_init(&b, 30, (const double (*)[4])ball);
	for (int n = 16; n <= 256; n *= 4) {
		mass3_by_voxels(&m, &b.lines, n);
		double d = (b.lines.hi[0] - b.lines.lo[0]) / n, error = fabs(m.volume - exact.volume);

		/* the voxels that the surface cuts, about 1.5 S / d^2 of them, each off by d^3 / 4 or so at random */
		double expected = 0.25 * sqrt(1.5 * exact.surface) * d * d;
		ok(error < 4 * expected, "%d^3 voxels: volume off by %.1e < 4 x %.1e", n, error, expected);
		ok(error < before / 2, "and by much less than a quarter as many");
		before = error;
		for (int k = 0; k < 3; k++) {
			near(m.com[k], exact.com[k], 4 * expected / exact.volume, "centre");
			near(m.inertia[k], exact.inertia[k], 4 * expected, "inertia");
			near(m.inertia[3 + k], exact.inertia[3 + k], 4 * expected, "products");
		}
	}
	struct mass3 half;
	mass3_by_voxels(&half, &b.lines, 128);
	near(m.error, fabs(m.volume - half.volume), 1e-12, "it is what half as many differ by");
	ok(m.error > 0 && m.error < 0.01 * exact.volume, "error of voxels: %.1e", m.error);
	enum { SEEDS = 8, N = 20000 };
	for (int s = 0; s < SEEDS; s++) {
		ok(mass3_by_samples(&m, &b.lines, N, (uint64_t)s) == MASS_GOOD, "samples");
		worst = fmax(worst, fabs(m.volume - exact.volume) / m.error);
		mean += m.volume / SEEDS;
		/* about the centre the relative error is less than that of the volume and that of 1 / sqrt(hits)
		 * together */
		for (int k = 0; k < 3; k++)
			near(m.inertia[k], exact.inertia[k], 4 * exact.inertia[k] * (m.error / m.volume + 0.01), "inertia, seed %d", s);
	}
	ok(worst < 4, "volumes within 4 standard errors: %.2f", worst);
	near(mean, exact.volume, 4 * m.error / sqrt(SEEDS), "their mean within 4 of its own");
	double first = m.volume, side[3];
	for (int d = 0; d < 3; d++)
		side[d] = b.lines.hi[d] - b.lines.lo[d];
	/* hits are binomial */
	near(m.error, sqrt(first * (side[0] * side[1] * side[2] - first) / N), 1e-12, "the standard error");
	mass3_by_samples(&m, &b.lines, N, SEEDS - 1);
	ok(m.volume == first, "one seed, one result");
	mass3_by_samples(&m, &b.lines, 16 * N, 1);
	double fine = m.error;
	mass3_by_samples(&m, &b.lines, N, 1);
	near(fine / m.error, 0.25, 0.02, "16 times as many points, a quarter of the error");
	balls_lines_free(&b);
}

/* Voxels as a surface: by the theorem of Gauss along each axis by itself, and for the moments, it bounds the voxels that
 * are counted. */
static void faces(void)
{
	const double ball[3][4] = { { 3, -2, 5, 1.1 }, { 4.3, -1.2, 5.4, 0.7 }, { 3.2, -2.7, 6.3, 0.6 } };
	struct mesh f = { 0 };
	struct balls_lines b;
	struct mass3 m;

	balls_lines_init(&b, 3, ball);
	mass3_by_voxels(&m, &b.lines, 23);
	double d = fmax(b.lines.hi[0] - b.lines.lo[0], fmax(b.lines.hi[1] - b.lines.lo[1], b.lines.hi[2] - b.lines.lo[2])) / 23;
	near(d * d * d * (double)lines_voxel_faces(&b.lines, 23, &f), m.volume, 1e-12, "as many voxels as are counted");
	for (int a = 0; a < 3; a++) {
		int u = (a + 1) % 3, v = (a + 2) % 3;
		double flux = 0, first = 0, area = 0;

		for (int t = 0; t < f.n_triangle; t++) {
			const double *p = f.xyz[f.tri[t][0]], *q = f.xyz[f.tri[t][1]], *r = f.xyz[f.tri[t][2]];
			double n = 0.5 * ((q[u] - p[u]) * (r[v] - p[v]) - (q[v] - p[v]) * (r[u] - p[u]));

			flux += n * p[a];
			first += n * p[a] * p[a] / 2;
			area += n;
		}
		near(flux, m.volume, 1e-11, "squares across axis %d: the volume", a);
		near(first, m.volume * m.com[a], 1e-10, "the centre along it");
		near(area, 0, 1e-11, "as many face up as down");
	}
	mesh_free(&f);
	balls_lines_free(&b);
}

int main(void)
{
	joins();
	box();
	heap();
	faces();
	return done();
}
