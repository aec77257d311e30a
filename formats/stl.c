/* stl.c: STL files, text and binary */
#include "surface_parts.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "number.h"

enum { HEAD = 84, ROW = 50 };

/* ---- reading ---- */

int stl_is_binary(const struct scan *s)
{
	int64_t n = s->end - s->begin;

	return n >= HEAD && n == HEAD + ROW * (int64_t)scan_uint32(s->begin + 80);
}

static enum surface_status read_binary(struct scan *s)
{
	int64_t n = scan_uint32(s->begin + 80);

	if (n > MESH_MOST)
		return scan_bad_byte(s, s->begin + 80, "found %lld triangles, expected %d at most", (long long)n, MESH_MOST);
	for (int64_t t = 0; t < n; t++) {
		double x[9];

		for (int k = 0; k < 9; k++) {
			const char *at = s->begin + HEAD + ROW * t + 12 + 4 * k;
			uint32_t bits = scan_uint32(at);
			float value;

			memcpy(&value, &bits, sizeof value);
			x[k] = value;
			if (!isfinite(value))
				return scan_bad_byte(s, at, "triangle %lld: found %s, expected a finite coordinate", (long long)t + 1,
				                     isnan(value) ? "no number" : "infinity");
		}
		int v = mesh_add_vertex(s->m, x[0], x[1], x[2]);
		mesh_add_vertex(s->m, x[3], x[4], x[5]);
		mesh_add_vertex(s->m, x[6], x[7], x[8]);
		mesh_add_triangle(s->m, v, v + 1, v + 2);
	}
	return SURFACE_GOOD;
}

/* Read a triangle after the word `facet`. */
static enum surface_status read_facet(struct scan *s)
{
	enum surface_status status = SURFACE_GOOD;
	int v = s->m->n_vertex;

	if (!scan_is(s, "normal"))
		return scan_expected(s, "normal");
	for (int k = 0; k < 3; k++)
		scan_skip(s); /* the normal is often malformed; the order of the corners counts */
	if (!scan_is(s, "outer"))
		return scan_expected(s, "outer loop after a normal of three numbers");
	if (!scan_is(s, "loop"))
		return scan_expected(s, "loop");
	for (int k = 0; k < 3; k++) {
		double x[3];

		if (!scan_is(s, "vertex"))
			return scan_expected(s, "vertex, as a facet has three");
		for (int j = 0; j < 3 && status == SURFACE_GOOD; j++)
			status = scan_coordinate(s, &x[j]);
		if (status != SURFACE_GOOD)
			return status;
		mesh_add_vertex(s->m, x[0], x[1], x[2]);
	}
	mesh_add_triangle(s->m, v, v + 1, v + 2);
	if (!scan_is(s, "endloop"))
		return scan_expected(s, "endloop after three vertices");
	return scan_is(s, "endfacet") ? SURFACE_GOOD : scan_expected(s, "endfacet");
}

static enum surface_status read_text(struct scan *s)
{
	size_t n;

	do {
		if (!scan_is(s, "solid"))
			return scan_expected(s, "solid, or the end of the file");
		scan_line(s);
		while (!scan_is(s, "endsolid")) {
			if (!scan_is(s, "facet"))
				return scan_expected(s, "facet or endsolid");
			if (s->m->n_triangle >= MESH_MOST)
				return scan_bad(s, "found too many triangles, expected %d at most", MESH_MOST);
			enum surface_status status = read_facet(s);
			if (status != SURFACE_GOOD)
				return status;
		}
		scan_line(s);
		scan_word(s, &n);
	} while (n);
	return SURFACE_GOOD;
}

/* A binary file is recognized by its length. Text begins with `solid`, but so do many binary files; a zero byte in the head tells
 * that the file is a binary file of the wrong length. */
enum surface_status stl_read(struct scan *s)
{
	size_t head = s->end - s->begin < HEAD ? (size_t)(s->end - s->begin) : HEAD, n;
	enum surface_status status;

