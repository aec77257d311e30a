/* cd3.c: rigid bodies with hard contacts against closed forms */
#include "phys/cd3_scene.h"

#include "base/rng.h"
#include "base/vec.h"

/* Free flight is exact, bounces lose 1 - en^2, and the last comes after t1 + 2 v1 en / (g (1 - en)). */
static void bouncing(void)
{
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=3\nlaw a a hard mu=0.4 en=0.6\nshape 1 sphere r=0.1\n" FLOOR,
		"body 1 1 a - 1 0 0 1.9" UPRIGHT STILL "body " FLOOR_BODY, 0.0005, tight);
	double t1 = sqrt(2 * 1.8 / 10), v1 = 10 * t1, rest = t1 + 2 * v1 * 0.6 / (10 * 0.4);

	go(r, t1 - 0.01);
	near(r->b.x[2][0], 1.9 - 5 * clock_now(cd3_clock(r->sim)) * clock_now(cd3_clock(r->sim)), 1e-12, "a ball falls");
	go(r, t1 + 0.6 * t1);
	near(r->b.x[2][0], 0.1 + 0.36 * 1.8, 2e-3 * 1.8, "and comes back to en^2 of its height");
	double v = r->b.v[2][0], h = r->b.x[2][0] - 0.1;
	near(sqrt(v * v + 20 * h), 0.6 * v1, 1e-3 * v1, "with en of its speed");
	go(r, rest - 0.02);
	ok(fabs(r->b.v[2][0]) > 0.005 || r->b.x[2][0] > 0.1 + 1e-5, "it still bounces at t = %.3f", rest - 0.02);
	go(r, rest + 0.02);
	ok(fabs(r->b.v[2][0]) < 1e-6 && fabs(r->b.x[2][0] - 0.1) < 1e-5, "and rests at t = %.3f", rest + 0.02);
	near(ledger(r, "residual") / ledger(r, "start_grav"), 0, 1e-12, "the first law closes");
	near(ledger(r, "visc"), 3 * 4 * pi / 3 * 0.001 * 10 * 1.8, 1e-6, "all energy was lost in impacts");
	end(r);
}

/* Balls of masses 1 : 8 (radii 1 : 2) meet head on. */
static void collision(double en)
{
	char law[200];
	snprintf(law, sizeof law, "material a density=1\nlaw a a hard mu=0.3 en=%g\nshape 1 sphere r=0.1\nshape 2 sphere r=0.2\n", en);
	struct run *r = begin(law, "body 1 1 a - 1 0 0 0" UPRIGHT " 2 0 0 0 0 0\nbody 2 2 a - 1 1 0 0" UPRIGHT " -1 0 0 0 0 0\n",
		0.001, tight);

	go(r, 0.5);
	/* mean velocity (2 - 8) / 9, and minus en of 3 between them */
	near(r->b.v[0][0], -6.0 / 9 - 8.0 / 9 * 3 * en, 1e-12, "head on with en = %g: the small one", en);
	near(r->b.v[0][1], -6.0 / 9 + 1.0 / 9 * 3 * en, 1e-12, "and the large one");
	end(r);
}

/* A ball hits a plane at a slant, without gravity. Impulses m (1 + en) vn and, sliding, mu of it; else the point stops:
 * 5/7 of the speed is left, the ball rolls. */
static void slanted(double mu, double en, double vx, double vn)
{
	char law[200], body[200];
	snprintf(law, sizeof law, "material a density=1\nlaw a a hard mu=%g en=%g\nshape 1 sphere r=0.1\n" FLOOR, mu, en);
	snprintf(body, sizeof body, "body 1 1 a - 1 0 0 0.3" UPRIGHT " %g 0 %g 0 0 0\nbody " FLOOR_BODY, vx, -vn);
	struct run *r = begin(law, body, 0.001, tight);
	double slides = mu * (1 + en) * vn, sticks = 2.0 / 7 * vx;

	go(r, 0.5);
	near(r->b.v[2][0], en * vn, 1e-12, "mu=%g en=%g, %g along: the normal velocity", mu, en, vx);
	near(r->b.v[0][0], vx - fmin(slides, sticks), 1e-12, "%s", slides < sticks ? "it slides" : "it sticks");
	double m = 4 * pi / 3 * 0.001;
	near(r->b.momentum[1][0], 0.1 * m * fmin(slides, sticks), 1e-14, "its angular momentum");
	end(r);
}

