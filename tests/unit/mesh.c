/* mesh.c: mass of surfaces against closed forms, and what is mended and refused in them */
#include "mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"
#include "unit/solids.h"

static const double tau = 6.283185307179586;

/* ---- mass ---- */

static void boxes(void)
{
	const double lo[3] = { 1.25, -2.385, 0.7 }, hi[3] = { 3.61, 0.415, 1.1 };
	struct mesh m = { 0 };
	struct mass3 w;

	add_box(&m, lo, hi, 0);
	double a = hi[0] - lo[0], b = hi[1] - lo[1], c = hi[2] - lo[2], v = a * b * c;
	ok(mesh_mass(&w, &m) == MASS_GOOD, "a box has mass");
	near(w.volume, v, 1e-14 * v, "its volume");
	near(w.surface, 2 * (a * b + b * c + c * a), 1e-14, "its surface");
	near(w.com[1], (lo[1] + hi[1]) / 2, 1e-15, "its middle");
	near(w.inertia[0], v * (b * b + c * c) / 12, 1e-14 * v, "Ixx");
	near(w.inertia[1], v * (c * c + a * a) / 12, 1e-14 * v, "Iyy");
	near(w.inertia[2], v * (a * a + b * b) / 12, 1e-14 * v, "Izz");
	near(w.inertia[4], 0, 1e-15, "Ixz");
	ok(fabs(w.volume - v) <= w.error && w.error < 1e-13, "the error is a bound");
	mesh_free(&m);
	add_box(&m, lo, hi, 1);
	ok(mesh_mass(&w, &m) == MASS_EMPTY, "a box inside out has no mass");
	mesh_free(&m);
	ok(mesh_mass(&w, &m) == MASS_EMPTY, "nor has nothing");
}

/* The integral of x^i y^j z^k over the tetrahedron of the origin and the points a, b, c on the axes (Dirichlet). */
static double dirichlet(const double a[3], int i, int j, int k)
{
	return tgamma(i + 1) * tgamma(j + 1) * tgamma(k + 1) / tgamma(i + j + k + 4) * pow(a[0], i + 1) * pow(a[1], j + 1) *
	       pow(a[2], k + 1);
}

static void tetrahedra(void)
{
	static const int second[6][3] = { { 0, 2, 2 }, { 2, 0, 2 }, { 2, 2, 0 }, { 1, 1, 0 }, { 1, 0, 1 }, { 0, 1, 1 } };
	static const int third[10][3] = { { 3, 0, 0 }, { 2, 1, 0 }, { 2, 0, 1 }, { 1, 2, 0 }, { 1, 1, 1 }, { 1, 0, 2 },
		{ 0, 3, 0 }, { 0, 2, 1 }, { 0, 1, 2 }, { 0, 0, 3 } };
	const double a[3] = { 2.385, 0.917, 1.43 };
	struct mesh m = { 0 };
	struct mass3 w;

	mesh_add_vertex(&m, 0, 0, 0);
	for (int k = 0; k < 3; k++)
		mesh_add_vertex(&m, k == 0 ? a[0] : 0, k == 1 ? a[1] : 0, k == 2 ? a[2] : 0);
	mesh_add_triangle(&m, 0, 2, 1);
	mesh_add_triangle(&m, 0, 3, 2);
	mesh_add_triangle(&m, 0, 1, 3);
	mesh_add_triangle(&m, 1, 2, 3);
	ok(mesh_mass(&w, &m) == MASS_GOOD, "a tetrahedron has mass");
	double v = dirichlet(a, 0, 0, 0), c[3] = { a[0] / 4, a[1] / 4, a[2] / 4 };
	near(w.volume, v, 1e-15, "its volume");
	for (int k = 0; k < 3; k++)
		near(w.com[k], c[k], 1e-15, "its centre of mass");
	for (int k = 0; k < 6; k++) { /* about the origin, then by the theorem of parallel axes; diagonal: the two others */
		int p = k < 3 ? (k + 1) % 3 : second[k][0] ? 0 : 1, q = k < 3 ? (k + 2) % 3 : second[k][2] ? 2 : 1;
		int up[3] = { 0 }, uq[3] = { 0 };

		up[p] = uq[q] = 2;
		double pp = dirichlet(a, up[0], up[1], up[2]) - v * c[p] * c[p], qq = dirichlet(a, uq[0], uq[1], uq[2]) - v * c[q] * c[q];
		double pq = dirichlet(a, second[k][0], second[k][1], second[k][2]) - v * c[p] * c[q];
		double expected = k < 3 ? pp + qq : -pq;
		near(w.inertia[k], expected, 1e-15, "inertia %d", k);
	}
	for (int k = 0; k < 10; k++) { /* (x - c)(y - d)(z - e) multiplied out, one factor after the other */
		int axis[3], n = 0;
		double sum = 0;

		for (int i = 0; i < 3; i++)
			for (int j = 0; j < third[k][i]; j++)
				axis[n++] = i;
		for (int choice = 0; choice < 8; choice++) {
			int power[3] = { 0 };
			double factor = 1;

			for (int j = 0; j < 3; j++) {
				power[axis[j]] += choice >> j & 1;
				factor *= choice >> j & 1 ? 1 : -c[axis[j]];
			}
			sum += factor * dirichlet(a, power[0], power[1], power[2]);
		}
		near(w.third[k], sum, 2e-16, "third moment %d", k);
	}
	mesh_free(&m);
}

