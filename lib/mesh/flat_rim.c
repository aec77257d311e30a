/* flat_rim.c: the rim of a region of triangles as one ring, with bridges to the holes */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "mesh/flat_parts.h"

/* The corners of all rims of a region: the vertex, where it is in the plane [L], and the ring that it belongs to. */
struct corner { int v, next, before, ring, side; vec2 at; };

/* last: the corner from which the last side in the order of triangles begins. */
struct rim { int n, last; struct corner *corner; };

/* Twice the area of the triangle, above 0 if it goes around to the left. */
static double turn(vec2 a, vec2 b, vec2 c)
{
	return v2_cross(v2_sub(b, a), v2_sub(c, a));
}

/* ---- rims ---- */

static int on_rim(const struct flat *f, int t, int k)
{
	return f->next[t][k] < 0 || f->region[f->next[t][k]] != f->region[t];
}

/* Follow a rim once around from side k of triangle t on, as a ring. done[3 n_triangle] marks sides. At a vertex where rims touch
 * the way goes through the triangles of the region; so these rims are one ring, which has the vertex twice. Returns 0 if the
 * triangles do not fit together. */
static int follow(const struct flat *f, struct rim *rim, char *done, int t, int k, int ring)
{
	const int r = f->region[t], start = 3 * t + k, first = rim->n;

	do {
		if (done[3 * t + k])
			return 0;
		done[3 * t + k] = 1;
		rim->corner[rim->n] = (struct corner){ f->m->tri[t][k], rim->n + 1, rim->n - 1, ring, 3 * t + k, v2(0, 0) };
		rim->n++;
		k = (k + 1) % 3;
		for (int turns = f->begin[r], v = f->m->tri[t][k]; !on_rim(f, t, k); turns++) { /* around v */
			if (turns == f->begin[r + 1])
				return 0;
			t = f->next[t][k];
			k = f->m->tri[t][0] == v ? 0 : f->m->tri[t][1] == v ? 1 : 2;
		}
	} while (3 * t + k != start);
	rim->corner[rim->n - 1].next = first;
	rim->corner[first].before = rim->n - 1;
	return 1;
}

/* Find all rims of region r. Returns how many, or 0 if the triangles do not fit together. */
static int find_rims(const struct flat *f, int r, struct rim *rim, char *done)
{
	int n = 0, good = 1, last = -1;

	for (int i = f->begin[r]; i < f->begin[r + 1]; i++)
		for (int k = 0, t = f->member[i]; k < 3 && good; k++) {
			last = on_rim(f, t, k) ? 3 * t + k : last;
			if (last == 3 * t + k && !done[last])
				good = follow(f, rim, done, t, k, n++);
		}
	for (int k = 0; k < rim->n; k++)
		rim->last = rim->corner[k].side == last ? k : rim->last;
	for (int i = f->begin[r]; i < f->begin[r + 1]; i++)
		memset(done + 3 * (size_t)f->member[i], 0, 3);
	return good ? n : 0;
}

/* Project the corners to the plane of the region. */
static void flatten(const struct flat *f, int r, struct rim *rim)
{
	const vec3 n = f->plane[r], o = v3_from(f->m->xyz[rim->corner[0].v]);
	vec3 u = fabs(n.x) < 0.6 ? v3_cross(n, v3(1, 0, 0)) : v3_cross(n, v3(0, 1, 0));

	u = v3_scale(1 / v3_norm(u), u);
	for (int k = 0; k < rim->n; k++) {
		const vec3 d = v3_sub(v3_from(f->m->xyz[rim->corner[k].v]), o);

		rim->corner[k].at = v2(v3_dot(d, u), v3_dot(d, v3_cross(n, u)));
	}
}

/* ---- bridges ---- */

/* Whether the way from corner a to the point x begins inside the region. */
static int begins_inside(const struct rim *rim, int a, vec2 x)
{
	const vec2 at = rim->corner[a].at, on = rim->corner[rim->corner[a].next].at, back = rim->corner[rim->corner[a].before].at;

	if (turn(back, at, on) > 0)
		return turn(at, on, x) > 0 && turn(back, at, x) > 0;
	return turn(at, on, x) > 0 || turn(back, at, x) > 0;
}

