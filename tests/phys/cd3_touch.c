/* cd3_touch.c: impacts act when the bodies touch, wherever in a step that is: errors of paths are of second order in the step */
#include "phys/cd3_scene.h"

#include "base/vec.h"

/* ---- the path of one ball by closed form: parabolas from touch to touch ---- */

struct path { vec3 x, v; double t, en, gravity; };

/* The gap of a surface at a point and a time, its unit normal into the free space there, and the velocity of the surface. */
typedef double (*surface)(vec3 x, double t, vec3 *n, vec3 *v);

static vec3 parabola(const struct path *p, double by)
{
	return v3_add(p->x, v3_add(v3_scale(by, p->v), v3(0, 0, -0.5 * p->gravity * by * by)));
}

static void flight(struct path *p, surface gap, double end)
{
	const double ds = 1e-3;
	vec3 n, w;

	while (p->t < end) {
		double lo = 1e-6, hi = lo;

		while (p->t + hi < end && gap(parabola(p, hi), p->t + hi, &n, &w) > 0)
			lo = hi, hi += ds;
		if (p->t + hi >= end)
			lo = end - p->t;
		for (int k = 0; k < 60 && p->t + hi < end; k++) {
			double mid = 0.5 * (lo + hi);

			*(gap(parabola(p, mid), p->t + mid, &n, &w) > 0 ? &lo : &hi) = mid;
		}
		p->x = parabola(p, lo);
		p->v = v3_add(p->v, v3(0, 0, -p->gravity * lo));
		p->t += lo;
		if (!(p->t < end))
			break;
		gap(p->x, p->t, &n, &w);
		p->v = v3_sub(p->v, v3_scale((1 + p->en) * v3_dot(n, v3_sub(p->v, w)), n));
	}
}

/* A floor whose velocity is 0.9 sin(2 pi t / 0.31), under a ball of radius 0.1. */
static double shaken_floor(vec3 x, double t, vec3 *n, vec3 *v)
{
	double k = 2 * pi / 0.31;

	*n = v3(0, 0, 1);
	*v = v3(0, 0, 0.9 * sin(k * t));
	return x.z - 0.1 - 0.9 / k * (1 - cos(k * t));
}

/* A tube of radius 0.5 along y, with a ball of radius 0.1 in it. */
static double tube(vec3 x, double t, vec3 *n, vec3 *v)
{
	double r = sqrt(x.x * x.x + x.z * x.z);

	(void)t;
	*n = v3(-x.x / r, 0, -x.z / r);
	*v = v3(0, 0, 0);
	return 0.4 - r;
}

/* ---- the same by the program ---- */

static vec3 position(const struct run *r, int row)
{
	return v3(r->b.x[0][row], r->b.x[1][row], r->b.x[2][row]);
}

/* The largest error of a ball's place at the time `end`, for several heights from which it falls, so that it touches at several
 * parts of a step. */
static double off(const char *records, const char *wall, surface gap, vec3 from, double en, double until, double dt)
{
	double worst = 0;

	for (int k = 0; k < 6; k++) {
		struct path p = { .x = v3_add(from, v3(0, 0, 3e-3 * k)), .en = en, .gravity = 10 };
		char body[400];

		snprintf(body, sizeof body, "body 1 1 a - 1 %.17g %.17g %.17g" UPRIGHT STILL "%s", p.x.x, p.x.y, p.x.z, wall);
		struct run *r = begin(records, body, dt, tight);
		flight(&p, gap, until);
		go(r, until);
		worst = fmax(worst, v3_norm(v3_sub(position(r, 0), p.x)));
		near(ledger(r, "residual") / ledger(r, "visc"), 0, 1e-12, "the first law closes");
		end(r);
	}
	return worst;
}

static void second_order(const char *what, const char *records, const char *wall, surface gap, vec3 from, double en, double until)
{
	double coarse = off(records, wall, gap, from, en, until, 2e-3), fine = off(records, wall, gap, from, en, until, 5e-4);

	/* a quarter of the step: a sixteenth of the error */
	ok(coarse < 1e-4 && fine < 0.15 * coarse, "%s: off by %.1e with a step of 2e-3, by %.1e with 5e-4", what, coarse, fine);
}

static void falls(void)
{
	second_order("a ball on a floor that shakes",
		"gravity 0,0,-10\nmaterial a density=3\nlaw a a hard mu=0 en=0.6\nshape 1 sphere r=0.1\nshape 9 plane\n"
		"constraint floor x=fixed y=fixed z=sin:0.9,0.31,0 rx=fixed ry=fixed rz=fixed\n",
		"body 9 9 a floor 1 0 0 0" UPRIGHT STILL, shaken_floor, v3(0, 0, 0.6), 0.6, 0.8);
	second_order("a ball in a tube",
		"gravity 0,0,-10\nmaterial a density=3\nlaw a a hard mu=0 en=0.7\nshape 1 sphere r=0.1\n"
		"shape 9 cylinder r=0.5 side=in\n" FIXED,
		"body 9 9 a fixed 1 0 0 0 0.7071067811865476 0.7071067811865476 0 0" STILL, tube, v3(0.2, 0, 0.1), 0.7, 0.66);
}

/* A ball that falls from a height of 0.9 rises to en^2, en^4, ... of it, for any step. under: it falls on a ball of 8 times its
 * mass, which lies on the floor. */
