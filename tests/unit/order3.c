/* order3.c: pairs in space against all pairs, expected pairs against points at random, bond order of known directions. */
#include "measure/order3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

struct sums { long n; double r2; };

static void visit(void *to, int i, int j, const double d[3])
{
	struct sums *s = to;

	(void)i, (void)j;
	s->n++;
	s->r2 += d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

static void all_pairs(int n, double reach, int px, int py, int pz, const char *what)
{
	struct domain d = { .lo = { -1, 2, 0.5 }, .hi = { 3.1, 5.2, 9 }, .periodic = { px, py, pz }, .set = 1 };
	struct grains3_list l = { n, 0, MEM_ZERO(struct grain3, (size_t)n) };
	struct sums s = { 0 }, want = { 0 };
	struct rng g;

	rng_seed(&g, 7);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++)
			l.at[i].x[k] = d.lo[k] + (d.hi[k] - d.lo[k]) * rng_uniform(&g);
	pairs3_each(&d, &l, reach, visit, &s);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			for (int m = 0; m < 27; m++) {
				int z[3] = { m % 3 - 1, m / 3 % 3 - 1, m / 9 - 1 }, skip = 0;
				double r2 = 0;

				for (int k = 0; k < 3; k++) {
					double x = l.at[j].x[k] - l.at[i].x[k] + z[k] * (d.hi[k] - d.lo[k]);

					skip |= z[k] && !d.periodic[k];
					r2 += x * x;
				}
				if (skip || r2 >= reach * reach)
					continue;
				want.n++;
				want.r2 += r2;
			}
	ok(s.n == want.n && want.n > 10, "%s: %ld pairs, all are %ld", what, s.n, want.n);
	near(s.r2, want.r2, 1e-10 * want.r2, "%s: at the same distances", what);
	free(l.at);
}

/* The part of pairs thrown at random whose distance is between r0 and r1. */
static void thrown(int px, int py, int pz, const char *what)
{
	const struct window3 w = { .side = { 1.1, 1.7, 2.3 }, .periodic = { px, py, pz } };
	const double r0 = 0.2, r1 = 0.5, n = 400000;
	double hits = 0, want = window3_pairs(&w, r0, r1);
	struct rng g;

	rng_seed(&g, 11);
	for (int i = 0; i < n; i++) {
		double r2 = 0;

		for (int k = 0; k < 3; k++) {
			double x = w.side[k] * (rng_uniform(&g) - rng_uniform(&g));

			x -= w.periodic[k] ? w.side[k] * floor(x / w.side[k] + 0.5) : 0;
			r2 += x * x;
		}
		hits += r2 >= r0 * r0 && r2 < r1 * r1;
	}
	near(hits / n, want, 4 * sqrt(want / n), "%s: pairs at random", what);
}

/* To many digits, for shells that reach far: the mean of the products of 1 - |x_k| / side over all directions of an octant. */
static void by_octant(int px, int py, int pz)
{
	enum { N = 60 };
	const struct window3 w = { .side = { 1.1, 1.7, 2.3 }, .periodic = { px, py, pz } };
	const double r0 = 0.7, r1 = 1.1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++) {
				double r = r0 + (r1 - r0) * (i + 0.5) / N, z = (j + 0.5) / N, p = 0.5 * pi * (k + 0.5) / N, rho = sqrt(1 - z * z);
				const double e[3] = { r * rho * cos(p), r * rho * sin(p), r * z };
				double part = r * r;

				for (int a = 0; a < 3; a++)
					part *= w.periodic[a] ? 1 : 1 - e[a] / w.side[a];
				sum += part;
			}
	sum *= 4 * pi * (r1 - r0) / N / N / N / (1.1 * 1.7 * 2.3);
	near(window3_pairs(&w, r0, r1), sum, 5e-4 * sum, "pairs far off, periods %d %d %d", px, py, pz);
}

static void bonds(int n, const double (*d)[3], int k, double want, const char *what)
{
	struct bond3 b = { 0 };

	for (int i = 0; i < n; i++)
		bond3_add(&b, k, d[i]);
	near(bond3_q(&b, k), want, 1e-12, "%s: q%d", what, k);
}

static void turned(double d[][3], int n)
{
	for (int i = 0; i < n; i++) { /* by 36.87 degrees about z, then about x */
		double x = 0.8 * d[i][0] - 0.6 * d[i][1], y = 0.6 * d[i][0] + 0.8 * d[i][1], z = d[i][2];

		d[i][0] = x, d[i][1] = 0.28 * y - 0.96 * z, d[i][2] = 0.96 * y + 0.28 * z;
	}
}

