/* mass3.c: eigenvalues, principal axes, and that they do not depend on how a body lies */
#include "solid/mass3.h"

#include <string.h>

#include "base/buf.h"
#include "base/eigen3.h"
#include "base/quat.h"
#include "base/rng.h"
#include "base/vec.h"
#include "shape/solid_mass.h"
#include "solid/balls.h"
#include "tap.h"

/* ---- eigenvalues ---- */

static void residual(const double m[6], const char *what)
{
	double value[3], v[3][3], worst = 0, size = 0;
	const double a[3][3] = { { m[0], m[3], m[4] }, { m[3], m[1], m[5] }, { m[4], m[5], m[2] } };

	eigen3(value, v, m);
	for (int k = 0; k < 6; k++)
		size = fmax(size, fabs(m[k]));
	for (int k = 0; k < 3; k++) {
		double left[3];

		mat3_apply(left, a, v[k]);
		for (int i = 0; i < 3; i++) {
			double dot = v[k][0] * v[i][0] + v[k][1] * v[i][1] + v[k][2] * v[i][2];

			worst = fmax(worst, fmax(fabs(left[i] - value[k] * v[k][i]) / size, fabs(dot - (i == k))));
		}
	}
	double det = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) + v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
	             v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
	near(worst, 0, 2e-15, "%s: eigenvectors, orthonormal", what);
	near(det, 1, 1e-14, "%s: right-handed", what);
	ok(value[0] <= value[1] && value[1] <= value[2], "%s: ascending", what);
}

static void eigenvalues(void)
{
	struct rng g;
	double value[3], v[3][3], m[6];

	/* 2 -1 0; -1 2 -1; 0 -1 2 has 2 - sqrt 2, 2, 2 + sqrt 2 */
	eigen3(value, v, (double[6]){ 2, 2, 2, -1, 0, -1 });
	near(value[0], 2 - sqrt(2), 1e-15, "least");
	near(value[1], 2, 1e-15, "middle");
	near(value[2], 2 + sqrt(2), 1e-15, "greatest");
	eigen3(value, v, (double[6]){ 3, 1, 2, 0, 0, 0 });
	ok(value[0] == 1 && value[1] == 2 && value[2] == 3 && v[0][1] == 1 && v[1][2] == 1 && v[2][0] == 1,
	   "diagonal matrices are only sorted");
	rng_seed(&g, 3);
	for (int k = 0; k < 4; k++) {
		for (int i = 0; i < 6; i++)
			m[i] = 2 * rng_uniform(&g) - 1;
		residual(m, "random");
	}
	residual((double[6]){ 1, 1, 1, 1e-9, -2e-9, 1e-10 }, "nearly equal");
	residual((double[6]){ 1e-200, 2e-200, 5e-200, 1e-200, 0, 3e-201 }, "tiny");
	residual((double[6]){ 1e8, 1, 1e-8, 1, 1e-4, 1e-5 }, "wide");
}

/* ---- principal axes ---- */

static void random_turn(struct rng *g, double m[3][3])
{
	double q[4];

	for (int k = 0; k < 4; k++)
		q[k] = rng_normal(g);
	quat_unit(q);
	quat_matrix(m, q);
}

enum { MOST = 64 };

/* Whether the turned and shifted body in its principal axes is the same list of balls, in any order. */
static double differs(int n, const double (*a)[4], const double (*b)[4])
{
	double worst = 0;

	for (int i = 0; i < n; i++) {
		double least = INFINITY;

		for (int j = 0; j < n; j++) {
			double d = 0;

			for (int k = 0; k < 4; k++)
				d = fmax(d, fabs(a[i][k] - b[j][k]));
			least = fmin(least, d);
		}
		worst = fmax(worst, least);
	}
	return worst;
}

static void stand(int n, const double (*ball)[4], double (*to)[4], struct principal3 *p, struct mass3 *m)
{
	ok(balls_mass(m, n, ball) == MASS_GOOD, "a mass");
	double (*mark)[4] = mem_new((size_t)n, sizeof *mark);
	for (int i = 0; i < n; i++) {
		memcpy(mark[i], ball[i], sizeof *mark);
		mark[i][3] = pow(ball[i][3], 3);
	}
	mass3_principal_marked(p, m, n, (const double (*)[4])mark);
	free(mark);
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < 3; k++) {
			to[i][k] = 0;
			for (int d = 0; d < 3; d++)
				to[i][k] += p->axis[k][d] * (ball[i][d] - m->com[d]);
		}
		to[i][3] = ball[i][3];
	}
}

