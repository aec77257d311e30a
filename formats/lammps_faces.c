/* lammps_faces.c: polyhedra in the data file of LAMMPS
 *
 * A body has a line `ID 3 N`, its numbers of vertices, edges and faces, and N numbers: six moments, the vertices, the two
 * vertices of each edge, the four of each face, the last of them -1 for a triangle, and the rounding diameter. A body of one or
 * two vertices has no lists of edges and faces. LAMMPS reads at most LAMMPS_LINES lines of 255 bytes for a body, so a line has
 * several of them. Faces with more corners are written as several; the cuts between them are no edges. */
#include "lammps_parts.h"

#include <math.h>
#include <stdlib.h>

#include "base/quat.h"
#include "solid/polyhedron.h"

enum { CORNERS = 4 }; /* of a face, at most */
enum { VERTICES = 3, NUMBERS = 60 }; /* in a line */

/* The polyhedron of a body; a sphere is a polyhedron of one vertex. The caller frees it. */
static int polyhedron_of(struct polyhedron *p, const struct trade_body *b)
{
	const struct solid *o = b->shape->solid;
	double at[1][3] = { { 0 } };
	int first[1] = { 0 };
	const struct solid ball = { .n = 1, .vertex = at, .first = first, .r = b->shape->kind == SHAPE_SPHERE ? o->ball[0][3] : 0 };
	struct polyhedron_fault fault;

	return polyhedron_init(p, b->shape->kind == SHAPE_SPHERE ? &ball : o, &fault);
}

enum trade_status lammps_faces_check(const struct trade_body *b, char **error)
{
	struct polyhedron p;
	enum trade_status status = TRADE_GOOD;

	if (polyhedron_of(&p, b) || !p.convex)
		status = trade_bad(error, "lammps holds convex polyhedra, found body %lld (polyhedron), which is not convex; choose some with "
		                   "--where", (long long)b->id);
	polyhedron_free(&p);
	return status;
}

static int is_edge(const struct polyhedron_edge *e)
{
	return e->angle > POLYHEDRON_CUT;
}

/* The numbers of edges, and of faces of at most four corners. */
static void count(const struct polyhedron *p, int *edges, int *faces)
{
	*edges = *faces = 0;
	for (int k = 0; k < p->n_edge; k++)
		*edges += is_edge(&p->edge[k]);
	for (int f = 0; f < p->n_face && p->n_vertex > 2; f++)
		*faces += (p->first[f + 1] - p->first[f] - 1) / 2;
}

int lammps_faces_room(const struct trade_body *b)
{
	struct polyhedron p;
	int edges = 0, faces, most = 1;

	if (!polyhedron_of(&p, b)) {
		count(&p, &edges, &faces);
		most = edges > p.n_vertex ? edges : p.n_vertex;
	}
	polyhedron_free(&p);
	return most;
}

/* Write a number of a list: *n so far, `all` in the end. */
static void put(struct trade_text *out, int64_t x, int *n, int all)
{
	++*n;
	text_integer(out, x, *n % NUMBERS == 0 || *n == all ? '\n' : ' ');
}

/* Write face f as a fan of faces of three or four corners. */
static void write_face(struct trade_text *out, const struct polyhedron *p, int f, int *written, int all)
{
	const int *corner = p->corner + p->first[f], n = p->first[f + 1] - p->first[f];

	for (int k = 1; k + 1 < n; k += CORNERS - 2) {
		put(out, corner[0], written, all);
		put(out, corner[k], written, all);
		put(out, corner[k + 1], written, all);
		put(out, k + 2 < n ? corner[k + 2] : -1, written, all);
	}
}

void lammps_faces_write(struct trade_text *out, const struct trade_body *b, const double inertia[6])
{
	struct polyhedron p;
	double m[3][3];
	int edges, faces, n = 0;

	polyhedron_of(&p, b);
	count(&p, &edges, &faces);
	quat_matrix(m, b->q);
	text_integer(out, b->id, ' ');
	text_integer(out, 3, ' ');
	text_integer(out, 7 + 3 * (int64_t)p.n_vertex + (p.n_vertex > 2 ? 2 * (int64_t)edges + CORNERS * (int64_t)faces : 0), '\n');
	text_integer(out, p.n_vertex, ' ');
	text_integer(out, edges, ' ');
	text_integer(out, faces, '\n');
	text_reals(out, 6, inertia, ' ', '\n');
	for (int k = 0; k < p.n_vertex; k++) {
		double to[3];

		mat3_apply(to, (const double (*)[3])m, p.vertex[k]);
		for (int c = 0; c < 3; c++)
			to[c] *= b->size;
		text_reals(out, 3, to, ' ', k % VERTICES == VERTICES - 1 || k == p.n_vertex - 1 ? '\n' : ' ');
	}
	for (int k = 0; k < p.n_edge && p.n_vertex > 2; k++)
		if (is_edge(&p.edge[k])) {
			put(out, p.edge[k].v[0], &n, 2 * edges);
			put(out, p.edge[k].v[1], &n, 2 * edges);
		}
	n = 0;
	for (int f = 0; f < p.n_face && p.n_vertex > 2; f++)
		write_face(out, &p, f, &n, CORNERS * faces);
	text_reals(out, 1, (double[1]){ 2 * b->size * p.r }, ' ', '\n');
	polyhedron_free(&p);
}
