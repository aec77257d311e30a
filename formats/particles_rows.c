/* particles_rows.c: the rows of a frame: columns, fields, and what they refer to */
#include "particles_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"

enum { BODY, CONTACT };

/* The columns that have a meaning, for bodies and contacts alike; all others stay text until a program asks
 * for their numbers (particles_column). A simulator that adds columns of its own names them here. */
static const struct { const char *name; enum col_kind kind; } known[] = {
	{ "id", COL_INT }, { "shape", COL_INT }, { "material", COL_WORD }, { "tag", COL_WORD }, { "size", COL_REAL },
	{ "x", COL_REAL }, { "y", COL_REAL }, { "z", COL_REAL }, { "angle", COL_REAL },
	{ "ix", COL_INT }, { "iy", COL_INT }, { "iz", COL_INT },
	{ "vx", COL_REAL }, { "vy", COL_REAL }, { "vz", COL_REAL }, { "omega", COL_REAL },
	{ "ax", COL_REAL }, { "ay", COL_REAL }, { "az", COL_REAL }, { "alpha", COL_REAL },
	{ "fx", COL_REAL }, { "fy", COL_REAL }, { "fz", COL_REAL }, { "torque", COL_REAL },
	{ "qw", COL_REAL }, { "qx", COL_REAL }, { "qy", COL_REAL }, { "qz", COL_REAL },
	{ "Lx", COL_REAL }, { "Ly", COL_REAL }, { "Lz", COL_REAL },
	{ "wx", COL_REAL }, { "wy", COL_REAL }, { "wz", COL_REAL },
	{ "i", COL_INT }, { "fi", COL_INT }, { "j", COL_INT }, { "fj", COL_INT },
	{ "nx", COL_REAL }, { "ny", COL_REAL }, { "nz", COL_REAL }, { "overlap", COL_REAL },
	{ "fn", COL_REAL }, { "ft", COL_REAL }, { "xi", COL_REAL },
	{ "gear_x", COL_REAL }, { "gear_y", COL_REAL }, { "gear_angle", COL_REAL },
	{ "gear_x3", COL_REAL }, { "gear_y3", COL_REAL }, { "gear_angle3", COL_REAL },
	{ "gear_x4", COL_REAL }, { "gear_y4", COL_REAL }, { "gear_angle4", COL_REAL },
};

static enum col_kind kind_of(const char *name)
{
	for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
		if (strcmp(known[k].name, name) == 0)
			return known[k].kind;
	return COL_TEXT;
}

/* ---- words ---- */

static uint32_t hash_word(const char *s, size_t n)
{
	uint32_t h = 2166136261u; /* FNV-1a */

	for (size_t k = 0; k < n; k++)
		h = (h ^ (unsigned char)s[k]) * 16777619u;
	return h;
}

static void words_rehash(struct words *w)
{
	MEM_RESIZE(w->slot, (size_t)w->n_slot);
	memset(w->slot, -1, (size_t)w->n_slot * sizeof *w->slot);
	for (int k = 0; k < w->n; k++) {
		uint32_t at = hash_word(w->word[k], w->length[k]);

		while (w->slot[at & (uint32_t)(w->n_slot - 1)] >= 0)
			at++;
		w->slot[at & (uint32_t)(w->n_slot - 1)] = k;
	}
}

int32_t words_number(struct words *w, const char *s, size_t n)
{
	uint32_t at = hash_word(s, n);

	for (;; at++) {
		int32_t k = w->slot[at & (uint32_t)(w->n_slot - 1)];

		if (k < 0)
			break;
		if (w->length[k] == n && memcmp(w->word[k], s, n) == 0)
			return k;
	}
	MEM_GROW(w->word, &w->cap, (size_t)w->n + 1);
	MEM_GROW(w->length, &w->cap_length, (size_t)w->n + 1);
	MEM_GROW(w->world, &w->cap_world, (size_t)w->n + 1);
	char *copy = MEM_NEW(char, n + 1);
	memcpy(copy, s, n);
	copy[n] = 0;
	w->word[w->n] = copy;
	w->length[w->n] = n;
	w->world[w->n++] = -1;
	if (2 * w->n > w->n_slot) {
		w->n_slot *= 2;
		words_rehash(w);
	} else {
		w->slot[at & (uint32_t)(w->n_slot - 1)] = w->n - 1;
	}
	return w->n - 1;
}