/* Turned at random, a body comes out the same; its tensor is diagonal there, and its turn leads back. */
static void settles(int n, const double (*ball)[4], const char *what)
{
	double first[MOST][4], turned[MOST][4], again[MOST][4], r[3][3], back = 0;
	struct principal3 p, q;
	struct mass3 m, t;
	struct rng g;

	stand(n, ball, first, &p, &m);
	rng_seed(&g, 17);
	for (int k = 0; k < 5; k++) {
		random_turn(&g, r);
		for (int i = 0; i < n; i++) {
			mat3_apply(turned[i], (const double (*)[3])r, ball[i]);
			turned[i][0] += 0.3, turned[i][1] -= 1.7;
			turned[i][3] = ball[i][3];
		}
		stand(n, (const double (*)[4])turned, again, &q, &t);
		near(differs(n, (const double (*)[4])first, (const double (*)[4])again), 0, 1e-7, "%s: the same however it lay",
		     what);
		quat_matrix(r, q.turn);
		for (int i = 0; i < n; i++) {
			double x[3];

			mat3_apply(x, (const double (*)[3])r, again[i]);
			for (int d = 0; d < 3; d++)
				back = fmax(back, fabs(t.com[d] + x[d] - turned[i][d]));
		}
		near(back, 0, 1e-14, "%s: its turn leads back", what);
		ok(q.turn[0] >= 0, "%s: w >= 0", what);
		stand(n, (const double (*)[4])again, turned, &q, &t);
		near(sqrt(q.turn[1] * q.turn[1] + q.turn[2] * q.turn[2] + q.turn[3] * q.turn[3]), 0, 1e-7, "%s: there it stays", what);
	}
	balls_mass(&t, n, (const double (*)[4])first);
	for (int k = 0; k < 3; k++) {
		near(t.com[k], 0, 1e-14, "%s: recentred", what);
		near(t.inertia[k], p.moment[k], 1e-7 * p.moment[2], "%s: moment %d", what, k);
		near(t.inertia[3 + k], 0, 1e-7 * p.moment[2], "%s: product %d", what, k);
	}
	ok(p.moment[0] <= p.moment[1] && p.moment[1] <= p.moment[2], "%s: ascending", what);
}

static void bodies(void)
{
	const double odd[5][4] = { { 0, 0, 0, 1 }, { 1.2, 0.1, 0, 0.6 }, { 0, 0.9, 0.2, 0.5 }, { 0.3, 0, 1.1, 0.4 },
	                           { -1, -0.4, 0.3, 0.3 } };
	const double dumbbell[2][4] = { { 0, 0, 0, 1 }, { 0, 1.2, 0, 0.6 } };
	const double peanut[2][4] = { { 0, 0, 0, 1 }, { 1.2, 0, 0, 1 } };
	const double s = sqrt(3) / 2;
	const double triplet[3][4] = { { 1, 0, 0, 0.9 }, { -0.5, s, 0, 0.9 }, { -0.5, -s, 0, 0.9 } };
	const double tripod[4][4] = { { 1, 0, 0, 0.6 }, { -0.5, s, 0, 0.6 }, { -0.5, -s, 0, 0.6 }, { 0, 0, 0.8, 0.7 } };
	const double tetra[4][4] = { { 1, 1, 1, 1.2 }, { 1, -1, -1, 1.2 }, { -1, 1, -1, 1.2 }, { -1, -1, 1, 1.2 } };
	const double screw[4][4] = { { 1, 0.3, -0.8, 0.6 }, { -1, -0.3, -0.8, 0.6 }, { 1, -0.3, 0.8, 0.6 },
	                             { -1, 0.3, 0.8, 0.6 } };
	const double kite[4][4] = { { 1.5, 0, 0, 0.5 }, { -0.7, 0, 0, 0.6 }, { 0, 0.8, 0, 0.4 }, { 0, -0.8, 0, 0.4 } };

	settles(5, odd, "a body without symmetry");
	settles(2, dumbbell, "dumbbell with unequal ends");
	settles(2, peanut, "dumbbell with equal ends");
	settles(3, triplet, "triplet");
	settles(4, tripod, "tripod");
	settles(4, tetra, "tetrahedron");
	settles(4, screw, "three axes of half turns, no mirror");
	settles(4, kite, "kite");
}

/* ---- bodies whose moments say little ---- */

