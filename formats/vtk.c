/* vtk.c: write frames for ParaView: grains, pebbles, shapes, walls, contacts and the cell of the domain, each as polygon data */
#include "vtk_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/quat.h"
#include "plane/outline.h"
#include "trade_parts.h"
#include "world/deform.h"

/* Chords of outlines are at most this part of the spheroradius away from the arcs. */
static const double chord = 0.005;

static const char places[] = "x y z angle qw qx qy qz";

/* ---- bodies ---- */

void part_end(struct part *p, enum vtk_cell kind, const struct trade_body *b)
{
	vtk_end(&p->v, kind);
	MEM_GROW(p->row[kind], &p->cap[kind], (size_t)p->v.n_cell[kind]);
	p->row[kind][p->v.n_cell[kind] - 1] = b->row;
}

/* Whether a body is drawn ball by ball. */
static int is_balls(const struct trade_scene *s, const struct trade_body *b)
{
	if (s->skins->instances)
		return 0;
	return b->shape->kind == SHAPE_CLUMP || b->shape->kind == SHAPE_DISKS;
}

int part_is_drawn(const struct trade_body *b)
{
	enum shape_kind k = b->shape->kind;

	return k == SHAPE_POLYLINE || k == SHAPE_RING || k == SHAPE_POLYGON || k == SHAPE_MESH || k == SHAPE_OBJECT ||
		k == SHAPE_POLYHEDRON;
}

int part_is_wall(const struct trade_body *b, const char *held)
{
	return shape_is_wall(b->shape) || (held[b->row] && part_is_drawn(b));
}

/* R diag(2 a) R^T: the tensor that makes the unit sphere of a glyph, which has the radius 1/2, this ellipsoid. */
static void ellipsoid_tensor(double t[9], const struct trade_body *b, const double a[3])
{
	double r[3][3];

	quat_matrix(r, b->q);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			for (int k = 0; k < 3; k++)
				t[3 * i + j] += 2 * b->size * a[k] * r[i][k] * r[j][k];
}

/* The radius of a sphere or disk, and the tensor of these and of an ellipsoid; they are 0 for other bodies. */
static double radius(double t[9], const struct trade_body *b)
{
	const struct shape *s = b->shape;
	double r = s->kind == SHAPE_POINT ? s->r : s->kind == SHAPE_SPHERE ? s->solid->ball[0][3] : 0;

	ellipsoid_tensor(t, b, s->kind == SHAPE_ELLIPSOID ? s->solid->a : (double[3]){ r, r, r });
	return b->size * r;
}

static void write_grains(struct trade_text *out, const struct trade_scene *s, const char *held, int as_text)
{
	struct vtk v = { 0 };
	int n = 0, *row = MEM_NEW(int, (size_t)s->n);

	for (int i = 0; i < s->n; i++)
		n += !part_is_wall(&s->body[i], held);
	double *r = vtk_array(&v, VTK_POINTS, "radius", VTK_REAL, 1, n);
	double *reach = vtk_array(&v, VTK_POINTS, "reach", VTK_REAL, 1, n);
	int32_t *is_held = vtk_array(&v, VTK_POINTS, "held", VTK_CODE, 1, n);
	double *turn = vtk_array(&v, VTK_POINTS, "quaternion", VTK_REAL, 4, n);
	double *tensor = vtk_array(&v, VTK_POINTS, "tensor", VTK_REAL, 9, n);
	int32_t *index = s->skins->instances ? vtk_array(&v, VTK_POINTS, "surface_index", VTK_CODE, 1, n) : NULL;
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];
		int64_t k;

		if (part_is_wall(b, held))
			continue;
		k = vtk_point(&v, b->x[0], b->x[1], b->x[2]);
		vtk_corner(&v, VTK_VERTEX, k);
		vtk_end(&v, VTK_VERTEX);
		row[k] = b->row;
		r[k] = radius(tensor + 9 * k, b);
		reach[k] = b->size * shape_reach(b->shape);
		is_held[k] = held[b->row];
		memcpy(turn + 4 * k, b->q, sizeof b->q);
		if (index)
			index[k] = skin_number(s, b);
	}
	vtk_columns(&v, VTK_POINTS, s->w, &s->w->body, places, n, row);
	vtk_words(&v, s->w);
	vtk_time(&v, s->w->t);
	vtk_write(out, &v, as_text);
	vtk_free(&v);
	free(row);
}

