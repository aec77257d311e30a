/* balls.c: unions of balls against closed forms, against slices (slices.h), and against themselves turned and shuffled
 * */
#include "solid/balls.h"

#include <string.h>

#include "base/rng.h"
#include "slices.h"
#include "solid/patch.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

/* A rotation about an awkward axis by an angle, and a shift. */
static void move(int n, double (*ball)[4], double angle, double dx, double dy, double dz)
{
	const vec3 e = v3(2.0 / 7, 3.0 / 7, 6.0 / 7);
	double c = cos(angle), s = sin(angle);

	for (int i = 0; i < n; i++) {
		vec3 x = v3_from(ball[i]), across = v3_cross(e, x);
		vec3 y = v3_add(v3_add(v3_scale(c, x), v3_scale(s, across)), v3_scale((1 - c) * v3_dot(e, x), e));

		v3_to(ball[i], v3_add(y, v3(dx, dy, dz)));
	}
}

static double same(const struct mass3 *a, const struct mass3 *b)
{
	double size = cbrt(a->volume), worst = fabs(a->volume - b->volume) / a->volume;

	for (int k = 0; k < 3; k++)
		worst = fmax(worst, fabs(a->com[k] - b->com[k]) / size);
	for (int k = 0; k < 6; k++)
		worst = fmax(worst, fabs(a->inertia[k] - b->inertia[k]) / (a->volume * size * size));
	return worst;
}

static double trace(const struct mass3 *m)
{
	return m->inertia[0] + m->inertia[1] + m->inertia[2];
}

/* ---- closed forms ---- */

/* Moments along x of the part x < cut of a ball about (at, 0, 0): disks of area pi (r^2 - t^2), and of second moment
 * pi (r^2 - t^2)^2 / 4 about a diameter. */
static void sum_cut(struct moments3 *a, double at, double r, double cut, int side)
{
	double t = side * (cut - at), r2 = r * r, zero = 2 * r * r2 / 3 + r2 * t - t * t * t / 3;
	double one = -(r2 - t * t) * (r2 - t * t) / 4, two = 2 * r2 * r2 * r / 15 + r2 * t * t * t / 3 - pow(t, 5) / 5;
	double flat = (8 * r2 * r2 * r / 15 + r2 * r2 * t - 2 * r2 * t * t * t / 3 + pow(t, 5) / 5) / 4;

	a->one += pi * zero;
	a->first[0] += pi * (at * zero + side * one);
	a->second[0] += pi * (at * at * zero + 2 * at * side * one + two);
	a->second[1] += pi * flat;
	a->second[2] += pi * flat;
}