/* Corners at whole numbers: integers tell all moments. With D = (b - a).((c - a) x (d - a)) and sums over corners S_i = sum v_i,
 * S_ij = sum v_i v_j, the volume is D / 6, the centre S_i / 4, and second moments about it are
 * D (S_i S_j + S_ij) / 120 - D S_i S_j / 96 = D (4 S_ij - S_i S_j) / 480. */
static void rational(void)
{
	static const int pair[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
	struct rng random;
	double off[3] = { 0 };
	int bad = 0;

	rng_seed(&random, 12);
	for (int k = 0; k < 1000; k++) {
		struct mesh m = { 0 };
		struct mass3 w;
		int64_t v[4][3], e[3][3], one[3] = { 0 }, second[6];

		for (int i = 0; i < 4; i++)
			for (int d = 0; d < 3; d++)
				v[i][d] = (int64_t)floor(2000 * rng_uniform(&random)) - 700;
		for (int i = 0; i < 3; i++)
			for (int d = 0; d < 3; d++)
				e[i][d] = v[i + 1][d] - v[0][d];
		int64_t det = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) - e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
		              e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
		for (int i = 0; i < 4; i++) {
			mesh_add_vertex(&m, (double)v[i][0], (double)v[i][1], (double)v[i][2]);
			for (int d = 0; d < 3; d++)
				one[d] += v[i][d];
		}
		for (int q = 0; q < 6; q++) {
			int64_t sum = 0;

			for (int i = 0; i < 4; i++)
				sum += v[i][pair[q][0]] * v[i][pair[q][1]];
			second[q] = 4 * sum - one[pair[q][0]] * one[pair[q][1]];
		}
		int a = det > 0 ? 1 : 2, b = 3 - a;
		mesh_add_triangle(&m, 0, b, a);
		mesh_add_triangle(&m, 0, 3, b);
		mesh_add_triangle(&m, 0, a, 3);
		mesh_add_triangle(&m, a, b, 3);
		double volume = fabs((double)det) / 6, x[3], scale = 0;
		for (int d = 0; d < 3; d++) {
			x[d] = volume / 80 * ((double)second[(d + 1) % 3] + (double)second[(d + 2) % 3]);
			scale = fmax(scale, x[d]);
		}
		/* the volume of a flat one is the difference of larger numbers */
		bad += mesh_mass(&w, &m) != MASS_GOOD || fabs(w.volume - volume) > w.error;
		for (int d = 0; d < 3 && fabs((double)det) > 1e6; d++) {
			off[0] = fmax(off[0], fabs(w.com[d] - (double)one[d] / 4) / 2000);
			off[1] = fmax(off[1], fabs(w.inertia[d] - x[d]) / scale);
			off[2] = fmax(off[2], fabs(w.inertia[3 + d] + volume / 80 * (double)second[3 + d]) / scale);
		}
		mesh_free(&m);
	}
	ok(!bad, "tetrahedra with corners at whole numbers: the volumes to their errors, %d not", bad);
	near(off[0], 0, 1e-12, "their centres");
	near(off[1], 0, 1e-12, "their moments");
	near(off[2], 0, 1e-12, "their products");
}

