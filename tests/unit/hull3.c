/* hull3.c, hull3_solid.c, flat_faces.c: hulls of random, cospherical and lattice points hold all points and add nothing; thin
 * hulls; surfaces of triangles become the polyhedra that they were made from, also with holes and in single precision */
#include "mesh/hull3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/rng.h"
#include "mesh/flat_faces.h"
#include "solid/polyhedron.h"
#include "tap.h"

enum { MOST = 3000 };
static double x[MOST][3];

static void drop(struct solid *s)
{
	free(s->vertex);
	free(s->first);
	free(s->corner);
	*s = (struct solid){ 0 };
}

static double draw(struct rng *g)
{
	return rng_uniform(g) - 0.5;
}

/* Turn the points about a skew axis. */
static void turn_points(int n)
{
	const double q[4] = { 0.5, 0.1, -0.7, 0.5 };
	double m[3][3], to[3];

	quat_matrix(m, q);
	for (int i = 0; i < n; i++) {
		mat3_apply(to, (const double (*)[3])m, x[i]);
		memcpy(x[i], to, sizeof to);
	}
}

/* A hull is a convex polyhedron with corners among the points, and no point is above a face by more than `above`.
 * The numbers of corners and faces are known, unless they are below 0. */
static void hull(int n, int vertices, int faces, double volume, double above, const char *what)
{
	struct solid s = { 0 };
	struct polyhedron p;
	struct polyhedron_fault fault = { 0 };
	double most = -1, v = 0;

	ok(hull3_solid(&s, n, (const double (*)[3])x, 1e-9, 0, NULL) == HULL3_BODY, "%s: a body", what);
	ok(polyhedron_init(&p, &s, &fault) == 0 && p.convex, "%s: a convex polyhedron (fault %d)", what, (int)fault.kind);
	for (int f = 0; f < p.n_face; f++) {
		vec3 normal = v3_from(p.normal[f]);
		double d = v3_dot(normal, v3_from(p.vertex[p.corner[p.first[f]]]));

		for (int i = 0; i < n; i++)
			most = fmax(most, v3_dot(normal, v3_from(x[i])) - d);
		v += p.area[f] * d / 3;
	}
	ok(most <= above, "%s: no point is outside (%g)", what, most);
	int known = 0;
	for (int k = 0; k < s.n; k++)
		for (int i = 0; i < n; i++)
			if (memcmp(x[i], s.vertex[k], sizeof x[i]) == 0) {
				known++;
				break;
			}
	ok(known == s.n, "%s: its corners are points", what);
	ok(vertices < 0 || s.n == vertices, "%s: %d corners of %d", what, s.n, vertices);
	ok(faces < 0 || s.n_face == faces, "%s: %d faces of %d", what, s.n_face, faces);
	ok(p.n_vertex - p.n_edge + p.n_face == 2, "%s: Euler", what);
	if (volume > 0)
		near(v, volume, 1e-12 * volume, "%s: volume", what);
	polyhedron_free(&p);
	drop(&s);
}

static void test_hulls(void)
{
	struct rng g;
	int n = 0;

	rng_seed(&g, 2385);
	for (int i = 0; i < MOST; i++)
		for (int k = 0; k < 3; k++)
			x[i][k] = draw(&g);
	hull(MOST, -1, -1, 0, 1e-14, "random points");
	for (int i = 0; i < 500; i++) {
		double r = sqrt(x[i][0] * x[i][0] + x[i][1] * x[i][1] + x[i][2] * x[i][2]);

		for (int k = 0; k < 3; k++)
			x[i][k] /= r;
	}
	hull(500, 500, 996, 0, 1e-14, "points on a sphere");
	for (int i = 0; i < 1000; i++)
		for (int k = 0, c = i; k < 3; k++, c /= 10)
			x[i][k] = c % 10;
	memcpy(x + 1000, x, 1000 * sizeof *x);
	hull(1000, 8, 6, 729, 1e-13, "a lattice");
	hull(2000, 8, 6, 729, 1e-13, "a lattice, every point twice");
	turn_points(1000);
	hull(1000, 8, 6, 729, 1e-13, "a lattice, askew");
	for (int i = 0; i < 1000; i++) /* points between |x| + |y| + |z| = 9, whose corners are six, and whose faces hold many */
		for (int k = 0, c = i; k < 3; k++, c /= 10)
			x[i][k] = c % 10;
	for (int i = 0; i < 1000; i++)
		if (x[i][0] + x[i][1] + x[i][2] <= 9)
			memcpy(x[n++], x[i], sizeof *x);
	for (int half = 0; half < 3; half++)
		for (int i = 0, m = n; i < m; i++, n++) {
			memcpy(x[n], x[i], sizeof *x);
			x[n][half] *= -1;
		}
	hull(n, 6, 8, 4.0 / 3 * 729, 1e-13, "an octahedron with points on its faces");
	turn_points(n);
	hull(n, 6, 8, 4.0 / 3 * 729, 1e-13, "the same, askew");
	n = 0; /* a ring of many points on the base of a cone, the apex last */
	for (int i = 0; i < 360; i++, n++) {
		x[n][0] = cos(i * 3.14159265358979323846 / 180);
		x[n][1] = sin(i * 3.14159265358979323846 / 180);
		x[n][2] = 0;
	}
	x[n][0] = x[n][1] = 0;
	x[n++][2] = 2.385;
	hull(n, 361, 361, 0, 1e-14, "a cone");
}