static void finer(struct sim_options *o)
{
	o->tolerance = 1e-5;
}

enum { TALLEST = 50 };

/* Balls on each other. */
static struct run *stack_begin(int n, void (*options)(struct sim_options *))
{
	char body[100 * (TALLEST + 1)], *to = body;

	for (int k = 0; k < n; k++)
		to += snprintf(to, 100, "body %d 1 a - 1 0.3 0.7 %.17g" UPRIGHT STILL, k + 1, 0.1 + 0.2 * k);
	snprintf(to, 100, "body " FLOOR_BODY);
	return begin("gravity 0,0,-9.81\nmaterial a density=1000\nlaw a a hard mu=0.5\nshape 1 sphere r=0.1\n" FLOOR, body, 0.002,
		options);
}

/* A residual of 1e-3 lets impulses at the ends of a row of ten balls be off by some thirty times that, but sweeps reduce errors
 * by so much in every step that they die out. In a row of fifty they last, with changing sign: no force is biased. */
static void stack(int n, void (*options)(struct sim_options *), double noise, const char *how)
{
	enum { TIMES = 100 };
	struct run *r = stack_begin(n, options);
	double weight = 1000 * 4 * pi / 3 * 0.001 * 9.81, worst = 0, moved = 0, mean[TALLEST + 1] = { 0 }, off = 0;

	for (int step = 1; step <= TIMES; step++) {
		go(r, 1 + 0.002 * step);
		const double *fn = table_real(&r->w.contact, "fn");
		const int64_t *i = table_int(&r->w.contact, "i"), *j = table_int(&r->w.contact, "j");

		for (int k = 0; k < r->w.contact.n_row; k++) {
			int above = j[k] == 90 && i[k] == 1 ? n : n - (int)(i[k] < j[k] ? i[k] : j[k]);

			mean[above] += fn[k] / (above * weight) / TIMES;
			worst = fmax(worst, fabs(fn[k] / (above * weight) - 1));
		}
	}
	ok(r->w.contact.n_row == n, "%s: a stack of %d balls has %d contacts", how, n, r->w.contact.n_row);
	for (int k = 1; k <= n; k++)
		off = fmax(off, fabs(mean[k] - 1));
	ok(off < 0.2 * noise, "every contact carries what is above it, by the mean: off by %.2e", off);
	ok(worst < noise, "and at any time: off by %.2e", worst);
	for (int k = 0; k < n; k++)
		moved = fmax(moved, fmax(fabs(r->b.x[0][k] - 0.3) + fabs(r->b.x[1][k] - 0.7), fabs(r->b.x[2][k] - 0.1 - 0.2 * k)));
	ok(moved < 1e-5, "the stack stays: moved by %.1e", moved);
	struct sim_signs is = cd3_signs(r->sim);
	near(is.share, 1 - 1.0 / n, 1e-12, "all but the highest touch two others");
	near(is.partners, 2, 1e-12, "those do");
	ok(ledger(r, "begun") == n, "each of its contacts has begun once: %g in %g steps", ledger(r, "begun"), ledger(r, "solutions"));
	end(r);
}

/* Plain Gauss-Seidel misses the tolerance in one step of ten here, with 500 sweeps. */
static void tall_stack(void)
{
	struct run *r = stack_begin(TALLEST, NULL);
	int most = 0;

	for (int step = 1; step <= 250; step++) {
		go(r, 0.002 * step);
		most = cd3_figures(r->sim).sweeps > most ? cd3_figures(r->sim).sweeps : most;
	}
	ok(most <= 100 && ledger(r, "unconverged") == 0, "%d balls on each other: at most %d sweeps to 1e-3", TALLEST, most);
	end(r);
}

