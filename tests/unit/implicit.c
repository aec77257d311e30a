/* implicit.c: ellipsoids with bumps and dents against other ways to integrate them */
#include "solid/implicit.h"

#include "base/gauss.h"
#include "base/rng.h"
#include "solid/ellipsoid.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

/* Three bumps, two of them ellipsoids. */
static const struct bump three[3] = {
	{ .sign = 1, .k = 1, .c = { 0.95, 0, 0 }, .b = { 1 / 0.1225, 1 / 0.1225, 1 / 0.1225, 0, 0, 0 } },
	{ .sign = 1, .k = 0.8, .c = { -0.5, 0.5, 0.2 }, .b = { 1 / 0.16, 1 / 0.09, 1 / 0.09, 0, 0, 0 } },
	{ .sign = 1, .k = 0.9, .c = { 0, -0.3, -0.55 }, .b = { 4, 4, 16, 0, 0, 0 } },
};

static void rule(void)
{
	double x[9], w[9], sum = 0, power = 0;

	gauss_legendre(9, x, w);
	for (int k = 0; k < 9; k++) {
		sum += w[k];
		power += w[k] * pow(x[k], 16);
	}
	near(sum, 2, 1e-14, "weights of Gauss's rule");
	near(power, 2.0 / 17, 1e-14, "a polynomial of degree 16");
	ok(x[4] > -1e-16 && x[4] < 1e-16 && x[8] > x[7], "ascending, and 0 in the middle");
}

static void plain(void)
{
	const struct implicit o = { .a = { 1.1, 0.45, 2.385 } };
	struct mass3 m, e;
	int star;

	ellipsoid_mass(&e, o.a);
	ok(implicit_mass(&m, &o, 4, &star) == MASS_GOOD && star, "an ellipsoid without bumps");
	near(m.volume, e.volume, 1e-13 * e.volume, "volume of four angles");
	for (int k = 0; k < 3; k++)
		near(m.inertia[k], e.inertia[k], 1e-13 * e.inertia[2], "inertia");
	near(m.error, 0, 1e-13, "error");
	implicit_mass(&m, &o, 64, NULL);
	near(m.surface, e.surface, 1e-8 * e.surface, "surface of 64 angles");
}

static void value(void)
{
	const struct implicit o = { .a = { 1, 0.8, 0.6 }, .n = 3, .bump = three };
	double g[3], x[3] = { 0.13, -0.35, -0.41 };

	double f = implicit_value(&o, x, g);
	double q = 0.9 * (1 - 4 * (0.13 * 0.13 + 0.05 * 0.05) - 16 * 0.14 * 0.14);
	near(f, 1 - 0.0169 - 0.1225 / 0.64 - 0.1681 / 0.36 + q * q * q, 1e-14, "inside one bump");
	for (int k = 0; k < 3; k++) {
		double up[3] = { x[0], x[1], x[2] }, down[3] = { x[0], x[1], x[2] };

		up[k] += 1e-5;
		down[k] -= 1e-5;
		near(g[k], (implicit_value(&o, up, NULL) - implicit_value(&o, down, NULL)) / 2e-5, 1e-7, "gradient");
	}
	static const int at[3][3] = { { 0, 3, 4 }, { 3, 1, 5 }, { 4, 5, 2 } };
	double second[6];
	implicit_curvature(&o, x, second);
	for (int k = 0; k < 3; k++) {
		double up[3] = { x[0], x[1], x[2] }, down[3] = { x[0], x[1], x[2] }, more[3], less[3];

		up[k] += 1e-5;
		down[k] -= 1e-5;
		implicit_value(&o, up, more);
		implicit_value(&o, down, less);
		for (int j = 0; j < 3; j++)
			near(second[at[j][k]], (more[j] - less[j]) / 2e-5, 1e-6, "second derivative %d %d", j, k);
	}
}

/* ---- bodies of revolution about x, with spherical bumps on it ---- */

/* pi times the integral over x of the sums of rho^2 over the circles in which F' changes its sign, found by bisection
 * between 400 steps of rho^2. */
