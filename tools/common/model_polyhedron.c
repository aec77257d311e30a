/* model_polyhedron.c: polyhedra for drawing
 *
 * A polyhedron is its faces, moved outwards by r, tubes around its edges, and balls around its vertices: each of them lies
 * within the body, so the union of what they cover is the body as it is seen. Where faces turn by little, a tube and a ball
 * hardly differ from flat strips between the faces, which are drawn many times as fast. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "common/model_parts.h"
#include "mesh/triangulate.h"
#include "solid/polyhedron_near.h"

/* Add a triangle with these corners and normals. */
static void add_triangle(struct model *m, const vec3 p[3], const vec3 n[3], int inner)
{
	struct model_face *f = model_face_add(m);

	for (int k = 0; k < 3; k++) {
		v3_to(f->p[k], p[k]);
		f->normal[k][0] = (float)n[k].x;
		f->normal[k][1] = (float)n[k].y;
		f->normal[k][2] = (float)n[k].z;
	}
	f->inner = inner;
}

/* Add a flat triangle. */
static void add_flat(struct model *m, vec3 a, vec3 b, vec3 c, vec3 n, int inner)
{
	add_triangle(m, (vec3[3]){ a, b, c }, (vec3[3]){ n, n, n }, inner);
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

/* ---- strips ---- */

static vec3 normal_of(const struct polyhedron *p, int f)
{
	return v3_from(p->normal[f]);
}

/* Whether a flat strip over the angle between two normals is as near to the round surface as nobody sees. */
static int is_narrow(const struct polyhedron *p, vec3 n1, vec3 n2, double reach)
{
	const double seen = 3e-4;
	double half = 0.5 * v3_norm(v3_sub(n1, n2)); /* the sine of half of the angle */

	return v3_dot(n1, n2) > 0 && p->r * (1 - sqrt(1 - half * half)) <= seen * reach;
}

static int is_strip(const struct polyhedron *p, int e, double reach)
{
	const struct polyhedron_edge *of = &p->edge[e];

	return p->kind == POLYHEDRON_BODY && of->angle > POLYHEDRON_CUT &&
	       is_narrow(p, normal_of(p, of->face[0]), normal_of(p, of->face[1]), reach);
}

/* Find the mean normals of the vertices, and which of them are smooth. */
static char *smooth_vertices(const struct polyhedron *p, double reach, vec3 *mean)
{
	char *smooth = mem_new((size_t)p->n_vertex, 1);

	memset(smooth, p->kind == POLYHEDRON_BODY, (size_t)p->n_vertex);
	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f]; k < p->first[f + 1]; k++)
			mean[p->corner[k]] = v3_add(mean[p->corner[k]], normal_of(p, f));
	for (int v = 0; v < p->n_vertex; v++)
		mean[v] = v3_scale(1 / fmax(v3_norm(mean[v]), 1e-300), mean[v]);
	for (int e = 0; e < p->n_edge; e++)
		for (int c = 0; c < 2; c++) {
			const struct polyhedron_edge *of = &p->edge[e];
			int v = of->v[c], flat = fabs(of->angle) <= POLYHEDRON_CUT;

			if (!(flat || is_strip(p, e, reach)) || !is_narrow(p, mean[v], normal_of(p, of->face[0]), reach) ||
			    !is_narrow(p, mean[v], normal_of(p, of->face[1]), reach))
				smooth[v] = 0;
		}
	return smooth;
}

/* Add the strip of edge e, and its parts of the fans over smooth vertices. */
static void add_strip(struct model *m, const struct polyhedron *p, int e, const vec3 *mean)
{
	const int *v = p->edge[e].v;
	vec3 n[2] = { normal_of(p, p->edge[e].face[0]), normal_of(p, p->edge[e].face[1]) }, at[2][2];

	for (int c = 0; c < 2; c++)
		for (int side = 0; side < 2; side++)
			at[c][side] = v3_add(v3_from(p->vertex[v[c]]), v3_scale(p->r, n[side]));
	add_triangle(m, (vec3[3]){ at[0][0], at[1][0], at[1][1] }, (vec3[3]){ n[0], n[0], n[1] }, 0);
	add_triangle(m, (vec3[3]){ at[0][0], at[1][1], at[0][1] }, (vec3[3]){ n[0], n[1], n[1] }, 0);
	for (int c = 0; c < 2; c++)
		if (m->smooth[v[c]])
			add_triangle(m, (vec3[3]){ v3_add(v3_from(p->vertex[v[c]]), v3_scale(p->r, mean[v[c]])), at[c][0], at[c][1] },
				(vec3[3]){ mean[v[c]], n[0], n[1] }, 0);
}

/* Add the edges, wide ones first, and the strips. */
static void take_edges(struct model *m, const struct polyhedron *p)
{
	double reach = shape_reach(&m->shape);
	vec3 *mean = MEM_ZERO(vec3, (size_t)p->n_vertex);
	int flat = m->n_face;

	m->smooth = smooth_vertices(p, reach, mean);
	for (int strips = 0; strips < 2; strips++)
		for (int k = 0; k < p->n_edge; k++) {
			const struct polyhedron_edge *e = &p->edge[k];

			if (fabs(e->angle) <= POLYHEDRON_CUT || is_strip(p, k, reach) != strips)
				continue;
			for (int c = 0; c < 2; c++)
				memcpy(m->edge[m->n_edge][c], p->vertex[e->v[c]], sizeof p->vertex[0]);
			m->n_edge++;
			m->n_strip_edge += strips;
			if (strips)
				add_strip(m, p, k, mean);
		}
	m->n_strip = m->n_face - flat;
	free(mean);
}

/* ---- all ---- */

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
	if (!what && p.r > 0)
		take_edges(m, &p);
	polyhedron_free(&p);
	return what;
}

void model_edges_place(const struct model *m, struct stage *s, const double at[3], const double r[3][3], double size,
	unsigned rgb, int body)
{
	const struct solid *o = m->shape.solid;
	double p[2][3];

	for (int k = 0; k < m->n_edge - (m->filled ? 0 : m->n_strip_edge); k++) {
		for (int c = 0; c < 2; c++)
			model_point(p[c], m->edge[k][c], at, r, size);
		stage_add_tube(s, p[0], p[1], size * o->r, rgb, body);
	}
	for (int k = 0; k < o->n && o->r > 0; k++) {
		if (m->smooth[k] && !m->filled)
			continue;
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