/* n balls on a circle at a height, the first at an angle, put at ball; radii r and other in turn. Returns n. */
static int ring(double (*ball)[4], int n, double angle, double z, double r, double other)
{
	for (int i = 0; i < n; i++) {
		double a = angle + 6.283185307179586 * i / n;

		memcpy(ball[i], (double[4]){ cos(a), sin(a), z, i % 2 ? other : r }, sizeof *ball);
	}
	return n;
}

/* Where third moments vanish and moments are equal the balls themselves have to tell. */
static void rings(void)
{
	double ball[MOST][4];
	char what[64];
	int n;

	for (n = 4; n <= 24; n += n < 8 ? 1 : 4) {
		snprintf(what, sizeof what, "ring of %d", n);
		settles(ring(ball, n, 0.1, 0, 0.4, 0.4), (const double (*)[4])ball, what);
	}
	for (n = 3; n <= 6; n++) {
		snprintf(what, sizeof what, "two rings of %d, one turned", n);
		ring(ball, n, 0.1, 0.5, 0.6, 0.6);
		ring(ball + n, n, 0.1 + 3.141592653589793 / n, -0.5, 0.6, 0.6);
		settles(2 * n, (const double (*)[4])ball, what);
		snprintf(what, sizeof what, "two rings of %d, one turned by less: a screw", n);
		ring(ball + n, n, 0.4, -0.5, 0.6, 0.6);
		settles(2 * n, (const double (*)[4])ball, what);
		snprintf(what, sizeof what, "two rings of %d on each other", n);
		ring(ball + n, n, 0.1, -0.5, 0.6, 0.6);
		settles(2 * n, (const double (*)[4])ball, what);
	}
	settles(ring(ball, 8, 0.1, 0, 0.4, 0.3), (const double (*)[4])ball, "ring of balls of two sizes");
	settles(ring(ball, 12, 0.1, 0, 0.4, 0.39), (const double (*)[4])ball, "ring of balls of nearly equal sizes");
	n = ring(ball, 2, 0.1, 0.7, 0.5, 0.5);
	n += ring(ball + n, 2, 0.1 + 1.5707963267948966, -0.7, 0.5, 0.5);
	settles(n, (const double (*)[4])ball, "two dumbbells across each other");
	/* a ring of five and one of seven: both have to be where they were */
	n = ring(ball, 5, 0.1, 0, 0.4, 0.4);
	n += ring(ball + n, 7, 0.3, 0, 0.5, 0.5);
	settles(n, (const double (*)[4])ball, "a ring of five in one of seven");
}