/* ---- faces ---- */

static const double cube_at[8][3] = { { -1, -1, -1 }, { -1, -1, 1 }, { -1, 1, -1 }, { -1, 1, 1 }, { 1, -1, -1 }, { 1, -1, 1 },
	{ 1, 1, -1 }, { 1, 1, 1 } };
static const int cube_corner[24] = { 0, 1, 3, 2, 4, 6, 7, 5, 0, 4, 5, 1, 2, 3, 7, 6, 0, 2, 6, 4, 1, 5, 7, 3 };
static const double oct_at[6][3] = { { -1, 0, 0 }, { 1, 0, 0 }, { 0, -1, 0 }, { 0, 1, 0 }, { 0, 0, -1 }, { 0, 0, 1 } };
static const int oct_corner[24] = { 1, 3, 5, 3, 0, 5, 0, 2, 5, 2, 1, 5, 3, 1, 4, 0, 3, 4, 2, 0, 4, 1, 2, 4 };

/* A polyhedron with equal numbers of corners in all faces, stretched along the axes. */
static void make(struct shape *s, int n, const double (*at)[3], int faces, int corners, const int *corner,
	const double stretch[3])
{
	memset(s, 0, sizeof *s);
	shape_alloc(s, SHAPE_POLYHEDRON, n);
	s->solid->vertex = mem_new((size_t)n, sizeof *s->solid->vertex);
	for (int k = 0; k < 3 * n; k++)
		s->solid->vertex[k / 3][k % 3] = stretch[k % 3] * at[k / 3][k % 3];
	s->solid->n = n;
	s->solid->n_face = faces;
	s->solid->corner = mem_copy(corner, (size_t)(faces * corners), sizeof *corner);
	s->solid->first = MEM_NEW(int, (size_t)faces + 1);
	for (int k = 0; k <= faces; k++)
		s->solid->first[k] = k * corners;
}

/* The tensor of a body whose frame is turned by an angle about z, then by a third of a turn about 1,1,1 if tipped. */
static struct facing3 facing(const struct shape *s, double angle, int tipped, int k)
{
	const double z[4] = { cos(angle / 2), 0, 0, sin(angle / 2) };
	const double q[4] = { 0.5 * (z[0] - z[3]), 0.5 * (z[0] + z[3]), 0.5 * (z[0] - z[3]), 0.5 * (z[0] + z[3]) };
	struct facing3 f;

	facing3_of(&f, s, tipped ? q : z, k);
	return f;
}

static struct facing3_order order_of(int n, const struct facing3 *f, int k)
{
	struct grain3 g[2000] = { { 0 } };
	struct grains3_list l = { n, 0, g };

	for (int i = 0; i < n; i++)
		g[i].chosen = 1;
	return facing3_order_of(&l, f, k);
}

static double p4(double c)
{
	return (35 * c * c * c * c - 30 * c * c + 3) / 8;
}

