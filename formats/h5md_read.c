/* h5md_read.c: read frames in HDF5, in the layout H5MD */
#ifdef SCREE_HDF5
#include "atoms.h"
#include "h5md_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct reader { hid_t file, grains; int dim; hsize_t n_frame, n_row; };

static enum trade_status bad_file(const struct trade_file *file, char **error, const char *what)
{
	return trade_bad(error, "%s: %s", file->name, what);
}

/* The dataset of an element, which is time-dependent, or else holds for all frames: *of_frame. Negative if it is none. */
static hid_t open_element(hid_t at, const char *name, int *of_frame)
{
	H5O_info_t info;
	char path[300];

	*of_frame = 0;
	if (H5Oget_info_by_name(at, name, &info, H5P_DEFAULT) < 0)
		return -1;
	if (info.type == H5O_TYPE_DATASET)
		return H5Dopen2(at, name, H5P_DEFAULT);
	snprintf(path, sizeof path, "%s/value", name);
	*of_frame = 1;
	return H5Lexists(at, path, H5P_DEFAULT) > 0 ? H5Dopen2(at, path, H5P_DEFAULT) : -1;
}

/* Read an attribute that is one number. */
static void read_one(hid_t at, const char *name, hid_t type, void *to)
{
	hid_t a = H5Aexists(at, name) > 0 ? H5Aopen(at, name, H5P_DEFAULT) : -1;

	if (a < 0)
		return;
	hid_t space = H5Aget_space(a);
	if (H5Sget_simple_extent_npoints(space) == 1)
		H5Aread(a, type, to);
	H5Sclose(space);
	H5Aclose(a);
}

/* Read frame k of a dataset into at most `most` numbers; returns their number, or -1. */
static int64_t read_frame(hid_t set, int of_frame, hsize_t k, double *to, int64_t *whole, char **text, size_t most,
	hsize_t size[3])
{
	hid_t space = H5Dget_space(set), memory = -1, type = text ? h5md_text_type() : whole ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
	int rank = H5Sget_simple_extent_ndims(space);
	hsize_t now[4] = { 0 }, start[4] = { 0 }, count[4] = { 1, 1, 1, 1 }, n = 1;
	int64_t result = -1;

	if (rank >= of_frame && rank <= 3 && H5Sget_simple_extent_dims(space, now, NULL) == rank && !(of_frame && k >= now[0])) {
		for (int c = of_frame; c < rank; c++) {
			count[c] = now[c];
			size[c - of_frame] = now[c];
			n = now[c] && n > most / now[c] ? most + 1 : n * now[c];
		}
		for (int c = rank; c < 3 + of_frame; c++)
			size[c - of_frame] = 1;
		start[0] = of_frame ? k : 0;
		result = n <= most ? (int64_t)n : -1;
		if (n && n <= most) {
			memory = rank ? H5Screate_simple(rank, count, NULL) : H5Screate(H5S_SCALAR);
			if (rank)
				H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
			if (H5Dread(set, type, memory, space, H5P_DEFAULT, text ? (void *)text : whole ? (void *)whole : to) < 0)
				result = -1;
			H5Sclose(memory);
		}
	}
	H5Sclose(space);
	if (text)
		H5Tclose(type);
	return result;
}

/* The step or the time of a frame: one of each, or the distance of steps with an offset. */
static double read_clock(const struct reader *in, const char *name, hsize_t k, double other)
{
	hid_t set = H5Lexists(in->grains, name, H5P_DEFAULT) > 0 ? H5Dopen2(in->grains, name, H5P_DEFAULT) : -1;
	double x = 0, from = 0;
	hsize_t size[3];

	if (set < 0)
		return other;
	hid_t space = H5Dget_space(set);
	int rank = H5Sget_simple_extent_ndims(space);
	int64_t n = read_frame(set, rank > 0, k, &x, NULL, NULL, 1, size);
	if (rank == 0) {
		read_one(set, "offset", H5T_NATIVE_DOUBLE, &from);
		x = from + x * (double)k;
	}
	H5Sclose(space);
	H5Dclose(set);
	return n == 1 && fabs(x) <= 1e50 ? x : other;
}

/* Open the first group of particles, and count frames. */
static enum trade_status begin_reading(struct reader *in, const struct trade_file *file, char **error)
{
	hid_t plan = H5Pcreate(H5P_FILE_ACCESS), particles;
	H5G_info_t info = { .nlinks = 0 };
	char name[200];
	hsize_t size[4] = { 0 };
	int of_frame;

