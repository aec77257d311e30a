/* triangulate.c: surfaces of solid shapes as triangles: closed, on the surface, and as large as the shape when fine */
#include "mesh/triangulate.h"

#include <stdlib.h>

#include "base/buf.h"
#include "mesh/meshtree.h"
#include "solid/balls.h"
#include "solid/implicit.h"
#include "tap.h"

static const double pi = 3.141592653589793;

/* Vertices - edges + triangles: twice the number of bodies, less the handles. */
static int euler(const struct mesh *m)
{
	return m->n_vertex - m->n_triangle / 2;
}

/* Nothing to mend or to refuse; how many components. */
static int components(struct mesh *m)
{
	struct mesh_faults f;
	int bad = mesh_repair(m, &f);

	for (int k = 0; k < MESH_FAULTS; k++)
		if (f.fault[k].n) {
			printf("# %d %s\n", f.fault[k].n, mesh_fault_name(k, f.fault[k].n));
			bad = -1;
		}
	return bad ? -1 : f.n_component;
}

static void globes(void)
{
	struct mesh m;
	struct mass3 w;
	double last = 0;

	for (int n = 1; n <= 27; n *= 3) {
		double lack, most = 0;

		triangulate_globe(&m, n);
		ok(m.n_triangle == 20 * n * n && m.n_vertex == 10 * n * n + 2, "a globe of %d triangles", m.n_triangle);
		ok(components(&m) == 1, "is closed");
		for (int v = 0; v < m.n_vertex; v++)
			most = fmax(most, fabs(sqrt(m.xyz[v][0] * m.xyz[v][0] + m.xyz[v][1] * m.xyz[v][1] + m.xyz[v][2] * m.xyz[v][2]) - 1));
		near(most, 0, 4e-16, "on the sphere");
		mesh_mass(&w, &m);
		lack = 4 * pi / 3 - w.volume;
		if (n == 1) /* 5 (3 + sqrt 5) / 12 edge^3, the edge being 4 / sqrt(10 + 2 sqrt 5) of the radius */
			near(w.volume, 5 * (3 + sqrt(5)) / 12 * pow(4 / sqrt(10 + 2 * sqrt(5)), 3), 1e-15, "an icosahedron");
		else
			ok(last / lack > (n == 3 ? 6 : 8.5) && last / lack < 9.5, "a ninth is lacking of what was: %g", lack);
		last = lack;
		near(w.inertia[0], w.inertia[2], 1e-14, "with equal moments");
		near(w.inertia[3], 0, 1e-14, "and no products");
		mesh_free(&m);
	}
}

static struct shape *balls_of(struct shape *s, int n, const double (*ball)[4])
{
	shape_alloc(s, n == 1 ? SHAPE_SPHERE : SHAPE_CLUMP, n);
	s->solid->n = n;
	s->solid->ball = mem_new((size_t)n, sizeof *s->solid->ball);
	for (int k = 0; k < n; k++)
		for (int c = 0; c < 4; c++)
			s->solid->ball[k][c] = ball[k][c];
	return s;
}

/* The greatest distance of a vertex from the union of balls, outside or inside. */
static double off_balls(const struct mesh *m, int n, const double (*ball)[4])
{
	double worst = 0;

	for (int v = 0; v < m->n_vertex; v++) {
		double least = INFINITY;

		for (int k = 0; k < n; k++) {
			double sum = 0;

			for (int c = 0; c < 3; c++)
				sum += (m->xyz[v][c] - ball[k][c]) * (m->xyz[v][c] - ball[k][c]);
			least = fmin(least, sqrt(sum) - ball[k][3]);
		}
		worst = fmax(worst, fabs(least));
	}
	return worst;
}

/* How many triangles cut through others, up to 9. */
static int cuts(const struct mesh *m)
{
	int *own = malloc((size_t)m->n_triangle * sizeof *own);
	double at[9][3];
	struct meshtree tree;

	for (int t = 0; t < m->n_triangle; t++)
		own[t] = t;
	meshtree_init(&tree, m);
	int n = meshtree_crossings(&tree, own, 9, at);
	meshtree_free(&tree);
	free(own);
	return n;
}

/* The mean length of edges, and the shortest. */
static double edges(const struct mesh *m, double *shortest)
{
	double sum = 0;

	*shortest = INFINITY;
	for (int t = 0; t < m->n_triangle; t++)
		for (int k = 0; k < 3; k++) {
			const double *a = m->xyz[m->tri[t][k]], *b = m->xyz[m->tri[t][(k + 1) % 3]];
			double d = sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));

			sum += d;
			*shortest = fmin(*shortest, d);
		}
	return sum / (3.0 * m->n_triangle);
}

