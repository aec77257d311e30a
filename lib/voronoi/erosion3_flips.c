/* erosion3_flips.c: edges that flip as a cell in space is eroded */
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "base/wide.h"
#include "voronoi/erosion3.h"

/* Vertices in rows of numbers, so many at a time. */
enum { LANES = 8, NORMALS = 0, OFFS = 9, ROWS = 12 };

/* The points that the three planes of some vertices have in common before erosion, and for each whether it is beyond another
 * plane by more than slack: then outside[k] is above 0. planes[4 n] are normals and distances. */
static WIDE_INLINE void outside_loop(const double (*restrict in)[LANES], const double *restrict planes, int n, double slack,
	double *restrict outside)
{
	double x[LANES], y[LANES], z[LANES];

#pragma omp simd
	for (int k = 0; k < LANES; k++) {
		const vec3 a = { in[0][k], in[1][k], in[2][k] }, b = { in[3][k], in[4][k], in[5][k] };
		const vec3 c = { in[6][k], in[7][k], in[8][k] }, m = v3_cross(a, b);
		const vec3 sum = v3_add(v3_scale(in[OFFS][k], v3_cross(b, c)),
			v3_add(v3_scale(in[OFFS + 1][k], v3_cross(c, a)), v3_scale(in[OFFS + 2][k], m)));
		const vec3 p = v3_scale(1 / v3_dot(m, c), sum);

		x[k] = p.x;
		y[k] = p.y;
		z[k] = p.z;
		outside[k] = 0;
	}
	for (int i = 0; i < n; i++) {
		const double a = planes[4 * i], b = planes[4 * i + 1], c = planes[4 * i + 2], most = planes[4 * i + 3] + slack;
#pragma omp simd
		for (int k = 0; k < LANES; k++)
			outside[k] += a * x[k] + b * y[k] + c * z[k] <= most ? 0.0 : 1.0; /* what is no number is outside */
	}
}
WIDE_LOOP(outside, (const double (*restrict in)[LANES], const double *restrict planes, int n, double slack,
	double *restrict outside), (in, planes, n, slack, outside))

/* Whether the planes a and b have an edge in common in the cell: whether a part of their line is behind all other planes. */
static int have_edge(const struct erosion3 *e, int a, int b)
{
	vec3 n = v3_from(e->normal[a]), m = v3_from(e->normal[b]), u = v3_cross(n, m);
	double c = v3_dot(n, m), sine2 = v3_dot(u, u), lo = -INFINITY, hi = INFINITY;
	vec3 o = v3_add(v3_scale((e->off[a] - c * e->off[b]) / sine2, n), v3_scale((e->off[b] - c * e->off[a]) / sine2, m));

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

/* Find which vertices of the eroded cell belong to three planes that have no vertex in common in the cell: e->lost[n_vertex]. */
static void find_lost(struct erosion3 *e)
{
	const struct cell3 *c = &e->cell;
	const size_t room = (size_t)(c->n_vertex + LANES - 1) / LANES * LANES;

	MEM_GROW(e->lost, &e->cap_lost, room + 4 * (size_t)e->n);
	double *planes = e->lost + room, in[ROWS][LANES];
	for (int k = 0; k < e->n; k++) {
		memcpy(planes + 4 * k, e->normal[k], sizeof e->normal[k]);
		planes[4 * k + 3] = e->off[k];
	}
	for (int from = 0; from < c->n_vertex; from += LANES) {
		for (int k = 0; k < LANES; k++) {
			const struct cell3_corner *p = &c->corner[from + k < c->n_vertex ? from + k : from];

			for (int i = 0; i < 3; i++) {
				const double *plane = planes + 4 * c->plane[p->face[i]].label.who;

				for (int a = 0; a < 3; a++)
					in[3 * i + a][k] = plane[a];
				in[OFFS + i][k] = plane[3];
			}
		}
		outside(wide_has())((const double (*)[LANES])in, planes, e->n, 1e-12 * e->inradius, e->lost + from);
	}
}

/* An edge of the eroded cell has not flipped if an end of it is a vertex of the cell as well. That is found for all vertices
 * together, and the rest edge by edge. */
int erosion3_flips(struct erosion3 *e)
{
	const struct cell3 *c = &e->cell;
	int flips = 0;

	find_lost(e);
	for (int p = 0; p < c->n_vertex; p++)
		for (int k = 0; k < 3 && e->lost[p] > 0; k++) {
			const int q = c->corner[p].to[k];

			if (q > p && e->lost[q] > 0)
				flips += !have_edge(e, c->plane[c->corner[p].face[k]].label.who,
					c->plane[c->corner[p].face[k == 2 ? 0 : k + 1]].label.who);
		}
	return flips;
}
