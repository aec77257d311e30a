/* table.c: write and read tables */
#include "table.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "number.h"
#include "slurp.h"
#include "units.h"

static const char magic[] = "# scree-table 1";

/* ---- writing ---- */

struct tab_out {
	FILE *f;
	const char *(*self)(void); /* the provenance of this program, or NULL */
	char *made;               /* provenance of the input: whole lines "# made ..." */
	size_t n_made, cap_made;
	struct units units;
	int n_col;
	size_t cap_col;
	struct tab_head { char *name, *unit; } *col;
	int headed, at;           /* whether the head is written; the column of the next cell */
	char *row;                /* [n_row] the row so far */
	size_t n_row, cap_row;
	int64_t n_block;
};

struct tab_out *tab_create(FILE *f, const char *(*made)(void))
{
	struct tab_out *o = MEM_ZERO(struct tab_out, 1);

	o->f = f;
	o->self = made;
	return o;
}

static void made_add(struct tab_out *o, const char *line, size_t n)
{
	if (o->headed) {
		fprintf(o->f, "# %.*s\n", (int)n, line);
		return;
	}
	MEM_GROW(o->made, &o->cap_made, o->n_made + n + 3);
	memcpy(o->made + o->n_made, "# ", 2);
	memcpy(o->made + o->n_made + 2, line, n);
	o->made[o->n_made + n + 2] = '\n';
	o->n_made += n + 3;
}

void tab_preamble(struct tab_out *o, const char *text, size_t n)
{
	const char *end = text + n;

	units_read(&o->units, text, n);
	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		size_t len = (size_t)((stop ? stop : end) - text);
		if (len >= 5 && !memcmp(text, "made ", 5))
			made_add(o, text, len);
		text += len + 1;
	}
}

void tab_units(struct tab_out *o, const struct units *u)
{
	units_free(&o->units);
	for (int k = 0; k < 3; k++)
		o->units.name[k] = u->name[k] ? mem_string(u->name[k]) : NULL;
}

void tab_column(struct tab_out *o, const char *name, const char *unit)
{
	MEM_GROW(o->col, &o->cap_col, (size_t)o->n_col + 1);
	o->col[o->n_col++] = (struct tab_head){ mem_string(name), mem_string(unit) };
}

void tab_columns(struct tab_out *o, const char *const *name_unit)
{
	for (; *name_unit; name_unit += 2)
		tab_column(o, name_unit[0], name_unit[1]);
}

static void head_write(struct tab_out *o)
{
	if (o->headed)
		return;
	const char *made = o->self ? o->self() : NULL;
	o->headed = 1;
	if (count_yield && o->f == stdout)
		count_yield();
	fprintf(o->f, "%s\n", magic);
	if (o->n_made)
		fwrite(o->made, 1, o->n_made, o->f);
	if (made)
		fprintf(o->f, "# made %s\n", made);
	fputc('#', o->f);
	for (int c = 0; c < o->n_col; c++) {
		fprintf(o->f, " %s", o->col[c].name);
		if (o->col[c].unit[0]) {
			char *unit = units_text(&o->units, o->col[c].unit);
			fprintf(o->f, "[%s]", unit);
			free(unit);
		}
	}
	fputc('\n', o->f);
}

void tab_block(struct tab_out *o, double t)
{
	char text[NUMBER_MAX + 1];

	head_write(o);
	*number_put(text, t) = 0;
	fprintf(o->f, "%s# block t=%s\n", o->n_block++ ? "\n\n" : "", text);
}

/* Write the text of some cells with blanks between them. Rows are written whole, because a call of fwrite for each cell takes as
 * long as the digits of a number. */
static void cells_write(struct tab_out *o, const char *text, size_t n, int cells)
{
	head_write(o);
	MEM_GROW(o->row, &o->cap_row, o->n_row + n + 1);
	memcpy(o->row + o->n_row, text, n);
	o->n_row += n + 1;
	o->at += cells;
	o->row[o->n_row - 1] = o->at < o->n_col ? ' ' : '\n';
	if (o->at < o->n_col)
		return;
	fwrite(o->row, 1, o->n_row, o->f);
	o->n_row = 0;
	o->at = 0;
}

