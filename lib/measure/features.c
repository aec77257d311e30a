/* features.c: which features of two bodies in space touch */
#include "measure/features.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "contact/faces3.h"

void features_begin(struct features *f, struct world *w, const struct touches *t)
{
	world_need_columns(w);
	*f = (struct features){ w, t, mem_zero((size_t)w->n_shape, sizeof *f->of), mem_zero((size_t)w->n_shape, 1) };
}

void features_end(struct features *f)
{
	for (int k = 0; k < f->w->n_shape; k++)
		if (f->known[k])
			polyhedron_free(&f->of[k]);
	free(f->of);
	free(f->known);
}

/* A body of a pair: its shape, its polyhedron or NULL, and where it is. */
struct toucher { const struct shape *shape; const struct polyhedron *p; double size, m[3][3]; };

static struct toucher toucher_of(struct features *f, int row)
{
	static const char *const name[] = { "qw", "qx", "qy", "qz" };
	const struct table *b = &f->w->body;
	struct toucher s = { .shape = world_shape(f->w, table_int(b, "shape")[row]), .size = table_real(b, "size")[row] };
	double q[4];

	for (int k = 0; k < 4; k++) {
		const double *column = table_real(b, name[k]);

		q[k] = column ? column[row] : k == 0;
	}
	quat_matrix(s.m, q);
	if (s.shape->kind == SHAPE_POLYHEDRON) {
		const int at = (int)(s.shape - f->w->shape);
		struct polyhedron_fault fault;

		if (!f->known[at]) /* the reader has checked it */
			polyhedron_init(&f->of[at], s.shape->solid, &fault);
		f->known[at] = 1;
		s.p = &f->of[at];
	}
	return s;
}

/* The radius of curvature of a body where a contact is, with the number of its pebble; 0 for walls [L]. */
static double rounding(const struct toucher *s, int pebble)
{
	const struct solid *o = s->shape->solid;

	switch (s->shape->kind) {
	case SHAPE_POLYHEDRON:
		return s->size * o->r;
	case SHAPE_SPHERE:
	case SHAPE_CLUMP:
		return s->size * o->ball[pebble > 0 && pebble < o->n ? pebble : 0][3];
	case SHAPE_ELLIPSOID:
	case SHAPE_OBJECT:
		return s->size * fmin(fmin(o->a[0], o->a[1]), o->a[2]);
	default:
		return 0;
	}
}

/* The middle of contact k of a pair from the centre of body a if side is 0, else from that of b [L], and the direction outwards
 * from that body. */
static vec3 arm(const struct touches *t, const struct touch_pair *p, int k, int side, vec3 *out)
{
	const struct touch *c = &t->at[t->order[p->first + k]];
	/* whether the contact's first body is the pair's second one */
	const int turned = c->a != p->a || c->ix != p->ix || c->iy != p->iy || c->iz != p->iz, second = side != turned;

	*out = v3_scale(second ? -1 : 1, c->n);
	return second ? c->arm_b : c->arm_a;
}

static vec3 point(const struct touches *t, const struct touch_pair *p, int k)
{
	vec3 out;

	return arm(t, p, k, 0, &out);
}

static int farthest(const struct touches *t, const struct touch_pair *p, vec3 from)
{
	double most = -1;
	int which = 0;

	for (int k = 0; k < p->n; k++) {
		const double d = v3_norm(v3_sub(point(t, p, k), from));

		which = d > most ? k : which;
		most = fmax(most, d);
	}
	return which;
}

/* How many dimensions the points of a pair span, to within near [L], and the ends of a line. */
static int spread(const struct touches *t, const struct touch_pair *p, double near, int *from, int *to)
{
	*from = farthest(t, p, point(t, p, 0));
	*to = farthest(t, p, point(t, p, *from));
	const vec3 a = point(t, p, *from), along = v3_sub(point(t, p, *to), a);
	double length = v3_norm(along), width = 0;

	if (!(length > near))
		return 0;
	for (int k = 0; k < p->n; k++)
		width = fmax(width, v3_norm(v3_cross(v3_sub(point(t, p, k), a), along)) / length);
	return width > near ? 2 : 1;
}

