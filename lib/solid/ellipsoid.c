/* ellipsoid.c: mass and surface of ellipsoids */
#include "solid/ellipsoid.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* Carlson's R_G(x, y, z); at most one argument may be 0. Every step of the duplication brings the three arguments closer together
 * by a factor of 4, and adds a term to the sum for R_D (Carlson 1995, Numerical Algorithms 10, 13). R_G is symmetric; for z > 0,
 * z R_F - (x - z) (y - z) R_D / 3 + sqrt(x y / z) is twice R_G, most precisely with z between x and y. */
static double carlson_g(double x, double y, double z)
{
	double first = x, second = y, third = z, sum = 0, factor = 1;

	for (int k = 0; k < 60; k++) {
		double sx = sqrt(x), sy = sqrt(y), sz = sqrt(z), shift = sx * sy + sx * sz + sy * sz;

		if (fmax(fabs(x - y), fmax(fabs(x - z), fabs(y - z))) < 1e-3 * (x + y + z) / 3)
			break;
		sum += factor / (sz * (z + shift));
		factor /= 4;
		x = (x + shift) / 4;
		y = (y + shift) / 4;
		z = (z + shift) / 4;
	}
	/* series about the mean, to the sixth order in the differences of 1e-3 */
	double a = (x + y + z) / 3, p = 1 - x / a, q = 1 - y / a, r = -p - q;
	double e2 = p * q - r * r, e3 = p * q * r;
	double f = (1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44) / sqrt(a);
	double b = (x + y + 3 * z) / 5, s = 1 - x / b, t = 1 - y / b, u = -(s + t) / 3;
	double g2 = s * t - 6 * u * u, g3 = (3 * s * t - 8 * u * u) * u, g4 = 3 * (s * t - u * u) * u * u, g5 = s * t * u * u * u;
	double d = 3 * sum + factor / (b * sqrt(b)) * (1 - 3 * g2 / 14 + g3 / 6 + 9 * g2 * g2 / 88 - 3 * g4 / 22 -
	                                               9 * g2 * g3 / 52 + 3 * g5 / 26);

	return 0.5 * (third * f - (first - third) * (second - third) * d / 3 + sqrt(first * second / third));
}

enum mass_status ellipsoid_mass(struct mass3 *m, const double a[3])
{
	double s[3] = { a[0], a[1], a[2] };

	if (!(a[0] > 0 && a[1] > 0 && a[2] > 0))
		return MASS_EMPTY;
	for (int k = 0; k < 3; k++) { /* bubble sort, ascending */
		double x = s[k % 2], y = s[k % 2 + 1];

		s[k % 2] = fmin(x, y);
		s[k % 2 + 1] = fmax(x, y);
	}
	double x = s[0] * s[1], z = s[0] * s[2], y = s[1] * s[2], v = 4 * pi / 3 * a[0] * a[1] * a[2];

	*m = (struct mass3){ .volume = v, .surface = 4 * pi * carlson_g(x * x, y * y, z * z) };
	for (int k = 0; k < 3; k++)
		m->inertia[k] = v / 5 * (a[(k + 1) % 3] * a[(k + 1) % 3] + a[(k + 2) % 3] * a[(k + 2) % 3]);
	return MASS_GOOD;
}

/* ---- distances ---- */

/* sum (y_k / a_k)^2 - 1 at s, see ellipsoid_nearest, and its slope. least: the index of the least half axis. Numbers that are 0
 * stay 0 at s = 0. */
static double off_surface(const double a[3], const double x[3], int least, double s, double y[3], double *slope)
{
	double sum = -1;

	*slope = 0;
	for (int k = 0; k < 3; k++) {
		double d = s + (a[k] - a[least]) * (a[k] + a[least]), part = x[k] != 0 ? a[k] * x[k] / d : 0;

		y[k] = a[k] * part;
		sum += part * part;
		*slope -= x[k] != 0 ? 2 * part * part / d : 0;
	}
	return sum;
}

double ellipsoid_nearest(const double a[3], const double x[3], double y[3])
{
	enum { STEPS = 100 };
	int least = a[1] < a[0] ? 1 : 0;
	double slope, off = 0, s = 0, sum = 0;

	least = a[2] < a[least] ? 2 : least;
	/* at this s one term of the sum is 1, unless x is near the middle; the sum is convex, so Newton's method comes from below */
	for (int k = 0; k < 3; k++)
		s = fmax(s, a[k] * fabs(x[k]) - (a[k] - a[least]) * (a[k] + a[least]));
	for (int step = 0; step < STEPS; step++) {
		off = off_surface(a, x, least, s, y, &slope);
		if (!(off > 0) || !(slope < 0))
			break;
		double next = s - off / slope;
		if (!(next > s))
			break;
		s = next;
	}
	if (s == 0 && off < 0) /* near the middle: points at both sides are equally near */
		y[least] = a[least] * sqrt(-off);
	for (int k = 0; k < 3; k++)
		sum += (y[k] - x[k]) * (y[k] - x[k]);
	return sqrt(sum);
}
