/* form3_mesh.c: surfaces with a name */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/exponent.h"
#include "base/trig.h"
#include "mesh/triangulate.h"
#include "shape/form3.h"

static const double pi = 3.14159265358979323846;

/* How many edges a curve of the given length has where the longest side has n, a multiple of 4 for symmetry. */
static int edges(double length, double side, int n)
{
	return 4 * (int)fmax(2, ceil(0.25 * length / side * n - 1e-9));
}

void form3_box(struct mesh *m, const double a[3])
{
	/* corner v has x > 0 where v & 1, y > 0 where v & 2, z > 0 where v & 4 */
	static const int face[6][4] = { { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 }, { 2, 6, 7, 3 }, { 0, 4, 6, 2 },
		{ 1, 3, 7, 5 } };

	*m = (struct mesh){ 0 };
	for (int v = 0; v < 8; v++)
		mesh_add_vertex(m, v & 1 ? a[0] : -a[0], v & 2 ? a[1] : -a[1], v & 4 ? a[2] : -a[2]);
	for (int f = 0; f < 6; f++)
		mesh_add_face(m, 4, face[f]);
}

/* Rings of vertices, the next ring of each edge's left when seen from outside: joins ring i to ring j of n vertices. */
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

/* In polar angles t from z and f around it, radius^4 = r^4 (1 + 4 b g), g = sin t cos(f - 5 (t - pi/2)), after Sloan
 * (2023, "Analytical Gomboc", arXiv 2306.14914).
 *
 * The centre of mass is the origin: the integral of radius^4 u over all directions u vanishes. Along z, since g has the
 * mean 0 around every circle of latitude; along x and y, since the integral of sin^3 t cos(5 (t - pi/2)) is 0: with t =
 * pi/2 + y it is that of (3 cos y + cos 3y) cos(5 y) / 4 over -pi/2 .. pi/2, made of cosines of 2, 4, 6 and 8 y. 5 is
 * the least odd number of turns that does it.
 * The radius has one maximum, one minimum and nothing else: dg/df = 0 where the cosine is 1 or -1, there dg/dt = +-cos t
 * is 0 at the equator alone, and at the poles g has a slope of 1.
 * It is convex: 1/radius as a function of degree 1 in space is convex where its second derivatives on the sphere plus
 * itself are not negative. They are least at the minimum of g, where those of g are 1 and 5 and 25 + 1 about the
 * equator, eigenvalues up to e = (27 + sqrt 725) / 2; with radius^-1 ~ (1 + 4 b g)^(-1/4) this is 1 - 4 b >= b e, b <=
 * 0.0323. A convex homogeneous body stands where the distance from its centre of mass is extreme: stable on the minimum,
 * unstable on the maximum. */
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
