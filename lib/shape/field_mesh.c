/* field_mesh.c: distances to a surface of triangles */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/vec.h"
#include "mesh/meshtree.h"
#include "shape/field_kinds.h"

struct surface { struct mesh mesh; struct mesh_lines lines; };

static double distance(const struct field *f, const double x[3], double at[3])
{
	return meshtree_distance(&((const struct surface *)f->body)->lines.tree, x, at, NULL);
}

static int inside(const struct field *f, const double x[3])
{
	return meshtree_winding(&((const struct surface *)f->body)->lines.tree, x) > 0;
}

static double area_of(const struct mesh *m, int t, vec3 *normal)
{
	vec3 a = mesh_corner(m, t, 0), n = v3_cross(v3_sub(mesh_corner(m, t, 1), a), v3_sub(mesh_corner(m, t, 2), a));
	double l = v3_norm(n);

	*normal = l > 0 ? v3_scale(1 / l, n) : n;
	return l / 2;
}

/* Add the middles of n^2 equal triangles into which a triangle is divided. */
static void put_points(struct field *f, const struct mesh *m, int t, int n, vec3 normal, double area)
{
	vec3 a = mesh_corner(m, t, 0), e = v3_sub(mesh_corner(m, t, 1), a), g = v3_sub(mesh_corner(m, t, 2), a);

	for (int i = 0; i < n; i++)
		for (int j = 0; j < 2 * (n - i) - 1; j++) {
			/* triangles that stand on their base, and between each two of them a triangle that stands on its tip */
			double u = (i + (j % 2 ? 2.0 : 1.0) / 3) / n, v = (j / 2 + (j % 2 ? 2.0 : 1.0) / 3) / n, at[3], out[3];

			v3_to(at, v3_add(a, v3_add(v3_scale(u, e), v3_scale(v, g))));
			v3_to(out, normal);
			field_add_point(f, at, out, area / (n * n));
		}
}

static void free_surface(void *body)
{
	struct surface *s = body;

	mesh_lines_free(&s->lines);
	free(s);
}

/* Large triangles are divided. One of several small triangles stands for all; the order of the tree puts neighbours next to each
 * other. */
static void put_all_points(struct field *f, const struct surface *s, int points)
{
	const struct mesh *m = &s->mesh;
	double total = 0, small = 0, none[3] = { 0, 0, 0 };
	vec3 normal;

	for (int t = 0; t < m->n_triangle; t++)
		total += area_of(m, t, &normal);
	for (int k = 0; k < m->n_triangle; k++) {
		int t = s->lines.tree.tree.item[k];
		double area = area_of(m, t, &normal), expected = area / total * points;

		if (!(area > 0))
			continue;
		if (expected >= 1) {
			put_points(f, m, t, (int)(sqrt(expected) + 0.5), normal, area);
			continue;
		}
		small += expected;
		if (small >= 1) {
			put_points(f, m, t, 1, normal, total / points);
			small -= 1;
		}
	}
	for (int k = 0; k < m->n_vertex && m->n_vertex <= 4 * points; k++)
		field_add_point(f, m->xyz[k], none, 0);
}

void field_of_mesh(struct field *f, const struct solid *solid, int points)
{
	static const struct field_kind kind = { distance, inside, free_surface };
	struct surface *s = MEM_ZERO(struct surface, 1);

	s->mesh = mesh_of_solid(solid);
	mesh_lines_init(&s->lines, &s->mesh);
	put_all_points(f, s, points);
	f->kind = &kind;
	f->body = s;
	f->lines = s->lines.lines;
}
