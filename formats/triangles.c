/* triangles.c: write the surfaces of bodies as STL, OFF and PLY: triangles, and faces of polyhedra */
#include "trade_parts.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "mesh/mesh.h"
#include "slurp.h"
#include "surface.h"

/* The faces of all bodies; any: at least one body has its own faces in place of triangles. */
struct faces { struct surface_faces all; size_t cap, cap_corner; int any; };

static void add_face(struct faces *f, int n, const int *corner, int first)
{
	struct surface_faces *a = &f->all;
	int end = a->n ? a->first[a->n] : 0;

	MEM_GROW(a->first, &f->cap, (size_t)a->n + 2);
	MEM_GROW(a->corner, &f->cap_corner, (size_t)end + (size_t)n);
	for (int c = 0; c < n; c++)
		a->corner[end + c] = first + corner[c];
	a->first[a->n++] = end;
	a->first[a->n] = end + n;
}

/* Append the faces of a body, whose vertices begin at `first`. */
static void put_faces(struct faces *f, const struct trade_scene *s, const struct trade_body *b, int first)
{
	const struct mesh *skin = skin_of(s, b);
	const struct solid *o = b->shape->solid;
	int own = skin_has_faces(s, b);

	f->any |= own;
	for (int k = 0; own && k < o->n_face; k++)
		add_face(f, o->first[k + 1] - o->first[k], o->corner + o->first[k], first);
	for (int t = 0; !own && t < skin->n_triangle; t++)
		add_face(f, 3, skin->tri[t], first);
}

/* Append the surface of a body, in space, to m. */
static void put_body(struct mesh *m, const struct mesh *skin, const struct trade_body *b)
{
	int first = m->n_vertex;
	double r[3][3];

	quat_matrix(r, b->q);
	for (int v = 0; v < skin->n_vertex; v++) {
		double x[3];

		mat3_apply(x, (const double (*)[3])r, skin->xyz[v]);
		mesh_add_vertex(m, b->x[0] + b->size * x[0], b->x[1] + b->size * x[1], b->x[2] + b->size * x[2]);
	}
	for (int t = 0; t < skin->n_triangle; t++)
		mesh_add_triangle(m, first + skin->tri[t][0], first + skin->tri[t][1], first + skin->tri[t][2]);
}

/* Gather the surfaces of all bodies; f, if not NULL, gets their faces. */
static enum trade_status gather(struct mesh *m, struct faces *f, const struct trade_scene *s, char **error)
{
	char *all = mem_zero((size_t)s->n, 1);

	memset(all, 1, (size_t)s->n);
	enum trade_status status = skins_make(s, all, error);
	for (int i = 0; i < s->n && status == TRADE_GOOD; i++) {
		if (f)
			put_faces(f, s, &s->body[i], m->n_vertex);
		put_body(m, skin_of(s, &s->body[i]), &s->body[i]);
	}
	free(all);
	return status;
}

/* Round coordinates to floats, merge corners that become equal, and drop triangles that lose a corner. */
static void round_to_floats(struct mesh *m)
{
	int n = 0;

	for (int v = 0; v < m->n_vertex; v++)
		for (int k = 0; k < 3; k++)
			if (fabs(m->xyz[v][k]) <= FLT_MAX)
				m->xyz[v][k] = (float)m->xyz[v][k];
	mesh_merge(m, 0, NULL);
	for (int t = 0; t < m->n_triangle; t++) {
		const int *c = m->tri[t];

		if (c[0] != c[1] && c[1] != c[2] && c[2] != c[0])
			memmove(m->tri[n++], c, sizeof *m->tri);
	}
	m->n_triangle = n;
}

/* How far n vertices move when they are rounded to floats, in longest sides of the box around them. */
static double float_error(int n, const double (*x)[3])
{
	double moves = 0, side = 0;

	for (int k = 0; k < 3; k++) {
		double lo = INFINITY, hi = -INFINITY;

		for (int v = 0; v < n; v++) {
			lo = fmin(lo, x[v][k]);
			hi = fmax(hi, x[v][k]);
			if (fabs(x[v][k]) <= FLT_MAX)
				moves = fmax(moves, fabs(x[v][k] - (float)x[v][k]));
		}
		side = fmax(side, hi - lo);
	}
	return side > 0 ? moves / side : 0;
}

/* Warn of a body whose surface changes visibly when it is rounded to floats, because it is far from the origin. */
static void warn_of_floats(const struct mesh *m, const struct trade_scene *s)
{
	const double most = 1e-3;
	double worst = most;
	int first = 0;

	for (int i = 0; i < s->n; i++) {
		const int n = skin_of(s, &s->body[i])->n_vertex;
		const double error = float_error(n, (const double (*)[3])m->xyz + first);

		first += n;
		if (!(error > worst))
			continue;
		worst = error;
		free(*s->warning);
		trade_bad(s->warning, "binary STL holds floats: body %lld is so far from the origin that its corners move by %.2g of its "
		          "longest side; use --to stl-text, or move it there with scree-move", (long long)s->body[i].id, error);
	}
}

enum kind { STL, STL_TEXT, OFF, PLY };

static enum trade_status write_kind(struct trade_text *out, const struct trade_scene *s, enum kind kind, char **error)
{
	struct mesh m = { .n_vertex = 0 };
	struct faces faces = { .any = 0 };
	enum trade_status status = gather(&m, kind == OFF || kind == PLY ? &faces : NULL, s, error);
	FILE *f = text_open(&out->text, &out->n);

	if (status == TRADE_GOOD && kind == STL) {
		warn_of_floats(&m, s);
		round_to_floats(&m);
	}
	if (status == TRADE_GOOD && kind == OFF)
		surface_write_off(f, &m, faces.any ? &faces.all : NULL);
	else if (status == TRADE_GOOD && kind == PLY)
		surface_write_ply(f, &m, faces.any ? &faces.all : NULL);
	else if (status == TRADE_GOOD && surface_write_stl(f, &m, "scree", kind == STL))
		status = trade_bad(error, "binary STL holds floats, found a coordinate that is too large for a float; use --to stl-text");
	text_close(f);
	mesh_free(&m);
	free(faces.all.first);
	free(faces.all.corner);
	return status;
}

enum trade_status stl_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_kind(out, s, STL, error);
}

enum trade_status stl_text_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_kind(out, s, STL_TEXT, error);
}

enum trade_status off_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_kind(out, s, OFF, error);
}

enum trade_status ply_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_kind(out, s, PLY, error);
}