static void cell_write(struct tab_out *o, const char *text, size_t n)
{
	cells_write(o, text, n, 1);
}

void tab_missing(struct tab_out *o)
{
	cell_write(o, "?", 1);
}

void tab_real(struct tab_out *o, double x)
{
	char text[NUMBER_MAX];

	if (isfinite(x))
		cell_write(o, text, (size_t)(number_put(text, x + 0.0) - text)); /* -0 is written as 0 */
	else
		tab_missing(o);
}

void tab_reals(struct tab_out *o, const double *x, int n)
{
	enum { SOME = 8 };
	char text[SOME * NUMBER_MAX];
	double some[SOME];

	for (int k = 0, i; k < n; k += i) {
		const int left = o->n_col - o->at < n - k ? o->n_col - o->at : n - k;

		for (i = 0; i < SOME && i < left && isfinite(x[k + i]); i++)
			some[i] = x[k + i] + 0.0; /* as in tab_real */
		if (i > 0)
			cells_write(o, text, (size_t)(number_put_all(text, some, i, 1) - text), i);
		else
			tab_real(o, x[k + i++]);
	}
}

void tab_int(struct tab_out *o, int64_t i)
{
	char text[NUMBER_MAX];

	cell_write(o, text, (size_t)(number_put_int(text, i) - text));
}

/* What readers refuse as a number that is not finite, without its sign. */
static int is_not_finite(const char *bare)
{
	return !strcasecmp(bare, "nan") || !strcasecmp(bare, "inf") || !strcasecmp(bare, "infinity");
}

/* Whether the text, which is no number of number_parse, is a decimal number without a sign that is too large for a double. */
static int is_huge(const char *s)
{
	static const char digits[] = "0123456789";
	size_t whole = strspn(s, digits), part = s[whole] == '.' ? strspn(s + whole + 1, digits) : 0;
	const char *end = s + whole + part + (s[whole] == '.');

	if (whole + part == 0)
		return 0;
	if (*end != 'e' && *end != 'E')
		return !*end; /* 309 digits or more */
	end += 1 + (end[1] == '+');
	return *end && !end[strspn(end, digits)];
}

void tab_word(struct tab_out *o, const char *word)
{
	const char *bare = word + (*word == '-' || *word == '+');
	size_t n = strlen(word);
	char *text = mem_new(n + 2, 1);

	strcpy(text, n ? word : "-");
	double x;
	if (is_not_finite(bare) || strcmp(word, "?") == 0 || (is_huge(bare) && number_parse(word, &x))) /* would be no word */
		strcpy(text + n, "_");

	for (char *p = text; *p; p++)
		if (strchr(" \t\r\n\v\f", *p))
			*p = '_';
	if (!o->at && *text == '#') /* would make the row a comment */
		*text = '_';
	cell_write(o, text, strlen(text));
	free(text);
}

void tab_finish(struct tab_out *o)
{
	head_write(o);
	for (int c = 0; c < o->n_col; c++) {
		free(o->col[c].name);
		free(o->col[c].unit);
	}
	units_free(&o->units);
	free(o->col);
	free(o->made);
	free(o->row);
	free(o);
}

/* ---- reading ---- */

struct tab_in {
	struct tab *t;
	const char *name;
	char **error;
	long line, line_head;     /* the current line; the line of the latest head */
	char *head;               /* latest comment that may name the columns */
	size_t n_made, cap_made, cap_value;
	int magic;                /* number of tables begun */
	int in_head;              /* no row since the magic */
	int open;                 /* rows belong to the last block */
	int blank;                /* number of blank lines since the last row or the beginning of a block */
};

__attribute__((format(printf, 3, 4)))
static enum tab_status bad(struct tab_in *in, enum tab_status status, const char *format, ...)
{
	char *what = NULL, *all = NULL;
	va_list ap;

	va_start(ap, format);
	if (vasprintf(&what, format, ap) < 0)
		what = NULL;
	va_end(ap);
	if (asprintf(&all, "%s:%ld: %s", in->name, in->line, what ? what : "malformed") < 0)
		all = NULL;
	free(what);
	*in->error = all;
	return status;
}

