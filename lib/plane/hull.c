/* hull.c: the convex hull of disks */
#include "plane/hull.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/trig.h"

static const double pi = 3.14159265358979323846;

struct interval { double from, to; };

static int by_from(const void *a, const void *b)
{
	const struct interval *p = a, *q = b;

	return p->from < q->from ? -1 : p->from > q->from;
}

/* Write to list the interval of directions in which disk j reaches farther than disk i: d . u > r_i - r_j with d = c_j - c_i,
 * hence u within arccos((r_i - r_j) / |d|) of d. Angles are in 0 .. 2 pi; an interval across 2 pi is cut in two. Returns the
 * number of intervals, or -1 if j is farther in all directions. The earlier of two equal disks counts as farther. */
static int farther(struct interval *list, const double (*xy)[2], const double *r, int i, int j)
{
	double dx = xy[j][0] - xy[i][0], dy = xy[j][1] - xy[i][1], d = sqrt(dx * dx + dy * dy), k = r[i] - r[j];

	if (d <= -k && !(d == 0 && k == 0 && i < j))
		return -1;
	if (d <= k)
		return 0;
	double half = trig_atan2(sqrt((d - k) * (d + k)), k), from = trig_atan2(dy, dx) - half, to;

	from = from < 0 ? from + 2 * pi : from;
	to = from + 2 * half;
	list[0] = (struct interval){ from, fmin(to, 2 * pi) };
	list[1] = (struct interval){ 0, to - 2 * pi };
	return 1 + (to > 2 * pi);
}

/* ---- the hull of the centres, if all radii are equal: then a disk shows in the hull if its centre does ---- */

/* The disks that show, counter-clockwise; the direction of the outer normal of the edge to the next one, in 0 .. 2 pi. */
struct chain { int n, *disk; double *normal; };

struct centre { double x, y; int disk; };

static int by_place(const void *a, const void *b)
{
	const struct centre *p = a, *q = b;

	if (p->x != q->x)
		return p->x < q->x ? -1 : 1;
	if (p->y != q->y)
		return p->y < q->y ? -1 : 1;
	return p->disk - q->disk;
}

/* Add centres from left to right below the hull, then from right to left above it (Andrew, Inf. Process. Lett. 9, 216, 1979). */
static void chain_init(struct chain *c, int n, const double (*xy)[2])
{
	struct centre *at = mem_new((size_t)n, sizeof *at), *hull = mem_new(2 * (size_t)n, sizeof *hull);
	int m = 0;

	for (int i = 0; i < n; i++)
		at[i] = (struct centre){ xy[i][0], xy[i][1], i };
	qsort(at, (size_t)n, sizeof *at, by_place);
	for (int side = 0, k = 0; side < 2; side++) {
		int first = m;

		for (; side ? k >= 0 : k < n; k += side ? -1 : 1) {
			const struct centre *p = &at[k];

			if (m > first && hull[m - 1].x == p->x && hull[m - 1].y == p->y) {
				if (p->disk < hull[m - 1].disk)
					hull[m - 1] = *p;
				continue;
			}
			while (m > first + 1 && (hull[m - 1].x - hull[m - 2].x) * (p->y - hull[m - 1].y) <=
			       (hull[m - 1].y - hull[m - 2].y) * (p->x - hull[m - 1].x))
				m--;
			hull[m++] = *p;
		}
		m--; /* the last one begins the other side */
		k = n - 1;
	}
	c->n = m > 0 ? m : 1;
	c->disk = MEM_NEW(int, (size_t)c->n);
	c->normal = MEM_NEW(double, (size_t)c->n);
	for (int k = 0; k < c->n; k++)
		c->disk[k] = hull[k].disk;
	for (int k = 0; k < c->n; k++) {
		const double *p = xy[c->disk[k]], *q = xy[c->disk[(k + 1) % c->n]];
		double angle = trig_atan2(p[0] - q[0], q[1] - p[1]);

		c->normal[k] = angle < 0 ? angle + 2 * pi : angle;
	}
	free(at);
	free(hull);
}

static void chain_free(struct chain *c)
{
	free(c->disk);
	free(c->normal);
}

/* The place in the chain of the disk that reaches farthest in the direction of an angle, up to a neighbour. */
static int chain_farthest(const struct chain *c, double x, double y)
{
	double angle = trig_atan2(y, x);
	int first = 0, lo = 0, hi = c->n;

	angle = angle < 0 ? angle + 2 * pi : angle;
	while (lo < hi) { /* the normals ascend, except at one place, where they pass 2 pi */
		int mid = lo + (hi - lo) / 2;

		if (c->normal[mid] >= c->normal[0])
			lo = mid + 1;
		else
			hi = mid;
	}
	first = lo % c->n;
	for (lo = 0, hi = c->n; lo < hi; ) {
		int mid = lo + (hi - lo) / 2;

		if (c->normal[(first + mid) % c->n] < angle)
			lo = mid + 1;
		else
			hi = mid;
	}
	return (first + lo) % c->n;
}

/* ---- the hull ---- */