static void two_balls(double p, double q, double d)
{
	double x = (d * d + p * p - q * q) / (2 * d);
	double ball[4][4] = { { 0, 0, 0, p }, { d, 0, 0, q }, { 0.01, 0, 0, 0.5 * p }, { 0, 0, 0, p } };
	struct moments3 a = { 0 };
	struct mass3 m, closed;

	sum_cut(&a, 0, p, x, 1);
	sum_cut(&a, d, q, x, -1);
	mass3_of_moments(&closed, &a, (double[3]){ 0, 0, 0 });
	double overlap = pi * (p + q - d) * (p + q - d) * (d * d + 2 * d * (p + q) - 3 * (p - q) * (p - q)) / (12 * d);
	near(a.one, 4 * pi / 3 * (p * p * p + q * q * q) - overlap, 1e-14 * a.one, "the parts are less by the lens");
	ok(balls_mass(&m, 2, (const double (*)[4])ball) == MASS_GOOD, "balls %g and %g, %g apart", p, q, d);
	near(same(&closed, &m), 0, 1e-13, "volume, centre and inertia");
	near(m.surface, 2 * pi * (p * (p + x) + q * (q + d - x)), 1e-13 * m.surface, "surface: two zones");
	ok(m.error < 1e-13 * m.volume, "error");
	ok(balls_mass(&m, 4, (const double (*)[4])ball) == MASS_GOOD, "with one twice and one inside");
	near(same(&closed, &m), 0, 1e-13, "they change nothing");
	move(4, ball, 0.7, 2.5, -1.3, 4.1);
	struct moments3 b = a; /* the same in the moved frame: by moments of the three axes */
	double axes[4][4] = { { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } };
	move(4, axes, 0.7, 0, 0, 0);
	memset(b.second, 0, sizeof b.second);
	static const int of[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
	for (int k = 0; k < 3; k++)
		b.first[k] = a.first[0] * axes[1][k];
	for (int k = 0; k < 6; k++)
		for (int i = 0; i < 3; i++)
			b.second[k] += a.second[i] * axes[1 + i][of[k][0]] * axes[1 + i][of[k][1]];
	mass3_of_moments(&closed, &b, (double[3]){ 2.5, -1.3, 4.1 });
	balls_mass(&m, 4, (const double (*)[4])ball);
	near(same(&closed, &m), 0, 1e-13, "turned and moved");
}

static void bare(void)
{
	const double one[1][4] = { { 2.385, -1.7, 0.9, 0.37 } };
	const double inside[4][4] = { { 0, 0, 0, 1 }, { 0.5, 0, 0, 0.5 }, { 0, 0, 0, 1 }, { 0, 0.3, 0.2, 0.1 } };
	const double touching[3][4] = { { 0, 0, 0, 1 }, { 3, 0, 0, 2 }, { 0, 7, 0, 0.5 } };
	struct mass3 m;
	double v = 4 * pi / 3 * pow(0.37, 3);

	ok(balls_mass(&m, 1, one) == MASS_GOOD, "one ball");
	near(m.volume, v, 1e-15, "its volume");
	near(m.surface, 4 * pi * 0.37 * 0.37, 1e-14, "its surface");
	near(m.com[0], 2.385, 1e-15, "its centre");
	near(m.inertia[0], 0.4 * v * 0.37 * 0.37, 1e-15, "its inertia");
	near(m.inertia[3], 0, 1e-15, "no product of inertia");
	balls_mass(&m, 4, inside);
	near(m.volume, 4 * pi / 3, 1e-14, "balls inside, one tangent, one equal: volume");
	near(m.surface, 4 * pi, 1e-14, "surface");
	balls_mass(&m, 3, touching);
	near(m.volume, 4 * pi / 3 * 9.125, 1e-13, "tangent balls: volume");
	near(m.surface, 4 * pi * 5.25, 1e-13, "surface");
	ok(balls_mass(&m, 0, NULL) == MASS_EMPTY, "no ball");
	ok(balls_mass(&m, 1, (const double[1][4]){ { 1, 2, 3, 0 } }) == MASS_EMPTY, "a ball without radius");
}

/* The T-bar of ten pebbles: seven on a bar, three on its leg. */
static int t_bar(double (*ball)[4], double r)
{
	for (int k = 0; k < 10; k++)
		memcpy(ball[k], (double[4]){ k < 7 ? k - 3 : 0, 0, k < 7 ? 0 : k - 6, r }, sizeof *ball);
	return 10;
}

static void t_bars(void)
{
	double ball[10][4], density[10];
	struct mass3 m, s;
	struct moments3 a;

	t_bar(ball, 0.5);
	for (int k = 0; k < 2; k++) {
		if (k)
			balls_mass_pebbles(&m, 10, (const double (*)[4])ball, NULL);
		else
			balls_mass(&m, 10, (const double (*)[4])ball);
		near(m.volume, 5.235987756, 5e-10, "T-bar of touching pebbles: volume");
		near(m.inertia[0], 5.96902604, 5e-9, "least moment");
		near(m.inertia[2], 15.18436449, 5e-9, "middle moment");
		near(m.inertia[1], 20.62979176, 5e-9, "greatest moment");
		near(m.com[2], 0.6, 1e-15, "its centre is up the leg");
	}
	/* of touching pebbles the third moments are those of the union: about its middle, of z, by parallel axes */
	double v = pi / 6, third = 7 * (-0.216 - 3 * 0.6 * 0.05) + 0.064 + 3 * 0.4 * 0.05 + 2.744 + 3 * 1.4 * 0.05 + 13.824 +
	                            3 * 2.4 * 0.05;
	near(m.third[9], v * third, 1e-12, "third moment along the leg");
	near(m.third[2], v * 28 * -0.6 + v * 0.05 * (-4.2 + 0.4 + 1.4 + 2.4), 1e-12, "third moment xxz");
	for (int k = 0; k < 10; k++)
		density[k] = k < 7 ? 2.5 : 4;
	balls_mass_pebbles(&m, 10, (const double (*)[4])ball, density);
	near(m.volume, v * (7 * 2.5 + 3 * 4), 1e-13, "densities of their own: mass");
	near(m.com[2], 4 * 6 / (7 * 2.5 + 3 * 4), 1e-14, "and centre");
	t_bar(ball, 0.8);
	move(10, ball, 1.1, 0.3, 0.2, 0.1);
	ok(balls_mass(&m, 10, (const double (*)[4])ball) == MASS_GOOD, "T-bar of overlapping pebbles");
	a = slices_sum(10, (const double (*)[4])ball, 1);
	mass3_of_moments(&s, &a, (double[3]){ 0, 0, 0 });
	near(same(&s, &m), 0, 1e-9, "as by slices");
}

/* ---- against slices ---- */

static void against_slices(int n, const double (*ball)[4], int triples, double tol, const char *what)
{
	struct moments3 a = slices_sum(n, ball, triples);
	struct mass3 m, s;

	mass3_of_moments(&s, &a, (double[3]){ 0, 0, 0 });
	ok(balls_mass(&m, n, ball) == MASS_GOOD, "%s", what);
	near(same(&s, &m), 0, tol, "%s: as by slices", what);
	ok(m.error < 1e-12 * m.volume, "%s: closed", what);
}

static void heaps(void)
{
	static const int many[5] = { 3, 4, 6, 10, 60 };
	double ball[60][4], turned[60][4];
	struct mass3 m, t;
	struct rng g;

	rng_seed(&g, 11);
	for (int k = 0; k < 5; k++) {
		int n = many[k];
		char what[40];

		for (int i = 0; i < n; i++) {
			for (int d = 0; d < 3; d++)
				ball[i][d] = (n < 20 ? 1.1 : 1.9) * rng_uniform(&g);
			ball[i][3] = 0.2 + 0.5 * rng_uniform(&g);
		}
		snprintf(what, sizeof what, "%d balls", n);
		against_slices(n, (const double (*)[4])ball, n < 20, 1e-9, what);
		balls_mass(&m, n, (const double (*)[4])ball);
		for (int i = 0; i < n; i++) /* 7 has no factor in common with any n */
			memcpy(turned[i], ball[(7 * i + 3) % n], sizeof *ball);
		balls_mass(&t, n, (const double (*)[4])turned);
		near(same(&m, &t), 0, 1e-12, "%s in another order", what);
		move(n, turned, 2.1, 5, -3, 2);
		balls_mass(&t, n, (const double (*)[4])turned);
		near(t.volume, m.volume, 1e-12 * m.volume, "%s turned: volume", what);
		near(t.surface, m.surface, 1e-12 * m.surface, "%s turned: surface", what);
		near(trace(&t), trace(&m), 1e-12 * trace(&m), "%s turned: trace of the inertia", what);
		double e[3][4] = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } };
		static const int at2[3][3] = { { 0, 3, 4 }, { 3, 1, 5 }, { 4, 5, 2 } };
		move(3, e, 2.1, 0, 0, 0);
		for (int a = 0; a < 3; a++)
			for (int b = a; b < 3; b++) {
				double sum = 0;

				for (int i = 0; i < 9; i++)
					sum += e[i / 3][a] * e[i % 3][b] * m.inertia[at2[i / 3][i % 3]];
				near(t.inertia[at2[a][b]], sum, 1e-12 * trace(&m), "%s turned: the tensor at %d %d", what, a, b);
			}
		double at[1][4] = { { m.com[0], m.com[1], m.com[2], 0 } };
		move(1, at, 2.1, 5, -3, 2);
		for (int d = 0; d < 3; d++)
			near(t.com[d], at[0][d], 1e-12, "%s turned: centre", what);
	}
}

