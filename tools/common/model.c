/* model.c: shapes in 3D as balls, tubes and triangles for drawing */
#include "common/model_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/trig.h"
#include "base/vec.h"
#include "mesh/triangulate.h"
#include "shape/solid_lines.h"
#include "shape/solid_mass.h"

/* An edge is drawn smooth if its triangles meet at less than 35 degrees. This is the cosine of that angle. */
static const double smooth = 0.82;

struct model_face *model_face_add(struct model *m)
{
	MEM_GROW(m->face, &m->cap_face, (size_t)m->n_face + 1);
	m->face[m->n_face].inner = 0;
	return &m->face[m->n_face++];
}

static vec3 triangle_normal(const struct mesh *mesh, const int t[3])
{
	vec3 o = v3_from(mesh->xyz[t[0]]);

	return v3_cross(v3_sub(v3_from(mesh->xyz[t[1]]), o), v3_sub(v3_from(mesh->xyz[t[2]]), o));
}

/* The normal at a corner of triangle t: the mean normal of the triangles around the corner, weighted by their areas. Triangles
 * that are not nearly in the plane of t do not count. */
static void corner_normal(const struct mesh *mesh, const int *first, const int *around, int t, int corner, float to[3])
{
	vec3 own = triangle_normal(mesh, mesh->tri[t]), sum = v3(0, 0, 0);
	double size = v3_norm(own);
	int vertex = mesh->tri[t][corner];

	for (int k = first[vertex]; k < first[vertex + 1]; k++) {
		vec3 n = triangle_normal(mesh, mesh->tri[around[k]]);

		if (around[k] == t || v3_dot(n, own) > smooth * size * v3_norm(n))
			sum = v3_add(sum, n);
	}
	size = v3_norm(sum);
	sum = size > 0 ? v3_scale(1 / size, sum) : v3(0, 0, 1);
	to[0] = (float)sum.x;
	to[1] = (float)sum.y;
	to[2] = (float)sum.z;
}

/* Take over the triangles of a surface at position `at`, rotated by q. */
static void take_mesh(struct model *m, const struct mesh *mesh, const double at[3], const double q[4])
{
	int *first = MEM_ZERO(int, (size_t)mesh->n_vertex + 2), *around = MEM_NEW(int, 3 * (size_t)mesh->n_triangle);
	double r[3][3];

	quat_matrix(r, q);
	for (int t = 0; t < mesh->n_triangle; t++)
		for (int c = 0; c < 3; c++)
			first[mesh->tri[t][c] + 2]++;
	for (int v = 0; v < mesh->n_vertex; v++)
		first[v + 2] += first[v + 1];
	for (int t = 0; t < mesh->n_triangle; t++)
		for (int c = 0; c < 3; c++)
			around[first[mesh->tri[t][c] + 1]++] = t;
	for (int t = 0; t < mesh->n_triangle; t++) {
		struct model_face *f = model_face_add(m);

		for (int c = 0; c < 3; c++) {
			float n[3];

			mat3_apply(f->p[c], (const double (*)[3])r, mesh->xyz[mesh->tri[t][c]]);
			corner_normal(mesh, first, around, t, c, n);
			for (int k = 0; k < 3; k++) {
				f->p[c][k] += at[k];
				f->normal[c][k] = (float)(r[k][0] * n[0] + r[k][1] * n[1] + r[k][2] * n[2]);
			}
		}
	}
	free(first);
	free(around);
}

static const double origin[3], unturned[4] = { 1, 0, 0, 0 };

static const char *take_voxels(struct model *m, int n)
{
	struct mesh mesh = { .n_vertex = 0 };
	struct solid_lines l;

	if (solid_lines_init(&l, &m->shape) != MASS_GOOD)
		return "is no body";
	lines_voxel_faces(&l.lines, n, &mesh);
	take_mesh(m, &mesh, l.at, l.turn);
	solid_lines_free(&l);
	mesh_free(&mesh);
	return NULL;
}

/* The surface of an object as triangles, with the exact normals of the surface. */
static const char *take_object(struct model *m, int fine)
{
	const struct solid *o = m->shape.solid;
	const struct implicit body = { .a = { o->a[0], o->a[1], o->a[2] }, .n = o->n_bump, .bump = o->bump };
	struct mesh mesh;
	double r[3][3];

	if (implicit_check(&body, NULL) != IMPLICIT_GOOD || triangulate_shape(&mesh, &m->shape, fine))
		return "is no body";
	take_mesh(m, &mesh, origin, unturned);
	mesh_free(&mesh);
	quat_matrix(r, o->turn);
	for (int t = 0; t < m->n_face; t++)
		for (int c = 0; c < 3; c++) {
			const double *p = m->face[t].p[c], d[3] = { p[0] - o->at[0], p[1] - o->at[1], p[2] - o->at[2] };
			double x[3], slope[3], norm;

			mat3_apply_back(x, (const double (*)[3])r, d);
			implicit_value(&body, x, slope);
			mat3_apply(slope, (const double (*)[3])r, slope);
			norm = sqrt(slope[0] * slope[0] + slope[1] * slope[1] + slope[2] * slope[2]);
			for (int k = 0; k < 3 && norm > 0; k++)
				m->face[t].normal[c][k] = (float)(-slope[k] / norm);
		}
	return NULL;
}

