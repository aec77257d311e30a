/* svg.c: outlines from SVG files: paths and basic shapes with their transformations (SVG 1.1, sections 7.6, 8 and 9) */
#include "drawing_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"

#define PI 3.14159265358979323846

struct text { const char *at; size_t n; };
struct attribute { struct text name, value; };

struct element {
	struct text name;
	int n, empty;         /* number of attributes; whether it ends with its tag */
	size_t cap;
	struct attribute *attribute;
};

/* The elements that are open: their names, their maps, and whether what is in them is not drawn. */
struct open { struct text name; struct svg_map map; int hidden; };

static int is(struct text t, const char *word)
{
	return t.n == strlen(word) && memcmp(t.at, word, t.n) == 0;
}

static int is_one(struct text t, const char *const *word)
{
	for (; *word; word++)
		if (is(t, *word))
			return 1;
	return 0;
}

/* A name, without the name space before it. */
static struct text read_name(struct sheet *s)
{
	const char *from = s->at, *colon;

	while (s->at < s->end && !strchr(" \t\r\n\f\v/>=<\"'", *s->at))
		s->at++;
	colon = memchr(from, ':', (size_t)(s->at - from));
	if (colon)
		from = colon + 1;
	return (struct text){ from, (size_t)(s->at - from) };
}

static enum drawing_status read_attributes(struct sheet *s, struct element *e)
{
	e->n = e->empty = 0;
	for (;;) {
		if (sheet_is(s, '>'))
			return DRAWING_GOOD;
		if (sheet_is(s, '/')) {
			e->empty = 1;
			return sheet_is(s, '>') ? DRAWING_GOOD : sheet_expected(s, "> after / of an element");
		}
		struct text name = read_name(s);
		if (!name.n || !sheet_is(s, '='))
			return sheet_expected(s, "an attribute, name=\"value\", or > at the end of an element");
		sheet_blanks(s);
		char quote = *s->at;
		if (s->at >= s->end || (quote != '"' && quote != '\''))
			return sheet_expected(s, "a value in quotes");
		const char *from = ++s->at, *to = memchr(from, quote, (size_t)(s->end - from));
		if (!to)
			return sheet_bad(s, "found no quote at the end of a value");
		s->at = to + 1;
		MEM_GROW(e->attribute, &e->cap, (size_t)e->n + 1);
		e->attribute[e->n++] = (struct attribute){ name, { from, (size_t)(to - from) } };
	}
}

static const struct text *find(const struct element *e, const char *name)
{
	for (int k = 0; k < e->n; k++)
		if (is(e->attribute[k].name, name))
			return &e->attribute[k].value;
	return NULL;
}

/* Whether an element is not displayed, as programs for drawing save hidden layers. */
static int is_hidden(const struct element *e)
{
	static const char word[] = "display";
	const struct text *display = find(e, "display"), *style = find(e, "style");
	const char *at = style ? style->at : NULL, *end = style ? style->at + style->n : NULL;

	while (at && (at = memmem(at, (size_t)(end - at), word, strlen(word)))) {
		int begins = at == style->at || at[-1] == ';' || at[-1] == ' ';
		for (at += strlen(word); *at == ' '; at++)
			;
		if (!begins || *at != ':')
			continue;
		for (at++; *at == ' '; at++)
			;
		return strncmp(at, "none", 4) == 0;
	}
	return display && is(*display, "none");
}

/* A length, 0 without the attribute. Letters of a unit are skipped and noted. */
static enum drawing_status length(struct sheet *s, const struct element *e, const char *name, double *x)
{
	const struct text *t = find(e, name);
	const char *back = s->at;

	*x = 0;
	if (!t)
		return DRAWING_GOOD;
	s->at = t->at;
	if (sheet_number(s, x) != DRAWING_GOOD)
		return DRAWING_BAD;
	for (; s->at < t->at + t->n && ((*s->at >= 'a' && *s->at <= 'z') || (*s->at >= 'A' && *s->at <= 'Z')); s->at++)
		s->notes->units = 1;
	sheet_blanks(s);
	if (s->at != t->at + t->n)
		return sheet_expected(s, "the end of a length");
	s->at = back;
	return DRAWING_GOOD;
}

/* ---- transformations ---- */

static struct svg_map multiply(const struct svg_map *p, const struct svg_map *q)
{
	const double *a = p->m, *b = q->m;

