/* The steps of velocity Verlet and of Gear's method, number by number, for all kinds of vectors. */
#include <math.h>

#include "base/wide.h"
#include "motion/gear.h"
#include "motion/verlet.h"
#include "tap.h"

enum { N = 21 };

static double at(int k, double scale, double phase)
{
	return scale * sin(1.7 * k + phase);
}

static void verlet(int wide)
{
	const double dt = 0.0437, g = -1.9;
	double x[N], v[N], a[N], f[N], minv[N], off = 0, kicked = 0, accelerated = 0;

	for (int k = 0; k < N; k++) {
		x[k] = at(k, 3, 1);
		v[k] = at(k, 2, 2);
		a[k] = at(k, 7, 3);
		f[k] = at(k, 11, 4);
		minv[k] = k % 5 == 3 ? 0 : 0.3 + 0.1 * k;
	}
	verlet_drift(wide, N, dt, x, v, a);
	for (int k = 0; k < N; k++)
		off = fmax(off, fabs(x[k] - (at(k, 3, 1) + dt * at(k, 2, 2) + 0.5 * dt * dt * at(k, 7, 3))) +
		           fabs(v[k] - (at(k, 2, 2) + 0.5 * dt * at(k, 7, 3))));
	verlet_kick(wide, N, dt, v, f);
	for (int k = 0; k < N; k++)
		kicked = fmax(kicked, fabs(v[k] - (at(k, 2, 2) + 0.5 * dt * (at(k, 7, 3) + at(k, 11, 4)))));
	int finite = verlet_accelerate(wide, N, f, minv, g, a);
	for (int k = 0; k < N; k++)
		accelerated = fmax(accelerated, fabs(a[k] - (k % 5 == 3 ? 0 : f[k] * (0.3 + 0.1 * k) + g)));
	near(off, 0, 1e-15, "vectors %d: the first half, x + v dt + a dt^2 / 2", wide);
	near(kicked, 0, 3e-15, "the second: half a kick more");
	near(accelerated, 0, 1e-14, "f / m + g, but nothing of what others move");
	f[17] = NAN;
	ok(finite && !verlet_accelerate(wide, N, f, minv, g, a), "forces that are no numbers are seen");
	ok(!verlet_outside(wide, 1, (double[]){ 0.5 }, 0.5, 0.6) && verlet_outside(wide, 1, (double[]){ 0.6 }, 0.5, 0.6) &&
	   verlet_outside(wide, 1, (double[]){ 0.4 }, 0.5, 0.6) && verlet_outside(wide, 1, (double[]){ NAN }, 0.5, 0.6),
	   "lo belongs to the domain, hi and no numbers do not");
	int wrong = 0;
	for (int k = 0; k < N; k++) {
		double y[N];

		for (int z = 0; z < N; z++)
			y[z] = z == k ? 0.7 : 0.5;
		wrong += !verlet_outside(wide, N, y, 0.5, 0.6) || verlet_outside(wide, N, y, 0.5, 0.8);
	}
	ok(wrong == 0, "one of many that is outside");
}

/* A polynomial of fourth order is predicted exactly, and nothing corrected; an acceleration that is off by e dt^2 / 2 is
 * spread by
 * Gear's numbers 19/90, 3/4, 1/2, 1/12. */
static void gear(void)
{
	const double dt = 0.37, c[5] = { 1.3, -0.7, 0.9, 0.41, -0.23 }, e = 0.31;
	double q = c[0], v = c[1], a = 2 * c[2], r3 = c[3] * dt * dt * dt, r4 = c[4] * dt * dt * dt * dt, p, r2;

	gear_predict(1, dt, &q, &v, &a, &p, &r2, &r3, &r4);
	near(p, c[0] + dt * (c[1] + dt * (c[2] + dt * (c[3] + dt * c[4]))), 1e-15, "predicted: place");
	near(v, c[1] + dt * (2 * c[2] + dt * (3 * c[3] + dt * 4 * c[4])), 1e-15, "velocity");
	near(r2, dt * dt * (c[2] + dt * (3 * c[3] + dt * 6 * c[4])), 1e-16, "acceleration");
	near(r3, dt * dt * dt * (c[3] + dt * 4 * c[4]), 1e-16, "third derivative");
	near(r4, dt * dt * dt * dt * c[4], 1e-16, "fourth");
	double was[4] = { p, v, r3, r4 }, off = e * 0.5 * dt * dt;
	a = 2 * r2 / (dt * dt) + e;
	gear_correct(1, dt, &q, &v, &a, &p, &r2, &r3, &r4);
	near(q, was[0] + 19.0 / 90 * off, 1e-15, "corrected: place");
	near(v, was[1] + 0.75 * off / dt, 1e-15, "velocity");
	near(r3, was[2] + off / 2, 1e-16, "third derivative");
	near(r4, was[3] + off / 12, 1e-16, "fourth");
	ok(p == was[0], "and the prediction stays");
}

int main(void)
{
	for (int wide = 0; wide <= wide_has(); wide++)
		verlet(wide);
	gear();
	return done();
}
