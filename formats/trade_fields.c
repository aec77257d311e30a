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
		text[i + 1] = l->field[k][i] > ' ' && l->field[k][i] < 127 ? l->field[k][i] : '?';
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

static int is_gap(const struct fields *l, char c)
{
	return c == ' ' || c == '\t' || c == '\r' || (l->commas && c == ',');
}

static void add_field(struct fields *l, const char *begin, const char *end)
{
	if (l->commas && end - begin > 1 && *begin == '"' && end[-1] == '"') { /* as spreadsheets and R write words */
		begin++;
		end--;
	}
	if (l->n < FIELDS_MOST) {
		l->field[l->n] = begin;
		l->length[l->n] = (int)(end - begin);
	}
	l->n += l->n < 1 << 20;
}

/* The # that begins a comment on the line up to stop, or NULL. With commas it follows a blank: `a#b` and `,#5` have words. */
static const char *comment_of(const struct fields *l, const char *stop)
{
	const char *hash = l->hashes ? NULL : memchr(l->at, '#', (size_t)(stop - l->at));

	while (hash && l->commas && hash > l->at && hash[-1] != ' ' && hash[-1] != '\t')
		hash = memchr(hash + 1, '#', (size_t)(stop - hash - 1));
	return hash;
}

int fields_any(struct fields *l)
{
	if (l->at >= l->end)
		return 0;
	const char *eol = memchr(l->at, '\n', (size_t)(l->end - l->at)), *stop = eol ? eol : l->end;
	const char *hash = comment_of(l, stop), *p = l->at;

	l->number++;
	l->n = 0;
	l->comment = hash ? hash + 1 : NULL;
	l->n_comment = hash ? (int)(stop - hash - 1) : 0;
	if (hash)
		stop = hash;
	for (int full = 0, last = 0;; full = 1) { /* full: whether the next comma ends a field that is not empty */
		for (; p < stop && is_gap(l, *p); p++) {
			if (*p == ',' && !full)
				add_field(l, p, p);
			full &= *p != ',';
		}
		if (p == stop) {
			l->n = last; /* spreadsheets write commas behind the last field */
			break;
		}
		const char *begin = p;
		while (p < stop && !is_gap(l, *p))
			p++;
		add_field(l, begin, p);
		last = l->n;
	}
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