	return (struct svg_map){ { a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1], a[0] * b[2] + a[2] * b[3],
		a[1] * b[2] + a[3] * b[3], a[0] * b[4] + a[2] * b[5] + a[4], a[1] * b[4] + a[3] * b[5] + a[5] } };
}

/* The map of one word with its n numbers. Returns 0, or -1 if the word does not take so many numbers. */
static int make_map(struct text word, const double *x, int n, struct svg_map *map)
{
	double sine, cosine;

	if (is(word, "matrix") && n == 6) {
		memcpy(map->m, x, sizeof map->m);
	} else if (is(word, "translate") && (n == 1 || n == 2)) {
		*map = (struct svg_map){ { 1, 0, 0, 1, x[0], n == 2 ? x[1] : 0 } };
	} else if (is(word, "scale") && (n == 1 || n == 2)) {
		*map = (struct svg_map){ { x[0], 0, 0, x[n - 1], 0, 0 } };
	} else if (is(word, "rotate") && (n == 1 || n == 3)) {
		double c[2] = { n == 3 ? x[1] : 0, n == 3 ? x[2] : 0 };

		trig_sincos(fmod(x[0], 360) * (PI / 180), &sine, &cosine);
		*map = (struct svg_map){ { cosine, sine, -sine, cosine, c[0] - cosine * c[0] + sine * c[1],
			c[1] - sine * c[0] - cosine * c[1] } };
	} else if ((is(word, "skewX") || is(word, "skewY")) && n == 1) {
		trig_sincos(fmod(x[0], 360) * (PI / 180), &sine, &cosine);
		*map = (struct svg_map){ { 1, is(word, "skewY") ? sine / cosine : 0, is(word, "skewX") ? sine / cosine : 0, 1, 0, 0 } };
	} else {
		return -1;
	}
	return 0;
}

static enum drawing_status transform(struct sheet *s, const struct element *e, struct svg_map *map)
{
	const struct text *t = find(e, "transform");
	const char *back = s->at, *end = t ? t->at + t->n : NULL;

	if (!t)
		return DRAWING_GOOD;
	for (s->at = t->at, sheet_blanks(s); s->at < end;) {
		struct text word = { s->at, 0 };
		struct svg_map one;
		double x[6];
		int n = 0;

		const char *begin = s->at;
		while ((*s->at >= 'a' && *s->at <= 'z') || *s->at == 'X' || *s->at == 'Y')
			s->at++;
		word.n = (size_t)(s->at - word.at);
		if (!sheet_is(s, '('))
			return sheet_expected(s, "a transformation: matrix, translate, scale, rotate, skewX or skewY, and (");
		while (!sheet_is(s, ')')) {
			if (n == 6 || s->at >= end)
				return sheet_expected(s, ") after the numbers of a transformation");
			if (sheet_number(s, &x[n++]) != DRAWING_GOOD)
				return DRAWING_BAD;
			sheet_is(s, ',');
		}
		if (make_map(word, x, n, &one)) {
			s->at = begin;
			return sheet_expected(s, "matrix of 6 numbers, translate of 1 or 2, scale of 1 or 2, rotate of 1 or 3, skewX or skewY of 1");
		}
		*map = multiply(map, &one);
		sheet_is(s, ',');
		sheet_blanks(s);
	}
	s->at = back;
	for (int k = 0; k < 6; k++)
		if (!(fabs(map->m[k]) <= SHEET_FAR))
			return sheet_bad(s, "found a transformation that is too large, expected numbers of at most 1e50");
	return DRAWING_GOOD;
}

/* ---- shapes ---- */

static enum drawing_status ellipse(struct sheet *s, const double c[2], const double a[2], const struct svg_map *map)
{
	rings_begin(s->rings, sheet_line(s, s->at));
	enum drawing_status status = svg_arc(s, map, c, a, 0, 0, 2 * PI);
	if (status == DRAWING_GOOD)
		rings_end(s->rings, 3);
	return status;
}

/* A rectangle, perhaps with round corners of half axes rx and ry. */
static enum drawing_status rectangle(struct sheet *s, const struct element *e, const struct svg_map *map)
{
	static const int side[4][2] = { { 1, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 } };
	double x, y, w, h, a[2];
	enum drawing_status status = DRAWING_GOOD;

