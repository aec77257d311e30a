/* skin.c: surfaces of triangles that deviate from their shape by less than a given length */
#include "shape/skin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "mesh/meshtree.h"
#include "mesh/triangulate.h"
#include "shape/field.h"

/* Points of the shape whose distance from a surface is measured. */
enum { POINTS = 4000, MOST = 512 };

/* ---- a mesh as a body for triangulate_march ---- */

/* The line from x to x + d has one end inside, and leaves or enters there once at least: a crossing is found by bisection. */
static void cut_mesh(void *body, const double x[3], const double d[3], struct intervals *s)
{
	const struct meshtree *t = &((struct mesh_lines *)body)->tree;
	const double end[3] = { x[0] + d[0], x[1] + d[1], x[2] + d[2] };
	const int first = meshtree_winding(t, x) > 0, last = meshtree_winding(t, end) > 0;
	double lo = 0, hi = 1;

	for (int k = 0; k < 40 && first != last; k++) {
		const double middle = 0.5 * (lo + hi), p[3] = { x[0] + middle * d[0], x[1] + middle * d[1], x[2] + middle * d[2] };

		*((meshtree_winding(t, p) > 0) == first ? &lo : &hi) = middle;
	}
	if (first)
		intervals_add(s, 0, last ? 1 : lo);
	else if (last)
		intervals_add(s, hi, 1);
}

static void march_mesh(struct mesh *m, const struct mesh *of, int n)
{
	struct mesh_lines body;

	mesh_lines_init(&body, of);
	triangulate_march(m, &(struct triangulate_field){ .lines = body.lines, .cut = cut_mesh }, n);
	mesh_lines_free(&body);
}

/* ---- deviations ---- */

/* The distance from a point of a triangle, given by the weights of its corners, to the shape. */
static double distance_at(const struct field *f, const struct mesh *m, int t, const double weight[3])
{
	vec3 p = v3(0, 0, 0);
	double at[3], x[3];

	for (int k = 0; k < 3; k++)
		p = v3_add(p, v3_scale(weight[k], mesh_corner(m, t, k)));
	v3_to(x, p);
	return field_distance(f, x, at);
}

/* Whether a surface deviates from the shape by at most `most` [L]. */
static int is_within(const struct mesh *m, const struct field *f, double most)
{
	static const double weight[4][3] = { { 1. / 3, 1. / 3, 1. / 3 }, { 0.5, 0.5, 0 }, { 0, 0.5, 0.5 }, { 0.5, 0, 0.5 } };
	struct meshtree tree;
	double area = 0;
	int good = 1;

	meshtree_init(&tree, m);
	for (int i = 0; i < f->n_point; i++)
		area += f->point[i].area / f->n_point;
	/* tiny patches do not count: balls on a grid meet in points inside, which are hollows or corners of the surface */
	for (int i = 0; i < f->n_point && good; i++)
		good = f->point[i].area < 0.01 * area || meshtree_distance(&tree, f->point[i].at, NULL, NULL) <= most;
	for (int t = 0; t < m->n_triangle && good; t++)
		for (int k = 0; k < 4 && good; k++)
			good = distance_at(f, m, t, weight[k]) <= most;
	meshtree_free(&tree);
	return good;
}

int skin_within(struct mesh *m, const struct shape *s, double error)
{
	struct mesh own = { 0 };
	struct field f;
	double side = 0;
	int good = 0, closed = s->kind == SHAPE_MESH ? mesh_mended(&own, s->solid) : 1, most = closed ? MOST : 0;

	*m = (struct mesh){ 0 };
	if (field_of_shape(&f, s, POINTS))
		return -1;
	for (int k = 0; k < 3; k++)
		side = fmax(side, f.lines.hi[k] - f.lines.lo[k]);
	for (double n = 4; n < most + 1 && !good; n *= sqrt(2)) {
		mesh_free(m);
		if (s->kind == SHAPE_MESH)
			march_mesh(m, &own, (int)n);
		else
			triangulate_shape(m, s, (int)n);
		if (s->kind == SHAPE_MESH && m->n_triangle >= own.n_triangle)
			break;
		good = m->n_triangle && is_within(m, &f, error * side);
	}
	field_free(&f);
	if (!good) {
		mesh_free(m);
		if (s->kind == SHAPE_MESH)
			triangulate_shape(m, s, MOST); /* its own triangles, whatever the number of edges */
	}
	mesh_free(&own);
	return m->n_triangle ? 0 : -1;
}
