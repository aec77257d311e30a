/* polyhedron.c: rounded boxes against slices, tetrahedra against Steiner's formula, rods and plates against closed
 * forms; surfaces with one fault each */
#include "particles_polyhedron.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/gauss.h"
#include "base/quat.h"
#include "solid_text.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

static const char cube_faces[] = "0 4 6 2,1 3 7 5,0 1 5 4,2 6 7 3,0 2 3 1,4 5 7 6";

static struct solid box(double r, const double side[3])
{
	double x[8][3];

	for (int v = 0; v < 8; v++)
		for (int k = 0; k < 3; k++)
			x[v][k] = (v >> k & 1 ? 0.5 : -0.5) * side[k];
	return solid(r, 8, x, cube_faces);
}

static enum mass_status weigh(struct mass3 *m, struct solid s, const char *what)
{
	struct polyhedron p;
	struct polyhedron_fault fault = { 0 };
	int bad = polyhedron_init(&p, &s, &fault);

	ok(!bad, "%s is a polyhedron (fault %d)", what, (int)fault.kind);
	enum mass_status status = bad ? MASS_EMPTY : polyhedron_mass(m, &p);
	polyhedron_free(&p);
	drop(&s);
	return status;
}

/* The integral of x^2 over a rounded box, slice by slice: beyond the box the slices are rectangles b c, rounded with the radius
 * sqrt(r^2 - d^2) at the distance d. d = r sin t makes the integrand smooth; Simpson's rule has an error below 1e-13. */
static double box_second(double a, double b, double c, double r, int power)
{
	enum { N = 2000 };
	double core = (b * c + 2 * (b + c) * r + pi * r * r) * (power ? a * a * a / 12 : a), sum = 0;

	for (int i = 0; i <= N; i++) {
		double t = pi / 2 * i / N, x = a / 2 + r * sin(t), q = r * cos(t), w = i == 0 || i == N ? 1 : i % 2 ? 4 : 2;

		sum += w * (b * c + 2 * (b + c) * q + pi * q * q) * (power ? x * x : 1) * r * cos(t);
	}
	return core + 2 * sum * pi / 2 / N / 3;
}

static void test_boxes(void)
{
	const double a = 2.3, b = 1.1, c = 0.7, r = 0.4;
	struct mass3 m;

	ok(weigh(&m, box(r, (double[]){ a, b, c }), "a rounded box") == MASS_GOOD, "a rounded box");
	double x = box_second(a, b, c, r, 1), y = box_second(b, a, c, r, 1), z = box_second(c, a, b, r, 1);
	near(m.volume, box_second(a, b, c, r, 0), 1e-11, "volume");
	near(m.inertia[0], y + z, 1e-11, "moment about x");
	near(m.inertia[1], x + z, 1e-11, "moment about y");
	near(m.inertia[2], x + y, 1e-11, "moment about z");
	near(m.surface, 2 * (a * b + a * c + b * c) + 2 * pi * r * (a + b + c) + 4 * pi * r * r, 1e-13, "surface");
	near(fabs(m.com[0]) + fabs(m.com[1]) + fabs(m.com[2]), 0, 1e-15, "centre");
	near(fabs(m.inertia[3]) + fabs(m.inertia[4]) + fabs(m.inertia[5]), 0, 1e-15, "products of inertia");
}

