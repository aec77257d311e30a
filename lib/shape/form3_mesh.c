/* form3_mesh.c: surfaces with a name */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/exponent.h"
#include "base/trig.h"
#include "mesh/triangulate.h"
#include "shape/form3.h"

static const double pi = 3.14159265358979323846;

/* The number of edges of a curve if the longest side has n edges: a multiple of 4, for symmetry. */
static int edges(double length, double side, int n)
{
	return 4 * (int)fmax(2, ceil(0.25 * length / side * n - 1e-9));
}

void form3_box(struct mesh *m, const double a[3])
{
	/* corner v has x > 0 if v & 1, y > 0 if v & 2, z > 0 if v & 4 */
	static const int face[6][4] = { { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 }, { 2, 6, 7, 3 }, { 0, 4, 6, 2 },
		{ 1, 3, 7, 5 } };

	*m = (struct mesh){ 0 };
	for (int v = 0; v < 8; v++)
		mesh_add_vertex(m, v & 1 ? a[0] : -a[0], v & 2 ? a[1] : -a[1], v & 4 ? a[2] : -a[2]);
	for (int f = 0; f < 6; f++)
		mesh_add_face(m, 4, face[f]);
}

/* Join ring i of n vertices to ring j. Seen from outside, ring j is to the left of the edges of ring i. */
static void join_rings(struct mesh *m, int i, int j, int n)
{
	for (int k = 0; k < n; k++) {
		int next = (k + 1) % n;

		mesh_add_face(m, 4, (int[]){ i * n + k, i * n + next, j * n + next, j * n + k });
	}
}

void form3_cylinder(struct mesh *m, const double a[3], int n)
{
	double side = 2 * fmax(a[0], fmax(a[1], a[2])), sine, cosine;
	int around = edges(2 * pi * fmax(a[0], a[1]), side, n), along = (int)fmax(1, ceil(2 * a[2] / side * n - 1e-9));

	*m = (struct mesh){ 0 };
	for (int i = 0; i <= along; i++)
		for (int k = 0; k < around; k++) {
			trig_sincos(2 * pi * k / around, &sine, &cosine);
			mesh_add_vertex(m, a[0] * cosine, a[1] * sine, a[2] * (2.0 * i / along - 1));
		}
	for (int i = 0; i < along; i++)
		join_rings(m, i, i + 1, around);
	int below = mesh_add_vertex(m, 0, 0, -a[2]), above = mesh_add_vertex(m, 0, 0, a[2]), top = along * around;
	for (int k = 0; k < around; k++) {
		int next = (k + 1) % around;

		mesh_add_triangle(m, below, next, k);
		mesh_add_triangle(m, above, top + k, top + next);
	}
}

void form3_torus(struct mesh *m, double R, double r, int n)
{
	int around = edges(2 * pi * (R + r), 2 * (R + r), n), about = edges(2 * pi * r, 2 * (R + r), n);
	double s, c, sine, cosine;

	*m = (struct mesh){ 0 };
	for (int i = 0; i < about; i++)
		for (int k = 0; k < around; k++) {
			trig_sincos(2 * pi * i / about, &s, &c);
			trig_sincos(2 * pi * k / around, &sine, &cosine);
			mesh_add_vertex(m, (R + r * c) * cosine, (R + r * c) * sine, r * s);
		}
	for (int i = 0; i < about; i++)
		join_rings(m, i, (i + 1) % about, around);
}

static double power(double x, double p)
{
	return x > 0 ? exponent_exp(p * exponent_log(x)) : 0;
}

void form3_superquadric(struct mesh *m, const double a[3], const double blockiness[2], int n)
{
	double q = blockiness[0], p = blockiness[1];

	triangulate_globe(m, (n + 1) / 2);
	for (int v = 0; v < m->n_vertex; v++) {
		double *x = m->xyz[v], flat = power(power(fabs(x[0]), p) + power(fabs(x[1]), p), 1 / p);
		double size = power(power(flat, q) + power(fabs(x[2]), q), 1 / q);

		for (int k = 0; k < 3; k++)
			x[k] *= a[k] / size;
	}
}

/* In polar angles t from z and f around z, radius^4 = r^4 (1 + 4 b g) with g = sin t cos(f - 5 (t - pi/2)), after Sloan (2023,
 * "Analytical Gomboc", arXiv 2306.14914).
 *
 * The centre of mass is the origin: the integral of radius^4 u over all directions u vanishes. It vanishes along z because g has
 * the mean 0 around every circle of latitude. It vanishes along x and y because the integral of sin^3 t cos(5 (t - pi/2)) is 0:
 * with t = pi/2 + y the integrand is (3 cos y + cos 3y) cos(5 y) / 4 over -pi/2 .. pi/2, a sum of cosines of 2, 4, 6 and 8 y. 5
 * is the least odd number of turns for which this holds.
 * The radius has one maximum, one minimum and no other extremum: dg/df = 0 only where the cosine is 1 or -1; there
 * dg/dt = +-cos t is 0 only at the equator, and at the poles g has a slope of 1.
 * The body is convex: 1/radius, continued to space as a function of degree 1, is convex if its second derivatives on the sphere
 * plus the function itself are not negative. They are least at the minimum of g. There the second derivatives of g are 1 and 5
 * and 25 + 1 about the equator, with eigenvalues up to e = (27 + sqrt 725) / 2. With radius^-1 ~ (1 + 4 b g)^(-1/4) the condition
 * is 1 - 4 b >= b e, so b <= 0.0323. A convex homogeneous body is in equilibrium where the distance of the surface from its
 * centre of mass is extreme: stable on the minimum, unstable on the maximum. */
void form3_gomboc(struct mesh *m, double r, int n)
{
	const double b = 0.03;

	triangulate_globe(m, (n + 1) / 2);
	for (int v = 0; v < m->n_vertex; v++) {
		double *x = m->xyz[v], flat = sqrt(x[0] * x[0] + x[1] * x[1]), sine, cosine;

		trig_sincos(5 * (trig_atan2(flat, x[2]) - 0.5 * pi), &sine, &cosine);
		double radius = r * sqrt(sqrt(1 + 4 * b * (x[0] * cosine + x[1] * sine)));
		for (int k = 0; k < 3; k++)
			x[k] *= radius;
	}
}
