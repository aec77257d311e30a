/* round.c: rounded ends of Voronoi cells at the walls of the box */
#include <math.h>

#include "base/buf.h"
#include "base/trig.h"
#include "voronoi/voronoi.h"

/* ARC tangents on either side of the middle of an arc, TURN apart. */
enum { ARC = 4 };
static const double TURN = 0.7853981633974483 / ARC;

/* The outward direction of a tangent: the wall's number 0 to 3 in the order of the directions left, bottom, right, top, and the
 * tangent's number -ARC to ARC, 0 for the wall itself. */
static int round_code(int wall, int k)
{
	return wall * (2 * ARC + 1) + k + ARC;
}

void voronoi_round_normal(int code, double normal[2])
{
	static const double axis[4][2] = { { -1, 0 }, { 0, -1 }, { 1, 0 }, { 0, 1 } };
	const double *m = axis[code / (2 * ARC + 1)];
	double sine, cosine;

	trig_sincos((code % (2 * ARC + 1) - ARC) * TURN, &sine, &cosine);
	normal[0] = cosine * m[0] - sine * m[1];
	normal[1] = sine * m[0] + cosine * m[1];
}

/* Cut a cell by the tangents of the arc at its side on a wall, from vertex a to vertex b, which is 2 h long. The arc has an angle
 * of 45 degrees with the wall where it has moved by h along the wall, so its radius is r = h sqrt 2, and its centre is x - r m,
 * where x is the middle of the side and m the normal of the wall. The tangent with the normal n is at the distance
 * (x - r m).n + r from the site. */
static void round_end(struct convex *cell, int wall, const double a[2], const double b[2])
{
	double h = 0.5 * sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])), r = 1.4142135623730951 * h;
	double x = 0.5 * (a[0] + b[0]), y = 0.5 * (a[1] + b[1]), m[2], n[2];

	voronoi_round_normal(round_code(wall, 0), m);
	for (int k = -ARC; k <= ARC; k++) {
		if (k == 0)
			continue;
		voronoi_round_normal(round_code(wall, k), n);
		double off = x * n[0] + y * n[1] + r * (1 - m[0] * n[0] - m[1] * n[1]);
		convex_cut(cell, n[0], n[1], off, 1e-12 * r, (struct side){ VORONOI_ROUND, round_code(wall, k) });
	}
}

void voronoi_round_walls(struct voronoi *v)
{
	static const int order[4] = { VORONOI_LEFT, VORONOI_BOTTOM, VORONOI_RIGHT, VORONOI_TOP };
	struct voronoi old = *v;
	struct convex cell = { 0 };

	v->first = MEM_NEW(size_t, (size_t)v->n);
	v->n_side = MEM_NEW(int, (size_t)v->n);
	const size_t most = old.n_vertex + (size_t)v->n * 4 * 2 * ARC; /* every cell at four walls: enough */
	v->xy = mem_new(most, sizeof *v->xy);
	v->side = mem_new(most, sizeof *v->side);
	v->n_vertex = 0;
	for (int i = 0; i < v->n; i++) {
		const double (*p)[2] = (const double (*)[2])old.xy + old.first[i];
		const struct side *side = old.side + old.first[i];
		int n = old.n_side[i];

		convex_take(&cell, n, p, side);
		for (int k = 0; k < n; k++)
			for (int wall = 0; wall < 4; wall++)
				if (side[k].who == order[wall])
					round_end(&cell, wall, p[k], p[k + 1 < n ? k + 1 : 0]);
		v->first[i] = v->n_vertex;
		v->n_side[i] = cell.n;
		for (int k = 0; k < cell.n; k++, v->n_vertex++) {
			v->xy[v->n_vertex][0] = cell.x[k];
			v->xy[v->n_vertex][1] = cell.y[k];
			v->side[v->n_vertex] = cell.side[k];
		}
	}
	convex_free(&cell);
	voronoi_free(&old);
}