/* All moments equal: groups of turns of the cube, the icosahedron and the tetrahedron. */
static void lattices(void)
{
	double ball[MOST][4], golden = (1 + sqrt(5)) / 2;
	struct principal3 p;
	struct mass3 m;
	double to[MOST][4];
	int n = 0;

	for (int k = 0; k < 27; k++)
		memcpy(ball[k], (double[4]){ k % 3, k / 3 % 3, k / 9, 0.5 }, sizeof *ball);
	settles(27, (const double (*)[4])ball, "lattice of 27 touching balls");
	stand(27, (const double (*)[4])ball, to, &p, &m);
	near(p.turn[0], 1, 1e-12, "which stays where its edges are along the axes");
	for (int k = 0; k < 8; k++)
		memcpy(ball[k], (double[4]){ k % 2, k / 2 % 2, k / 4, 0.7 }, sizeof *ball);
	settles(8, (const double (*)[4])ball, "cube of balls");
	stand(8, (const double (*)[4])ball, to, &p, &m);
	near(p.turn[0], 1, 1e-12, "which stays, too");
	memcpy(ball[8], (double[4]){ 0.5, 0.5, 0.5, 0.3 }, sizeof *ball);
	settles(9, (const double (*)[4])ball, "with one in the middle");
	for (int k = 0; k < 6; k++) {
		memcpy(ball[k], (double[4]){ 0, 0, 0, 0.8 }, sizeof *ball);
		ball[k][k / 2] = k % 2 ? 1 : -1;
	}
	settles(6, (const double (*)[4])ball, "octahedron");
	stand(6, (const double (*)[4])ball, to, &p, &m);
	near(p.turn[0], 1, 1e-12, "which stays with its corners on the axes");
	for (int k = 0; k < 12; k++) {
		double x = k % 2 ? 1 : -1, y = k / 2 % 2 ? 1 : -1;
		const double of[3][4] = { { x, y, 0, 0.7 }, { 0, x, y, 0.7 }, { y, 0, x, 0.7 } };

		memcpy(ball[k], of[k / 4], sizeof *ball);
	}
	settles(12, (const double (*)[4])ball, "the twelve neighbours of a dense packing");
	/* each of 12 balls of a kind, turned about all axes by quarters alone: no mirrors, and no turns by quarters in one half */
	for (int k = 0; k < 12; k++) {
		const double of[3][4] = { { k % 2 ? 1 : -1, k / 2 % 2 ? golden : -golden, 0, 0.6 }, { 0, k % 2 ? 1 : -1,
			k / 2 % 2 ? golden : -golden, 0.6 }, { k / 2 % 2 ? golden : -golden, 0, k % 2 ? 1 : -1, 0.6 } };

		memcpy(ball[k], of[k / 4], sizeof *ball);
	}
	settles(12, (const double (*)[4])ball, "icosahedron");
	/* an icosahedron with a gap smaller: the turns of a tetrahedron, and mirrors */
	for (int k = 0; k < 12; k++)
		for (int d = 0; d < 3; d++)
			ball[k][d] = fabs(ball[k][d]) > 1.3 ? ball[k][d] * 1.2 : ball[k][d];
	settles(12, (const double (*)[4])ball, "icosahedron drawn out along three axes");
	/* the fourth powers of a cube and an octahedron of 8^(1/4) cancel: here nearly so */
	for (int k = 0; k < 8; k++)
		memcpy(ball[k], (double[4]){ k % 2 ? 1 : -1, k / 2 % 2 ? 1 : -1, k / 4 ? 1 : -1, 0.5 }, sizeof *ball);
	for (int k = 0; k < 6; k++) {
		memcpy(ball[8 + k], (double[4]){ 0, 0, 0, 0.5 }, sizeof *ball);
		ball[8 + k][k / 2] = k % 2 ? 1.68 : -1.68;
	}
	settles(14, (const double (*)[4])ball, "cube and octahedron, nearly the same in all directions");
	/* two cubes, one turned about a diagonal by 0.3 */
	for (n = 0; n < 8; n++) {
		double x[3] = { n % 2 ? 1 : -1, n / 2 % 2 ? 1 : -1, n / 4 ? 1 : -1 }, s = sin(0.3), c = cos(0.3), a = 1 / sqrt(3);
		double along = a * a * (x[0] + x[1] + x[2]) * (1 - c);

		memcpy(ball[n], (double[4]){ x[0], x[1], x[2], 0.5 }, sizeof *ball);
		for (int d = 0; d < 3; d++)
			ball[8 + n][d] = c * x[d] + s * a * (x[(d + 2) % 3] - x[(d + 1) % 3]) + along;
		ball[8 + n][3] = 0.4;
	}
	settles(16, (const double (*)[4])ball, "two cubes around one diagonal");
	/* moments all different, odd ones 0: eight corners of a slanted box */
	for (n = 0; n < 8; n++) {
		double u = n % 2 ? 1 : -1, v = n / 2 % 2 ? 1 : -1, w = n / 4 ? 1 : -1;

		memcpy(ball[n], (double[4]){ u + 0.3 * v + 0.2 * w, 1.3 * v + 0.4 * w, 1.6 * w, 0.5 }, sizeof *ball);
	}
	settles(8, (const double (*)[4])ball, "slanted box");
}

static void rules(void)
{
	double bar[10][4], to[10][4], cube[8][4];
	const double arrow[2][4] = { { 0, 0, 0, 0.5 }, { 0, 0.8, 0, 1 } };
	struct principal3 p;
	struct mass3 m;

	for (int k = 0; k < 10; k++)
		memcpy(bar[k], (double[4]){ k < 7 ? k - 3 : 0, 0, k < 7 ? 0 : k - 6, 0.5 }, sizeof *bar);
	stand(10, (const double (*)[4])bar, to, &p, &m);
	near(p.moment[0], 5.96902604, 5e-9, "T-bar: least moment");
	near(p.moment[1], 15.18436449, 5e-9, "T-bar: middle moment");
	near(p.moment[2], 20.62979176, 5e-9, "T-bar: greatest moment");
	near(to[9][1], 2.4, 1e-14, "the leg of the T lies along y, where its third moment is");
	near(fabs(to[0][0]), 3, 1e-14, "its bar along x");
	near(p.axis[0][0], 1, 1e-14, "and of two turns that are as good the lesser one");
	stand(2, arrow, to, &p, &m);
	ok(to[0][0] > 0 && to[1][0] < 0, "the long axis, x, points to the thin end, which is farther out");
	double third = 0;
	for (int k = 0; k < 2; k++) {
		double v = pow(to[k][3], 3), x = to[k][0];

		third += v * (x * x * x + 0.6 * x * to[k][3] * to[k][3]);
	}
	ok(third > 0, "which has the third moment");
	ok(p.equal[1] && !p.equal[0], "its last two moments are equal");
	for (int k = 0; k < 8; k++)
		memcpy(cube[k], (double[4]){ k % 2, k / 2 % 2, k / 4, 0.7 }, sizeof *cube);
	stand(8, (const double (*)[4])cube, to, &p, &m);
	ok(p.equal[0] && p.equal[1], "all moments of a cube are equal");
	ok(p.axis[0][0] == 1 && p.axis[1][1] == 1 && p.axis[2][2] == 1 && p.turn[0] == 1, "it stays as it lies");
}

