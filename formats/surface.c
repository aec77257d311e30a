/* surface.c: read and write surfaces: recognize the format, and read words and numbers for the readers of all formats */
#include "surface_parts.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "number.h"
#include "slurp.h"

/* ---- messages ---- */

static enum surface_status fail(struct scan *s, const char *where, const char *format, va_list ap)
{
	char *what = NULL;

	if (vasprintf(&what, format, ap) < 0)
		what = NULL;
	if (asprintf(s->error, "%s:%s: %s", s->name, where, what ? what : "malformed") < 0)
		*s->error = NULL;
	free(what);
	return SURFACE_BAD;
}

enum surface_status scan_bad(struct scan *s, const char *format, ...)
{
	char where[32];
	va_list ap;

	snprintf(where, sizeof where, "%ld", s->line);
	va_start(ap, format);
	fail(s, where, format, ap);
	va_end(ap);
	return SURFACE_BAD;
}

enum surface_status scan_bad_byte(struct scan *s, const char *at, const char *format, ...)
{
	char where[48];
	va_list ap;

	snprintf(where, sizeof where, " byte %lld", (long long)(at - s->begin));
	va_start(ap, format);
	fail(s, where, format, ap);
	va_end(ap);
	return SURFACE_BAD;
}

/* The next word for a message: shortened, with invisible characters replaced by '?'. */
static const char *shown(struct scan *s, char text[48])
{
	size_t n;
	const char *word = scan_word(s, &n);

	if (!n)
		return "the end of the file";
	text[0] = '\'';
	for (size_t i = 0; i < n && i < 40; i++)
		text[i + 1] = word[i] > ' ' && word[i] < 127 ? word[i] : '?';
	strcpy(text + (n < 40 ? n : 40) + 1, n > 40 ? "...'" : "'");
	return text;
}

enum surface_status scan_expected(struct scan *s, const char *what)
{
	char text[48];
	const char *found = shown(s, text);

	return scan_bad(s, "found %s, expected %s", found, what);
}

/* ---- words ---- */

static int blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Whether a word ends at p. */
static int ends(const struct scan *s, const char *p)
{
	return blank(*p) || p >= s->end || (s->comments && *p == '#');
}

/* Skip blanks and comments before the next word. The zero byte after the file is not a blank. */
static const char *next_word(struct scan *s)
{
	const char *p = s->at;

	while (blank(*p) || (s->comments && *p == '#')) {
		if (*p == '#') {
			const char *eol = memchr(p, '\n', (size_t)(s->end - p));
			p = eol ? eol : s->end;
			continue;
		}
		s->line += *p++ == '\n';
	}
	return s->at = p;
}

const char *scan_word(struct scan *s, size_t *n)
{
	const char *p = next_word(s);

	while (!ends(s, p))
		p++;
	*n = (size_t)(p - s->at);
	return s->at;
}

int scan_is(struct scan *s, const char *word)
{
	const char *found = next_word(s);
	size_t n = strlen(word);

	if (strncasecmp(found, word, n) != 0 || !ends(s, found + n))
		return 0;
	s->at += n;
	return 1;
}

int scan_skip(struct scan *s)
{
	size_t n;

	scan_word(s, &n);
	s->at += n;
	return n > 0;
}

void scan_line(struct scan *s)
{
	const char *eol = memchr(s->at, '\n', (size_t)(s->end - s->at));

	s->at = eol ? eol : s->end;
}

enum surface_status scan_coordinate(struct scan *s, double *x)
{
	const char *word = next_word(s), *stop = number_get(word, x);

	if (!stop || !ends(s, stop) || !(*x >= -MESH_FAR && *x <= MESH_FAR))
		return scan_expected(s, "a coordinate of at most 1e50");
	s->at = stop;
	return SURFACE_GOOD;
}

enum surface_status scan_integer(struct scan *s, int64_t *i, int64_t least, int64_t most, const char *what)
{
	size_t n;
	const char *word = scan_word(s, &n), *stop = n ? number_get_int(word, i) : NULL;

	if (stop != word + n || *i < least || *i > most) {
		char expected[128];

		snprintf(expected, sizeof expected, "%s, an integer from %lld to %lld", what, (long long)least, (long long)most);
		return scan_expected(s, expected);
	}
	s->at = stop;
	return SURFACE_GOOD;
}

enum surface_status scan_end(struct scan *s)
{
	size_t n;

	scan_word(s, &n);
	return n ? scan_expected(s, "the end of the file after the vertices and faces that it counts") : SURFACE_GOOD;
}

enum surface_status scan_room(struct scan *s, int64_t rows, int64_t bytes, const char *what)
{
	int64_t left = s->end - s->at;

	if (rows > left / bytes + 1)
		return scan_bad(s, "the file is too short: found %lld more bytes, expected %lld %s", (long long)left, (long long)rows,
		                what);
	return SURFACE_GOOD;
}

/* ---- files ---- */

const char *surface_format(const char *text, size_t n)
{
	struct scan s = { NULL, text, text, text + n, 1, 0, NULL, NULL };
	size_t length;

	if (stl_is_binary(&s))
		return "stl";
	if (n > 3 && memcmp(text, "ply", 3) == 0 && blank(text[3]))
		return "ply";
	if (scan_is(&s, "solid"))
		return "stl";
	s.comments = 1;
	const char *word = scan_word(&s, &length);
	return length >= 3 && length <= 8 && memcmp(word + length - 3, "OFF", 3) == 0 ? "off" : NULL;
}

static enum surface_status read_any(struct scan *s)
{
	const char *format = surface_format(s->begin, (size_t)(s->end - s->begin));

	if (s->at == s->end)
		return scan_bad_byte(s, s->at, "found nothing, expected a surface: STL, OFF or PLY");
	if (!format || *format == 's')
		return stl_read(s); /* which says what else was expected */
	s->comments = *format == 'o';
	return *format == 'o' ? off_read(s) : ply_read(s);
}

enum surface_status surface_read(struct mesh *m, FILE *f, const char *name, char **error)
{
	size_t n;
	char *text = slurp(f, &n);
	struct scan s = { name, text, text, text + n, 1, 0, m, error };
	enum surface_status status = SURFACE_GOOD;

	*m = (struct mesh){ 0 };
	*error = NULL;
	if (ferror(f)) {
		if (asprintf(error, "%s: reading failed: %s", name, strerror(errno)) < 0)
			*error = NULL;
		status = SURFACE_SYSTEM;
	} else {
		status = read_any(&s);
	}
	free(text);
	if (status != SURFACE_GOOD)
		mesh_free(m);
	return status;
}

/* ---- writing ---- */

void surface_write_rows(FILE *f, const struct mesh *m, const struct surface_faces *faces)
{
	char text[3 * (NUMBER_MAX + 1)];

	for (int v = 0; v < m->n_vertex; v++) {
		char *to = text;

		for (int k = 0; k < 3; k++) {
			to = number_put(to, m->xyz[v][k]);
			*to++ = k < 2 ? ' ' : '\n';
		}
		fwrite(text, 1, (size_t)(to - text), f);
	}
	for (int t = 0; t < m->n_triangle && !faces; t++)
		fprintf(f, "3 %d %d %d\n", m->tri[t][0], m->tri[t][1], m->tri[t][2]);
	for (int k = 0; faces && k < faces->n; k++) {
		fprintf(f, "%d", faces->first[k + 1] - faces->first[k]);
		for (int c = faces->first[k]; c < faces->first[k + 1]; c++)
			fprintf(f, " %d", faces->corner[c]);
		fputc('\n', f);
	}
}