static void round_bodies(void)
{
	struct mesh m = { 0 };
	struct mass3 w;
	double phi = (1 + sqrt(5)) / 2;

	add_icosahedron(&m);
	mesh_mass(&w, &m);
	near(w.volume, 10.0 / 3 * (3 + sqrt(5)), 2e-14, "the volume of an icosahedron");
	near(w.surface, 20 * sqrt(3), 2e-14, "its surface");
	near(w.inertia[1], 0.4 * phi * phi * w.volume, 2e-14, "its inertia, phi^2 m a^2 / 10");
	double before = 0;
	for (int level = 0; level < 5; level++) {
		refine_sphere(&m);
		mesh_mass(&w, &m);
		double lack = tau * 2 / 3 - w.volume;

		ok(level == 0 || (lack > 0 && fabs(before / lack - 4) < 0.4), "level %d of a sphere lacks a quarter: %g", level, lack);
		before = lack;
	}
	/* drawn out into an ellipsoid, its moments are those of the sphere times products of the factors; by symmetry those are
	 * one number, and against an ellipsoid of the same volume they lack what the sphere does */
	const double a[3] = { 2.385, 1.2, 0.7 };
	struct mass3 u;
	for (int v = 0; v < m.n_vertex; v++)
		for (int k = 0; k < 3; k++)
			m.xyz[v][k] *= a[k];
	mesh_mass(&u, &m);
	near(u.volume, a[0] * a[1] * a[2] * w.volume, 1e-13 * u.volume, "a sphere drawn out: the volume");
	for (int k = 0; k < 3; k++) {
		double p = a[(k + 1) % 3], q = a[(k + 2) % 3], same = a[0] * a[1] * a[2] * (p * p + q * q) * w.inertia[0] / 2;

		near(u.inertia[k], same, 1e-13 * same, "its inertia about axis %d", k);
		near(u.inertia[k], u.volume * (p * p + q * q) / 5, 1e-3 * same, "nearly that of an ellipsoid of its volume");
		near(u.inertia[3 + k], 0, 1e-13, "its products");
	}
	mesh_free(&m);

	/* between two of m half planes the body is swept by x = rho cos(h), y = s rho sin(h), |s| < 1, h = pi / m, from a polygon
	 * in rho and z: x y z have the Jacobian cos(h) sin(h) rho */
	int around = 40, n = 9;
	double R = 2.385, r = 0.7, h = tau / 2 / around, area = n * r * r * sin(tau / n) / 2;
	double square = n * r * r * r * r * sin(tau / n) * (2 + cos(tau / n)) / 24; /* the polygon's second moment along rho */
	double one = around * cos(h) * sin(h);
	add_torus(&m, around, n, R, r);
	mesh_mass(&w, &m);
	near(w.volume, 2 * one * area * R, 1e-13, "the volume of a torus of planes");
	near(w.inertia[2], one * (2 * cos(h) * cos(h) + sin(h) * sin(h) * 2 / 3) * (area * R * R * R + 3 * R * square), 1e-12,
	     "its moment about its axis");
	near(w.inertia[0], w.inertia[1], 1e-13, "its two other moments are one");
	near(w.inertia[0] - w.inertia[2] / 2, 2 * one * R * square, 1e-12, "and what they have from z");
	mesh_free(&m);
}

