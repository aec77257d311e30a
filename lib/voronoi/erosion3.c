/* erosion3.c: cells in space eroded by balls */
#include "voronoi/erosion3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/lp_ball.h"
#include "base/vec.h"

/* label.who of a side of the box that a cell begins with. */
enum { BOX = -1 };
/* Heights above a plane below this fraction of the cell are rounding. */
static const double TINY = 1e-13;
/* A cell that reaches farther than this many times its inradius is open: its ends were lost by rounding. */
static const double FAR = 1e100;

void erosion3_free(struct erosion3 *e)
{
	free(e->normal);
	free(e->off);
	free(e->rest);
	free(e->row);
	free(e->speed);
	free(e->lost);
	cell3_free(&e->cell);
	convex_free(&e->flat);
	memset(e, 0, sizeof *e);
}

/* ---- planes and incentre ---- */

/* Take the planes of cell i, with distances from its site. */
static void take_planes(struct erosion3 *e, const struct voronoi3 *v, int i)
{
	e->n = voronoi3_faces(v, i);
	if ((size_t)e->n > e->cap) {
		e->cap = 2 * (size_t)e->n;
		MEM_RESIZE(e->normal, e->cap);
		MEM_RESIZE(e->off, e->cap);
		MEM_RESIZE(e->row, e->cap);
	}
	voronoi3_planes(v, i, e->normal, e->off);
}

void erosion3_again(struct erosion3 *e, const struct voronoi3 *v, int i, const double centre[3], double inradius)
{
	take_planes(e, v, i);
	memcpy(e->centre, centre, sizeof e->centre);
	e->inradius = inradius;
	for (int k = 0; k < e->n; k++)
		e->off[k] -= v3_dot(v3_from(e->normal[k]), v3_from(centre));
}

void erosion3_begin(struct erosion3 *e, const struct voronoi3 *v, int i)
{
	double far = 2 * (v->box[0] + v->box[1] + v->box[2]), x[4];
	const double lo[4] = { -far, -far, -far, -far }, hi[4] = { far, far, far, far };

	take_planes(e, v, i);
	for (int k = 0; k < e->n; k++) { /* n.x + t <= d for the ball of radius t about x */
		memcpy(e->row[k], e->normal[k], 3 * sizeof *e->normal[k]);
		e->row[k][3] = 1;
		e->row[k][4] = e->off[k];
	}
	if (lp_ball(e->n, (const double (*)[LP_MOST + 1])e->row, lo, hi, x))
		x[0] = x[1] = x[2] = 0; /* a cell without an inside, to rounding */
	memcpy(e->centre, x, sizeof e->centre);
	e->inradius = INFINITY;
	for (int k = 0; k < e->n; k++) {
		e->off[k] -= v3_dot(v3_from(e->normal[k]), v3_from(x));
		e->inradius = fmin(e->inradius, e->off[k]);
	}
	e->inradius = fmax(e->inradius, 0);
}

/* ---- cutting ---- */

/* Cut the cell eroded by radius from a box with the sides 2 half[]. Returns 0, or -1 if nothing is left; left[axis] becomes 1 if
 * a part of the box's surface across an axis is left. */
static int cut_from(struct erosion3 *e, double radius, const double half[3], int left[3])
{
	static const struct side box[6] = { { BOX, 0 }, { BOX, 0 }, { BOX, 1 }, { BOX, 1 }, { BOX, 2 }, { BOX, 2 } };
	const int even = half[0] == half[1] && half[0] == half[2];
	struct cell3 *c = &e->cell;

	left[0] = left[1] = left[2] = 0;
	cell3_box(c, (double[3]){ -half[0], -half[1], -half[2] }, half, box);
	for (int k = 0; k < e->n; k++) {
		const double *n = e->normal[k];
		double far = even ? half[0] : fabs(n[0]) * half[0] + fabs(n[1]) * half[1] + fabs(n[2]) * half[2];

		if (cell3_cut(c, n, e->off[k] - radius, TINY * far, (struct side){ k, 0 }) < 0)
			return -1;
	}
	for (int p = 0; p < c->n_vertex; p++)
		for (int k = 0; k < 3; k++) {
			const struct side *label = &c->plane[c->corner[p].face[k]].label;

			if (label->who == BOX)
				left[label->image] = 1;
		}
	return 0;
}

/* A box that is not much larger than the cell passes on small errors of rounding. A cell that is much longer than high, as in a
 * box without height, is cut from a box that is as flat. */