/* A body that cannot turn, on a plane that is inclined by gravity: holds below atan mu, above it goes at g (sin - mu cos).
 * One that rolls goes at 5/7 g sin; without friction at g sin. */
static void incline(double slope, double mu, int turns, double expected)
{
	char records[400], body[200];
	snprintf(records, sizeof records, "gravity %.17g,0,%.17g\nmaterial a density=2\nlaw a a hard mu=%g\n"
		"shape 1 ellipsoid a=0.2,0.2,0.1\nshape 2 sphere r=0.1\nconstraint stiff rx=fixed ry=fixed rz=fixed\n" FLOOR,
		10 * sin(slope), -10 * cos(slope), mu);
	snprintf(body, sizeof body, "body 1 %d a %s 1 0 0 0.1" UPRIGHT STILL "body " FLOOR_BODY, turns ? 2 : 1, turns ? "-" : "stiff");
	struct run *r = begin(records, body, 0.001, tight);

	go(r, 1);
	near(r->b.v[0][0], expected, 1e-3 * fmax(expected, 0.01), "slope %.2f, mu %g, %s: speed after 1", slope, mu,
	     turns ? "rolling" : "held upright");
	near(r->b.x[0][0], expected / 2, 2e-3 * fmax(expected, 0.01), "way");
	end(r);
}

/* An oblate ellipsoid on a slope stands where its centre is above its contact, and stays there where friction is enough. */
static void ellipsoid_on_slope(double mu, int holds)
{
	/* in the plane's frame the contact has the normal -z; turned by p about y, its point along the slope is s = (Q n / h)_x with
	 * Q_xz = (a^2 - c^2) sin p cos p, Q_zz = a^2 sin^2 p + c^2 cos^2 p; it stands where s = h tan(slope) */
	double a = 0.3, c = 0.15, slope = 0.2, p = 0;
	for (int k = 0; k < 100; k++) {
		double xz = (a * a - c * c) * sin(p) * cos(p), zz = a * a * sin(p) * sin(p) + c * c * cos(p) * cos(p);

		p += (tan(slope) - xz / zz) * 0.2;
	}
	double height = sqrt(a * a * sin(p) * sin(p) + c * c * cos(p) * cos(p));
	char records[400], body[300];
	snprintf(records, sizeof records, "gravity %.17g,0,%.17g\nmaterial a density=2\nlaw a a hard mu=%g\n"
		"shape 1 ellipsoid a=%g,%g,%g\n" FLOOR, 10 * sin(slope), -10 * cos(slope), mu, a, a, c);
	snprintf(body, sizeof body, "body 1 1 a - 1 0 0 %.17g %.17g 0 %.17g 0" STILL "body " FLOOR_BODY, height,
		cos(0.5 * p), sin(0.5 * p));
	struct run *r = begin(records, body, 0.001, tight);

	go(r, 0.5);
	if (holds)
		near(r->b.x[0][0], 0, 1e-4, "an ellipsoid stays on a slope with mu = %g, tan(slope) = %.3f", mu, tan(slope));
	else
		ok(r->b.x[0][0] > 0.5 * 0.5 * 10 * (sin(slope) - mu * cos(slope)) * 0.25, "it slips with mu = %g: went %.3g", mu,
		   r->b.x[0][0]);
	end(r);
}

/* Small rocking of an ellipsoid that rolls on a plane, on its flat side: its lowest radius of curvature is a^2 / c, its
 * centre at the height c: T = 2 pi sqrt((I + m c^2) / (m g (a^2 / c - c))), I = m (a^2 + c^2) / 5. */
