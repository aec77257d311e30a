/* form3.c, form3_mesh.c: named solids against closed forms, those of their polygons and of the smooth bodies */
#include "shape/form3.h"

#include <stdlib.h>

#include "base/rng.h"
#include "mesh/mesh.h"
#include "shape/solid_mass.h"
#include "solid/balls.h"
#include "solid/implicit.h"
#include "tap.h"

static const double pi = 3.141592653589793;

static struct shape drawn(const char *name, const struct form3_plan *plan)
{
	int which = form3_find(name);
	const struct form3_plan usual = FORM3_PLAN(&form3_known[which]);
	struct shape s = { .n = 0 };

	ok(form3_draw(&s, which, plan ? plan : &usual) == 0, "%s", name);
	return s;
}

static void drop(struct shape *s)
{
	solid_free(s->solid);
	*s = (struct shape){ .n = 0 };
}

static struct mass3 mass_of(const struct shape *s)
{
	struct mass3 m;

	ok(solid_mass(&m, s, &(struct solid_plan){ .method = SOLID_EXACT }) == MASS_GOOD, "has a mass");
	return m;
}

/* Closed, facing outwards, nothing to mend, and with as many handles. */
static void sound(const struct mesh *given, int handles)
{
	struct mesh m = { 0 };
	struct mesh_faults f;
	int faults = 0;

	for (int v = 0; v < given->n_vertex; v++)
		mesh_add_vertex(&m, given->xyz[v][0], given->xyz[v][1], given->xyz[v][2]);
	for (int t = 0; t < given->n_triangle; t++)
		mesh_add_triangle(&m, given->tri[t][0], given->tri[t][1], given->tri[t][2]);
	ok(mesh_repair(&m, &f) == 0 && f.n_component == 1, "closed");
	for (int k = 0; k < MESH_FAULTS; k++)
		faults += f.fault[k].n;
	ok(faults == 0, "with nothing to mend");
	ok(m.n_vertex - m.n_triangle / 2 == 2 - 2 * handles, "with %d handles", handles);
	mesh_free(&m);
}

static void boxes(void)
{
	const double a[3] = { 0.7, 1.1925, 0.35 };
	struct mesh m;
	struct mass3 w;

	form3_box(&m, a);
	sound(&m, 0);
	mesh_mass(&w, &m);
	double v = 8 * a[0] * a[1] * a[2];
	near(w.volume, v, 1e-14, "a box: volume");
	near(w.inertia[0], v * (a[1] * a[1] + a[2] * a[2]) / 3, 1e-14, "Ixx");
	near(w.inertia[2], v * (a[0] * a[0] + a[1] * a[1]) / 3, 1e-14, "Izz");
	mesh_free(&m);
}

/* Of a regular polygon inscribed in the unit circle: area, and mean of x^2. */
static double polygon_area(int n) { return 0.5 * n * sin(2 * pi / n); }
static double polygon_spread(int n) { return (2 + cos(2 * pi / n)) / 12; }

static void cylinders(void)
{
	const double a[3] = { 0.7, 1.1925, 0.6 };
	struct mesh m;
	struct mass3 w;
	double last = 0;

	for (int n = 7; n <= 56; n *= 2) {
		int around = -1;

		form3_cylinder(&m, a, n);
		sound(&m, 0);
		for (int v = 0; v < m.n_vertex; v++)
			around += m.xyz[v][2] == -a[2];
		mesh_mass(&w, &m);
		double v = 2 * a[0] * a[1] * a[2] * polygon_area(around), s = polygon_spread(around), lack;
		near(w.volume, v, 1e-13, "a cylinder of %d sides: volume", around);
		near(w.inertia[0], v * (s * a[1] * a[1] + a[2] * a[2] / 3), 1e-13, "Ixx");
		near(w.inertia[2], v * s * (a[0] * a[0] + a[1] * a[1]), 1e-13, "Izz");
		lack = 2 * pi * a[0] * a[1] * a[2] - v;
		ok(last == 0 || (last / lack > 3 && last / lack < 5), "a quarter lacks of what did: %g", lack);
		last = lack;
		mesh_free(&m);
	}
}

/* As many sides as the longer way around has edges, where the longest side has n of them; as many rings as its height has. */
static void cylinder_edges(void)
{
	static const double a[3][3] = { { 1.3, 0.7, 0.4 }, { 0.7, 1.3, 0.4 }, { 0.3, 0.2, 1.1 } };

	for (int k = 0; k < 3; k++) {
		double side = k < 2 ? 2.6 : 2.2, wide = k < 2 ? 1.3 : 0.3;
		int around = -1, want = 4 * (int)ceil(2 * pi * wide / side * 20 / 4), rings;
		struct mesh m;

		form3_cylinder(&m, a[k], 20);
		for (int v = 0; v < m.n_vertex; v++)
			around += m.xyz[v][2] == -a[k][2];
		rings = (m.n_vertex - 2) / around - 1;
		ok(around == want, "cylinder %d: %d sides, %d expected", k, around, want);
		ok(rings == (int)ceil(2 * a[k][2] / side * 20 - 1e-9), "cylinder %d: %d rings", k, rings);
		mesh_free(&m);
	}
}

