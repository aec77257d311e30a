/* shapes3.h: shapes of space by their numbers, for tests */
#ifndef SCREE_TEST_SHAPES3_H
#define SCREE_TEST_SHAPES3_H

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "world/world.h"

static inline struct shape balls(int n, const double (*ball)[4])
{
	struct shape s = { .id = 1 };

	shape_alloc(&s, n == 1 ? SHAPE_SPHERE : SHAPE_CLUMP, n);
	s.solid->n = n;
	s.solid->ball = mem_new((size_t)n, sizeof *s.solid->ball);
	memcpy(s.solid->ball, ball, (size_t)n * sizeof *ball);
	return s;
}

static inline struct shape solid(enum shape_kind kind, double a, double b, double c)
{
	struct shape s = { .id = 2 };

	shape_alloc(&s, kind, 1);
	s.solid->a[0] = a, s.solid->a[1] = b, s.solid->a[2] = c;
	return s;
}

/* An ellipsoid with a bump that changes nothing to speak of. */
static inline struct shape all_but_ellipsoid(double a, double b, double c)
{
	struct shape s = solid(SHAPE_OBJECT, a, b, c);

	s.solid->n_bump = 1;
	s.solid->bump = mem_zero(1, sizeof *s.solid->bump);
	*s.solid->bump = (struct bump){ .sign = 1, .k = 1e-4, .b = { 100, 100, 100 } };
	return s;
}

static inline struct shape cylinder(double r, int side, double length)
{
	struct shape s = solid(SHAPE_CYLINDER, 0, 0, 0);

	s.solid->r = r;
	s.solid->side = side;
	s.solid->length = length;
	return s;
}

/* The cube of edge 2 about the origin, with all its faces or without the upper one. */
static inline struct shape cube(int faces)
{
	static const int quad[6][4] = { { 0, 2, 3, 1 }, { 0, 1, 5, 4 }, { 1, 3, 7, 5 }, { 3, 2, 6, 7 }, { 2, 0, 4, 6 }, { 4, 5, 7, 6 } };
	struct shape s = { .id = 3 };

	shape_alloc(&s, SHAPE_MESH, 8);
	s.solid->n = 8;
	s.solid->n_face = 2 * faces;
	s.solid->vertex = mem_new(8, sizeof *s.solid->vertex);
	s.solid->face = mem_new(12, sizeof *s.solid->face);
	for (int k = 0; k < 8; k++)
		for (int a = 0; a < 3; a++)
			s.solid->vertex[k][a] = k >> a & 1 ? 1 : -1;
	for (int f = 0; f < faces; f++)
		for (int t = 0; t < 2; t++) {
			const int corner[3] = { quad[f][0], quad[f][1 + t], quad[f][2 + t] };

			memcpy(s.solid->face[2 * f + t], corner, sizeof corner);
		}
	return s;
}

/* The polyhedron with the vertices of this box about the origin, or its middle plate (z = 0) or rod (y = z = 0), and a radius. */
static inline struct shape rounded(double x, double y, double z, double r)
{
	static const int quad[6][4] = { { 0, 2, 3, 1 }, { 0, 1, 5, 4 }, { 1, 3, 7, 5 }, { 3, 2, 6, 7 }, { 2, 0, 4, 6 }, { 4, 5, 7, 6 } };
	static const int both[2][4] = { { 0, 1, 3, 2 }, { 2, 3, 1, 0 } };
	struct shape s = { .id = 4 };
	int n = z > 0 ? 8 : y > 0 ? 4 : 2, faces = z > 0 ? 6 : y > 0 ? 2 : 0;

	shape_alloc(&s, SHAPE_POLYHEDRON, n);
	s.solid->n = n;
	s.solid->r = r;
	s.solid->n_face = faces;
	s.solid->vertex = mem_new((size_t)n, sizeof *s.solid->vertex);
	s.solid->first = MEM_NEW(int, 7);
	s.solid->corner = MEM_NEW(int, 24);
	for (int k = 0; k < n; k++) {
		s.solid->vertex[k][0] = k & 1 ? x : -x;
		s.solid->vertex[k][1] = k & 2 ? y : -y;
		s.solid->vertex[k][2] = k & 4 ? z : -z;
	}
	for (int f = 0; f <= faces; f++) {
		s.solid->first[f] = 4 * f;
		for (int c = 0; c < 4 && f < faces; c++)
			s.solid->corner[4 * f + c] = faces == 6 ? quad[f][c] : both[f][c];
	}
	for (int k = 0; k < n && y == 0; k++)
		s.solid->vertex[k][1] = s.solid->vertex[k][2] = 0;
	return s;
}

static inline void drop(struct shape *s)
{
	solid_free(s->solid);
}

#endif