void words_clear(struct words *w)
{
	for (int k = 0; k < w->n; k++)
		free(w->word[k]);
	w->n = 0;
	w->n_slot = 16;
	words_rehash(w);
	words_number(w, "-", 1);
}

void words_free(struct words *w)
{
	for (int k = 0; k < w->n; k++)
		free(w->word[k]);
	free(w->word);
	free(w->length);
	free(w->slot);
	free(w->world);
	memset(w, 0, sizeof *w);
}

void words_match(struct words *w, struct world *to)
{
	for (int k = 0; k < w->n; k++) {
		int32_t was = w->world[k];

		if (was < 0 || was >= to->names.n || strcmp(to->names.word[was], w->word[k]) != 0)
			w->world[k] = world_name(to, w->word[k]);
	}
}

/* ---- columns ---- */

struct rows *particles_rows(struct particles_in *in, struct span type)
{
	for (int k = 0; k < in->n_rows; k++)
		if (span_is(type, in->rows[k].type))
			return &in->rows[k];
	return NULL;
}

static struct rows *add_rows(struct particles_in *in, const char *type, struct table *to)
{
	MEM_GROW(in->rows, &in->cap_rows, (size_t)in->n_rows + 1);
	struct rows *r = &in->rows[in->n_rows++];
	*r = (struct rows){ .type = mem_string(type), .n_type = strlen(type), .to = to };
	return r;
}

/* Forget the columns of one type. */
static void forget(struct rows *r)
{
	for (int k = 0; k < r->n_name; k++)
		free(r->name[k]);
	free(r->name);
	free(r->cell);
	free(r->record);
	r->n_name = 0;
	r->cap_name = 0;
	r->name = NULL;
	r->cell = NULL;
	r->record = NULL;
}

void particles_rows_reset(struct particles_in *in)
{
	for (int k = 0; k < in->n_rows; k++) {
		forget(&in->rows[k]);
		if (k > CONTACT)
			free(in->rows[k].type);
	}
	if (in->n_rows) {
		in->n_rows = CONTACT + 1;
	} else {
		add_rows(in, "body", &in->body);
		add_rows(in, "contact", &in->contact);
	}
	in->current = BODY;
}

static int names_column(const struct rows *r, const char *name)
{
	for (int k = 0; k < r->n_name; k++)
		if (strcmp(r->name[k], name) == 0)
			return 1;
	return 0;
}

int particles_take_columns(struct particles_in *in, int64_t line)
{
	static const char *const needed[2][4] = { { "id", "shape", "x", "y" }, { "i", "j" } };

	if (in->n_field < 3)
		return particles_bad(in, line, span(NULL, 0), "columns", "a type of rows and the names of its fields");
	struct span type = in->field[1];
	if (particles_is_definition(type) || span_is(type, "made") || span_is(type, "units") || span_is(type, "columns") ||
	    span_is(type, "frame") || span_is(type, "end") || span_is(type, "ledger") || type.s[0] == '#' ||
	    span_is(type, "t") || span_is(type, "dt") || span_is(type, "due"))
		return particles_bad(in, line, type, "columns", "a type of rows");
	struct rows *r = particles_rows(in, type);
	if (!r)
		r = add_rows(in, span_text(in, 0, type), NULL);
	forget(r);

	size_t length = 8 + type.n;
	for (size_t k = 2; k < in->n_field; k++) {
		const char *name = span_text(in, 0, in->field[k]);

		if (strchr(name, '='))
			return particles_bad(in, line, in->field[k], "columns", "a name");
		if (names_column(r, name))
			return particles_bad(in, line, in->field[k], "columns", "every name once");
		MEM_GROW(r->name, &r->cap_name, (size_t)r->n_name + 1);
		r->name[r->n_name++] = mem_string(name);
		length += 1 + in->field[k].n;
	}
	r->cell = MEM_ZERO(struct cell, (size_t)r->n_name);
	for (int k = 0; r->to && k < 4; k++) {
		const char *name = needed[r->to == &in->contact][k];

		if (name && !names_column(r, name))
			return particles_bad(in, line, span(NULL, 0), "columns", "a column '%s' for every %s", name, r->type);
	}
	char *p = r->record = MEM_NEW(char, length + 1);
	for (size_t k = 0; k < in->n_field; k++) {
		memcpy(p, in->field[k].s, in->field[k].n);
		p += in->field[k].n;
		*p++ = k + 1 < in->n_field ? ' ' : 0;
	}
	return 0;
}

/* ---- rows ---- */

