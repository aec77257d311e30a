/* polyhedron_shape.c: polyhedra as shapes: mass where they are not convex against closed forms, lines and distances against each
 * other, triangles, largest balls, openings, gaps */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/rng.h"
#include "mesh/triangulate.h"
#include "scene/pose3.h"
#include "shape/field.h"
#include "shape/opening.h"
#include "shape/solid_lines.h"
#include "shape/solid_mass.h"
#include "shape/support.h"
#include "solid/polyhedron_near.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;
static struct rng g;

static double between(double a, double b)
{
	return a + (b - a) * rng_uniform(&g);
}

/* ---- shapes ---- */

/* A shape of n vertices, and of faces whose corners are written as "0 1 2, 3 4 5"; faces that are not convex are cut. */
static struct shape shape_of(double r, int n, const double (*xyz)[3], const char *faces)
{
	struct shape s = { .kind = SHAPE_POLYHEDRON, .n = n, .solid = solid_new(), .area = -1 };
	struct solid *o = s.solid;
	struct polyhedron_fault fault;

	o->n = n;
	o->r = r;
	o->vertex = mem_copy(xyz, (size_t)n, sizeof *xyz);
	o->first = MEM_ZERO(int, 100);
	o->corner = MEM_ZERO(int, 1000);
	for (const char *at = faces; *at;) {
		char *end;
		int *last = &o->first[o->n_face + 1];

		*last = o->first[o->n_face];
		for (; *at && *at != ','; at = end)
			o->corner[(*last)++] = (int)strtol(at, &end, 10);
		o->n_face++;
		at += *at == ',';
	}
	polyhedron_cut_faces(o, &fault);
	return s;
}

static struct shape box(double r, double a, double b, double c)
{
	double x[8][3];
	const double side[3] = { a, b, c };

	for (int v = 0; v < 8; v++)
		for (int k = 0; k < 3; k++)
			x[v][k] = (v >> k & 1 ? 0.5 : -0.5) * side[k];
	return shape_of(r, 8, (const double (*)[3])x, "0 4 6 2,1 3 7 5,0 1 5 4,2 6 7 3,0 2 3 1,4 5 7 6");
}

static const double skew[4][3] = { { 0, 0, 0 }, { 1.7, 0.1, 0 }, { 0.3, 1.2, 0.2 }, { 0.4, 0.5, 0.9 } };
static const char skew_faces[] = "0 2 1,0 1 3,1 2 3,0 3 2";

/* An L of three unit cubes. */
static struct shape ell(double r)
{
	const double at[6][2] = { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 0, 2 } };
	double x[12][3];

	for (int v = 0; v < 12; v++) {
		x[v][0] = at[v % 6][0];
		x[v][1] = at[v % 6][1];
		x[v][2] = v / 6;
	}
	return shape_of(r, 12, (const double (*)[3])x,
		"5 4 3 2 1 0,6 7 8 9 10 11,0 1 7 6,1 2 8 7,2 3 9 8,3 4 10 9,4 5 11 10,5 0 6 11");
}

/* A cube of side 2 without a cube of side 1 at one corner. */
static struct shape notch(double r)
{
	const double x[14][3] = { { 0, 0, 0 }, { 2, 0, 0 }, { 2, 2, 0 }, { 0, 2, 0 }, { 0, 0, 2 }, { 2, 0, 2 }, { 0, 2, 2 }, { 2, 2, 1 },
		{ 2, 1, 1 }, { 2, 1, 2 }, { 1, 2, 1 }, { 1, 2, 2 }, { 1, 1, 2 }, { 1, 1, 1 } };

	return shape_of(r, 14, x, "0 3 2 1,0 4 6 3,0 1 5 4,1 2 7 8 9 5,2 3 6 11 10 7,4 5 9 12 11 6,7 10 13 8,8 13 12 9,10 11 12 13");
}

/* Two bars of two cubes, one across on top of the other: at one corner they share, two reentrant edges meet two others. */
static struct shape bars(double r)
{
	const double x[15][3] = { { -1, 0, 0 }, { 1, 0, 0 }, { 1, 0, 1 }, { -1, 0, 1 }, { -1, 1, 0 }, { -1, 1, 1 }, { 0, 1, 0 },
		{ 0, 1, 1 }, { 1, 1, 0 }, { 0, 1, -1 }, { 1, 1, -1 }, { 0, 2, -1 }, { 1, 2, -1 }, { 0, 2, 1 }, { 1, 2, 1 } };

