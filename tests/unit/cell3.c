/* Polyhedra that are cut by planes: closed forms of cut cubes, corners where more than three faces meet, needles, and the way to
 * shapes of the stream. */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/sym3.h"
#include "solid/polyhedron.h"
#include "tap.h"
#include "solid/cell3.h"

static struct cell3 c;

static struct side label(int who) { return (struct side){ who, 13 }; }

static void box(double lx, double ly, double lz, double hx, double hy, double hz)
{
	const struct side l[6] = { label(-1), label(-2), label(-3), label(-4), label(-5), label(-6) };

	cell3_box(&c, (double[]){ lx, ly, lz }, (double[]){ hx, hy, hz }, l);
}

static int cut(double x, double y, double z, double offset, int who)
{
	return cell3_cut(&c, (double[]){ x, y, z }, offset, 1e-12, label(who));
}

/* The surface is closed: every edge leads back, and its faces are the same seen from both ends. */
static int edges_sound(void)
{
	for (int v = 0; v < c.n_vertex; v++)
		for (int k = 0; k < 3; k++) {
			const struct cell3_corner *p = &c.corner[v], *q = &c.corner[p->to[k]];
			int back = q->to[0] == v ? 0 : q->to[1] == v ? 1 : 2;

			if (p->to[k] < 0 || p->to[k] >= c.n_vertex || q->to[back] != v || q->face[back] != p->face[(k + 1) % 3] ||
			    q->face[(back + 1) % 3] != p->face[k])
				return 0;
		}
	return 1;
}

/* The same, and Euler's relation, after cell3_faces. */
static int sound(void)
{
	cell3_faces(&c);
	return edges_sound() && c.n_vertex - 3 * c.n_vertex / 2 + c.n_face == 2;
}

/* Greatest height of a vertex above its three faces, and above any face. */
static double off_planes(void)
{
	double worst = 0;

	for (int v = 0; v < c.n_vertex; v++)
		for (int f = 0; f < c.n_face; f++) {
			const struct cell3_plane *p = &c.plane[f];
			double h = p->normal[0] * c.x[v] + p->normal[1] * c.y[v] + p->normal[2] * c.z[v] - p->offset;
			int own = c.corner[v].face[0] == f || c.corner[v].face[1] == f || c.corner[v].face[2] == f;

			worst = fmax(worst, own ? fabs(h) : h);
		}
	return worst;
}

/* The face with a label, or -1. */
static int face(int who)
{
	for (int f = 0; f < c.n_face; f++)
		if (c.plane[f].label.who == who)
			return f;
	return -1;
}

/* The convex solid that the cell makes is sound, and its volume is that of the cell. */
static double as_solid(double apart, int *faces, int *vertices)
{
	struct solid *s = solid_new();
	struct polyhedron p;
	struct polyhedron_fault fault;
	struct mass3 m;
	double off = INFINITY;
	int face_of[200];

	*faces = cell3_solid(&c, apart, s, face_of);
	*vertices = s->n;
	if (*faces > 0 && polyhedron_init(&p, s, &fault) == 0) {
		if (p.convex && polyhedron_mass(&m, &p) == MASS_GOOD)
			off = fabs(m.volume / cell3_volume(&c) - 1);
		for (int k = 0; k < s->n_face; k++)
			off = fmax(off, fabs(p.area[k] - cell3_area(&c, face_of[k])));
		polyhedron_free(&p);
	}
	solid_free(s);
	return off;
}

static void boxes(void)
{
	double g[3], q[6];

	box(-0.385, -1, -2, 2, 0.5, 0.25);
	cell3_faces(&c);
	ok(sound() && c.n_vertex == 8 && c.n_face == 6, "a box has eight vertices and six faces");
	near(cell3_moments(&c, g, q), 2.385 * 1.5 * 2.25, 1e-14, "the volume of a box");
	near(g[0], 0.8075, 1e-14, "its centroid along x");
	near(g[1], -0.25, 1e-14, "along y");
	near(g[2], -0.875, 1e-14, "along z");
	near(q[0], 2.385 * 1.5 * 2.25 * 2.385 * 2.385 / 12, 1e-13, "its second moment along x");
	near(q[2], 2.385 * 1.5 * 2.25 * 2.25 * 2.25 / 12, 1e-13, "along z");
	ok(fabs(q[3]) + fabs(q[4]) + fabs(q[5]) < 1e-13, "its mixed moments vanish");
	near(cell3_surface(&c), 2 * (2.385 * 1.5 + 2.385 * 2.25 + 1.5 * 2.25), 1e-13, "its surface");
	near(cell3_reach2(&c), 4 + 1 + 4, 1e-15, "the greatest distance of a vertex");
	near(cell3_area(&c, face(-4)), 2.385 * 2.25, 1e-14, "the area of the face at the upper y");
}

