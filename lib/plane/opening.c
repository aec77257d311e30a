/* opening.c: rounding an outline by a disk
 *
 * A polygon eroded by R is the part of the polygon that the dilation of its edges by R does not cover. So the boundary of the
 * eroded polygon consists of the pieces inside the polygon that belong to the boundary of the hollow outline with spheroradius R.
 * A convex polygon is eroded by its half-planes instead, because the eroded polygon may have no area. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "base/vec.h"
#include "plane/arcs.h"
#include "plane/form.h"
#include "plane/minkowski.h"
#include "plane/polygon.h"

enum { STEPS_MAX = 400 }; /* most tangents to one arc: enough for tolerances of 1e-5 R */

struct path { int n; size_t cap; double (*v)[2]; };

static void path_add(struct path *p, vec2 v)
{
	MEM_GROW(p->v, &p->cap, (size_t)p->n + 1);
	p->v[p->n][0] = v.x;
	p->v[p->n++][1] = v.y;
}

/* Append the points of a piece after its first, backwards, because the piece has the dilation of the edges on its left. An arc
 * bulges into the eroded polygon and is replaced by tangents. Tangents at steps of the angle a leave the arc by
 * R (1 / cos(a / 2) - 1). */
static void path_follow(struct path *path, const struct piece *p, double tolerance)
{
	if (p->r > 0) {
		double step = 2 * trig_atan2(sqrt(tolerance * (2 * p->r + tolerance)), p->r), sine, cosine;
		int n = (int)ceil(fmin(p->angle / fmax(step, 1e-300), STEPS_MAX));
		vec2 c = v2(p->c[0], p->c[1]);

		trig_sincos(0.5 * p->angle / n, &sine, &cosine);
		double far = p->r / cosine;

		for (int k = n - 1; k >= 0; k--) {
			trig_sincos(p->angle * (k + 0.5) / n, &sine, &cosine);
			path_add(path, v2_add(c, v2_turn(v2(far * p->np[0], far * p->np[1]), cosine, sine)));
		}
	}
	path_add(path, v2(p->p[0], p->p[1]));
}

/* The unused piece that ends nearest to the start of piece k: the next one backwards. */
static int piece_before(const struct boundary *b, const char *used, int k)
{
	double least = INFINITY;
	int best = -1;

	for (int j = 0; j < b->n; j++) {
		double dx = b->piece[j].q[0] - b->piece[k].p[0], dy = b->piece[j].q[1] - b->piece[k].p[1];

		if (!used[j] && dx * dx + dy * dy < least) {
			least = dx * dx + dy * dy;
			best = j;
		}
	}
	return best;
}

/* Remove vertices that lie within tol of the segment between their neighbours. */
static void path_straighten(struct path *p, double tol)
{
	for (int k = 0; k < p->n && p->n > 3;) {
		if (segment_distance2(p->v[k], p->v[(k + p->n - 1) % p->n], p->v[(k + 1) % p->n]) > tol * tol) {
			k++;
			continue;
		}
		memmove(&p->v[k], &p->v[k + 1], (size_t)(--p->n - k) * sizeof *p->v);
		k = k > 0 ? k - 1 : 0;
	}
}

/* Remove the pieces outside the polygon. Returns the number of those left. */
static int remove_outer(struct boundary *b, const struct shape *s)
{
	int n = 0;

	for (int k = 0; k < b->n; k++) {
		const struct piece *p = &b->piece[k];
		vec2 m = v2(0.5 * (p->p[0] + p->q[0]), 0.5 * (p->p[1] + p->q[1]));

		if (p->r > 0) {
			double sine, cosine;

			trig_sincos(0.5 * p->angle, &sine, &cosine);
			m = v2_add(v2(p->c[0], p->c[1]), v2_turn(v2(p->r * p->np[0], p->r * p->np[1]), cosine, sine));
		}
		if (polygon_inside((const double (*)[2])s->xy, s->n, m.x + b->origin[0], m.y + b->origin[1]))
			b->piece[n++] = *p;
	}
	return b->n = n;
}

/* Erode the polygon s into *path. */
static enum form_status erode(struct path *path, const struct shape *s, double radius, double tolerance, double tol)
{
	struct shape hollow = *s;
	struct boundary b = { .n = 0 };
	char *used;
	int loops = 0;

	hollow.kind = SHAPE_RING;
	hollow.r = radius;
	boundary_of_shape(&b, &hollow);
	remove_outer(&b, s);
	used = MEM_ZERO(char, (size_t)b.n);
	for (int first = 0; first < b.n; first++) {
		struct path loop = { .n = 0 };
		vec2 start = v2(b.piece[first].q[0], b.piece[first].q[1]);

		if (used[first])
			continue;
		for (int k = first; k >= 0; k = piece_before(&b, used, k)) {
			vec2 d = v2_sub(start, v2(b.piece[k].p[0], b.piece[k].p[1]));

			used[k] = 1;
			path_follow(&loop, &b.piece[k], tolerance);
			if (v2_norm(d) <= tol)
				break;
		}
		path_straighten(&loop, tol);
		/* rounding leaves a loop without extent where one is about to vanish */
		if (loop.n >= 3 && polygon_perimeter((const double (*)[2])loop.v, loop.n) > 8 * tol) {
			loops++;
			free(path->v);
			*path = loop;
		} else {
			free(loop.v);
		}
	}
	for (int k = 0; k < path->n; k++)
		for (int d = 0; d < 2; d++)
			path->v[k][d] += b.origin[d];
	free(used);
	boundary_free(&b);
	return loops == 0 ? FORM_EMPTY : loops == 1 ? FORM_GOOD : FORM_SPLIT;
}

/* Open a convex polygon: its half-planes are moved inwards, and sides may vanish. */
static enum form_status open_convex(struct shape *s, double radius)
{
	struct erosion e = { .n = 0 };
	double (*xy)[2] = mem_new((size_t)s->n, sizeof *xy);

	erosion_begin_polygon(&e, s->n, (const double (*)[2])s->xy);
	int n = erosion_go(&e, radius, xy);

	if (n > 0) {
		shape_alloc(s, n == 1 ? SHAPE_POINT : n == 2 ? SHAPE_POLYLINE : SHAPE_POLYGON, n);
		memcpy(s->xy, xy, (size_t)n * sizeof *xy);
		s->r = radius;
	}
	erosion_free(&e);
	free(xy);
	return n > 0 ? FORM_GOOD : FORM_EMPTY;
}

enum form_status form_open(struct shape *s, double radius, double tolerance)
{
	struct path path = { .n = 0 };
	double size = 0;

	if (s->kind != SHAPE_POLYGON || s->n < 3)
		return FORM_EMPTY;
	if (polygon_convex((const double (*)[2])s->xy, s->n))
		return open_convex(s, radius);
	for (int k = 0; k < s->n; k++)
		size = fmax(size, fmax(fabs(s->xy[k][0] - s->xy[0][0]), fabs(s->xy[k][1] - s->xy[0][1])));
	enum form_status status = erode(&path, s, radius, tolerance, 1e-13 * size);

	if (status == FORM_GOOD) {
		shape_alloc(s, SHAPE_POLYGON, path.n);
		memcpy(s->xy, path.v, (size_t)path.n * sizeof *s->xy);
		s->r = radius;
	}
	free(path.v);
	return status;
}
