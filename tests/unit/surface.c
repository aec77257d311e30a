/* surface.c: reading and writing surfaces: the formats say the same, and broken files are told where they are
 * broken */
#include "surface.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"
#include "unit/solids.h"

/* Bytes that grow. */
struct bytes { char b[1 << 16]; size_t n; };

static void put(struct bytes *to, const void *from, size_t n)
{
	memcpy(to->b + to->n, from, n);
	to->n += n;
}

static void put_text(struct bytes *to, const char *text)
{
	put(to, text, strlen(text));
}

/* The n bytes of a number, from the least or from the greatest on; this machine has the least first. */
static void put_number(struct bytes *to, const void *x, size_t n, int big)
{
	for (size_t k = 0; k < n; k++)
		put(to, (const char *)x + (big ? n - 1 - k : k), 1);
}

static enum surface_status read_bytes(struct mesh *m, const char *bytes, size_t n, char **error)
{
	FILE *f = n ? fmemopen((void *)(uintptr_t)bytes, n, "r") : fopen("/dev/null", "r");
	enum surface_status status = surface_read(m, f, "here", error);

	fclose(f);
	return status;
}

/* ---- all formats say the same ---- */

static void write_off(struct bytes *to, const struct mesh *m)
{
	to->n += (size_t)sprintf(to->b + to->n, "# a comment\nCOFF %d %d 0 # counts\n\n", m->n_vertex, m->n_triangle);
	for (int v = 0; v < m->n_vertex; v++)
		to->n += (size_t)sprintf(to->b + to->n, "%.17g %.17g\t%.17g 255 0 0 1\n", m->xyz[v][0], m->xyz[v][1], m->xyz[v][2]);
	for (int t = 0; t < m->n_triangle; t++)
		to->n += (size_t)sprintf(to->b + to->n, "3 %d %d %d 7\r\n", m->tri[t][0], m->tri[t][1], m->tri[t][2]);
}

/* How to write PLY: text, or binary from the least byte on or from the greatest. */
enum { TEXT, LITTLE, BIG };

static void write_ply(struct bytes *to, const struct mesh *m, int format)
{
	static const char *const name[] = { "ascii", "binary_little_endian", "binary_big_endian" };

	to->n += (size_t)sprintf(to->b + to->n, "ply\nformat %s 1.0\ncomment a b\nelement camera 1\nproperty list uchar short c\n"
	                         "element vertex %d\nproperty short pad\nproperty double x\nproperty double z\nproperty float64 y\n"
	                         "element face %d\nproperty uchar red\nproperty list int8 uint vertex_index\nend_header\n",
	                         name[format], m->n_vertex, m->n_triangle);
	if (format == TEXT)
		put_text(to, "2 -5 -6\n");
	else
		put(to, "\2\1\2\3\4", 5);
	for (int v = 0; v < m->n_vertex; v++) {
		static const int order[3] = { 0, 2, 1 };

		if (format == TEXT)
			to->n += (size_t)sprintf(to->b + to->n, "nan %.17g %.17g %.17g\n", m->xyz[v][0], m->xyz[v][2], m->xyz[v][1]);
		else
			put(to, "ab", 2);
		for (int k = 0; k < 3 && format != TEXT; k++)
			put_number(to, &m->xyz[v][order[k]], 8, format == BIG);
	}
	for (int t = 0; t < m->n_triangle; t++) {
		if (format == TEXT)
			to->n += (size_t)sprintf(to->b + to->n, "9 3 %d %d %d\n", m->tri[t][0], m->tri[t][1], m->tri[t][2]);
		else
			put(to, "r\3", 2);
		for (int k = 0; k < 3 && format != TEXT; k++)
			put_number(to, &m->tri[t][k], 4, format == BIG);
	}
}

static void write_stl(struct bytes *to, const struct mesh *m, int binary)
{
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	ok(surface_write_stl(f, m, "solid", binary) == 0, "%s STL is written", binary ? "binary" : "ascii");
	fclose(f);
	put(to, text, n);
	free(text);
}

/* The same, and says whether it went well. */
static int reads(struct mesh *m, const char *bytes, size_t n, char **error)
{
	return read_bytes(m, bytes, n, error) == SURFACE_GOOD;
}

static int same(const struct mesh *a, const struct mesh *b)
{
	if (a->n_triangle != b->n_triangle || a->n_vertex != b->n_vertex)
		return 0;
	for (int t = 0; t < a->n_triangle; t++)
		for (int k = 0; k < 3; k++)
			if (memcmp(a->xyz[a->tri[t][k]], b->xyz[b->tri[t][k]], sizeof *a->xyz) != 0)
				return 0;
	return 1;
}

