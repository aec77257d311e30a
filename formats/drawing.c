/* drawing.c: recognize drawings, and what their readers share */
#include "drawing_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "number.h"

static int is_wkt(const char *text)
{
	return strncasecmp(text, "POLYGON", 7) == 0 || strncasecmp(text, "MULTIPOLYGON", 12) == 0 ||
		strncasecmp(text, "SRID=", 5) == 0;
}

static int blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The drawings, and how each begins. */
static const struct {
	enum drawing_kind kind;
	const char *begin;
	enum drawing_status (*read)(struct sheet *s);
} drawings[] = {
	{ DRAWING_SVG, "<", svg_read },
	{ DRAWING_GEOJSON, "{", geojson_read },
	{ DRAWING_WKT, "PMSpms", wkt_read },
};

static const char *skip_mark(const char *text)
{
	if (memcmp(text, "\xef\xbb\xbf", 3) == 0)
		text += 3;
	while (blank(*text))
		text++;
	return text;
}

enum drawing_kind drawing_recognize(const char *text, size_t n)
{
	if (n > 2 && text[0] == 'P' && text[1] >= '1' && text[1] <= '6' && (blank(text[2]) || text[2] == '#'))
		return DRAWING_PNM;
	text = skip_mark(text);
	for (size_t k = 0; k < sizeof drawings / sizeof *drawings; k++)
		if (*text && strchr(drawings[k].begin, *text) && (drawings[k].kind != DRAWING_WKT || is_wkt(text)))
			return drawings[k].kind;
	return DRAWING_NONE;
}

enum drawing_status drawing_read(struct rings *r, const char *name, const char *text, size_t n,
	const struct drawing_plan *plan, struct drawing_notes *notes, char **error)
{
	struct sheet s = { name, text, skip_mark(text), text + n, text, 1, plan, r, notes, error };
	enum drawing_kind kind = drawing_recognize(text, n);
	enum drawing_status status = DRAWING_BAD;

	*error = NULL;
	for (size_t k = 0; k < sizeof drawings / sizeof *drawings; k++)
		if (drawings[k].kind == kind)
			status = drawings[k].read(&s);
	if (status == DRAWING_GOOD && r->n == 0)
		return sheet_bad(&s, "found no outline, expected closed shapes with an area");
	return status;
}

long sheet_line(struct sheet *s, const char *at)
{
	if (at < s->counted) {
		s->counted = s->begin;
		s->line = 1;
	}
	for (; s->counted < at; s->counted++)
		s->line += *s->counted == '\n';
	return s->line;
}

enum drawing_status sheet_bad(struct sheet *s, const char *format, ...)
{
	char *what = NULL;
	va_list ap;

	va_start(ap, format);
	if (vasprintf(&what, format, ap) < 0)
		what = NULL;
	va_end(ap);
	if (asprintf(s->error, "%s:%ld: %s", s->name, sheet_line(s, s->at), what ? what : "malformed") < 0)
		*s->error = NULL;
	free(what);
	return DRAWING_BAD;
}

enum drawing_status sheet_expected(struct sheet *s, const char *what)
{
	char text[32];
	int n = 0;

	for (const char *p = s->at; n < 20 && p < s->end && !(n && (blank(*p) || *p == ',')); p++)
		text[n++] = *p > ' ' && *p < 127 ? *p : '?';
	text[n] = 0;
	return n ? sheet_bad(s, "found '%s', expected %s", text, what) :
		sheet_bad(s, "found the end of the file, expected %s", what);
}

void sheet_blanks(struct sheet *s)
{
	while (blank(*s->at))
		s->at++;
}

int sheet_is(struct sheet *s, char c)
{
	sheet_blanks(s);
	if (*s->at != c || s->at >= s->end)
		return 0;
	s->at++;
	return 1;
}

enum drawing_status sheet_number(struct sheet *s, double *x)
{
	sheet_blanks(s);
	const char *stop = number_get(s->at, x);

	if (!stop || !(*x >= -SHEET_FAR && *x <= SHEET_FAR))
		return sheet_expected(s, "a number of at most 1e50");
	s->at = stop;
	return DRAWING_GOOD;
}

enum drawing_status sheet_point(struct sheet *s, double x, double y)
{
	if (!(x >= -SHEET_FAR && x <= SHEET_FAR && y >= -SHEET_FAR && y <= SHEET_FAR))
		return sheet_bad(s, "found a point at %g,%g, expected coordinates of at most 1e50", x, y);
	return rings_point(s->rings, x, y) ? sheet_bad(s, "found more than %d points, expected fewer; a larger --tolerance takes fewer",
	                                               RINGS_MOST) : DRAWING_GOOD;
}
