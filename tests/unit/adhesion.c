/* Adhesion without dimension: JKR against its definition by the contact radius, its pull-off force and its loss; bridges against
 * a numerical integral; cube roots. */
#include "contact/adhesion.h"

#include <math.h>

#include "base/cube_root.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

/* The contact radius at an overlap, by bisection of the overlap as a function of the radius, on the branch that is stable if the
 * distance is prescribed. */
static double radius_at(double overlap, double R, double E, double w)
{
	double lo = cbrt(pi * w * R * R / (8 * E)), hi = 1e3 * lo; /* at lo the overlap is least */

	for (int k = 0; k < 200; k++) {
		double a = 0.5 * (lo + hi);

		if (a * a / R - sqrt(2 * pi * w * a / E) < overlap)
			lo = a;
		else
			hi = a;
	}
	return lo;
}

static void jkr(void)
{
	const double R = 0.37, E = 8.1e4, w = 2.3, a0 = cbrt(2 * pi * w * R * R / E), deep = a0 * a0 / R;
	double worst_a = 0, worst_f = 0, worst_u = 0, least = 0;

	for (double x = -0.472; x < 1000; x = x < 0 ? x + 0.0031 : 1.03 * x + 0.001) {
		double a = radius_at(x * deep, R, E, w), f = 4 * E * a * a * a / (3 * R) - sqrt(8 * pi * w * E * a * a * a), s = jkr_side(x);
		double h = 1e-4 * (x - JKR_BREAKS) / (1 + 0.1 * x);

		worst_a = fmax(worst_a, fabs(a0 * s * s / a - 1));
		worst_f = fmax(worst_f, fabs(4 * pi * w * R * jkr_force(s) - f) / (pi * w * R + fabs(f)));
		worst_u = fmax(worst_u, fabs((jkr_energy(jkr_side(x + h)) - jkr_energy(jkr_side(x - h))) / (2 * h) - jkr_force(s)) /
		          (1 + fabs(jkr_force(s))));
		least = fmin(least, jkr_force(s));
	}
	ok(worst_a < 1e-12, "JKR: contact radius, off by %g", worst_a);
	ok(worst_f < 1e-12, "JKR: force, off by %g", worst_f);
	ok(worst_u < 1e-5, "JKR: the force is the slope of the potential, off by %g", worst_u);
	near(least, -0.375, 1e-5, "JKR: the pull-off force is 3/2 pi w R");
	near(jkr_force(cbrt(0.75)), -0.375, 1e-15, "at its contact radius");
	near(jkr_side(JKR_BREAKS), cbrt(0.25), 1e-7, "the contact breaks at s^3 = 1/4");
	near(jkr_side(-1e9), cbrt(0.25), 1e-7, "further away too");
	near(jkr_force(jkr_side(JKR_BREAKS)), -5.0 / 24, 1e-7, "at 5/9 of the pull-off force");
	near(jkr_force(jkr_side(0)), -1.0 / 3, 1e-15, "at touch it attracts by 4/3 pi w R");
	near(jkr_energy(jkr_side(0)), 0, 1e-15, "the potential is 0 there");
	near(jkr_energy(jkr_side(JKR_BREAKS)), JKR_LOSS, 1e-14, "and the loss at the end");
	near(4 * pi * pow(2 * pi, 2.0 / 3) * JKR_LOSS, 7.09, 5e-3, "the loss of Thornton and Ning");
	double hertz = jkr_force(jkr_side(1e12)) / (2.0 / 3 * 1e18);
	near(hertz, 1, 1e-8, "far above the pull-off force Hertz' law");
}

static void bridge(void)
{
	const int n = 2000;

	near(bridge_fall(0), 1, 0, "bridge: 1 at contact");
	near(bridge_fall(0.6), 1 + 1.05 * 0.6 + 2.5 * 0.36, 1e-15, "Willett's fit");
	for (double to = 0.1; to < 20; to *= 3) {
		double h = to / n, sum = 0;

		for (int k = 0; k < n; k++) /* Simpson */
			sum += (1 / bridge_fall(k * h) + 4 / bridge_fall((k + 0.5) * h) + 1 / bridge_fall((k + 1) * h)) * h / 6;
		near(bridge_energy(to), sum, 1e-10, "its work to %g", to);
	}
	near(bridge_energy(0), 0, 0, "none at contact");
}

static void roots(void)
{
	double worst = 0;

	for (double x = 1e-250; x < 1e250; x *= 1.0137)
		worst = fmax(worst, fabs(cube_root(x) / cbrt(x) - 1));
	ok(worst < 1e-15, "cube roots, off by %g", worst);
	near(cube_root(27), 3, 1e-15, "of 27");
}

int main(void)
{
	jkr();
	bridge();
	roots();
	return done();
}