/* A wheel with awkward coordinates. */
static void make(struct mesh *m)
{
	add_torus(m, 5, 4, 2.385, 0.7);
	for (int v = 0; v < m->n_vertex; v++)
		for (int k = 0; k < 3; k++)
			m->xyz[v][k] += 0.1 * (v % 7) / 3;
}

static void formats(struct bytes file[6])
{
	static const char *const name[6] = { "STL as text", "binary STL", "OFF", "PLY as text", "PLY, least byte first",
	                                     "PLY, greatest byte first" };
	struct mesh m = { 0 }, other;
	char *error;

	make(&m);
	write_stl(&file[0], &m, 0);
	write_stl(&file[1], &m, 1);
	write_off(&file[2], &m);
	for (int format = TEXT; format <= BIG; format++)
		write_ply(&file[3 + format], &m, format);
	for (int k = 0; k < 6; k++) {
		int good = reads(&other, file[k].b, file[k].n, &error);
		ok(good, "%s is read%s%s", name[k], error ? ": " : "", error ? error : "");
		free(error);
		for (int v = 0; v < m.n_vertex && k == 1; v++)
			for (int j = 0; j < 3; j++) {
				volatile float rounded = (float)m.xyz[v][j]; /* gcc 12 leaves the rounding out otherwise */

				m.xyz[v][j] = rounded;
			}
		ok(same(&m, &other), "%s says what was written", name[k]);
		mesh_free(&other);
		if (k == 1) { /* the others again have doubles */
			mesh_free(&m);
			make(&m);
		}
	}
	ok(memcmp(file[1].b, "solid", 5) != 0 && file[1].n == 84 + 50 * (size_t)m.n_triangle, "the head of binary STL is none of text");
	memcpy(file[1].b, "solid", 5);
	ok(read_bytes(&other, file[1].b, file[1].n, &error) == SURFACE_GOOD && other.n_triangle == m.n_triangle,
	   "and were it one, the length would tell");
	mesh_free(&other);
	m.xyz[3][1] = 1e39;
	ok(surface_write_stl(stdout, &m, "large", 1) == -1, "what is no float is not written");
	mesh_free(&m);
}

static void variants(void)
{
	static const char stl[] =
		"SOLID two of them\nfacet normal nan -nan 0 outer loop vertex 1 2 3 vertex +1e0 -2.5E-1 3.0\r\nvertex 0 0 0\n"
		"endloop endfacet endsolid\nsolid\nfacet normal 0 0 0\nouter loop\nvertex 0 0 -0\nvertex 1 2 3\n"
		"vertex 1 -0.25 3\nendloop\nendfacet\nendsolid two";
	static const char off[] = "OFF\n5 2\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n.5 .5 1\n4 0 1 2 3\n3 0 1 4";
	static const char ply[] =
		"ply\r\nformat ascii 1.0\r\nelement vertex 4\r\nproperty float x\r\nproperty float y\r\nproperty float z\r\n"
		"element face 1\r\nproperty list uchar int vertex_indices\r\nend_header\r\n"
		"0 0 0\r\n1 0 0\r\n1 1 0\r\n0 1 0\r\n4 0 1 2 3\r\n";
	struct mesh m;
	char *error;

	int good = reads(&m, stl, sizeof stl - 1, &error);
	ok(good && m.n_triangle == 2 && m.n_vertex == 3, "two solids in one file, with the same corners: %s", error ? error : "");
	mesh_free(&m);
	good = reads(&m, off, sizeof off - 1, &error);
	ok(good && m.n_triangle == 3 && m.n_vertex == 5, "OFF without a number of edges, with a face of four corners: %s",
	   error ? error : "");
	mesh_free(&m);
	good = reads(&m, ply, sizeof ply - 1, &error);
	ok(good && m.n_triangle == 2, "PLY with carriage returns: %s", error ? error : "");
	mesh_free(&m);
}

/* ---- what is broken ---- */

#define PLY "ply\nformat ascii 1.0\n"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define BIN "ply\nformat binary_little_endian 1.0\n"
#define LIST "property list uchar int vertex_indices\n"
#define ONE PLY "element vertex 1\n" XYZ "element face 1\n" LIST "end_header\n"

