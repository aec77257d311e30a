/* triangles.c: write the surfaces of bodies as STL, OFF and PLY */
#include "trade_parts.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "mesh/mesh.h"
#include "mesh/triangulate.h"
#include "slurp.h"
#include "solid/implicit.h"
#include "surface.h"

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

static int is_sound(const struct solid *o)
{
	struct implicit body = { .n = o->n_bump, .bump = o->bump };

	memcpy(body.a, o->a, sizeof body.a);
	return implicit_check(&body, NULL) == IMPLICIT_GOOD;
}

enum trade_status body_skin(struct mesh *skin, const struct trade_body *b, int edges, char **error)
{
	const char *kind = shape_kind_name[b->shape->kind];

	if (shape_is_wall(b->shape))
		return trade_bad(error, "body %lld (%s) is infinite, expected bodies with a closed surface", (long long)b->id, kind);
	if (b->shape->kind == SHAPE_OBJECT && !is_sound(b->shape->solid))
		return trade_bad(error, "body %lld (%s) has infinite bumps or a hollow centre, expected a body with a surface",
		                 (long long)b->id, kind);
	if (triangulate_shape(skin, b->shape, edges))
		return trade_bad(error, "body %lld (%s) is too thin for triangles of this size; raise --edges", (long long)b->id, kind);
	return TRADE_GOOD;
}

static enum trade_status gather(struct mesh *m, const struct trade_scene *s, char **error)
{
	const struct shape *last = NULL;
	struct mesh skin = { .n_vertex = 0 };
	enum trade_status status = TRADE_GOOD;

	for (int i = 0; i < s->n && status == TRADE_GOOD; i++) {
		const struct trade_body *b = &s->body[i];

		if (b->shape != last) {
			mesh_free(&skin);
			status = body_skin(&skin, b, s->edges, error);
			last = b->shape;
		}
		if (status == TRADE_GOOD && (int64_t)m->n_triangle + skin.n_triangle > MESH_MOST)
			status = trade_bad(error, "the bodies have more than %d triangles, expected fewer: lower --edges, or select bodies with "
			                   "--where", MESH_MOST);
		if (status == TRADE_GOOD)
			put_body(m, &skin, b);
	}
	mesh_free(&skin);
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

enum kind { STL, STL_TEXT, OFF, PLY };

static enum trade_status write_kind(struct trade_text *out, const struct trade_scene *s, enum kind kind, char **error)
{
	struct mesh m = { .n_vertex = 0 };
	enum trade_status status = gather(&m, s, error);
	FILE *f = text_open(&out->text, &out->n);

	if (status == TRADE_GOOD && kind == STL)
		round_to_floats(&m);
	if (status == TRADE_GOOD && kind == OFF)
		surface_write_off(f, &m);
	else if (status == TRADE_GOOD && kind == PLY)
		surface_write_ply(f, &m);
	else if (status == TRADE_GOOD && surface_write_stl(f, &m, "scree", kind == STL))
		status = trade_bad(error, "binary STL holds floats, found a coordinate that is too large for a float; use --to stl-text");
	text_close(f);
	mesh_free(&m);
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
