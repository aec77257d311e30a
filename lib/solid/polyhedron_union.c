/* polyhedron_union.c: the layer of a spheropolyhedron that is not convex */
#include "solid/polyhedron_union_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/gauss.h"
#include "solid/cone.h"

struct polyhedron_union *polyhedron_union_new(const struct polyhedron *p, double unit, vec3 o, double tolerance)
{
	struct polyhedron_union *u = MEM_ZERO(struct polyhedron_union, 1);
	double area = 0, curved = 0;

	u->p = p;
	u->unit = unit;
	u->r = p->r / unit;
	u->o = o;
	u->tolerance = tolerance;
	u->point = MEM_NEW(vec3, (size_t)p->n_vertex);
	u->convex = mem_new((size_t)p->n_vertex, 1);
	u->mark = MEM_ZERO(int, (size_t)p->n_vertex);
	for (int v = 0; v < p->n_vertex; v++)
		u->point[v] = v3_scale(1 / unit, v3_sub(v3_from(p->vertex[v]), o));
	u->inward = MEM_NEW(vec3, (size_t)p->first[p->n_face]);
	for (int f = 0; f < p->n_face; f++)
		for (int c = p->first[f], last = p->first[f + 1] - 1; c <= last; c++) {
			vec3 d = v3_sub(u->point[p->corner[c < last ? c + 1 : p->first[f]]], u->point[p->corner[c]]);

			u->inward[c] = v3_scale(1 / v3_norm(d), v3_cross(v3_from(p->normal[f]), d));
		}
	memset(u->convex, 1, (size_t)p->n_vertex);
	for (int k = 0; k < p->n_edge; k++) {
		const struct polyhedron_edge *e = &p->edge[k];

		if (e->angle < -POLYHEDRON_CUT)
			u->convex[e->v[0]] = u->convex[e->v[1]] = 0;
		curved += e->length / unit * fabs(e->angle) / 2;
	}
	for (int f = 0; f < p->n_face; f++)
		area += p->area[f] / unit / unit;
	u->whole = u->r * (area + u->r * (curved + 4.2 * u->r));
	polyhedron_near_init(&u->near, p);
	gauss_legendre(UNION_GAUSS, u->x, u->w);
	gauss_legendre(UNION_FREE, u->free_x, u->free_w);
	return u;
}

void polyhedron_union_free(struct polyhedron_union *u)
{
	if (!u)
		return;
	polyhedron_near_free(&u->near);
	free(u->point);
	free(u->inward);
	free(u->convex);
	free(u->mark);
	free(u->face);
	free(u);
}

/* ---- which faces may limit a feature ---- */

/* Find them for a feature with n vertices. Faces that share a vertex with it around which the surface is convex never do, nor
 * faces within own[]; with all, no face at any of the vertices does. */
static void find_faces(struct polyhedron_union *u, int n, const int *v, const int own[2], int all)
{
	const struct polyhedron *p = u->p;
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY };

	u->stamp++;
	for (int k = 0; k < n; k++) {
		u->mark[v[k]] = u->stamp;
		for (int i = 0; i < 3; i++) {
			lo[i] = fmin(lo[i], p->vertex[v[k]][i] - 2 * p->r);
			hi[i] = fmax(hi[i], p->vertex[v[k]][i] + 2 * p->r);
		}
	}
	polyhedron_near_box(&u->near, lo, hi);
	u->n_face = 0;
	MEM_GROW(u->face, &u->cap, (size_t)u->near.n_found);
	for (int k = 0; k < u->near.n_found; k++) {
		int f = u->near.found[k], skip = f == own[0] || f == own[1];

		for (int c = p->first[f]; c < p->first[f + 1] && !skip; c++)
			skip = u->mark[p->corner[c]] == u->stamp && (all || u->convex[p->corner[c]]);
		if (!skip)
			u->face[u->n_face++] = f;
	}
}

/* Keep only faces with a point ahead of o in one of the directions n[m]. */
static void keep_ahead(struct polyhedron_union *u, vec3 o, int m, const vec3 *n)
{
	const struct polyhedron *p = u->p;
	int kept = 0;

	for (int k = 0; k < u->n_face; k++) {
		int f = u->face[k], ahead = 0;

		for (int c = p->first[f]; c < p->first[f + 1] && !ahead; c++)
			for (int i = 0; i < m && !ahead; i++)
				ahead = v3_dot(n[i], v3_sub(u->point[p->corner[c]], o)) > 1e-13;
		if (ahead)
			u->face[kept++] = f;
	}
	u->n_face = kept;
}