static void faces(void)
{
	static struct facing3 many[2000];
	struct shape cube, block, oct, ball = { .kind = SHAPE_SPHERE };
	struct facing3 two[2];
	struct facing3_order o;
	struct rng g;
	double square = 0;

	make(&cube, 8, cube_at, 6, 4, cube_corner, (double[]){ 1, 1, 1 });
	make(&block, 8, cube_at, 6, 4, cube_corner, (double[]){ 1, 2, 3 });
	make(&oct, 6, oct_at, 8, 3, oct_corner, (double[]){ 1, 1, 1 });
	near(facing(&cube, 0.3, 1, 4).q, sqrt(7.0 / 12), 1e-14, "faces of a cube: q_4");
	/* sum of A A' P4(n . n') over the square of the sum of A, with the areas 6, 3 and 2 */
	near(facing(&block, 0.3, 0, 4).q, sqrt((49 * p4(1) + 72 * p4(0)) / 121), 1e-14, "of a block, weighted by areas");
	near(facing(&oct, 0.3, 0, 4).q, sqrt(7.0 / 27), 1e-14, "of an octahedron");
	/* the cubic harmonic about z is sqrt(7/12) Y_40 + sqrt(5/12) of the fourfold part */
	for (int k = 0; k < 4; k++) {
		const double angle = 0.2 * k, want = 7.0 / 12 + 5.0 / 12 * cos(4 * angle);

		two[0] = facing(&cube, 0, k & 1, 4);
		two[1] = facing(&cube, angle, k & 1, 4);
		o = order_of(2, two, 4);
		near(o.correlation, want, 1e-13, "two cubes, one turned by %g", angle);
		near(o.order, sqrt((1 + want) / 2), 1e-13, "their order");
		near(facing3_along(&o, &two[1], 4), sqrt((1 + want) / 2), 1e-13, "each along the mean");
	}
	two[0] = facing(&cube, 0, 0, 4);
	two[1] = facing(&oct, 0, 0, 4);
	near(order_of(2, two, 4).correlation, -1, 1e-13, "an octahedron in its cube has the opposite tensor");
	two[0] = facing(&cube, 1, 0, 3);
	ok(two[0].q < 1e-14 && order_of(1, two, 3).n == 0, "degree 3 of a cube is nothing");
	two[0] = facing(&ball, 0, 0, 4);
	o = order_of(1, two, 4);
	ok(two[0].q == 0 && o.n == 0 && isnan(o.order) && isnan(facing3_along(&o, two, 4)), "a ball has no faces");
	rng_seed(&g, 5);
	for (int i = 0; i < 2000; i++) {
		double q[4], r = 2;

		while (r > 1 || r < 0.01) {
			r = 0;
			for (int k = 0; k < 4; k++) {
				q[k] = 2 * rng_uniform(&g) - 1;
				r += q[k] * q[k];
			}
		}
		for (int k = 0; k < 4; k++)
			q[k] /= sqrt(r);
		facing3_of(&many[i], &block, q, 4);
	}
	for (int i = 0; i < 2000; i += 10) {
		o = order_of(10, many + i, 4);
		square += o.order * o.order / 200;
		if (i < 20)
			near(o.correlation, (10 * o.order * o.order - 1) / 9, 1e-15, "correlation");
	}
	/* the square of a mean of 10 vectors in 9 dimensions has the variance 2 (1 - 1/10) / (9 * 100), nearly */
	near(square, 0.1, 4 * sqrt(2 * 0.9 / 900 / 200), "random: the mean of order^2 is 1 / n");
	near(order_of(2000, many, 4).correlation, 0, 4e-4 * 2, "and the correlation 0");
	solid_free(cube.solid);
	solid_free(block.solid);
	solid_free(oct.solid);
}

int main(void)
{
	double cube[6][3] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 2, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -3 } }, body[8][3], face[12][3];
	struct bond3 none = { 0 };
	int n = 0;

	all_pairs(60, 1.5, 1, 1, 1, "periodic");
	all_pairs(200, 0.8, 1, 0, 1, "walls across y");
	all_pairs(300, 0.7, 0, 0, 0, "a box");
	all_pairs(30, 3, 0, 0, 1, "a long reach");
	thrown(1, 1, 1, "periodic");
	thrown(1, 0, 1, "one wall");
	thrown(0, 1, 0, "two walls");
	thrown(0, 0, 0, "three walls");
	for (int k = 0; k < 8; k++)
		by_octant(k & 1, k >> 1 & 1, k >> 2);
	for (int i = 0; i < 8; i++)
		for (int k = 0; k < 3; k++)
			body[i][k] = i >> k & 1 ? 1 : -1;
	for (int k = 0; k < 3; k++)
		for (int i = 0; i < 4; i++, n++) {
			face[n][k] = 0;
			face[n][(k + 1) % 3] = i & 1 ? 1 : -1;
			face[n][(k + 2) % 3] = i & 2 ? 1 : -1;
		}
	for (int turn = 0; turn < 2; turn++) {
		const char *how = turn ? "turned" : "upright";

		bonds(6, (const double (*)[3])cube, 4, sqrt(7.0 / 12), how);
		bonds(6, (const double (*)[3])cube, 6, sqrt(1.0 / 8), how);
		bonds(8, (const double (*)[3])body, 4, sqrt(7.0 / 27), how);
		bonds(8, (const double (*)[3])body, 6, sqrt(32.0 / 81), how);
		bonds(12, (const double (*)[3])face, 4, sqrt(7.0 / 192), how);
		bonds(12, (const double (*)[3])face, 6, 13 * sqrt(2) / 32, how);
		bonds(12, (const double (*)[3])face, 5, 0, how);
		turned(cube, 6);
		turned(body, 8);
		turned(face, 12);
	}
	bonds(1, (const double (*)[3])cube, 24, 1, "one direction");
	ok(isnan(bond3_q(&none, 6)), "no neighbour");
	faces();
	return done();
}
