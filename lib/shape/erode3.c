/* erode3.c: erosion of convex polyhedra */
#include "shape/erode3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/lp.h"
#include "mesh/hull3.h"
#include "solid/cell3.h"

/* Relative to the size of the body: what is left is flat if a ball of this radius does not fit into it, and edges up to this
 * length are points. */
#define FLAT 1e-9
#define APART 1e-12

/* The distance of face f from the middle. */
static double distance(const struct polyhedron *p, int f)
{
	vec3 d = v3_sub(v3_from(p->vertex[p->corner[p->first[f]]]), v3_from(p->middle));

	return v3_dot(v3_from(p->normal[f]), d);
}

/* The greatest rho for which some x has n.x + rho <= d for all faces. */
double erode3_greatest_ball(const struct polyhedron *p, double centre[3])
{
	static const double goal[4] = { 0, 0, 0, 1 };
	const double l = 2 * p->size, lo[4] = { -l, -l, -l, -l }, hi[4] = { l, l, l, l };
	double (*row)[LP_MOST + 1] = mem_new((size_t)p->n_face, sizeof *row), x[4] = { 0 };
	int n = p->n_face, step = 1;

	/* faces that follow each other face nearly the same way, which is unlucky for lp_solve: a stride without common divisor */
	for (int a = n * 5 / 8 + 1, b; a < n && step == 1; a++) {
		int u = a, v = n;

		for (; v; b = u % v, u = v, v = b)
			;
		step = u == 1 ? a : step;
	}
	for (int k = 0; k < n; k++) {
		int f = (int)((int64_t)k * step % n);

		memcpy(row[k], p->normal[f], sizeof p->normal[f]);
		row[k][3] = 1;
		row[k][4] = distance(p, f);
	}
	int none = lp_solve(4, n, (const double (*)[LP_MOST + 1])row, goal, lo, hi, x);
	free(row);
	for (int k = 0; k < 3; k++)
		centre[k] = p->middle[k] + x[k];
	return none ? 0 : x[3];
}

/* Cut {n.x <= d - by}, with the middle of p as the origin, into c. */
static void cut(struct cell3 *c, const struct polyhedron *p, double by)
{
	static const struct side label[6] = { { 0 } };
	const double l = 2 * p->size, lo[3] = { -l, -l, -l }, hi[3] = { l, l, l };

	cell3_box(c, lo, hi, label);
	for (int f = 0; f < p->n_face && c->n_vertex; f++)
		cell3_cut(c, p->normal[f], distance(p, f) - by, 1e-14 * p->size, label[0]);
}

/* The point at which three planes n.x = d meet; det: of their normals. */
static vec3 meet(const vec3 n[3], const double d[3], double det)
{
	vec3 sum = v3_scale(d[0], v3_cross(n[1], n[2]));

	sum = v3_add(v3_add(sum, v3_scale(d[1], v3_cross(n[2], n[0]))), v3_scale(d[2], v3_cross(n[0], n[1])));
	return v3_scale(1 / det, sum);
}

/* Of the faces whose planes {n.x = d - at} are within `near` of x, find three that are far from parallel: their normals, and
 * their d - by. Returns the determinant of the normals, 0 if there are no three. */
static double three_at(const struct polyhedron *p, vec3 x, double at, double near, double by, vec3 n[3], double d[3])
{
	double most = 0;

	for (int k = 0; k < 3; k++) { /* any, the one most across the first, the one with the largest determinant */
		most = 0;
		for (int f = 0; f < p->n_face; f++) {
			vec3 m = v3_from(p->normal[f]);
			double far = distance(p, f);
			double apart = k == 0 ? 1 : k == 1 ? v3_norm(v3_cross(n[0], m)) : v3_dot(v3_cross(n[0], n[1]), m);

			if (fabs(v3_dot(m, x) - (far - at)) > near || fabs(apart) <= fabs(most))
				continue;
			most = apart;
			n[k] = m;
			d[k] = far - by;
		}
	}
	return most;
}

/* Move the corners of a cell that was cut at the distance `at` to where their faces meet at the distance `by`, which is a hair
 * more. */
static void settle(struct cell3 *c, const struct polyhedron *p, double at, double by, double hair)
{
	const double skew = 1e-4; /* corners of flatter faces stay where they are */

	for (int v = 0; v < c->n_vertex; v++) {
		vec3 n[3] = { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } };
		double d[3], det = three_at(p, v3(c->x[v], c->y[v], c->z[v]), at, hair / 4, by, n, d);

		if (!(fabs(det) > skew))
			continue;
		vec3 x = meet(n, d, det);
		c->x[v] = x.x;
		c->y[v] = x.y;
		c->z[v] = x.z;
	}
}

/* Whether a solid is a convex body. */
static int is_body(const struct solid *s)
{
	struct polyhedron p;
	struct polyhedron_fault fault;
	int good = s->n_face > 3 && polyhedron_init(&p, s, &fault) == 0 && p.convex;

	if (s->n_face > 3)
		polyhedron_free(&p);
	return good;
}

/* Move n points from the middle of p to where they are. */
static void move(int n, double (*x)[3], const struct polyhedron *p)
{
	for (int v = 0; v < n; v++)
		for (int k = 0; k < 3; k++)
			x[v][k] += p->middle[k];
}

/* Write the cell to a solid: its faces, or if it is too thin for them, the hull of its corners. */
static void take(struct solid *s, struct cell3 *c, const struct polyhedron *p, int thin)
{
	struct solid made = { 0 };

	if (!thin) {
		cell3_faces(c);
		cell3_solid(c, APART * p->size, &made, NULL);
		move(made.n, made.vertex, p);
	}
	if (thin || !is_body(&made)) {
		double (*x)[3] = mem_new((size_t)c->n_vertex, sizeof *x);

		free(made.vertex);
		free(made.first);
		free(made.corner);
		for (int v = 0; v < c->n_vertex; v++)
			v3_to(x[v], v3(c->x[v], c->y[v], c->z[v]));
		move(c->n_vertex, x, p);
		hull3_solid(&made, c->n_vertex, (const double (*)[3])x, FLAT * p->size, 0, NULL);
		free(x);
	}
	free(s->vertex);
	free(s->first);
	free(s->corner);
	s->vertex = made.vertex;
	s->first = made.first;
	s->corner = made.corner;
	s->n = made.n;
	s->n_face = made.n_face;
}

enum erode3_status erode3(struct solid *s, double by, double *most)
{
	struct polyhedron p;
	struct polyhedron_fault fault;
	struct cell3 c = { 0 };
	double centre[3];

	if (polyhedron_init(&p, s, &fault) || !p.convex || p.kind != POLYHEDRON_BODY) {
		polyhedron_free(&p);
		return ERODE3_NOT_CONVEX;
	}
	*most = erode3_greatest_ball(&p, centre);
	/* where nothing but a plate, a segment or a point is left, a hair more is cut out first, so that rounding leaves something */
	double hair = 1e-12 * p.size, at = fmin(by, *most - hair);
	if (by <= *most + hair)
		cut(&c, &p, at);
	int n = c.n_vertex;
	if (n > 0) {
		if (at < by)
			settle(&c, &p, at, by, hair);
		take(s, &c, &p, by > *most - FLAT * p.size);
		s->r += by;
	}
	cell3_free(&c);
	polyhedron_free(&p);
	return n > 0 ? ERODE3_GOOD : ERODE3_EMPTY;
}