	return shape_of(r, 15, x, "0 1 2 3,4 5 7 6,0 3 5 4,0 4 6 8 1,3 2 14 13 7 5,1 8 10 12 14 2,9 10 8 6,9 11 12 10,11 13 14 12,"
		"9 6 7 13 11");
}

static struct mass3 weigh(const struct shape *s)
{
	struct mass3 m = { .volume = NAN };

	ok(solid_mass(&m, s, &(struct solid_plan){ .method = SOLID_EXACT }) == MASS_GOOD, "has a mass");
	return m;
}

/* ---- mass ---- */

/* V = V0 + S r + pi/4 r^2 (convex edges) - r^2 (reentrant edges) + r^3 (corners): pi/6 of a convex corner, -2/3 with one
 * reentrant edge, 1 with three, -pi/2 with two of four; and the surface is dV/dr. This holds while no two dents meet. The width
 * of what limits heights around an edge that rises from a face has infinite slopes, so the surface is known less well there. */
static void right_angled(const char *what, struct shape s, double core, double area, double convex, double reentrant,
	double corners, double tolerance)
{
	double r = s.solid->r, edges = pi / 4 * convex - reentrant;
	struct mass3 m = weigh(&s), t, n;
	const double q[4] = { 0.5, 0.1, -0.7, 0.5 }, at[3] = { 3, -4, 5 };

	near(m.volume, core + area * r + edges * r * r + corners * r * r * r, 1e-9, "%s, r = %g: volume", what, r);
	near(m.surface, area + 2 * edges * r + 3 * corners * r * r, tolerance, "%s, r = %g: surface", what, r);
	ok(m.error < 1e-6 * m.volume, "its error is stated: %g", m.error);
	/* elsewhere and turned: none of the coordinates are equal */
	t = m;
	mass3_move(&t, at, q);
	double to[3][3];
	quat_matrix(to, q);
	for (int v = 0; v < s.n; v++) {
		mat3_apply(s.solid->vertex[v], (const double (*)[3])to, s.solid->vertex[v]);
		for (int k = 0; k < 3; k++)
			s.solid->vertex[v][k] += at[k];
	}
	n = weigh(&s);
	near(n.volume, m.volume, 1e-9, "turned: volume");
	for (int k = 0; k < 3; k++)
		near(n.com[k], t.com[k], 1e-9, "turned: centre %d", k);
	for (int k = 0; k < 6; k++)
		near(n.inertia[k], t.inertia[k], 1e-7, "turned: inertia %d", k);
	for (int k = 0; k < 10; k++) /* signs of axes follow from these */
		near(n.third[k], t.third[k], 1e-7, "turned: third moment %d", k);
	/* points at random: within five standard errors */
	struct mass3 by;
	solid_mass(&by, &s, &(struct solid_plan){ .method = SOLID_SAMPLES, .samples = 20000, .seed = 7 });
	near(by.volume, m.volume, 5 * by.error, "by samples");
	for (int k = 0; k < 3; k++)
		near(by.inertia[k], n.inertia[k], 0.05 * n.inertia[k], "by samples: inertia %d", k);
	solid_free(s.solid);
}

/* A convex body in the same way: third moments must turn with it, since principal axes take their signs from them. */
static void test_mass(void)
{
	right_angled("an L", ell(0.1), 3, 14, 21, 1, 10 * pi / 6 - 2 * 2.0 / 3, 1e-6);
	right_angled("an L", ell(0.4), 3, 14, 21, 1, 10 * pi / 6 - 2 * 2.0 / 3, 1e-6);
	right_angled("a notched cube", notch(0.35), 7, 24, 27, 3, 10 * pi / 6 - 3 * 2.0 / 3 + 1, 1e-6);
	right_angled("two bars", bars(0.1), 4, 18, 26, 2, 12 * pi / 6 - 2 * 2.0 / 3 - pi / 2, 1e-4);
	right_angled("two bars", bars(0.25), 4, 18, 26, 2, 12 * pi / 6 - 2 * 2.0 / 3 - pi / 2, 1e-4);
	right_angled("a box", box(0.3, 1, 2, 3), 6, 22, 24, 0, 8 * pi / 6, 1e-6);
}

