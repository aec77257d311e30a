/* ellipsoid.c: ellipsoids against textbook formulas for spheroids, and the general surface against quadrature */
#include "solid/ellipsoid.h"

#include "tap.h"

static const double pi = 3.14159265358979323846;

static double surface(double a, double b, double c)
{
	struct mass3 m;

	ellipsoid_mass(&m, (double[3]){ a, b, c });
	return m.surface;
}

/* The integral of a b c |A^-1 u| over the directions u: the trapezoid rule about the axis and, for it is smooth and
 * even at the poles as a function of the polar angle, Simpson's along it. */
static double by_quadrature(double a, double b, double c)
{
	enum { N = 2000, M = 200 };
	double sum = 0;

	for (int i = 0; i <= N; i++) {
		double polar = pi * i / N, ring = 0, s = sin(polar), w = i % 2 ? 4 : i % N ? 2 : 1;

		for (int j = 0; j < M; j++) {
			double phi = 2 * pi * j / M, x = s * cos(phi) / a, y = s * sin(phi) / b, z = cos(polar) / c;

			ring += sqrt(x * x + y * y + z * z);
		}
		sum += w * s * ring;
	}
	return a * b * c * sum * pi / N / 3 * 2 * pi / M;
}

int main(void)
{
	const double a = 2.385, b = 1.1, c = 0.7;
	struct mass3 m;

	ok(ellipsoid_mass(&m, (double[3]){ a, b, c }) == MASS_GOOD, "an ellipsoid");
	near(m.volume, 4 * pi / 3 * a * b * c, 1e-14, "volume");
	near(m.inertia[0], m.volume * (b * b + c * c) / 5, 1e-14, "moment about x");
	near(m.inertia[1], m.volume * (a * a + c * c) / 5, 1e-14, "moment about y");
	near(m.inertia[2], m.volume * (a * a + b * b) / 5, 1e-14, "moment about z");
	ok(m.inertia[3] == 0 && m.inertia[4] == 0 && m.inertia[5] == 0 && m.com[0] == 0 && m.error == 0, "and zeros");
	near(m.surface, by_quadrature(a, b, c), 1e-10, "surface");
	near(surface(c, a, b), m.surface, 1e-14, "surface, axes in another order");
	near(surface(a, a, a), 4 * pi * a * a, 1e-13, "surface of a sphere");
	double e = sqrt(1 - b * b / (a * a));
	near(surface(a, b, b), 2 * pi * b * b * (1 + a / (b * e) * asin(e)), 1e-13, "of a prolate spheroid");
	near(surface(a, a, b), 2 * pi * a * a * (1 + (1 - e * e) / e * atanh(e)), 1e-13, "of an oblate one");
	e = sqrt(1 - 1e-8);
	near(surface(1, 1e-4, 1e-4), 2 * pi * 1e-8 * (1 + 1e4 / e * asin(e)), 1e-15, "of a needle");
	ok(ellipsoid_mass(&m, (double[3]){ 1, 0, 1 }) == MASS_EMPTY, "no half axis");
	ok(ellipsoid_mass(&m, (double[3]){ 1, 1, NAN }) == MASS_EMPTY, "not a number");
	return done();
}
