/* polyhedron_flux.c: the mass of skew rounded polyhedra against fluxes through their surface
 *
 * By the divergence theorem the integrals of 1, x_j and x_j x_k over a body are 1/3, 1/4 and 1/5 of the fluxes of x, x_j x and
 * x_j x_k x through its surface. The surface consists of the faces moved outwards by r, of cylinder sectors around edges and of
 * spherical polygons around vertices, all quadrated by Gauss. Nothing of Steiner's formula is used, and edges and the faces
 * around a vertex are found here from the corners. */
#include "solid/polyhedron.h"

#include <stdlib.h>

#include "base/gauss.h"
#include "base/rng.h"
#include "mesh/hull3.h"
#include "tap.h"

enum { ORDER = 32 };
static double node[ORDER], weight[ORDER]; /* on 0 .. 1 */

struct flux { double area, one, first[3], second[6]; };

/* Add the flux through a piece da of the surface at x with the normal n. */
static void add(struct flux *f, vec3 at, vec3 n, double da)
{
	static const int pair[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
	const double x[3] = { at.x, at.y, at.z }, through = v3_dot(at, n) * da;

	f->area += da;
	f->one += through / 3;
	for (int k = 0; k < 3; k++)
		f->first[k] += x[k] * through / 4;
	for (int k = 0; k < 6; k++)
		f->second[k] += x[pair[k][0]] * x[pair[k][1]] * through / 5;
}

/* A flat triangle, or if sphere is set the triangle of the unit sphere, times r and moved to o. */
static void add_triangle(struct flux *f, vec3 a, vec3 b, vec3 c, vec3 n, int sphere, vec3 o, double r)
{
	for (int i = 0; i < ORDER; i++)
		for (int j = 0; j < ORDER; j++) {
			double u = node[i], w = node[j];
			vec3 p = v3_add(a, v3_add(v3_scale(u, v3_sub(b, a)), v3_scale(u * w, v3_sub(c, b))));
			vec3 jacobian = v3_scale(u, v3_cross(v3_sub(b, a), v3_sub(c, b)));
			double d = v3_norm(p), scale = weight[i] * weight[j];

			if (sphere) {
				vec3 q = v3_scale(1 / d, p);

				add(f, v3_add(o, v3_scale(r, q)), q, scale * r * r * v3_dot(p, jacobian) / (d * d * d));
			} else
				add(f, p, n, scale * v3_dot(jacobian, n));
		}
}

static vec3 halfway(vec3 a, vec3 b)
{
	vec3 m = v3_add(a, b);

	return v3_scale(1 / v3_norm(m), m);
}

/* A triangle of the unit sphere; large ones are divided, so that the rule converges. */
static void add_spherical(struct flux *f, vec3 a, vec3 b, vec3 c, vec3 o, double r, int depth)
{
	vec3 ab = halfway(a, b), bc = halfway(b, c), ca = halfway(c, a);

	if (depth == 0) {
		add_triangle(f, a, b, c, a, 1, o, r);
		return;
	}
	add_spherical(f, a, ab, ca, o, r, depth - 1);
	add_spherical(f, ab, b, bc, o, r, depth - 1);
	add_spherical(f, ca, bc, c, o, r, depth - 1);
	add_spherical(f, ab, bc, ca, o, r, depth - 1);
}

static vec3 corner(const struct solid *s, int face, int k)
{
	int n = s->first[face + 1] - s->first[face];

	return v3_from(s->vertex[s->corner[s->first[face] + k % n]]);
}

static int has_edge(const struct solid *s, int face, int a, int b)
{
	int n = s->first[face + 1] - s->first[face];
	const int *v = s->corner + s->first[face];

	for (int k = 0; k < n; k++)
		if (v[k] == a && v[(k + 1) % n] == b)
			return 1;
	return 0;
}

/* Around the edge a b: from the normal n to the normal m. */
static void add_edge(struct flux *f, vec3 a, vec3 b, vec3 n, vec3 m, double r)
{
	vec3 d = v3_sub(b, a), side = v3_sub(m, v3_scale(v3_dot(m, n), n));
	double angle = acos(v3_dot(m, n)), length = v3_norm(d);

	side = v3_scale(1 / v3_norm(side), side);
	for (int i = 0; i < ORDER; i++)
		for (int j = 0; j < ORDER; j++) {
			double t = node[j] * angle;
			vec3 q = v3_add(v3_scale(cos(t), n), v3_scale(sin(t), side));

			add(f, v3_add(v3_add(a, v3_scale(node[i], d)), v3_scale(r, q)), q, weight[i] * weight[j] * length * angle * r);
		}
}

/* The normals of the faces at a vertex, in the order around it, are the corners of a spherical polygon. */
static void add_vertex(struct flux *f, const struct solid *s, const vec3 *normal, int v, double r)
{
	vec3 of[100], middle = v3(0, 0, 0);
	double angle[100];
	int n = 0;

	for (int face = 0; face < s->n_face; face++)
		for (int k = s->first[face]; k < s->first[face + 1]; k++)
			if (s->corner[k] == v) {
				of[n++] = normal[face];
				middle = v3_add(middle, normal[face]);
			}
	middle = v3_scale(1 / v3_norm(middle), middle);
	vec3 x = v3_sub(of[0], v3_scale(v3_dot(of[0], middle), middle)), y = v3_cross(middle, x);
	for (int i = 0; i < n; i++)
		angle[i] = atan2(v3_dot(of[i], y), v3_dot(of[i], x));
	for (int i = 1; i < n; i++)
		for (int j = i; j > 0 && angle[j - 1] > angle[j]; j--) {
			double t = angle[j];
			vec3 u = of[j];

			angle[j] = angle[j - 1];
			of[j] = of[j - 1];
			angle[j - 1] = t;
			of[j - 1] = u;
		}
	for (int i = 0; i < n; i++)
		add_spherical(f, middle, of[i], of[(i + 1) % n], v3_from(s->vertex[v]), r, 2);
}

static struct flux through_surface(const struct solid *s)
{
	vec3 *normal = malloc((size_t)s->n_face * sizeof *normal);
	struct flux f = { 0 };

	for (int k = 0; k < s->n_face; k++) {
		vec3 n = v3_cross(v3_sub(corner(s, k, 1), corner(s, k, 0)), v3_sub(corner(s, k, 2), corner(s, k, 0)));

		normal[k] = v3_scale(1 / v3_norm(n), n);
	}
	for (int k = 0; k < s->n_face; k++) {
		int n = s->first[k + 1] - s->first[k];
		vec3 out = v3_scale(s->r, normal[k]);

		for (int i = 1; i + 1 < n; i++)
			add_triangle(&f, v3_add(corner(s, k, 0), out), v3_add(corner(s, k, i), out), v3_add(corner(s, k, i + 1), out),
			             normal[k], 0, out, 0);
		for (int i = 0; i < n; i++)
			for (int other = k + 1; other < s->n_face; other++)
				if (has_edge(s, other, s->corner[s->first[k] + (i + 1) % n], s->corner[s->first[k] + i]))
					add_edge(&f, corner(s, k, i), corner(s, k, i + 1), normal[k], normal[other], s->r);
	}
	for (int v = 0; v < s->n; v++)
		add_vertex(&f, s, normal, v, s->r);
	free(normal);
	return f;
}

static void compare(struct solid *s, const char *what)
{
	static const int pair[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
	struct flux f = through_surface(s);
	struct polyhedron_fault fault;
	struct polyhedron p;
	struct mass3 m;
	double second[6], trace = 0;

	ok(polyhedron_init(&p, s, &fault) == 0 && polyhedron_mass(&m, &p) == MASS_GOOD, "%s: has a mass", what);
	near(m.volume, f.one, 1e-11 * f.one, "%s: volume", what);
	near(m.surface, f.area, 1e-11 * f.area, "%s: surface", what);
	for (int k = 0; k < 3; k++)
		near(m.com[k], f.first[k] / f.one, 1e-11, "%s: centre %d", what, k);
	for (int k = 0; k < 6; k++)
		second[k] = f.second[k] - f.first[pair[k][0]] * f.first[pair[k][1]] / f.one;
	trace = second[0] + second[1] + second[2];
	for (int k = 0; k < 6; k++)
		near(m.inertia[k], k < 3 ? trace - second[k] : -second[k], 1e-11 * trace, "%s: inertia %d", what, k);
	polyhedron_free(&p);
}

int main(void)
{
	struct solid s = { 0 };
	double x[20][3];
	struct rng g;

	gauss_legendre(ORDER, node, weight);
	for (int k = 0; k < ORDER; k++) {
		node[k] = (node[k] + 1) / 2;
		weight[k] /= 2;
	}
	rng_seed(&g, 2385);
	for (int i = 0; i < 20; i++) {
		double d = 0;

		for (int k = 0; k < 3; k++) {
			x[i][k] = rng_normal(&g);
			d += x[i][k] * x[i][k];
		}
		for (int k = 0; k < 3; k++)
			x[i][k] = (k + 1) * x[i][k] / sqrt(d) + 0.3 * k;
	}
	for (int n = 6; n <= 20; n += 7) {
		hull3_solid(&s, n, (const double (*)[3])x, 1e-9, 0, NULL);
		s.r = 0.4;
		compare(&s, n == 6 ? "six corners" : n == 13 ? "thirteen corners" : "twenty corners");
		free(s.vertex);
		free(s.first);
		free(s.corner);
	}
	return done();
}