/* Has the table the columns of these rows, as a table of the frame before the last has? */
static int same_columns(const struct rows *r)
{
	if (r->to->n_col != r->n_name)
		return 0;
	for (int k = 0; k < r->n_name; k++)
		if (strcmp(r->to->col[k].name, r->name[k]) != 0 || r->to->col[k].kind != kind_of(r->name[k]))
			return 0;
	return 1;
}

void particles_rows_begin(struct particles_in *in)
{
	for (int t = BODY; t <= CONTACT; t++) {
		struct rows *r = &in->rows[t];

		if (same_columns(r)) { /* their memory will do again */
			r->to->n_row = 0;
			r->to->n_pool = 0;
			continue;
		}
		table_clear(r->to);
		for (int k = 0; k < r->n_name; k++)
			table_add(r->to, r->name[k], kind_of(r->name[k]));
	}
}

/* Room for more rows: not all that the frame promises at once, for it may promise more than it has. */
static void make_room(struct rows *r)
{
	enum { FIRST = 4096 };
	int64_t n = 2 * r->have > FIRST ? 2 * r->have : FIRST;

	table_resize(r->to, (int)(n < r->want ? n : r->want));
	for (int k = 0; k < r->n_name; k++)
		r->cell[k] = (struct cell){ r->to->col[k].kind, r->to->col[k].real };
}

/* Say what is wrong with the field of this column at s. */
static int bad_field(struct particles_in *in, const struct rows *r, int64_t line, int k, const char *s, const char *end)
{
	static const char *const expected[] = { "a number", "an integer", "a word", "a field" };
	const char *to = s;
	char what[160];

	while (to < end && !is_blank(*to))
		to++;
	if (k >= r->n_name) {
		snprintf(what, sizeof what, "%s with more fields than columns", r->type);
		return particles_bad(in, line, span(s, (size_t)(to - s)), what, "%d fields", r->n_name);
	}
	if (s == end) {
		snprintf(what, sizeof what, "%s with %d fields", r->type, k);
		return particles_bad(in, line, span(NULL, 0), what, "%d, the next is %s", r->n_name, r->name[k]);
	}
	snprintf(what, sizeof what, "%s, column %s", r->type, r->name[k]);
	return particles_bad(in, line, span(s, (size_t)(to - s)), what, "%s", expected[r->cell[k].kind]);
}

/* The end of the word at s; all bytes above the blank belong to it. */
static inline const char *word_end(const char *s)
{
	while ((unsigned char)*s > ' ')
		s++;
	return s;
}

static int count_fields(struct particles_in *in, const struct rows *r, int64_t line, const char *s, const char *end)
{
	int n = 0;

	for (;; n++) {
		while (s < end && is_blank(*s))
			s++;
		if (s == end)
			break;
		if (n == r->n_name)
			return bad_field(in, r, line, n, s, end);
		while (s < end && !is_blank(*s))
			s++;
	}
	return n < r->n_name ? bad_field(in, r, line, n, end, end) : 0;
}

int particles_take_row(struct particles_in *in, struct rows *r, int64_t line, const char *s, const char *end)
{
	int64_t i = r->have;

	if (i >= r->want) {
		if (r->stated)
			return particles_bad(in, line, span(NULL, 0), "one row too many", "%" PRId64 " of type %s, as frame %" PRId64
			                     " says", r->want, r->type, in->head.step);
		return particles_bad(in, line, span(r->type, r->n_type), "a row", "frame %" PRId64 " to say how many (%s=number)",
		                     in->head.step, r->type);
	}
	if (!r->record)
		return particles_bad(in, line, span(r->type, r->n_type), "a row", "'columns %s ...' before its frame", r->type);
	in->current = (int)(r - in->rows);
	r->have++;
	if (!r->to)
		return count_fields(in, r, line, s, end);
	if (i >= r->to->n_row)
		make_room(r);
	for (int k = 0; k < r->n_name; k++) {
		const struct cell *c = &r->cell[k];
		const char *to;

		while (is_blank(*s))
			s++;
		switch (c->kind) {
		case COL_REAL:
			to = number_get(s, (double *)c->to + i);
			break;
		case COL_INT:
			to = number_get_int(s, (int64_t *)c->to + i);
			break;
		case COL_WORD:
			to = word_end(s);
			if (to - s == 1 && *s == '-')
				((int32_t *)c->to)[i] = 0;
			else if (to > s)
				((int32_t *)c->to)[i] = words_number(&in->words, s, (size_t)(to - s));
			break;
		default:
			to = word_end(s);
			((size_t *)c->to)[i] = table_text(r->to, s, (size_t)(to - s));
			break;
		}
		if (!to || to == s || (to != end && !is_blank(*to)))
			return bad_field(in, r, line, k, s, end);
		s = to;
	}
	while (s < end && is_blank(*s))
		s++;
	return s == end ? 0 : bad_field(in, r, line, r->n_name, s, end);
}

