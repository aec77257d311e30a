/* solid_lines.c: lines through any shape in 3D, and its voxels as a surface */
#include "shape/solid_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum mass_status solid_lines_init(struct solid_lines *l, const struct shape *s)
{
	const struct solid *o = s->solid;

	*l = (struct solid_lines){ .kind = s->kind, .turn = { 1, 0, 0, 0 } };
	switch (s->kind) {
	case SHAPE_SPHERE:
	case SHAPE_CLUMP:
		balls_lines_init(&l->balls, o->n, (const double (*)[4])o->ball);
		l->lines = l->balls.lines;
		return MASS_GOOD;
	case SHAPE_MESH:
		l->mesh = mesh_of_solid(o);
		mesh_lines_init(&l->surface, &l->mesh);
		l->lines = l->surface.lines;
		return MASS_GOOD;
	case SHAPE_POLYHEDRON:
		if (polyhedron_lines_init(&l->polyhedron, o))
			return MASS_EMPTY;
		l->lines = l->polyhedron.lines;
		return MASS_GOOD;
	case SHAPE_ELLIPSOID: /* an object without bumps */
	case SHAPE_OBJECT:
		l->implicit = (struct implicit){ .a = { o->a[0], o->a[1], o->a[2] }, .n = o->n_bump, .bump = o->bump };
		if (implicit_check(&l->implicit, NULL) != IMPLICIT_GOOD)
			return MASS_EMPTY;
		implicit_lines(&l->lines, &l->implicit);
		memcpy(l->at, o->at, sizeof l->at);
		memcpy(l->turn, o->turn, sizeof l->turn);
		return MASS_GOOD;
	default:
		return MASS_EMPTY;
	}
}

void solid_lines_free(struct solid_lines *l)
{
	if (l->kind == SHAPE_SPHERE || l->kind == SHAPE_CLUMP)
		balls_lines_free(&l->balls);
	else if (l->kind == SHAPE_MESH)
		mesh_lines_free(&l->surface);
	else if (l->kind == SHAPE_POLYHEDRON)
		polyhedron_lines_free(&l->polyhedron);
}

/* ---- voxels ---- */

/* The voxels inside in two successive layers, each with a rim of voxels outside. */
struct layers { int n; double d, lo[3]; char *in[2]; struct mesh *m; };

static char *voxel(const struct layers *a, int which, int i, int j)
{
	return &a->in[which][(size_t)(j + 1) * (size_t)(a->n + 2) + (size_t)(i + 1)];
}

/* Fill layer k. Returns the number of voxels inside. */
static int64_t layer_fill(struct layers *a, const struct lines *l, int k, struct intervals *s)
{
	int64_t count = 0;

	memset(a->in[1], 0, (size_t)(a->n + 2) * (size_t)(a->n + 2));
	for (int j = 0; j < a->n && k < a->n; j++) {
		s->n = 0;
		l->cut(l->body, a->lo[1] + a->d * (j + 0.5), a->lo[2] + a->d * (k + 0.5), s);
		intervals_join(s);
		for (int e = 0; e < s->n; e++) {
			double from = fmax(ceil((s->at[e][0] - a->lo[0]) / a->d - 0.5), 0);
			double to = fmin(floor((s->at[e][1] - a->lo[0]) / a->d - 0.5), a->n - 1);

			for (int i = (int)from; i <= (int)to && from <= to; i++, count++)
				*voxel(a, 1, i, j) = 1;
		}
	}
	return count;
}

/* Add the square at the lower side of voxel i, j, k along an axis; up: it faces upwards along the axis. */
static void square(const struct layers *a, int axis, int i, int j, int k, int up)
{
	const int at[3] = { i, j, k }, u = (axis + 1) % 3, v = (axis + 2) % 3;
	static const int corner[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
	int first = a->m->n_vertex;

	for (int c = 0; c < 4; c++) {
		double p[3];

		for (int d = 0; d < 3; d++)
			p[d] = a->lo[d] + a->d * (at[d] + (d == u ? corner[c][0] : d == v ? corner[c][1] : 0));
		mesh_add_vertex(a->m, p[0], p[1], p[2]);
	}
	mesh_add_triangle(a->m, first, first + (up ? 1 : 2), first + (up ? 2 : 1));
	mesh_add_triangle(a->m, first, first + (up ? 2 : 3), first + (up ? 3 : 2));
}

int64_t lines_voxel_faces(const struct lines *l, int n, struct mesh *m)
{
	struct layers a = { .n = n, .m = m };
	struct intervals s = { .n = 0 };
	double side = 0;
	int64_t count = 0;

	for (int k = 0; k < 3; k++)
		side = fmax(side, l->hi[k] - l->lo[k]);
	a.d = side / n;
	for (int k = 0; k < 3; k++)
		a.lo[k] = 0.5 * (l->lo[k] + l->hi[k]) - 0.5 * side;
	for (int k = 0; k < 2; k++)
		a.in[k] = MEM_ZERO(char, (size_t)(n + 2) * (size_t)(n + 2));
	for (int k = 0; k <= n; k++) {
		count += layer_fill(&a, l, k, &s);
		for (int j = 0; j <= n; j++)
			for (int i = 0; i <= n; i++) {
				char here = *voxel(&a, 1, i, j), left = *voxel(&a, 1, i - 1, j), front = *voxel(&a, 1, i, j - 1);
				char below = *voxel(&a, 0, i, j);

				if (here != left)
					square(&a, 0, i, j, k, left);
				if (here != front)
					square(&a, 1, i, j, k, front);
				if (here != below)
					square(&a, 2, i, j, k, below);
			}
		char *swap = a.in[0];
		a.in[0] = a.in[1];
		a.in[1] = swap;
	}
	free(a.in[0]);
	free(a.in[1]);
	free(s.at);
	return count;
}
