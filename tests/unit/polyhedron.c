/* polyhedron.c: rounded boxes against slices, tetrahedra against Steiner's formula, rods and plates against closed
 * forms; surfaces with one fault each */
#include "particles_polyhedron.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/gauss.h"
#include "base/quat.h"
#include "base/rng.h"
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

	ok(polyhedron_init(&p, &s, &found) < 0 && !polyhedron_is_clear(&s), "a fault");
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
	/* a vertex in the middle of the top, where nothing would touch: the pieces around it count as often as the cuts between them */
	x[8][0] = 0.1;
	x[8][2] = x[4][2];
	fault(solid(0, 9, (const double (*)[3])x, "0 4 6 2,1 3 7 5,0 1 5 4,2 6 7 3,0 2 3 1,8 4 5,8 5 7,8 7 6,8 6 4"),
	      "no vertex inside a flat face; vertex 8");
}

/* A prism over a polygon of n sides: faces of n corners, and n faces. */
static struct solid prism(int n, double r, double high)
{
	double (*x)[3] = mem_new(2 * (size_t)n, sizeof *x);
	char *faces = MEM_NEW(char, 80 * (size_t)n), *at = faces;

	for (int k = 0; k < 2 * n; k++) {
		x[k][0] = cos(2 * pi * (k % n) / n);
		x[k][1] = sin(2 * pi * (k % n) / n);
		x[k][2] = k < n ? 0 : high;
	}
	for (int k = 0; k < n; k++)
		at += sprintf(at, "%d%s", n - 1 - k, k < n - 1 ? " " : ",");
	for (int k = 0; k < n; k++)
		at += sprintf(at, "%d%s", n + k, k < n - 1 ? " " : "");
	for (int k = 0; k < n; k++)
		at += sprintf(at, ",%d %d %d %d", k, (k + 1) % n, (k + 1) % n + n, k + n);
	struct solid s = solid(r, 2 * n, (const double (*)[3])x, faces);
	free(x);
	free(faces);
	return s;
}

