/* erosion3.c: cells in space eroded by balls */
#include "voronoi/erosion3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/lp.h"
#include "base/trig.h"
#include "base/vec.h"
#include "base/wide.h"

static const double pi = 3.14159265358979323846;

/* label.who of a side of the box that a cell begins with. */
enum { BOX = -1 };
/* Heights above a plane below this fraction of the cell are rounding. */
static const double TINY = 1e-13;

void erosion3_free(struct erosion3 *e)
{
	free(e->normal);
	free(e->off);
	free(e->rest);
	free(e->row);
	free(e->speed);
	free(e->column);
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
	for (int k = 0; k < e->n; k++)
		voronoi3_plane(v, i, k, e->normal[k], &e->off[k]);
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
	static const double up[4] = { 0, 0, 0, 1 };
	double far = 2 * (v->box[0] + v->box[1] + v->box[2]), x[4];
	const double lo[4] = { -far, -far, -far, -far }, hi[4] = { far, far, far, far };

	take_planes(e, v, i);
	for (int k = 0; k < e->n; k++) { /* n.x + t <= d for the ball of radius t about x */
		memcpy(e->row[k], e->normal[k], 3 * sizeof *e->normal[k]);
		e->row[k][3] = 1;
		e->row[k][4] = e->off[k];
	}
	if (lp_solve(4, e->n, (const double (*)[LP_MOST + 1])e->row, up, lo, hi, x))
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
			for (int k = 0; k < 3; k++)
				half[k] *= left[k] ? 8 : 1;
	}
	return status < 0 || e->cell.n_vertex < 4 ? -1 : 0;
}

/* Loops over planes go through whole vectors of this length. Places after the last plane are of planes that nothing is beyond. */
enum { LANES = 4 };

static WIDE_INLINE void beyond_loop(int room, const double *restrict column, const double *p, int *beyond)
{
	const double *x = column, *y = x + room, *z = y + room, *off = z + room;
	const double a = p[0], b = p[1], c = p[2];
	double count[LANES] = { 0 };

	for (int k = 0; k < room; k += LANES) {
#pragma omp simd
		for (int l = 0; l < LANES; l++)
			count[l] += x[k + l] * a + y[k + l] * b + z[k + l] * c > off[k + l] ? 1.0 : 0.0;
	}
	*beyond = (int)((count[0] + count[1]) + (count[2] + count[3]));
}
WIDE_LOOP(beyond, (int room, const double *restrict column, const double *p, int *beyond), (room, column, p, beyond))

/* Put the planes into columns. Returns the number of places in one. */
static int fill_columns(struct erosion3 *e)
{
	const int room = (e->n + LANES - 1) / LANES * LANES;

	MEM_GROW(e->column, &e->cap_column, 4 * (size_t)room + 1);
	for (int k = 0; k < room; k++) {
		for (int a = 0; a < 3; a++)
			e->column[a * room + k] = k < e->n ? e->normal[k][a] : 0;
		e->column[3 * room + k] = k < e->n ? e->off[k] : INFINITY;
	}
	return room;
}

/* Whether the planes a and b have an edge in common in the cell: whether a part of their line is behind all other planes. The
 * place of the line that is next to the point `at` of the eroded edge mostly is, which is soon found without a branch. */
static int have_edge(const struct erosion3 *e, int room, int a, int b, vec3 at)
{
	vec3 n = v3_from(e->normal[a]), m = v3_from(e->normal[b]), u = v3_cross(n, m);
	double c = v3_dot(n, m), sine2 = v3_dot(u, u), lo = -INFINITY, hi = INFINITY;
	vec3 o = v3_add(v3_scale((e->off[a] - c * e->off[b]) / sine2, n), v3_scale((e->off[b] - c * e->off[a]) / sine2, m));
	vec3 p = v3_add(o, v3_scale(v3_dot(at, u) / sine2, u));
	const double point[3] = { p.x, p.y, p.z };
	int number;

	beyond(wide_has())(room, e->column, point, &number);
	number -= (v3_dot(n, p) > e->off[a]) + (v3_dot(m, p) > e->off[b]); /* the same numbers as in the loop */
	if (number == 0)
		return 1;
	for (int k = 0; k < e->n; k++) {
		vec3 q = v3_from(e->normal[k]);
		double along = v3_dot(q, u), room = e->off[k] - v3_dot(q, o);

		if (k == a || k == b)
			continue;
		if (along > 0)
			hi = fmin(hi, room / along);
		else if (along < 0)
			lo = fmax(lo, room / along);
		else if (room < 0)
			return 0;
	}
	return lo <= hi + 1e-11 * e->inradius / sqrt(sine2) + 1e-12 * (fabs(lo) + fabs(hi));
}

int erosion3_flips(struct erosion3 *e)
{
	const struct cell3 *c = &e->cell;
	const int room = fill_columns(e);
	int flips = 0;

	for (int p = 0; p < c->n_vertex; p++)
		for (int k = 0; k < 3; k++) {
			const int q = c->corner[p].to[k];
			const vec3 middle = v3(0.5 * (c->x[p] + c->x[q]), 0.5 * (c->y[p] + c->y[q]), 0.5 * (c->z[p] + c->z[q]));

			if (q > p)
				flips += !have_edge(e, room, c->plane[c->corner[p].face[k]].label.who,
					c->plane[c->corner[p].face[k == 2 ? 0 : k + 1]].label.who, middle);
		}
	return flips;
}

