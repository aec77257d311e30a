/* erode3.c: rounding by a ball that rolls inside: closed forms of volumes and surfaces, faces and edges that vanish, cores
 * without a volume, and corners of four faces at which an edge appears */
#include "shape/erode3.h"

#include <stdlib.h>

#include "mesh/hull3.h"
#include "shape/form3.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

static void drop(struct solid *s)
{
	free(s->vertex);
	free(s->first);
	free(s->corner);
}

static struct solid form(enum form3_faces which, double x, double y, double z)
{
	const struct form3_plan plan = { .size = { x, y, z }, .sides = 4, .taper = 0.5, .truncation = 1 };
	struct solid s = { 0 };

	form3_polyhedron(&s, which, &plan);
	return s;
}

/* Round the solid, weigh it and drop it. Returns the kind of the core and its number of vertices, faces. */
static enum polyhedron_kind rounded(struct solid s, double r, struct mass3 *m, int count[2], const char *what)
{
	struct polyhedron p;
	struct polyhedron_fault fault = { 0 };
	double most;

	ok(erode3(&s, r, &most) == ERODE3_GOOD && s.r == r, "%s: rounded", what);
	ok(polyhedron_init(&p, &s, &fault) == 0 && polyhedron_mass(m, &p) == MASS_GOOD, "%s: has a mass (fault %d)", what,
	   (int)fault.kind);
	enum polyhedron_kind kind = p.kind;
	count[0] = p.n_vertex;
	count[1] = p.n_face;
	polyhedron_free(&p);
	drop(&s);
	return kind;
}

/* What rounding takes from a block: along an edge 1 - pi/4, at a corner 1 - pi/6 beyond the three edges that end there. */
static void test_blocks(void)
{
	const double a = 2.385, b = 1.7, c = 1.1, r = 0.3;
	struct mass3 m;
	int n[2];

	rounded(form(FORM3_CUBE, a, b, c), r, &m, n, "a block");
	near(m.volume, a * b * c - (4 - pi) * r * r * (a + b + c - 6 * r) - (8 - 4 * pi / 3) * r * r * r, 1e-14, "volume of a block");
	double x = a - 2 * r, y = b - 2 * r, z = c - 2 * r;
	near(m.surface, 2 * (x * y + y * z + z * x) + 2 * pi * r * (x + y + z) + 4 * pi * r * r, 1e-13, "its surface");
	ok(n[0] == 8 && n[1] == 6, "its core is a block");
	ok(rounded(form(FORM3_CUBE, a, b, 2 * r), r, &m, n, "a flat block") == POLYHEDRON_PLATE && n[0] == 4, "becomes a plate");
	x = a - 2 * r, y = b - 2 * r;
	near(m.volume, 2 * r * x * y + pi * r * r * (x + y) + 4 * pi / 3 * r * r * r, 1e-14, "its volume");
	ok(rounded(form(FORM3_CUBE, a, 2 * r, 2 * r), r, &m, n, "a bar") == POLYHEDRON_SEGMENT, "becomes a rod");
	near(m.volume, pi * r * r * x + 4 * pi / 3 * r * r * r, 1e-14, "its volume");
	ok(rounded(form(FORM3_CUBE, 2 * r, 2 * r, 2 * r), r, &m, n, "a cube") == POLYHEDRON_POINT, "becomes a ball");
	near(m.volume, 4 * pi / 3 * r * r * r, 1e-14, "its volume");
}

/* Cores without a volume are where they belong: the middle of a slab, the axis of a prism, the centre of a tetrahedron. */
static void test_cores(void)
{
	const double half = sqrt(3) / 6, far = 1 / sqrt(3), tall = 1.7;
	const double prism[6][3] = { { far, 0, 0 }, { -half, 0.5, 0 }, { -half, -0.5, 0 }, { far, 0, tall }, { -half, 0.5, tall },
		{ -half, -0.5, tall } };
	struct solid s = form(FORM3_CUBE, 1, 2, 3), t = { 0 }, u = form(FORM3_TETRAHEDRON, 2, 2, 2);
	struct polyhedron p;
	struct polyhedron_fault fault;
	double most, off = 0, centre[3];

	erode3(&s, 0.5, &most);
	for (int v = 0; v < s.n; v++) {
		const double *x = s.vertex[v];

		off = fmax(off, fmax(fabs(x[0]), fmax(fabs(fabs(x[1]) - 0.5), fabs(fabs(x[2]) - 1))));
	}
	ok(s.n == 4 && off == 0, "a slab: the corners of the plate are exact");
	drop(&s);
	hull3_solid(&t, 6, prism, 1e-9, 0, NULL);
	ok(erode3(&t, half, &most) == ERODE3_GOOD && t.n == 2, "a prism becomes a rod");
	off = 0;
	for (int v = 0; v < t.n; v++)
		off = fmax(off, hypot(hypot(t.vertex[v][0], t.vertex[v][1]), fabs(t.vertex[v][2] - tall / 2) - (tall / 2 - half)));
	near(off, 0, 1e-15, "along its axis");
	drop(&t);
	polyhedron_init(&p, &u, &fault);
	double rho = erode3_greatest_ball(&p, centre);
	polyhedron_free(&p);
	ok(erode3(&u, rho, &most) == ERODE3_GOOD && u.n == 1, "a tetrahedron becomes a ball");
	near(v3_norm(v3_sub(v3_from(u.vertex[0]), v3_from(centre))), 0, 1e-15, "at its centre");
	drop(&u);
}

/* The core of a regular solid with the inradius rho is the same solid times 1 - r / rho, since all faces have this distance. So
 * V = V0 s^3 + S0 s^2 r + M0 s r^2 + 4/3 pi r^3, S0 = 3 V0 / rho. */