static void clump(const char *what, int n, const double (*ball)[4], int parts, int number)
{
	struct shape s = { .n = 0 };
	struct mesh m;
	struct mass3 exact, w;
	double last = 0;

	balls_mass(&exact, n, ball);
	balls_of(&s, n, ball);
	for (int fine = 18; fine <= 72; fine *= 2) {
		ok(triangulate_shape(&m, &s, fine) == 0, "%s, resolution %d", what, fine);
		ok(components(&m) == parts, "is closed, in %d parts", parts);
		ok(number == 99 || euler(&m) == number, "with Euler's number %d", euler(&m));
		near(off_balls(&m, n, ball), 0, 5e-6 / fine, "on the balls");
		mesh_mass(&w, &m);
		double lack = exact.volume - w.volume;
		ok(lack > 0 && lack < 25 * exact.volume / (fine * fine), "it lacks %g of the volume", lack / exact.volume);
		ok(last == 0 || (last / lack > 3 && last / lack < 5), "a quarter of what was: %g", last / lack);
		near(w.surface, exact.surface, 30 * exact.surface / (fine * fine) + 0.5 * exact.surface / fine, "surface");
		last = lack;
		mesh_free(&m);
	}
	solid_free(s.solid);
	free(s.xy);
}

static void clumps(void)
{
	static const double pair[][4] = { { 0, 0, 0, 1 }, { 1.385, 0.2, -0.1, 0.7 } };
	static const double apart[][4] = { { 0, 0, 0, 1 }, { 2.385, 0.2, -0.1, 0.7 } };
	static const double inner[][4] = { { 0, 0, 0, 1 }, { 0.2, 0.1, -0.1, 0.3 }, { 0, 0, 0, 1 } };
	static const double bar[][4] = { { -3, 0, 0, 0.5 }, { -2, 0, 0, 0.5 }, { -1, 0, 0, 0.5 }, { 0, 0, 0, 0.5 }, { 1, 0, 0, 0.5 },
		{ 2, 0, 0, 0.5 }, { 3, 0, 0, 0.5 }, { 0, 0, 1, 0.5 }, { 0, 0, 2, 0.5 }, { 0, 0, 3, 0.5 } };
	double ring[24][4];

	clump("two balls", 2, pair, 1, 2);
	clump("two balls apart", 2, apart, 2, 4);
	clump("one ball and others in it", 3, inner, 1, 2);
	for (int k = 0; k < 24; k++) {
		ring[k][0] = cos(pi * k / 12);
		ring[k][1] = sin(pi * k / 12);
		ring[k][2] = 0.01 * k;
		ring[k][3] = 0.3;
	}
	clump("a ring of balls", 24, (const double (*)[4])ring, 1, 0);

	/* edges are about as long as the longest side over n, and few are short */
	struct shape s = { .n = 0 };
	struct mesh m;
	struct mass3 w;
	double shortest, long_ = 3.085 / 40; /* from -1 to 1.385 + 0.7 */
	triangulate_shape(&m, balls_of(&s, 2, pair), 40);
	near(edges(&m, &shortest) / long_, 0.85, 0.15, "edges of two balls");
	ok(shortest > 0.1 * long_, "the shortest is %g of that", shortest / long_);
	ok(cuts(&m) == 0, "no triangles cut each other");
	mesh_free(&m);

	/* touching: whether parts hang together is open, but whatever is there is closed */
	balls_of(&s, 10, bar);
	for (int fine = 21; fine <= 84; fine *= 2) {
		ok(triangulate_shape(&m, &s, fine) == 0 && components(&m) > 0, "touching balls, resolution %d", fine);
		ok(cuts(&m) == 0, "no triangles cut each other");
		mesh_mass(&w, &m);
		near(w.volume, 10 * pi / 6, 10 * pi / 6 * 250 / (fine * fine), "volume");
		mesh_free(&m);
	}
	solid_free(s.solid);
	free(s.xy);
}

/* A tetrahedron stays what it is whatever is asked for, and so does a tent whose tip would be folded. */
static void tidied(void)
{
	struct mesh m = { 0 };

	for (int v = 0; v < 4; v++)
		mesh_add_vertex(&m, v == 1, v == 2, v == 3);
	mesh_add_triangle(&m, 0, 2, 1);
	mesh_add_triangle(&m, 0, 3, 2);
	mesh_add_triangle(&m, 0, 1, 3);
	mesh_add_triangle(&m, 1, 2, 3);
	triangulate_tidy(&m, 10);
	ok(m.n_triangle == 4 && m.n_vertex == 4, "a tetrahedron stays");
	mesh_free(&m);
	triangulate_globe(&m, 8);
	triangulate_tidy(&m, 1e-3);
	ok(m.n_triangle == 1280, "long edges stay");
	triangulate_tidy(&m, 0.3);
	ok(m.n_triangle < 600 && components(&m) == 1 && euler(&m) == 2, "shorter ones go, and it is a globe: %d", m.n_triangle);
	mesh_free(&m);
}

