/* trade_fields.c: read files as lines of fields, and write texts */
#include "trade_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"
#include "utf8.h"

/* ---- messages ---- */

static void set_message(char **error, const char *name, long line, const char *format, va_list ap)
{
	char *what = NULL;

	if (vasprintf(&what, format, ap) < 0)
		what = NULL;
	int n = line ? asprintf(error, "%s:%ld: %s", name, line, what ? what : "malformed") :
		asprintf(error, "%s", what ? what : "malformed");
	if (n < 0)
		*error = NULL;
	free(what);
}

enum trade_status trade_bad(char **error, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	set_message(error, NULL, 0, format, ap);
	va_end(ap);
	return TRADE_BAD;
}

enum trade_status fields_bad(const struct fields *l, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	set_message(l->error, l->name, l->number ? l->number : 1, format, ap);
	va_end(ap);
	return TRADE_BAD;
}

/* Field k for a message: shortened, with invisible characters replaced by '?'. */
static const char *shown(const struct fields *l, int k, char text[48])
{
	if (k >= l->n || k >= FIELDS_MOST)
		return "the end of the line";
	if (!l->length[k])
		return "an empty field";
	int n = l->length[k] < 40 ? l->length[k] : 40;

	text[0] = '\'';
	for (int i = 0; i < n; i++)
		text[i + 1] = l->field[k][i] >= ' ' && l->field[k][i] < 127 ? l->field[k][i] : '?';
	strcpy(text + n + 1, n < l->length[k] ? "...'" : "'");
	return text;
}

/* ---- lines ---- */

