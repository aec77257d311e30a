/* ply.c: PLY files, text and binary of either byte order */
#include "surface_parts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"

enum type { INT8, UINT8, INT16, UINT16, INT32, UINT32, FLOAT32, FLOAT64, TYPES, NOTHING = -1 };
static const char *const type_name[TYPES][2] = { { "char", "int8" }, { "uchar", "uint8" }, { "short", "int16" },
	{ "ushort", "uint16" }, { "int", "int32" }, { "uint", "uint32" }, { "float", "float32" }, { "double", "float64" } };
static const int type_size[TYPES] = { 1, 1, 2, 2, 4, 4, 4, 8 };

enum use { PASSED, X, Y, Z, CORNERS };
struct property { enum type type, count; enum use use; }; /* count: the type of the length of a list, or NOTHING */
struct element { int64_t n; int what, first, n_property; };
enum { OTHER, VERTEX, FACE };
enum { TEXT, LITTLE, BIG };

struct ply {
	struct scan *s;
	int format;
	int n_element, n_property;
	size_t cap_element, cap_property, cap_corner;
	struct element *element;
	struct property *property;
	int *corner;          /* corners of the current face */
	int64_t row;          /* number of the current row, from 1 */
	const char *kind;     /* plural of the current rows, vertices or faces, for messages */
};

/* ---- the head ---- */

static enum type type_of(struct scan *s)
{
	for (int k = 0; k < TYPES; k++)
		if (scan_is(s, type_name[k][0]) || scan_is(s, type_name[k][1]))
			return (enum type)k;
	return NOTHING;
}

static enum use use_of(struct scan *s, int what, int list)
{
	static const char *const axis[] = { "x", "y", "z" };

	for (int k = 0; k < 3 && what == VERTEX && !list; k++)
		if (scan_is(s, axis[k]))
			return (enum use)(X + k);
	if (what == FACE && list && (scan_is(s, "vertex_indices") || scan_is(s, "vertex_index")))
		return CORNERS;
	return PASSED;
}

static enum surface_status read_property(struct ply *p)
{
	struct property one = { NOTHING, NOTHING, PASSED };
	struct element *e = p->n_element ? &p->element[p->n_element - 1] : NULL;
	int list = scan_is(p->s, "list");

	if (!e)
		return scan_bad(p->s, "found a property, expected its element before it");
	if (list) {
		one.count = type_of(p->s);
		if (one.count < 0 || one.count >= FLOAT32)
			return scan_expected(p->s, "the type of a length: char, uchar, short, ushort, int or uint");
	}
	one.type = type_of(p->s);
	if (one.type < 0)
		return scan_expected(p->s, "a type: char, uchar, short, ushort, int, uint, float or double");
	one.use = use_of(p->s, e->what, list);
	for (int k = e->first; k < p->n_property && one.use; k++)
		if (p->property[k].use == one.use)
			return scan_bad(p->s, "found a property of this element for the second time, expected each once");
	MEM_GROW(p->property, &p->cap_property, (size_t)p->n_property + 1);
	p->property[p->n_property++] = one;
	e->n_property++;
	return SURFACE_GOOD;
}

static enum surface_status read_element(struct ply *p)
{
	struct element e = { .what = scan_is(p->s, "vertex") ? VERTEX : scan_is(p->s, "face") ? FACE : OTHER };

	if (e.what == OTHER && scan_is(p->s, "tristrips"))
		return scan_bad(p->s, "found strips of triangles, expected faces");
	if (e.what == OTHER)
		scan_skip(p->s);
	for (int k = 0; k < p->n_element && e.what != OTHER; k++)
		if (p->element[k].what == e.what)
			return scan_bad(p->s, "found an element for the second time, expected each once");
	e.first = p->n_property;
	MEM_GROW(p->element, &p->cap_element, (size_t)p->n_element + 1);
	enum surface_status status = scan_integer(p->s, &e.n, 0, MESH_MOST, "a number of rows");
	p->element[p->n_element++] = e;
	return status;
}

static enum surface_status read_format(struct ply *p)
{
	static const char *const format[] = { "ascii", "binary_little_endian", "binary_big_endian" };

	for (p->format = TEXT; p->format <= BIG; p->format++)
		if (scan_is(p->s, format[p->format]))
			return scan_is(p->s, "1.0") ? SURFACE_GOOD : scan_expected(p->s, "version 1.0");
	return scan_expected(p->s, "ascii, binary_little_endian or binary_big_endian");
}

