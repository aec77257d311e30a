/* polygon.c: plane geometry of outlines */
#include "plane/polygon.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"

double polygon_area(const double (*xy)[2], int n)
{
	double sum = 0;

	/* relative to the first vertex, so that outlines far from the origin lose no digits */
	for (int k = 1; k + 1 < n; k++)
		sum += (xy[k][0] - xy[0][0]) * (xy[k + 1][1] - xy[0][1]) -
		       (xy[k][1] - xy[0][1]) * (xy[k + 1][0] - xy[0][0]);
	return 0.5 * sum;
}

double polygon_perimeter(const double (*xy)[2], int n)
{
	double sum = 0;

	for (int k = 0; k < n; k++) {
		const double *a = xy[k], *b = xy[k + 1 < n ? k + 1 : 0];
		double dx = b[0] - a[0], dy = b[1] - a[1];

		sum += sqrt(dx * dx + dy * dy);
	}
	return sum;
}

int polygon_inside(const double (*xy)[2], int n, double x, double y)
{
	int in = 0;

	for (int k = 0, j = n - 1; k < n; j = k++) {
		double ax = xy[j][0], ay = xy[j][1], bx = xy[k][0], by = xy[k][1];

		if (ay == y && by == y && (ax <= x) != (bx < x))
			return 1; /* on an edge along the ray */
		if (bx == x && by == y)
			return 1; /* at a vertex */
		/* An edge counts if one end is above the ray and the other on it or below. A vertex on the ray then counts once if
		 * the outline crosses the ray there, and twice or not at all if it turns back. */
		if ((ay > y) == (by > y))
			continue;
		double side = (bx - ax) * (y - ay) - (x - ax) * (by - ay);
		if (side == 0)
			return 1;
		if ((side > 0) == (by > ay))
			in = !in;
	}
	return in;
}

double shape_distance(const struct shape *s, double x, double y)
{
	const double p[2] = { x, y };
	double least = INFINITY;
	int n_edge = shape_edges(s);

	if (s->kind == SHAPE_DISKS) {
		for (int k = 0; k < s->n; k++)
			least = fmin(least, sqrt(segment_distance2(p, s->xy[k], s->xy[k])) - s->radius[k]);
		return fmax(least, 0);
	}
	if (s->kind == SHAPE_POLYGON && polygon_inside((const double (*)[2])s->xy, s->n, x, y))
		return 0;
	if (n_edge == 0 && s->n > 0)
		return sqrt(segment_distance2(p, s->xy[0], s->xy[0]));
	for (int k = 0; k < n_edge; k++)
		least = fmin(least, segment_distance2(p, s->xy[k], s->xy[k + 1 < s->n ? k + 1 : 0]));
	return sqrt(least);
}

int shape_inside(const struct shape *s, double x, double y)
{
	return shape_distance(s, x, y) <= s->r;
}

void shape_box(const struct shape *s, double lo[2], double hi[2])
{
	for (int d = 0; d < 2; d++) {
		lo[d] = INFINITY;
		hi[d] = -INFINITY;
		for (int k = 0; k < s->n; k++) {
			double r = s->radius ? s->radius[k] : s->r;

			lo[d] = fmin(lo[d], s->xy[k][d] - r);
			hi[d] = fmax(hi[d], s->xy[k][d] + r);
		}
	}
}

static int to_right(const double d[2])
{
	return (d[0] > 0) | ((d[0] == 0) & (d[1] > 0)); /* without a branch, which would often be guessed wrong */
}

int polygon_convex(const double (*xy)[2], int n)
{
	const double bend = 1e-8;
	double first[2] = { 0, 0 }, last[2] = { 0, 0 };
	int n_edge = 0, turns = 0;

	/* A closed chain of left turns is convex if it goes around once: its edges then change between pointing left and pointing
	 * right twice at most. */
	for (int k = 0; k <= n; k++) {
		const double *a = xy[k < n ? k : 0], *b = xy[k + 1 < n ? k + 1 : 0];
		double d[2] = { b[0] - a[0], b[1] - a[1] };

		if (k == n) {
			d[0] = first[0];
			d[1] = first[1];
		}
		if (d[0] == 0 && d[1] == 0)
			continue;
		if (n_edge++ > 0) {
			double cross = last[0] * d[1] - last[1] * d[0], dot = last[0] * d[0] + last[1] * d[1];

			if (cross < (dot > 0 ? -bend * dot : 0))
				return 0;
			turns += to_right(d) != to_right(last);
		} else {
			first[0] = d[0];
			first[1] = d[1];
		}
		last[0] = d[0];
		last[1] = d[1];
	}
	return turns <= 2;
}