/* ---- the rest at the inradius ---- */

/* Cut the part of plane k that is left, in coordinates along a and b. The tolerance keeps a segment or a point. */
static void cut_flat(struct erosion3 *e, int k, vec3 a, vec3 b)
{
	const struct side box = { BOX, 0 };
	vec3 o = v3_from(e->normal[k]);
	struct convex *c = &e->flat;
	int open = 1;

	for (double half = 4 * e->inradius; open; half *= 8) {
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

/* ---- measures ---- */

double eroded3_volume(const struct eroded3 *e, double u, double r, double *by_erosion, double *by_dilation)
{
	double s = e->surface - u * (2 * e->turn - u * e->bend), m = e->curved + u * e->slope;

	if (by_erosion)
		*by_erosion = -s + r * (-2 * (e->turn - u * e->bend) + r * e->slope);
	if (by_dilation)
		*by_dilation = s + r * (2 * m + 4 * pi * r);
	return e->volume - u * (e->surface - u * (e->turn - u * e->bend / 3)) + r * (s + r * (m + 4 * pi / 3 * r));
}

/* A polygon has two sides and edges whose faces turn by half a turn; a segment is one such edge, twice. */
static void measure_rest(struct erosion3 *e, struct eroded3 *to)
{
	vec3 sum = v3(0, 0, 0), o;

	erosion3_rest(e);
	o = v3_from(e->rest[0]);
	for (int k = 0; k < e->n_rest; k++) {
		vec3 p = v3_from(e->rest[k]), q = v3_from(e->rest[(k + 1) % e->n_rest]);

		sum = v3_add(sum, v3_cross(v3_sub(p, o), v3_sub(q, o)));
		to->curved += 0.5 * pi * v3_norm(v3_sub(q, p));
	}
	to->surface = v3_norm(sum);
}

/* The velocities of the vertices as the faces move inwards at unit speed: n.v = -1 for the three faces of a vertex. Returns 0, or
 * -1 if the faces at a vertex have a line in common, to rounding. */
static int find_speeds(struct erosion3 *e)
{
	const struct cell3 *c = &e->cell;
	int bad = 0;

	MEM_GROW(e->speed, &e->cap_speed, (size_t)c->n_vertex);
	for (int p = 0; p < c->n_vertex; p++) {
		vec3 n[3];

		for (int k = 0; k < 3; k++)
			n[k] = v3_from(c->plane[c->corner[p].face[k]].normal);
		vec3 m = v3_cross(n[0], n[1]), all = v3_add(m, v3_add(v3_cross(n[1], n[2]), v3_cross(n[2], n[0])));
		double det = v3_dot(m, n[2]);
		int flat = !(fabs(det) > 1e-12);

		bad -= flat;
		v3_to(e->speed[p], v3_scale(flat ? 0 : -1 / det, all));
	}
	return bad ? -1 : 0;
}

static vec3 place(const struct cell3 *c, int p)
{
	return v3(c->x[p], c->y[p], c->z[p]);
}

/* Add the edge from vertex p to q, with the faces right and left of it. The area of a face is half the sum of n.(p x q) over its
 * edges, the volume the sum of a third of area and offset. */
static void add_edge(struct eroded3 *to, const struct erosion3 *e, int p, int q, int right, int left)
{
	const struct cell3 *c = &e->cell;
	vec3 nl = v3_from(c->plane[left].normal), nr = v3_from(c->plane[right].normal);
	vec3 at = place(c, p), d = v3_sub(place(c, q), at), m = v3_cross(at, d), u = v3_cross(nl, nr);
	double sine = v3_norm(u), cosine = v3_dot(nl, nr), angle = trig_atan2(sine, cosine);
	double half = cosine > 0 ? sine / (1 + cosine) : sine > 0 ? (1 - cosine) / sine : 0;
	double on_left = 0.5 * v3_dot(nl, m), on_right = -0.5 * v3_dot(nr, m);
	double length = v3_dot(d, u) / sine, rate = v3_dot(v3_sub(v3_from(e->speed[q]), v3_from(e->speed[p])), u) / sine;

	if (!(sine > 1e-9)) { /* faces that are parallel, to rounding */
		length = v3_norm(d);
		rate = 0;
		to->most = 0;
	}
	to->surface += on_left + on_right;
	to->volume += (on_left * c->plane[left].offset + on_right * c->plane[right].offset) / 3;
	to->curved += 0.5 * length * angle;
	to->slope += 0.5 * rate * angle;
	to->turn += length * half;
	to->bend -= rate * half;
	if (!(length >= 0))
		to->most = 0;
	else if (rate < 0)
		to->most = fmin(to->most, -length / rate);
}

void erosion3_measure(struct erosion3 *e, double radius, struct eroded3 *to)
{
	memset(to, 0, sizeof *to);
	to->radius = radius;
	if (erosion3_ends(e->inradius, radius)) {
		measure_rest(e, to);
		return;
	}
	if (erosion3_go(e, radius)) /* rounding leaves nothing */
		return;
	to->most = find_speeds(e) ? 0 : e->inradius - radius;
	for (int p = 0; p < e->cell.n_vertex; p++) {
		const struct cell3_corner *c = &e->cell.corner[p];

		for (int k = 0; k < 3; k++)
			if (c->to[k] > p)
				add_edge(to, e, p, c->to[k], c->face[k], c->face[k == 2 ? 0 : k + 1]);
	}
}