static double by_disks(const struct implicit *o, double lo, double hi)
{
	enum { N = 3000, M = 400 };
	double sum = 0, most = 1.3;

	for (int i = 0; i < N; i++) {
		double x = lo + (hi - lo) * (i + 0.5) / N, area = 0;
		double before = implicit_value(o, (double[3]){ x, 0, 0 }, NULL);

		for (int j = 1; j <= M; j++) {
			double from = most * (j - 1) / M, to = most * j / M;
			double f = implicit_value(o, (double[3]){ x, sqrt(to), 0 }, NULL);

			for (int k = 0; k < 40 && (f < 0) != (before < 0); k++) {
				double middle = 0.5 * (from + to);

				if ((implicit_value(o, (double[3]){ x, sqrt(middle), 0 }, NULL) < 0) == (before < 0))
					from = middle;
				else
					to = middle;
			}
			if ((f < 0) != (before < 0))
				area += f < 0 ? to : -to;
			before = f;
		}
		sum += area;
	}
	return pi * sum * (hi - lo) / N;
}

static void revolution(const struct bump *bump, double lo, double hi, int star, double tol, const char *what)
{
	const struct implicit o = { .a = { 1, 1, 1 }, .n = 1, .bump = bump };
	struct mass3 m;
	int is;

	ok(implicit_check(&o, NULL) == IMPLICIT_GOOD, "%s", what);
	ok(implicit_mass(&m, &o, IMPLICIT_RAYS, &is) == MASS_GOOD, "%s: a mass", what);
	ok(is == star, "%s: %s", what, star ? "every ray leaves it once" : "rays leave it more than once");
	ok(isnan(m.surface) == !star, "%s: surface", what);
	double expected = by_disks(&o, lo, hi);
	near(m.volume, expected, tol, "%s: volume as by disks", what);
	ok(fabs(m.volume - expected) < m.error + 1e-6, "%s: it knows its error, %.1e", what, m.error);
	near(m.com[1], 0, 1e-6, "%s: on its axis", what);
	near(m.inertia[1], m.inertia[2], 1e-3, "%s: as thick as wide", what);
}

static void revolutions(void)
{
	const struct bump nose = { .sign = 1, .k = 0.9, .c = { 0.8, 0, 0 }, .b = { 4, 4, 4, 0, 0, 0 } };
	const struct bump dent = { .sign = -1, .k = 0.9, .c = { 1, 0, 0 }, .b = { 4, 4, 4, 0, 0, 0 } };
	const struct bump hole = { .sign = -1, .k = 1.5, .c = { 0.5, 0, 0 }, .b = { 16, 16, 16, 0, 0, 0 } };
	const struct bump moon = { .sign = 1, .k = 2.4, .c = { 3, 0, 0 }, .b = { 1, 1, 1, 0, 0, 0 } };

	revolution(&nose, -1.1, 1.4, 1, 1e-5, "a sphere with a nose");
	revolution(&dent, -1.1, 1.1, 1, 1e-5, "a sphere with a dent");
	revolution(&hole, -1.1, 1.1, 0, 2e-3, "a sphere with a cavity");
	revolution(&moon, -1.1, 4.1, 0, 1e-2, "a sphere with a moon");
	/* bumps about the centre itself: 1 - s + k^3 (1 - s / b)^3 = 0, s = r^2, is a sphere */
	const struct bump round = { .sign = 1, .k = 0.8, .b = { 0.5, 0.5, 0.5, 0, 0, 0 } };
	const struct implicit o = { .a = { 1, 1, 1 }, .n = 1, .bump = &round };
	struct mass3 m;
	double lo = 1, hi = 2;
	for (int k = 0; k < 60; k++) {
		double s = 0.5 * (lo + hi);

		*(1 - s + 0.512 * pow(1 - s / 2, 3) > 0 ? &lo : &hi) = s;
	}
	implicit_mass(&m, &o, 8, NULL);
	near(m.volume, 4 * pi / 3 * pow(lo, 1.5), 1e-13, "a sphere in a sphere: volume");
	near(m.surface, 4 * pi * lo, 1e-12, "surface");
	near(m.inertia[1], m.volume * lo * 0.4, 1e-13, "inertia");
}

/* ---- any body ---- */