/* ---- principal axes ---- */

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The reach of the shape from its centre of mass along a direction, on either side. */
static double reach_along(const struct model *m, const double u[3])
{
	const struct solid *o = m->shape.solid;
	double far = 0, middle = dot(m->centre, u);

	for (int k = 0; k < o->n && o->ball; k++)
		far = fmax(far, fabs(dot(o->ball[k], u) - middle) + o->ball[k][3]);
	for (int k = 0; k < o->n && m->shape.kind == SHAPE_POLYHEDRON; k++)
		far = fmax(far, fabs(dot(o->vertex[k], u) - middle) + o->r);
	for (int k = 0; k < m->n_face; k++)
		for (int c = 0; c < 3; c++)
			far = fmax(far, fabs(dot(m->face[k].p[c], u) - middle));
	if (m->shape.kind == SHAPE_ELLIPSOID)
		far = sqrt(u[0] * u[0] * o->a[0] * o->a[0] + u[1] * u[1] * o->a[1] * o->a[1] + u[2] * u[2] * o->a[2] * o->a[2]);
	return far;
}

static void find_axes(struct model *m)
{
	struct solid_plan plan = { .method = solid_has_densities(&m->shape) ? SOLID_PEBBLES : SOLID_EXACT };
	struct principal3 axes;
	struct mass3 mass;

	if (shape_is_wall(&m->shape) || solid_mass(&mass, &m->shape, &plan) != MASS_GOOD)
		return;
	mass3_principal(&axes, &mass);
	memcpy(m->axis, axes.axis, sizeof m->axis);
	memcpy(m->centre, mass.com, sizeof m->centre);
	for (int k = 0; k < 3; k++)
		m->reach[k] = reach_along(m, m->axis[k]);
}

/* An edge of a triangle, its lower vertex first. */
struct side { int a, b; };

static int by_vertices(const void *p, const void *q)
{
	const struct side *s = p, *t = q;

	return s->a != t->a ? (s->a > t->a) - (s->a < t->a) : (s->b > t->b) - (s->b < t->b);
}

/* The edges that only one triangle of a mesh has. */
static void find_rims(struct model *m)
{
	const struct solid *o = m->shape.solid;
	int n = 3 * o->n_face, next;
	struct side *side = MEM_NEW(struct side, (size_t)n);

	for (int k = 0; k < n; k++) {
		int a = o->face[k / 3][k % 3], b = o->face[k / 3][(k + 1) % 3];

		side[k] = (struct side){ a < b ? a : b, a < b ? b : a };
	}
	qsort(side, (size_t)n, sizeof *side, by_vertices);
	m->edge = mem_new((size_t)n, sizeof *m->edge);
	for (int k = 0; k < n; k = next) {
		for (next = k + 1; next < n && !by_vertices(&side[k], &side[next]); next++)
			;
		if (next > k + 1)
			continue;
		memcpy(m->edge[m->n_edge][0], o->vertex[side[k].a], sizeof **m->edge);
		memcpy(m->edge[m->n_edge++][1], o->vertex[side[k].b], sizeof **m->edge);
	}
	free(side);
}

/* ---- models ---- */

const char *model_init(struct model *m, const struct shape *s, int fine, int voxels, int principal)
{
	const char *what = NULL;

	*m = (struct model){ .shape = *s };
	m->shape.extra = NULL;
	m->shape.xy = NULL;
	m->shape.radius = NULL;
	m->shape.solid = solid_copy(s->solid);
	if (shape_is_wall(s))
		return NULL;
	m->closed = voxels > 0 || s->kind == SHAPE_OBJECT || s->kind == SHAPE_POLYHEDRON;
	if (voxels > 0) {
		what = take_voxels(m, voxels);
	} else if (s->kind == SHAPE_OBJECT) {
		what = take_object(m, fine);
	} else if (s->kind == SHAPE_POLYHEDRON) {
		what = model_take_polyhedron(m);
	} else if (s->kind == SHAPE_MESH) {
		struct mesh mesh = mesh_of_solid(m->shape.solid);
		take_mesh(m, &mesh, origin, unturned);
		find_rims(m);
	}
	if (principal && !what)
		find_axes(m);
	return what;
}