	if (length(s, e, "x", &x) || length(s, e, "y", &y) || length(s, e, "width", &w) || length(s, e, "height", &h) ||
	    length(s, e, "rx", &a[0]) || length(s, e, "ry", &a[1]))
		return DRAWING_BAD;
	if (!(w > 0 && h > 0))
		return w < 0 || h < 0 ? sheet_bad(s, "found a rectangle of %g by %g, expected lengths above 0", w, h) : DRAWING_GOOD;
	const int given[2] = { find(e, "rx") != NULL, find(e, "ry") != NULL };
	double rx = given[0] ? a[0] : a[1], ry = given[1] ? a[1] : a[0]; /* one that is missing is like the other, before it is cut */
	a[0] = fmin(rx, 0.5 * w);
	a[1] = fmin(ry, 0.5 * h);
	int round = a[0] > 0 && a[1] > 0;
	rings_begin(s->rings, sheet_line(s, s->at));
	for (int k = 0; k < 4 && status == DRAWING_GOOD; k++) {
		double sx = side[k][0], sy = side[k][1], corner[2] = { x + (sx > 0 ? w : 0), y + (sy > 0 ? h : 0) };
		double c[2] = { corner[0] - sx * a[0], corner[1] - sy * a[1] };

		if (!round) {
			status = svg_point(s, map, corner[0], corner[1]);
			continue;
		}
		if (k % 2 ? 2 * a[1] < h : 2 * a[0] < w) /* otherwise the side has no length */
			status = svg_point(s, map, k % 2 ? corner[0] : c[0], k % 2 ? c[1] : corner[1]);
		if (status == DRAWING_GOOD)
			status = svg_arc(s, map, c, a, 0, 0.5 * PI * (k - 1), 0.5 * PI);
	}
	if (status == DRAWING_GOOD)
		rings_end(s->rings, 3);
	return status;
}

static enum drawing_status points(struct sheet *s, const struct text *t, int open, const struct svg_map *map)
{
	const char *back = s->at;
	double x, y;

	rings_begin(s->rings, sheet_line(s, t->at))->open = open;
	for (s->at = t->at, sheet_blanks(s); s->at < t->at + t->n; sheet_blanks(s)) {
		if (sheet_number(s, &x) != DRAWING_GOOD)
			return DRAWING_BAD;
		sheet_is(s, ',');
		sheet_blanks(s);
		if (s->at >= t->at + t->n)
			return sheet_bad(s, "found an odd number of coordinates, expected x,y for each point");
		if (sheet_number(s, &y) != DRAWING_GOOD || svg_point(s, map, x, y) != DRAWING_GOOD)
			return DRAWING_BAD;
		sheet_is(s, ',');
	}
	s->at = back;
	s->notes->others += !rings_end(s->rings, open ? 2 : 3);
	return DRAWING_GOOD;
}

static enum drawing_status shape(struct sheet *s, const struct element *e, const struct svg_map *map)
{
	static const char *const other[] = { "use", "text", "image", "line", "foreignObject", NULL };
	enum drawing_status status = DRAWING_GOOD;
	const char *back = s->at;
	const struct text *t;
	double c[2], a[2], r;

	if (is(e->name, "path") && (t = find(e, "d"))) {
		int first = s->rings->n;

		s->at = t->at;
		status = svg_path(s, t->at + t->n, map);
		if (status == DRAWING_GOOD) {
			s->at = back;
			rings_fill(s->rings, first);
		}
	} else if ((is(e->name, "polygon") || is(e->name, "polyline")) && (t = find(e, "points"))) {
		status = points(s, t, s->plan->open && is(e->name, "polyline"), map);
	} else if (is(e->name, "rect")) {
		status = rectangle(s, e, map);
	} else if (is(e->name, "circle") || is(e->name, "ellipse")) {
		if (length(s, e, "cx", &c[0]) || length(s, e, "cy", &c[1]) || length(s, e, "rx", &a[0]) || length(s, e, "ry", &a[1]) ||
		    length(s, e, "r", &r))
			return DRAWING_BAD;
		if (is(e->name, "circle"))
			a[0] = a[1] = r;
		if (a[0] < 0 || a[1] < 0)
			return sheet_bad(s, "found half axes of %g and %g, expected lengths above 0", a[0], a[1]);
		if (a[0] > 0 && a[1] > 0)
			status = ellipse(s, c, a, map);
	} else if (is_one(e->name, other)) {
		s->notes->others++;
	} else if (is(e->name, "svg") && (find(e, "viewBox") || find(e, "width"))) {
		s->notes->units = 1;
	}
	return status;
}

/* ---- the tree ---- */

