/* vtk_file.c: write polygon data and image data of VTK */
#include "vtk_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "trade_parts.h"

/* ---- building ---- */

void vtk_free(struct vtk *v)
{
	free(v->point);
	for (int k = 0; k < VTK_KINDS; k++) {
		free(v->corner[k]);
		free(v->end[k]);
	}
	for (int p = 0; p < VTK_PLACES; p++) {
		for (int k = 0; k < v->n_array[p]; k++)
			free(v->array[p][k].data);
		free(v->array[p]);
	}
	*v = (struct vtk){ .n_point = 0 };
}

int64_t vtk_point(struct vtk *v, double x, double y, double z)
{
	MEM_GROW(v->point, &v->cap_point, (size_t)v->n_point + 1);
	double *p = v->point[v->n_point];

	p[0] = x;
	p[1] = y;
	p[2] = z;
	return v->n_point++;
}

void vtk_corner(struct vtk *v, enum vtk_cell kind, int64_t point)
{
	MEM_GROW(v->corner[kind], &v->cap_corner[kind], (size_t)v->n_corner[kind] + 1);
	v->corner[kind][v->n_corner[kind]++] = point;
}

void vtk_end(struct vtk *v, enum vtk_cell kind)
{
	MEM_GROW(v->end[kind], &v->cap_cell[kind], (size_t)v->n_cell[kind] + 1);
	v->end[kind][v->n_cell[kind]++] = v->n_corner[kind];
}

static size_t bytes_of(enum vtk_type type)
{
	return type == VTK_REAL ? sizeof(double) : type == VTK_INTEGER ? sizeof(int64_t) :
	       type == VTK_CODE ? sizeof(int32_t) : sizeof(char *);
}

void *vtk_array(struct vtk *v, enum vtk_place place, const char *name, enum vtk_type type, int width, int64_t n)
{
	MEM_GROW(v->array[place], &v->cap_array[place], (size_t)v->n_array[place] + 1);
	struct vtk_array *a = &v->array[place][v->n_array[place]++];

	*a = (struct vtk_array){ .type = type, .width = width, .n = n };
	snprintf(a->name, sizeof a->name, "%s", name);
	a->data = mem_zero((size_t)n * (size_t)width, bytes_of(type));
	return a->data;
}

void vtk_time(struct vtk *v, double t)
{
	*(double *)vtk_array(v, VTK_FIELD, "TimeValue", VTK_REAL, 1, 1) = t;
}

/* ---- writing ---- */

/* A file under construction: arrays that were declared, and the length of their raw bytes. */
struct file {
	struct trade_text *out;
	int as_text, n;
	size_t cap, offset;
	struct vtk_array *array;
};

/* The length of the raw numbers. */
static size_t length(const struct vtk_array *a)
{
	size_t n = (size_t)a->n * (size_t)a->width * bytes_of(a->type);

	for (int64_t k = 0; a->type == VTK_WORD && (n = k ? n : 0, k < a->n); k++)
		n += strlen(a->word[k]) + 1;
	return n;
}

static void put_text(struct trade_text *out, const struct vtk_array *a)
{
	for (int64_t k = 0; k < a->n * a->width; k++) {
		char end = (k + 1) % (a->width > 1 ? a->width : 8) ? ' ' : '\n';

		if (a->type == VTK_REAL) {
			text_reals(out, 1, &a->real[k], ' ', end);
			continue;
		}
		if (a->type != VTK_WORD) {
			text_integer(out, a->type == VTK_INTEGER ? a->integer[k] : a->code[k], end);
			continue;
		}
		for (const char *c = a->word[k];; c++) { /* strings are written as the codes of their bytes, up to 0 */
			text_integer(out, (unsigned char)*c, *c ? ' ' : '\n');
			if (!*c)
				break;
		}
	}
	text_put(out, "\n");
}

/* Write the element of an array; with raw numbers the array itself follows in the appended block. */
static void declare(struct file *f, const struct vtk_array *a, int tuples)
{
	static const char *const type[] = { "Float64", "Int64", "Int32", "String" };

	text_put(f->out, "<DataArray type=\"");
	text_put(f->out, type[a->type]);
	text_put(f->out, "\" Name=\"");
	text_quoted(f->out, a->name);
	text_put(f->out, "\" NumberOfComponents=\"");
	text_integer(f->out, a->width, '"');
	if (tuples) {
		text_put(f->out, " NumberOfTuples=\"");
		text_integer(f->out, a->n, '"');
	}
	if (f->as_text) {
		text_put(f->out, " format=\"ascii\">\n");
		put_text(f->out, a);
		text_put(f->out, "</DataArray>\n");
		return;
	}
	text_put(f->out, " format=\"appended\" offset=\"");
	text_integer(f->out, (int64_t)f->offset, '"');
	text_put(f->out, "/>\n");
	MEM_GROW(f->array, &f->cap, (size_t)f->n + 1);
	f->array[f->n++] = *a;
	f->offset += 8 + length(a);
}

static void declare_all(struct file *f, const struct vtk *v, enum vtk_place place)
{
	for (int k = 0; k < v->n_array[place]; k++)
		declare(f, &v->array[place][k], place == VTK_FIELD);
}