static void test_inradius(void)
{
	struct shape s[3] = { box(0.2, 1, 0.7, 3), shape_of(0.1, 4, skew, skew_faces), ell(0.1) };
	struct polyhedron p[3];
	struct polyhedron_fault fault;
	struct mass3 m;

	for (int k = 0; k < 3; k++)
		polyhedron_init(&p[k], s[k].solid, &fault);
	near(polyhedron_inradius(&p[0]), 0.35, 1e-14, "the ball in a box");
	s[1].solid->r = 0;
	m = weigh(&s[1]);
	near(polyhedron_inradius(&p[1]), 3 * m.volume / m.surface, 1e-14, "the ball in a tetrahedron");
	ok(isnan(polyhedron_inradius(&p[2])), "an L is not convex");
	for (int k = 0; k < 3; k++) {
		polyhedron_free(&p[k]);
		solid_free(s[k].solid);
	}
}

/* ---- lines and distances ---- */

static void lines_and_distances(const char *what, struct shape s)
{
	struct solid_lines l;
	struct intervals in = { .n = 0 };
	struct polyhedron p;
	struct polyhedron_near t;
	struct polyhedron_fault fault;
	int wrong = 0, n_in = 0;

	ok(solid_lines_init(&l, &s) == MASS_GOOD && polyhedron_init(&p, s.solid, &fault) == 0, "%s: has lines", what);
	polyhedron_near_init(&t, &p);
	for (int run = 0; run < 3000; run++) {
		double x[3], at[3], d = 0, far = 0;
		int inside = 0;

		for (int k = 0; k < 3; k++)
			x[k] = between(l.lines.lo[k] - 0.1, l.lines.hi[k] + 0.1);
		in.n = 0;
		l.lines.cut(l.lines.body, x[1], x[2], &in);
		for (int k = 0; k < in.n; k++)
			inside |= in.at[k][0] <= x[0] && x[0] <= in.at[k][1];
		d = polyhedron_distance(&t, x, at, NULL);
		for (int k = 0; k < 3; k++)
			far += (x[k] - at[k]) * (x[k] - at[k]);
		wrong += inside != (d < p.r) && fabs(d - p.r) > 1e-12;
		wrong += fabs(sqrt(far) - fabs(d)) > 1e-12;
		n_in += inside;
	}
	ok(wrong == 0 && n_in > 100 && n_in < 2900, "%s: %d points are inside, by lines and by distances", what, n_in);
	polyhedron_near_free(&t);
	polyhedron_free(&p);
	solid_lines_free(&l);
	free(in.at);
	solid_free(s.solid);
}

static const double rod[2][3] = { { 0, 0, 1 }, { 2, 0.3, 1.2 } };
static const char plate_faces[] = "0 1 2,2 1 0";

static void test_lines(void)
{
	lines_and_distances("a tetrahedron", shape_of(0.2, 4, skew, skew_faces));
	lines_and_distances("a sharp tetrahedron", shape_of(0, 4, skew, skew_faces));
	lines_and_distances("an L", ell(0.3));
	lines_and_distances("a notched cube", notch(0.1));
	lines_and_distances("a rod", shape_of(0.4, 2, rod, ""));
	lines_and_distances("a plate", shape_of(0.4, 3, skew, plate_faces));
	lines_and_distances("a ball", shape_of(0.4, 1, rod, ""));
	/* a line along an axis of a rod along x */
	struct shape s = shape_of(0.5, 2, (const double[2][3]){ { 0, 0, 0 }, { 3, 0, 0 } }, "");
	struct solid_lines l;
	struct intervals in = { .n = 0 };
	solid_lines_init(&l, &s);
	l.lines.cut(l.lines.body, 0.3, 0, &in);
	intervals_join(&in);
	ok(in.n == 1, "one interval");
	near(in.at[0][0], -0.4, 1e-15, "from a half ball");
	near(in.at[0][1], 3.4, 1e-15, "to the other");
	solid_lines_free(&l);
	solid_free(s.solid);
	free(in.at);
}

/* The field of a convex body: exact inside too, with normals and areas that give the volume by the divergence theorem. */
static void field(const char *what, struct shape s, double tolerance)
{
	struct field f;
	struct mass3 m = weigh(&s);
	double volume = 0, area = 0, at[3], off = 0;

	ok(field_of_shape(&f, &s, 4000) == 0, "%s: has a field", what);
	for (int k = 0; k < f.n_point; k++) {
		const struct field_point *p = &f.point[k];

		off = fmax(off, field_distance(&f, p->at, at));
		for (int i = 0; i < 3 && p->area > 0; i++)
			volume += p->area * p->at[i] * p->normal[i] / 3;
		area += p->area;
	}
	near(off, 0, 1e-12, "%s: its points are on the surface", what);
	near(area, m.surface, tolerance * m.surface, "%s: areas", what);
	near(volume, m.volume, tolerance * m.volume, "%s: volume", what);
	field_free(&f);
	solid_free(s.solid);
}

