/* triangulate_march.c: the surface of any body by marching tetrahedra
 *
 * The nodes are a body-centred cubic lattice: those of the first kind are the corners of cubes of side h, those of the second
 * kind their centres. In units of h / 2 the first have even coordinates, the second odd ones. Around every edge of length h
 * between two nodes of the first kind there is a ring of four nodes of the second kind. The ends of the edge and two neighbours
 * in the ring are the corners of a tetrahedron. All tetrahedra are congruent, and they fill space. Their edges lead from a node
 * by (2, 0, 0), (0, 2, 0), (0, 0, 2) to others of its kind, and by (+-1, +-1, 1) to nodes of the other kind above it.
 *
 * Four layers of nodes are enough: a tetrahedron reaches from its edge one layer down and one up, or two up. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "mesh/triangulate.h"

enum { LAYERS = 4, DIRECTIONS = 7 };
/* The least distance of a vertex from the ends of an edge, as a fraction of the edge: otherwise vertices would coincide if a
 * node is on the surface. */
#define KEEP 1e-6
static const int offset_of[DIRECTIONS][3] = { { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 }, { -1, -1, 1 }, { 1, -1, 1 }, { -1, 1, 1 },
	{ 1, 1, 1 } };

struct march {
	const struct triangulate_field *field;
	struct mesh *mesh;
	int m[3];             /* cubes along each axis */
	double h, lo[3];      /* side of a cube; the first node [L] */
	char *inside[LAYERS]; /* [m1 + 1][m0 + 1] of layer k at k % LAYERS */
	int (*vertex[LAYERS])[DIRECTIONS]; /* likewise: the vertex on the edge in each direction, or -1 */
	struct intervals found;
};

struct node { int i[3]; };

static size_t place(const struct march *w, struct node a)
{
	return (size_t)(a.i[1] / 2) * (size_t)(w->m[0] + 1) + (size_t)(a.i[0] / 2);
}

static int inside(const struct march *w, struct node a)
{
	return w->inside[a.i[2] % LAYERS][place(w, a)];
}

static void where(const struct march *w, struct node a, double x[3])
{
	for (int k = 0; k < 3; k++)
		x[k] = w->lo[k] + 0.5 * w->h * a.i[k];
}

/* Find the nodes of a layer that are inside. The outermost nodes of the first kind are outside the box. */
static void fill_layer(struct march *w, int layer)
{
	int odd = layer % 2, slot = layer % LAYERS;
	size_t n = (size_t)(w->m[0] + 1) * (size_t)(w->m[1] + 1);
	double x[3];

	memset(w->inside[slot], 0, n);
	memset(w->vertex[slot], 0xff, n * sizeof *w->vertex[slot]);
	for (int j = odd; j < 2 * w->m[1]; j += 2) {
		struct node a = { { odd, j, layer } };
		char *row = &w->inside[slot][place(w, a)];

		where(w, a, x);
		w->found.n = 0;
		w->field->lines.cut(w->field->lines.body, x[1], x[2], &w->found);
		for (int k = 0; k < w->found.n; k++) {
			double from = (w->found.at[k][0] - x[0]) / w->h, to = (w->found.at[k][1] - x[0]) / w->h;

			for (int i = from > 0 ? (int)ceil(from) : 0; i <= to && i <= w->m[0] - odd; i++)
				row[i] = 1;
		}
	}
}

/* The vertex on the edge between two nodes: in is inside, out is outside. */
static int vertex_between(struct march *w, struct node in, struct node out)
{
	int up = out.i[2] > in.i[2] || (out.i[2] == in.i[2] && out.i[0] + out.i[1] > in.i[0] + in.i[1]), direction = 0;
	struct node from = up ? in : out, to = up ? out : in;
	double x[3], d[3], t = 0;

	for (int k = 0; k < 3; k++)
		to.i[k] -= from.i[k];
	while (memcmp(offset_of[direction], to.i, sizeof to.i) != 0)
		direction++;
	int *v = &w->vertex[from.i[2] % LAYERS][place(w, from)][direction];
	if (*v >= 0)
		return *v;
	where(w, in, x);
	where(w, out, d);
	for (int k = 0; k < 3; k++)
		d[k] -= x[k];
	w->found.n = 0;
	w->field->cut(w->field->lines.body, x, d, &w->found);
	if (w->found.n && w->found.at[0][0] < 1e-9) /* except for rounding it begins at 0 and ends before 1 */
		t = w->found.at[0][1];
	t = fmin(fmax(t, KEEP), 1 - KEEP);
	return *v = mesh_add_vertex(w->mesh, x[0] + t * d[0], x[1] + t * d[1], x[2] + t * d[2]);
}

/* Add the surface inside the tetrahedron whose corners have det(b - a, c - a, d - a) > 0. Even permutations put the corners
 * inside first. */