static enum surface_status read_head(struct ply *p)
{
	enum surface_status status = SURFACE_GOOD;

	scan_line(p->s);
	if (!scan_is(p->s, "format"))
		return scan_expected(p->s, "format, on the second line");
	status = read_format(p);
	while (status == SURFACE_GOOD) {
		scan_line(p->s);
		if (scan_is(p->s, "end_header"))
			break;
		if (scan_is(p->s, "element"))
			status = read_element(p);
		else if (scan_is(p->s, "property"))
			status = read_property(p);
		else if (!scan_is(p->s, "comment") && !scan_is(p->s, "obj_info"))
			status = scan_expected(p->s, "element, property, comment or end_header");
	}
	scan_line(p->s);
	if (status == SURFACE_GOOD && p->s->at == p->s->end)
		status = scan_bad(p->s, "the file ends after its head, expected rows");
	p->s->at++; /* numbers begin directly after the end of the line */
	p->s->line++;
	return status;
}

/* ---- rows ---- */

/* Set the message that what is expected at this position. Returns SURFACE_BAD. */
static enum surface_status bad(struct ply *p, const char *at, const char *what)
{
	return p->format == TEXT ? scan_expected(p->s, what) :
		scan_bad_byte(p->s, at, "%s, row %lld: found an invalid value, expected %s", p->kind, (long long)p->row, what);
}

static double binary_value(const struct ply *p, enum type type)
{
	unsigned char b[8];
	uint64_t u = 0;
	int n = type_size[type];
	double x;
	float f;

	memcpy(b, p->s->at, (size_t)n);
	for (int k = 0; k < n; k++)
		u |= (uint64_t)b[p->format == LITTLE ? k : n - 1 - k] << 8 * k;
	switch (type) {
	case INT8: return (int8_t)u;
	case INT16: return (int16_t)u;
	case INT32: return (int32_t)u;
	case FLOAT32: {
		uint32_t bits = (uint32_t)u;
		memcpy(&f, &bits, sizeof f);
		return f;
	}
	case FLOAT64:
		memcpy(&x, &u, sizeof x);
		return x;
	default: return (double)u;
	}
}

/* Read a number from least to most; with whole, it must be an integer. */
static enum surface_status read_value(struct ply *p, enum type type, int whole, double least, double most, double *x,
	const char *what)
{
	const char *at = p->s->at;

	if (p->format == TEXT) {
		size_t n;

		at = scan_word(p->s, &n);
		const char *stop = n ? number_get(at, x) : NULL;
		if (stop != at + n || !(*x >= least && *x <= most) || (whole && *x != floor(*x)))
			return bad(p, at, what);
		p->s->at = stop;
		return SURFACE_GOOD;
	}
	if (p->s->end - at < type_size[type])
		return scan_bad_byte(p->s, p->s->end, "the file ends within row %lld of its %s", (long long)p->row, p->kind);
	*x = binary_value(p, type);
	if (!(*x >= least && *x <= most) || (whole && *x != floor(*x)))
		return bad(p, at, what);
	p->s->at += type_size[type];
	return SURFACE_GOOD;
}

/* Skip n numbers. */
static enum surface_status pass(struct ply *p, enum type type, int64_t n)
{
	if (p->format != TEXT && (p->s->end - p->s->at) / type_size[type] < n)
		return scan_bad_byte(p->s, p->s->end, "the file ends within row %lld of its %s", (long long)p->row, p->kind);
	if (p->format != TEXT)
		p->s->at += n * type_size[type];
	for (int64_t k = 0; k < n && p->format == TEXT; k++)
		if (!scan_skip(p->s))
			return scan_expected(p->s, "a number");
	return SURFACE_GOOD;
}

static enum surface_status read_corners(struct ply *p, enum type type, int n)
{
	enum surface_status status = SURFACE_GOOD;
	int vertices = p->s->m->n_vertex, k;
	const char *begin = p->s->at;

	for (k = 0; k < n && status == SURFACE_GOOD; k++) {
		double v = 0;

		MEM_GROW(p->corner, &p->cap_corner, (size_t)k + 1);
		status = read_value(p, type, 1, 0, vertices - 1, &v, "the index of a vertex, counted from 0");
		p->corner[k] = status == SURFACE_GOOD ? (int)v : 0;
	}
	if (status != SURFACE_GOOD)
		return status;
	if (n < 3)
		return bad(p, begin, "a face of three corners or more");
	if (p->s->m->n_triangle > MESH_MOST - n)
		return bad(p, begin, "fewer triangles in all");
	if (mesh_add_face(p->s->m, n, p->corner))
		return bad(p, begin, "a face that can be cut into triangles at one corner");
	return SURFACE_GOOD;
}