static void rocking(void)
{
	double a = 0.3, c = 0.15, p = 0.05, period = 2 * pi * sqrt(((a * a + c * c) / 5 + c * c) / (10 * (a * a / c - c)));
	char body[300];
	snprintf(body, sizeof body, "body 1 1 a - 1 0 0 %.17g %.17g 0 %.17g 0" STILL "body " FLOOR_BODY,
		sqrt(a * a * sin(p) * sin(p) + c * c * cos(p) * cos(p)), cos(0.5 * p), sin(0.5 * p));
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=2\nlaw a a hard mu=5\nshape 1 ellipsoid a=0.3,0.3,0.15\n" FLOOR,
		body, 0.0005, tight);
	double last = 0, first = 0, at = 0;
	int crossings = 0;

	for (int k = 1; k < 20000 && crossings < 9; k++) {
		go(r, k * 0.0005);
		double turn = r->b.q[2][0];

		if (k > 1 && turn * last < 0) {
			at = clock_now(cd3_clock(r->sim)) - 0.0005 * turn / (turn - last);
			if (crossings++ == 0)
				first = at;
		}
		last = turn;
	}
	near((at - first) / 4, period, 0.02 * period, "a rocking ellipsoid's period: %.4f, closed form %.4f", (at - first) / 4, period);
	end(r);
}

/* A ball that rolls in a trough: T = 2 pi sqrt(7 (R - r) / (5 g)). */
static void trough(void)
{
	double R = 1, ball = 0.1, p = 0.05, period = 2 * pi * sqrt(7 * (R - ball) / (5 * 10.0)), half = sqrt(0.5);
	char body[400];
	snprintf(body, sizeof body, "body 1 1 a - 1 %.17g 0 %.17g" UPRIGHT STILL "body 9 9 a fixed 1 0 0 0 %.17g %.17g 0 0" STILL,
		(R - ball) * sin(p), -(R - ball) * cos(p), half, half);
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=2\nlaw a a hard mu=1\nshape 1 sphere r=0.1\n"
		"shape 9 cylinder r=1 side=in length=4\n" FIXED, body, 0.001, tight);
	double last = 1, first = 0, at = 0;
	int crossings = 0;

	for (int k = 1; k < 20000 && crossings < 5; k++) {
		go(r, k * 0.001);
		double x = r->b.x[0][0];

		if (x * last < 0) {
			at = clock_now(cd3_clock(r->sim)) - 0.001 * x / (x - last);
			if (crossings++ == 0)
				first = at;
		}
		last = x;
	}
	near((at - first) / 2, period, 0.01 * period, "a ball in a tube swings: %.4f, closed form %.4f", (at - first) / 2, period);
	end(r);
}

/* A belt: friction mu g until the ball rolls on it, which it does at 2/7 of the belt's speed. */
static void belt(void)
{
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=2\nlaw a a hard mu=0.2\nshape 1 sphere r=0.1\nshape 9 plane\n"
		"constraint belt x=v:1.4 y=fixed z=fixed rx=fixed ry=fixed rz=fixed\n", "body 1 1 a - 1 0 0 0.1" UPRIGHT STILL
		"body 9 9 a belt 1 0 0 0" UPRIGHT STILL, 0.001, tight);

	go(r, 0.1);
	near(r->b.v[0][0], 0.2, 2e-3, "a belt drags a ball along by friction");
	go(r, 1);
	near(r->b.v[0][0], 0.4, 1e-3, "until it rolls");
	near(r->b.x[0][1], 1.4, 1e-12, "the belt has moved");
	near(ledger(r, "work"), ledger(r, "fric") + ledger(r, "kin_lin") + ledger(r, "kin_rot"), 1e-9,
	     "its work is friction and motion");
	end(r);
}