static const struct { const char *text, *says; size_t n; } bad[] = {
	{ "", "here: byte 0: found nothing", 0 },
	{ "\n", "byte 0: found no surface", 0 },
	{ "scree 1 dim=2\n", "found no surface", 0 },
	{ "solid", "here:1: found the end of the file, expected facet or endsolid", 0 },
	{ "solid x\nfacet\n", "here:3: found the end of the file, expected normal", 0 },
	{ "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 zero", "here:4: found 'zero', expected a coordinate", 0 },
	{ "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 nan 0", "here:4: found 'nan', expected a coordinate", 0 },
	{ "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 1e400 0", "found '1e400', expected a coordinate of at most 1e50", 0 },
	{ "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 1e60 0", "found '1e60', expected a coordinate of at most 1e50", 0 },
	{ "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2 3\nvertex 1 2 3\nendloop", "found 'endloop', expected vertex", 0 },
	{ "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2 3\nvertex 1 2 3\nvertex 1 2 4\nvertex 2 1 3",
	  "here:7: found 'vertex', expected endloop", 0 },
	{ "solid x\nendsolid\nrubbish", "here:3: found 'rubbish', expected solid", 0 },
	{ "OFF", "found the end of the file, expected a number of vertices", 0 },
	{ "OFF BINARY\n", "expected text", 0 },
	{ "4OFF\n1 1 1\n", "expected OFF, COFF, NOFF or STOFF", 0 },
	{ "OFF -3 1 1\n", "found '-3', expected a number of vertices", 0 },
	{ "OFF 99999999999999999999 1 1\n", "expected a number of vertices, an integer from 0 to 500000000", 0 },
	{ "OFF 400000000 1 1\n0 0 0\n", "here:1: the file is too short: found 7 more bytes, expected 400000000 vertices", 0 },
	{ "OFF 3 1 0\n0 0 0\n1 0 0\n0 1\n3 0 1 2\n", "here:5: found the end of a line within a vertex", 0 },
	{ "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "here:5: found '3', expected a vertex, an integer from 0 to 2", 0 },
	{ "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 -1 2\n", "found '-1', expected a vertex", 0 },
	{ "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1 1\n", "expected the number of corners of a face, an integer from 3", 0 },
	{ "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n400000000 0 1 2\n", "expected 400000000 corners of a face", 0 },
	{ "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n", "here:6: found '3', expected the end of the file", 0 },
	{ "ply\nelement vertex 3\n", "here:2: found 'element', expected format", 0 },
	{ "ply\nformat middle_endian 1.0\n", "expected ascii", 0 },
	{ "ply\nformat ascii 2.0\n", "found '2.0', expected version 1.0", 0 },
	{ PLY "property float x\n", "expected its element before it", 0 },
	{ PLY "element vertex 3\nproperty long x\n", "found 'long', expected a type", 0 },
	{ PLY "element vertex 3\nproperty float x\nproperty float x\n", "here:5: found a property of this element for the second", 0 },
	{ PLY "element vertex 1\nelement vertex 1\n", "found an element for the second time, expected each once", 0 },
	{ PLY "element vertex -1\n", "found '-1', expected a number of rows", 0 },
	{ PLY "element vertex 1\n" XYZ, "found the end of the file, expected element", 0 },
	{ PLY "element vertex 1\nproperty float x\nend_header\n1\n", "vertices without all of x, y and z", 0 },
	{ PLY "element vertex 499999999\n" XYZ "end_header\n1 2 3\n", "expected 499999999 vertices", 0 },
	{ PLY "element face 1\n" LIST "end_header\n3 0 1 2\n", "expected the vertices before them", 0 },
	{ PLY "element vertex 1\n" XYZ "element face 1\nproperty list float int vertex_indices\n",
	  "expected the type of a length", 0 },
	{ ONE "0 0 0\n3 0 0 1\n", "found '1', expected the index of a vertex", 0 },
	{ ONE "0 0 0\n3 0 0 0.5\n", "found '0.5', expected the index of a vertex", 0 },
	{ ONE "0 0 0\n2 0 0\n", "expected a face of three corners or more", 0 },
	{ ONE "0 0 inf\n3 0 0 0\n", "here:10: found 'inf', expected a coordinate", 0 },
	{ ONE "0 0 0\n3 0 0 0\n1\n", "expected the end of the file", 0 },
	{ PLY "element tristrips 1\n", "found strips", 0 },
	{ PLY "element empty 400000000\nend_header", "the file ends after its head", 0 },
	{ BIN "element vertex 1\n" XYZ "end_header\n\0\0\0\0\0\0\0\0\0\0\xc0\x7f",
	  "vertices, row 1: found an invalid value, expected a coordinate",
	  sizeof BIN + sizeof XYZ - 2 + 17 + 11 + 12 },
	{ BIN "element vertex 1\n" XYZ "end_header\n\0\0\0\0\0\0\0\0\0\0", "the file ends within row 1 of its vertices",
	  sizeof BIN + sizeof XYZ - 2 + 17 + 11 + 10 },
	{ BIN "element vertex 1\n" XYZ "end_header\n\0\0\0\0\0\0\0\0\0\0\0\0more", "found 4 more bytes, expected the end",
	  sizeof BIN + sizeof XYZ - 2 + 17 + 11 + 16 },
};

static void broken(struct bytes file[6])
{
	struct mesh m;
	char *error = NULL;

	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
		size_t n = bad[k].n ? bad[k].n : strlen(bad[k].text);
		enum surface_status status = read_bytes(&m, bad[k].text, n, &error);

		ok(status == SURFACE_BAD && strstr(error, bad[k].says) && !m.tri, "%zu: %s", k, error);
		free(error);
	}
	/* binary STL with a length that lies */
	file[1].b[80]++;
	reads(&m, file[1].b, file[1].n, &error);
	ok(error && strstr(error, "here: byte 80: found neither STL as text nor OFF nor PLY; "
	                         "as binary STL of 41 triangles it must have 2134 bytes, "
	   "found 2084"), "%s", error);
	free(error);
	file[1].b[80]--;
	char saved[4];
	memcpy(saved, file[1].b + 84 + 50 * 3 + 20, 4);
	memcpy(file[1].b + 84 + 50 * 3 + 20, "\0\0\x80\xff", 4);
	reads(&m, file[1].b, file[1].n, &error);
	ok(error && strstr(error, "byte 254: triangle 4: found infinity, expected a finite coordinate"), "%s", error);
	free(error);
	memcpy(file[1].b + 84 + 50 * 3 + 20, saved, 4);
}