/* The greatest |F'| over its slope at a vertex. */
static double off_object(const struct mesh *m, const struct solid *o)
{
	struct implicit body = { { o->a[0], o->a[1], o->a[2] }, o->n_bump, o->bump };
	double worst = 0, slope[3];

	for (int v = 0; v < m->n_vertex; v++) {
		double f = implicit_value(&body, (double[3]){ m->xyz[v][0] - o->at[0], m->xyz[v][1] - o->at[1],
			m->xyz[v][2] - o->at[2] }, slope);

		worst = fmax(worst, fabs(f) / sqrt(slope[0] * slope[0] + slope[1] * slope[1] + slope[2] * slope[2]));
	}
	return worst;
}

static void object(const char *what, const double a[3], int n, const struct bump *bump, int number)
{
	struct shape s = { .n = 0 };
	struct mesh m;
	struct mass3 exact, w;
	struct implicit body = { { a[0], a[1], a[2] }, n, bump };
	double last = 0;

	shape_alloc(&s, SHAPE_OBJECT, 1);
	for (int k = 0; k < 3; k++)
		s.solid->a[k] = a[k];
	s.solid->at[1] = 0.25;
	s.solid->n_bump = n;
	s.solid->bump = mem_new((size_t)n, sizeof *bump);
	for (int k = 0; k < n; k++)
		s.solid->bump[k] = bump[k];
	implicit_mass(&exact, &body, 128, NULL);
	for (int fine = 20; fine <= 80; fine *= 2) {
		ok(triangulate_shape(&m, &s, fine) == 0, "%s, resolution %d", what, fine);
		ok(euler(&m) == number, "Euler's number %d", number);
		near(off_object(&m, s.solid), 0, 5e-6 / fine, "on the surface");
		ok(mesh_mass(&w, &m) == MASS_GOOD, "faces outwards");
		double lack = fabs(exact.volume - w.volume);
		ok(last == 0 || (last / lack > 3.2 && last / lack < 4.8), "a quarter is wrong of what was: %g", lack);
		near(w.com[1] - 0.25, exact.com[1], 10.0 / (fine * fine), "centre of mass");
		last = lack;
		mesh_free(&m);
	}
	solid_free(s.solid);
	free(s.xy);
}

static void others(void)
{
	static const struct bump bumps[] = { { 1, 1.2, { 0.9, 0, 0.1 }, { 4, 4, 4 } }, { -1, 0.6, { 0, 0, 0.8 }, { 6, 6, 6 } } };
	static const struct bump hollow = { -1, 3, { 0.1, 0, 0.4 }, { 20, 20, 20 } };
	static const struct bump mushroom = { 1, 3, { 1.2, 0, 0 }, { 4, 1, 1 } };

	object("a bump and a dent", (double[]){ 1, 0.9, 0.8 }, 2, bumps, 2);
	object("a hollow inside", (double[]){ 1, 0.9, 0.8 }, 1, &hollow, 4);
	object("a mushroom", (double[]){ 1, 0.5, 0.4 }, 1, &mushroom, 2);

	struct shape s = { .n = 0 };
	struct mesh m, copy;
	struct mass3 w;
	shape_alloc(&s, SHAPE_ELLIPSOID, 1);
	s.solid->a[0] = 2.385, s.solid->a[1] = 1.1, s.solid->a[2] = 0.7;
	ok(triangulate_shape(&m, &s, 200) == 0 && components(&m) == 1, "an ellipsoid");
	mesh_mass(&w, &m);
	double v = 4 * pi / 3 * 2.385 * 1.1 * 0.7;
	ok(w.volume < v && w.volume > v * (1 - 2e-4), "has its volume from below");
	near(w.inertia[0] / w.volume, (1.1 * 1.1 + 0.7 * 0.7) / 5, 2e-4, "and inertia");
	solid_free(s.solid);
	s.kind = SHAPE_MESH;
	s.solid = solid_new();
	s.solid->n = m.n_vertex, s.solid->n_face = m.n_triangle;
	s.solid->vertex = m.xyz, s.solid->face = m.tri;
	ok(triangulate_shape(&copy, &s, 2) == 0 && copy.n_triangle == m.n_triangle, "a mesh is copied");
	mesh_free(&copy);
	solid_free(s.solid);
	free(s.xy);
}

int main(void)
{
	globes();
	clumps();
	tidied();
	others();
	return done();
}