/* Between two meridians at an angle e a torus of flat faces is swept by polygons whose distance from the axis is linear:
 * its volume is sin e times the integral of that distance over the polygon. */
static void tori(void)
{
	const double R = 1.1925, r = 0.4;
	struct mesh m;
	struct mass3 w;

	for (int n = 9; n <= 144; n *= 4) {
		int about = 0;

		form3_torus(&m, R, r, n);
		sound(&m, 1);
		for (int v = 0; v < m.n_vertex; v++)
			about += m.xyz[v][1] == 0 && m.xyz[v][0] > 0;
		int around = m.n_vertex / about;
		mesh_mass(&w, &m);
		near(w.volume, around * sin(2 * pi / around) * R * r * r * polygon_area(about), 1e-12, "a torus of %d by %d: volume",
		     around, about);
		double v = 2 * pi * pi * R * r * r;
		near(w.volume / v, 1, 12.0 / (n * n), "about that of the smooth one");
		near(w.inertia[2] / v, R * R + 0.75 * r * r, 40.0 / (n * n), "Izz");
		near(w.inertia[1] / v, 0.5 * R * R + 0.625 * r * r, 40.0 / (n * n), "Iyy");
		near(w.com[0], 0, 1e-14, "its middle is its centre");
		mesh_free(&m);
	}
}

static double superquadric_volume(const double a[3], double q, double p)
{
	return 8 * a[0] * a[1] * a[2] * pow(tgamma(1 + 1 / p), 2) / tgamma(1 + 2 / p) * tgamma(1 + 2 / q) * tgamma(1 + 1 / q) /
	       tgamma(1 + 3 / q);
}

static void superquadrics(void)
{
	const double a[3] = { 1.1925, 0.8, 0.6 }, block[3][2] = { { 2, 2 }, { 4, 3 }, { 2.5, 10 } };
	struct mesh m;
	struct mass3 w;

	for (int k = 0; k < 3; k++) {
		double q = block[k][0], p = block[k][1], last = 0, off = 0, v = superquadric_volume(a, q, p);

		for (int n = 32; n <= 128; n *= 2) {
			form3_superquadric(&m, a, block[k], n);
			sound(&m, 0);
			for (int i = 0; i < m.n_vertex; i++) {
				const double *x = m.xyz[i];
				double flat = pow(pow(fabs(x[0] / a[0]), p) + pow(fabs(x[1] / a[1]), p), q / p);

				off = fmax(off, fabs(flat + pow(fabs(x[2] / a[2]), q) - 1));
			}
			near(off, 0, 1e-13, "blockiness %g,%g: on the surface", q, p);
			mesh_mass(&w, &m);
			double lack = v - w.volume;
			ok(lack > 0 && (last == 0 || (last / lack > 3 && last / lack < 5)), "lacks a quarter: %g", lack / v);
			near(w.inertia[3], 0, 1e-13, "no products of inertia");
			last = lack;
			mesh_free(&m);
		}
		ok(last < 3e-3 * v, "volume");
	}
}

static double gomboc_radius(double x, double y, double z)
{
	double size = sqrt(x * x + y * y + z * z), t = acos(z / size), f = atan2(y, x);

	return pow(1 + 0.12 * sin(t) * cos(f - 5 * (t - 0.5 * pi)), 0.25);
}

static const double *height;

static int lower(const void *a, const void *b)
{
	double x = height[*(const int *)a], y = height[*(const int *)b];

	return (x > y) - (x < y);
}

static int root(int *up, int v)
{
	while (up[v] != v)
		v = up[v] = up[up[v]];
	return v;
}

/* The depth of the second deepest hollow of sign times the distance from c: water rises vertex by vertex, and where two
 * pools meet the shallower one was as deep as the water has risen since its first vertex. 0: there is one pool at all
 * times. What flat triangles add to a smooth surface of edges e is of the order of e^2. */