	if (stl_is_binary(s)) {
		status = read_binary(s);
	} else {
		const char *word = scan_word(s, &n);
		int text = n == 5 && scan_is(s, "solid") && !memchr(s->begin, 0, head);

		s->at = word;
		if (!text && head < HEAD)
			return scan_bad_byte(s, s->begin, "found no surface, expected STL, OFF or PLY");
		if (!text) {
			unsigned long long triangles = scan_uint32(s->begin + 80), length = (unsigned long long)(s->end - s->begin);

			return scan_bad_byte(s, s->begin + 80, "found neither STL as text nor OFF nor PLY; as binary STL of %llu triangles "
			                     "it must have %llu bytes, found %llu", triangles, HEAD + ROW * triangles, length);
		}
		status = read_text(s);
	}
	if (status == SURFACE_GOOD)
		mesh_merge(s->m, 0, NULL);
	return status;
}

/* ---- writing ---- */

/* The unit normal of a triangle, or 0 if the triangle has no area. */
static vec3 normal(const struct mesh *m, int t)
{
	vec3 a = v3_from(m->xyz[m->tri[t][0]]), e = v3_sub(v3_from(m->xyz[m->tri[t][1]]), a);
	vec3 f = v3_sub(v3_from(m->xyz[m->tri[t][2]]), a), n;
	double size = fmax(v3_norm(e), v3_norm(f));

	n = size > 0 ? v3_cross(v3_scale(1 / size, e), v3_scale(1 / size, f)) : v3(0, 0, 0);
	size = v3_norm(n);
	return size > 0 ? v3(n.x / size, n.y / size, n.z / size) : v3(0, 0, 0);
}

static void write_text(FILE *f, const struct mesh *m, const char *name)
{
	char text[4 * (NUMBER_MAX + 8)];

	fprintf(f, "solid %s\n", name);
	for (int t = 0; t < m->n_triangle; t++) {
		double p[3];

		v3_to(p, normal(m, t));
		for (int k = -1; k < 3; k++) {
			const double *x = k < 0 ? p : m->xyz[m->tri[t][k]];
			char *to = text;

			for (int j = 0; j < 3; j++) {
				*to++ = ' ';
				to = number_put(to, x[j]);
			}
			*to = 0;
			fprintf(f, k < 0 ? "facet normal%s\n outer loop\n" : "  vertex%s\n", text);
		}
		fputs(" endloop\nendfacet\n", f);
	}
	fprintf(f, "endsolid %s\n", name);
}

static char *put_uint32(char *to, uint32_t u)
{
	for (int k = 0; k < 4; k++)
		*to++ = (char)(u >> 8 * k);
	return to;
}

static char *put_float(char *to, double x)
{
	float value = (float)x;
	uint32_t bits;

	memcpy(&bits, &value, sizeof bits);
	return put_uint32(to, bits);
}

static void write_binary(FILE *f, const struct mesh *m, const char *name)
{
	char head[HEAD], row[ROW] = { 0 };

	/* the head must not begin with `solid`: some readers recognize text by this word alone */
	memset(head, ' ', sizeof head);
	memcpy(head, "binary STL ", 11);
	memcpy(head + 11, name, strnlen(name, 69));
	put_uint32(head + 80, (uint32_t)m->n_triangle);
	fwrite(head, 1, sizeof head, f);
	for (int t = 0; t < m->n_triangle; t++) {
		vec3 n = normal(m, t);
		char *to = put_float(put_float(put_float(row, n.x), n.y), n.z);

		for (int k = 0; k < 3; k++)
			for (int j = 0; j < 3; j++)
				to = put_float(to, m->xyz[m->tri[t][k]][j]);
		fwrite(row, 1, sizeof row, f);
	}
}

int surface_write_stl(FILE *f, const struct mesh *m, const char *name, int binary)
{
	for (int v = 0; v < m->n_vertex && binary; v++)
		for (int k = 0; k < 3; k++)
			if (!(fabs(m->xyz[v][k]) <= FLT_MAX))
				return -1;
	if (binary)
		write_binary(f, m, name);
	else
		write_text(f, m, name);
	return 0;
}