static void bumps(void)
{
	const struct implicit o = { .a = { 1, 0.8, 0.6 }, .n = 3, .bump = three };
	struct mass3 fine, m, v;
	struct lines l;
	struct rng g;
	int star, hits = 0, n = 200000;

	ok(implicit_mass(&fine, &o, 128, &star) == MASS_GOOD && star, "three bumps");
	/* as measured when the method was chosen */
	near(fine.volume, 2.0714203, 1e-7, "volume");
	static const double expected[4] = { 8e-3, 8e-5, 4e-6, 3e-7 };
	for (int k = 0; k < 4; k++) {
		implicit_mass(&m, &o, 8 << k, NULL);
		double error = fabs(m.volume / fine.volume - 1);
		ok(error < expected[k], "%d angles: off by %.1e", 8 << k, error);
		ok(error * fine.volume < m.error, "less than is said, %.1e", m.error);
	}
	/* points thrown at the box by hand */
	implicit_lines(&l, &o);
	double box = 1, first = 0;
	for (int k = 0; k < 3; k++)
		box *= l.hi[k] - l.lo[k];
	rng_seed(&g, 21);
	for (int i = 0; i < n; i++) {
		double x[3];

		for (int k = 0; k < 3; k++)
			x[k] = l.lo[k] + (l.hi[k] - l.lo[k]) * rng_uniform(&g);
		if (implicit_value(&o, x, NULL) >= 0) {
			hits++;
			first += x[0];
		}
	}
	double p = (double)hits / n, one = sqrt(p * (1 - p) / n);
	near(fine.volume, box * p, 4 * box * one, "volume by random points");
	near(fine.com[0], first / hits, 4 * 0.5 / sqrt(hits), "centre by random points");
	ok(mass3_by_samples(&v, &l, n, 5) == MASS_GOOD, "samples along lines");
	near(v.volume, fine.volume, 4 * v.error, "volume by them");
	ok(mass3_by_voxels(&v, &l, 96) == MASS_GOOD, "voxels");
	near(v.volume, fine.volume, 1e-3 * fine.volume, "volume by voxels");
	for (int k = 0; k < 3; k++) {
		near(v.com[k], fine.com[k], 1e-3, "centre by voxels");
		near(v.inertia[k], fine.inertia[k], 2e-3 * fine.inertia[k], "inertia by voxels");
		near(v.inertia[3 + k], fine.inertia[3 + k], 1e-3, "products by voxels");
	}
	for (int k = 0; k < 10; k++)
		near(v.third[k], fine.third[k], 1e-3, "third moments by voxels");
}

/* A spheroid with one bump, turned about its axis: B has products then. */
static void turned(void)
{
	const double c = cos(0.7), s = sin(0.7);
	const struct bump straight = { .sign = 1, .k = 0.9, .c = { 0.8, 0, 0.1 }, .b = { 4, 9, 16, 0, 0, 0 } };
	const struct bump tilted = { .sign = 1, .k = 0.9, .c = { 0.8 * c, 0.8 * s, 0.1 },
	                             .b = { 4 * c * c + 9 * s * s, 4 * s * s + 9 * c * c, 16, (4 - 9) * c * s, 0, 0 } };
	const struct implicit a = { .a = { 1, 1, 0.7 }, .n = 1, .bump = &straight };
	const struct implicit b = { .a = { 1, 1, 0.7 }, .n = 1, .bump = &tilted };
	struct mass3 m, t;

	implicit_mass(&m, &a, 64, NULL);
	implicit_mass(&t, &b, 64, NULL);
	near(t.volume, m.volume, 1e-5, "turned: volume");
	near(t.com[0], c * m.com[0] - s * m.com[1], 1e-5, "centre");
	near(t.com[1], s * m.com[0] + c * m.com[1], 1e-5, "centre");
	near(t.inertia[2], m.inertia[2], 1e-5, "moment about the axis");
	near(t.inertia[0] + t.inertia[1], m.inertia[0] + m.inertia[1], 1e-5, "sum of the others");
	near(t.surface, m.surface, 1e-4, "surface");
	double lo[3], hi[3];
	implicit_box(&b, lo, hi);
	double reach = sqrt(c * c / 4 + s * s / 9); /* of the ellipse with half axes 1/2 and 1/3 along x */
	near(hi[0], fmax(1, 0.8 * c + reach), 1e-14, "box of a tilted bump");
	near(hi[2], 0.7, 1e-15, "box across");
}