/* The torus, turned, moved and grown. */
static void invariance(void)
{
	struct mesh m = { 0 }, other = { 0 };
	struct mass3 w, u;
	struct rng random;
	const double q[3][3] = { { 2 / 3., -1 / 3., 2 / 3. }, { 2 / 3., 2 / 3., -1 / 3. }, { -1 / 3., 2 / 3., 2 / 3. } };

	rng_seed(&random, 1);
	add_torus(&m, 12, 7, 2, 0.9);
	for (int v = 0; v < m.n_vertex; v++) /* no symmetry */
		for (int k = 0; k < 3; k++)
			m.xyz[v][k] += 0.02 * rng_uniform(&random);
	mesh_mass(&w, &m);
	for (int v = 0; v < m.n_vertex; v++) {
		double p[3];

		for (int k = 0; k < 3; k++)
			p[k] = 3 * (q[k][0] * m.xyz[v][0] + q[k][1] * m.xyz[v][1] + q[k][2] * m.xyz[v][2]) + 10 * (k + 1);
		mesh_add_vertex(&other, p[0], p[1], p[2]);
	}
	for (int t = m.n_triangle - 1; t >= 0; t--)
		mesh_add_triangle(&other, m.tri[t][0], m.tri[t][1], m.tri[t][2]);
	mesh_mass(&u, &other);
	near(u.volume, 27 * w.volume, 1e-12 * u.volume, "turned, moved and grown: the volume");
	near(u.surface, 9 * w.surface, 1e-12 * u.surface, "the surface");
	static const int at[3][3] = { { 0, 3, 4 }, { 3, 1, 5 }, { 4, 5, 2 } };
	for (int i = 0; i < 3; i++) {
		near(u.com[i], 10 * (i + 1) + 3 * (q[i][0] * w.com[0] + q[i][1] * w.com[1] + q[i][2] * w.com[2]), 1e-12, "the centre");
		for (int j = 0; j <= i; j++) {
			double sum = 0;

			for (int k = 0; k < 3; k++)
				for (int l = 0; l < 3; l++)
					sum += q[i][k] * w.inertia[at[k][l]] * q[j][l];
			near(u.inertia[at[i][j]], 243 * sum, 1e-12 * u.inertia[0], "the inertia %d %d", i, j);
		}
	}
	for (int t = 0; t < m.n_triangle / 2; t++) {
		int swap[3];

		memcpy(swap, m.tri[t], sizeof swap);
		memcpy(m.tri[t], m.tri[m.n_triangle - 1 - t], sizeof swap);
		memcpy(m.tri[m.n_triangle - 1 - t], swap, sizeof swap);
	}
	mesh_mass(&u, &m);
	ok(memcmp(&u, &w, sizeof u) == 0, "another order of the triangles: the same bits");
	for (int v = 0; v < m.n_vertex; v++)
		for (int k = 0; k < 3; k++)
			m.xyz[v][k] *= 0x1p-100;
	mesh_mass(&u, &m);
	ok(u.volume == w.volume * 0x1p-300 && u.inertia[4] == w.inertia[4] * 0x1p-500 && u.error == w.error * 0x1p-300 &&
	   u.surface == w.surface * 0x1p-200, "in other units: the same digits");
	mesh_free(&m);
	mesh_free(&other);
}

/* ---- faces of more than three corners ---- */

static void faces(void)
{
	static const double l[6][2] = { { 2, 0 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 0, 2 }, { 0, 0 } };
	struct mesh m = { 0 };
	struct mass3 w;
	int c[6];

	for (int k = 0; k < 12; k++)
		mesh_add_vertex(&m, l[k % 6][0], l[k % 6][1], k < 6 ? 0 : 0.5);
	for (int k = 0; k < 6; k++) {
		int side[4] = { k, (k + 1) % 6, (k + 1) % 6 + 6, k + 6 };
		mesh_add_face(&m, 4, side);
		c[k] = k + 6;
	}
	ok(mesh_add_face(&m, 6, c) == 0 && m.n_triangle == 16, "the face of an L is cut up");
	for (int k = 0; k < 6; k++)
		c[k] = 5 - k;
	mesh_add_face(&m, 6, c);
	ok(mesh_mass(&w, &m) == MASS_GOOD, "an L has mass");
	near(w.volume, 1.5, 1e-15, "its volume");
	near(w.surface, 2 * 3 + 8 * 0.5, 1e-14, "its surface, where no triangle lies outside the L");
	mesh_free(&m);
	for (int k = 0; k < 12; k++) /* a star whose arms are not all seen from any corner */
		mesh_add_vertex(&m, (k % 2 ? 0.2 : 1) * cos(tau * k / 12), (k % 2 ? 0.2 : 1) * sin(tau * k / 12), 0);
	int star[12] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
	ok(mesh_add_face(&m, 12, star) == -1 && m.n_triangle == 0, "a face that no corner overlooks is refused");
	mesh_free(&m);
}

/* ---- repairs ---- */

static const double zero[3] = { 0.1, 0.2, 0.3 }, three[3] = { 3.1, 3.2, 3.3 };