void fields_begin(struct fields *l, const struct trade_file *file, int commas, char **error)
{
	int mark = file->n >= 3 && memcmp(file->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

	*l = (struct fields){ .name = file->name, .at = file->text + mark, .end = file->text + file->n, .commas = commas,
	                     .error = error };
}

void fields_resume(struct fields *l, const struct trade_file *file, const struct trade_cursor *cursor, char **error)
{
	fields_begin(l, file, 0, error);
	if (!cursor->at)
		return;
	l->at = file->text + cursor->at;
	l->number = cursor->line;
}

static int is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static void add_field(struct fields *l, const char *begin, const char *end)
{
	if (l->n < FIELDS_MOST) {
		l->field[l->n] = begin;
		l->length[l->n] = (int)(end - begin);
	}
	l->n += l->n < 1 << 20;
}

static const char *skip_blanks(const char *p, const char *stop)
{
	while (p < stop && is_blank(*p))
		p++;
	return p;
}

static const char *skip_back(const char *from, const char *p)
{
	while (p > from && is_blank(p[-1]))
		p--;
	return p;
}

/* Behind the quotation mark that ends the field at p; NULL if the field is not quoted. In it two marks stand for one. */
static const char *quoted_end(const char *p, const char *stop)
{
	if (p == stop || *p != '"')
		return NULL;
	for (p++; p < stop; p++) {
		if (*p == '"' && (p + 1 == stop || p[1] != '"'))
			return p + 1 == stop || is_blank(p[1]) || p[1] == ',' ? p + 1 : NULL;
		p += *p == '"';
	}
	return NULL;
}

/* Where the comment on the line up to stop begins, or stop. With commas the # follows a blank: `a#b` and `,#5` have words.
 * *separator gets the comma, if one separates fields, or the blank. */
static const char *comment_of(const struct fields *l, const char *stop, char *separator)
{
	const char *quoted;

	*separator = ' ';
	if (!l->commas) {
		const char *hash = l->hashes ? NULL : memchr(l->at, '#', (size_t)(stop - l->at));
		return hash ? hash : stop;
	}
	for (const char *p = l->at; p < stop; p++) {
		int first = p == l->at || is_blank(p[-1]);

		if (*p == '#' && first)
			return p;
		if ((first || p[-1] == ',') && (quoted = quoted_end(p, stop)))
			p = quoted - 1;
		else if (*p == ',')
			*separator = ',';
	}
	return stop;
}

/* Split a line of a format with commas, where fields may be quoted, as spreadsheets and R write them. Between commas a field may
 * have blanks, or be empty. */
static void split_quoted(struct fields *l, const char *stop, char separator)
{
	int last = 0;

	for (const char *p = skip_blanks(l->at, stop); separator == ',' || p < stop; p = skip_blanks(p, stop)) {
		const char *begin = p, *quoted = quoted_end(p, stop);

		for (p = quoted ? quoted : p; p < stop && !(separator == ',' ? *p == ',' : is_blank(*p)); p++)
			;
		const char *end = skip_back(begin, p);
		int there = end > begin;
		if (quoted && end == quoted) {
			begin = skip_blanks(begin + 1, end - 1);
			end = skip_back(begin, end - 1);
		}
		add_field(l, begin, end);
		last = there ? l->n : last;
		if (separator == ',' && p++ == stop)
			break;
	}
	l->all = l->n;
	l->n = last; /* spreadsheets write commas behind the last field */
}

static void split_plain(struct fields *l, const char *stop)
{
	for (const char *p = skip_blanks(l->at, stop), *begin = p; p < stop; begin = p = skip_blanks(p, stop)) {
		while (p < stop && !is_blank(*p))
			p++;
		add_field(l, begin, p);
	}
	l->all = l->n;
}

int fields_any(struct fields *l)
{
	char separator;

	if (l->at >= l->end)
		return 0;
	const char *eol = memchr(l->at, '\n', (size_t)(l->end - l->at)), *line = eol ? eol : l->end;
	const char *stop = comment_of(l, line, &separator);

	l->number++;
	l->n = 0;
	l->comment = stop < line ? stop + 1 : NULL;
	l->n_comment = stop < line ? (int)(line - stop - 1) : 0;
	if (l->commas)
		split_quoted(l, stop, separator);
	else
		split_plain(l, stop);
	l->at = eol ? eol + 1 : l->end;
	return 1;
}

int fields_next(struct fields *l)
{
	while (fields_any(l))
		if (l->n)
			return 1;
	return 0;
}

int fields_is(const struct fields *l, int k, const char *words)
{
	while (*words) {
		int n = (int)strcspn(words, " ");

		if (k >= l->n || k >= FIELDS_MOST || l->length[k] != n || memcmp(l->field[k], words, (size_t)n) != 0)
			return 0;
		words += n + (words[n] == ' ');
		k++;
	}
	return 1;
}

static int real_at(const struct fields *l, int k, double *x)
{
	return k < l->n && k < FIELDS_MOST && number_get(l->field[k], x) == l->field[k] + l->length[k] && fabs(*x) <= 1e50;
}

enum trade_status fields_real(const struct fields *l, int k, double *x, const char *what)
{
	char text[48];

	if (real_at(l, k, x))
		return TRADE_GOOD;
	return fields_bad(l, "found %s, expected %s, a number of at most 1e50", shown(l, k, text), what);
}

enum trade_status fields_positive(const struct fields *l, int k, double *x, const char *what)
{
	char text[48];

	if (real_at(l, k, x) && *x >= 1e-50)
		return TRADE_GOOD;
	return fields_bad(l, "found %s, expected %s, from 1e-50 to 1e50", shown(l, k, text), what);
}

enum trade_status fields_integer(const struct fields *l, int k, int64_t *i, int64_t least, int64_t most, const char *what)
{
	char text[48];

	if (k < l->n && k < FIELDS_MOST && number_get_int(l->field[k], i) == l->field[k] + l->length[k] && *i >= least &&
	    *i <= most)
		return TRADE_GOOD;
	return fields_bad(l, "found %s, expected %s, an integer from %lld to %lld", shown(l, k, text), what, (long long)least,
	                 (long long)most);
}

/* ---- texts ---- */

char *text_room(struct trade_text *t, size_t n)
{
	MEM_GROW(t->text, &t->cap, t->n + n);
	return t->text + t->n;
}

void text_put(struct trade_text *t, const char *s)
{
	size_t n = strlen(s);

	memcpy(text_room(t, n + 1), s, n);
	t->n += n;
}

void text_reals(struct trade_text *t, int n, const double *x, char separator, char end)
{
	char *to = text_room(t, (size_t)n * (NUMBER_MAX + 1) + 1);

	for (int k = 0; k < n; k++) {
		to = number_put(to, x[k]);
		*to++ = k < n - 1 ? separator : end;
	}
	t->n = (size_t)(to - t->text);
}

void text_integer(struct trade_text *t, int64_t x, char end)
{
	char *to = number_put_int(text_room(t, NUMBER_MAX + 1), x);

	*to++ = end;
	t->n = (size_t)(to - t->text);
}

void text_quoted(struct trade_text *t, const char *s)
{
	for (int n; *s; s += n) {
		char one[5];

		n = utf8_next(s, one);
		text_put(t, *s == '&' ? "&amp;" : *s == '<' ? "&lt;" : *s == '>' ? "&gt;" : *s == '"' ? "&quot;" : one);
	}
}
