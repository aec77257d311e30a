/* pose3_surfaces.c: meshes and polyhedra placed in space */
#include <stdlib.h>

#include "base/buf.h"
#include "base/quat.h"
#include "scene/pose3.h"

/* ---- surfaces ---- */

const struct surface3 *surfaces3_find(struct surfaces3 *s, const struct shape *shape)
{
	for (int k = 0; k < s->n; k++)
		if (s->item[k]->shape == shape)
			return s->item[k];
	MEM_RESIZE(s->item, (size_t)s->n + 1);
	struct surface3 *new = s->item[s->n++] = MEM_ZERO(struct surface3, 1);

	new->shape = shape;
	if (shape->kind == SHAPE_POLYHEDRON) {
		struct polyhedron_fault fault;

		polyhedron_init(&new->polyhedron, shape->solid, &fault); /* readers refuse faults */
		polyhedron_near_init(&new->near, &new->polyhedron);
		return new;
	}
	new->closed = mesh_mended(&new->mesh, shape->solid);
	meshtree_init(&new->tree, &new->mesh);
	return new;
}

void surfaces3_free(struct surfaces3 *s)
{
	for (int k = 0; k < s->n; k++) {
		polyhedron_near_free(&s->item[k]->near);
		polyhedron_free(&s->item[k]->polyhedron);
		meshtree_free(&s->item[k]->tree);
		mesh_free(&s->item[k]->mesh);
		free(s->item[k]);
	}
	free(s->item);
	objects3_free(&s->objects);
	*s = (struct surfaces3){ 0 };
}

/* ---- gaps of polyhedra ---- */

/* The distance of a point in space from the skeleton of a, negative inside. */
static double distance(const struct pose3 *a, vec3 c)
{
	double p[3], at[3];

	v3_to(p, v3_scale(1 / a->size, v3_sub(c, v3_from(a->x))));
	mat3_apply_back(p, (const double (*)[3])a->m, p);
	return a->size * polyhedron_distance(&a->surface->near, p, at, NULL);
}

double pose3_gap_polyhedron_balls(const struct pose3 *a, const struct pose3 *balls, vec3 s, double enough)
{
	double r = a->size * a->shape->solid->r, best = INFINITY;

	for (int k = 0; k < balls->n && best >= enough; k++)
		best = fmin(best, distance(a, v3_add(v3_from(balls->ball[k]), s)) - r - balls->ball[k][3]);
	return best;
}

static double clamp(double x)
{
	return fmin(fmax(x, 0), 1);
}

/* The distance between the segments p + t d and q + u e, t and u in 0 .. 1. */
static double segments(vec3 p, vec3 d, vec3 q, vec3 e)
{
	vec3 w = v3_sub(p, q);
	double dd = v3_dot(d, d), de = v3_dot(d, e), ee = v3_dot(e, e), dw = v3_dot(d, w), ew = v3_dot(e, w), det = dd * ee - de * de;
	double t = det > 1e-14 * dd * ee ? clamp((de * ew - ee * dw) / det) : 0, u = (t * de + ew) / ee;

	if (u < 0 || u > 1) {
		u = clamp(u);
		t = clamp((u * de - dw) / dd);
	}
	return v3_norm(v3_sub(v3_add(w, v3_scale(t, d)), v3_scale(u, e)));
}

/* Whether the segment from p to q goes through face f of a. */
static int goes_through(const struct pose3 *a, int f, vec3 p, vec3 q)
{
	const struct polyhedron *o = &a->surface->polyhedron;
	const int first = o->first[f], last = o->first[f + 1] - 1;
	vec3 n, c = v3_from(a->ball[o->corner[first]]);
	double m[3];

	mat3_apply(m, a->m, o->normal[f]);
	n = v3_from(m);
	double hp = v3_dot(n, v3_sub(p, c)), hq = v3_dot(n, v3_sub(q, c));
	if (!(o->area[f] > 0) || (hp > 0) == (hq > 0))
		return 0;
	vec3 x = v3_add(p, v3_scale(hp / (hp - hq), v3_sub(q, p)));
	for (int k = first; k <= last; k++) {
		vec3 u = v3_from(a->ball[o->corner[k]]), v = v3_from(a->ball[o->corner[k < last ? k + 1 : first]]);

		if (v3_dot(v3_cross(n, v3_sub(v, u)), v3_sub(x, u)) < 0)
			return 0;
	}
	return 1;
}

/* Whether an edge of b, displaced by s, goes through a face of a. */
static int edges_cross(const struct pose3 *a, const struct pose3 *b, vec3 s)
{
	const struct polyhedron *p = &a->surface->polyhedron, *q = &b->surface->polyhedron;

	for (int k = 0; k < q->n_edge; k++)
		for (int f = 0; f < p->n_face; f++)
			if (goes_through(a, f, v3_add(v3_from(b->ball[q->edge[k].v[0]]), s), v3_add(v3_from(b->ball[q->edge[k].v[1]]), s)))
				return 1;
	return 0;
}

/* The least of the distances of vertices to the other body and of edges to edges, less both spheroradii. */
double pose3_gap_polyhedra(const struct pose3 *a, const struct pose3 *b, vec3 s, double enough)
{
	const struct polyhedron *p = &a->surface->polyhedron, *q = &b->surface->polyhedron;
	double r = a->size * p->r + b->size * q->r, best = INFINITY;

	for (int v = 0; v < q->n_vertex && best >= enough; v++)
		best = fmin(best, distance(a, v3_add(v3_from(b->ball[v]), s)) - r);
	for (int v = 0; v < p->n_vertex && best >= enough; v++)
		best = fmin(best, distance(b, v3_sub(v3_from(a->ball[v]), s)) - r);
	for (int i = 0; i < p->n_edge && best >= enough; i++) {
		vec3 u = v3_from(a->ball[p->edge[i].v[0]]), d = v3_sub(v3_from(a->ball[p->edge[i].v[1]]), u);

		for (int j = 0; j < q->n_edge; j++) {
			vec3 v = v3_from(b->ball[q->edge[j].v[0]]), e = v3_sub(v3_from(b->ball[q->edge[j].v[1]]), v);

			best = fmin(best, segments(u, d, v3_add(v, s), e) - r);
		}
	}
	/* skeletons that cross have no distance; they overlap by both spheroradii at least */
	if (best >= enough && best > -r && (edges_cross(a, b, s) || edges_cross(b, a, v3_scale(-1, s))))
		best = -fmax(r, 1e-3 * fmin(a->reach, b->reach));
	return best;
}