/* Repairs the mesh, expects its faults to be n of kind and none else, and the volume of what comes out. */
static void mends(struct mesh *m, enum mesh_fault_kind kind, int n, double volume, int components, const char *what)
{
	struct mesh_faults f;
	struct mass3 w;
	int others = 0, good = mesh_repair(m, &f) == 0;

	for (int k = 0; k < MESH_FAULTS; k++)
		others += k != (int)kind && f.fault[k].n;
	ok(good && f.fault[kind].n == n && !others, "%s: %d %s", what, f.fault[kind].n,
	   mesh_fault_name(kind, f.fault[kind].n));
	good = good && mesh_mass(&w, m) == MASS_GOOD;
	ok(good && fabs(w.volume - volume) < 1e-12, "%s: the volume %.15g", what, good ? w.volume : 0);
	ok(f.n_component == components, "%s: components %d", what, f.n_component);
	mesh_repair(m, &f);
	others = 0;
	for (int k = 0; k < MESH_FAULTS; k++)
		others += f.fault[k].n;
	ok(!good || !others, "%s: nothing is left to be mended", what);
	mesh_free(m);
}

/* It is refused for n of a kind, or with n = 0 for any number of them. */
static struct mesh_faults refuses(struct mesh *m, enum mesh_fault_kind kind, int n, const char *what)
{
	struct mesh_faults f;

	int refused = mesh_repair(m, &f) == -1;
	ok(refused && (n ? f.fault[kind].n == n : f.fault[kind].n > 0), "%s: %d %s", what, f.fault[kind].n,
	   mesh_fault_name(kind, f.fault[kind].n));
	mesh_free(m);
	return f;
}

static void flip(struct mesh *m, int t)
{
	int swap = m->tri[t][0];

	m->tri[t][0] = m->tri[t][1];
	m->tri[t][1] = swap;
}

static void repairs(void)
{
	struct mesh m = { 0 };

	add_box(&m, zero, three, 0);
	mends(&m, MESH_OPEN, 0, 27, 1, "a sound box");
	add_box(&m, zero, three, 0);
	mesh_add_vertex(&m, 3.1, 0.2, 0.3);
	m.tri[0][0] = m.tri[0][0] == 1 ? 8 : m.tri[0][0];
	m.tri[1][2] = m.tri[1][2] == 1 ? 8 : m.tri[1][2];
	mesh_add_vertex(&m, 9, 9, 9); /* of no triangle */
	mends(&m, MESH_MERGED, 1, 27, 1, "a box with a vertex twice");
	add_box(&m, zero, three, 0);
	mesh_add_triangle(&m, 3, 4, 3);
	mends(&m, MESH_DEGENERATE, 1, 27, 1, "a box and a needle");
	add_box(&m, zero, three, 0);
	mesh_add_triangle(&m, m.tri[3][1], m.tri[3][2], m.tri[3][0]);
	mesh_add_triangle(&m, m.tri[3][1], m.tri[3][2], m.tri[3][0]);
	mends(&m, MESH_DUPLICATE, 2, 27, 1, "a box with a triangle three times");
	add_box(&m, zero, three, 0);
	mesh_add_triangle(&m, m.tri[3][1], m.tri[3][0], m.tri[3][2]);
	mends(&m, MESH_BACK_TO_BACK, 1, 27, 1, "a box with a triangle twice, once flipped");
	add_box(&m, zero, three, 0);
	for (int t = 0; t < 12; t++)
		mesh_add_triangle(&m, m.tri[t][0], m.tri[t][2], m.tri[t][1]);
	mends(&m, MESH_BACK_TO_BACK, 12, 27, 1, "a box of sheets with two sides");
	add_box(&m, zero, three, 0);
	int top[2][4] = { { 4, 5, 7, 6 }, { 8, 9, 11, 10 } };
	for (int v = 0; v < 4; v++)
		mesh_add_vertex(&m, v & 1 ? 3.1 : 0.1, v & 2 ? 3.2 : 0.2, 4.3);
	mesh_add_face(&m, 4, (int[]){ 4, 6, 7, 5 });
	mesh_add_face(&m, 4, top[1]);
	mesh_add_face(&m, 4, (int[]){ 4, 5, 9, 8 });
	mesh_add_face(&m, 4, (int[]){ 6, 10, 11, 7 });
	mesh_add_face(&m, 4, (int[]){ 4, 8, 10, 6 });
	mesh_add_face(&m, 4, (int[]){ 5, 7, 11, 9 });
	ok(m.n_triangle == 24, "two boxes with a wall between");
	/* the wall is cut along the diagonal from corner 4 on both of its sides */
	mends(&m, MESH_BACK_TO_BACK, 2, 36, 1, "a wall between two boxes");
	add_box(&m, zero, three, 0);
	flip(&m, 2);
	flip(&m, 9);
	mends(&m, MESH_FLIPPED, 2, 27, 1, "a box with two flipped triangles");
	add_box(&m, zero, three, 1);
	mends(&m, MESH_INSIDE_OUT, 1, 27, 1, "a box inside out");
	add_box(&m, zero, three, 1);
	flip(&m, 5);
	mends(&m, MESH_FLIPPED, 11, 27, 1, "a box inside out but for one triangle");
}