/* ---- degenerate ---- */

static void lattice(double r, double volume)
{
	double ball[54][4];
	struct mass3 m;

	for (int i = 0; i < 54; i++) /* every one twice */
		memcpy(ball[i], (double[4]){ i % 3, i / 3 % 3, i / 9 % 3, r }, sizeof *ball);
	for (int k = 0; k < 4; k++) {
		int n = k % 2 ? 54 : 27;

		ok(balls_mass(&m, n, (const double (*)[4])ball) == MASS_GOOD, "lattice of %d balls of radius %g", n, r);
		near(m.volume, volume, 1e-12 * volume, "its volume");
		if (k == 1)
			move(54, ball, 0.9, 1, 2, 3);
		near(m.inertia[0], m.inertia[1], 1e-12 * m.inertia[0], "its inertia is the same about all axes");
		near(m.inertia[3], 0, 1e-12 * m.inertia[0], "without products");
	}
}

/* Equal balls: pairs overlap in two caps of height r - d / 2. */
static double lens(double r, double d)
{
	double h = r - d / 2;

	return 2 * pi * h * h * (3 * r - h) / 3;
}

static void circles_and_points(void)
{
	/* three spheres through one circle of radius 1 in the plane z = 0 */
	double common[3][4] = { { 0, 0, 0.4, sqrt(1.16) }, { 0, 0, 0.9, sqrt(1.81) }, { 0, 0, -0.7, sqrt(1.49) } };
	struct mass3 m, hull;

	for (int k = 0; k < 5; k++) {
		move(3, common, 0.37 * k, 0.1, 0.2, 0.3);
		balls_mass(&m, 3, (const double (*)[4])common);
		/* what is above the plane of the second, below that of the third: caps beyond their centres */
		balls_mass(&hull, 2, (const double (*)[4])(common + 1));
		near(m.volume, hull.volume, 1e-13 * m.volume, "a third sphere through a common circle adds nothing");
		near(m.surface, hull.surface, 1e-12 * m.surface, "nor to the surface");
	}
	/* balls of radius sqrt(3) / 2 on the corners of a unit cube meet in its middle, which is covered to the last
	 * point */
	double cube[9][4];

	for (int i = 0; i < 8; i++)
		memcpy(cube[i], (double[4]){ i % 2, i / 2 % 2, i / 4, sqrt(3) / 2 }, sizeof *cube);
	memcpy(cube[8], (double[4]){ 0.5, 0.5, 0.5, 0.2 }, sizeof *cube);
	move(9, cube, 0.61, 0, 0, 0);
	struct mass3 with;
	balls_mass(&m, 8, (const double (*)[4])cube);
	balls_mass(&with, 9, (const double (*)[4])cube);
	near(with.volume, m.volume, 1e-13 * m.volume, "eight spheres through a point leave no hole there");
	near(with.surface, m.surface, 1e-12 * m.surface, "nor a surface");
	against_slices(8, (const double (*)[4])cube, 1, 1e-10, "eight spheres through a point");
}