/* The next field of a line, terminated by 0, or NULL. */
static char *field(char **at)
{
	char *p = *at + strspn(*at, " \t\r");

	if (!*p)
		return NULL;
	*at = p + strcspn(p, " \t\r");
	if (**at)
		*(*at)++ = 0;
	return p;
}

/* Split name[unit] in place; returns the unit, "" without one. */
static char *unit_split(char *name)
{
	size_t n = strlen(name);
	char *open = strchr(name, '[');

	if (!open || open == name || name[n - 1] != ']')
		return name + n;
	*open = 0;
	name[n - 1] = 0;
	return open + 1;
}

/* Read the columns from the latest head. A second table in one file must have the same columns. */
static enum tab_status head_read(struct tab_in *in)
{
	struct tab *t = in->t;
	char *at = in->head, *name;
	int c = 0, again = in->magic > 1;

	in->in_head = 0;
	while (at && (name = field(&at))) {
		char *unit = unit_split(name);
		if (again && (c >= t->n_col || strcmp(t->col[c].name, name)))
			return bad(in, TAB_BAD, "column %d is %s, expected %s as in the previous table", c + 1, name,
				c < t->n_col ? t->col[c].name : "no further column");
		if (again && strcmp(t->col[c].unit, unit)) /* [] is that of pure numbers */
			return bad(in, TAB_BAD, "column %s has the unit [%s], expected [%s] as in the previous table", name, unit,
				t->col[c].unit);
		if (!again && tab_find(t, name) >= 0)
			return bad(in, TAB_BAD, "two columns named %s, expected different names", name);
		if (!again) {
			MEM_GROW(t->col, &t->cap_col, (size_t)t->n_col + 1);
			t->col[t->n_col++] = (struct tab_col){ .name = mem_string(name), .unit = mem_string(unit) };
		}
		c++;
	}
	if (!c)
		return bad(in, TAB_BAD, "no names of columns, expected a line '# name[unit] ...' before the rows");
	if (c < t->n_col)
		return bad(in, TAB_BAD, "%d columns, expected %d as in the previous table", c, t->n_col);
	return TAB_GOOD;
}

static void block_begin(struct tab_in *in, double time)
{
	struct tab *t = in->t;

	MEM_GROW(t->block, &t->cap_block, (size_t)t->n_block + 1);
	t->block[t->n_block++] = (struct tab_block){ t->n_row, 0, time };
	in->open = 1;
	in->blank = 0;
}

static enum tab_status comment_read(struct tab_in *in, char *line)
{
	char *at = line + 1 + strspn(line + 1, " \t");
	double time;

	if (!strncmp(at, "scree-table ", 12)) {
		if (strcmp(at, magic + 2))
			return bad(in, TAB_BAD, "version %s of the table format, expected 1", at + 12);
		if (in->magic && in->in_head && head_read(in))
			return TAB_BAD;
		in->magic++;
		in->in_head = 1;
		in->open = 0;
		free(in->head);
		in->head = NULL;
	} else if (!strncmp(at, "made ", 5)) {
		size_t n = strlen(at);
		MEM_GROW(in->t->made, &in->cap_made, in->n_made + n + 2);
		memcpy(in->t->made + in->n_made, at, n);
		memcpy(in->t->made + in->n_made + n, "\n", 2);
		in->n_made += n + 1;
	} else if (!strncmp(at, "block t=", 8)) {
		if (in->in_head && head_read(in))
			return TAB_BAD;
		if (number_parse(at + 8, &time))
			return bad(in, TAB_BAD, "time of a block: %s, expected a number", at + 8);
		block_begin(in, time);
	} else if (in->in_head) {
		free(in->head);
		in->head = mem_string(at);
		in->line_head = in->line;
	}
	return TAB_GOOD;
}

static enum tab_status row_read(struct tab_in *in, char *line)
{
	struct tab *t = in->t;
	char *at = line, *cell;
	int c = 0, r;