void model_fill(struct model *m)
{
	struct mesh mesh;

	m->filled = m->closed;
	if (m->closed || m->shape.kind != SHAPE_MESH)
		return;
	m->filled = mesh_mended(&mesh, m->shape.solid);
	mesh_free(&mesh);
}

static int equal(const void *a, const void *b, int n, size_t size)
{
	return (!a && !b) || (a && b && memcmp(a, b, (size_t)n * size) == 0);
}

/* Whether the faces of two polyhedra with the same numbers of faces are equal. */
static int faces_equal(const struct solid *a, const struct solid *b)
{
	return !a->first || (equal(a->first, b->first, a->n_face + 1, sizeof *a->first) &&
	                     equal(a->corner, b->corner, a->first[a->n_face], sizeof *a->corner));
}

int model_is_of(const struct model *m, const struct shape *s)
{
	const struct solid *a = m->shape.solid, *b = s->solid;

	return m->shape.id == s->id && m->shape.kind == s->kind && a->n == b->n && a->n_face == b->n_face &&
	       a->n_bump == b->n_bump && equal(a->ball, b->ball, a->n, sizeof *a->ball) &&
	       equal(a->density, b->density, a->n, sizeof *a->density) && equal(a->vertex, b->vertex, a->n, sizeof *a->vertex) &&
	       (!a->face || equal(a->face, b->face, a->n_face, sizeof *a->face)) && faces_equal(a, b) &&
	       equal(a->bump, b->bump, a->n_bump, sizeof *a->bump) &&
	       equal(a->a, b->a, 3, sizeof *a->a) && equal(a->at, b->at, 3, sizeof *a->at) &&
	       equal(a->turn, b->turn, 4, sizeof *a->turn) && a->r == b->r && a->length == b->length && a->side == b->side;
}

void model_free(struct model *m)
{
	solid_free(m->shape.solid);
	free(m->face);
	free(m->edge);
	free(m->smooth);
}

void model_point(double to[3], const double p[3], const double at[3], const double r[3][3], double size)
{
	mat3_apply(to, r, p);
	for (int k = 0; k < 3; k++)
		to[k] = at[k] + size * to[k];
}

int model_is_shell(const struct model *m)
{
	return m->shape.kind == SHAPE_MESH && !m->closed && m->n_edge > 0;
}

void model_shell_place(const struct model *m, struct stage *s, const double at[3], const double r[3][3], double size,
	unsigned rgb, double width, unsigned rim, int body)
{
	double p[3][3];

	for (int k = 0; k < m->n_face; k++) {
		for (int c = 0; c < 3; c++)
			model_point(p[c], m->face[k].p[c], at, r, size);
		stage_add_wall(s, (const double (*)[3])p, NULL, rgb, body);
	}
	for (int k = 0; k < m->n_edge; k++) {
		for (int c = 0; c < 2; c++)
			model_point(p[c], m->edge[k][c], at, r, size);
		stage_add_rim(s, p[0], p[1], width, rim);
	}
}

void model_place(const struct model *m, struct stage *s, const double at[3], const double r[3][3], double size, unsigned rgb,
	int body)
{
	const struct solid *o = m->shape.solid;
	double p[3][3];
	int first = s->n_face;

	for (int k = 0; k < m->n_face - (m->filled ? m->n_strip : 0); k++) {
		const struct model_face *f = &m->face[k];
		float normal[3][3];

		for (int c = 0; c < 3; c++) {
			model_point(p[c], f->p[c], at, r, size);
			for (int i = 0; i < 3; i++)
				normal[c][i] = (float)(r[i][0] * f->normal[c][0] + r[i][1] * f->normal[c][1] + r[i][2] * f->normal[c][2]);
		}
		if (!f->inner)
			stage_add_face(s, (const double (*)[3])p, (const float (*)[3])normal, rgb, body, m->closed);
		else if (m->filled)
			stage_add_inner(s, (const double (*)[3])p, rgb, body);
	}
	if (m->filled)
		stage_fill(s, first);
	if (m->shape.kind == SHAPE_POLYHEDRON && m->edge)
		model_edges_place(m, s, at, r, size, rgb, body);
	if (m->n_face)
		return;
	if (m->shape.kind == SHAPE_ELLIPSOID)
		stage_add_ellipsoid(s, at, (double[3]){ size * o->a[0], size * o->a[1], size * o->a[2] }, r, rgb, body);
	for (int k = 0; k < o->n && o->ball; k++) {
		model_point(p[0], o->ball[k], at, r, size);
		stage_add_sphere(s, p[0], size * o->ball[k][3], rgb, body);
	}
}

/* ---- arrows ---- */

enum { SIDES = 24, ROD_SIDES = 10 };