	H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
	H5Pset_fapl_core(plan, 1 << 20, 0);
	H5Pset_file_image(plan, (void *)(uintptr_t)file->text, file->n);
	in->file = H5Fopen("scree", H5F_ACC_RDONLY, plan);
	H5Pclose(plan);
	if (in->file < 0)
		return bad_file(file, error, "found no HDF5 file that can be read");
	particles = H5Lexists(in->file, "particles", H5P_DEFAULT) > 0 ? H5Gopen2(in->file, "particles", H5P_DEFAULT) : -1;
	if (particles < 0 || H5Gget_info(particles, &info) < 0 || info.nlinks < 1 ||
	    H5Lget_name_by_idx(particles, ".", H5_INDEX_NAME, H5_ITER_INC, 0, name, sizeof name, H5P_DEFAULT) < 0)
		return bad_file(file, error, "found no group /particles/..., expected one as in H5MD");
	in->grains = H5Gopen2(particles, name, H5P_DEFAULT);
	H5Gclose(particles);
	in->dim = 3;
	hid_t box = in->grains >= 0 && H5Lexists(in->grains, "box", H5P_DEFAULT) > 0 ? H5Gopen2(in->grains, "box", H5P_DEFAULT) : -1;
	if (box >= 0) {
		read_one(box, "dimension", H5T_NATIVE_INT, &in->dim);
		H5Gclose(box);
	}
	hid_t set = in->grains >= 0 ? open_element(in->grains, "position", &of_frame) : -1;
	if (set < 0)
		return bad_file(file, error, "found no positions, expected the element position as in H5MD");
	hid_t space = H5Dget_space(set);
	int rank = H5Sget_simple_extent_ndims(space);
	if (rank == 2 + of_frame)
		H5Sget_simple_extent_dims(space, size, NULL);
	H5Sclose(space);
	H5Dclose(set);
	in->n_frame = of_frame ? size[0] : 1;
	in->n_row = size[of_frame];
	if (rank != 2 + of_frame || in->dim < 2 || in->dim > 3 || size[of_frame + 1] != (hsize_t)in->dim || in->n_row > INT32_MAX)
		return bad_file(file, error, "found positions of another size, expected frames of rows with as many components as the box");
	return TRADE_GOOD;
}

/* Whether axis c is periodic. */
static int is_periodic(const struct reader *in, int c)
{
	char text[3][16] = { { 0 } };
	hid_t a = H5Aopen_by_name(in->grains, "box", "boundary", H5P_DEFAULT, H5P_DEFAULT), type, have;
	int periodic = 0;

	if (a < 0)
		return 0;
	hid_t space = H5Aget_space(a);
	have = H5Aget_type(a);
	type = H5Tcopy(H5T_C_S1);
	if (H5Sget_simple_extent_npoints(space) <= 3) {
		if (H5Tis_variable_str(have) > 0) {
			char *word[3] = { NULL };

			H5Tset_size(type, H5T_VARIABLE);
			H5Tset_cset(type, H5Tget_cset(have));
			if (H5Aread(a, type, word) >= 0) {
				periodic = word[c] && strcmp(word[c], "periodic") == 0;
				H5Dvlen_reclaim(type, space, H5P_DEFAULT, word);
			}
		} else {
			H5Tset_size(type, sizeof *text);
			periodic = H5Aread(a, type, text) >= 0 && strcmp(text[c], "periodic") == 0;
		}
	}
	H5Tclose(type);
	H5Tclose(have);
	H5Sclose(space);
	H5Aclose(a);
	return periodic;
}

static enum trade_status read_box(struct atoms *at, const struct reader *in, hsize_t k, const struct trade_file *file,
	char **error)
{
	double v[9] = { 0 }, lo[3] = { 0 };
	hsize_t size[3];
	int of_frame, dim = in->dim;
	hid_t set = H5Lexists(in->grains, "box", H5P_DEFAULT) > 0 ? open_element(in->grains, "box/edges", &of_frame) : -1;
	struct domain *d = &at->domain;

	if (set < 0)
		return TRADE_GOOD;
	int64_t n = read_frame(set, of_frame, k, v, NULL, NULL, 9, size);
	H5Dclose(set);
	if (n == dim) { /* lengths */
		for (int c = dim - 1; c > 0; c--) {
			v[c * dim + c] = v[c];
			v[c] = 0;
		}
	} else if (n != (int64_t)dim * dim) {
		return bad_file(file, error, "found edges of the box of another size, expected lengths or vectors");
	}
	if ((set = open_element(in->grains, "box/offset", &of_frame)) >= 0) {
		if (read_frame(set, of_frame, k, lo, NULL, NULL, 3, size) != dim)
			memset(lo, 0, sizeof lo);
		H5Dclose(set);
	}
	d->set = 1;
	for (int c = 0; c < dim; c++) {
		d->lo[c] = lo[c];
		d->hi[c] = lo[c] + v[c * dim + c];
		d->periodic[c] = is_periodic(in, c);
		if (!(fabs(lo[c]) <= 1e50 && v[c * dim + c] > 0 && v[c * dim + c] <= 1e50))
			return bad_file(file, error, "found edges of the box that are not above 0, expected lengths");
		for (int e = c + 1; e < dim; e++)
			if (v[c * dim + e] != 0)
				return bad_file(file, error, "found a box that is turned, expected edges (a, 0, 0), (b, c, 0), (d, e, f)");
	}
	d->tilt[0] = v[dim];
	d->tilt[1] = dim == 3 ? v[6] : 0;
	d->tilt[2] = dim == 3 ? v[7] : 0;
	return TRADE_GOOD;
}