static void test_regular(void)
{
	static const struct { enum form3_faces which; const char *name; int faces, edges; double dihedral; } of[] = {
		{ FORM3_TETRAHEDRON, "tetrahedron", 4, 6, 1.2309594173407747 }, { FORM3_CUBE, "cube", 6, 12, 1.5707963267948966 },
		{ FORM3_OCTAHEDRON, "octahedron", 8, 12, 1.9106332362490186 },
		{ FORM3_DODECAHEDRON, "dodecahedron", 12, 30, 2.0344439357957027 },
		{ FORM3_ICOSAHEDRON, "icosahedron", 20, 30, 2.4118649973628269 } };

	for (int k = 0; k < 5; k++) {
		struct solid s = form(of[k].which, 2, 2, 2);
		struct polyhedron p;
		struct polyhedron_fault fault;
		struct mass3 m, sharp;
		double centre[3];
		int n[2];

		ok(polyhedron_init(&p, &s, &fault) == 0 && p.n_face == of[k].faces && p.n_edge == of[k].edges &&
		   p.n_vertex - p.n_edge + p.n_face == 2, "%s: Euler", of[k].name);
		double worst = 0, l = p.edge[0].length;
		for (int e = 0; e < p.n_edge; e++)
			worst = fmax(worst, fmax(fabs(pi - p.edge[e].angle - of[k].dihedral), fabs(p.edge[e].length - l)));
		near(worst, 0, 2e-15, "%s: dihedral angles, and edges of one length", of[k].name);
		double rho = erode3_greatest_ball(&p, centre), curved = p.n_edge * l * (pi - of[k].dihedral) / 2;
		polyhedron_mass(&sharp, &p);
		near(sharp.surface * rho / 3, sharp.volume, 1e-14, "%s: inradius", of[k].name);
		near(sharp.inertia[0], sharp.inertia[1], 1e-14, "%s: equal moments", of[k].name);
		polyhedron_free(&p);
		double r = 0.385 * rho, f = 1 - r / rho;
		rounded(s, r, &m, n, of[k].name);
		ok(n[1] == of[k].faces, "%s: the core has %d faces", of[k].name, n[1]);
		near(m.volume, f * f * f * sharp.volume + f * f * sharp.surface * r + f * curved * r * r + 4 * pi / 3 * r * r * r, 1e-14,
		     "%s: rounded volume", of[k].name);
		near(m.surface, f * f * sharp.surface + 2 * f * curved * r + 4 * pi * r * r, 1e-13, "%s: rounded surface", of[k].name);
	}
}

/* A cube with one corner cut off: the small face vanishes when the ball is large. A pyramid over a rectangle: its top has four
 * faces, and the core has an edge there as soon as the pyramid is not square. */
static void test_vanishing(void)
{
	const double x[10][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 0, 1, 1 },
		{ 0.9, 1, 1 }, { 1, 0.9, 1 }, { 1, 1, 0.9 } };
	struct solid s = { 0 };
	struct mass3 m;
	int n[2];

	hull3_solid(&s, 10, x, 1e-9, 0, NULL);
	ok(s.n_face == 7, "a cube with a corner off");
	/* the cut is at the distance 2.9 / sqrt 3 from the opposite corner; with r its plane passes the core's corner when
	 * 3 (1 - r) = 2.9 - sqrt 3 r */
	double limit = 0.1 / (3 - sqrt(3));
	struct solid t = s;
	t.vertex = malloc(10 * sizeof *t.vertex), t.first = malloc(8 * sizeof(int)), t.corner = malloc(40 * sizeof(int));
	for (int k = 0; k < 30; k++)
		t.vertex[k / 3][k % 3] = s.vertex[k / 3][k % 3];
	for (int k = 0; k < 8; k++)
		t.first[k] = s.first[k];
	for (int k = 0; k < s.first[7]; k++)
		t.corner[k] = s.corner[k];
	rounded(s, 0.99 * limit, &m, n, "a ball that is small enough");
	ok(n[1] == 7, "keeps the face");
	rounded(t, 1.01 * limit, &m, n, "a larger one");
	ok(n[1] == 6 && n[0] == 8, "loses it");
	double r = 1.01 * limit;
	near(m.volume, 1 - (4 - pi) * r * r * (3 - 6 * r) - (8 - 4 * pi / 3) * r * r * r, 1e-14, "and makes a rounded cube");
	rounded(form(FORM3_OCTAHEDRON, 1, 1, 1), 0.1, &m, n, "an octahedron");
	ok(n[0] == 6 && n[1] == 8, "keeps its corners of four faces");
	const double roof[5][3] = { { -2, -1, 0 }, { 2, -1, 0 }, { 2, 1, 0 }, { -2, 1, 0 }, { 0, 0, 1 } };
	struct solid u = { 0 };
	hull3_solid(&u, 5, roof, 1e-9, 0, NULL);
	rounded(u, 0.1, &m, n, "a pyramid over a rectangle");
	ok(n[0] == 6 && n[1] == 5, "gets a ridge: %d corners", n[0]);
}

static void test_refused(void)
{
	struct solid s = form(FORM3_CUBE, 1, 1, 1);
	double most;

	ok(erode3(&s, 0.51, &most) == ERODE3_EMPTY && s.n == 8 && s.r == 0, "a ball that does not fit leaves the body as it is");
	near(most, 0.5, 1e-15, "and the greatest ball is known");
	drop(&s);
	s = form(FORM3_PLATE, 1, 1, 0);
	ok(erode3(&s, 0.1, &most) == ERODE3_NOT_CONVEX, "a plate has no inside");
	drop(&s);
}

int main(void)
{
	test_blocks();
	test_cores();
	test_regular();
	test_vanishing();
	test_refused();
	return done();
}