/* Friction with directions: the force is -N D^2 u / |D u|. */
static void directions(void)
{
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=2\nmaterial b density=1\nlaw b a hard mu=0.4 muy=0.1 muz=0\n"
		"law a a hard\nlaw b b hard\nshape 1 sphere r=0.1\nconstraint stiff rx=fixed ry=fixed rz=fixed\n" FLOOR,
		"body 1 1 a stiff 1 0 0 0.1" UPRIGHT " 3 4 0 0 0 0\nbody 9 9 b fixed 1 0 0 0" UPRIGHT STILL, 1e-4, tight);

	go(r, 1e-3);
	double dx = 0.4 * 3, dy = 0.1 * 4, l = sqrt(dx * dx + dy * dy);
	near((3 - r->b.v[0][0]) / 1e-3, 10 * 0.4 * dx / l, 0.01, "friction with directions: along x");
	near((4 - r->b.v[1][0]) / 1e-3, 10 * 0.1 * dy / l, 0.01, "along y");
	end(r);
	r = begin("gravity 0,0,-10\nmaterial a density=2\nmaterial b density=1\nlaw b a hard mu=0.1 dmux=2\nlaw a a hard\nlaw b b hard\n"
		"shape 1 sphere r=0.1\nconstraint stiff rx=fixed ry=fixed rz=fixed\n" FLOOR, "body 1 1 a stiff 1 0 0 0.1" UPRIGHT
		" 2 0 0 0 0 0\nbody 9 9 b fixed 1 0 0 0" UPRIGHT STILL, 1e-3, tight);
	go(r, 5);
	/* m v^2 / 2 = m g mu (x + x^2): x^2 + x = 2 */
	near(r->b.x[0][0], 1, 2e-3, "friction that grows along the way stops a block where it should");
	end(r);
}

/* ---- many bodies ---- */

/* Ellipsoids that fly about in a periodic box: momentum is kept, and energy falls with en < 1. */
static void gas(double en)
{
	enum { N = 64 };
	char *body = mem_new(N, 300), *to = body, records[300];
	struct rng g;
	vec3 sum = { 0, 0, 0 }, after = { 0, 0, 0 };
	double size = 0;

	rng_seed(&g, 4);
	snprintf(records, sizeof records, "domain lo=0,0,0 hi=2,2,2 periodic=xyz\nmaterial a density=1000\nlaw a a hard mu=0.4 en=%g\n"
		"shape 1 ellipsoid a=0.2,0.15,0.1\n", en);
	for (int k = 0; k < N; k++) {
		double q[4], l = 0, v[3];

		for (int i = 0; i < 4; i++) {
			q[i] = rng_normal(&g);
			l += q[i] * q[i];
		}
		for (int i = 0; i < 3; i++)
			v[i] = rng_normal(&g);
		l = sqrt(l);
		to += snprintf(to, 300, "body %d 1 a - 1 %g %g %g %.17g %.17g %.17g %.17g %.17g %.17g %.17g 0.1 0 0\n", k + 1,
			0.25 + 0.5 * (k % 4), 0.25 + 0.5 * (k / 4 % 4), 0.25 + 0.5 * (k / 16), q[0] / l, q[1] / l, q[2] / l, q[3] / l, v[0],
			v[1], v[2]);
		sum = v3_add(sum, v3_from(v));
		size += v3_norm(v3_from(v));
	}
	struct run *r = begin(records, body, 0.01, NULL);
	double energy = INFINITY, grew = 0;
	for (int k = 1; k <= 50; k++) {
		go(r, 0.02 * k);
		double e = ledger(r, "kin_lin") + ledger(r, "kin_rot") - ledger(r, "recover");

		if (k > 1)
			grew = fmax(grew, (e - energy) / e);
		energy = e;
	}
	for (int k = 0; k < N; k++)
		after = v3_add(after, v3(r->b.v[0][k], r->b.v[1][k], r->b.v[2][k]));
	near(v3_norm(v3_sub(after, sum)) / size, 0, 1e-14, "en = %g: momentum is kept", en);
	ok(ledger(r, "begun") > 50, "in %g contacts", ledger(r, "begun"));
	ok(ledger(r, "kin_lin") + ledger(r, "kin_rot") < 0.9 * (ledger(r, "start_kin_lin") + ledger(r, "start_kin_rot")),
	   "energy is lost");
	if (en == 0)
		ok(grew < 1e-3, "and never grows but for recovery: at most %.1e of it from frame to frame", grew);
	near(ledger(r, "residual") / ledger(r, "start_kin_lin"), 0, 1e-3, "the first law closes but for free rotation");
	free(body);
	end(r);
}