static void faults(void)
{
	struct bump b = three[0];
	struct implicit o = { .a = { 1, 1, 1 }, .n = 1, .bump = &b };
	struct mass3 m;
	int which;

	ok(implicit_check(&o, &which) == IMPLICIT_GOOD && which == -1, "no fault");
	o.a[1] = 0;
	ok(implicit_check(&o, &which) == IMPLICIT_AXIS && which == -1, "a half axis of 0");
	ok(implicit_mass(&m, &o, 8, NULL) == MASS_EMPTY, "has no mass");
	o.a[1] = INFINITY;
	ok(implicit_check(&o, &which) == IMPLICIT_AXIS, "an endless half axis");
	o.a[1] = 1;
	b.k = -1;
	ok(implicit_check(&o, &which) == IMPLICIT_HEIGHT && which == 0, "a bump of negative height");
	b.k = 1;
	b.c[1] = NAN;
	ok(implicit_check(&o, &which) == IMPLICIT_HEIGHT, "a centre that is not a number");
	b = three[0];
	b.b[3] = 3 * b.b[0];
	ok(implicit_check(&o, &which) == IMPLICIT_OPEN && which == 0, "a bump without end");
	b.sign = -1;
	ok(implicit_check(&o, &which) == IMPLICIT_GOOD, "dents may have no end");
	b = (struct bump){ .sign = -1, .k = 1.1, .b = { 4, 4, 4, 0, 0, 0 } };
	ok(implicit_check(&o, &which) == IMPLICIT_HOLLOW && which == -1, "hollow in the middle");
}

static void pieces(void)
{
	struct bump b[3] = {
		{ .sign = 1, .k = 1, .c = { 0.95, 0, 0 }, .b = { 8, 8, 8, 0, 0, 0 } },
		{ .sign = 1, .k = 2, .c = { 0.3, 2.5, 0.4 }, .b = { 2500, 2500, 2500, 0, 0, 0 } },
		{ .sign = 1, .k = 20, .c = { 0.2, 1.5, 0.2 }, .b = { 0.7, 0.7, 0.7, 0, 0, 0 } },
	};
	struct implicit o = { .a = { 1, 1, 1 }, .n = 1, .bump = b };
	double at[3];

	ok(implicit_pieces(&(struct implicit){ .a = { 1, 2, 3 } }, IMPLICIT_LINES, NULL) == 1, "an ellipsoid is one piece");
	ok(implicit_pieces(&o, IMPLICIT_LINES, NULL) == 1 && implicit_idle(&o) == -1, "and with a bump");
	/* the second is a hundredth as wide as the box; F is -5.5 where it is, its q^3 up to 8 */
	o.n = 2;
	ok(implicit_pieces(&o, IMPLICIT_LINES, at) == 2, "a small one apart is seen");
	for (int k = 0; k < 3; k++)
		near(at[k], b[1].c[k], 0.02, "and where it is");
	ok(implicit_idle(&o) == -1, "it is there");
	b[1].k = 1.7; /* 1.7^3 < 5.5 */
	ok(implicit_pieces(&o, IMPLICIT_LINES, NULL) == 1 && implicit_idle(&o) == 1, "a low one is not");
	b[1].k = 2;
	o.n = 3;
	ok(implicit_pieces(&o, IMPLICIT_LINES, NULL) == 1, "one that leads to it makes one body of all");
	b[1] = b[0];
	b[2] = (struct bump){ .sign = 1, .k = 0.85, .c = { 0, 0, 0 }, .b = { 16, 16, 16, 0, 0, 0 } };
	ok(implicit_idle(&o) == 2, "one inside changes nothing");
	b[2] = (struct bump){ .sign = -1, .k = 1, .c = { 3, 0, 0 }, .b = { 1, 1, -0.1, 0, 0, 0 } };
	ok(implicit_idle(&o) == 2, "a dent outside changes nothing, though it has no end");
	b[2].c[0] = 1.5;
	ok(implicit_idle(&o) == -1, "one that reaches in does");
}

/* |grad F| = 2 |x / a^2|, on the ellipsoid 2 / a at the end of an axis; of a body with a waist, F = 1 - x^2 - r^2 -
 * (k (1 - b x^2))^3, 2 r in the middle, where r^2 = 1 - k^3. */
static void normals(void)
{
	const struct bump waist = { .sign = -1, .k = 0.9999, .c = { 0, 0, 0 }, .b = { 8, 0, 0, 0, 0, 0 } };
	double at[3], found = implicit_flattest(&(struct implicit){ .a = { 3, 2, 1 } }, at);

	near(found, 2.0 / 3, 0.05, "an ellipsoid is flattest at its tips");
	near(fabs(at[0]), 3, 0.05, "there");
	found = implicit_flattest(&(struct implicit){ { 1, 1, 1 }, 1, &waist }, at);
	near(found, 2 * sqrt(1 - pow(0.9999, 3)), 1e-3, "a waist that is thin has little slope");
	ok(fabs(at[0]) < 0.01, "there");
}

int main(void)
{
	pieces();
	normals();
	rule();
	plain();
	value();
	revolutions();
	bumps();
	turned();
	faults();
	return done();
}