static void test_thin(void)
{
	struct solid s = { 0 };
	struct rng g;

	rng_seed(&g, 7);
	for (int i = 0; i < 50; i++) {
		for (int k = 0; k < 2; k++)
			x[i][k] = i < 4 ? (i >> k & 1) : rng_uniform(&g);
		x[i][2] = 0;
	}
	turn_points(50);
	ok(hull3_solid(&s, 50, (const double (*)[3])x, 1e-9, 0, NULL) == HULL3_PLATE && s.n == 4 && s.n_face == 2, "a plate: %d corners",
	   s.n);
	struct polyhedron p;
	struct polyhedron_fault fault;
	ok(polyhedron_init(&p, &s, &fault) == 0 && p.kind == POLYHEDRON_PLATE, "is one");
	near(p.area[0], 1, 1e-14, "its area");
	polyhedron_free(&p);
	drop(&s);
	for (int i = 0; i < 20; i++)
		for (int k = 0; k < 3; k++)
			x[i][k] = (k + 1) * (double)((i * 7) % 20);
	ok(hull3_solid(&s, 20, (const double (*)[3])x, 1e-9, 0, NULL) == HULL3_SEGMENT && s.n == 2 && s.n_face == 0, "a segment");
	near(fabs(s.vertex[1][2] - s.vertex[0][2]), 57, 0, "of full length");
	drop(&s);
	for (int i = 1; i < 20; i++)
		memcpy(x[i], x[0], sizeof *x);
	ok(hull3_solid(&s, 20, (const double (*)[3])x, 1e-9, 0, NULL) == HULL3_POINT && s.n == 1, "a point");
	drop(&s);
}

/* Points that are nearly repeated, nearly on a plane, or nearly on a line, off by anything from rounding to the size of the body:
 * the hull always is a convex polyhedron, or thin. */
static void test_near(void)
{
	int bad = 0, kinds[4] = { 0 };
	struct rng g;

	rng_seed(&g, 5);
	for (int t = 0; t < 1000; t++) {
		int n = 4 + (int)rng_below(&g, 60), mode = (int)rng_below(&g, 4);
		double noise = pow(10, -16 + 16 * rng_uniform(&g));

		for (int i = 0; i < n; i++)
			for (int k = 0; k < 3; k++) {
				x[i][k] = draw(&g) * (k >= mode && mode ? noise : 1);
				if (mode == 0)
					x[i][k] = floor(4 * x[i][k]) + noise * draw(&g);
				else if (mode == 3)
					x[i][k] = i % 2 ? x[i - 1][k] + noise * draw(&g) : draw(&g);
			}
		turn_points(n);
		struct solid s = { 0 };
		struct polyhedron p;
		struct polyhedron_fault fault;
		kinds[hull3_solid(&s, n, (const double (*)[3])x, 1e-9 * hull3_size(n, (const double (*)[3])x), 0, NULL)]++;
		bad += polyhedron_init(&p, &s, &fault) || !p.convex;
		polyhedron_free(&p);
		drop(&s);
	}
	ok(bad == 0, "nearly degenerate points: %d of 1000 hulls are no polyhedra", bad);
	ok(kinds[HULL3_SEGMENT] > 20 && kinds[HULL3_PLATE] > 20 && kinds[HULL3_BODY] > 500, "of %d rods, %d plates and %d bodies",
	   kinds[HULL3_SEGMENT], kinds[HULL3_PLATE], kinds[HULL3_BODY]);
}