static void cuts(void)
{
	double g[3], q[6], third[3] = { 0 };
	int faces, vertices;

	/* a corner of a cube of side 2, off by 0.7 along each edge: a tetrahedron of 0.7^3 / 6 */
	box(-1, -1, -1, 1, 1, 1);
	ok(cut(1, 1, 1, 2.3, 7) == 1, "a plane cuts off a corner");
	ok(cut(1, 1, 1, 2.4, 8) == 0 && cut(1, 1, 1, 2.3, 8) == 0, "a plane beyond it, and the same plane, cut nothing");
	cell3_faces(&c);
	ok(sound() && c.n_vertex == 10 && c.n_face == 7, "the corner gives way to a triangle");
	near(cell3_moments(&c, g, NULL), 8 - 0.343 / 6, 1e-14, "the volume without the corner");
	near(g[0], -0.343 / 6 * (1 - 0.7 / 4) / (8 - 0.343 / 6), 1e-14, "the centroid without the corner");
	near(cell3_area(&c, face(7)), sqrt(3) / 4 * 2 * 0.49, 1e-14, "the area of the triangle");
	near(cell3_area(&c, face(-2)), 4 - 0.245, 1e-14, "the area of a face without its corner");

	/* the other part is the tetrahedron; second moments about its centroid are those of four points V/20 at the corners */
	box(-1, -1, -1, 1, 1, 1);
	cut(-1, -1, -1, -2.3, 9);
	cell3_faces(&c);
	ok(sound() && c.n_vertex == 4 && c.n_face == 4, "the corner is a tetrahedron; planes without a face are gone");
	near(cell3_moments(&c, g, q), 0.343 / 6, 1e-13, "its volume");
	for (int v = 0; v < 4; v++) {
		third[0] += 0.343 / 6 / 20 * (c.x[v] - g[0]) * (c.x[v] - g[0]);
		third[1] += 0.343 / 6 / 20 * (c.x[v] - g[0]) * (c.y[v] - g[1]);
		third[2] += 0.343 / 6 / 20 * (c.z[v] - g[2]) * (c.z[v] - g[2]);
	}
	near(q[0], third[0], 1e-13, "its second moment along x");
	near(q[3], third[1], 1e-13, "its mixed moment");
	near(q[2], third[2], 1e-13, "along z");
	ok(as_solid(0, &faces, &vertices) < 1e-13 && faces == 4 && vertices == 4, "the tetrahedron is a sound solid");
	/* the second moments about the origin of both parts add up to those of the cube */
	double part[2] = { q[0] + 0.343 / 6 * g[0] * g[0], q[4] + 0.343 / 6 * g[0] * g[2] };
	box(-1, -1, -1, 1, 1, 1);
	cut(1, 1, 1, 2.3, 9);
	cell3_faces(&c);
	double rest = cell3_moments(&c, g, q);
	near(q[0] + rest * g[0] * g[0], 8.0 / 3 - part[0], 1e-14, "the second moment of the rest of the cube along x");
	near(q[4] + rest * g[0] * g[2], -part[1], 1e-14, "its mixed moment");

	box(-1, -1, -1, 1, 1, 1);
	ok(cut(0.3, 0.4, 0.5, -1.3, 1) == -1 && c.n_vertex == 0 && c.n_face == 0, "a plane below a cell leaves nothing");
	ok(cut(1, 0, 0, 0, 1) == 0, "nothing can be cut from nothing");
	cell3_faces(&c);
	ok(cell3_moments(&c, g, q) == 0 && cell3_surface(&c) == 0 && g[0] == 0 && q[0] == 0, "which has no volume and no surface");
	ok(as_solid(0, &faces, &vertices) > 0 && faces == 0 && vertices == 0, "and makes an empty solid");

	/* within the tolerance a vertex stays */
	box(-1, -1, -1, 1, 1, 1);
	ok(cell3_cut(&c, (double[]){ 1, 1, 1 }, 3 - 1e-9, 1e-8, label(1)) == 0, "a corner within the tolerance stays");
	ok(cell3_cut(&c, (double[]){ 1, 1, 1 }, 3 - 1e-7, 1e-8, label(1)) == 1, "a corner beyond the tolerance goes");
}

/* Six corners of four faces each. */
static void octahedron(void)
{
	int faces, vertices, lost = 0;

	box(-1, -1, -1, 1, 1, 1);
	for (int k = 0; k < 8; k++)
		cut(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1, 1, k);
	cell3_faces(&c);
	for (int f = 0; f < c.n_face; f++)
		lost += cell3_area(&c, f) < 1e-15;
	ok(sound() && c.n_face - lost == 8, "an octahedron has eight faces with an area");
	near(cell3_volume(&c), 4.0 / 3, 1e-14, "its volume");
	near(cell3_surface(&c), 4 * sqrt(3), 1e-14, "its surface");
	ok(as_solid(1e-9, &faces, &vertices) < 1e-13 && faces == 8 && vertices == 6,
		"the octahedron as a solid has six vertices, and no faces of no area");
}