struct sum { struct hull *h; int n; const double (*xy)[2]; const double *r; const struct chain *chain; };

static double reach(const struct sum *s, double x, double y)
{
	const struct chain *c = s->chain;
	double h = -INFINITY;

	for (int i = 0; i < s->n && !c; i++)
		h = fmax(h, s->xy[i][0] * x + s->xy[i][1] * y + s->r[i]);
	for (int k = 0, at = c ? chain_farthest(c, x, y) + c->n - 1 : 0; k < 3 && c; k++) {
		int i = c->disk[(at + k) % c->n];

		h = fmax(h, s->xy[i][0] * x + s->xy[i][1] * y + s->r[i]);
	}
	return h;
}

/* Add the directions from .. to, where disk i is the farthest. With h = c . u + r,
 *     h^2 - h'^2 = (cx^2 - cy^2) cos 2t + 2 cx cy sin 2t + 2 r c . u + r^2. */
static void add_arc(struct sum *s, int i, double from, double to)
{
	double s0, c0, s1, c1, x = s->xy[i][0], y = s->xy[i][1], r = s->r[i];

	trig_sincos(from, &s0, &c0);
	trig_sincos(to, &s1, &c1);
	double cu = x * (s1 - s0) + y * (c0 - c1);

	s->h->perimeter += cu + r * (to - from);
	s->h->area += ((x * x - y * y) * (s1 * c1 - s0 * c0) + 2 * x * y * (s1 * s1 - s0 * s0)) / 2 + r * cu +
	              r * r * (to - from) / 2;
	/* between the ends of these intervals the width is a concave sinusoid, so it is least at an end */
	s->h->feret_min = fmin(s->h->feret_min, reach(s, c0, s0) + reach(s, -c0, -s0));
}

/* Add the directions in which disk i is the farthest, given the m intervals in which others are farther. */
static void add_rest(struct sum *sum, int i, struct interval *list, int m)
{
	double at = 0;

	qsort(list, (size_t)m, sizeof *list, by_from);
	for (int k = 0; k <= m; k++) {
		double from = k < m ? list[k].from : 2 * pi;

		if (from > at)
			add_arc(sum, i, at, from);
		at = k < m ? fmax(at, list[k].to) : at;
	}
}

static double across(const struct sum *s, int i, int j)
{
	double dx = s->xy[j][0] - s->xy[i][0], dy = s->xy[j][1] - s->xy[i][1];

	return sqrt(dx * dx + dy * dy) + s->r[i] + s->r[j];
}

/* Any radii: every disk against every other. */
static void add_disks(struct sum *s)
{
	struct interval *list = mem_new(2 * (size_t)s->n, sizeof *list);

	for (int i = 0; i < s->n; i++) {
		int m = 0, found = 0;

		for (int j = 0; j < s->n && found >= 0; j++) {
			s->h->feret_max = fmax(s->h->feret_max, across(s, i, j));
			found = j == i ? 0 : farther(list + m, s->xy, s->r, i, j);
			m += found;
		}
		if (found >= 0)
			add_rest(s, i, list, m);
	}
	free(list);
}

/* Equal radii: every disk of the chain against its neighbours, and against those at the opposite end of its edge. Sums are in the
 * order of disks. */
static void add_chain(struct sum *s)
{
	const struct chain *c = s->chain;
	int *place = MEM_NEW(int, (size_t)s->n);

	for (int i = 0; i < s->n; i++)
		place[i] = -1;
	for (int k = 0; k < c->n; k++)
		place[c->disk[k]] = k;
	for (int i = 0; i < s->n; i++) {
		struct interval list[4];
		int k = place[i], m, found;

		if (k < 0)
			continue;
		int before = c->disk[(k + c->n - 1) % c->n], after = c->disk[(k + 1) % c->n];
		double x = s->xy[i][1] - s->xy[after][1], y = s->xy[after][0] - s->xy[i][0]; /* against the normal */
		for (int q = 0, far = chain_farthest(c, x, y) + c->n - 1; q < 3; q++) {
			int j = c->disk[(far + q) % c->n];

			s->h->feret_max = fmax(s->h->feret_max, fmax(across(s, i, j), across(s, after, j)));
		}
		m = before == i ? 0 : farther(list, s->xy, s->r, i, before);
		found = after == i || m < 0 ? 0 : farther(list + m, s->xy, s->r, i, after);
		if (m >= 0 && found >= 0)
			add_rest(s, i, list, m + found);
	}
	free(place);
}

void hull_of_disks(struct hull *h, int n, const double (*xy)[2], const double *r)
{
	struct sum sum = { h, n, xy, r, NULL };
	struct chain chain;
	int equal = 1;

	*h = (struct hull){ 0, 0, INFINITY, 0 };
	for (int i = 1; i < n; i++)
		equal &= r[i] == r[0];
	if (!equal) {
		add_disks(&sum);
		return;
	}
	chain_init(&chain, n, xy);
	sum.chain = &chain;
	add_chain(&sum);
	chain_free(&chain);
}