/* Leaving points out: the hull of fewer points, and no point is farther from it than is said. */
static void test_simplified(void)
{
	struct mesh m;
	struct rng g;
	double error;

	rng_seed(&g, 11);
	for (int i = 0; i < 2000; i++) {
		double r = 0;

		for (int k = 0; k < 3; k++)
			x[i][k] = draw(&g);
		r = sqrt(x[i][0] * x[i][0] + x[i][1] * x[i][1] + x[i][2] * x[i][2]);
		for (int k = 0; k < 3; k++)
			x[i][k] /= r;
	}
	ok(hull3(&m, 2000, (const double (*)[3])x, 1e-9, 0.02, &error) == HULL3_BODY, "simplified");
	/* a ball of radius 1 - h fits into the hull of caps of height h; each cap has the area 2 pi h of 4 pi */
	ok(m.n_vertex < 400 && m.n_vertex > 50, "%d of 2000 points are left", m.n_vertex);
	ok(error > 0.005 && error < 0.03, "the others are up to %g outside", error);
	double high = 0;
	for (int t = 0; t < m.n_triangle; t++) {
		const vec3 o = mesh_corner(&m, t, 0), n = v3_cross(v3_sub(mesh_corner(&m, t, 1), o), v3_sub(mesh_corner(&m, t, 2), o));

		for (int i = 0; i < 2000; i++)
			high = fmax(high, v3_dot(n, v3_sub(v3_from(x[i]), o)) / v3_norm(n));
	}
	ok(high > 0.01 && high <= 0.02 * (1 + 1e-12), "and %g at most above the plane of a triangle", high);
	mesh_free(&m);
}

/* ---- surfaces ---- */

/* A box of n^3 cells without those for which `hole` holds, as a surface of squares cut in two. */
static void blocks(struct mesh *m, int n, int (*hole)(int, int, int))
{
	static const int around[6][4][3] = { { { 0, 0, 0 }, { 0, 0, 1 }, { 0, 1, 1 }, { 0, 1, 0 } },
		{ { 1, 0, 0 }, { 1, 1, 0 }, { 1, 1, 1 }, { 1, 0, 1 } }, { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 0, 1 }, { 0, 0, 1 } },
		{ { 0, 1, 0 }, { 0, 1, 1 }, { 1, 1, 1 }, { 1, 1, 0 } }, { { 0, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 1, 0, 0 } },
		{ { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } } };

	*m = (struct mesh){ 0 };
	for (int c = 0; c < n * n * n; c++) {
		const int at[3] = { c % n, c / n % n, c / n / n };

		for (int f = 0; f < 6 && !hole(at[0], at[1], at[2]); f++) {
			int to[3] = { at[0], at[1], at[2] }, v[4];

			to[f / 2] += f % 2 ? 1 : -1;
			if (to[f / 2] >= 0 && to[f / 2] < n && !hole(to[0], to[1], to[2]))
				continue;
			for (int k = 0; k < 4; k++)
				v[k] = mesh_add_vertex(m, at[0] + around[f][k][0], at[1] + around[f][k][1], at[2] + around[f][k][2]);
			mesh_add_face(m, 4, v);
		}
	}
	mesh_merge(m, 0, NULL);
}

static int no_hole(int i, int j, int k)
{
	return i < 0 && j < 0 && k < 0;
}

static int through(int i, int j, int k)
{
	(void)k;
	return i == 1 && j == 1;
}

static int corner_off(int i, int j, int k)
{
	return i > 0 && j > 0 && k > 0;
}

/* Check the polyhedron of a surface. Returns it. */
static struct solid joined(struct mesh *m, double flat, double moved, int vertices, int faces, double volume, const char *what)
{
	struct solid s = { 0 };
	struct polyhedron_fault fault = { 0 };
	struct polyhedron p;
	double by = flat_faces(&s, m, flat), sum = 0;

	ok(by <= moved, "%s: moved by %g", what, by);
	ok(polyhedron_cut_faces(&s, &fault) >= 0 && polyhedron_init(&p, &s, &fault) == 0, "%s: a polyhedron (fault %d)", what,
	   (int)fault.kind);
	for (int f = 0; f < p.n_face; f++)
		sum += p.area[f] * v3_dot(v3_from(p.normal[f]), v3_from(p.vertex[p.corner[p.first[f]]])) / 3;
	near(sum, volume, 1e-6 * volume, "%s: volume", what);
	ok(s.n == vertices || vertices < 0, "%s: %d corners of %d", what, s.n, vertices);
	ok(s.n_face == faces || faces < 0, "%s: %d faces of %d", what, s.n_face, faces);
	polyhedron_free(&p);
	mesh_free(m);
	return s;
}

static void askew(struct mesh *m, int floats)
{
	memcpy(x, m->xyz, (size_t)m->n_vertex * sizeof *x);
	turn_points(m->n_vertex);
	for (int v = 0; v < m->n_vertex; v++)
		for (int k = 0; k < 3; k++)
			m->xyz[v][k] = floats ? (double)(float)x[v][k] : x[v][k];
}

/* A floor of 6 by 6 squares over one tip, 5 below. Its inner corners lie anywhere. Pyramids of height 1 stand on some
 * squares: two touch at a corner, one touches the rim at a corner, one stands alone. Returns the volume. */
