/* model_polyhedron.c: polyhedra for drawing
 *
 * A polyhedron is its faces, moved outwards by r, tubes around its edges, and balls around its vertices: each of them lies within
 * the body, so the union of what they cover is the body as it is seen. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "common/model_parts.h"
#include "mesh/triangulate.h"
#include "solid/polyhedron_near.h"

/* Add a flat triangle. */
static void add_flat(struct model *m, vec3 a, vec3 b, vec3 c, vec3 n, int inner)
{
	struct model_face *f = model_face_add(m);

	v3_to(f->p[0], a);
	v3_to(f->p[1], b);
	v3_to(f->p[2], c);
	for (int k = 0; k < 3; k++) {
		f->normal[k][0] = (float)n.x;
		f->normal[k][1] = (float)n.y;
		f->normal[k][2] = (float)n.z;
	}
	f->inner = inner;
}

/* Add face f of a polyhedron, moved outwards by r, and the sides of the prism between the face and its new place. */
static void add_prism(struct model *m, const struct polyhedron *p, int f)
{
	vec3 n = v3_from(p->normal[f]), up = v3_scale(p->r, n);
	int first = p->first[f], end = p->first[f + 1];

	for (int k = first + 1; k + 1 < end; k++)
		add_flat(m, v3_add(v3_from(p->vertex[p->corner[first]]), up), v3_add(v3_from(p->vertex[p->corner[k]]), up),
			v3_add(v3_from(p->vertex[p->corner[k + 1]]), up), n, 0);
	for (int k = first; k < end && p->r > 0; k++) {
		vec3 a = v3_from(p->vertex[p->corner[k]]), b = v3_from(p->vertex[p->corner[k + 1 < end ? k + 1 : first]]);

		add_flat(m, a, b, v3_add(b, up), v3(0, 0, 0), 1);
		add_flat(m, a, v3_add(b, up), v3_add(a, up), v3(0, 0, 0), 1);
	}
}

const char *model_take_polyhedron(struct model *m)
{
	struct polyhedron_fault fault;
	struct polyhedron p;
	const char *what = NULL;

	if (polyhedron_init(&p, m->shape.solid, &fault))
		what = "has a faulty surface";
	for (int f = 0; f < p.n_face && !what && p.kind != POLYHEDRON_SEGMENT; f++)
		add_prism(m, &p, f);
	m->edge = mem_new((size_t)p.n_edge, sizeof *m->edge);
	for (int k = 0; k < p.n_edge && !what && p.r > 0; k++) {
		const struct polyhedron_edge *e = &p.edge[k];

		if (fabs(e->angle) <= POLYHEDRON_CUT)
			continue;
		for (int c = 0; c < 2; c++)
			memcpy(m->edge[m->n_edge][c], p.vertex[e->v[c]], sizeof p.vertex[0]);
		m->n_edge++;
	}
	polyhedron_free(&p);
	return what;
}

void model_edges_place(const struct model *m, struct stage *s, const double at[3], const double r[3][3], double size,
	unsigned rgb, int body)
{
	const struct solid *o = m->shape.solid;
	double p[2][3];

	for (int k = 0; k < m->n_edge; k++) {
		for (int c = 0; c < 2; c++)
			model_point(p[c], m->edge[k][c], at, r, size);
		stage_add_tube(s, p[0], p[1], size * o->r, rgb, body);
	}
	for (int k = 0; k < o->n && o->r > 0; k++) {
		model_point(p[0], o->vertex[k], at, r, size);
		stage_add_sphere(s, p[0], size * o->r, rgb, body);
	}
}

void model_round(struct model *to, const struct model *m)
{
	enum { EDGES = 20 };
	struct polyhedron_fault fault;
	struct polyhedron_near near;
	struct polyhedron p;
	struct mesh mesh;

	*to = (struct model){ .shape = m->shape };
	if (polyhedron_init(&p, m->shape.solid, &fault) || triangulate_shape(&mesh, &m->shape, EDGES)) {
		polyhedron_free(&p);
		return;
	}
	polyhedron_near_init(&near, &p);
	for (int t = 0; t < mesh.n_triangle; t++) {
		struct model_face *f = model_face_add(to);

		for (int c = 0; c < 3; c++) {
			double at[3];

			v3_to(f->p[c], mesh_corner(&mesh, t, c));
			polyhedron_distance(&near, f->p[c], at, NULL);
			vec3 d = v3_sub(v3_from(f->p[c]), v3_from(at));
			double length = v3_norm(d);
			f->normal[c][0] = (float)(d.x / length);
			f->normal[c][1] = (float)(d.y / length);
			f->normal[c][2] = (float)(d.z / length);
		}
	}
	polyhedron_near_free(&near);
	polyhedron_free(&p);
	mesh_free(&mesh);
}