/* Skip a comment, an instruction or a declaration, after its <. */
static enum drawing_status skip_other(struct sheet *s)
{
	static const struct { const char *begin, *end; } kind[] = { { "!--", "-->" }, { "![CDATA[", "]]>" }, { "?", "?>" } };

	for (int k = 0; k < 3; k++)
		if (strncmp(s->at, kind[k].begin, strlen(kind[k].begin)) == 0) {
			const char *to = memmem(s->at, (size_t)(s->end - s->at), kind[k].end, strlen(kind[k].end));

			if (!to)
				return sheet_bad(s, "found no %s, expected it after <%s", kind[k].end, kind[k].begin);
			s->at = to + strlen(kind[k].end);
			return DRAWING_GOOD;
		}
	for (int depth = 0; s->at < s->end; s->at++) {
		depth += (*s->at == '[') - (*s->at == ']');
		if (*s->at == '>' && depth <= 0)
			break;
	}
	return sheet_is(s, '>') ? DRAWING_GOOD : sheet_expected(s, "> at the end of a declaration");
}

/* Read the element after its <. */
static enum drawing_status begin_element(struct sheet *s, struct element *e, struct open *open, int *depth)
{
	static const char *const hiding[] = { "defs", "clipPath", "mask", "symbol", "marker", "pattern", NULL };
	struct svg_map map = *depth ? open[*depth - 1].map : (struct svg_map){ { 1, 0, 0, -1, 0, 0 } };
	const char *begin = s->at;
	int hidden = *depth && open[*depth - 1].hidden;

	e->name = read_name(s);
	if (!e->name.n)
		return sheet_expected(s, "the name of an element after <");
	if (read_attributes(s, e) != DRAWING_GOOD)
		return DRAWING_BAD;
	hidden = hidden || is_one(e->name, hiding) || is_hidden(e);
	if (!hidden) {
		const char *back = s->at;

		s->at = begin; /* for the line of messages */
		if (transform(s, e, &map) != DRAWING_GOOD || shape(s, e, &map) != DRAWING_GOOD)
			return DRAWING_BAD;
		s->at = back;
	}
	if (e->empty)
		return DRAWING_GOOD;
	if (*depth == SHEET_DEPTH)
		return sheet_bad(s, "found elements nested deeper than %d", SHEET_DEPTH);
	open[(*depth)++] = (struct open){ e->name, map, hidden };
	return DRAWING_GOOD;
}

/* Read the end of an element after its </. */
static enum drawing_status end_element(struct sheet *s, const struct open *open, int *depth)
{
	struct text name = read_name(s);
	const struct open *last = &open[*depth - 1];

	if (*depth == 0)
		return sheet_bad(s, "found the end of <%.*s>, expected an element that is open", (int)(name.n < 40 ? name.n : 40), name.at);
	if (name.n != last->name.n || memcmp(name.at, last->name.at, name.n) != 0)
		return sheet_bad(s, "found the end of <%.*s>, expected that of <%.*s>", (int)(name.n < 40 ? name.n : 40), name.at,
		                 (int)(last->name.n < 40 ? last->name.n : 40), last->name.at);
	--*depth;
	return sheet_is(s, '>') ? DRAWING_GOOD : sheet_expected(s, "> at the end of an element");
}

enum drawing_status svg_read(struct sheet *s)
{
	struct open *open = mem_new(SHEET_DEPTH, sizeof *open);
	struct element e = { .n = 0 };
	enum drawing_status status = DRAWING_GOOD;
	int depth = 0;

	while (status == DRAWING_GOOD) {
		const char *next = memchr(s->at, '<', (size_t)(s->end - s->at));

		if (!next)
			break;
		s->at = next + 1;
		if (*s->at == '!' || *s->at == '?') {
			status = skip_other(s);
		} else if (*s->at == '/') {
			s->at++;
			status = end_element(s, open, &depth);
		} else {
			status = begin_element(s, &e, open, &depth);
		}
	}
	if (status == DRAWING_GOOD && depth) {
		s->at = s->end;
		status = sheet_bad(s, "found the end of the file within <%.*s>, expected </%.*s>",
		                   (int)(open[depth - 1].name.n < 40 ? open[depth - 1].name.n : 40), open[depth - 1].name.at,
		                   (int)(open[depth - 1].name.n < 40 ? open[depth - 1].name.n : 40), open[depth - 1].name.at);
	}
	free(open);
	free(e.attribute);
	return status;
}
