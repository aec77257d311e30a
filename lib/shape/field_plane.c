/* field_plane.c: distances to the exact boundary of a shape in the plane */
#include <math.h>
#include <stdlib.h>

#include "base/boxtree.h"
#include "base/buf.h"
#include "base/order.h"
#include "plane/arcs.h"
#include "plane/polygon.h"
#include "shape/field_kinds.h"

struct plane { const struct shape *shape; struct boundary b; struct boxtree tree; };

/* ---- pieces ---- */

static double cross(const double a[2], const double b[2])
{
	return a[0] * b[1] - a[1] * b[0];
}

/* Whether an arc has a point in the direction d from its centre. */
static int on_arc(const struct piece *p, const double d[2])
{
	if (p->angle >= 6.2831853071795)
		return 1;
	if (p->angle <= 3.14159265358979)
		return cross(p->np, d) >= 0 && cross(d, p->nq) >= 0;
	return !(cross(p->nq, d) > 0 && cross(d, p->np) > 0);
}

/* The nearest point of a piece to x, relative to the boundary's origin. Returns its distance [L]. */
static double nearest_of(const struct piece *p, const double x[2], double at[2])
{
	if (p->r > 0) {
		double d[2] = { x[0] - p->c[0], x[1] - p->c[1] }, l = sqrt(d[0] * d[0] + d[1] * d[1]);
		double dp, dq;

		if (l > 0 && on_arc(p, d)) {
			at[0] = p->c[0] + p->r / l * d[0];
			at[1] = p->c[1] + p->r / l * d[1];
			return fabs(l - p->r);
		}
		dp = (x[0] - p->p[0]) * (x[0] - p->p[0]) + (x[1] - p->p[1]) * (x[1] - p->p[1]);
		dq = (x[0] - p->q[0]) * (x[0] - p->q[0]) + (x[1] - p->q[1]) * (x[1] - p->q[1]);
		at[0] = dp <= dq ? p->p[0] : p->q[0];
		at[1] = dp <= dq ? p->p[1] : p->q[1];
		return l > 0 ? sqrt(fmin(dp, dq)) : p->r;
	}
	double e[2] = { p->q[0] - p->p[0], p->q[1] - p->p[1] }, w[2] = { x[0] - p->p[0], x[1] - p->p[1] };
	double ee = e[0] * e[0] + e[1] * e[1], t = ee > 0 ? fmin(fmax((w[0] * e[0] + w[1] * e[1]) / ee, 0), 1) : 0;

	at[0] = p->p[0] + t * e[0];
	at[1] = p->p[1] + t * e[1];
	return sqrt((x[0] - at[0]) * (x[0] - at[0]) + (x[1] - at[1]) * (x[1] - at[1]));
}

static void box_of(const struct piece *p, double box[6])
{
	for (int k = 0; k < 2; k++) {
		box[k] = fmin(p->p[k], p->q[k]);
		box[3 + k] = fmax(p->p[k], p->q[k]);
		for (int side = -1; side <= 1 && p->r > 0; side += 2) {
			double d[2] = { k == 0 ? side : 0, k == 1 ? side : 0 };

			if (on_arc(p, d)) {
				box[k] = fmin(box[k], p->c[k] + side * p->r);
				box[3 + k] = fmax(box[3 + k], p->c[k] + side * p->r);
			}
		}
	}
	box[2] = box[5] = 0;
}

struct search { const struct plane *plane; double best, at[2]; };

static double look(void *to, int item, const double x[3])
{
	struct search *s = to;
	double at[2], d = nearest_of(&s->plane->b.piece[item], x, at);

	if (d < s->best) {
		s->best = d;
		s->at[0] = at[0];
		s->at[1] = at[1];
	}
	return s->best;
}

static double distance(const struct field *f, const double x[3], double at[3])
{
	const struct plane *plane = f->body;
	const double *o = plane->b.origin, p[3] = { x[0] - o[0], x[1] - o[1], 0 };
	struct search s = { .plane = plane, .best = INFINITY };

	boxtree_near(&plane->tree, p, INFINITY, look, &s);
	at[0] = s.at[0] + o[0];
	at[1] = s.at[1] + o[1];
	at[2] = 0;
	return s.best;
}

static int inside(const struct field *f, const double x[3])
{
	return shape_inside(((const struct plane *)f->body)->shape, x[0], x[1]);
}

/* ---- lines ---- */

/* Add the interval of the line at y inside the stadium of radius r around the segment from a to b. The stadium is convex, so
 * there is one interval at most. */