static enum surface_status read_row(struct ply *p, const struct element *e, double x[3])
{
	enum surface_status status = SURFACE_GOOD;

	for (int k = e->first; k < e->first + e->n_property && status == SURFACE_GOOD; k++) {
		const struct property *one = &p->property[k];
		double n = 1;

		if (one->count >= 0)
			status = read_value(p, one->count, 1, 0, MESH_MOST, &n, "the length of a list");
		if (status != SURFACE_GOOD)
			break;
		if (one->use == CORNERS)
			status = read_corners(p, one->type, (int)n);
		else if (one->use)
			status = read_value(p, one->type, 0, -MESH_FAR, MESH_FAR, &x[one->use - X], "a coordinate of at most 1e50");
		else
			status = pass(p, one->type, (int64_t)n);
	}
	return status;
}

/* Check that an element has the properties that are needed. */
static enum surface_status check(struct ply *p, const struct element *e, int seen)
{
	int has = 0;

	for (int k = e->first; k < e->first + e->n_property; k++)
		has |= 1 << p->property[k].use;
	if (e->what == VERTEX && (has & (1 << X | 1 << Y | 1 << Z)) != (1 << X | 1 << Y | 1 << Z))
		return scan_bad(p->s, "found vertices without all of x, y and z, expected all three properties");
	if (e->what == FACE && !(has & 1 << CORNERS))
		return scan_bad(p->s, "found faces without corners, expected a list vertex_indices");
	if (e->what == FACE && !(seen & 1 << VERTEX))
		return scan_bad(p->s, "found faces, expected the vertices before them");
	return SURFACE_GOOD;
}

/* The least number of bytes of a row. */
static int64_t least_row(const struct ply *p, const struct element *e)
{
	int64_t bytes = 0;

	for (int k = e->first; k < e->first + e->n_property; k++)
		bytes += p->format == TEXT ? 2 : type_size[p->property[k].count >= 0 ? p->property[k].count : p->property[k].type];
	return bytes;
}

static enum surface_status read_rows(struct ply *p)
{
	static const char *const kind[] = { "rows", "vertices", "faces" };
	enum surface_status status = SURFACE_GOOD;
	int seen = 0;

	for (int k = 0; k < p->n_element && status == SURFACE_GOOD; k++) {
		const struct element *e = &p->element[k];
		double x[3];

		p->kind = kind[e->what];
		status = check(p, e, seen);
		seen |= 1 << e->what;
		if (!e->n_property)
			continue;
		if (status == SURFACE_GOOD)
			status = scan_room(p->s, e->n, least_row(p, e), p->kind);
		for (p->row = 1; p->row <= e->n && status == SURFACE_GOOD; p->row++) {
			status = read_row(p, e, x);
			if (status == SURFACE_GOOD && e->what == VERTEX)
				mesh_add_vertex(p->s->m, x[0], x[1], x[2]);
		}
	}
	return status;
}

enum surface_status ply_read(struct scan *s)
{
	struct ply p = { .s = s };
	enum surface_status status = read_head(&p);

	if (status == SURFACE_GOOD)
		status = read_rows(&p);
	if (status == SURFACE_GOOD && p.format == TEXT)
		status = scan_end(s);
	if (status == SURFACE_GOOD && s->at < s->end && p.format != TEXT)
		status = scan_bad_byte(s, s->at, "found %lld more bytes, expected the end of the file", (long long)(s->end - s->at));
	free(p.element);
	free(p.property);
	free(p.corner);
	return status;
}

void surface_write_ply(FILE *f, const struct mesh *m, const struct surface_faces *faces)
{
	int most = 3;

	for (int k = 0; faces && k < faces->n; k++)
		most = faces->first[k + 1] - faces->first[k] > most ? faces->first[k + 1] - faces->first[k] : most;
	fprintf(f, "ply\nformat ascii 1.0\nelement vertex %d\nproperty double x\nproperty double y\nproperty double z\n"
	        "element face %d\nproperty list %s int vertex_indices\nend_header\n", m->n_vertex,
	        faces ? faces->n : m->n_triangle, most > 255 ? "int" : "uchar");
	surface_write_rows(f, m, faces);
}