/* Five balls in a row, apart by more than a step: the last goes on with the first one's speed. */
static void cradle(void)
{
	char body[1000], *to = body;
	for (int k = 0; k < 5; k++)
		to += snprintf(to, 200, "body %d 1 a - 1 %g 0 0" UPRIGHT " %g 0 0 0 0 0\n", k + 1, k * 0.21, k ? 0.0 : 1.0);
	struct run *r = begin("material a density=1\nlaw a a hard mu=0 en=1\nshape 1 sphere r=0.1\n", body, 0.001, tight);
	double rest = 0;

	go(r, 0.5);
	for (int k = 0; k < 4; k++)
		rest = fmax(rest, fabs(r->b.v[0][k]));
	ok(rest < 1e-12 && fabs(r->b.v[0][4] - 1) < 1e-12, "Newton's cradle hands the motion on");
	end(r);
}

/* An object that is a ball rolls as balls do, and one with a waist stands on both of its ends. Both are kept from
 * falling over sideways, which they would: the waist is round. */
static void objects(void)
{
	struct run *r = begin("gravity 2,0,-10\nmaterial a density=2\nlaw a a hard mu=0.5\nshape 1 object a=0.1,0.1,0.1\n" FLOOR,
		"body 1 1 a - 1 0 0 0.1" UPRIGHT STILL "body " FLOOR_BODY, 0.001, tight);

	go(r, 1);
	near(r->b.v[0][0], 5.0 / 7 * 2, 1e-6, "an object that is a ball rolls");
	end(r);
	r = begin("gravity 0,0,-10\nmaterial a density=1\nlaw a a hard mu=0.5\nshape 1 object a=1.2,0.6,0.6 "
		"dent=0.83,0,0,0,12,0.4,0.4\nshape 2 ellipsoid a=0.3,0.2,0.2\n"
		"constraint lower y=fixed rx=fixed rz=fixed\nconstraint upper y=fixed rx=fixed rz=fixed\n" FLOOR,
		"body 1 1 a lower 1 0 0 0.62" UPRIGHT STILL "body 2 2 a upper 1 0 0 1.42" UPRIGHT STILL "body " FLOOR_BODY, 0.002, NULL);
	go(r, 1);
	int ends = 0, above = 0;
	const int64_t *i = table_int(&r->w.contact, "i"), *j = table_int(&r->w.contact, "j");
	const double *fn = table_real(&r->w.contact, "fn");
	double weight = 0, mass[2] = { 0, 4 * pi / 3 * 0.3 * 0.2 * 0.2 };
	for (int k = 0; k < r->w.contact.n_row; k++) {
		ends += i[k] == 1 && j[k] == 90 && fn[k] > 0;
		above += i[k] == 1 && j[k] == 2 && fn[k] > 0;
		weight += j[k] == 90 ? fn[k] : 0;
	}
	mass[0] = (ledger(r, "grav") / 10 - mass[1] * r->b.x[2][1]) / r->b.x[2][0];
	ok(ends == 2 && above == 2, "a body with a waist stands on two ends, and carries another in its waist: %d and %d contacts",
	   ends, above);
	near(weight / (10 * (mass[0] + mass[1])), 1, 0.01, "the plane carries both");
	near(ledger(r, "kin_lin") + ledger(r, "kin_rot"), 0, 1e-3, "they all but rest");
	end(r);
}

/* Two bodies, each falls on the edge of an inclined tube, the one on the upper end's, the other through it on to the lower
 * end's: as objects they do what they do as balls and ellipsoids. */