/* An element of a frame: rows of components. */
struct read_element { char name[64]; int kind, n_component; double *real; int64_t *whole; char **text; };

static void drop_elements(struct read_element *e, int n, hsize_t rows)
{
	for (int k = 0; k < n; k++) {
		for (hsize_t i = 0; i < rows && e[k].text; i++)
			H5free_memory(e[k].text[i]);
		free(e[k].text);
		free(e[k].real);
		free(e[k].whole);
	}
	free(e);
}

/* Read an element if it has a row for each body: as words, whole numbers or numbers by its type. Returns whether it has. */
static int take_element(struct read_element *e, const struct reader *in, const char *name, hsize_t k)
{
	int of_frame;
	hid_t set = open_element(in->grains, name, &of_frame), type, space;
	hsize_t now[4] = { 0 }, size[3];
	int good = 0;

	if (set < 0)
		return 0;
	type = H5Dget_type(set);
	space = H5Dget_space(set);
	int rank = H5Sget_simple_extent_ndims(space);
	H5T_class_t class = H5Tget_class(type);
	if (rank >= 1 + of_frame && rank <= 2 + of_frame && H5Sget_simple_extent_dims(space, now, NULL) == rank &&
	    now[of_frame] == in->n_row && (rank == 1 + of_frame || now[of_frame + 1] <= 4)) {
		size_t n = rank == 1 + of_frame ? 1 : (size_t)now[of_frame + 1], all = n * (size_t)in->n_row;

		snprintf(e->name, sizeof e->name, "%s", name);
		e->n_component = (int)n;
		e->kind = class == H5T_STRING ? TEXT : class == H5T_INTEGER || class == H5T_ENUM ? INTEGER : REAL;
		if (class == H5T_STRING && (H5Tis_variable_str(type) <= 0 || n != 1))
			all = n = 0;
		else if (class == H5T_STRING)
			e->text = mem_zero(all, sizeof *e->text);
		else if (e->kind == INTEGER)
			e->whole = mem_zero(all, sizeof *e->whole);
		else
			e->real = mem_zero(all, sizeof *e->real);
		good = n && read_frame(set, of_frame, k, e->real, e->whole, e->text, all, size) == (int64_t)all;
		if (!good)
			free(e->real), free(e->whole), free(e->text), *e = (struct read_element){ .kind = 0 };
	}
	H5Sclose(space);
	H5Tclose(type);
	H5Dclose(set);
	return good;
}

static void put_names(struct trade_text *to, const struct read_element *e, int dim)
{
	for (int k = 0; k < h5md_n_names; k++) {
		int first, n = h5md_components(k, dim, &first);

		if (strcmp(h5md_names[k].element, e->name) != 0 || n != e->n_component)
			continue;
		for (int c = 0; c < n; c++) {
			text_put(to, h5md_names[k].column[first + c]);
			text_put(to, " ");
		}
		return;
	}
	for (int c = 0; c < e->n_component; c++) {
		static const char *const end[4] = { " ", "_2 ", "_3 ", "_4 " };

		text_put(to, e->name);
		text_put(to, end[c]);
	}
}

static void put_values(struct trade_text *to, const struct read_element *e, hsize_t row)
{
	for (int c = 0; c < e->n_component; c++) {
		size_t i = (size_t)row * (size_t)e->n_component + (size_t)c;

		if (e->kind == INTEGER) {
			text_integer(to, e->whole[i], ' ');
		} else if (e->kind == REAL && isfinite(e->real[i])) {
			text_reals(to, 1, &e->real[i], ' ', ' ');
		} else {
			const char *word = e->kind == TEXT && e->text[i] && *e->text[i] ? e->text[i] : "nan";

			text_put(to, strpbrk(word, " \t\r\n") ? "nan" : word);
			text_put(to, " ");
		}
	}
}