/* More corners and faces than are worked on at a time. */
static void test_large(void)
{
	enum { N = 700 };
	const double r = 0.3, high = 1.7;
	double base = N * sin(2 * pi / N) / 2, rim = 2 * N * sin(pi / N), side = rim * high;
	/* the edges of the ends turn by pi / 2, those along the prism by 2 pi / N */
	double curved = (2 * rim * pi / 2 + N * high * 2 * pi / N) / 2;
	struct polyhedron_fault found;
	struct polyhedron p;
	struct mass3 m;

	ok(weigh(&m, prism(N, r, high), "a prism of 702 faces") == MASS_GOOD, "a prism of 702 faces");
	near(m.volume, base * high + (2 * base + side) * r + curved * r * r + 4 * pi / 3 * r * r * r, 1e-12, "its volume");
	near(m.surface, 2 * base + side + 2 * curved * r + 4 * pi * r * r, 1e-11, "its surface");
	struct solid s = prism(N, r, high);
	s.vertex[N + 600][0] *= 1 - 2e-6;
	s.vertex[N + 600][1] *= 1 - 2e-6;
	ok(polyhedron_init(&p, &s, &found) < 0 && found.kind == POLYHEDRON_NOT_FLAT && found.face[0] == 601,
	   "of two side faces that are not flat the first is named (%d)", found.face[0]);
	polyhedron_free(&p);
	drop(&s);
	s = prism(N, r, high);
	s.vertex[N + 600][2] = s.vertex[600][2] + 1e-20;
	s.vertex[N + 600][0] = s.vertex[600][0] + 1e-20;
	ok(polyhedron_init(&p, &s, &found) < 0 && found.kind == POLYHEDRON_COINCIDE, "before that, vertices that coincide");
	polyhedron_free(&p);
	drop(&s);
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

/* A box under the plane z = 0.5 with a pit in its top down to the vertex (x, y, z). */
static struct solid pit(double x, double y, double z)
{
	const double at[9][3] = { { -1, -1, -1 }, { 1, -1, -1 }, { 1, 1, -1 }, { -1, 1, -1 }, { -1, -1, 0.5 }, { 1, -1, 0.5 },
		{ 1, 1, 0.5 }, { -1, 1, 0.5 }, { x, y, z } };

	return solid(0, 9, at, "0 3 2 1,4 5 8,5 6 8,6 7 8,7 4 8,0 1 5 4,1 2 6 5,2 3 7 6,3 0 4 7");
}

/* The mass of a C of the size 10, 10, 5, from whose upper arm a pyramid hangs down to d above the lower one, at x, y. */
static struct mass3 bracket(double x, double y, double d, double r)
{
	const double c[8][2] = { { 0, -1 }, { 10, -1 }, { 10, 0 }, { 1, 0 }, { 1, 3 }, { 10, 3 }, { 10, 4 }, { 0, 4 } }, b = 0.2;
	double at[21][3] = { [16] = { x - b, y - b, 3 }, { x + b, y - b, 3 }, { x + b, y + b, 3 }, { x - b, y + b, 3 }, { x, y, d } };
	struct polyhedron_fault fault;
	struct mass3 m = { 0 };

	for (int v = 0; v < 16; v++) {
		at[v][0] = c[v % 8][0];
		at[v][1] = v < 8 ? 0 : 10;
		at[v][2] = c[v % 8][1];
	}
	struct solid s = solid(r, 21, (const double (*)[3])at, "0 1 2 3 4 5 6 7,15 14 13 12 11 10 9 8,1 0 8 9,2 1 9 10,"
		"3 2 10 11,4 3 11 12,6 5 13 14,7 6 14 15,0 7 15 8,5 4 16 17,13 5 17 18,12 13 18 19,4 12 19 16,17 16 20,18 17 20,"
		"19 18 20,16 19 20");
	ok(polyhedron_cut_faces(&s, &fault) > 0 && weigh(&m, s, "a bracket") == MASS_GOOD, "a bracket");
	return m;
}

/* Where a tip is near a face that is large against it does not change the volume by more than the errors say. */
static void test_tip(void)
{
	const double at[5][2] = { { 4, 3 }, { 3.1, 7.7 }, { 5.7, 5 }, { 6.2, 4.9 }, { 7.3, 3.1 } };

	for (int k = 0; k < 10; k++) {
		const double r = k < 5 ? 0.5 : 0.1, d = k < 5 ? 0.3 : 0.1;
		const struct mass3 m = bracket(at[k % 5][0], at[k % 5][1], d, r), n = bracket(at[(k + 1) % 5][0], at[(k + 1) % 5][1], d, r);

		ok(fabs(m.volume - n.volume) <= m.error + n.error, "volumes %.9g and %.9g differ by no more than %g and %g", m.volume,
		   n.volume, m.error, n.error);
	}
}

static void good(struct solid s, const char *what);

/* A notch in the side of a prism, however small, is cut. */
static void test_notch(void)
{
	const double arrow[5][3] = { { 0, 0, 0 }, { 2, 0, 0 }, { 2, 2, 0 }, { 1, 0.5, 0 }, { 0, 2, 0 } };
	struct solid s = solid(0.1, 5, arrow, "0 1 2 3 4,4 3 2 1 0");
	struct polyhedron_fault found;
	char text[POLYHEDRON_SAID] = "";

	ok(polyhedron_cut_and_check(&s, &found) < 0, "a plate that is not convex");
	polyhedron_say(text, &found);
	ok(strstr(text, "a convex plate") == text, "is refused as such: %s", text);
	drop(&s);
	for (double e = 1e-2; e > 1e-10; e *= 0.1) {
		const double rim[7][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { e, 1 }, { 0.1 * e, 1 - 0.7 * e }, { -e, 1 }, { -1, 1 } };
		double x[14][3];
		char what[40];

		for (int v = 0; v < 14; v++) {
			x[v][0] = rim[v % 7][0];
			x[v][1] = rim[v % 7][1];
			x[v][2] = v / 7;
		}
		snprintf(what, sizeof what, "a notch of %g", e);
		good(solid(0, 14, (const double (*)[3])x, "6 5 4 3 2 1 0,7 8 9 10 11 12 13,0 1 8 7,1 2 9 8,2 3 10 9,3 4 11 10,4 5 12 11,"
			"5 6 13 12,6 0 7 13"), what);
	}
}

static void good(struct solid s, const char *what)
{
	struct polyhedron_fault found = { 0 };

	int bad = polyhedron_cut_and_check(&s, &found);
	ok(!bad, "%s is no fault (%d, faces %d and %d)", what, (int)found.kind, found.face[0], found.face[1]);
	drop(&s);
}

/* A bar of square section, one unit wide, along a path[n] of steps along the axes. */
static struct solid bar(int n, const double (*path)[3])
{
	static const double square[4][2] = { { -0.5, -0.5 }, { 0.5, -0.5 }, { 0.5, 0.5 }, { -0.5, 0.5 } };
	struct solid s = { .n = 4 * n, .vertex = mem_new(4 * (size_t)n, sizeof *s.vertex), .first = MEM_ZERO(int, 100),
		.corner = MEM_ZERO(int, 1000) };

	for (int v = 0; v < 4; v++) { /* from corner to corner, along the bar to the mitre, then on across the next part */
		vec3 across = v3(0, square[v][0], square[v][1]);

		for (int k = 0; k < n; k++) {
			const vec3 here = v3_from(path[k]), in = v3_sub(here, v3_from(path[k ? k - 1 : 0]));
			const vec3 out = v3_sub(v3_from(path[k + 1 < n ? k + 1 : k]), here);

			if (k > 0 && k + 1 < n)
				across = v3_sub(across, v3_scale(v3_dot(across, out) / v3_norm(out) / v3_norm(in), in));
			v3_to(s.vertex[4 * k + v], v3_add(here, across));
			if (k + 1 < n)
				across = v3_sub(across, v3_scale(v3_dot(across, out) / v3_dot(out, out), out));
		}
	}
	for (int f = 0; f < 4 * n - 2; f++) {
		const int k = f / 4 * 4, v = f % 4, w = (v + 1) % 4, end = f < 4 * n - 4 ? 0 : f < 4 * n - 3 ? 1 : 2;
		const int of[3][4] = { { k + v, k + w, k + 4 + w, k + 4 + v }, { 3, 2, 1, 0 }, { k, k + 1, k + 2, k + 3 } };

		memcpy(s.corner + 4 * f, of[end], sizeof *of);
		s.first[f + 1] = 4 * f + 4;
	}
	s.n_face = 4 * n - 2;
	return s;
}

/* Bars whose end passes the beginning at a height. Their sides are parallel and their edges cross, so that no edge goes through
 * the inside of a face. */
static void test_bars(void)
{
	const double height[] = { 1 + 1e-6, 1, 0.5, 0, -1, -1.001 };

	for (int k = 0; k < 6; k++) {
		const double path[7][3] = { { -3, 0, 0 }, { 4, 0, 0 }, { 4, 0, 3 }, { 4, 4, 3 }, { 2, 4, 3 }, { 2, 4, height[k] },
			{ 2, -2, height[k] } };
		const double straight[2][3] = { { 0, 0, 0 }, { 2, 0, 0 } };

		if (k == 0)
			good(bar(2, straight), "a block");
		if (height[k] > 1 || height[k] < -1)
			good(bar(7, path), "a bar that passes itself");
		else
			fault(bar(7, path), "a surface that does not meet itself");
	}
}

static double six_volumes(const double *a, const double *b, const double *c, const double *d)
{
	const vec3 o = v3_from(a);

	return v3_dot(v3_sub(v3_from(d), o), v3_cross(v3_sub(v3_from(b), o), v3_sub(v3_from(c), o)));
}

/* Whether an edge of some triangle goes through another triangle. */
static int goes_through(const struct solid *s)
{
	for (int f = 0; f < s->n_face; f++)
		for (int g = 0; g < 3 * s->n_face; g++) {
			const int *t = s->corner + 3 * f, a = s->corner[g], b = s->corner[g % 3 == 2 ? g - 2 : g + 1];
			const double *x[3] = { s->vertex[t[0]], s->vertex[t[1]], s->vertex[t[2]] };
			const double *p = s->vertex[a], *q = s->vertex[b];

			if (a == t[0] || a == t[1] || a == t[2] || b == t[0] || b == t[1] || b == t[2] ||
			    six_volumes(x[0], x[1], x[2], p) * six_volumes(x[0], x[1], x[2], q) > 0)
				continue;
			const double u = six_volumes(p, q, x[0], x[1]), v = six_volumes(p, q, x[1], x[2]);
			const double w = six_volumes(p, q, x[2], x[0]);

			if ((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0))
				return 1;
		}
	return 0;
}

/* Rings of triangles with dents and bumps, of which some go through the other side: every edge tried with every triangle. */
static void test_rings(void)
{
	enum { N = 9, M = 6, TIMES = 300 };
	int wrong = 0, through = 0;
	struct rng rng;

	rng_seed(&rng, 5);
	for (int time = 0; time < TIMES; time++) {
		struct solid s = { .n = N * M, .n_face = 2 * N * M, .vertex = mem_new(N * M, sizeof *s.vertex),
			.first = MEM_ZERO(int, 2 * N * M + 1), .corner = MEM_ZERO(int, 6 * N * M) };
		const double rough = 0.8 * rng_uniform(&rng);
		struct polyhedron_fault fault;

		for (int v = 0; v < s.n; v++) {
			const double a = 2 * pi * (v / M) / N, b = 2 * pi * (v % M) / M, out = 1 + 0.4 * cos(b);
			const double x[3] = { out * cos(a), out * sin(a), 0.4 * sin(b) };

			for (int k = 0; k < 3; k++)
				s.vertex[v][k] = x[k] + rough * (rng_uniform(&rng) - 0.5);
		}
		for (int f = 0; f < s.n_face; f++) {
			const int i = f / 2 / M, j = f / 2 % M, c[4] = { i * M + j, (i + 1) % N * M + j, (i + 1) % N * M + (j + 1) % M,
				i * M + (j + 1) % M };

			memcpy(s.corner + 3 * f, f % 2 ? (int[3]){ c[0], c[2], c[3] } : c, 3 * sizeof *c);
			s.first[f + 1] = 3 * f + 3;
		}
		int found = polyhedron_check(&s, &fault) < 0;
		wrong += found != goes_through(&s) || (found && fault.kind != POLYHEDRON_MEET);
		through += found;
		drop(&s);
	}
	ok(wrong == 0 && through > TIMES / 4 && through < 3 * TIMES / 4, "rings that go through themselves (%d of %d) or not: %d wrong",
	   through, TIMES, wrong);
}

static void test_meetings(void)
{
	good(pit(0.1, 0.2, -0.999), "a pit that ends above the bottom");
	good(pit(0.7, -0.9, 0.6), "a hill");
	fault(pit(0.1, 0.2, -1), "meet at 0.1,0.2,-1");
	fault(pit(0.1, 0.2, -1.1), "faces 0 and ");
	fault(pit(1, 0.2, 0.1), "and 6 meet at 1,"); /* some face lies on another, from their common edge on */
	fault(pit(1.2, 0.2, 0.1), "a surface that does not meet itself");
	test_bars();
	test_rings();
}

/* A box with a chamfer of width w along one edge, and a corner cut off at another: a thin face, and a small one. It is turned, so
 * that its coordinates are rounded. */
static void test_slivers(void)
{
	static const char faces[] = "5 6 7 8 9,4 3 2 1 0 10,0 1 6 5 11,1 2 7 6,2 3 8 7,3 4 9 8,4 10 11 5 9,0 11 10";
	static const double widths[] = { 1e-3, 1e-7, 1e-9, 1e-11 }, q[4] = { 0.7, 0.1, -0.5, 0.5 };
	const double a = 1.1, b = 1.3, c = 0.9, r = 0.2, far = 1 / sqrt(2);

	for (int i = 0; i < 4; i++) {
		const double w = widths[i], whole = a * b * c - w * w * c / 2 - w * w * w / 6;
		double x[12][3] = { { w, 0, 0 }, { a, 0, 0 }, { a, b - w, 0 }, { a - w, b, 0 }, { 0, b, 0 }, { 0, 0, c }, { a, 0, c },
			{ a, b - w, c }, { a - w, b, c }, { 0, b, c }, { 0, w, 0 }, { 0, 0, w } };
		double turn[3][3], lean;
		struct polyhedron p;
		struct polyhedron_fault fault = { 0 };
		struct mass3 m = { 0 };

		quat_matrix(turn, q);
		for (int v = 0; v < 12; v++) {
			const vec3 y = v3_from(x[v]);

			for (int k = 0; k < 3; k++)
				x[v][k] = v3_dot(v3_from(turn[k]), y);
		}
		struct solid s = solid(0, 12, x, faces);
		int bad = polyhedron_init(&p, &s, &fault);
		ok(!bad && p.convex, "a box with a chamfer and a corner cut off by %g is a convex polyhedron (fault %d)", w, (int)fault.kind);
		lean = 0;
		for (int k = 0; k < 3 && !bad; k++)
			lean += p.normal[4][k] * turn[k][2];
		ok(fabs(lean) < 1e-10, "the plane of the chamfer does not lean along it: %g", lean);
		lean = 0;
		for (int k = 0; k < 3 && !bad; k++)
			lean += p.normal[4][k] * far * (turn[k][0] + turn[k][1]);
		ok(fabs(lean - 1) < 1e-7, "it is normal to the bisector of its neighbours: %g", lean - 1);
		ok(!bad && polyhedron_mass(&m, &p) == MASS_GOOD && fabs(m.volume - whole) < 1e-14, "volume (off by %g)", m.volume - whole);
		polyhedron_free(&p);
		s.r = r;
		const double box_volume = a * b * c + 2 * (a * b + b * c + c * a) * r + pi * (a + b + c) * r * r + 4 * pi / 3 * r * r * r;
		bad = polyhedron_init(&p, &s, &fault) || polyhedron_mass(&m, &p) != MASS_GOOD;
		ok(!bad && fabs(m.volume - box_volume) < 3 * w, "with rounded edges (off by %g)", m.volume - box_volume);
		polyhedron_free(&p);
		drop(&s);
	}
}

/* A prism with a dent in a piece of one side; drop() frees it. */
static struct solid dented(double length, double depth)
{
	static const char faces[] = "6 5 4 3 2 1 0,7 8 9 10 11 12 13,0 1 8 7,1 2 9 8,2 3 10 9,3 4 11 10,4 5 12 11,5 6 13 12,6 0 7 13";
	const double a = 1.1, b = 1.3, c = 0.9;
	const double flat[7][2] = { { 0, 0 }, { a, 0 }, { a, 0.5 }, { a - depth, 0.5 + length }, { a, 0.5 + 2 * length },
		{ a, b }, { 0, b } };
	double x[14][3];

	for (int v = 0; v < 14; v++) {
		memcpy(x[v], flat[v % 7], sizeof flat[0]);
		x[v][2] = v < 7 ? 0 : c;
	}
	return solid(0, 14, x, faces);
}

/* Whether a dent in a short piece, as deep as 1e-4 of its length, is one. */
static int has_dent(double length, struct polyhedron_fault *fault)
{
	struct solid s = dented(length, 1e-4 * length);
	int bad = polyhedron_check(&s, fault);

	drop(&s);
	return bad;
}

/* A corner that is reentrant by less than the rounding of coordinates is none. */
static void test_dents(void)
{
	struct polyhedron_fault fault = { 0 };

	ok(!has_dent(1e-9, &fault), "a dent of 1e-13 is rounding (fault %d)", (int)fault.kind);
	ok(has_dent(1e-6, &fault) && fault.kind == POLYHEDRON_TURNS_RIGHT && fault.v[0] == 3, "one of 1e-10 is not");
}

/* Whether a surface is clear; *wrong counts those that have a fault or faces to be cut in spite of that. */
static int clear_or(struct solid *s, int *cuts, int *wrong)
{
	const int clear = polyhedron_is_clear(s);
	struct polyhedron_fault fault;

	*cuts = polyhedron_cut_faces(s, &fault);
	*wrong += clear && (*cuts != 0 || polyhedron_check(s, &fault));
	return clear;
}

/* Blocks whose corners of faces and of space are exchanged, moved or spoilt are clear only if nothing is wrong with them. */
static void test_spoilt(void)
{
	enum { TIMES = 20000 };
	int clear = 0, wrong = 0, cuts;
	struct rng rng;

	rng_seed(&rng, 11);
	for (int time = 0; time < TIMES; time++) {
		struct solid s = time % 2 ? dented(0.25, -0.1) : box(0, (const double[3]){ 1.1, 1.3, 0.9 });
		const int n = s.first[s.n_face], many = 1 + (int)(3 * rng_uniform(&rng));

		for (int k = 0; k < many; k++) {
			int *const a = s.corner + (int)(n * rng_uniform(&rng)), *const b = s.corner + (int)(n * rng_uniform(&rng)), was = *a;
			double *const x = s.vertex[(int)(s.n * rng_uniform(&rng))] + (int)(3 * rng_uniform(&rng));

			switch ((int)(6 * rng_uniform(&rng))) {
			case 0:
				*a = *b;
				*b = was;
				break;
			case 1:
				*a = (int)(s.n * rng_uniform(&rng));
				break;
			case 2:
				*x += 2 * rng_uniform(&rng) - 1;
				break;
			case 3:
				*x += 1e-8 * rng_uniform(&rng);
				break;
			case 4:
				*x += 1e-10 * rng_uniform(&rng);
				break;
			case 5: /* the faces in another order */
				memcpy(s.corner, (const int[4]){ s.corner[1], s.corner[2], s.corner[3], s.corner[0] }, 4 * sizeof *s.corner);
				break;
			}
		}
		clear += clear_or(&s, &cuts, &wrong);
		drop(&s);
	}
	ok(clear > TIMES / 20 && clear < TIMES / 2 && wrong == 0, "%d of %d spoilt blocks are clear, %d wrongly", clear, TIMES, wrong);
}

/* Faces of a surface that is clear are not cut: dents and bumps of all depths on the way from none to some. */
static void test_clear(void)
{
	int clear = 0, cut = 0, wrong = 0, cuts;

	for (double depth = 1e-17; depth < 1e-3; depth *= 1.17)
		for (int sign = -1; sign <= 1; sign += 2)
			for (double length = 1e-5; length < 0.3; length *= 3) {
				struct solid s = dented(length, sign * depth);

				clear += clear_or(&s, &cuts, &wrong);
				cut += cuts > 0;
				drop(&s);
			}
	ok(clear > 100 && cut > 100 && wrong == 0, "%d surfaces that are clear, %d with cut faces, %d wrong", clear, cut, wrong);
}

/* The integrals of 1, x_i and x_i x_j over a box from lo to hi. */
static void add_box(double sum[10], const double lo[3], const double hi[3])
{
	static const int pair[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
	double v = 1, mid[3];

	for (int k = 0; k < 3; k++) {
		v *= hi[k] - lo[k];
		mid[k] = (lo[k] + hi[k]) / 2;
	}
	sum[0] += v;
	for (int k = 0; k < 3; k++)
		sum[1 + k] += v * mid[k];
	for (int k = 0; k < 6; k++) {
		const int i = pair[k][0], j = pair[k][1];

		sum[4 + k] += v * (mid[i] * mid[j] + (i == j ? (hi[i] - lo[i]) * (hi[i] - lo[i]) / 12 : 0));
	}
}

/* Whether two polyhedra have the same edges, to the last digit. */
static int same_edges(const struct polyhedron *p, const struct polyhedron *q)
{
	int same = p->n_edge == q->n_edge;

	for (int e = 0; e < p->n_edge && same; e++) {
		const struct polyhedron_edge *a = &p->edge[e], *b = &q->edge[e];

		for (int k = 0; k < 2; k++)
			same = same && a->v[k] == b->v[k] && a->face[k] == b->face[k] && a->at[k] == b->at[k];
		same = same && a->length == b->length && a->angle == b->angle;
	}
	for (int k = 0; k < p->first[p->n_face] && same; k++)
		same = p->edge_of[k] == q->edge_of[k];
	return same;
}

/* A solid that is known to have no faults is measured as one that is checked, and has the same mass. */
static void check_sound(const char *what, const struct solid *s)
{
	struct polyhedron_fault fault;
	struct polyhedron p, q;
	struct mass3 a = { 0 }, b = { 0 };

	const int good = polyhedron_init(&p, s, &fault) == 0 && polyhedron_of_sound(&q, s) == 0;
	ok(good && p.convex == q.convex && same_edges(&p, &q), "%s: the same edges without the check", what);
	const int weighed = good && polyhedron_mass(&a, &p) == MASS_GOOD && polyhedron_mass(&b, &q) == MASS_GOOD;
	ok(weighed && memcmp(&a, &b, sizeof a) == 0, "%s: the same mass", what);
	polyhedron_free(&p);
	polyhedron_free(&q);
}

/* Two boxes that make an L, without rounding and off the origin, are weighed from their faces alone. */
static void test_sharp(void)
{
	const double o[3] = { 0.37, -1.21, 2.03 }, far = 2.3, wide = 1.1, low = 0.7, high = 1.9, deep = 0.9;
	const double at[6][2] = { { 0, 0 }, { far, 0 }, { far, low }, { wide, low }, { wide, high }, { 0, high } };
	double x[12][3], sum[10] = { 0 };
	struct polyhedron_fault fault;
	struct polyhedron p;
	struct mass3 m;

	for (int v = 0; v < 12; v++)
		for (int k = 0; k < 3; k++)
			x[v][k] = o[k] + (k < 2 ? at[v % 6][k] : v / 6 * deep);
	struct solid s = solid(0, 12, (const double (*)[3])x,
		"5 4 3 2 1 0,6 7 8 9 10 11,0 1 7 6,1 2 8 7,2 3 9 8,3 4 10 9,4 5 11 10,5 0 6 11");
	ok(polyhedron_cut_faces(&s, &fault) == 2 && polyhedron_check(&s, &fault) == 0, "a sharp L");
	ok(polyhedron_of_sharp(&p, &s) == 0 && polyhedron_mass(&m, &p) == MASS_GOOD, "is weighed");
	polyhedron_free(&p);
	add_box(sum, o, (double[]){ o[0] + far, o[1] + low, o[2] + deep });
	add_box(sum, (double[]){ o[0], o[1] + low, o[2] }, (double[]){ o[0] + wide, o[1] + high, o[2] + deep });
	near(m.volume, sum[0], 1e-14, "its volume");
	near(m.surface, 2 * (far * low + wide * (high - low)) + 2 * (far + high) * deep, 1e-14, "its surface");
	for (int k = 0; k < 3; k++)
		near(m.com[k], sum[1 + k] / sum[0], 1e-14, "its centre: %d", k);
	for (int k = 0; k < 3; k++) {
		const int i = (k + 1) % 3, j = (k + 2) % 3;
		const double ii = sum[4 + i] - sum[1 + i] * sum[1 + i] / sum[0], jj = sum[4 + j] - sum[1 + j] * sum[1 + j] / sum[0];

		near(m.inertia[k], ii + jj, 1e-13, "its moment: %d", k);
	}
	near(m.inertia[3], sum[1] * sum[2] / sum[0] - sum[7], 1e-13, "its product of inertia xy");
	s.r = 0.01 * low;
	check_sound("a rounded L", &s);
	s.r = 0;
	memcpy(s.vertex[1], s.vertex[0], sizeof s.vertex[0]);
	ok(polyhedron_of_sharp(&p, &s) < 0, "an edge without length is told");
	polyhedron_free(&p);
	drop(&s);
}

/* A solid that is known to be convex is measured as one that is not. */
static void check_known(const char *what, int n, const double (*x)[3], const char *faces)
{
	struct solid s = solid(0.07, n, x, faces);
	struct polyhedron_fault fault;
	struct polyhedron p, q;

	const int good = polyhedron_init(&p, &s, &fault) == 0 && polyhedron_of_convex(&q, &s) == 0;
	ok(good && same_edges(&p, &q), "%s: the same %d edges for a known one", what, p.n_edge);
	polyhedron_free(&p);
	polyhedron_free(&q);
	check_sound(what, &s);
	drop(&s);
}

static void test_known(void)
{
	const double wedge[6][3] = { { 0.1, 0, 0 }, { 1.3, 0.1, 0 }, { 0.4, 0.9, 0 }, { 0.2, 0.3, 1.1 }, { 1.4, 0.4, 1.1 },
		{ 0.5, 1.2, 1.1 } };
	const double tower[9][3] = { { 0, 0, 0 }, { 1.2, 0, 0 }, { 1.2, 0.9, 0 }, { 0, 0.9, 0 }, { 0, 0, 0.8 }, { 1.2, 0, 0.8 },
		{ 1.2, 0.9, 0.8 }, { 0, 0.9, 0.8 }, { 0.5, 0.4, 1.3 } };

	check_known("a wedge", 6, wedge, "2 1 0,3 4 5,0 1 4 3,1 2 5 4,2 0 3 5");
	/* four faces meet at five of its vertices */
	check_known("a box with a roof", 9, tower, "3 2 1 0,0 1 5 4,1 2 6 5,2 3 7 6,3 0 4 7,4 5 8,5 6 8,6 7 8,7 4 8");
}

int main(void)
{
	test_known();
	test_sharp();
	test_boxes();
	test_slivers();
	test_dents();
	test_clear();
	test_spoilt();
	test_tetrahedron();
	test_thin();
	test_faults();
	test_notch();
	test_tip();
	test_large();
	test_cuts();
	test_meetings();
	return done();
}
