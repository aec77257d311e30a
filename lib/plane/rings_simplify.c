/* rings_simplify.c: outlines with fewer vertices, within a stated distance */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "plane/pixels.h"
#include "plane/polygon.h"

/* The point from..to (indices modulo n) farthest from the chord between these two. */
static int farthest(const double (*xy)[2], int n, int from, int to, double *d2)
{
	int which = from;

	*d2 = 0;
	for (int k = from + 1; k < to; k++) {
		double d = segment_distance2(xy[k % n], xy[from % n], xy[to % n]);

		if (d > *d2) {
			*d2 = d;
			which = k;
		}
	}
	return which;
}

/* Choose vertices: keep[n] gets their indices, ascending. Returns their number. */
static int choose(const double (*xy)[2], int n, double tolerance, int *keep)
{
	int *end = MEM_NEW(int, (size_t)n + 2), m = 0, n_keep = 0, other = 0, first = 0;
	double d2, most = -1;

	for (int round = 0; round < 2; round++) { /* begin with two vertices far from each other */
		first = other;
		most = -1;
		for (int k = 0; k < n; k++) {
			double dx = xy[k][0] - xy[first][0], dy = xy[k][1] - xy[first][1];

			if (dx * dx + dy * dy > most) {
				most = dx * dx + dy * dy;
				other = k;
			}
		}
	}
	if (other < first) {
		int swap = first;

		first = other;
		other = swap;
	}
	end[m++] = first + n;
	end[m++] = other;
	for (int from = first; m;) {
		int k = farthest(xy, n, from, end[m - 1], &d2);

		if (d2 > tolerance * tolerance) {
			end[m++] = k;
		} else {
			keep[n_keep++] = from;
			from = end[--m];
		}
	}
	free(end);
	return n_keep;
}

/* The distance by which the edge from a to b must move to the right, so that the area between it and the outline vanishes. */
static double shift_of(const double (*xy)[2], int n, int a, int b)
{
	const double *p = xy[a % n], *q = xy[b % n];
	double dx = q[0] - p[0], dy = q[1] - p[1], area = 0;

	for (int k = a; k < b; k++) {
		const double *u = xy[k % n], *v = xy[(k + 1) % n];

		area += 0.5 * ((u[0] - p[0]) * (v[1] - p[1]) - (v[0] - p[0]) * (u[1] - p[1]));
	}
	return area / sqrt(dx * dx + dy * dy);
}

/* Move the vertices to where the shifted edges meet, but by at most `limit`. */
static void shift(const double (*xy)[2], int n, const int *keep, int m, double limit, double (*to)[2])
{
	for (int k = 0; k < m; k++) {
		int before = keep[(k + m - 1) % m] - (k == 0 ? n : 0), here = keep[k], after = keep[(k + 1) % m] + (k == m - 1 ? n : 0);
		const double *o = xy[(before + n) % n], *p = xy[here % n], *q = xy[after % n];
		double ax = p[0] - o[0], ay = p[1] - o[1], bx = q[0] - p[0], by = q[1] - p[1], la = sqrt(ax * ax + ay * ay),
		       lb = sqrt(bx * bx + by * by);
		/* outward normals are (y, -x) */
		double u[2] = { ay / la, -ax / la }, v[2] = { by / lb, -bx / lb };
		double s = shift_of(xy, n, before + n, here + n), t = shift_of(xy, n, here, after), det = u[0] * v[1] - u[1] * v[0];
		double move[2] = { 0.5 * (s * u[0] + t * v[0]), 0.5 * (s * u[1] + t * v[1]) };

		if (fabs(det) > 0.05) {
			move[0] = (s * v[1] - t * u[1]) / det;
			move[1] = (u[0] * t - v[0] * s) / det;
		}
		double length = sqrt(move[0] * move[0] + move[1] * move[1]), factor = length > limit ? limit / length : 1;
		to[k][0] = p[0] + factor * move[0];
		to[k][1] = p[1] + factor * move[1];
	}
}

static int is_good(const double (*xy)[2], int n)
{
	int e, f;

	return n >= 3 && polygon_area(xy, n) > 0 && polygon_crossing(xy, n, 1, &e, &f) == CROSSING_NONE;
}

void rings_simplify(struct rings *r, double tolerance)
{
	struct ring *ring = &r->ring[r->n - 1];
	const double (*xy)[2] = (const double (*)[2])(r->xy + ring->first);
	double (*to)[2] = mem_new((size_t)ring->n, sizeof *to);
	int *keep = MEM_NEW(int, (size_t)ring->n), n = ring->n;

	for (int round = 0; round < 8; round++, tolerance *= 0.5) {
		int m = choose(xy, n, 0.5 * tolerance, keep);

		if (m < 3)
			continue;
		shift(xy, n, keep, m, 0.5 * tolerance, to);
		if (!is_good((const double (*)[2])to, m)) {
			for (int k = 0; k < m; k++)
				memcpy(to[k], xy[keep[k] % n], sizeof *to);
			if (!is_good((const double (*)[2])to, m))
				continue;
		}
		memcpy(r->xy + ring->first, to, (size_t)m * sizeof *to);
		ring->n = m;
		r->n_xy = ring->first + m;
		break;
	}
	free(keep);
	free(to);
}