/* The distance of x from the segment between a and b. */
static double off_segment(vec3 x, vec3 a, vec3 b)
{
	const vec3 along = v3_sub(b, a), from = v3_sub(x, a);
	const double l2 = v3_dot(along, along), s = l2 > 0 ? fmin(fmax(v3_dot(from, along) / l2, 0), 1) : 0;

	return v3_norm(v3_sub(from, v3_scale(s, along)));
}

/* Where contact k is on the skeleton of a polyhedron, in its own frame at size 1 [L]. */
static vec3 on_skeleton(const struct touches *t, const struct touch_pair *p, int k, int side, const struct toucher *s)
{
	const struct touch *c = &t->at[t->order[p->first + k]];
	vec3 out, x = arm(t, p, k, side, &out);

	x = v3_scale(1 / s->size, v3_add(x, v3_scale(0.5 * c->overlap - s->size * s->p->r, out)));
	return v3(s->m[0][0] * x.x + s->m[1][0] * x.y + s->m[2][0] * x.z, s->m[0][1] * x.x + s->m[1][1] * x.y + s->m[2][1] * x.z,
	          s->m[0][2] * x.x + s->m[1][2] * x.y + s->m[2][2] * x.z);
}

/* The part of a polyhedron that holds the points x and y, which may be one, to within near [L]. */
static enum touch_part part_of(const struct polyhedron *p, vec3 x, vec3 y, double near)
{
	near += 1e-9 * p->size;
	for (int v = 0; v < p->n_vertex; v++)
		if (v3_norm(v3_sub(x, v3_from(p->vertex[v]))) <= near && v3_norm(v3_sub(y, v3_from(p->vertex[v]))) <= near)
			return PART_VERTEX;
	for (int e = 0; e < p->n_edge; e++) {
		const vec3 a = v3_from(p->vertex[p->edge[e].v[0]]), b = v3_from(p->vertex[p->edge[e].v[1]]);

		if ((p->edge[e].angle > POLYHEDRON_CUT || p->kind == POLYHEDRON_SEGMENT) && off_segment(x, a, b) <= near &&
		    off_segment(y, a, b) <= near)
			return PART_EDGE;
	}
	return PART_FACE;
}

/* What a body touches with, if the points of contact span so many dimensions and their ends are the contacts from and to. */
static enum touch_part part(const struct touches *t, const struct touch_pair *p, int side, const struct toucher *s, int dimension,
	const int end[2], double near)
{
	switch (s->shape->kind) {
	case SHAPE_POLYHEDRON:
		return dimension == 2 ? PART_FACE : part_of(s->p, on_skeleton(t, p, end[0], side, s), on_skeleton(t, p, end[1], side, s),
		                                            near / s->size);
	case SHAPE_CLUMP:
		return (enum touch_part)dimension;
	case SHAPE_SPHERE:
	case SHAPE_ELLIPSOID:
	case SHAPE_OBJECT:
		return PART_VERTEX;
	default:
		return PART_FACE;
	}
}

static int by_place(const void *p, const void *q)
{
	const vec2 *a = p, *b = q;

	return a->x != b->x ? (a->x < b->x ? -1 : 1) : (a->y > b->y) - (a->y < b->y);
}

