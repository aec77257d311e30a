/* h5md_write.c: write frames in HDF5, in the layout H5MD */
#ifdef SCREE_HDF5
#include "h5md_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"
#include "world/deform.h"

const struct h5md_name h5md_names[] = {
	{ "position", { "x", "y", "z" } }, { "image", { "ix", "iy", "iz" } }, { "velocity", { "vx", "vy", "vz" } },
	{ "angular_velocity", { "omegax", "omegay", "omegaz" } }, { "orientation", { "quatw", "quati", "quatj", "quatk" } },
	{ "shape", { "shapex", "shapey", "shapez" } }, { "force", { "fx", "fy", "fz" } }, { "torque", { "tqx", "tqy", "tqz" } },
	{ "angular_momentum", { "angmomx", "angmomy", "angmomz" } }, { "species", { "type" } }, { "molecule", { "mol" } },
};
const int h5md_n_names = sizeof h5md_names / sizeof *h5md_names;

int h5md_components(int k, int dim, int *first)
{
	const char *name = h5md_names[k].element;
	int n = 0;

	while (n < 4 && h5md_names[k].column[n])
		n++;
	*first = dim == 2 && (strcmp(name, "angular_velocity") == 0 || strcmp(name, "torque") == 0) ? 2 : 0;
	if (*first)
		return 1;
	return dim == 2 && n == 3 && strcmp(name, "shape") != 0 ? 2 : n;
}

hid_t h5md_text_type(void)
{
	hid_t type = H5Tcopy(H5T_C_S1);

	H5Tset_size(type, H5T_VARIABLE);
	return type;
}

static int kind_of(const char *element)
{
	static const char *const whole[] = { "id", "species", "molecule", "image" };

	for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
		if (strcmp(element, whole[k]) == 0)
			return INTEGER;
	return REAL;
}

/* ---- attributes and groups ---- */

static void put_text(hid_t at, const char *name, int n, const char *const *text)
{
	const hsize_t count = (hsize_t)n;
	hid_t type = H5Tcopy(H5T_C_S1), space = n == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, NULL);
	size_t wide = 1;
	char *all;

	for (int k = 0; k < n; k++)
		wide = strlen(text[k]) + 1 > wide ? strlen(text[k]) + 1 : wide;
	all = mem_zero((size_t)n, wide);
	for (int k = 0; k < n; k++)
		memcpy(all + (size_t)k * wide, text[k], strlen(text[k]));
	H5Tset_size(type, wide);
	hid_t a = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
	H5Awrite(a, type, all);
	H5Aclose(a);
	H5Sclose(space);
	H5Tclose(type);
	free(all);
}

static void put_integers(hid_t at, const char *name, int n, const int *x)
{
	const hsize_t count = (hsize_t)n;
	hid_t space = n == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, NULL);
	hid_t a = H5Acreate2(at, name, H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT);

	H5Awrite(a, H5T_NATIVE_INT, x);
	H5Aclose(a);
	H5Sclose(space);
}