static enum trade_status write_pebbles(struct trade_text *out, const struct trade_scene *s, int as_text, char **error)
{
	struct vtk v = { 0 };
	int64_t n = 0;

	for (int i = 0; i < s->n; i++)
		n += is_balls(s, &s->body[i]) ? body_balls(&s->body[i]) : 0;
	if (n > INT32_MAX)
		return trade_bad(error, "the clumps have %lld pebbles, expected 2147483647 at most; select bodies with --where", (long long)n);
	int *row = MEM_NEW(int, (size_t)n);
	double *r = vtk_array(&v, VTK_POINTS, "radius", VTK_REAL, 1, n);
	for (int i = 0; i < s->n; i++)
		for (int k = 0; is_balls(s, &s->body[i]) && k < body_balls(&s->body[i]); k++) {
			double ball[4];
			int64_t at;

			body_ball(ball, &s->body[i], k, 1);
			at = vtk_point(&v, ball[0], ball[1], ball[2]);
			vtk_corner(&v, VTK_VERTEX, at);
			vtk_end(&v, VTK_VERTEX);
			row[at] = s->body[i].row;
			r[at] = ball[3];
		}
	vtk_columns(&v, VTK_POINTS, s->w, &s->w->body, places, (int)n, row);
	vtk_words(&v, s->w);
	vtk_time(&v, s->w->t);
	vtk_write(out, &v, as_text);
	vtk_free(&v);
	free(row);
	return TRADE_GOOD;
}

/* ---- outlines and surfaces ---- */

/* The shape of the last body, drawn at size 1 or larger. */
struct pen {
	const struct shape *of;
	struct outline outline;
};

/* An outline is a polygon; with holes, which polygons of VTK do not have, its loops are lines. */
static void add_outline(struct part *p, struct pen *pen, const struct trade_body *b)
{
	const struct outline *o = &pen->outline;
	double m[3][3];

	if (pen->of != b->shape)
		outline_of_shape(&pen->outline, b->shape, chord * b->shape->r);
	pen->of = b->shape;
	quat_matrix(m, b->q);
	for (int k = 0; k < o->n_loop; k++) {
		enum vtk_cell kind = o->n_loop > 1 || !o->b.n ? VTK_LINE : VTK_POLYGON;
		int64_t first = p->v.n_point;

		for (int c = o->loop[k]; c < outline_loop_end(o, k); c++) {
			const double *x = o->xy[c];

			vtk_corner(&p->v, kind, vtk_point(&p->v, b->x[0] + b->size * (m[0][0] * x[0] + m[0][1] * x[1]),
			                                  b->x[1] + b->size * (m[1][0] * x[0] + m[1][1] * x[1]), 0));
		}
		if (kind == VTK_LINE)
			vtk_corner(&p->v, kind, first);
		part_end(p, kind, b);
	}
}

static void add_surface(struct part *p, const struct trade_scene *s, const struct trade_body *b)
{
	const struct mesh *skin = skin_of(s, b);
	const struct solid *o = b->shape->solid;
	const int own = skin_has_faces(s, b);
	int64_t first = p->v.n_point;
	double m[3][3];

	quat_matrix(m, b->q);
	for (int k = 0; k < skin->n_vertex; k++) {
		double x[3];

		mat3_apply(x, (const double (*)[3])m, skin->xyz[k]);
		vtk_point(&p->v, b->x[0] + b->size * x[0], b->x[1] + b->size * x[1], b->x[2] + b->size * x[2]);
	}
	for (int f = 0; own && f < o->n_face; f++) {
		for (int c = o->first[f]; c < o->first[f + 1]; c++)
			vtk_corner(&p->v, VTK_POLYGON, first + o->corner[c]);
		part_end(p, VTK_POLYGON, b);
	}
	for (int k = 0; !own && k < skin->n_triangle; k++) {
		for (int c = 0; c < 3; c++)
			vtk_corner(&p->v, VTK_POLYGON, first + skin->tri[k][c]);
		part_end(p, VTK_POLYGON, b);
	}
}

