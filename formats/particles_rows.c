/* particles_rows.c: the rows of a frame: columns and fields */
#include "particles_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"
#include "particles_share.h"

/* The known columns of bodies and contacts. All others stay text until a program asks for their numbers (particles_column). A
 * simulator that adds columns lists them here. */
static const struct { const char *name; enum col_kind kind; } known[] = {
	{ "id", COL_INT }, { "shape", COL_INT }, { "material", COL_WORD }, { "tag", COL_WORD }, { "size", COL_REAL },
	{ "x", COL_REAL }, { "y", COL_REAL }, { "z", COL_REAL }, { "angle", COL_REAL },
	{ "ix", COL_INT }, { "iy", COL_INT }, { "iz", COL_INT }, { "laps", COL_INT },
	{ "vx", COL_REAL }, { "vy", COL_REAL }, { "vz", COL_REAL }, { "omega", COL_REAL },
	{ "ax", COL_REAL }, { "ay", COL_REAL }, { "az", COL_REAL }, { "alpha", COL_REAL },
	{ "fx", COL_REAL }, { "fy", COL_REAL }, { "fz", COL_REAL }, { "torque", COL_REAL }, { "heat", COL_REAL },
	{ "qw", COL_REAL }, { "qx", COL_REAL }, { "qy", COL_REAL }, { "qz", COL_REAL },
	{ "Lx", COL_REAL }, { "Ly", COL_REAL }, { "Lz", COL_REAL },
	{ "wx", COL_REAL }, { "wy", COL_REAL }, { "wz", COL_REAL },
	{ "i", COL_INT }, { "fi", COL_INT }, { "j", COL_INT }, { "fj", COL_INT },
	{ "nx", COL_REAL }, { "ny", COL_REAL }, { "nz", COL_REAL }, { "overlap", COL_REAL },
	{ "fn", COL_REAL }, { "ft", COL_REAL }, { "xi", COL_REAL }, { "roll", COL_REAL },
	{ "moment", COL_REAL },
	{ "tx", COL_REAL }, { "ty", COL_REAL }, { "tz", COL_REAL },
	{ "ftx", COL_REAL }, { "fty", COL_REAL }, { "ftz", COL_REAL },
	{ "xix", COL_REAL }, { "xiy", COL_REAL }, { "xiz", COL_REAL },
	{ "rollx", COL_REAL }, { "rolly", COL_REAL }, { "rollz", COL_REAL },
	{ "momentx", COL_REAL }, { "momenty", COL_REAL }, { "momentz", COL_REAL },
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

int particles_knows(const char *name)
{
	for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
		if (strcmp(known[k].name, name) == 0)
			return 1;
	return 0;
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
		if (k > CONTACT) {
			free(in->rows[k].type);
			free(in->rows[k].run);
		}
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
	static const char *const needed[2][5] = { { "id", "shape", "x", "y", "z" }, { "i", "j" } };
	static const char *const turn[] = { "qw", "qx", "qy", "qz" };

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
	for (int k = 0; r->to && k < 2 + in->dim; k++) {
		const char *name = needed[r->to == &in->contact][k];

		if (name && !names_column(r, name))
			return particles_bad(in, line, span(NULL, 0), "columns", "a column '%s' for every %s", name, r->type);
	}
	int turns = 0;
	for (int k = 0; k < 4; k++)
		turns += names_column(r, turn[k]);
	if (in->dim == 3 && r->to == &in->body && turns % 4)
		return particles_bad(in, line, span(NULL, 0), "columns", "qw qx qy qz, all four or none");
	char *p = r->record = MEM_NEW(char, length + 1);
	for (size_t k = 0; k < in->n_field; k++) {
		memcpy(p, in->field[k].s, in->field[k].n);
		p += in->field[k].n;
		*p++ = k + 1 < in->n_field ? ' ' : 0;
	}
	return 0;
}

/* ---- rows ---- */

/* Whether the table, which comes from the frame before the last, has the columns of these rows. */
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
	for (int k = 0; k < in->n_rows; k++)
		in->rows[k].n_run = 0;
	for (int t = BODY; t <= CONTACT; t++) {
		struct rows *r = &in->rows[t];

		if (same_columns(r)) { /* reuse their memory */
			r->to->n_row = 0;
			r->to->n_pool = 0;
			continue;
		}
		table_clear(r->to);
		for (int k = 0; k < r->n_name; k++)
			table_add(r->to, r->name[k], kind_of(r->name[k]));
	}
}

/* Make room for more rows. Do not make room for all announced rows at once: the frame may have fewer. */
static void make_room(struct rows *r)
{
	enum { FIRST = 4096 };
	int64_t have = r->have - r->first, n = 2 * have > FIRST ? 2 * have : FIRST, want = r->end - r->first;

	table_resize(r->to, (int)(n < want ? n : want));
	for (int k = 0; k < r->n_name; k++)
		r->cell[k] = (struct cell){ r->to->col[k].kind, r->to->col[k].real };
}

/* Set the message about the field of column k at s. */
static int bad_field(struct particles_in *in, const struct rows *r, int64_t line, int k, const char *s, const char *end)
{
	static const char *const expected[] = { "a number", "an integer up to 2^53", "a word", "a field" };
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

/* Read the fields of row i of this reader's. */
static int take_fields(struct particles_in *in, struct rows *r, int64_t i, int64_t line, const char *s, const char *end)
{
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
			to = particles_get_int(s, (int64_t *)c->to + i);
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

int particles_take_row(struct particles_in *in, struct rows *r, int64_t line, const char *s, const char *end)
{
	int64_t i = r->have;
	int bad;

	if (i >= r->want) {
		if (r->stated)
			return particles_bad(in, line, span(NULL, 0), "one row too many", "%" PRId64 " of type %s, as frame %" PRId64
			                     " says", r->want, r->type, in->head.step);
		return particles_bad(in, line, span(r->type, r->n_type), "a row", "frame %" PRId64 " to give the number of rows "
		                     "(%s=number)", in->head.step, r->type);
	}
	if (!r->record)
		return particles_bad(in, line, span(r->type, r->n_type), "a row", "'columns %s ...' before its frame", r->type);
	in->current = (int)(r - in->rows);
	r->have++;
	if (r->n_run == 0 || line - r->run[r->n_run - 1].line != i - r->run[r->n_run - 1].row) {
		MEM_GROW(r->run, &r->cap_run, r->n_run + 1);
		r->run[r->n_run++] = (struct row_run){ i, line };
	}
	if (i < r->first || i >= r->end)
		return 0;
	if (!r->to) {
		bad = count_fields(in, r, line, s, end);
	} else {
		if (i - r->first >= r->to->n_row)
			make_room(r);
		bad = take_fields(in, r, i - r->first, line, s, end);
	}
	return bad && in->share ? share_fault(in, line) : bad;
}

int64_t particles_row_line(const struct rows *r, int64_t k)
{
	size_t n = r->n_run;

	while (n > 1 && r->run[n - 1].row > k)
		n--;
	return r->run[n - 1].line + k - r->run[n - 1].row;
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
			table_resize(r->to, (int)(r->end - r->first));
	}
	return 0;
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

/* ---- text columns ---- */

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