/* A skew body, of which no symmetry hides an error: a tetrahedron, turned and moved. */
static void test_tetrahedron(void)
{
	const double x[4][3] = { { 0, 0, 0 }, { 1.7, 0.1, 0 }, { 0.3, 1.2, 0.2 }, { 0.4, 0.5, 0.9 } }, r = 0.21;
	const double q[4] = { 0.5, 0.1, -0.7, 0.5 }, at[3] = { 30, -40, 50 };
	double moved[4][3], turn[3][3], volume, area = 0, curved = 0;
	static const char faces[] = "0 2 1,0 1 3,1 2 3,0 3 2";
	static const int edge[6][4] = { { 0, 1, 2, 3 }, { 0, 2, 1, 3 }, { 0, 3, 1, 2 }, { 1, 2, 0, 3 }, { 1, 3, 0, 2 }, { 2, 3, 0, 1 } };
	struct mass3 m, n;

	quat_matrix(turn, q);
	for (int v = 0; v < 4; v++) {
		mat3_apply(moved[v], (const double (*)[3])turn, x[v]);
		for (int k = 0; k < 3; k++)
			moved[v][k] += at[k];
	}
	ok(weigh(&m, solid(r, 4, x, faces), "a tetrahedron") == MASS_GOOD, "a tetrahedron");
	ok(weigh(&n, solid(r, 4, (const double (*)[3])moved, faces), "the same, turned") == MASS_GOOD, "and turned");
	vec3 p[4];
	for (int v = 0; v < 4; v++)
		p[v] = v3_from(x[v]);
	volume = v3_dot(v3_sub(p[1], p[0]), v3_cross(v3_sub(p[2], p[0]), v3_sub(p[3], p[0]))) / 6;
	for (int k = 0; k < 6; k++) { /* the dihedral angle between the parts of two corners across the edge */
		vec3 u = v3_sub(p[edge[k][1]], p[edge[k][0]]);
		vec3 a = v3_cross(u, v3_sub(p[edge[k][2]], p[edge[k][0]])), b = v3_cross(u, v3_sub(p[edge[k][3]], p[edge[k][0]]));

		area += (v3_norm(a) + v3_norm(b)) / 2 / 3; /* every face has three edges */
		curved += v3_norm(u) * (pi - acos(v3_dot(a, b) / v3_norm(a) / v3_norm(b))) / 2;
	}
	near(m.volume, volume + area * r + curved * r * r + 4 * pi / 3 * r * r * r, 1e-14, "Steiner's volume");
	near(m.surface, area + 2 * curved * r + 4 * pi * r * r, 1e-13, "Steiner's surface");
	struct mass3 t = m;
	mass3_move(&t, at, q);
	near(n.volume, m.volume, 1e-12, "volume, turned");
	for (int k = 0; k < 3; k++)
		near(n.com[k], t.com[k], 1e-12, "centre, turned: %d", k);
	for (int k = 0; k < 6; k++)
		near(n.inertia[k], t.inertia[k], 1e-12, "inertia, turned: %d", k);
}

static void test_thin(void)
{
	const double r = 0.5, l = 2, square[4][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } };
	const double rod[2][3] = { { 0, 0, 1 }, { l, 0, 1 } }, point[1][3] = { { 1, 2, 3 } };
	double ball = 4 * pi / 3 * r * r * r, tube = pi * r * r * l;
	struct mass3 m;

	ok(weigh(&m, solid(r, 2, rod, ""), "a rod") == MASS_GOOD, "a rod");
	near(m.volume, tube + ball, 1e-14, "its volume");
	near(m.surface, 2 * pi * r * l + 4 * pi * r * r, 1e-14, "its surface");
	near(m.inertia[0], tube * r * r / 2 + 0.4 * ball * r * r, 1e-14, "its moment about its axis");
	/* two half balls: 2/5 m r^2 about the middle of the ball, whose centre of mass is 3/8 r away from it */
	near(m.inertia[1], tube * (r * r / 4 + l * l / 12) + ball * (0.4 * r * r + l * l / 4 + l / 2 * 2 * 3.0 / 8 * r), 1e-14,
	     "its moment across");
	ok(weigh(&m, solid(r, 4, square, "0 1 2 3,3 2 1 0"), "a plate") == MASS_GOOD, "a plate");
	near(m.volume, 2 * r + 2 * pi * r * r + ball, 1e-14, "its volume");
	near(m.inertia[2], 2 * box_second(1, 1, 0, r, 1), 1e-11, "its moment across");
	ok(weigh(&m, solid(r, 1, point, ""), "a ball") == MASS_GOOD, "a ball");
	near(m.volume, ball, 1e-15, "its volume");
	near(m.inertia[0], 0.4 * ball * r * r, 1e-15, "its moment");
}

/* Whether the solid has a fault whose text contains these words. */
static void fault(struct solid s, const char *words)
{
	struct polyhedron p;
	struct polyhedron_fault found = { 0 };
	char text[POLYHEDRON_SAID] = "";

	ok(polyhedron_init(&p, &s, &found) < 0, "a fault");
	polyhedron_say(text, &found);
	ok(strstr(text, words) != NULL, "%s: %s", words, text);
	polyhedron_free(&p);
	drop(&s);
}