static void cut_stadium(const double a[2], const double b[2], double r, double y, struct intervals *s)
{
	double lo = INFINITY, hi = -INFINITY, e[2] = { b[0] - a[0], b[1] - a[1] }, l = sqrt(e[0] * e[0] + e[1] * e[1]);

	for (int k = 0; k < 2; k++) {
		const double *c = k ? b : a;
		double h2 = r * r - (y - c[1]) * (y - c[1]);

		if (h2 > 0) {
			lo = fmin(lo, c[0] - sqrt(h2));
			hi = fmax(hi, c[0] + sqrt(h2));
		}
	}
	if (l > 0) {
		double nx = -r * e[1] / l, ny = r * e[0] / l;
		const double corner[4][2] = { { a[0] + nx, a[1] + ny }, { b[0] + nx, b[1] + ny }, { b[0] - nx, b[1] - ny },
		                              { a[0] - nx, a[1] - ny } };

		for (int k = 0; k < 4; k++) {
			const double *p = corner[k], *q = corner[(k + 1) % 4];

			if ((p[1] <= y) != (q[1] <= y)) {
				double x = p[0] + (y - p[1]) / (q[1] - p[1]) * (q[0] - p[0]);

				lo = fmin(lo, x);
				hi = fmax(hi, x);
			}
		}
	}
	if (lo < hi)
		intervals_add(s, lo, hi);
}

/* Add the intervals inside a filled polygon: from its first to its second crossing with the line, from the third to the fourth,
 * and so on. */
static void cut_polygon(const struct shape *shape, double y, struct intervals *s)
{
	double *x = MEM_NEW(double, (size_t)shape->n);
	int n = 0;

	for (int k = 0; k < shape->n; k++) {
		const double *p = shape->xy[k], *q = shape->xy[(k + 1) % shape->n];

		if ((p[1] <= y) != (q[1] <= y))
			x[n++] = p[0] + (y - p[1]) / (q[1] - p[1]) * (q[0] - p[0]);
	}
	qsort(x, (size_t)n, sizeof *x, order_doubles);
	for (int k = 0; k + 1 < n; k += 2)
		intervals_add(s, x[k], x[k + 1]);
	free(x);
}

static void cut(void *body, double y, double z, struct intervals *s)
{
	const struct shape *shape = ((const struct plane *)body)->shape;
	int edges = shape_edges(shape);

	(void)z;
	if (shape->kind == SHAPE_POLYGON)
		cut_polygon(shape, y, s);
	for (int k = 0; k < edges && shape->r > 0; k++)
		cut_stadium(shape->xy[k], shape->xy[(k + 1) % shape->n], shape->r, y, s);
	for (int k = 0; k < shape->n && !edges; k++)
		cut_stadium(shape->xy[k], shape->xy[k], shape->radius ? shape->radius[k] : shape->r, y, s);
}

/* ---- points ---- */

static void put_points(struct field *f, const struct piece *p, const double o[2], double spacing)
{
	double length = piece_length(p), none[3] = { 0, 0, 0 };
	int n = 1 + (int)(length / spacing);

	for (int k = 0; k < n; k++) {
		double t = (k + 0.5) / n, normal[3] = { 0, 0, 0 }, at[3] = { 0, 0, 0 };

		if (p->r > 0) {
			vec2 n_arc = piece_normal(p, t * p->angle);

			normal[0] = n_arc.x;
			normal[1] = n_arc.y;
			for (int i = 0; i < 2; i++)
				at[i] = o[i] + p->c[i] + p->r * normal[i];
		} else {
			normal[0] = (p->q[1] - p->p[1]) / length;
			normal[1] = (p->p[0] - p->q[0]) / length;
			for (int i = 0; i < 2; i++)
				at[i] = o[i] + p->p[i] + t * (p->q[i] - p->p[i]);
		}
		field_add_point(f, at, normal, length / n);
	}
	field_add_point(f, (double[3]){ o[0] + p->p[0], o[1] + p->p[1], 0 }, none, 0);
}

static void free_plane(void *body)
{
	struct plane *plane = body;

	boundary_free(&plane->b);
	boxtree_free(&plane->tree);
	free(plane);
}

void field_of_plane(struct field *f, const struct shape *s, int points)
{
	static const struct field_kind kind = { distance, inside, free_plane };
	struct plane *plane = MEM_ZERO(struct plane, 1);
	double total = 0;

	plane->shape = s;
	boundary_of_shape(&plane->b, s);
	double (*box)[6] = mem_new((size_t)plane->b.n, sizeof *box);
	for (int k = 0; k < plane->b.n; k++) {
		box_of(&plane->b.piece[k], box[k]);
		total += piece_length(&plane->b.piece[k]);
	}
	boxtree_init(&plane->tree, plane->b.n, (const double (*)[6])box);
	free(box);
	for (int k = 0; k < plane->b.n; k++)
		put_points(f, &plane->b.piece[k], plane->b.origin, total / points);
	f->kind = &kind;
	f->body = plane;
	f->lines = (struct lines){ .cut = cut, .body = plane };
	for (int k = 0; k < 2; k++) {
		f->lines.lo[k] = plane->b.origin[k] + plane->tree.node[0].lo[k];
		f->lines.hi[k] = plane->b.origin[k] + plane->tree.node[0].hi[k];
	}
}