static void moments(void)
{
	struct moments3 a = { 0 }, b = { 0 };
	struct mass3 m, n;

	/* the same points about another origin */
	for (int k = 0; k < 5; k++) {
		double x[3] = { 0.3 * k, 1.1 * k * k - 2, 0.7 - k }, y[3] = { x[0] - 2, x[1] + 1, x[2] - 3 };

		moments3_add(&a, 1 + k, x);
		moments3_add(&b, 1 + k, y);
	}
	ok(mass3_of_moments(&m, &a, (double[3]){ 0, 0, 0 }) == MASS_GOOD, "moments of points");
	mass3_of_moments(&n, &b, (double[3]){ 2, -1, 3 });
	for (int k = 0; k < 3; k++)
		near(n.com[k], m.com[k], 1e-14, "centre from another origin");
	for (int k = 0; k < 6; k++)
		near(n.inertia[k], m.inertia[k], 1e-12, "inertia");
	for (int k = 0; k < 10; k++)
		near(n.third[k], m.third[k], 1e-10, "third moments");
	ok(mass3_of_moments(&m, &(struct moments3){ 0 }, (double[3]){ 0, 0, 0 }) == MASS_EMPTY, "nothing");
}

/* A body without symmetry, of points of several masses, moved and turned: what its points say there. Spreads are those of six
 * points each, sqrt(3 v) to either side along each axis, which have no third moments of their own and none that are mixed. */
static void moved(void)
{
	static const double at[3] = { 2.385, -1.3, 0.7 }, q[4] = { 0.7, -0.1, 0.5, 0.5 }, variance[3] = { 0.3, 1.1, 0.05 };
	struct moments3 still = { 0 }, there = { 0 }, points = { 0 };
	struct mass3 m, n, k;
	double r[3][3];

	quat_matrix(r, q);
	for (int i = 0; i < 5; i++) {
		const double x[3] = { 0.3 * i - 1, 1.1 * i * i - 2, sin(7 * i) }, mass = 1.7 + i * i;
		double y[3];

		moments3_add_spread(&still, mass, x, variance);
		for (int d = 0; d < 6; d++) {
			double p[3] = { x[0], x[1], x[2] };

			p[d / 2] += (d % 2 ? 1 : -1) * sqrt(3 * variance[d / 2]);
			moments3_add(&points, mass / 6, p);
			mat3_apply(y, (const double (*)[3])r, p);
			for (int a = 0; a < 3; a++)
				y[a] += at[a];
			moments3_add(&there, mass / 6, y);
		}
	}
	mass3_of_moments(&m, &still, (double[3]){ 0, 0, 0 });
	mass3_of_moments(&k, &points, (double[3]){ 0, 0, 0 });
	mass3_of_moments(&n, &there, (double[3]){ 0, 0, 0 });
	for (int i = 0; i < 6; i++)
		near(m.inertia[i], k.inertia[i], 1e-11, "spread: inertia %d is that of points", i);
	for (int i = 0; i < 10; i++)
		near(m.third[i], k.third[i], 1e-10, "spread: third moment %d is that of points", i);
	mass3_move(&m, at, q);
	near(m.volume, n.volume, 1e-13, "moved and turned: the volume stays");
	for (int i = 0; i < 3; i++)
		near(m.com[i], n.com[i], 1e-13, "the centre, axis %d", i);
	for (int i = 0; i < 6; i++)
		near(m.inertia[i], n.inertia[i], 1e-11, "inertia %d", i);
	for (int i = 0; i < 10; i++)
		near(m.third[i], n.third[i], 1e-10, "third moment %d", i);
}

