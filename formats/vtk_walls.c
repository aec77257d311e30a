/* vtk_walls.c: planes and cylinders as polygons, cut off at the box around the bodies */
#include "vtk_parts.h"

#include <math.h>
#include <string.h>

#include "base/quat.h"
#include "base/trig.h"
#include "base/vec.h"
#include "solid/clip.h"

enum { SIDES = 96 };

struct box { double lo[3], hi[3]; };

static void axes_of(const struct trade_body *b, double axis[3][3])
{
	double r[3][3];

	quat_matrix(r, b->q);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			axis[i][j] = r[j][i];
}

static void box_add(struct box *box, int k, double lo, double hi)
{
	box->lo[k] = fmin(box->lo[k], lo);
	box->hi[k] = fmax(box->hi[k], hi);
}

/* The distance from a plane to a point, positive in front of it. */
static double in_front(const struct trade_body *plane, const double normal[3], const double x[3])
{
	return v3_dot(v3_from(normal), v3_sub(v3_from(x), v3_from(plane->x)));
}

/* Make room for the width of cylinders, and for the points of planes nearest to the middle. */
static void box_add_walls(struct box *box, const struct trade_scene *s)
{
	double middle[3], size = 0, axis[3][3];

	for (int k = 0; k < 3; k++) {
		if (!(box->hi[k] >= box->lo[k])) /* there are no bodies */
			box->lo[k] = box->hi[k] = 0;
		middle[k] = 0.5 * (box->lo[k] + box->hi[k]);
		size = fmax(size, box->hi[k] - box->lo[k]);
	}
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];
		const struct solid *o = b->shape->solid;

		if (!shape_is_wall(b->shape))
			continue;
		axes_of(b, axis);
		double away = in_front(b, axis[2], middle), along = isfinite(o->length) ? 0 : -away;
		for (int k = 0; k < 3 && b->shape->kind == SHAPE_CYLINDER; k++) {
			double half = isfinite(o->length) ? 0.5 * b->size * o->length : 0, at = b->x[k] - along * axis[2][k];
			double reach = b->size * o->r * sqrt(fmax(1 - axis[2][k] * axis[2][k], 0)) + half * fabs(axis[2][k]);

			box_add(box, k, at - reach, at + reach);
		}
		for (int k = 0; k < 3 && b->shape->kind == SHAPE_PLANE && fabs(away) <= 3 * size; k++)
			box_add(box, k, middle[k] - away * axis[2][k], middle[k] - away * axis[2][k]);
	}
}

/* The box that cuts walls off: the domain along periodic axes, otherwise around all bodies with some room. */
static struct box box_of(const struct trade_scene *s)
{
	const struct domain *d = &s->w->domain;
	struct box box = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
	double most = 0;

	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];
		double reach = shape_is_wall(b->shape) ? 0 : b->size * shape_reach(b->shape);

		for (int k = 0; k < 3 && !shape_is_wall(b->shape); k++)
			box_add(&box, k, b->x[k] - reach, b->x[k] + reach);
	}
	box_add_walls(&box, s);
	for (int k = 0; k < 3; k++)
		most = fmax(most, box.hi[k] - box.lo[k]);
	for (int k = 0; k < 3; k++) {
		double room = most > 0 ? 0.06 * most : 0.5;
		int periodic = d->set && d->periodic[k];

		box.lo[k] = periodic ? d->lo[k] : box.lo[k] - room;
		box.hi[k] = periodic ? d->hi[k] : box.hi[k] + room;
	}
	return box;
}

/* The part of a plane in the box and in front of the other planes. */
static void add_plane(struct part *p, const struct trade_scene *s, const struct trade_body *b, const struct box *box)
{
	double axis[3][3], other[3][3], corner[CLIP_CORNERS][3], middle[3], size = 0;
	int n = 4;

	axes_of(b, axis);
	for (int k = 0; k < 3; k++) {
		middle[k] = 0.5 * (box->lo[k] + box->hi[k]);
		size = fmax(size, 2 * (box->hi[k] - box->lo[k]));
	}
	double away = in_front(b, axis[2], middle);
	for (int c = 0; c < 4; c++) /* a square around the point nearest to the middle, counter-clockwise from in front */
		for (int k = 0; k < 3; k++)
			corner[c][k] = middle[k] - away * axis[2][k] + size * ((c == 1 || c == 2 ? 1 : -1) * axis[0][k] +
				(c >= 2 ? 1 : -1) * axis[1][k]);
	for (int k = 0; k < 3; k++) {
		n = clip_polygon(corner, n, (double[]){ k == 0, k == 1, k == 2 }, box->lo[k]);
		n = clip_polygon(corner, n, (double[]){ -(k == 0), -(k == 1), -(k == 2) }, -box->hi[k]);
	}
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *a = &s->body[i];

		if (a == b || a->shape->kind != SHAPE_PLANE)
			continue;
		axes_of(a, other);
		/* planes with the same normal do not cut each other */
		if (v3_dot(v3_from(axis[2]), v3_from(other[2])) <= 1 - 1e-9)
			n = clip_polygon(corner, n, other[2], v3_dot(v3_from(other[2]), v3_from(a->x)));
	}
	for (int k = 0; k < n && n >= 3; k++)
		vtk_corner(&p->v, VTK_POLYGON, vtk_point(&p->v, corner[k][0], corner[k][1], corner[k][2]));
	if (n >= 3)
		part_end(p, VTK_POLYGON, b);
}

static void add_cylinder(struct part *p, const struct trade_body *b, const struct box *box)
{
	const struct solid *o = b->shape->solid;
	double axis[3][3], end[2] = { 0, 0 };
	int64_t first = p->v.n_point;

	axes_of(b, axis);
	for (int k = 0; k < 3; k++) {
		double u = axis[2][k] * (box->lo[k] - b->x[k]), v = axis[2][k] * (box->hi[k] - b->x[k]);

		end[0] += fmin(u, v);
		end[1] += fmax(u, v);
	}
	for (int e = 0; e < 2 && isfinite(o->length); e++)
		end[e] = (e ? 0.5 : -0.5) * b->size * o->length;
	for (int j = 0; j < SIDES; j++)
		for (int e = 0; e < 2; e++) {
			double sine, cosine, x[3];

			trig_sincos(2 * 3.14159265358979324 * j / SIDES, &sine, &cosine);
			for (int k = 0; k < 3; k++)
				x[k] = b->x[k] + b->size * o->r * (cosine * axis[0][k] + sine * axis[1][k]) + end[e] * axis[2][k];
			vtk_point(&p->v, x[0], x[1], x[2]);
		}
	for (int j = 0; j < SIDES; j++) {
		int next = (j + 1) % SIDES;
		const int64_t corner[4] = { 2 * j, 2 * next, 2 * next + 1, 2 * j + 1 };

		for (int k = 0; k < 4; k++) /* as seen by the bodies */
			vtk_corner(&p->v, VTK_POLYGON, first + corner[o->side == CYLINDER_OUT ? k : 3 - k]);
		part_end(p, VTK_POLYGON, b);
	}
}

void part_add_walls(struct part *p, const struct trade_scene *s)
{
	const struct box box = box_of(s);

	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];

		if (b->shape->kind == SHAPE_PLANE)
			add_plane(p, s, b, &box);
		else if (b->shape->kind == SHAPE_CYLINDER)
			add_cylinder(p, b, &box);
	}
}