static void declare_cells(struct file *f, const struct vtk *v, const char *name, enum vtk_cell kind)
{
	text_put(f->out, "<");
	text_put(f->out, name);
	text_put(f->out, ">\n");
	declare(f, &(struct vtk_array){ .name = "connectivity", .type = VTK_INTEGER, .width = 1, .n = v->n_corner[kind],
	                                .integer = v->corner[kind] }, 0);
	declare(f, &(struct vtk_array){ .name = "offsets", .type = VTK_INTEGER, .width = 1, .n = v->n_cell[kind],
	                                .integer = v->end[kind] }, 0);
	text_put(f->out, "</");
	text_put(f->out, name);
	text_put(f->out, ">\n");
}

/* Append n bytes of numbers of this size each, the lowest byte first. */
static void put_raw(struct trade_text *out, const void *from, size_t n, size_t each)
{
	char *to = text_room(out, n);

	out->n += n;
	if (n)
		memcpy(to, from, n);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	for (size_t k = 0; k < n; k += each)
		for (size_t b = 0; b < each / 2; b++) {
			char swapped = to[k + b];

			to[k + b] = to[k + each - 1 - b];
			to[k + each - 1 - b] = swapped;
		}
#else
	(void)each;
#endif
}

static void put_block(struct file *f)
{
	text_put(f->out, "<AppendedData encoding=\"raw\">\n_");
	for (int k = 0; k < f->n; k++) {
		const struct vtk_array *a = &f->array[k];
		uint64_t n = length(a);

		put_raw(f->out, &n, sizeof n, sizeof n);
		for (int64_t i = 0; a->type == VTK_WORD && i < a->n; i++)
			put_raw(f->out, a->word[i], strlen(a->word[i]) + 1, 1);
		if (a->type != VTK_WORD)
			put_raw(f->out, a->data, n, bytes_of(a->type));
	}
	text_put(f->out, "\n</AppendedData>\n");
}

/* The attributes and elements of a piece of polygon data: what is in it, arrays, points and cells. */
static void declare_polygons(struct file *f, const struct vtk *v)
{
	static const char *const count[] = { " NumberOfPoints=\"", " NumberOfVerts=\"", " NumberOfLines=\"",
	                                     " NumberOfPolys=\"", " NumberOfStrips=\"" };
	const int64_t n[] = { v->n_point, v->n_cell[VTK_VERTEX], v->n_cell[VTK_LINE], v->n_cell[VTK_POLYGON], 0 };

	text_put(f->out, "<Piece");
	for (int k = 0; k < 5; k++) {
		text_put(f->out, count[k]);
		text_integer(f->out, n[k], '"');
	}
	text_put(f->out, ">\n<PointData>\n");
	declare_all(f, v, VTK_POINTS);
	text_put(f->out, "</PointData>\n<CellData>\n");
	declare_all(f, v, VTK_CELLS);
	text_put(f->out, "</CellData>\n<Points>\n");
	declare(f, &(struct vtk_array){ .name = "Points", .type = VTK_REAL, .width = 3, .n = v->n_point,
	                                .data = v->point }, 0);
	text_put(f->out, "</Points>\n");
	declare_cells(f, v, "Verts", VTK_VERTEX);
	declare_cells(f, v, "Lines", VTK_LINE);
	declare_cells(f, v, "Polys", VTK_POLYGON);
	text_put(f->out, "</Piece>\n");
}

/* The grid points of an image, as the numbers of the first and the last along each axis. */
static void put_extent(struct trade_text *out, const char *name, const struct vtk *v)
{
	text_put(out, name);
	for (int k = 0; k < 3; k++) {
		text_put(out, "0 ");
		text_integer(out, v->n_grid[k] - 1, k < 2 ? ' ' : '"');
	}
}

static void declare_image(struct file *f, const struct vtk *v)
{
	put_extent(f->out, "<Piece Extent=\"", v);
	text_put(f->out, ">\n<PointData>\n");
	declare_all(f, v, VTK_POINTS);
	text_put(f->out, "</PointData>\n</Piece>\n");
}

void vtk_write(struct trade_text *out, const struct vtk *v, int as_text)
{
	const int image = v->n_grid[0] > 0;
	const char *const type = image ? "ImageData" : "PolyData";
	struct file f = { .out = out, .as_text = as_text };

	text_put(out, "<?xml version=\"1.0\"?>\n<VTKFile type=\"");
	text_put(out, type);
	text_put(out, "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<");
	text_put(out, type);
	if (image) {
		put_extent(out, " WholeExtent=\"", v);
		text_put(out, " Origin=\"");
		text_reals(out, 3, v->origin, ' ', '"');
		text_put(out, " Spacing=\"");
		text_reals(out, 3, v->spacing, ' ', '"');
	}
	text_put(out, ">\n<FieldData>\n");
	declare_all(&f, v, VTK_FIELD);
	text_put(out, "</FieldData>\n");
	if (image)
		declare_image(&f, v);
	else
		declare_polygons(&f, v);
	text_put(out, "</");
	text_put(out, type);
	text_put(out, ">\n");
	if (!as_text)
		put_block(&f);
	text_put(out, "</VTKFile>\n");
	free(f.array);
}