/* Whether no row of an element that is there has been written, of one row at least: other frames have it. */
static int is_empty(const struct read_element *e, hsize_t rows, const int64_t *id)
{
	hsize_t there = 0;

	for (hsize_t i = 0; i < rows; i++) {
		there += !id || id[i] >= 0;
		for (int c = 0; c < e->n_component && (!id || id[i] >= 0); c++) {
			size_t k = (size_t)i * (size_t)e->n_component + (size_t)c;

			if (e->kind == REAL ? !isnan(e->real[k]) : e->kind == INTEGER ? e->whole[k] != -1 || strcmp(e->name, "image") == 0 :
			    e->text[k] != NULL)
				return 0;
		}
	}
	return there > 0;
}

/* All elements of a frame as lines of a table. Rows whose id is below 0 are empty. */
static enum trade_status make_table(struct trade_text *to, const struct reader *in, hsize_t k, int64_t *n_row)
{
	struct read_element *e = NULL;
	H5G_info_t info = { .nlinks = 0 };
	int n = 0, id = -1;
	char name[64];

	H5Gget_info(in->grains, &info);
	e = mem_zero((size_t)info.nlinks + 1, sizeof *e);
	for (hsize_t j = 0; j < info.nlinks; j++) {
		ssize_t length = H5Lget_name_by_idx(in->grains, ".", H5_INDEX_NAME, H5_ITER_INC, j, name, sizeof name, H5P_DEFAULT);

		if (length < 1 || length >= (ssize_t)sizeof name - 4 || strpbrk(name, " \t\r\n") || strcmp(name, "box") == 0)
			continue;
		n += take_element(&e[n], in, name, k);
	}
	for (int j = 0; j < n; j++)
		id = strcmp(e[j].name, "id") == 0 && e[j].kind == INTEGER ? j : id;
	for (int j = 0; j < n; j++)
		if (j != id && is_empty(&e[j], in->n_row, id < 0 ? NULL : e[id].whole))
			e[j].n_component = 0;
	for (int j = 0; j < n; j++)
		put_names(to, &e[j], in->dim);
	to->text[to->n - 1] = '\n';
	*n_row = 0;
	for (hsize_t row = 0; row < in->n_row; row++) {
		if (id >= 0 && e[id].whole[row] < 0)
			continue;
		for (int j = 0; j < n; j++)
			put_values(to, &e[j], row);
		to->text[to->n - 1] = '\n';
		++*n_row;
	}
	drop_elements(e, n, in->n_row);
	return TRADE_GOOD;
}

static void end_reading(struct reader *in, struct trade_cursor *cursor)
{
	if (in->grains >= 0)
		H5Gclose(in->grains);
	if (in->file >= 0)
		H5Fclose(in->file);
	free(in);
	cursor->state = NULL;
}

enum trade_status h5md_read(struct world *w, const struct trade_file *file, int n_file, const struct trade_plan *plan,
	char **error)
{
	struct trade_cursor *cursor = plan->cursor;
	struct reader *in = cursor->state;
	struct atoms a = { .n = 0 };
	struct trade_text text = { .n = 0 };
	struct fields l;
	char name[300];
	int64_t n = 0;
	enum trade_status status = TRADE_GOOD;

	(void)n_file;
	if (!in) {
		cursor->state = in = MEM_ZERO(struct reader, 1);
		in->grains = in->file = -1;
		status = begin_reading(in, file, error);
		cursor->frames = (int64_t)in->n_frame;
		if (status == TRADE_GOOD && !in->n_frame)
			status = bad_file(file, error, "found no frame, expected one at least");
	}
	const hsize_t k = (hsize_t)cursor->frame;
	if (status == TRADE_GOOD)
		status = read_box(&a, in, k, file, error);
	if (status == TRADE_GOOD)
		status = make_table(&text, in, k, &n);
	if (status == TRADE_GOOD) {
		memset(text_room(&text, 16), 0, 16);
		snprintf(name, sizeof name, "%s: frame %lld, row", file->name, (long long)k);
		fields_begin(&l, &(struct trade_file){ .name = name, .text = text.text, .n = text.n }, 0, error);
		l.hashes = 1;
		fields_next(&l);
		a.n_axis = in->dim;
		const double step = read_clock(in, "position/step", k, (double)k);
		const int good = step >= 0 && step <= 9007199254740992.0;
		a.step = good ? (int64_t)step : 0;
		a.t = read_clock(in, "position/time", k, plan->dt * (double)a.step);
		status = good ? atoms_begin(&a, &l, 0) : bad_file(file, error, "found a step outside of 0 to 2^53");
		for (int64_t row = 0; row < n && status == TRADE_GOOD; row++) {
			fields_next(&l);
			l.number = (long)row + 1;
			status = atoms_row(&a, &l);
		}
		if (status == TRADE_GOOD)
			status = atoms_build(w, &a, plan, &l);
	}
	atoms_free(&a);
	free(text.text);
	if (status != TRADE_GOOD || k + 1 >= in->n_frame)
		end_reading(in, cursor);
	return status;
}

#endif