static double floor_with_pyramids(struct mesh *m, double noise)
{
	enum { N = 6 };
	static const char place[N][N + 1] = { "......", ".p....", "..p...", ".....t", "...p..", "......" };
	int v[N + 1][N + 1], tip;
	double volume = 5.0 * N * N / 3;
	struct rng g;

	rng_seed(&g, 5);
	*m = (struct mesh){ 0 };
	for (int i = 0; i <= N; i++)
		for (int j = 0; j <= N; j++) {
			int inside = i > 0 && i < N && j > 0 && j < N;
			double a = inside ? 0.3 * draw(&g) : 0, b = inside ? 0.3 * draw(&g) : 0;

			v[i][j] = mesh_add_vertex(m, i + a, j + b, noise * draw(&g));
		}
	tip = mesh_add_vertex(m, 3.3, 2.8, -5);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			const int base[4] = { v[i][j], v[i + 1][j], v[i + 1][j + 1], v[i][j + 1] };
			const char p = place[i][j];
			const int n = p == 'p' ? 4 : p == 't' ? 3 : 0;
			const int top = n ? mesh_add_vertex(m, i + 0.4, j + 0.6, 1) : -1;

			for (int k = 0; k < n; k++) {
				const double *a = m->xyz[base[k]], *b = m->xyz[base[(k + 1) % n]];

				volume += (a[0] * b[1] - a[1] * b[0]) / 6;
				mesh_add_face(m, 3, (int[]){ base[k], base[(k + 1) % n], top });
			}
			if (n < 4)
				mesh_add_face(m, 3, (int[]){ base[0], base[2], base[3] });
			if (n == 0)
				mesh_add_face(m, 3, base);
		}
	for (int k = 0; k < N; k++) {
		mesh_add_face(m, 3, (int[]){ v[k + 1][0], v[k][0], tip });
		mesh_add_face(m, 3, (int[]){ v[N][k + 1], v[N][k], tip });
		mesh_add_face(m, 3, (int[]){ v[k][N], v[k + 1][N], tip });
		mesh_add_face(m, 3, (int[]){ v[0][k], v[0][k + 1], tip });
	}
	return volume;
}

static void test_surfaces(void)
{
	struct solid s;
	struct mesh m;

	blocks(&m, 4, no_hole);
	s = joined(&m, 1e-6, 0, 8, 6, 64, "a cube of squares");
	drop(&s);
	blocks(&m, 4, no_hole);
	askew(&m, 0);
	s = joined(&m, 1e-6, 0, 8, 6, 64, "the same, askew");
	drop(&s);
	blocks(&m, 4, no_hole);
	askew(&m, 1);
	s = joined(&m, 1e-6, 1e-6, 8, 6, 64, "the same in single precision");
	drop(&s);
	blocks(&m, 3, through);
	s = joined(&m, 1e-6, 0, -1, -1, 24, "a cube with a hole through it");
	/* 16 corners, and at most the points where cuts between pieces of the two faces with holes end on its rims */
	ok(s.n >= 16 && s.n <= 32 && s.n_face < 32, "of %d corners and %d faces", s.n, s.n_face);
	drop(&s);
	/* no vertex is left inside a flat face: the corners and the tip, 4 + 4 + 4 + 3 corners of pyramids of which two have one in
	 * common, their tips, and at most the ends of a bridge on the rim for each hole */
	for (int k = 0; k < 2; k++) {
		double volume = floor_with_pyramids(&m, k ? 1e-7 : 0);
		const char *what = k ? "the same, not quite flat" : "a floor with pyramids";

		if (!k)
			askew(&m, 0);
		s = joined(&m, k ? 1e-5 : 1e-6, 1e-5, -1, -1, volume, what);
		ok(s.n >= 23 && s.n <= 26 && s.n_face < 60, "%s: %d corners, %d faces", what, s.n, s.n_face);
		drop(&s);
	}
	blocks(&m, 2, corner_off);
	/* three squares, three L, which are cut in two, and three squares in the notch */
	s = joined(&m, 1e-6, 0, 14, 12, 7, "a cube without a corner");
	drop(&s);
	/* corners that are off by more than flat keep their triangles */
	blocks(&m, 1, no_hole);
	m.xyz[0][0] -= 1e-3;
	m.xyz[0][1] -= 1e-3;
	m.xyz[0][2] -= 1e-3;
	struct solid bent = { 0 };
	flat_faces(&bent, &m, 1e-6);
	ok(bent.n_face == 9, "a cube with a corner pulled out: three faces and six triangles, %d", bent.n_face);
	drop(&bent);
	flat_faces(&bent, &m, 1e-2);
	ok(bent.n_face == 6, "or six faces, flat to 1e-2: %d", bent.n_face);
	drop(&bent);
	mesh_free(&m);
}

int main(void)
{
	test_hulls();
	test_thin();
	test_near();
	test_simplified();
	test_surfaces();
	return done();
}