int polyhedron_union_face(struct polyhedron_union *u, struct moments3 *m, int f)
{
	const struct polyhedron *p = u->p;
	const int first = p->first[f], n = p->first[f + 1] - first, *v = p->corner + first;
	vec3 middle = v3(0, 0, 0), normal = v3_from(p->normal[f]);

	find_faces(u, n, v, (int[2]){ f, f }, 0);
	keep_ahead(u, u->point[v[0]], 1, &normal);
	if (!u->n_face)
		return 0;
	for (int k = 0; k < n; k++)
		middle = v3_add(middle, v3_scale(1.0 / n, u->point[v[k]]));
	for (int k = 0; k < n; k++) {
		struct union_patch q = { .power = 0, .a = u->point[v[k]], .b = u->point[v[(k + 1) % n]], .c = middle, .n = normal };
		vec3 side = v3_sub(q.b, q.a);

		q.scale = u->r / v3_norm(side);
		q.volume = u->r * v3_norm(v3_cross(side, v3_sub(middle, q.a))) / 2;
		union_integrate(u, m, &q);
	}
	return 1;
}

int polyhedron_union_edge(struct polyhedron_union *u, struct moments3 *m, int k)
{
	const struct polyhedron *p = u->p;
	const struct polyhedron_edge *e = &p->edge[k];

	if (e->angle < -POLYHEDRON_CUT)
		return 1; /* it is no nearest point */
	find_faces(u, 2, e->v, e->face, 0);
	keep_ahead(u, u->point[e->v[0]], 2, (vec3[2]){ v3_from(p->normal[e->face[0]]), v3_from(p->normal[e->face[1]]) });
	if (!u->n_face)
		return 0;
	struct union_patch q = { .power = 1, .a = u->point[e->v[0]], .b = u->point[e->v[1]], .c = v3_from(p->normal[e->face[0]]),
		.angle = fmax(e->angle, 0) };
	vec3 side = v3_sub(q.b, q.a);
	double l = v3_norm(side);
	q.across = v3_cross(v3_scale(1 / l, side), q.c);
	q.scale = u->r / l;
	q.volume = q.angle * l * u->r * u->r / 2;
	union_integrate(u, m, &q);
	return 1;
}

/* ---- vertices ---- */

/* Integrate over the directions of an octant of space in which the vertex v is a nearest point. */
static void octant(struct polyhedron_union *u, struct moments3 *m, int v, int which)
{
	const struct polyhedron *p = u->p;
	vec3 ray[CONE_MOST] = { v3(which & 1 ? -1 : 1, 0, 0), v3(0, which & 2 ? -1 : 1, 0), v3(0, 0, which & 4 ? -1 : 1) };
	vec3 c = v3(0, 0, 0);
	int n = 3;

	for (int k = 0; k < u->near.n_found && n; k++) /* faces at v are among those found */
		for (int i = p->first[u->near.found[k]]; i < p->first[u->near.found[k] + 1] && n; i++) {
			const struct polyhedron_edge *e = &p->edge[p->edge_of[i]];

			if (e->v[0] == v || e->v[1] == v)
				n = cone_cut(ray, n, v3_sub(u->point[e->v[e->v[0] == v]], u->point[v]));
		}
	if (n < 3)
		return;
	for (int k = 0; k < n; k++)
		c = v3_add(c, ray[k]);
	c = v3_scale(1 / v3_norm(c), c);
	if (v3_dot(c, v3_from(u->near.vertex_normal[v])) <= 0)
		return; /* these directions lead into the body */
	int all = u->n_face;
	int *kept = mem_copy(u->face, (size_t)all, sizeof *kept);
	keep_ahead(u, u->point[v], n, ray);
	for (int k = 0; k < n; k++) {
		struct union_patch q = { .power = 2, .a = ray[k], .b = ray[(k + 1) % n], .c = c, .at = u->point[v], .scale = 1 };
		double angle = fabs(v3_dot(q.a, v3_cross(q.b, q.c))) / 2;

		q.volume = angle * u->r * u->r * u->r / 3;
		if (angle > 1e-12)
			union_integrate(u, m, &q);
	}
	memcpy(u->face, kept, (size_t)all * sizeof *kept);
	u->n_face = all;
	free(kept);
}

int polyhedron_union_vertex(struct polyhedron_union *u, struct moments3 *m, int v)
{
	find_faces(u, 1, &v, (int[2]){ -1, -1 }, 1);
	if (!u->n_face && u->convex[v])
		return 0;
	for (int k = 0; k < 8; k++)
		octant(u, m, v, k);
	return 1;
}

void polyhedron_union_add(struct polyhedron_union *u, vec3 normals)
{
	u->normals = v3_add(u->normals, normals);
}

double polyhedron_union_surface(const struct polyhedron_union *u, double *error)
{
	*error = u->error + u->r * v3_norm(u->normals);
	return u->surface;
}