/* The area of the convex hull of the points of a pair, seen along its normal (monotone chain, Andrew 1979). */
static double hull_area(const struct touches *t, const struct touch_pair *p)
{
	const vec3 n = p->normal, axis = fabs(n.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0);
	const vec3 cross = v3_cross(n, axis), u = v3_scale(1 / v3_norm(cross), cross), v = v3_cross(n, u);
	vec2 *x = mem_new((size_t)p->n, sizeof *x), *hull = mem_new(2 * (size_t)p->n + 1, sizeof *hull);
	double sum = 0;
	int m = 0;

	for (int k = 0; k < p->n; k++)
		x[k] = v2(v3_dot(point(t, p, k), u), v3_dot(point(t, p, k), v));
	qsort(x, (size_t)p->n, sizeof *x, by_place);
	for (int pass = 0; pass < 2; pass++) /* the lower side to the right, then the upper one back */
		for (int k = 0, floor = m + (pass == 0); k < p->n; k++) {
			const vec2 next = x[pass == 0 ? k : p->n - 1 - k];

			while (m > floor && v2_cross(v2_sub(hull[m - 1], hull[m - 2]), v2_sub(next, hull[m - 2])) <= 0)
				m--;
			hull[m++] = next;
		}
	for (int k = 2; k < m; k++)
		sum += 0.5 * v2_cross(v2_sub(hull[k - 1], hull[0]), v2_sub(hull[k], hull[0]));
	free(x);
	free(hull);
	return sum;
}

double features_weight(struct features *f, const struct touch *c)
{
	vec3 along[2];
	int edges = 0;

	for (int side = 0; side < 2 && c->va >= 0; side++) {
		const struct toucher s = toucher_of(f, side ? c->b : c->a);
		const int k = (side ? c->eb : c->va) - (s.p ? s.p->n_vertex : 0);

		if (!s.p || k < 0 || k >= s.p->n_edge)
			continue;
		const struct polyhedron_edge *e = &s.p->edge[k];
		double d[3];

		for (int z = 0; z < 3; z++)
			d[z] = s.p->vertex[e->v[1]][z] - s.p->vertex[e->v[0]][z];
		mat3_apply(d, s.m, d);
		along[edges++] = v3_from(d);
		if (fabs(e->angle) <= POLYHEDRON_CUT && s.p->kind != POLYHEDRON_SEGMENT)
			return NAN;
	}
	if (edges == 0)
		return 1;
	const vec3 across = v3_cross(along[0], along[edges - 1]);
	const double sine2 = v3_dot(across, across) / (v3_dot(along[0], along[0]) * v3_dot(along[edges - 1], along[edges - 1]));

	return edges == 2 ? faces3_weight(sine2) : NAN;
}

/* How a contact counts: 1 and an edge on an edge, 1 or -1 and a vertex on a face, or 0. k is a feature of the polyhedron. */
static int counts(const struct polyhedron *p, int k, int *edges)
{
	const int edge = k >= p->n_vertex && k < p->n_vertex + p->n_edge;

	*edges = edge && fabs(p->edge[k - p->n_vertex].angle) > POLYHEDRON_CUT;
	return edge && !*edges ? -1 : 1;
}

struct touch_features features_of(struct features *f, const struct touch_pair *p)
{
	const struct touches *t = f->t;
	const struct toucher body[2] = { toucher_of(f, p->a), toucher_of(f, p->b) };
	struct touch_features what = { .area = 0 };
	double overlap = 0, radii = 0;
	int end[2];

	for (int k = 0; k < p->n; k++) {
		const struct touch *c = &t->at[t->order[p->first + k]];
		const struct toucher *of[2] = { &body[c->a != p->a], &body[c->a == p->a] };
		int sign = 0, edges = 0;

		for (int side = 0; side < 2 && c->va >= 0; side++)
			if (of[side]->p) { /* a cut of either body makes the contact count back */
				int here, s = counts(of[side]->p, side ? c->eb : c->va, &here);

				sign = sign < 0 ? sign : s;
				edges |= here && s > 0;
			}
		what.edge_edge += sign > 0 && edges;
		what.vertex_face += edges && sign > 0 ? 0 : sign;
		overlap = fmax(overlap, c->overlap);
		radii = fmax(radii, rounding(of[0], c->va) + rounding(of[1], c->eb));
	}
	const double near = sqrt(2 * radii * overlap);
	const int dimension = spread(t, p, near, &end[0], &end[1]);

	what.a = part(t, p, 0, &body[0], dimension, end, near);
	what.b = part(t, p, 1, &body[1], dimension, end, near);
	if (dimension == 2 && what.a == PART_FACE && what.b == PART_FACE)
		what.area = hull_area(t, p);
	return what;
}