/* Centres on a small grid and radii to match: whatever can coincide does. A body that is moved by 1e-9 at random is in
 * general position, and differs by no more than that times its surface. */
static void small_grids(void)
{
	static const double radii[] = { 0.5, 1, 0.70710678118654752, 0.86602540378443865, 1.5, 0.3, 1.1180339887498949 };
	double worst = 0, open = 0, ball[24][4], moved[24][4];
	int bad = 0;
	struct rng g;

	rng_seed(&g, 5);
	for (int k = 0; k < 1500; k++) {
		int n = 3 + (int)rng_below(&g, 21), grid = 2 + (int)rng_below(&g, 3), equal = (int)rng_below(&g, 2);
		double r = radii[rng_below(&g, 7)];
		struct mass3 m, c;

		for (int i = 0; i < n; i++) {
			for (int d = 0; d < 3; d++)
				ball[i][d] = (double)rng_below(&g, (uint64_t)grid) + (rng_below(&g, 5) ? 0 : 0.5);
			ball[i][3] = equal ? r : radii[rng_below(&g, 7)];
		}
		if (k % 2)
			move(n, ball, 6 * rng_uniform(&g), 0, 0, 0);
		memcpy(moved, ball, sizeof moved);
		for (int i = 0; i < n; i++)
			for (int d = 0; d < 4; d++)
				moved[i][d] += 1e-9 * (2 * rng_uniform(&g) - 1);
		bad += balls_mass(&m, n, (const double (*)[4])ball) != MASS_GOOD;
		bad += balls_mass(&c, n, (const double (*)[4])moved) != MASS_GOOD;
		worst = fmax(worst, fabs(m.volume - c.volume) / m.surface);
		open = fmax(open, m.error / m.volume);
	}
	ok(bad == 0, "grids of balls have volumes");
	ok(worst < 3e-9, "which are those of balls nearby, to %.1e", worst);
	ok(open < 1e-11, "and close, to %.1e", open);
}

