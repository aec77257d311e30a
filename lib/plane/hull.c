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

static double reach(int n, const double (*xy)[2], const double *r, double x, double y)
{
	double h = -INFINITY;

	for (int i = 0; i < n; i++)
		h = fmax(h, xy[i][0] * x + xy[i][1] * y + r[i]);
	return h;
}

struct sum { struct hull *h; int n; const double (*xy)[2]; const double *r; };

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
	s->h->feret_min = fmin(s->h->feret_min, reach(s->n, s->xy, s->r, c0, s0) + reach(s->n, s->xy, s->r, -c0, -s0));
}

void hull_of_disks(struct hull *h, int n, const double (*xy)[2], const double *r)
{
	struct interval *list = mem_new(2 * (size_t)n, sizeof *list);
	struct sum sum = { h, n, xy, r };

	*h = (struct hull){ 0, 0, INFINITY, 0 };
	for (int i = 0; i < n; i++) {
		int m = 0, found = 0;
		double at = 0;

		for (int j = 0; j < n && found >= 0; j++) {
			double dx = xy[j][0] - xy[i][0], dy = xy[j][1] - xy[i][1];

			h->feret_max = fmax(h->feret_max, sqrt(dx * dx + dy * dy) + r[i] + r[j]);
			found = j == i ? 0 : farther(list + m, xy, r, i, j);
			m += found;
		}
		if (found < 0)
			continue;
		qsort(list, (size_t)m, sizeof *list, by_from);
		for (int k = 0; k <= m; k++) {
			double from = k < m ? list[k].from : 2 * pi;

			if (from > at)
				add_arc(&sum, i, at, from);
			at = k < m ? fmax(at, list[k].to) : at;
		}
	}
	free(list);
}