static void test_faults(void)
{
	const double side[3] = { 1, 1, 1 };
	double x[12][3];
	struct solid s = box(0, side);

	for (int k = 0; k < 24; k++)
		x[k / 3 % 8][k % 3] = s.vertex[k / 3 % 8][k % 3];
	fault(solid(0, 8, (const double (*)[3])x, "0 4 6 2,1 3 7 5,0 1 5 4,2 6 7 3,0 2 3 1"), "edge 4-6 of face 0 has no other face");
	fault(solid(0, 8, (const double (*)[3])x, "0 4 6 2,1 3 7 5,0 1 5 4,2 6 7 3,0 2 3 1,6 7 5 4"),
	      "every edge once in each direction; faces ");
	fault(solid(0, 8, (const double (*)[3])x, "2 6 4 0,5 7 3 1,4 5 1 0,3 7 6 2,1 3 2 0,6 7 5 4"), "inside out");
	fault(solid(0, 8, (const double (*)[3])x, "0 4 6 2 4,1 3 7 5,0 1 5 4,2 6 7 3,0 2 3 1,4 5 7 6"), "vertex 4 twice");
	fault(solid(0, 8, (const double (*)[3])x, "0 4 6 2,2 6 4 0"), "vertex 1 is in none");
	fault(solid(0, 3, (const double (*)[3])x, ""), "only one or two");
	s.vertex[7][2] += 1e-3;
	fault(s, "flat faces; vertex");
	s = box(0, side);
	memcpy(s.vertex[1], s.vertex[0], sizeof *s.vertex);
	fault(s, "0 and 1 coincide");
	/* two tetrahedra that share a vertex, and two apart */
	const double two[8][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, -1 },
		{ -1, -1, -1 } };
	fault(solid(0, 7, two, "0 2 1,0 1 3,1 2 3,0 3 2,0 4 5,0 6 4,4 6 5,0 5 6"), "around vertex 0 there are several");
	fault(solid(0, 8, two, "0 2 1,0 1 3,1 2 3,0 3 2,4 5 6,4 7 5,5 7 6,6 7 4"), "does not hang together with face 0");
}

/* An L-shaped prism: its faces are cut, its reentrant edge is found, and it is no convex body. */
static void test_cuts(void)
{
	const double at[6][2] = { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 0, 2 } };
	double x[12][3];
	struct polyhedron_fault fault;
	struct polyhedron p;
	int reentrant = 0, cuts = 0;

	for (int v = 0; v < 12; v++) {
		x[v][0] = at[v % 6][0];
		x[v][1] = at[v % 6][1];
		x[v][2] = v / 6;
	}
	struct solid s = solid(0.1, 12, (const double (*)[3])x,
		"5 4 3 2 1 0,6 7 8 9 10 11,0 1 7 6,1 2 8 7,2 3 9 8,3 4 10 9,4 5 11 10,5 0 6 11");
	ok(polyhedron_init(&p, &s, &fault) < 0 && fault.kind == POLYHEDRON_TURNS_RIGHT && fault.v[0] == 3,
	   "a face that is not convex");
	polyhedron_free(&p);
	ok(polyhedron_cut_faces(&s, &fault) == 2 && s.n_face == 10, "two faces are cut, each into two");
	ok(polyhedron_init(&p, &s, &fault) == 0 && !p.convex, "the body is not convex");
	for (int k = 0; k < p.n_edge; k++) {
		reentrant += fabs(p.edge[k].angle + pi / 2) < 1e-12;
		cuts += fabs(p.edge[k].angle) < POLYHEDRON_CUT;
	}
	ok(reentrant == 1 && cuts == 2, "one reentrant edge, and two cuts");
	struct mass3 m;
	ok(polyhedron_mass(&m, &p) == MASS_GOOD, "its mass is found");
	polyhedron_free(&p);
	drop(&s);
}

int main(void)
{
	test_boxes();
	test_tetrahedron();
	test_thin();
	test_faults();
	test_cuts();
	return done();
}