/* Whether the way from corner a to corner b stays in the region, and farther than `near` from other vertices. */
static int is_free(const struct rim *rim, int a, int b, double near)
{
	const struct corner *c = rim->corner;
	const vec2 p = c[a].at, q = c[b].at, d = v2_sub(q, p);
	const double length = v2_norm(d);

	if (!begins_inside(rim, a, q) || !begins_inside(rim, b, p))
		return 0;
	for (int k = 0; k < rim->n; k++) {
		const vec2 x = c[k].at, y = c[c[k].next].at;
		const double along = v2_dot(v2_sub(x, p), d);
		const int end = c[k].v == c[a].v || c[k].v == c[b].v;

		if (!end && along >= 0 && along <= length * length && fabs(turn(p, q, x)) <= near * length)
			return 0;
		if (end || c[c[k].next].v == c[a].v || c[c[k].next].v == c[b].v)
			continue;
		if ((turn(p, q, x) > 0) != (turn(p, q, y) > 0) && (turn(x, y, p) > 0) != (turn(x, y, q) > 0))
			return 0;
	}
	return 1;
}

/* Find the nearest corner of the ring `outer` to which a free way leads from the vertex of corner a; *from is the corner there
 * at which it begins. tried[] has room for all corners. Returns -1 if there is none. */
static int find_bridge(const struct rim *rim, int outer, int a, double near, int *from, char *tried)
{
	const struct corner *c = rim->corner;

	memset(tried, 0, (size_t)rim->n);
	for (;;) {
		double least = INFINITY;
		int to = -1;

		for (int k = 0; k < rim->n; k++) {
			const vec2 d = v2_sub(c[k].at, c[a].at);

			if (c[k].ring == outer && !tried[k] && v2_dot(d, d) < least) {
				least = v2_dot(d, d);
				to = k;
			}
		}
		if (to < 0)
			return -1;
		tried[to] = 1;
		*from = a;
		do { /* a hole that touches itself has several corners at a vertex */
			if (c[*from].v == c[a].v && is_free(rim, *from, to, near))
				return to;
			*from = c[*from].next;
		} while (*from != a);
	}
}

/* Lead the ring of corner a from there to corner b, around its ring, and back. */
static void build_bridge(struct rim *rim, int a, int b)
{
	struct corner *c = rim->corner;
	const int ring = c[a].ring, back = rim->n, home = rim->n + 1;

	for (int k = b; c[k].ring != ring; k = c[k].next)
		c[k].ring = ring;
	c[back] = c[b];
	c[home] = c[a];
	rim->n += 2;
	c[back].next = home;
	c[home].before = back;
	c[c[back].before].next = back;
	c[c[home].next].before = home;
	c[a].next = b;
	c[b].before = a;
}

/* Build bridges from the outer rim to those of all holes. Each begins at the vertex of a hole that is farthest to the right, and
 * the holes come from right to left: so there is a free way (Eberly, Triangulation by ear clipping, 2002). Returns a corner of
 * the ring, or -1. */
static int join_rims(struct rim *rim, int n_ring, double near)
{
	double *area = MEM_ZERO(double, (size_t)n_ring);
	int outer = -1, bad = 0;

	for (int k = 0; k < rim->n; k++)
		area[rim->corner[k].ring] += turn(rim->corner[0].at, rim->corner[k].at, rim->corner[rim->corner[k].next].at);
	for (int i = 0; i < n_ring; i++)
		if (area[i] > 0) {
			bad |= outer >= 0;
			outer = i;
		}
	free(area);
	if (bad || outer < 0)
		return -1;
	char *tried = MEM_NEW(char, (size_t)rim->n + 2 * (size_t)n_ring);
	for (int left = n_ring - 1; left > 0 && !bad; left--) {
		int a = -1, from, to;

		for (int k = 0; k < rim->n; k++)
			if (rim->corner[k].ring != outer && (a < 0 || rim->corner[k].at.x > rim->corner[a].at.x))
				a = k;
		to = find_bridge(rim, outer, a, near, &from, tried);
		if (to < 0)
			to = find_bridge(rim, outer, a, 0, &from, tried);
		bad = to < 0;
		if (!bad)
			build_bridge(rim, to, from);
	}
	free(tried);
	for (int k = 0; k < rim->n && !bad; k++)
		if (rim->corner[k].ring == outer)
			return k;
	return -1;
}

int flat_rim(const struct flat *f, int r, char *done, int *ring)
{
	struct rim rim = { 0, 0, MEM_NEW(struct corner, FLAT_RIM * (size_t)(f->begin[r + 1] - f->begin[r])) };
	const int n_ring = find_rims(f, r, &rim, done);
	int n = 0, k = rim.last;

	if (n_ring > 1) {
		flatten(f, r, &rim);
		k = join_rims(&rim, n_ring, f->tolerance);
	}
	for (int i = 0; i < rim.n && n_ring > 0 && k >= 0; i++, k = rim.corner[k].next)
		ring[n++] = rim.corner[k].v;
	free(rim.corner);
	return n;
}