/* The regular polygon of n sides and inradius 1 as a prism, and as a cone whose tip has n faces. */
static void many_faces(void)
{
	enum { N = 1000 };
	double area = N * tan(M_PI / N);
	int n = 0;

	box(-2, -2, -0.5, 2, 2, 0.5);
	for (int k = 0; k < N; k++)
		cut(cos(2 * M_PI * k / N), sin(2 * M_PI * k / N), 0, 1, k);
	cell3_faces(&c);
	ok(sound() && c.n_face == N + 2 && c.n_vertex == 2 * N, "a prism of 1000 sides");
	near(cell3_volume(&c), area, 1e-13, "its volume");
	box(-2, -2, 0, 2, 2, 5);
	for (int k = 0; k < N; k++)
		cut(cos(2 * M_PI * k / N), sin(2 * M_PI * k / N), 1, 1, k);
	cell3_faces(&c);
	for (int f = 0; f < c.n_face; f++)
		n += cell3_area(&c, f) > 1e-6;
	ok(sound() && n == N + 1, "a cone of 1000 sides, all of which meet at the tip");
	near(cell3_volume(&c), area / 3, 1e-12, "its volume");
}

/* Planes that touch a ball, or nearly the same point, at random: every cut leaves a sound surface within all planes. */
static void at_random(void)
{
	struct rng g;
	double worst = 0, volume = 0;
	int all_sound = 1, falling = 1;

	rng_seed(&g, 5);
	for (int trial = 0; trial < 300; trial++) {
		/* from independent planes to planes through one point with coordinates that are rounded coarsely */
		double spread = trial % 3 == 0 ? 1 : trial % 3 == 1 ? 1e-9 : 1e-14;

		box(-1, -1, -1, 1, 1, 1);
		volume = 8;
		for (int k = 0; k < 60; k++) {
			double u[3], norm = 0;

			for (int a = 0; a < 3; a++) {
				u[a] = round(8 * rng_normal(&g)) / 8;
				norm += u[a] * u[a];
			}
			double offset = trial % 3 ? 0.5 * (u[0] + u[1] + u[2]) : 0.6 * sqrt(norm);
			if (offset < 0.1) /* the cell keeps some room */
				continue;
			cell3_cut(&c, u, offset + spread * rng_uniform(&g), 1e-13, label(k));
			all_sound &= sound();
			worst = fmax(worst, off_planes());
			double now = cell3_volume(&c);
			falling &= now <= volume * (1 + 1e-12) && now > 0;
			volume = now;
		}
	}
	ok(all_sound, "planes through one point leave a sound surface");
	ok(falling, "the volume falls with every cut");
	ok(worst < 1e-11, "vertices are on their planes and below the others (off by %.2g)", worst);
}

/* Planes that differ by rounding alone, without a tolerance: vertices of one face are above and below the next plane at random,
 * and must not tear the surface. */
static void rounding(void)
{
	struct rng g;
	double worst = 0;
	int all_sound = 1;

	rng_seed(&g, 7);
	for (int trial = 0; trial < 200; trial++) {
		box(-1, -1, -1, 1, 1, 1);
		for (int k = 0; k < 30; k++) /* many corners */
			cut(rng_normal(&g), rng_normal(&g), 0.1 * rng_normal(&g), 1, k);
		for (int k = 0; k < 20; k++) {
			double u[3];

			for (int a = 0; a < 3; a++)
				u[a] = (a == trial % 3 ? 2.385 : 0.7) + 4e-16 * rng_normal(&g);
			cell3_cut(&c, u, 0.4 + 4e-16 * rng_normal(&g), 0, label(100 + k));
			all_sound &= sound();
		}
		worst = fmax(worst, off_planes());
	}
	ok(all_sound, "planes that differ by rounding leave a sound surface");
	ok(worst < 1e-12, "with vertices on their planes (off by %.2g)", worst);
}

/* Thousands of planes at the distance 1, then planes that cut whole caps off: of so many vertices those above a plane are found
 * by a walk. A body around a unit ball has a third of its surface as its volume. Planes of a grid of directions have many corners
 * at one place. */
static void very_many(void)
{
	struct rng g;

	rng_seed(&g, 11);
	for (int grid = 0; grid < 2; grid++) {
		const int n = 3000;
		double rest;

		box(-2, -2, -2, 2, 2, 2);
		for (int k = 0; k < n; k++) {
			double u[3] = { rng_normal(&g), rng_normal(&g), rng_normal(&g) };

			for (int a = 0; a < 3 && grid; a++)
				u[a] = round(5 * u[a]);
			double norm = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
			if (norm > 0)
				cell3_cut(&c, u, norm, 1e-13, label(k));
		}
		ok(sound() && c.n_vertex > 1000, "a cell of %d vertices is sound", c.n_vertex);
		near(off_planes(), 0, 1e-12, "its vertices are on their planes, and below all others");
		cell3_faces(&c);
		near(cell3_volume(&c), cell3_surface(&c) / 3, 1e-10, "its volume is a third of its surface");
		cut(0, 0, 1, 0.3, n);
		cut(0.6, 0.8, 0, -0.9, n + 1);
		ok(sound(), "without large caps it is sound");
		near(off_planes(), 0, 1e-12, "and cut where it should be");
		cell3_faces(&c);
		rest = cell3_volume(&c);
		ok(rest > 0 && rest < 0.1, "little is left");
	}
}

int main(void)
{
	boxes();
	cuts();
	octahedron();
	many_faces();
	at_random();
	rounding();
	very_many();
	cell3_free(&c);
	return done();
}