static void march_one(struct march *w, const struct node corner[4])
{
	static const int order[16][4] = { [1] = { 0, 1, 2, 3 }, [2] = { 1, 0, 3, 2 }, [4] = { 2, 0, 1, 3 }, [8] = { 3, 0, 2, 1 },
		[3] = { 0, 1, 2, 3 }, [5] = { 0, 2, 3, 1 }, [9] = { 0, 3, 1, 2 }, [6] = { 1, 2, 0, 3 }, [10] = { 1, 3, 2, 0 },
		[12] = { 2, 3, 0, 1 }, [14] = { 0, 1, 2, 3 }, [13] = { 1, 0, 3, 2 }, [11] = { 2, 0, 1, 3 }, [7] = { 3, 0, 2, 1 } };
	int mask = 0, n = 0;

	for (int k = 0; k < 4; k++)
		if (inside(w, corner[k])) {
			mask |= 1 << k;
			n++;
		}
	if (n == 0 || n == 4)
		return;
	struct node a = corner[order[mask][0]], b = corner[order[mask][1]], c = corner[order[mask][2]],
	            d = corner[order[mask][3]];
	if (n == 1) {
		mesh_add_triangle(w->mesh, vertex_between(w, a, b), vertex_between(w, a, c), vertex_between(w, a, d));
	} else if (n == 3) {
		mesh_add_triangle(w->mesh, vertex_between(w, b, a), vertex_between(w, d, a), vertex_between(w, c, a));
	} else {
		int v[4] = { vertex_between(w, a, c), vertex_between(w, a, d), vertex_between(w, b, d), vertex_between(w, b, c) };
		double across[2] = { 0, 0 };

		for (int k = 0; k < 3; k++)
			for (int j = 0; j < 2; j++) {
				double e = w->mesh->xyz[v[j + 2]][k] - w->mesh->xyz[v[j]][k];

				across[j] += e * e;
			}
		int first = across[1] < across[0]; /* along the shorter diagonal */
		mesh_add_triangle(w->mesh, v[first], v[first + 1], v[first + 2]);
		mesh_add_triangle(w->mesh, v[first], v[first + 2], v[(first + 3) % 4]);
	}
}

/* The four tetrahedra around the edge from a node of the first kind along an axis. */
static void march_around(struct march *w, struct node a, int axis)
{
	static const int ring[5][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 } };
	struct node corner[4] = { a, a, a, a };

	corner[1].i[axis] += 2;
	for (int k = 0; k < 4; k++) {
		for (int j = 0; j < 2; j++) {
			corner[2 + j].i[axis] = a.i[axis] + 1;
			corner[2 + j].i[(axis + 1) % 3] = a.i[(axis + 1) % 3] + ring[k + j][0];
			corner[2 + j].i[(axis + 2) % 3] = a.i[(axis + 2) % 3] + ring[k + j][1];
		}
		march_one(w, corner);
	}
}

/* Edges on the faces of the whole lattice are left out: they and all tetrahedra around them are outside the box. */
static void march_layer(struct march *w, int layer)
{
	for (int axis = 0; axis < 3; axis++) {
		int from[3] = { 2, 2, layer };

		from[axis] -= axis < 2 ? 2 : 0;
		for (int j = from[1]; j < 2 * w->m[1]; j += 2)
			for (int i = from[0]; i < 2 * w->m[0]; i += 2)
				if (layer > 0 || axis == 2)
					march_around(w, (struct node){ { i, j, layer } }, axis);
	}
}

void triangulate_march(struct mesh *m, const struct triangulate_field *f, int n)
{
	struct march w = { .field = f, .mesh = m };
	double side = 0;

	*m = (struct mesh){ 0 };
	for (int k = 0; k < 3; k++)
		side = fmax(side, f->lines.hi[k] - f->lines.lo[k]);
	if (!(side > 0))
		return;
	w.h = side / n;
	for (int k = 0; k < 3; k++) { /* a spare cube at either end; the lattice has the same middle as the box */
		double length = f->lines.hi[k] - f->lines.lo[k];

		w.m[k] = (int)ceil(length / w.h - 1e-9) + 2;
		w.lo[k] = f->lines.lo[k] + 0.5 * length - 0.5 * w.h * w.m[k];
	}
	size_t nodes = (size_t)(w.m[0] + 1) * (size_t)(w.m[1] + 1);
	for (int k = 0; k < LAYERS; k++) {
		w.inside[k] = MEM_NEW(char, nodes);
		w.vertex[k] = mem_new(nodes, sizeof *w.vertex[k]);
	}
	for (int layer = 0; layer <= 2 * w.m[2]; layer++) {
		fill_layer(&w, layer);
		if (layer >= 2 && layer % 2 == 0)
			march_layer(&w, layer - 2);
	}
	for (int k = 0; k < LAYERS; k++) {
		free(w.inside[k]);
		free(w.vertex[k]);
	}
	free(w.found.at);
	triangulate_tidy(m, 0.5 * w.h);
}