static void apexes(double dt, double en, int under, double bound)
{
	double worst = 0, floor_ = under ? 0.4 : 0;
	char records[300], body[300];

	snprintf(records, sizeof records, "gravity 0,0,-10\nmaterial a density=3\nlaw a a hard mu=0.5 en=%g\nshape 1 sphere r=0.1\n"
		"shape 2 sphere r=0.2\n" FLOOR, en);
	snprintf(body, sizeof body, "body 1 1 a - 1 0 0 %.17g" UPRIGHT STILL "%sbody " FLOOR_BODY, 1 + floor_,
		under ? "body 2 2 a - 1 0 0 0.2" UPRIGHT STILL : "");
	struct run *r = begin(records, body, dt, tight);
	double apex = 0.9, fall = sqrt(2 * 0.9 / 10), t = fall, speed = 10 * fall;
	for (int k = 0; k < 3; k++) {
		speed *= en;
		t += speed / 10; /* it is highest: what it lacks is due to the time of the step */
		apex *= en * en;
		go(r, t);
		double v = r->b.v[2][0], high = r->b.x[2][0] - 0.1 - floor_ + v * v / 20;
		worst = fmax(worst, fabs(high / apex - 1));
		t += speed / 10;
	}
	near(worst, 0, bound, "it rises to en^2, en^4, en^6 of the height from %s with en = %g, dt = %g",
		under ? "a ball" : "the floor", en, dt);
	near(ledger(r, "residual") / ledger(r, "start_grav"), 0, 1e-12, "the first law closes");
	end(r);
}

/* Two balls of unlike size and material meet aslant, with friction and spin: Newton's and Coulomb's laws at the touch. */
static double aslant(double mu, double dt)
{
	double worst = 0;

	for (int k = 0; k < 6; k++) {
		const double R[2] = { 0.1, 0.2 }, m[2] = { 4 * pi / 3 * 0.001, 4 * pi / 3 * 0.008 }, en = 0.8, until = 0.3;
		vec3 x[2] = { { 0, 0, 0 }, { 0.45 + 4e-3 * k, 0.12, 0.05 } }, v[2] = { { 1.5, 0.2, 0 }, { -1, 0, 0.3 } };
		vec3 w[2] = { { 0, 3, 5 }, { -4, 0, 2 } }, n, d = v3_sub(x[1], x[0]), u = v3_sub(v[1], v[0]);
		double I[2] = { 0.4 * m[0] * 0.01, 0.4 * m[1] * 0.04 }, uu = v3_dot(u, u), du = v3_dot(d, u);
		double t = (-du - sqrt(du * du - uu * (v3_dot(d, d) - 0.09))) / uu;
		char records[300], body[600];

		snprintf(records, sizeof records, "material a density=1\nlaw a a hard mu=%g en=%g\nshape 1 sphere r=0.1\n"
			"shape 2 sphere r=0.2\n", mu, en);
		snprintf(body, sizeof body, "body 1 1 a - 1 %.17g %.17g %.17g" UPRIGHT " %.17g %.17g %.17g %.17g %.17g %.17g\n"
			"body 2 2 a - 1 %.17g %.17g %.17g" UPRIGHT " %.17g %.17g %.17g %.17g %.17g %.17g\n", x[0].x, x[0].y, x[0].z, v[0].x, v[0].y,
			v[0].z, I[0] * w[0].x, I[0] * w[0].y, I[0] * w[0].z, x[1].x, x[1].y, x[1].z, v[1].x, v[1].y, v[1].z, I[1] * w[1].x,
			I[1] * w[1].y, I[1] * w[1].z);
		for (int i = 0; i < 2; i++)
			x[i] = v3_add(x[i], v3_scale(t, v[i]));
		n = v3_scale(1 / 0.3, v3_sub(x[1], x[0]));
		vec3 slip = v3_add(u, v3_sub(v3_cross(w[1], v3_scale(-R[1], n)), v3_cross(w[0], v3_scale(R[0], n))));
		double un = v3_dot(slip, n), some = 1 / m[0] + 1 / m[1], fn = -(1 + en) * un / some;
		slip = v3_sub(slip, v3_scale(un, n));
		/* a tangential impulse acts on 1 / m + R^2 / I = 3.5 / m of each */
		double ft = fmin(mu * fn, v3_norm(slip) / (3.5 * some));
		vec3 f = v3_sub(v3_scale(fn, n), v3_scale(ft / v3_norm(slip), slip));
		struct run *r = begin(records, body, dt, tight);
		go(r, until);
		for (int i = 0; i < 2; i++) {
			double sign = i ? 1 : -1;
			vec3 L = v3_add(v3_scale(I[i], w[i]), v3_cross(v3_scale(-sign * R[i], n), v3_scale(sign, f)));

			v[i] = v3_add(v[i], v3_scale(sign / m[i], f));
			x[i] = v3_add(x[i], v3_scale(until - t, v[i]));
			worst = fmax(worst, v3_norm(v3_sub(position(r, i), x[i])));
			worst = fmax(worst, v3_norm(v3_sub(v3(r->b.momentum[0][i], r->b.momentum[1][i], r->b.momentum[2][i]), L)) / I[i]);
		}
		end(r);
	}
	return worst;
}

int main(void)
{
	apexes(0.004, 0.6, 0, 1e-12);
	apexes(0.001, 0.6, 0, 1e-12);
	apexes(0.0013, 0.9, 0, 1e-12);
	apexes(0.001, 0.6, 1, 1e-11);
	apexes(0.004, 0.6, 1, 1e-11);
	for (int k = 0; k < 2; k++) {
		double mu = k ? 0.05 : 0.9, coarse = aslant(mu, 2e-3), fine = aslant(mu, 5e-4);

		ok(coarse < 1e-3 && fine < 0.1 * coarse, "balls that meet aslant and %s: off by %.1e with a step of 2e-3, by %.1e with "
			"5e-4", k ? "slip" : "stick", coarse, fine);
	}
	falls();
	return done();
}