static void test_field(void)
{
	struct shape s = box(0.2, 2, 1, 1);
	struct field f;
	double at[3];

	field_of_shape(&f, &s, 100);
	near(field_signed(&f, (double[]){ 0.1, 0.2, 0 }, at), -0.5, 1e-14, "from inside a box to its nearest face");
	near(at[1], 0.7, 1e-14, "which is there");
	near(field_signed(&f, (double[]){ 1.1, 0, 0 }, at), -0.1, 1e-14, "between skeleton and surface");
	near(field_signed(&f, (double[]){ 2, 1.5, 1.5 }, at), sqrt(3) - 0.2, 1e-14, "from outside to a corner");
	field_free(&f);
	solid_free(s.solid);
	field("a tetrahedron", shape_of(0.3, 4, skew, skew_faces), 0.01);
	field("a sharp tetrahedron", shape_of(0, 4, skew, skew_faces), 1e-12);
	field("a rod", shape_of(0.4, 2, rod, ""), 0.01);
	field("an L", ell(0.2), 0.02);
	/* in the dent of an L the surface is where two rounded faces meet, 0.2 sqrt(2) from the edge */
	s = ell(0.2);
	field_of_shape(&f, &s, 1000);
	near(field_signed(&f, (double[]){ 1, 1, 0.5 }, at), -0.2 * sqrt(2), 0.02, "from the edge of a dent to the surface");
	field_free(&f);
	solid_free(s.solid);
}

/* ---- triangles ---- */

static void triangles(const char *what, struct shape s)
{
	struct mass3 exact = weigh(&s), w;
	struct polyhedron p;
	struct polyhedron_near t;
	struct polyhedron_fault fault;
	double last = 0, at[3];

	polyhedron_init(&p, s.solid, &fault);
	polyhedron_near_init(&t, &p);
	for (int n = 15; n <= 60; n *= 2) {
		struct mesh_faults f = { 0 };
		struct mesh m;
		double off = 0;
		int faults = 0;

		ok(triangulate_shape(&m, &s, n) == 0, "%s: triangles", what);
		mesh_mass(&w, &m);
		for (int v = 0; v < m.n_vertex; v++)
			off = fmax(off, fabs(polyhedron_distance(&t, m.xyz[v], at, NULL) - p.r));
		near(off, 0, 1e-6, "%s: vertices are on the surface", what);
		ok(mesh_repair(&m, &f) == 0, "%s: closed", what);
		for (int k = 0; k < MESH_FAULTS; k++)
			faults += f.fault[k].n;
		ok(faults == 0, "%s: without faults, but %d", what, faults);
		double lack = 1 - w.volume / exact.volume;
		ok(p.r > 0 ? lack > 0 && lack < 20.0 / (n * n) : fabs(lack) < 1e-13, "%s, n = %d: it lacks %g of the volume", what, n, lack);
		ok(!(last > 0) || !(p.r > 0) || lack < 0.4 * last, "and the less, the more triangles");
		last = lack;
		mesh_free(&m);
	}
	polyhedron_near_free(&t);
	polyhedron_free(&p);
	solid_free(s.solid);
}

static void test_triangles(void)
{
	const double on_edge[5][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 0.5, 0, 0 } };

	triangles("a box", box(0.3, 1, 2, 1.5));
	triangles("a tetrahedron", shape_of(0.2, 4, skew, skew_faces));
	triangles("a tetrahedron, very round", shape_of(5, 4, skew, skew_faces));
	triangles("a sharp notched cube", notch(0));
	triangles("an L", ell(0.3));
	triangles("a rod", shape_of(0.4, 2, rod, ""));
	triangles("a ball", shape_of(0.4, 1, rod, ""));
	triangles("a plate", shape_of(0.4, 3, skew, plate_faces));
	triangles("a plate with a vertex on a straight edge", shape_of(0.4, 5, on_edge, "0 4 1 2 3,3 2 1 4 0"));
	/* a cube of which faces are cut into triangles */
	double x[8][3];
	struct shape s = box(0, 1, 1, 1);
	memcpy(x, s.solid->vertex, sizeof x);
	triangles("a cube with cut faces", shape_of(0.2, 8, (const double (*)[3])x,
		"0 4 6,0 6 2,1 3 7,1 7 5,0 1 5 4,2 6 7 3,0 2 3 1,4 5 7,4 7 6"));
	solid_free(s.solid);
}

/* ---- extents and gaps ---- */