static double second_hollow(const struct mesh *m, const double c[3], double sign)
{
	int n = m->n_vertex, *order = malloc((size_t)n * sizeof(int)), *up = malloc((size_t)n * sizeof(int));
	int *first = malloc((size_t)(n + 1) * sizeof(int)), *next = malloc(6 * (size_t)m->n_triangle * sizeof(int)), links = 0;
	double *h = malloc((size_t)n * sizeof(double)), second = 0;
	struct link { int to, next; } *link = malloc(3 * (size_t)m->n_triangle * sizeof *link);

	for (int v = 0; v < n; v++) {
		double x = m->xyz[v][0] - c[0], y = m->xyz[v][1] - c[1], z = m->xyz[v][2] - c[2];

		h[v] = sign * sqrt(x * x + y * y + z * z);
		order[v] = v;
		up[v] = first[v] = -1;
	}
	for (int t = 0; t < m->n_triangle; t++)
		for (int k = 0; k < 3; k++) {
			link[links] = (struct link){ m->tri[t][(k + 1) % 3], first[m->tri[t][k]] };
			first[m->tri[t][k]] = links++;
		}
	height = h;
	qsort(order, (size_t)n, sizeof *order, lower);
	for (int i = 0; i < n; i++) {
		int v = order[i];

		up[v] = v;
		for (int e = first[v]; e >= 0; e = link[e].next) {
			if (up[link[e].to] < 0)
				continue;
			int a = root(up, v), b = root(up, link[e].to); /* a root is the deepest of its pool */
			if (a == b)
				continue;
			int deep = h[a] < h[b] ? a : b, other = a + b - deep;
			if (other != v)
				second = fmax(second, h[v] - h[other]);
			up[other] = deep;
		}
	}
	free(order), free(up), free(first), free(next), free(h), free(link);
	return second;
}

static void gombocs(void)
{
	struct mesh m;
	struct mass3 w;
	struct rng g;
	double off = 0, out = 0;

	form3_gomboc(&m, 1, 200);
	sound(&m, 0);
	for (int v = 0; v < m.n_vertex; v++) {
		const double *x = m.xyz[v];

		off = fmax(off, fabs(sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) - gomboc_radius(x[0], x[1], x[2])));
	}
	near(off, 0, 1e-14, "a gomboc: the formula");
	mesh_mass(&w, &m);
	for (int k = 0; k < 3; k++)
		near(w.com[k], 0, 1e-5, "its centre of mass is the origin");
	double high = second_hollow(&m, w.com, -1), low = second_hollow(&m, w.com, 1);
	ok(high < 1e-4, "it has one unstable equilibrium; the next is higher than around it by %g", high);
	ok(low < 1e-4, "and one stable one; the next is deeper than around it by %g", low);
	struct mesh other;
	form3_superquadric(&other, (double[]){ 1.1, 1, 0.9 }, (double[]){ 2, 2 }, 40);
	near(second_hollow(&other, (double[]){ 0, 0, 0 }, 1), 0.1, 5e-3, "an ellipsoid stands on two sides");
	mesh_free(&other);
	rng_seed(&g, 7);
	for (int k = 0; k < 200000; k++) { /* convex: middles of chords are inside */
		double u[3], v[3], to[3];

		for (int j = 0; j < 3; j++) {
			u[j] = 2 * rng_uniform(&g) - 1;
			v[j] = u[j] + 0.4 * (2 * rng_uniform(&g) - 1);
		}
		double a = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), b = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), d = 0;
		double ra = gomboc_radius(u[0], u[1], u[2]), rb = gomboc_radius(v[0], v[1], v[2]);

		for (int j = 0; j < 3; j++) {
			to[j] = 0.5 * (ra / a * u[j] + rb / b * v[j]);
			d += to[j] * to[j];
		}
		out = fmax(out, sqrt(d) - gomboc_radius(to[0], to[1], to[2]));
	}
	near(out, 0, 1e-12, "it is convex");
	mesh_free(&m);
}

static void clumps(void)
{
	struct form3_plan plan = { .r = 0.5, .spacing = 2, .angle = pi / 3 };
	struct principal3 axes;
	struct shape s = drawn("tbar", &plan);
	struct mass3 m = mass_of(&s);

	near(m.volume, 5.235987756, 1e-9, "a T-bar of ten touching pebbles: volume");
	mass3_principal(&axes, &m);
	near(axes.moment[0], 5.96902604, 1e-8, "least moment");
	near(axes.moment[1], 15.18436449, 1e-8, "middle moment");
	near(axes.moment[2], 20.62979176, 1e-8, "greatest moment");
	drop(&s);
	for (int k = 4; k <= 12; k += 4) {
		plan.spacing = 6.0 / k;
		s = drawn("tbar", &plan);
		const double (*b)[4] = (const double (*)[4])s.solid->ball;
		ok(s.solid->n == 3 * k + 1, "overlapping: %d pebbles", s.solid->n);
		near(b[0][0], -3, 1e-15, "as long as before");
		near(b[3 * k][2], 3, 1e-15, "and as high");
		drop(&s);
	}
	plan.spacing = 0.7;
	ok(form3_draw(&s, form3_find("tbar"), &plan) == -1, "a spacing that does not fit");

	plan.spacing = 0.9;
	double d = 0.45, r = 0.5;
	s = drawn("dumbbell", &plan);
	m = mass_of(&s);
	near(m.volume, 8.0 / 3 * pi * r * r * r - pi * (4 * r + d) * (2 * r - d) * (2 * r - d) / 12, 1e-15, "less the lens");
	drop(&s);
	plan.angle = 2.385;
	s = drawn("triplet", &plan);
	const double (*b)[4] = (const double (*)[4])s.solid->ball;
	double dx = b[1][0] - b[2][0], dz = b[1][2] - b[2][2];
	near(sqrt(dx * dx + dz * dz), 2 * d * sin(0.5 * 2.385), 1e-15, "the outer ones at an angle");
	drop(&s);
}