/* Write the bodies that are drawn: the walls, or the others. */
static enum trade_status write_drawn(struct trade_text *out, const struct trade_scene *s, const char *held, int walls,
	int as_text, char **error)
{
	struct part p = { .v = { .n_point = 0 } };
	struct pen pen = { .of = NULL };
	char *draw = mem_zero((size_t)s->n, 1);

	const int instances = s->skins->instances && !walls;
	for (int i = 0; i < s->n; i++)
		draw[i] = (instances || part_is_drawn(&s->body[i])) && part_is_wall(&s->body[i], held) == walls;
	enum trade_status status = s->w->dim == 3 ? skins_make(s, draw, error) : TRADE_GOOD;
	for (int i = 0; i < s->n && status == TRADE_GOOD; i++) {
		if (!draw[i] || instances)
			continue;
		if (s->w->dim == 2)
			add_outline(&p, &pen, &s->body[i]);
		else
			add_surface(&p, s, &s->body[i]);
	}
	free(draw);
	if (walls && s->w->dim == 3)
		part_add_walls(&p, s);
	int lines = (int)p.v.n_cell[VTK_LINE], n = lines + (int)p.v.n_cell[VTK_POLYGON], *row = MEM_NEW(int, (size_t)n);
	for (int k = 0; k < n; k++)
		row[k] = k < lines ? p.row[VTK_LINE][k] : p.row[VTK_POLYGON][k - lines];
	if (status == TRADE_GOOD) {
		vtk_columns(&p.v, VTK_CELLS, s->w, &s->w->body, places, n, row);
		vtk_words(&p.v, s->w);
		vtk_time(&p.v, s->w->t);
		vtk_write(out, &p.v, as_text);
	}
	for (int k = 0; k < VTK_KINDS; k++)
		free(p.row[k]);
	vtk_free(&p.v);
	outline_free(&pen.outline);
	free(row);
	return status;
}

/* ---- contacts ---- */

/* The force on body j of contact k. */
static void contact_force(double f[3], const struct table *t, int dim, int k)
{
	static const char *const n_name[] = { "nx", "ny", "nz" }, *const t_name[] = { "ftx", "fty", "ftz" };
	const double *fn = table_real(t, "fn"), *ft = table_real(t, "ft"), *n[3], *across;

	for (int c = 0; c < 3; c++) {
		n[c] = c < dim ? table_real(t, n_name[c]) : NULL;
		across = c < dim ? table_real(t, t_name[c]) : NULL;
		f[c] = (fn && n[c] ? fn[k] * n[c][k] : 0) + (dim == 3 && across ? across[k] : 0);
	}
	if (dim == 2 && ft && n[0] && n[1]) {
		f[0] -= ft[k] * n[1][k];
		f[1] += ft[k] * n[0][k];
	}
}

/* Each contact is a line from the centre of i to that of j, at its image; at a wall the line ends at the point of contact. */
static void write_contacts(struct trade_text *out, const struct trade_scene *s, const char *held, int as_text)
{
	static const char *const image_name[] = { "ix", "iy", "iz" }, *const x_name[] = { "x", "y", "z" };
	const struct table *t = &s->w->contact;
	const int64_t *of[2] = { table_int(t, "i"), table_int(t, "j") };
	int *place = MEM_NEW(int, (size_t)s->w->body.n_row), *row = MEM_NEW(int, 2 * (size_t)t->n_row);
	struct vtk v = { 0 };
	struct ids ids;

	for (int i = 0; i < s->n; i++)
		place[s->body[i].row] = i;
	ids_init(&ids, s->w->body.n_row, table_int(&s->w->body, "id"));
	double *force = vtk_array(&v, VTK_POINTS, "contact_force", VTK_REAL, 3, 2 * (int64_t)t->n_row);
	double *at = vtk_array(&v, VTK_POINTS, "contact_point", VTK_REAL, 3, 2 * (int64_t)t->n_row);
	for (int k = 0; k < t->n_row; k++) {
		double point[3] = { 0 }, image[3] = { 0 }, shift[3] = { 0 };

		for (int c = 0; c < s->w->dim; c++) {
			const int64_t *n = table_int(t, image_name[c]);
			const double *x = table_real(t, x_name[c]);

			image[c] = n ? (double)n[k] : 0;
			point[c] = x ? x[k] : 0;
		}
		if (s->w->domain.set)
			domain_shift3(&s->w->domain, image, shift);
		for (int e = 0; e < 2; e++) {
			const struct trade_body *b = &s->body[place[ids_row(&ids, of[e][k])]];
			int wall = part_is_wall(b, held) && table_real(t, "x");
			double end[3];

			for (int c = 0; c < 3; c++)
				end[c] = wall ? point[c] : b->x[c] + (e ? shift[c] : 0);
			vtk_corner(&v, VTK_LINE, vtk_point(&v, end[0], end[1], end[2]));
			row[2 * k + e] = k;
			contact_force(force + 6 * k + 3 * e, t, s->w->dim, k);
			memcpy(at + 6 * k + 3 * e, point, sizeof point);
		}
		vtk_end(&v, VTK_LINE);
	}
	vtk_columns(&v, VTK_POINTS, s->w, t, "x y z", 2 * t->n_row, row);
	vtk_words(&v, s->w);
	vtk_time(&v, s->w->t);
	vtk_write(out, &v, as_text);
	vtk_free(&v);
	ids_free(&ids);
	free(place);
	free(row);
}