int particles_rows_counted(struct particles_in *in, int64_t line)
{
	for (int k = 0; k < in->n_rows; k++) {
		struct rows *r = &in->rows[k];

		if (r->have < r->want) {
			char what[96];

			snprintf(what, sizeof what, "frame %" PRId64 " ends after %" PRId64 " rows of type %.20s", in->head.step,
			         r->have, r->type);
			return particles_bad(in, line, span(NULL, 0), what, "%" PRId64, r->want);
		}
		if (r->to)
			table_resize(r->to, (int)r->have);
	}
	return 0;
}

int64_t particles_row_line(const struct particles_in *in, const struct rows *r, int64_t k)
{
	const char *s = in->buf + in->run_at, *end = in->buf + in->pos;
	int64_t lines = 0;

	/* count back from the line being read */
	for (const char *p = s; p < end; p++)
		lines += *p == '\n';
	for (int64_t line = in->line - lines + 1; s < end; line++) {
		while (is_blank(*s))
			s++;
		if (strncmp(s, r->type, r->n_type) == 0 && is_blank(s[r->n_type]) && k-- == 0)
			return line;
		s = (const char *)memchr(s, '\n', (size_t)(end - s)) + 1;
	}
	return in->line;
}

/* ---- what rows refer to ---- */

/* Bodies by id. Most streams have them in order, often without a gap. */
struct by_id { int n, ordered; const int64_t *id; struct by_id_item { int64_t id; int32_t row; } *item; };

static int compare_items(const void *a, const void *b)
{
	const struct by_id_item *p = a, *q = b;

	return p->id != q->id ? (p->id > q->id) - (p->id < q->id) : (p->row > q->row) - (p->row < q->row);
}

static int body_bad(struct particles_in *in, int row, const char *what, struct span found, const char *expected)
{
	return particles_bad(in, particles_row_line(in, &in->rows[BODY], row), found, what, "%s", expected);
}

static struct span say_int(char *to, int64_t v)
{
	return span(to, (size_t)(number_put_int(to, v) - to));
}

static int by_id_make(struct particles_in *in, struct by_id *b)
{
	char text[NUMBER_MAX];

	b->n = in->body.n_row;
	b->id = table_int(&in->body, "id");
	b->ordered = 1;
	b->item = NULL;
	for (int k = 0; k < b->n; k++) {
		if (b->id[k] < 1)
			return body_bad(in, k, "body, column id", say_int(text, b->id[k]), "a positive integer");
		if (k && b->id[k] <= b->id[k - 1])
			b->ordered = 0;
	}
	if (b->ordered)
		return 0;
	b->item = MEM_NEW(struct by_id_item, (size_t)b->n);
	for (int k = 0; k < b->n; k++)
		b->item[k] = (struct by_id_item){ b->id[k], k };
	qsort(b->item, (size_t)b->n, sizeof *b->item, compare_items);
	for (int k = 1; k < b->n; k++)
		if (b->item[k].id == b->item[k - 1].id)
			return body_bad(in, b->item[k].row, "body, column id", say_int(text, b->item[k].id), "every id once in a frame");
	return 0;
}