/* A ring of a surface of revolution: its height along the axis w, its radius, and the components of its normal. */
struct ring { double height, radius, out, along; };

static void revolve(struct stage *s, const double at[3], const double w[3], const struct ring *ring, int n, int sides,
	unsigned rgb, int body)
{
	vec3 axis = v3_from(w), u = v3_cross(fabs(w[2]) < 0.7 ? v3(0, 0, 1) : v3(1, 0, 0), axis), v;
	double p[2][SIDES + 1][3];
	float normal[2][SIDES + 1][3];

	u = v3_scale(1 / v3_norm(u), u);
	v = v3_cross(axis, u);
	for (int k = 0; k + 1 < n; k += 2) { /* each pair of rings bounds one smooth surface */
		for (int e = 0; e < 2; e++)
			for (int j = 0; j <= sides; j++) {
				double sine, cosine, to[3];

				trig_sincos(2 * 3.14159265358979324 * j / sides, &sine, &cosine);
				vec3 out = v3_add(v3_scale(cosine, u), v3_scale(sine, v));
				vec3 q = v3_add(v3_scale(ring[k + e].height, axis), v3_scale(ring[k + e].radius, out));
				v3_to(to, v3_add(v3_scale(ring[k + e].out, out), v3_scale(ring[k + e].along, axis)));
				v3_to(p[e][j], v3_add(v3_from(at), q));
				for (int i = 0; i < 3; i++)
					normal[e][j][i] = (float)to[i];
			}
		for (int j = 0; j < sides; j++) {
			double a[3][3];
			float m[3][3];

			for (int half = 0; half < 2; half++) {
				const int at_ring[2][3] = { { 0, 0, 1 }, { 0, 1, 1 } }, at_side[2][3] = { { 0, 1, 1 }, { 0, 1, 0 } };

				for (int c = 0; c < 3; c++) {
					memcpy(a[c], p[at_ring[half][c]][j + at_side[half][c]], sizeof a[c]);
					memcpy(m[c], normal[at_ring[half][c]][j + at_side[half][c]], sizeof m[c]);
				}
				stage_add_face(s, (const double (*)[3])a, (const float (*)[3])m, rgb, body, 0);
			}
		}
	}
}

void model_axes_place(const struct model *m, struct stage *s, const double at[3], const double r[3][3], double size,
	int body)
{
	static const unsigned rgb[3] = { 0xb5443a, 0x4f8a4a, 0x3a6ea5 };
	double most = fmax(m->reach[0], fmax(m->reach[1], m->reach[2])) * size, thick = 0.022 * most, from[3];

	if (!(most > 0))
		return;
	model_point(from, m->centre, at, r, size);
	for (int k = 0; k < 3; k++) {
		double length = m->reach[k] * size + 0.38 * most, neck = length - 7 * thick, w[3];
		const struct ring ring[] = { { 0, thick, 1, 0 }, { neck, thick, 1, 0 }, { neck, thick, 0, -1 }, { neck, 2.6 * thick, 0, -1 },
			{ neck, 2.6 * thick, 0.94, 0.34 }, { length, 0, 0.94, 0.34 } };

		mat3_apply(w, r, m->axis[k]);
		revolve(s, from, w, ring, 6, SIDES, rgb[k], body + k);
	}
}

void model_arrow_place(struct stage *s, const double p[2][3], double r, unsigned rgb, int body)
{
	vec3 way = v3_sub(v3_from(p[1]), v3_from(p[0]));
	double length = v3_norm(way), thick = fmin(r, length / 10), neck = length - 6 * thick, w[3];
	const struct ring ring[] = { { 0, thick, 1, 0 }, { neck, thick, 1, 0 }, { neck, thick, 0, -1 }, { neck, 2.6 * thick, 0, -1 },
		{ neck, 2.6 * thick, 0.94, 0.34 }, { length, 0, 0.94, 0.34 } };

	if (!(length > 0 && r > 0))
		return;
	v3_to(w, v3_scale(1 / length, way));
	revolve(s, p[0], w, ring, 6, ROD_SIDES, rgb, body);
}

void model_rod_place(struct stage *s, const double p[2][3], double r, unsigned rgb, int body)
{
	vec3 way = v3_sub(v3_from(p[1]), v3_from(p[0]));
	double length = v3_norm(way), w[3];
	const struct ring ring[] = { { 0, r, 1, 0 }, { length, r, 1, 0 } };

	if (!(length > 0 && r > 0))
		return;
	v3_to(w, v3_scale(1 / length, way));
	revolve(s, p[0], w, ring, 2, ROD_SIDES, rgb, body);
	for (int e = 0; e < 2; e++)
		stage_add_sphere(s, p[e], r, rgb, body);
}