static void several(void)
{
	const double one[3] = { 1.05, 1.15, 1.25 }, two[3] = { 2.05, 2.15, 2.25 }, half[3] = { 1.55, 1.65, 1.75 };
	const double far[3] = { 5, 5, 5 }, further[3] = { 6, 6, 6 };
	const double edge[3] = { 3.1, 3.2, 0.3 }, over[3] = { 4.1, 4.2, 3.3 };
	struct mesh m = { 0 };

	add_box(&m, zero, three, 0);
	add_box(&m, far, further, 0);
	mends(&m, MESH_OPEN, 0, 28, 2, "two boxes apart");
	add_box(&m, zero, three, 1);
	add_box(&m, far, further, 0);
	mends(&m, MESH_INSIDE_OUT, 1, 28, 2, "two boxes, one inside out");
	add_box(&m, zero, three, 0);
	add_box(&m, one, two, 1);
	mends(&m, MESH_OPEN, 0, 26, 2, "a box with a hollow");
	add_box(&m, one, two, 0);
	add_box(&m, zero, three, 1);
	mends(&m, MESH_INSIDE_OUT, 2, 26, 2, "a box with a hollow, all inside out");
	add_box(&m, half, two, 1);
	add_box(&m, zero, three, 0);
	add_box(&m, one, (double[3]){ 2.5, 2.5, 2.5 }, 1);
	mends(&m, MESH_INSIDE_OUT, 1, 27 - 1.45 * 1.35 * 1.25 + 0.125, 3, "a box inside out in a hollow of a box");
	add_box(&m, one, two, 0);
	add_box(&m, zero, three, 0);
	struct mesh_faults f = refuses(&m, MESH_NESTED, 1, "a box in a box");
	ok(f.fault[MESH_NESTED].at[0][0] > 1.05 && f.fault[MESH_NESTED].at[0][0] < 2.05, "its place is inside of the inner one");
	add_box(&m, zero, three, 0);
	add_box(&m, one, further, 0);
	ok(refuses(&m, MESH_CROSSING, 0, "two boxes into each other").fault[MESH_NESTED].n == 0, "neither is inside");
	add_box(&m, zero, two, 0);
	add_box(&m, (double[3]){ 1.05, 0.2, 0.3 }, (double[3]){ 3.1, 2.15, 2.25 }, 0);
	refuses(&m, MESH_CROSSING, 0, "two boxes into each other, with all faces in four planes");
	add_box(&m, zero, three, 0);
	add_box(&m, edge, over, 0);
	mends(&m, MESH_MERGED, 2, 27 + 3, 2, "two boxes that share an edge");
	add_box(&m, zero, three, 0);
	add_box(&m, three, further, 0);
	mends(&m, MESH_MERGED, 1, 27 + 2.9 * 2.8 * 2.7, 2, "two boxes that share a corner");
	add_box(&m, zero, three, 0);
	add_box(&m, (double[3]){ 3.1, 1, 1 }, (double[3]){ 4, 2, 2 }, 0);
	mends(&m, MESH_OPEN, 0, 27.9, 2, "a box standing on another");
	add_box(&m, zero, three, 0);
	add_box(&m, (double[3]){ 1.6, 1.7, 1.8 }, (double[3]){ 4.6, 4.7, 4.8 }, 0);
	refuses(&m, MESH_CROSSING, 0, "two boxes whose edges cross each other and the diagonals of their faces");
}

/* Two boxes with all their corners on a lattice of 27 places, all 729 pairs: they are refused where they have volume in common,
 * however their faces, edges and corners lie on each other. */