/* Third moments by themselves: to where axes point by the second and third of the rules, and the greatest of all
 * directions where all have one moment. */
static void thirds(void)
{
	/* of x (x^2 + y^2 + z^2), then of x y^2 where that is 0: xyy and xzz are numbers 3 and 5, yyy is 6 */
	struct mass3 m = { .volume = 1, .inertia = { 1, 2, 2.5 }, .third = { [3] = -1, [6] = 1 } };
	struct principal3 p;
	vec3 d = v3(2.0 / 7, -3.0 / 7, 6.0 / 7);

	mass3_principal(&p, &m);
	ok(p.axis[0][0] == -1 && p.axis[1][1] == 1 && p.axis[2][2] == -1, "by the moment of x r^2");
	m.third[5] = 1;
	mass3_principal(&p, &m);
	ok(p.axis[0][0] == -1 && p.axis[1][1] == 1 && p.axis[2][2] == -1, "by that of x y^2");
	m.third[3] = 1;
	m.third[5] = -1;
	mass3_principal(&p, &m);
	ok(p.axis[0][0] == 1 && p.axis[1][1] == 1 && p.axis[2][2] == 1, "the other way");
	m = (struct mass3){ .volume = 1, .inertia = { 1, 1, 1 }, .third = { d.x * d.x * d.x, d.x * d.x * d.y, d.x * d.x * d.z,
		d.x * d.y * d.y, d.x * d.y * d.z, d.x * d.z * d.z, d.y * d.y * d.y, d.y * d.y * d.z, d.y * d.z * d.z, d.z * d.z * d.z } };
	mass3_principal(&p, &m);
	for (int k = 0; k < 3; k++)
		near(p.axis[0][k], k == 0 ? d.x : k == 1 ? d.y : d.z, 1e-9, "all moments equal: along the greatest third one");
}

/* A clump that had been moved and turned once is moved, and turned or not, again: its record says where its balls are in
 * the drawing. */
static void settled(void)
{
	static const double ball[3][4] = { { 0.4, -1.1, 0.3, 0.5 }, { 1.3, 0.2, -0.7, 0.8 }, { -0.9, 1.6, 0.5, 0.6 } };

	for (int keep = 0; keep < 2; keep++) {
		const struct solid_plan plan = { .method = SOLID_EXACT };
		struct shape s = { .n = 0 };
		double before[3][3], r[3][3], centre[3], turn[4], worst = 0;
		struct mass3 m;

		shape_alloc(&s, SHAPE_CLUMP, 3);
		s.solid->n = 3;
		s.solid->ball = mem_zero(3, sizeof *s.solid->ball);
		memcpy(s.solid->ball, ball, sizeof ball);
		memcpy(s.solid->centre, (double[]){ 0.3, -0.7, 1.1 }, sizeof s.solid->centre);
		memcpy(s.solid->turned, (double[]){ 0.5, -0.1, 0.7, 0.5 }, sizeof s.solid->turned);
		quat_matrix(r, s.solid->turned);
		for (int k = 0; k < 3; k++)
			mat3_apply(before[k], (const double (*)[3])r, ball[k]);
		ok(solid_mass(&m, &s, &plan) == MASS_GOOD && solid_settle(&s, &m, keep, "exact", centre, turn) == SOLID_MOVED, "moved");
		quat_matrix(r, s.solid->turned);
		for (int k = 0; k < 3; k++) {
			double at[3];

			mat3_apply(at, (const double (*)[3])r, s.solid->ball[k]);
			for (int d = 0; d < 3; d++)
				worst = fmax(worst, fabs(at[d] + s.solid->centre[d] - before[k][d] - (d == 0 ? 0.3 : d == 1 ? -0.7 : 1.1)));
		}
		near(worst, 0, 1e-12, "moved again%s: where balls were in the drawing", keep ? "" : " and turned");
		ok(keep ? turn[0] == 1 : fabs(turn[0]) < 0.99, "the frame is %s", keep ? "kept" : "turned");
		near(m.com[0], centre[0], 1e-15, "what it was moved by");
		solid_free(s.solid);
	}
}

int main(void)
{
	thirds();
	eigenvalues();
	moments();
	moved();
	bodies();
	rings();
	lattices();
	rules();
	settled();
	return done();
}
