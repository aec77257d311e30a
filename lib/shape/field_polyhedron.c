/* field_polyhedron.c: distances to spheropolyhedra */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "mesh/polyhedron_lines.h"
#include "mesh/triangulate.h"
#include "shape/field_kinds.h"

/* Edges along the longest side of the triangles that points are on, and that stand for a body that is not convex. */
enum { EDGES = 64 };
#define CLOSE 3e-3 /* how far triangles may be from the surface, relative to half the longest side of the skeleton */

struct body {
	struct polyhedron_lines lines;
	struct mesh mesh;
	struct field triangles; /* the field of the mesh */
	int exact;              /* whether distances to the surface follow from those to the skeleton */
};

/* The distance to the surface is that to the skeleton less r: outside always, inside if the body is convex or r = 0. In a dent of
 * another body two rounded faces meet, and the surface is farther from the skeleton than r; then the triangles tell. */
static double distance(const struct field *f, const double x[3], double at[3])
{
	const struct body *b = f->body;
	const struct polyhedron *p = &b->lines.p;
	double normal[3], other[3], d = polyhedron_distance(&b->lines.near, x, at, normal), r = p->r;

	for (int k = 0; k < 3; k++) /* from a point of the skeleton itself, along a normal there */
		at[k] += fabs(d) > 1e-12 * (p->size + r) ? r / d * (x[k] - at[k]) : r * normal[k];
	if (b->exact || d >= r)
		return fabs(d - r);
	double far = field_distance(&b->triangles, x, other);
	if (!(far > r - d + CLOSE * p->size))
		return r - d;
	for (int k = 0; k < 3; k++)
		at[k] = other[k];
	return far;
}

static int inside(const struct field *f, const double x[3])
{
	const struct body *b = f->body;
	double at[3];

	return polyhedron_distance(&b->lines.near, x, at, NULL) < b->lines.p.r;
}

static void free_body(void *body)
{
	struct body *b = body;

	field_free(&b->triangles);
	mesh_free(&b->mesh);
	polyhedron_lines_free(&b->lines);
	free(b);
}

int field_of_polyhedron(struct field *f, const struct solid *s, int points)
{
	static const struct field_kind kind = { distance, inside, free_body };
	struct body *b = MEM_ZERO(struct body, 1);

	if (polyhedron_lines_init(&b->lines, s)) {
		free(b);
		return -1;
	}
	triangulate_polyhedron(&b->mesh, s, EDGES);
	const struct solid surface = { .n = b->mesh.n_vertex, .n_face = b->mesh.n_triangle, .vertex = b->mesh.xyz, .face = b->mesh.tri };
	b->triangles.dim = 3;
	field_of_mesh(&b->triangles, &surface, points);
	b->exact = b->lines.p.convex || !(b->lines.p.r > 0);
	f->kind = &kind;
	f->body = b;
	f->lines = b->lines.lines;
	for (int k = 0; k < b->triangles.n_point; k++) {
		struct field_point p = b->triangles.point[k];
		double core[3];
		double d = polyhedron_distance(&b->lines.near, p.at, core, NULL), r = b->lines.p.r;

		for (int i = 0; i < 3 && r > 0 && d > 0; i++) { /* onto the surface, with its normal there */
			double n = (p.at[i] - core[i]) / d;

			p.at[i] = core[i] + r * n;
			p.normal[i] = p.area > 0 ? n : 0;
		}
		field_add_point(f, p.at, p.normal, p.area);
	}
	if (b->mesh.n_triangle)
		return 0;
	field_free(f);
	return -1;
}