static void lattice(void)
{
	static const double from[3] = { 0, 0, 1 }, to[3] = { 1, 2, 2 };
	int wrong = 0;

	for (int i = 0; i < 729; i++) {
		double lo[2][3], hi[2][3], common = 1, volume[2] = { 1, 1 };
		struct mesh m = { 0 };
		struct mesh_faults f;
		struct mass3 mass;

		for (int k = 0, left = i; k < 6; k++, left /= 3) {
			lo[k / 3][k % 3] = from[left % 3];
			hi[k / 3][k % 3] = to[left % 3];
			volume[k / 3] *= to[left % 3] - from[left % 3];
		}
		for (int k = 0; k < 3; k++)
			common *= fmax(0, fmin(hi[0][k], hi[1][k]) - fmax(lo[0][k], lo[1][k]));
		add_box(&m, lo[0], hi[0], 0);
		add_box(&m, lo[1], hi[1], 0);
		int refused = mesh_repair(&m, &f);
		if (common > 0 && common == volume[0] && common == volume[1])
			wrong += refused || f.fault[MESH_DUPLICATE].n != 12;
		else if (common > 0)
			wrong += !refused;
		else
			wrong += refused || mesh_mass(&mass, &m) != MASS_GOOD || fabs(mass.volume - volume[0] - volume[1]) > 1e-14;
		mesh_free(&m);
	}
	ok(wrong == 0, "two boxes on a lattice: %d of 729 pairs judged wrongly", wrong);
}

static void refusals(void)
{
	struct mesh m = { 0 };

	refuses(&m, MESH_NOTHING, 1, "nothing");
	mesh_add_vertex(&m, 1, 1, 1);
	refuses(&m, MESH_NOTHING, 1, "a vertex");
	add_box(&m, zero, three, 0);
	memmove(m.tri[4], m.tri[11], sizeof m.tri[4]);
	m.n_triangle--;
	struct mesh_faults f = refuses(&m, MESH_OPEN, 3, "a box with a hole");
	near(f.fault[MESH_OPEN].at[0][1], 0.2, 1e-15, "which is in the wall in front");
	/* the middles of the three edges of the triangle that is not there: half of a side each, and of the diagonal */
	double at[3] = { 0, 0, 0 };
	for (int k = 0; k < 9; k++)
		at[k % 3] += f.fault[MESH_OPEN].at[k / 3][k % 3] / 3;
	ok(fabs(fabs(at[0] - 1.6) - 0.5) < 1e-12 && fabs(at[1] - 0.2) < 1e-12 && fabs(fabs(at[2] - 1.8) - 0.5) < 1e-12,
	   "around the middle of the triangle: %g %g %g", at[0], at[1], at[2]);
	add_box(&m, zero, three, 0);
	mesh_add_triangle(&m, 0, 1, mesh_add_vertex(&m, 0.5, -1, -1));
	f = refuses(&m, MESH_BRANCHING, 1, "a box with a fin");
	ok(f.fault[MESH_OPEN].n == 2, "two edges of which are open");
	near(f.fault[MESH_BRANCHING].at[0][0], 1.6, 1e-15, "the third is where it meets the box");
	near(f.fault[MESH_BRANCHING].at[0][1], 0.2, 1e-15, "in front");
	near(f.fault[MESH_BRANCHING].at[0][2], 0.3, 1e-15, "and below");
	/* an icosahedron on which opposite corners are one has one side: the projective plane */
	static const int opposite[12] = { 0, 1, 1, 0, 4, 5, 5, 4, 8, 9, 9, 8 };
	for (int v = 0; v < 12; v++)
		mesh_add_vertex(&m, cos(v), sin(2.0 * v), cos(3.0 * v));
	for (int t = 0; t < 20; t++)
		mesh_add_triangle(&m, opposite[icosahedron[t][0]], opposite[icosahedron[t][1]], opposite[icosahedron[t][2]]);
	refuses(&m, MESH_ONE_SIDED, 0, "a projective plane");
	add_icosahedron(&m);
	for (int v = 0; v < 12; v++) {
		m.xyz[v][0] += 0.37 * m.xyz[v][2];
		m.xyz[v][1] += 0.41 * m.xyz[v][2];
		m.xyz[v][2] = 0.1 * m.xyz[v][0] + 0.3 * m.xyz[v][1];
	}
	f = refuses(&m, MESH_FLAT, 1, "a flattened icosahedron");
}

int main(void)
{
	boxes();
	tetrahedra();
	rational();
	round_bodies();
	invariance();
	faces();
	repairs();
	several();
	lattice();
	refusals();
	return done();
}