static void test_extents(void)
{
	struct shape s = box(0.2, 1, 2.4, 6.2);

	near(shape_opening(&s), 2.6 + 0.4, 1e-4, "a rounded block passes the circle around its least face");
	near(shape_support(&s, (double[]){ 0.6, 0.8, 0 }), 0.3 + 0.96 + 0.2, 1e-14, "its support");
	solid_free(s.solid);
}

static const double none[3], straight[4] = { 1, 0, 0, 0 };

static double gap(struct shape *a, struct shape *b, double x, double y, double z, const double q[4])
{
	struct surfaces3 surfaces = { 0 };
	struct pose3 p = { 0 }, r = { 0 };
	const double at[3] = { x, y, z };

	pose3_place(&p, &surfaces, a, 1.5, none, straight);
	pose3_place(&r, &surfaces, b, 1.5, at, q);
	double found = pose3_gap(&p, &r, none, -INFINITY), back = pose3_gap(&r, &p, none, -INFINITY);
	near(found, back, 1e-13, "both ways");
	ok(pose3_overlap(&p, &r, none) == (found < 0), "overlap");
	pose3_free(&p);
	pose3_free(&r);
	surfaces3_free(&surfaces);
	return found;
}

static void test_gaps(void)
{
	/* bodies of size 1.5: a cube of side 1.5 with r = 0.15 */
	struct shape cube = box(0.1, 1, 1, 1), bar = box(0.02, 6, 0.2, 0.2), plane = { .kind = SHAPE_PLANE, .solid = solid_new() },
		needle = shape_of(0.2, 2, (const double[2][3]){ { 0, 0, -1 }, { 0, 0, 1 } }, "");
	const double across[4] = { sqrt(0.5), 0, 0, sqrt(0.5) }, diagonal[4] = { cos(pi / 8), 0, 0, sin(pi / 8) };

	near(gap(&cube, &cube, 2, 0.3, 0.2, straight), 0.5 - 0.3, 1e-14, "face to face");
	near(gap(&cube, &cube, 2, 2, 0.2, straight), sqrt(0.5) - 0.3, 1e-14, "edge to edge");
	near(gap(&cube, &cube, 2, 2, 2, straight), sqrt(0.75) - 0.3, 1e-14, "corner to corner");
	near(gap(&cube, &cube, 2.5, 0, 0, diagonal), 2.5 - 0.75 - 1.5 * sqrt(0.5) - 0.3, 1e-14, "edge to face");
	near(gap(&cube, &needle, 1.5, 0, 0, straight), 0.75 - 0.15 - 0.3, 1e-14, "a rod beside a face");
	near(gap(&cube, &needle, 0, 0, 3, straight), 3 - 1.5 - 0.75 - 0.45, 1e-14, "a rod upon a face");
	near(gap(&bar, &bar, 0, 0, 1, across), 1 - 0.3 - 0.06, 1e-14, "crossed bars");
	ok(gap(&bar, &bar, 0, 0, 0.05, across) < 0, "bars that run through each other, with all corners outside");
	ok(gap(&bar, &cube, 0, 0.1, 0, across) < 0, "a bar through a cube");
	near(gap(&plane, &cube, 5, -3, 1, straight), 1 - 0.75 - 0.15, 1e-14, "above a plane");
	struct shape ball = { .kind = SHAPE_SPHERE, .n = 1, .solid = solid_new() };
	ball.solid->n = 1;
	ball.solid->ball = mem_copy((double[1][4]){ { 0, 0, 0, 0.4 } }, 1, sizeof *ball.solid->ball);
	near(gap(&cube, &ball, 1.75, 1.75, 0, straight), sqrt(2) - 0.15 - 0.6, 1e-14, "a ball beside an edge");
	double lo[3], hi[3];
	struct surfaces3 surfaces = { 0 };
	struct pose3 p = { 0 };
	pose3_place(&p, &surfaces, &cube, 1.5, (double[]){ 1, 2, 3 }, diagonal);
	pose3_box(&p, lo, hi);
	near(hi[0], 1 + 1.5 * sqrt(0.5) + 0.15, 1e-14, "the box of a turned cube");
	near(lo[2], 3 - 0.75 - 0.15, 1e-14, "and below");
	pose3_free(&p);
	surfaces3_free(&surfaces);
	solid_free(cube.solid);
	solid_free(bar.solid);
	solid_free(plane.solid);
	solid_free(ball.solid);
	solid_free(needle.solid);
}

int main(void)
{
	rng_seed(&g, 5);
	test_mass();
	test_inradius();
	test_lines();
	test_field();
	test_triangles();
	test_extents();
	test_gaps();
	return done();
}