/* Balls nearly coincident, nearly tangent, nearly in each other: continuous all the way. */
static void nearly(void)
{
	double worst = 0, open = 0;

	for (int e = 2; e <= 17; e++) {
		for (int sign = -1; sign <= 1; sign++) {
			double x = sign * pow(10, -e);
			double ball[4][4] = { { 0, 0, 0, 1 }, { x, 0, 0, 1 }, { 0, 1.5 + x, 0, 0.5 }, { 0, 0, 0.6 + x, 0.4 } };
			struct mass3 m;

			move(4, ball, 0.4, 0, 0, 0);
			if (balls_mass(&m, 4, (const double (*)[4])ball) != MASS_GOOD)
				worst = INFINITY;
			/* pi |x| for the ball moved aside, and less for the others */
			worst = fmax(worst, (fabs(m.volume - 4 * pi / 3 * 1.125) - 2 * pi * fabs(x)) / m.volume);
			open = fmax(open, m.error / m.volume);
		}
	}
	ok(worst < 1e-14, "no jump where balls coincide or touch: %.1e", worst);
	ok(open < 1e-13, "nor a gap: %.1e", open);
}

/* ---- many caps ---- */

static int is_left(int n, const struct patch_cap *cap, vec3 at)
{
	int left = 1;

	for (int j = 0; j < n; j++)
		left &= v3_dot(at, cap[j].a) <= cap[j].c;
	return left;
}

static vec3 random_direction(struct rng *g)
{
	double z = 2 * rng_uniform(g) - 1, angle = 2 * pi * rng_uniform(g), r = sqrt(1 - z * z);

	return v3(r * cos(angle), r * sin(angle), z);
}

/* Caps of sizes around a radius about directions at random: what is left after pruning is the same at every point. */
static void many_caps(double cosine, double spread, int north, int most)
{
	enum { N = 400 };
	static struct patch_cap all[N], some[N];
	struct caps w = { .n_corner = 0 };
	int wrong = 0, left = 0;
	struct rng g;

	rng_seed(&g, 23);
	for (int j = 0; j < N; j++) {
		vec3 a = random_direction(&g);

		a.z = north ? fabs(a.z) : a.z;
		all[j] = some[j] = (struct patch_cap){ .a = a, .c = cosine + spread * (rng_uniform(&g) - 0.5) };
	}
	int n = caps_prune(&w, N, some);
	for (int k = 0; k < 20000; k++) {
		vec3 at = random_direction(&g);

		left += is_left(N, all, at);
		wrong += is_left(N, all, at) != (n >= 0 && is_left(n, some, at));
	}
	ok(wrong == 0, "caps near %g: pruned, they leave the same", cosine);
	ok(n <= most && (left == 0) == (n < 0), "%d of %d matter, where %d points of 20000 are left", n, N, left);
	caps_free(&w);
}

/* In a heap in which all overlap the work is that of few: slices find the same. */
static void lump(double size)
{
	double ball[40][4];
	struct rng g;

	rng_seed(&g, 29);
	for (int i = 0; i < 40; i++) {
		for (int d = 0; d < 3; d++)
			ball[i][d] = size * rng_uniform(&g);
		ball[i][3] = 1 + 0.1 * size * rng_uniform(&g);
	}
	against_slices(40, (const double (*)[4])ball, 0, 1e-9, "a lump of 40 balls");
}

int main(void)
{
	double lens_1 = lens(1 / sqrt(2), 1);

	bare();
	two_balls(1, 1, 1);
	two_balls(1, 0.6, 0.7);
	two_balls(1.3, 0.8, 0.501);
	two_balls(0.9, 2.385, 3.28);
	two_balls(1, 1, 1e-3);
	t_bars();
	heaps();
	lattice(0.5, 27 * pi / 6);
	/* 54 pairs of neighbours; those of a face's diagonal touch */
	lattice(1 / sqrt(2), 27 * 4 * pi / 3 * pow(0.5, 1.5) - 54 * lens_1);
	circles_and_points();
	small_grids();
	nearly();
	many_caps(0.3, 0.1, 0, -1);
	many_caps(0.3, 0.1, 1, 80);
	many_caps(0.995, 0.005, 0, 400);
	many_caps(-0.2, 0.5, 1, -1);
	lump(0.4);
	return done();
}