/* A cow stands on its feet, is the same on both sides, and hangs together. */
static void cows(void)
{
	struct shape s = drawn("cow3", NULL);
	struct mass3 m = mass_of(&s);
	int n = s.solid->n, feet = 0, reached = 1, grew = 1;
	const double (*b)[4] = (const double (*)[4])s.solid->ball;
	double lo[2] = { 9, 9 }, hi[2] = { -9, -9 }, ground = 9;
	char *in = calloc((size_t)n, 1);

	ok(s.n == n, "%d balls", n);
	for (int k = 0; k < n; k++)
		ground = fmin(ground, b[k][2] - b[k][3]);
	for (int k = 0; k < n; k++)
		if (b[k][2] - b[k][3] < ground + 1e-9) {
			feet++;
			for (int c = 0; c < 2; c++) {
				lo[c] = fmin(lo[c], b[k][c]);
				hi[c] = fmax(hi[c], b[k][c]);
			}
		}
	ok(feet == 4, "%d feet on the ground", feet);
	ok(m.com[0] > lo[0] && m.com[0] < hi[0] && m.com[1] > lo[1] && m.com[1] < hi[1], "and its centre of mass above them");
	near(m.com[1], 0, 1e-13, "symmetric");
	near(m.inertia[3], 0, 1e-12, "in its inertia as well");
	in[0] = 1;
	while (grew) {
		grew = 0;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n && !in[i]; j++) {
				double dx = b[i][0] - b[j][0], dy = b[i][1] - b[j][1], dz = b[i][2] - b[j][2], sum = b[i][3] + b[j][3];

				if (in[j] && dx * dx + dy * dy + dz * dz < 0.98 * sum * sum)
					grew = in[i] = 1;
			}
	}
	for (int i = 1; i < n; i++)
		reached += in[i];
	ok(reached == n, "%d of them hang together", reached);
	free(in);
	drop(&s);
}

static void others(void)
{
	static const char *const object[] = { "bumps", "bean", "pear" };

	for (int k = 0; k < 3; k++) {
		struct shape s = drawn(object[k], NULL);
		struct implicit o = { { s.solid->a[0], s.solid->a[1], s.solid->a[2] }, s.solid->n_bump, s.solid->bump };
		struct mass3 m, by;
		int star;

		ok(implicit_check(&o, NULL) == IMPLICIT_GOOD, "is a body");
		implicit_mass(&m, &o, 64, &star);
		ok(star, "that its centre sees all of");
		struct lines l;
		implicit_lines(&l, &o);
		mass3_by_voxels(&by, &l, 128);
		near(by.volume / m.volume, 1, 2e-3, "with the volume of its voxels");
		drop(&s);
	}
	struct shape s = drawn("bumps", NULL);
	struct mass3 m = mass_of(&s);
	near(m.volume, 2.071420338969, 1e-6, "the body with three bumps: by bisection on 256 x 512 rays");
	drop(&s);

	/* twice as large */
	for (int k = 0; k < form3_n_known; k++) {
		struct form3_plan plan = FORM3_PLAN(&form3_known[k]);

		plan.n = 8;
		s = drawn(form3_known[k].name, &plan);
		struct mass3 one = mass_of(&s);
		s.solid->at[0] = s.kind == SHAPE_OBJECT ? 0.5 : 0;
		solid_scale(s.solid, 2);
		struct mass3 two = mass_of(&s);
		near(two.volume / one.volume, 8, 1e-9, "eight times the volume");
		near(two.com[0] - (s.kind == SHAPE_OBJECT ? 1 : 0), 2 * one.com[0], 1e-9, "twice as far");
		near(two.inertia[4] / one.volume, 32 * one.inertia[4] / one.volume, 1e-9, "inertia");
		drop(&s);
	}
	ok(form3_find("cow") == -1 && form3_find("") == -1, "a name of something else");
}

int main(void)
{
	boxes();
	cylinders();
	cylinder_edges();
	tori();
	superquadrics();
	gombocs();
	clumps();
	cows();
	others();
	return done();
}