	if (in->in_head && head_read(in))
		return TAB_BAD;
	if (!in->open)
		block_begin(in, NAN);
	if ((size_t)t->n_row + 1 > in->cap_value) {
		in->cap_value = in->cap_value ? 2 * in->cap_value : 64;
		for (int k = 0; k < t->n_col; k++) {
			MEM_RESIZE(t->col[k].value, in->cap_value);
			MEM_RESIZE(t->col[k].word, in->cap_value);
		}
	}
	r = t->n_row++;
	for (int k = 0; k < t->n_col; k++) {
		t->col[k].value[r] = NAN;
		t->col[k].word[r] = NULL;
	}
	for (; (cell = field(&at)); c++) {
		if (c >= t->n_col)
			continue;
		if (!strcmp(cell, "?") || !number_parse(cell, &t->col[c].value[r]))
			continue;
		const char *bare = cell + (*cell == '-' || *cell == '+');
		if (is_not_finite(bare))
			return bad(in, TAB_BAD, "%s in column %s, expected a number, or ? for a missing value", cell,
				t->col[c].name);
		if (is_huge(bare))
			return bad(in, TAB_BAD, "%s in column %s, expected a number up to 1.8e308", cell, t->col[c].name);
		t->col[c].value[r] = NAN;
		t->col[c].word[r] = mem_string(cell);
		if (!t->col[c].n_word++)
			t->col[c].line_word = in->line;
	}
	if (c != t->n_col)
		return bad(in, TAB_BAD, "%d fields in a row, expected %d as named in line %ld", c, t->n_col,
			in->line_head);
	t->block[t->n_block - 1].n++;
	return TAB_GOOD;
}

enum tab_status tab_read(struct tab *t, FILE *f, const char *name, char **error)
{
	struct tab_in in = { .t = t, .name = name, .error = error };
	enum tab_status status = TAB_GOOD;
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	*t = (struct tab){ 0 };
	*error = NULL;
	t->made = mem_string("");
	in.cap_made = 1;
	errno = 0;
	while (!status && (n = slurp_line(&line, &cap, f)) >= 0) {
		in.line++;
		const int whole = n > 0 && line[n - 1] == '\n';
		while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
			line[--n] = 0;
		if (strlen(line) != (size_t)n)
			status = bad(&in, TAB_BAD, "a zero byte, expected text");
		else if (in.line == 1 && !strncmp(line, "scree ", 6))
			status = bad(&in, TAB_BAD, "a particle stream, expected '%s'; scree-energy or scree-stress, for example, make a table of it",
				magic);
		else if (in.line == 1 && strncmp(line, magic, strlen(magic) - 1))
			status = !strncmp(line, "\xef\xbb\xbf#", 4) ?
				bad(&in, TAB_BAD, "a byte order mark, expected '%s' at the beginning; save the file without the mark", magic) :
				n ? bad(&in, TAB_BAD, "found '%.40s', expected '%s'", line, magic) :
				bad(&in, TAB_BAD, "an empty line, expected '%s'", magic);
		else if (line[0] == '#')
			status = comment_read(&in, line);
		else if (line[strspn(line, " \t")]) {
			if (in.blank >= 2)
				in.open = 0;
			status = row_read(&in, line);
			t->open = whole ? 0 : in.line;
			in.blank = 0;
		} else
			in.blank++;
	}
	if (!status && ferror(f)) {
		int failed = errno;
		in.line++;
		status = bad(&in, TAB_SYSTEM, "reading failed: %s", strerror(failed));
	}
	if (!status && !in.line++)
		status = bad(&in, TAB_BAD, "the table is empty, expected '%s'", magic);
	if (!status && in.in_head)
		status = head_read(&in);
	free(in.head);
	free(line);
	if (status)
		tab_free(t);
	return status;
}

void tab_free(struct tab *t)
{
	for (int c = 0; c < t->n_col; c++) {
		for (int r = 0; t->col[c].n_word && r < t->n_row; r++)
			free(t->col[c].word[r]);
		free(t->col[c].name);
		free(t->col[c].unit);
		free(t->col[c].value);
		free(t->col[c].word);
	}
	free(t->col);
	free(t->block);
	free(t->made);
	*t = (struct tab){ 0 };
}

int tab_find(const struct tab *t, const char *name)
{
	for (int c = 0; c < t->n_col; c++)
		if (!strcmp(t->col[c].name, name))
			return c;
	return -1;
}