/* ---- the domain ---- */

/* The edges of the cell of the lattice that begins at the lower corner. */
static void write_domain(struct trade_text *out, const struct trade_scene *s, int as_text)
{
	const struct domain *d = &s->w->domain;
	const int dim = s->w->dim;
	struct vtk v = { 0 };

	for (int c = 0; c < 1 << dim && d->set; c++) {
		const double n[3] = { c & 1, c >> 1 & 1, c >> 2 & 1 };
		double x[3];

		domain_shift3(d, n, x);
		vtk_point(&v, d->lo[0] + x[0], d->lo[1] + x[1], dim == 3 ? d->lo[2] + x[2] : 0);
	}
	for (int c = 0; c < 1 << dim && d->set; c++)
		for (int k = 0; k < dim; k++) {
			if (c >> k & 1)
				continue;
			vtk_corner(&v, VTK_LINE, c);
			vtk_corner(&v, VTK_LINE, c | 1 << k);
			vtk_end(&v, VTK_LINE);
		}
	vtk_time(&v, s->w->t);
	vtk_write(out, &v, as_text);
	vtk_free(&v);
}

/* ---- the frame and the index ---- */

enum { INDEX, GRAINS, PEBBLES, SHAPES, WALLS, CONTACTS, DOMAIN };

void vtk_index(struct trade_text *out, const struct trade_scene *s)
{
	const struct trade_format *f = s->format;
	const double t = isfinite(s->w->t) ? s->w->t : s->frame;

	if (s->frame == 0)
		text_put(out, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
		         "<Collection>\n");
	for (int k = 1; k < TRADE_FILES && f->part[k]; k++) {
		text_put(out, "<DataSet timestep=\"");
		text_reals(out, 1, &t, ' ', '"');
		text_put(out, " group=\"\" part=\"");
		text_integer(out, k - 1, '"');
		text_put(out, " name=\"");
		text_put(out, f->part[k]);
		text_put(out, "\" file=\"");
		text_quoted(out, s->path[k]);
		text_put(out, "\"/>\n");
	}
}

static enum trade_status write_frame(struct trade_text out[TRADE_FILES], const struct trade_scene *s, int as_text, char **error)
{
	char *held = trade_held(s->w);
	enum trade_status status = write_drawn(&out[SHAPES], s, held, 0, as_text, error);
	if (status == TRADE_GOOD)
		status = write_drawn(&out[WALLS], s, held, 1, as_text, error);
	if (status == TRADE_GOOD)
		status = write_pebbles(&out[PEBBLES], s, as_text, error);
	if (status == TRADE_GOOD) {
		write_grains(&out[GRAINS], s, held, as_text);
		write_contacts(&out[CONTACTS], s, held, as_text);
		write_domain(&out[DOMAIN], s, as_text);
		vtk_index(&out[INDEX], s);
		if (s->skins->instances)
			vtk_instances(s, as_text);
	}
	free(held);
	return status;
}

enum trade_status vtk_raw_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_frame(out, s, 0, error);
}

enum trade_status vtk_text_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_frame(out, s, 1, error);
}