static hid_t make_group(hid_t at, const char *name)
{
	return H5Gcreate2(at, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
}

/* ---- writing ---- */

/* An element of all frames: its dataset grows. */
struct element { char name[64]; int kind, n_component; hid_t value; };
struct writer {
	hid_t file, grains, box;
	int dim, n_element, n_frame;
	hsize_t most;              /* the most rows of a frame */
	struct element *element;
	size_t cap;
};

/* A dataset of rank dimensions, of which the first has no size yet. What is not written is -1 or no number. */
static hid_t make_dataset(hid_t at, const char *name, int kind, int rank, const hsize_t *size, int rows_grow)
{
	hsize_t now[3] = { 0 }, most[3] = { H5S_UNLIMITED }, chunk[3] = { rank == 1 ? 256 : 1 };
	const double none = NAN;
	const int64_t no_one = -1;
	hid_t plan = H5Pcreate(H5P_DATASET_CREATE), type = kind == INTEGER ? H5T_STD_I64LE : H5T_IEEE_F64LE;

	if (kind == TEXT)
		type = h5md_text_type();
	for (int k = 1; k < rank; k++) {
		now[k] = size[k];
		most[k] = k == 1 && rows_grow ? H5S_UNLIMITED : size[k];
		chunk[k] = k == 1 && rows_grow ? (size[k] < 1 ? 1 : size[k] > 16384 ? 16384 : size[k]) : size[k];
	}
	H5Pset_chunk(plan, rank, chunk);
	H5Pset_obj_track_times(plan, 0); /* equal frames make equal files */
	if (kind == REAL)
		H5Pset_fill_value(plan, H5T_NATIVE_DOUBLE, &none);
	else if (kind == INTEGER)
		H5Pset_fill_value(plan, H5T_NATIVE_INT64, &no_one);
	hid_t space = H5Screate_simple(rank, now, most), set = H5Dcreate2(at, name, type, space, H5P_DEFAULT, plan, H5P_DEFAULT);

	H5Sclose(space);
	H5Pclose(plan);
	if (kind == TEXT)
		H5Tclose(type);
	return set;
}

/* Append frame `frame` to a dataset: an array of size[1] rows, of `most` at most. */
static void append(hid_t set, int kind, int rank, int frame, const hsize_t *size, hsize_t most, const void *from)
{
	hsize_t now[3] = { (hsize_t)frame + 1, most, rank > 2 ? size[2] : 0 }, start[3] = { (hsize_t)frame };
	hsize_t count[3] = { 1, rank > 1 ? size[1] : 0, rank > 2 ? size[2] : 0 };

	H5Dset_extent(set, now);
	if (rank > 1 && !count[1])
		return;
	hid_t to = H5Dget_space(set), memory = H5Screate_simple(rank, count, NULL), text = kind == TEXT ? h5md_text_type() : -1;
	H5Sselect_hyperslab(to, H5S_SELECT_SET, start, NULL, count, NULL);
	H5Dwrite(set, kind == TEXT ? text : kind == INTEGER ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE, memory, to, H5P_DEFAULT, from);
	H5Sclose(memory);
	H5Sclose(to);
	if (kind == TEXT)
		H5Tclose(text);
}

/* A group of H5MD with value, step and time; all elements share the steps and times of the positions. */
static hid_t make_element(struct writer *out, hid_t at, const char *name, int kind, int rank, const hsize_t *size, int rows_grow)
{
	hid_t group = make_group(at, name), set = make_dataset(group, "value", kind, rank, size, rows_grow);

	H5Lcreate_hard(out->grains, "/h5md/step", group, "step", H5P_DEFAULT, H5P_DEFAULT);
	H5Lcreate_hard(out->grains, "/h5md/time", group, "time", H5P_DEFAULT, H5P_DEFAULT);
	H5Gclose(group);
	return set;
}

static void begin_file(struct writer *out, const struct trade_scene *s, const struct domain *d)
{
	static const char *const author[] = { "unknown" }, *const creator[] = { "scree-convert" }, *const version[] = { "1" };
	const char *edge[3];
	hid_t plan = H5Pcreate(H5P_FILE_ACCESS), h5md, group;

	H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	H5Pset_fapl_core(plan, 1 << 20, 0); /* in memory: written at the end, whole or not at all */
	out->file = H5Fcreate("scree", H5F_ACC_TRUNC, H5P_DEFAULT, plan);
	H5Pclose(plan);
	out->dim = s->w->dim;
	h5md = make_group(out->file, "h5md");
	put_integers(h5md, "version", 2, (int[2]){ 1, 1 });
	group = make_group(h5md, "author");
	put_text(group, "name", 1, author);
	H5Gclose(group);
	group = make_group(h5md, "creator");
	put_text(group, "name", 1, creator);
	put_text(group, "version", 1, version);
	H5Gclose(group);
	H5Dclose(make_dataset(h5md, "step", INTEGER, 1, NULL, 0));
	H5Dclose(make_dataset(h5md, "time", REAL, 1, NULL, 0));
	H5Gclose(h5md);
	group = make_group(out->file, "particles");
	out->grains = make_group(group, "grains");
	H5Gclose(group);
	out->box = make_group(out->grains, "box");
	put_integers(out->box, "dimension", 1, &out->dim);
	for (int c = 0; c < out->dim; c++)
		edge[c] = d->set && d->periodic[c] ? "periodic" : "none";
	put_text(out->box, "boundary", out->dim, edge);
}

static struct element *find_element(struct writer *out, const char *name)
{
	for (int k = 0; k < out->n_element; k++)
		if (strcmp(out->element[k].name, name) == 0)
			return &out->element[k];
	return NULL;
}

/* Edges as vectors in rows, and the lower corner, which H5MD has no name for. */
static void write_box(struct writer *out, const struct domain *d)
{
	const hsize_t dim = (hsize_t)out->dim, square[3] = { 0, dim, dim };
	struct element *edges = find_element(out, "box/edges"), *corner = find_element(out, "box/offset");
	double v[9] = { 0 };

	if (!d->set)
		return;
	if (!edges) {
		MEM_GROW(out->element, &out->cap, (size_t)out->n_element + 2);
		edges = &out->element[out->n_element++];
		corner = &out->element[out->n_element++];
		*edges = (struct element){ .name = "box/edges", .value = make_element(out, out->box, "edges", REAL, 3, square, 0) };
		*corner = (struct element){ .name = "box/offset", .value = make_element(out, out->box, "offset", REAL, 2, square, 0) };
	}
	for (int c = 0; c < out->dim; c++)
		v[c * out->dim + c] = d->hi[c] - d->lo[c];
	v[out->dim] = d->tilt[0];
	if (out->dim == 3) {
		v[6] = d->tilt[1];
		v[7] = d->tilt[2];
	}
	append(edges->value, REAL, 3, out->n_frame, square, dim, v);
	append(corner->value, REAL, 2, out->n_frame, square, dim, d->lo);
}

/* The rows of a dump as fields. */
struct rows { struct fields l; char (*name)[64]; int n_column; size_t cap; int64_t n; };

static int column_of(const struct rows *r, const char *name)
{
	for (int k = 0; k < r->n_column; k++)
		if (strcmp(r->name[k], name) == 0)
			return k;
	return -1;
}

static int is_number(const char *text, int n)
{
	double x;

	return (n == 3 && memcmp(text, "nan", 3) == 0) || number_get(text, &x) == text + n;
}

/* Cells of some columns, of all rows: numbers, whole numbers or words. */
struct cells { int kind, n_component, column[4]; char name[64]; double *real; int64_t *whole; char **text; };

static enum trade_status take_cell(struct cells *c, const struct rows *r, int64_t row, char **error)
{
	for (int k = 0; k < c->n_component; k++) {
		const char *at = r->l.field[c->column[k]];
		const int n = r->l.length[c->column[k]], number = is_number(at, n);
		const int64_t i = row * c->n_component + k;

		if (c->kind == TEXT) {
			c->text[i] = mem_word(at, (size_t)n);
		} else if (!number) {
			return trade_bad(error, "h5md holds words or numbers in a column, found '%.*s' in the column %s, which had numbers", n, at,
			                 c->name);
		} else if (c->kind == INTEGER) {
			c->whole[i] = -1;
			if (*at != 'n' && number_get_int(at, &c->whole[i]) != at + n)
				return trade_bad(error, "found '%.*s' in the column %s, expected whole numbers", n, at, c->name);
		} else if (*at == 'n') {
			c->real[i] = NAN;
		} else {
			number_get(at, &c->real[i]);
		}
	}
	return TRADE_GOOD;
}

static void drop_cells(struct cells *c, int n, int64_t rows)
{
	for (int k = 0; k < n; k++) {
		for (int64_t i = 0; i < rows && c[k].text; i++)
			free(c[k].text[i]);
		free(c[k].text);
		free(c[k].real);
		free(c[k].whole);
	}
	free(c);
}

/* The elements that the columns of a frame make. A column that had words before has words. */
static struct cells *choose(const struct writer *out, const struct rows *r, const struct trade_scene *s, int *n)
{
	struct cells *cells = mem_zero((size_t)r->n_column + 1, sizeof *cells);
	char *done = mem_zero((size_t)r->n_column + 1, 1);

	*n = 0;
	for (int k = 0; k < h5md_n_names; k++) {
		struct cells *c = &cells[*n];
		int first, all = h5md_components(k, out->dim, &first), found = 0;

		for (int j = 0; j < all; j++)
			found += (c->column[j] = column_of(r, h5md_names[k].column[first + j])) >= 0;
		if (found < all)
			continue;
		snprintf(c->name, sizeof c->name, "%s", h5md_names[k].element);
		c->kind = kind_of(c->name);
		c->n_component = all;
		for (int j = 0; j < 4 && h5md_names[k].column[j]; j++)
			if (column_of(r, h5md_names[k].column[j]) >= 0)
				done[column_of(r, h5md_names[k].column[j])] = 1;
		++*n;
	}
	for (int k = 0; k < r->n_column; k++) {
		struct cells *c = &cells[*n];
		int at = table_find(&s->w->body, r->name[k]);

		if (done[k] || (!r->n && at >= 0 && s->w->body.col[at].kind == COL_TEXT)) /* only rows tell whether these are words */
			continue;
		snprintf(c->name, sizeof c->name, "%s", r->name[k]);
		c->kind = at >= 0 && s->w->body.col[at].kind == COL_INT ? INTEGER : at >= 0 && s->w->body.col[at].kind == COL_WORD ? TEXT :
			kind_of(c->name);
		c->n_component = 1;
		c->column[0] = k;
		++*n;
	}
	free(done);
	return cells;
}

/* Columns of texts that are no numbers are words; only the rows tell. */
static void find_words(struct cells *cells, int n, const struct rows *r, const struct writer *out)
{
	for (int k = 0; k < n; k++) {
		const struct element *e = NULL;

		for (int j = 0; j < out->n_element; j++)
			e = strcmp(out->element[j].name, cells[k].name) == 0 ? &out->element[j] : e;
		if (e)
			cells[k].kind = e->kind;
		else if (cells[k].kind == REAL && !is_number(r->l.field[cells[k].column[0]], r->l.length[cells[k].column[0]]))
			cells[k].kind = TEXT;
	}
}

static enum trade_status read_rows(struct rows *r, struct cells *cells, int n, struct writer *out, char **error)
{
	enum trade_status status = TRADE_GOOD;
	const struct fields before = r->l;

	for (int64_t row = 0; row < r->n; row++) { /* a column with a word in any row is one of words */
		fields_next(&r->l);
		find_words(cells, n, r, out);
	}
	r->l = before;
	for (int k = 0; k < n; k++) {
		size_t m = (size_t)r->n * (size_t)cells[k].n_component;

		if (cells[k].kind == TEXT)
			cells[k].text = mem_zero(m, sizeof *cells[k].text);
		else if (cells[k].kind == INTEGER)
			cells[k].whole = mem_zero(m, sizeof *cells[k].whole);
		else
			cells[k].real = mem_zero(m, sizeof *cells[k].real);
	}
	for (int64_t row = 0; row < r->n && status == TRADE_GOOD; row++) {
		fields_next(&r->l);
		for (int k = 0; k < n && status == TRADE_GOOD; k++)
			status = take_cell(&cells[k], r, row, error);
	}
	return status;
}

static void write_cells(struct writer *out, const struct cells *c, int64_t rows)
{
	const int rank = c->n_component > 1 ? 3 : 2;
	const hsize_t size[3] = { 0, (hsize_t)rows, (hsize_t)c->n_component }, all[3] = { 0, out->most, size[2] };
	struct element *e = find_element(out, c->name);

	if (!e) {
		MEM_GROW(out->element, &out->cap, (size_t)out->n_element + 1);
		e = &out->element[out->n_element++];
		*e = (struct element){ .kind = c->kind, .n_component = c->n_component };
		snprintf(e->name, sizeof e->name, "%s", c->name);
		e->value = make_element(out, out->grains, c->name, c->kind, rank, all, 1);
	}
	append(e->value, c->kind, rank, out->n_frame, size, out->most,
	       c->kind == TEXT ? (void *)c->text : c->kind == INTEGER ? (void *)c->whole : c->real);
}

/* The head of a dump has nine or more lines; the last names the columns. */
static void read_head(struct rows *r)
{
	while (fields_next(&r->l)) {
		if (fields_is(&r->l, 0, "ITEM: NUMBER OF ATOMS")) {
			fields_next(&r->l);
			number_get_int(r->l.field[0], &r->n);
		}
		if (fields_is(&r->l, 0, "ITEM: ATOMS"))
			break;
	}
	for (int k = 2; k < r->l.n; k++) {
		MEM_GROW(r->name, &r->cap, (size_t)r->n_column + 1);
		snprintf(r->name[r->n_column++], sizeof *r->name, "%.*s", r->l.length[k], r->l.field[k]);
	}
}

enum trade_status h5md_write(struct trade_text text[TRADE_FILES], const struct trade_scene *s, char **error)
{
	struct trade_text dump[TRADE_FILES] = { { .n = 0 } };
	struct rows r = { .n = 0 };
	struct writer *out = *s->state;
	struct domain d;
	int n = 0;
	enum trade_status status = dump_write(dump, s, error);

	(void)text;
	if (status != TRADE_GOOD)
		return status;
	memset(text_room(&dump[0], 16), 0, 16);
	struct trade_scene slanted = trade_slanted(s, &d);
	free(slanted.body);
	if (!out) {
		*s->state = out = MEM_ZERO(struct writer, 1);
		begin_file(out, s, &d);
	}
	fields_begin(&r.l, &(struct trade_file){ .name = "the frame", .text = dump[0].text, .n = dump[0].n }, 0, error);
	r.l.hashes = 1;
	read_head(&r);
	if (r.n_column > FIELDS_MOST)
		status = trade_bad(error, "h5md holds %d columns at most, found %d", FIELDS_MOST, r.n_column);
	out->most = (hsize_t)r.n > out->most ? (hsize_t)r.n : out->most;
	struct cells *cells = choose(out, &r, s, &n);
	if (status == TRADE_GOOD)
		status = read_rows(&r, cells, n, out, error);
	if (status == TRADE_GOOD) {
		const hsize_t one[1] = { 1 };
		hid_t step = H5Dopen2(out->file, "/h5md/step", H5P_DEFAULT), time = H5Dopen2(out->file, "/h5md/time", H5P_DEFAULT);

		append(step, INTEGER, 1, out->n_frame, one, 0, &s->w->step);
		append(time, REAL, 1, out->n_frame, one, 0, &s->w->t);
		H5Dclose(step);
		H5Dclose(time);
		write_box(out, &d);
		for (int k = 0; k < n; k++)
			write_cells(out, &cells[k], r.n);
		out->n_frame++;
	}
	drop_cells(cells, n, r.n);
	free(r.name);
	free(dump[0].text);
	return status;
}

enum trade_status h5md_finish(struct trade_text text[TRADE_FILES], void **state, char **error)
{
	struct writer *out = *state;
	enum trade_status status = TRADE_BAD;

	for (int k = 0; k < out->n_element; k++) { /* an element that the last frames lack has as many frames as others */
		hid_t space = H5Dget_space(out->element[k].value);
		hsize_t now[3] = { 0 };

		H5Sget_simple_extent_dims(space, now, NULL);
		H5Sclose(space);
		now[0] = (hsize_t)out->n_frame;
		if (strncmp(out->element[k].name, "box/", 4) != 0)
			now[1] = out->most;
		H5Dset_extent(out->element[k].value, now);
		H5Dclose(out->element[k].value);
	}
	H5Gclose(out->box);
	H5Gclose(out->grains);
	H5Fflush(out->file, H5F_SCOPE_GLOBAL);
	ssize_t n = H5Fget_file_image(out->file, NULL, 0);
	if (n > 0 && H5Fget_file_image(out->file, text_room(&text[0], (size_t)n), (size_t)n) == n) {
		text[0].n += (size_t)n;
		status = TRADE_GOOD;
	}
	H5Fclose(out->file);
	free(out->element);
	free(out);
	*state = NULL;
	return status == TRADE_GOOD ? status : trade_bad(error, "h5md: the HDF5 library could not write the frames");
}

#endif