/* The row of the body with this id, or -1. */
static int by_id_row(const struct by_id *b, int64_t id)
{
	int lo = 0, hi = b->n - 1;

	if (b->n == 0)
		return -1;
	if (b->ordered && id >= b->id[0] && id - b->id[0] < b->n && b->id[id - b->id[0]] == id)
		return (int)(id - b->id[0]);
	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if ((b->ordered ? b->id[mid] : b->item[mid].id) < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (b->ordered)
		return b->id[lo] == id ? lo : -1;
	return b->item[lo].id == id ? b->item[lo].row : -1;
}

/* Every body has a shape, a material (or none, "-") and a size. */
static int check_bodies(struct particles_in *in, const struct world *w)
{
	const int64_t *shape = table_int(&in->body, "shape");
	const int32_t *material = table_word(&in->body, "material");
	const double *size = table_real(&in->body, "size");
	char text[NUMBER_MAX];
	int32_t last = -1;
	int n = in->body.n_row, at = 0;

	MEM_GROW(in->shape_of, &in->cap_shape_of, (size_t)n);
	for (int k = 0; k < n; k++) {
		if (at + 1 < w->n_shape && w->shape[at + 1].id == shape[k]) {
			at++; /* makers write shapes in the order of bodies */
		} else if (at >= w->n_shape || w->shape[at].id != shape[k]) {
			const struct shape *s = world_shape(w, shape[k]);

			if (!s)
				return body_bad(in, k, "body, column shape", say_int(text, shape[k]), "the id of a shape defined before");
			at = (int)(s - w->shape);
		}
		in->shape_of[k] = at;
		if (material && material[k] != last) {
			const char *name = in->words.word[material[k]];

			if (material[k] != 0 && !world_material(w, name))
				return body_bad(in, k, "body, column material", span(name, strlen(name)), "a material defined before, or -");
			last = material[k];
		}
		if (size && !(size[k] > 0))
			return body_bad(in, k, "body, column size", span(text, (size_t)(number_put(text, size[k]) - text)),
			                "a positive number");
	}
	return 0;
}

/* A vertex or an edge of a contact must be one of its body's shape. */
static int check_feature(struct particles_in *in, const struct world *w, int k, int body, const char *name)
{
	const int64_t *feature = table_int(&in->contact, name);
	char text[NUMBER_MAX], what[40];

	if (!feature || (feature[k] >= 0 && feature[k] < w->shape[in->shape_of[body]].n))
		return 0;
	snprintf(what, sizeof what, "contact, column %s", name);
	return particles_bad(in, particles_row_line(in, &in->rows[CONTACT], k), say_int(text, feature[k]), what,
	                     "a vertex of the body's shape, 0 to %d", w->shape[in->shape_of[body]].n - 1);
}

static int check_contacts(struct particles_in *in, const struct world *w, const struct by_id *b)
{
	const int64_t *i = table_int(&in->contact, "i"), *j = table_int(&in->contact, "j");
	char text[NUMBER_MAX];

	for (int k = 0; k < in->contact.n_row; k++) {
		int bi = by_id_row(b, i[k]), bj = by_id_row(b, j[k]);

		if (bi < 0 || bj < 0)
			return particles_bad(in, particles_row_line(in, &in->rows[CONTACT], k), say_int(text, bi < 0 ? i[k] : j[k]),
			                     bi < 0 ? "contact, column i" : "contact, column j", "the id of a body of this frame");
		if (check_feature(in, w, k, bi, "fi") || check_feature(in, w, k, bj, "fj"))
			return -1;
	}
	return 0;
}

int particles_rows_refer(struct particles_in *in, const struct world *w)
{
	struct by_id b = { .item = NULL };
	int r = by_id_make(in, &b);

	r = r ? r : check_bodies(in, w);
	r = r ? r : check_contacts(in, w, &b);
	free(b.item);
	return r;
}

static void swap_tables(struct table *a, struct table *b)
{
	struct table t = *a;

	*a = *b;
	*b = t;
}

void particles_rows_commit(struct particles_in *in, struct world *w)
{
	words_match(&in->words, w);
	for (int t = BODY; t <= CONTACT; t++) {
		struct table *from = in->rows[t].to;

		for (int c = 0; c < from->n_col; c++)
			for (int k = 0; from->col[c].kind == COL_WORD && k < from->n_row; k++)
				from->col[c].word[k] = in->words.world[from->col[c].word[k]];
	}
	swap_tables(&w->body, &in->body);
	swap_tables(&w->contact, &in->contact);
}

/* ---- columns that were kept as text ---- */

double *particles_column(struct table *t, const char *name, int *bad)
{
	int c = table_find(t, name);

	if (bad)
		*bad = -1;
	if (c < 0 || t->col[c].kind == COL_REAL)
		return c < 0 ? NULL : t->col[c].real;
	if (t->col[c].kind != COL_TEXT)
		return NULL;
	double *value = MEM_ZERO(double, t->cap_row ? t->cap_row : 1);
	for (int k = 0; k < t->n_row; k++) {
		if (number_parse(t->pool + t->col[c].text[k], &value[k])) {
			if (bad)
				*bad = k;
			free(value);
			return NULL;
		}
	}
	free(t->col[c].text);
	t->col[c].kind = COL_REAL;
	t->col[c].real = value;
	return value;
}