static void edges(int kind)
{
	static const char *const as[2][2] = {
		{ "shape 1 sphere r=0.1\nshape 2 ellipsoid a=0.16,0.1,0.08\n",
		  "shape 1 object a=0.1,0.1,0.1\nshape 2 object a=0.16,0.1,0.08\n" },
		{ "shape 1 ellipsoid a=0.2,0.15,0.1\nshape 2 sphere r=0.12\n",
		  "shape 1 object a=0.2,0.15,0.1\nshape 2 object a=0.12,0.12,0.12\n" },
	};
	double x[2][2][3];
	int rim = 0;

	for (int object = 0; object < 2; object++) {
		char records[600];
		snprintf(records, sizeof records, "gravity 0,0,-10\nmaterial a density=2\nlaw a a hard mu=0.3\n%s"
			"shape 9 cylinder r=0.3 side=in length=1\n" FIXED, as[kind][object]);
		/* the tube leans by 0.6 about y: its upper end's edge is at x 0.28 +- 0.25, z 0.41 -+ 0.17 */
		struct run *r = begin(records, "body 1 1 a - 1 0.53 0.05 0.4" UPRIGHT STILL "body 2 2 a - 1 0.2 0 0.35" UPRIGHT STILL
			"body 9 9 a fixed 1 0 0 0 0.955336489125606 0 0.29552020666133955 0" STILL, 0.002, tight);
		for (int k = 0; k < 60; k++) {
			go(r, 0.01 * (k + 1));
			const double *fn = table_real(&r->w.contact, "fn"), *cx = table_real(&r->w.contact, "x");
			const double *cz = table_real(&r->w.contact, "z");
			for (int c = 0; c < r->w.contact.n_row; c++)
				rim += fn[c] > 0 && fabs(fabs(sin(0.6) * cx[c] + cos(0.6) * cz[c]) - 0.5) < 1e-3;
		}
		for (int b = 0; b < 2; b++)
			for (int k = 0; k < 3; k++)
				x[object][b][k] = r->b.x[k][b];
		end(r);
	}
	double off = 0;
	for (int b = 0; b < 2; b++)
		for (int k = 0; k < 3; k++)
			off = fmax(off, fabs(x[1][b][k] - x[0][b][k]));
	ok(off < 1e-7 && rim > 10, "on a tube's edges objects do as %s do: they end %.1e apart after %d contacts",
	   kind ? "ellipsoids" : "balls", off, rim);
}

/* What overlaps is parted by a fifth of the overlap per step, or a hundredth of the least half axis. */
static void parting(void)
{
	for (int deep = 0; deep < 2; deep++) {
		double overlap = deep ? 0.04 : 0.002, way = deep ? 0.001 : 0.0004;
		char body[200];
		snprintf(body, sizeof body, "body 1 1 a - 1 0 0 %.17g" UPRIGHT STILL "body " FLOOR_BODY, 0.1 - overlap);
		struct run *r = begin("material a density=3\nlaw a a hard mu=0.4\nshape 1 sphere r=0.1\n" FLOOR, body, 0.001, tight);

		go(r, 0.001);
		near(r->b.v[2][0], way / 0.001, 1e-9, "an overlap of %g is parted by %g in a step", overlap, way);
		near(ledger(r, "overlap"), overlap / 0.1, 1e-12, "its depth by the half axis is told");
		near(ledger(r, "recover"), 0.5 * 3 * 4 * pi / 3 * 0.001 * way * way * 1e6, 1e-12, "which is booked");
		end(r);
	}
}

/* Two that meet are seen before they overlap, wherever the step finds them. */
static void kinematics(void)
{
	double worst = 0;

	for (int k = 0; k < 10; k++) {
		char body[300];
		snprintf(body, sizeof body, "body 1 1 a - 1 0 0 0" UPRIGHT " 1 0 0 0 0 0\nbody 2 1 a - 1 %.17g 0 0" UPRIGHT
			" -1 0 0 0 0 0\n", 0.21 + 2e-4 * k);
		struct run *r = begin("material a density=1\nlaw a a hard mu=0\nshape 1 sphere r=0.1\n", body, 0.001, tight);
		for (int step = 1; step <= 10; step++) {
			go(r, 0.001 * step);
			worst = fmax(worst, cd3_figures(r->sim).deepest);
		}
		worst = fmax(worst, fabs(r->b.x[0][1] - r->b.x[0][0] - 0.2));
		end(r);
	}
	ok(worst < 1e-12, "two balls that meet come to touch, at all parts of the step: off by %.1e", worst);
}

static void wide(struct sim_options *o)
{
	tight(o);
	o->skin = 0.3;
}