/* Any beginning of a good file, and good files with bytes that are not: read, or told what is wrong. */
static void mangled(const struct bytes file[6])
{
	struct rng random;
	int silent = 0, kept = 0;
	static char bytes[1 << 16];
	struct mesh m;
	struct mesh_faults f;
	char *error;

	rng_seed(&random, 3);
	for (int k = 0; k < 6; k++)
		for (size_t n = 0; n < file[k].n; n += 1 + (n > 400) * 17) {
			enum surface_status status = read_bytes(&m, file[k].b, n, &error);

			silent += status != SURFACE_GOOD && (!error || strncmp(error, "here:", 5) != 0);
			kept += status == SURFACE_GOOD && n + 40 < file[k].n;
			mesh_free(&m);
			free(error);
		}
	ok(!kept, "no file that is cut is taken for whole: %d", kept);
	for (int round = 0; round < 3000; round++) {
		const struct bytes *from = &file[round % 6];

		memcpy(bytes, from->b, from->n);
		for (uint64_t i = rng_below(&random, 4); i < 4; i++) {
			static const char often[] = "-.e 9\n\0\xff\x7f\x80";
			bytes[rng_below(&random, round % 2 ? 500 : from->n)] = often[rng_below(&random, sizeof often)];
		}
		enum surface_status status = read_bytes(&m, bytes, from->n, &error);
		silent += status != SURFACE_GOOD && (!error || strncmp(error, "here:", 5) != 0);
		if (status == SURFACE_GOOD)
			mesh_repair(&m, &f);
		mesh_free(&m);
		free(error);
	}
	ok(!silent, "3000 broken files are read or have their messages");
}

/* The samples: what they enclose, or what is wrong with them. */
static void samples(void)
{
	static const struct { const char *path, *says; enum mesh_fault_kind fault; double volume; } sample[] = {
		{ "formats/samples/good.stl", NULL, MESH_FAULTS, 1.0 / 6 }, { "formats/samples/good.off", NULL, MESH_FAULTS, 6 },
		{ "formats/samples/good.ply", NULL, MESH_FAULTS, 6 },
		{ "formats/samples/bad-vertex.off", "bad-vertex.off:17: found '8', expected a vertex", MESH_FAULTS, 0 },
		{ "formats/samples/bad-hole.off", NULL, MESH_OPEN, 0 } };

	for (size_t k = 0; k < sizeof sample / sizeof *sample; k++) {
		FILE *f = fopen(sample[k].path, "r");
		struct mesh_faults faults;
		struct mesh m;
		struct mass3 w;
		char *error;

		if (!ok(f != NULL, "%s is there", sample[k].path))
			continue;
		int good = surface_read(&m, f, sample[k].path, &error) == SURFACE_GOOD;
		fclose(f);
		ok(good == !sample[k].says && (good || strstr(error, sample[k].says)), "%s: %s", sample[k].path, good ? "read" : error);
		int closed = good && mesh_repair(&m, &faults) == 0;
		if (sample[k].fault < MESH_FAULTS)
			ok(!closed && faults.fault[sample[k].fault].n == 4, "it is refused for %d %s", faults.fault[sample[k].fault].n,
			   mesh_fault_name(sample[k].fault, 4));
		else if (good)
			ok(closed && mesh_mass(&w, &m) == MASS_GOOD && fabs(w.volume - sample[k].volume) < 1e-14, "it encloses %g",
			   sample[k].volume);
		mesh_free(&m);
		free(error);
	}
}

int main(void)
{
	static struct bytes file[6];

	formats(file);
	variants();
	broken(file);
	mangled(file);
	samples();
	return done();
}
