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
	return done();
}