/* A needle that turns on the spot hits what its middle is nowhere near, whatever the list of neighbours thought at first. */
static void sweeping(void)
{
	double inertia = 4 * pi / 3 * 0.01 * 1.01 / 5;
	char body[300];
	snprintf(body, sizeof body, "body 1 1 a - 1 0 0 0" UPRIGHT " 0 0 0 0 0 %.17g\nbody 2 2 a - 1 0.1 0.8 0" UPRIGHT STILL,
		inertia);
	struct run *r = begin("material a density=1\nlaw a a hard mu=0\nshape 1 ellipsoid a=1,0.1,0.1\nshape 2 sphere r=0.1\n", body,
		0.01, wide);

	go(r, 0.8);
	ok(r->b.v[0][1] == 0, "a needle turns");
	go(r, 1.6);
	ok(r->b.v[0][1] < -0.2 && cd3_figures(r->sim).begun == 1, "and hits a ball that it did not reach at first: %g", r->b.v[0][1]);
	near(r->b.v[0][0] * 4 * pi / 3 * 0.01 + r->b.v[0][1] * 4 * pi / 3 * 0.001, 0, 1e-14, "momentum is kept");
	end(r);
}

/* Bodies under forces: a weight that is pressed down and damped, and one that a torque turns about one axis. */
static void pressed(void)
{
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=1000\nlaw a a hard mu=0.5\nshape 1 sphere r=0.1\n"
		"shape 2 ellipsoid a=0.3,0.2,0.1\nconstraint press x=fixed y=fixed rx=fixed ry=fixed rz=fixed z=f:-5 m=2 c=3\n"
		"constraint spin x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=f:0.1\n" FLOOR,
		"body 1 1 a press 1 0 0 0.4" UPRIGHT STILL "body 2 2 a spin 1 3 0 2" UPRIGHT STILL "body " FLOOR_BODY, 0.001, tight);
	double inertia = 4 * pi / 3 * 0.3 * 0.2 * 0.1 * 1000 * (0.09 + 0.04) / 5;

	go(r, 0.1);
	/* 2 dv/dt = -25 - 3 v */
	near(r->b.v[2][0], -25.0 / 3 * (1 - exp(-0.15)), 2e-3, "a weight of 2 under its own and another force, damped");
	double turn = 2 * atan2(r->b.q[3][1], r->b.q[0][1]);
	near(r->b.momentum[2][1], 0.1 * 0.1, 1e-12, "a torque gives angular momentum");
	near(turn, 0.5 * 0.1 / inertia * 0.01, 1e-6, "and turns the body");
	near(ledger(r, "residual"), 0, 1e-6, "the first law closes: work %.6g, damping %.6g", ledger(r, "work"), ledger(r, "other"));
	go(r, 1);
	const double *fn = table_real(&r->w.contact, "fn");
	ok(r->w.contact.n_row == 1 && fabs(fn[0] - 25) < 1e-6, "it rests with both forces on the floor: %g in %d contacts", fn[0],
	   r->w.contact.n_row);
	end(r);
}

int main(void)
{
	pressed();
	parting();
	sweeping();
	kinematics();
	objects();
	edges(0);
	edges(1);
	bouncing();
	collision(1);
	collision(0.3);
	slanted(0.1, 0.5, 3, 1);
	slanted(0.9, 0.5, 1, 1);
	slanted(0.3, 0, 1, 1);
	stack(10, NULL, 0.001, "to 1e-3");
	stack(10, finer, 0.001, "to 1e-5");
	stack(30, NULL, 0.001, "to 1e-3");
	stack(TALLEST, NULL, 0.004, "to 1e-3");
	tall_stack();
	incline(0.4, 0.5, 0, 0);
	incline(0.5, 0.5, 0, 10 * (sin(0.5) - 0.5 * cos(0.5)));
	incline(0.3, 0.5, 1, 10 * 5.0 / 7 * sin(0.3));
	incline(0.3, 0, 1, 10 * sin(0.3));
	ellipsoid_on_slope(0.25, 1);
	ellipsoid_on_slope(0.15, 0);
	rocking();
	trough();
	belt();
	directions();
	gas(0);
	gas(0.7);
	cradle();
	return done();
}