int erosion3_go(struct erosion3 *e, double radius)
{
	enum { FLAT = 4096 };
	const double begin = 8 * (e->inradius - radius);
	double half[3] = { begin, begin, begin };
	int left[3] = { 1, 1, 1 }, status = 0;

	while (status == 0 && (left[0] || left[1] || left[2]) && half[0] <= FLAT * begin) {
		status = cut_from(e, radius, half, left);
		half[0] = half[1] = half[2] = 8 * half[0];
	}
	if (status == 0 && (left[0] || left[1] || left[2])) {
		half[0] = half[1] = half[2] = begin;
		while ((status = cut_from(e, radius, half, left)) == 0 && (left[0] || left[1] || left[2]))
			for (int k = 0; k < 3; k++) {
				half[k] *= left[k] ? 8 : 1;
				if (half[k] > FAR * e->inradius)
					return -1;
			}
	}
	return status < 0 || e->cell.n_vertex < 4 ? -1 : 0;
}

/* ---- the rest at the inradius ---- */

/* Cut the part of plane k that is left, in coordinates along a and b. The tolerance keeps a segment or a point. */
static void cut_flat(struct erosion3 *e, int k, vec3 a, vec3 b)
{
	const struct side box = { BOX, 0 };
	vec3 o = v3_from(e->normal[k]);
	struct convex *c = &e->flat;
	int open = 1;

	for (double half = 4 * e->inradius; open && half < FAR * e->inradius; half *= 8) {
		open = 0;
		convex_box(c, -half, half, -half, half, box, box, box, box);
		for (int j = 0; j < e->n; j++) {
			vec3 n = v3_from(e->normal[j]);
			double x = v3_dot(n, a), y = v3_dot(n, b), s = e->off[k] - e->inradius;

			if (x * x + y * y > 1e-18)
				convex_cut(c, x, y, e->off[j] - e->inradius - s * v3_dot(n, o), TINY * e->inradius, (struct side){ j, 0 });
		}
		for (int j = 0; j < c->n; j++)
			open |= c->side[j].who == BOX;
	}
}

/* The polygon's area, and its two vertices that are farthest apart. */
static double measure_flat(const struct convex *c, double *length, int end[2])
{
	double area = 0;

	*length = 0;
	end[0] = end[1] = 0;
	for (int j = 0; j < c->n; j++) {
		int next = j + 1 < c->n ? j + 1 : 0;

		area += 0.5 * ((c->x[j] - c->x[0]) * (c->y[next] - c->y[0]) - (c->x[next] - c->x[0]) * (c->y[j] - c->y[0]));
		for (int i = 0; i < j; i++) {
			double x = c->x[j] - c->x[i], y = c->y[j] - c->y[i], l = sqrt(x * x + y * y);

			if (l > *length) {
				*length = l;
				end[0] = i;
				end[1] = j;
			}
		}
	}
	return area;
}

/* Two unit vectors in the plane with the normal n; n, a, b are right-handed. */
static void flat_axes(vec3 n, vec3 *a, vec3 *b)
{
	vec3 axis = fabs(n.x) <= fabs(n.y) ? fabs(n.x) <= fabs(n.z) ? v3(1, 0, 0) : v3(0, 0, 1) :
		fabs(n.y) <= fabs(n.z) ? v3(0, 1, 0) : v3(0, 0, 1);

	*a = v3_cross(n, axis);
	*a = v3_scale(1 / v3_norm(*a), *a);
	*b = v3_cross(n, *a);
}

/* Every plane that touches the largest ball holds what is left, if that is a point or a segment; if it is a polygon, two do. The
 * polygon with the greatest area, or the longest, is what is left. */
void erosion3_rest(struct erosion3 *e)
{
	double best = -1;

	MEM_GROW(e->rest, &e->cap_rest, 2);
	e->n_rest = 1;
	memset(e->rest[0], 0, sizeof e->rest[0]);
	for (int k = 0; k < e->n; k++) {
		double area, length;
		int end[2];
		vec3 a, b;

		if (e->off[k] > e->inradius * (1 + 1e-9))
			continue;
		flat_axes(v3_from(e->normal[k]), &a, &b);
		cut_flat(e, k, a, b);
		area = measure_flat(&e->flat, &length, end);
		int thin = !(area > 1e-10 * e->inradius * length), n = thin ? 2 : e->flat.n;
		double size = thin ? 1e-10 * e->inradius * length : area;
		if (size <= best || length <= 1e-9 * e->inradius)
			continue;
		best = size;
		MEM_GROW(e->rest, &e->cap_rest, (size_t)n);
		e->n_rest = n;
		for (int j = 0; j < n; j++) {
			int p = thin ? end[j] : j;

			v3_to(e->rest[j], v3_add(v3_scale(e->flat.x[p], a), v3_scale(e->flat.y[p], b)));
		}
	}
}
