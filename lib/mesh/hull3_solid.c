/* hull3_solid.c: the convex hull of points as a polyhedron */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "mesh/flat_faces.h"
#include "mesh/hull3.h"
#include "solid/polyhedron.h"

struct spot { double x[3]; int place; };

static int by_x(const void *a, const void *b)
{
	const struct spot *p = a, *q = b;

	return p->x[0] != q->x[0] ? (p->x[0] > q->x[0]) - (p->x[0] < q->x[0]) : p->place - q->place;
}

static int by_order(const void *a, const void *b)
{
	return ((const struct spot *)a)->place - ((const struct spot *)b)->place;
}

/* Keep one of the points within `near` of each other, in the order that they have. Returns how many are left. */
static int weld(int n, double (*x)[3], double near)
{
	struct spot *p = MEM_NEW(struct spot, (size_t)n);
	int count = 0;

	for (int i = 0; i < n; i++) {
		memcpy(p[i].x, x[i], sizeof p[i].x);
		p[i].place = i;
	}
	qsort(p, (size_t)n, sizeof *p, by_x);
	for (int i = 0; i < n; i++) { /* the points up to `count` stay */
		int same = 0;

		for (int j = count - 1; j >= 0 && p[i].x[0] - p[j].x[0] <= near && !same; j--) {
			double d[3] = { p[i].x[0] - p[j].x[0], p[i].x[1] - p[j].x[1], p[i].x[2] - p[j].x[2] };

			same = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= near * near;
		}
		if (!same)
			p[count++] = p[i];
	}
	qsort(p, (size_t)count, sizeof *p, by_order);
	for (int i = 0; i < count; i++)
		memcpy(x[i], p[i].x, sizeof p[i].x);
	free(p);
	return count;
}

/* The vertices as a point, a segment, or a plate. */
static void take_thin(struct solid *s, const struct mesh *m, enum hull3_kind kind)
{
	s->n = m->n_vertex;
	s->n_face = kind == HULL3_PLATE ? 2 : 0;
	s->vertex = mem_copy(m->xyz, (size_t)s->n, sizeof *m->xyz);
	s->first = MEM_ZERO(int, 3);
	s->corner = MEM_ZERO(int, 2 * (size_t)s->n);
	for (int k = 0; k < s->n && s->n_face; k++) {
		s->corner[k] = k;
		s->corner[s->n + k] = s->n - 1 - k;
	}
	for (int f = 0; f < s->n_face; f++)
		s->first[f + 1] = (f + 1) * s->n;
}

/* Whether a solid is a convex polyhedron; if not, its arrays are dropped. */
static int is_good(struct solid *s)
{
	struct polyhedron_fault fault;
	struct polyhedron p;
	int good = polyhedron_init(&p, s, &fault) == 0 && p.convex;

	polyhedron_free(&p);
	if (!good) {
		free(s->vertex);
		free(s->first);
		free(s->corner);
	}
	return good;
}

/* Join the triangles of a hull. Where corners are nearly as close as flat, faces that are flat to that may not be convex; then
 * less is joined. Returns 0 if nothing helps. */
static int join(struct solid *s, const struct mesh *m, double flat)
{
	for (int k = 0; k < 4; k++, flat *= k < 3 ? 0.01 : 0) {
		flat_faces(s, m, flat);
		if (is_good(s))
			return 1;
	}
	return 0;
}

enum hull3_kind hull3_solid(struct solid *s, int n, const double (*x)[3], double flat, double keep, double *error)
{
	/* Faces so thin that rounding hides which way they face are avoided by a larger distance that counts as none. The last one,
	 * greater than the points, leaves a point, which always is good. */
	for (double none = flat > 0 ? flat : 1e-12 * hull3_size(n, x);; none *= 10) {
		struct mesh m, again;
		enum hull3_kind kind = hull3(&m, n, x, none, none > flat ? fmax(keep, none / 10) : keep, error);
		int left = weld(m.n_vertex, m.xyz, none / 10), good;

		if (kind != HULL3_POINT && left < m.n_vertex) {
			kind = hull3(&again, left, (const double (*)[3])m.xyz, none, 0, NULL);
			mesh_free(&m);
			m = again;
		}
		if (kind == HULL3_BODY) {
			good = join(s, &m, none / 10);
		} else {
			take_thin(s, &m, kind);
			good = is_good(s);
		}
		mesh_free(&m);
		if (good)
			return kind;
	}
}