/* Twice the area of the triangle abp: positive if p is to the left of ab. */
static double side_of(const double a[2], const double b[2], const double p[2])
{
	return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/* Whether two numbers have opposite signs. The sign of their product would not do: it may underflow to 0. */
static int opposite(double a, double b)
{
	return (a < 0 && b > 0) || (a > 0 && b < 0);
}

static enum crossing edges_meet(const double a[2], const double b[2], const double c[2], const double d[2])
{
	double c_side = side_of(a, b, c), d_side = side_of(a, b, d);
	double a_side = side_of(c, d, a), b_side = side_of(c, d, b);

	if (opposite(c_side, d_side) && opposite(a_side, b_side))
		return CROSSING_PROPER;
	if (segment_distance2(a, c, d) == 0 || segment_distance2(b, c, d) == 0 || segment_distance2(c, a, b) == 0 ||
	    segment_distance2(d, a, b) == 0)
		return CROSSING_TOUCH;
	return CROSSING_NONE;
}

/* Whether the edge b-d runs back along the edge a-b before it. */
static int folds_back(const double a[2], const double b[2], const double d[2])
{
	double dot = (b[0] - a[0]) * (d[0] - b[0]) + (b[1] - a[1]) * (d[1] - b[1]);

	return side_of(a, b, d) == 0 && dot < 0;
}

struct span { double lo[2], hi[2]; int edge; };

static int by_left_end(const void *a, const void *b)
{
	const struct span *p = a, *q = b;

	return p->lo[0] < q->lo[0] ? -1 : p->lo[0] > q->lo[0] ? 1 : p->edge - q->edge;
}

/* The edges of an outline with their boxes, from left to right. */
static struct span *spans(const double (*xy)[2], int n, int n_edge)
{
	struct span *span = MEM_NEW(struct span, (size_t)n_edge);

	for (int k = 0; k < n_edge; k++) {
		const double *a = xy[k], *b = xy[k + 1 < n ? k + 1 : 0];

		span[k].edge = k;
		for (int d = 0; d < 2; d++) {
			span[k].lo[d] = fmin(a[d], b[d]);
			span[k].hi[d] = fmax(a[d], b[d]);
		}
	}
	qsort(span, (size_t)n_edge, sizeof *span, by_left_end);
	return span;
}

/* How two edges i < j of a chain meet, except at the vertex that neighbours share. */
static enum crossing pair_meets(const double (*xy)[2], int n, int n_edge, int i, int j)
{
	const double *a = xy[i], *b = xy[i + 1 < n ? i + 1 : 0], *c = xy[j], *d = xy[j + 1 < n ? j + 1 : 0];
	int follows = j == i + 1, precedes = n_edge == n && i == 0 && j == n - 1;

	if (follows && precedes)
		return CROSSING_TOUCH; /* two edges, there and back */
	if (follows)
		return folds_back(a, b, d) ? CROSSING_TOUCH : CROSSING_NONE;
	if (precedes)
		return folds_back(c, d, b) ? CROSSING_TOUCH : CROSSING_NONE;
	return edges_meet(a, b, c, d);
}

enum crossing polygon_crossing(const double (*xy)[2], int n, int closed, int *e, int *f)
{
	int n_edge = closed ? n : n - 1;
	enum crossing found = CROSSING_NONE;

	if (n_edge < 1)
		return CROSSING_NONE;
	struct span *span = spans(xy, n, n_edge);
	int no_length = 0;

	for (int k = n_edge - 1; k >= 0; k--) {
		const double *a = xy[k], *b = xy[k + 1 < n ? k + 1 : 0];

		if (a[0] == b[0] && a[1] == b[1]) {
			found = CROSSING_TOUCH;
			no_length = 1;
			*e = *f = k;
		}
	}
	for (int p = 0; p < n_edge; p++) {
		const struct span *s = &span[p];

		for (int q = p + 1; q < n_edge && span[q].lo[0] <= s->hi[0]; q++) {
			if (span[q].lo[1] > s->hi[1] || span[q].hi[1] < s->lo[1])
				continue;
			int i = s->edge < span[q].edge ? s->edge : span[q].edge, j = s->edge + span[q].edge - i;
			enum crossing c = pair_meets(xy, n, n_edge, i, j);
			int ranked = c != CROSSING_NONE && !(c == CROSSING_TOUCH && no_length);

			if (c > found || (c == found && ranked && (i < *e || (i == *e && j < *f)))) {
				found = c;
				*e = i;
				*f = j;
			}
		}
	}
	free(span);
	return found;
}
