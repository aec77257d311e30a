/* orient.c: Euler's angles, principal axes, and the interval of flips against Euler's equations. */
#include "measure/orient.h"

#include <string.h>

#include "base/quat.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

static void euler_of_turns(void)
{
	const double want[3] = { 2.385, 0.7, -1.9 };
	double a[4] = { cos(want[0] / 2), 0, 0, sin(want[0] / 2) }, b[4] = { cos(want[1] / 2), sin(want[1] / 2), 0, 0 };
	double c[4] = { cos(want[2] / 2), 0, 0, sin(want[2] / 2) }, ab[4], q[4], m[3][3], got[3];

	quat_times(ab, a, b);
	quat_times(q, ab, c);
	quat_matrix(m, q);
	orient_euler(got, (const double (*)[3])m);
	for (int k = 0; k < 3; k++)
		near(got[k], want[k], 1e-14, "Euler's angle %d of three turns", k + 1);
	quat_matrix(m, a);
	orient_euler(got, (const double (*)[3])m);
	ok(got[2] == 0 && got[1] == 0, "an upright body has psi 0");
	near(got[0], want[0], 1e-14, "and phi is all its turn");
	quat_times(q, a, (double[]){ 0, 1, 0, 0 });
	quat_matrix(m, q);
	orient_euler(got, (const double (*)[3])m);
	near(got[1], pi, 1e-14, "upside down: theta is half a turn");
	near(got[0], want[0], 1e-14, "and phi what is left");
}

static void axes(void)
{
	struct top t;

	top_find(&t, (double[]){ 3, 1, 2, 0, 0, 0 });
	ok(t.moment[0] == 1 && t.moment[1] == 2 && t.moment[2] == 3 && t.asymmetric, "moments ascend");
	ok(t.axis[0][1] == 1 && t.axis[1][2] == 1 && t.axis[2][0] == 1, "axes y, z, x");
	/* 2 along (1, 1, 0), 1 along (1, -1, 0): xx = yy = 1.5, xy = 0.5 */
	top_find(&t, (double[]){ 1.5, 1.5, 1.7, 0.5, 0, 0 });
	near(t.moment[1], 1.7, 1e-14, "the middle moment");
	near(t.axis[1][2], 1, 1e-14, "and its axis");
	near(fabs(t.axis[0][0] + t.axis[0][1]), 0, 1e-14, "the lowest is along (1, -1, 0)");
	top_find(&t, (double[]){ 2, 1, 2, 0, 0, 0 });
	ok(!t.asymmetric, "two equal moments are no asymmetric top");
}

/* dL/dt = L x omega in the body frame. */
static void euler_rate(const double m[3], const double l[3], double rate[3])
{
	for (int k = 0; k < 3; k++) {
		int p = (k + 1) % 3, q = (k + 2) % 3;

		rate[k] = l[p] * l[q] * (1 / m[q] - 1 / m[p]);
	}
}

static void step(const double m[3], double l[3], double h)
{
	double k[4][3], x[3];

	euler_rate(m, l, k[0]);
	for (int s = 1; s < 4; s++) {
		for (int z = 0; z < 3; z++)
			x[z] = l[z] + (s == 3 ? h : h / 2) * k[s - 1][z];
		euler_rate(m, x, k[s]);
	}
	for (int z = 0; z < 3; z++)
		l[z] += h / 6 * (k[0][z] + 2 * k[1][z] + 2 * k[2][z] + k[3][z]);
}

/* Integrate Euler's equations with small steps; report frames every so many to a spinner. */
static void flips_of(const double m[3], const double start[3], const char *what)
{
	const double h = 1e-3;
	const struct top top = { { m[0], m[1], m[2] }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, 1 };
	double l[3], last = NAN, interval = NAN, before;
	struct spinner s;
	struct flip f = { .interval = NAN };
	int flips = 0;

	memcpy(l, start, sizeof l);
	for (int k = 0; k < 40000; k++) {
		if (k % 50 == 0) {
			struct spin_state now = { 7, h * k, { 1, 0, 0, 0 }, 2, { l[0], l[1], l[2] }, &top };

			flips += spinner_take(&s, k == 0, &now, 0.1, &f);
		}
		before = l[1];
		step(m, l, h);
		if ((before > 0) != (l[1] > 0)) {
			double at = h * (k + before / (before - l[1]));

			interval = at - last;
			last = at;
		}
	}
	near(top_interval(m, start), interval, 1e-5, "%s: the interval of Euler's equations", what);
	near(f.interval, interval, 2e-4, "%s: from frames that are 50 steps apart", what);
	near(f.free, interval, 1e-5, "%s: and what they say it should be", what);
	near(s.turn, 2 * h * 39950, 1e-9, "%s: turn is the integral of the speed", what);
	ok(flips == s.flips && flips > 2, "%s: flips are counted", what);
}

int main(void)
{
	euler_of_turns();
	axes();
	flips_of((double[]){ 1, 2, 3 }, (double[]){ 0.01, 10, 0 }, "near the axis, on the side of the first moment");
	flips_of((double[]){ 1.3, 2.1, 2.9 }, (double[]){ 0.7, 2.5, -0.4 }, "further away");
	flips_of((double[]){ 1.3, 2.1, 2.9 }, (double[]){ 0.2, 2.5, -0.9 }, "on the side of the last moment");
	/* quadrature of dL2 / (L1 L3 (1/I1 - 1/I3)) */
	near(top_interval((double[]){ 1, 2, 3 }, (double[]){ 0.01, 10, 0 }), 5.266055124103727, 1e-10, "an integral");
	near(top_interval((double[]){ 1.3, 2.1, 2.9 }, (double[]){ 0.2, 2.5, -0.9 }), 9.050022703299947, 1e-12, "another");
	ok(isinf(top_interval((double[]){ 1, 2, 3 }, (double[]){ 0, 4, 0 })), "exactly about the axis there is no flip");
	return done();
}
