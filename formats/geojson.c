/* geojson.c: outlines from GeoJSON (RFC 7946): Polygon and MultiPolygon, in features and collections
 *
 * The type of an object may stand behind its coordinates. So the coordinates are skipped first, and read when the object ends. */
#include "drawing_parts.h"

#include <string.h>

/* Skip a text in quotes; *from and *n get its bytes. */
static enum drawing_status read_text(struct sheet *s, const char **from, size_t *n)
{
	if (!sheet_is(s, '"'))
		return sheet_expected(s, "a text in quotes");
	*from = s->at;
	while (s->at < s->end && *s->at != '"')
		s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
	*n = (size_t)(s->at - *from);
	return sheet_is(s, '"') ? DRAWING_GOOD : sheet_expected(s, "the quote at the end of a text");
}

/* Skip a number, true, false, null or a text. */
static enum drawing_status skip_simple(struct sheet *s)
{
	static const char *const word[] = { "true", "false", "null" };
	const char *from;
	double x;
	size_t n;

	sheet_blanks(s);
	if (*s->at == '"')
		return read_text(s, &from, &n);
	for (int k = 0; k < 3; k++)
		if (strncmp(s->at, word[k], n = strlen(word[k])) == 0) {
			s->at += n;
			return DRAWING_GOOD;
		}
	return sheet_number(s, &x);
}

/* The points of a ring. */
static enum drawing_status read_ring(struct sheet *s)
{
	enum drawing_status status = DRAWING_GOOD;
	double x, y, more;

	if (!sheet_is(s, '['))
		return sheet_expected(s, "a ring, [[x, y], [x, y], ...]");
	rings_begin(s->rings, sheet_line(s, s->at));
	do {
		if (!sheet_is(s, '['))
			return sheet_expected(s, "a position, [x, y]");
		status = sheet_number(s, &x);
		if (status == DRAWING_GOOD && !sheet_is(s, ','))
			return sheet_expected(s, "a comma between the coordinates of a position");
		if (status == DRAWING_GOOD)
			status = sheet_number(s, &y);
		while (status == DRAWING_GOOD && sheet_is(s, ','))
			status = sheet_number(s, &more);
		if (status == DRAWING_GOOD && !sheet_is(s, ']'))
			return sheet_expected(s, "] after a position");
		if (status == DRAWING_GOOD)
			status = sheet_point(s, x, y);
	} while (status == DRAWING_GOOD && sheet_is(s, ','));
	if (status == DRAWING_GOOD && !sheet_is(s, ']'))
		return sheet_expected(s, "a comma or ] after a position");
	if (status == DRAWING_GOOD && !rings_end(s->rings, 3))
		return sheet_bad(s, "found a ring of less than three points, expected three or more");
	return status;
}

/* The coordinates of a Polygon, or with many of a MultiPolygon. */
static enum drawing_status read_polygons(struct sheet *s, int many)
{
	enum drawing_status status = DRAWING_GOOD;
	int hole = 0;

	if (!sheet_is(s, '['))
		return sheet_expected(s, "an array of coordinates");
	if (sheet_is(s, ']'))
		return DRAWING_GOOD;
	do {
		status = many ? read_polygons(s, 0) : read_ring(s);
		if (status == DRAWING_GOOD && !many && hole++) {
			s->rings->n_xy = s->rings->ring[--s->rings->n].first;
			s->rings->holes++;
		}
	} while (status == DRAWING_GOOD && sheet_is(s, ','));
	return status != DRAWING_GOOD || sheet_is(s, ']') ? status : sheet_expected(s, "a comma or ] in coordinates");
}

static int is(const char *text, size_t n, const char *word)
{
	return n == strlen(word) && memcmp(text, word, n) == 0;
}

static enum drawing_status read_value(struct sheet *s, int depth, int geometry);

/* Read an object. If geometry is set, its polygons are added, and those of the objects in it; otherwise it is skipped. */
static enum drawing_status read_object(struct sheet *s, int depth, int geometry)
{
	const char *name, *type = NULL, *coordinates = NULL;
	enum drawing_status status = DRAWING_GOOD;
	size_t n, n_type = 0;

	if (!sheet_is(s, '}')) {
		do {
			status = read_text(s, &name, &n);
			if (status == DRAWING_GOOD && !sheet_is(s, ':'))
				return sheet_expected(s, ": after the name of a member");
			if (status != DRAWING_GOOD)
				return status;
			sheet_blanks(s);
			if (is(name, n, "type") && *s->at == '"') {
				status = read_text(s, &type, &n_type);
				continue;
			}
			if (is(name, n, "coordinates"))
				coordinates = s->at;
			status = read_value(s, depth + 1, geometry && (is(name, n, "features") || is(name, n, "geometry") ||
			                                               is(name, n, "geometries")));
		} while (status == DRAWING_GOOD && sheet_is(s, ','));
		if (status == DRAWING_GOOD && !sheet_is(s, '}'))
			return sheet_expected(s, "a comma or } after a member");
	}
	if (status != DRAWING_GOOD || !geometry || !coordinates)
		return status;
	int many = type && is(type, n_type, "MultiPolygon");
	if (!many && !(type && is(type, n_type, "Polygon"))) {
		s->notes->others++;
		return DRAWING_GOOD;
	}
	const char *after = s->at;
	s->at = coordinates;
	status = read_polygons(s, many);
	if (status == DRAWING_GOOD)
		s->at = after;
	return status;
}

static enum drawing_status read_value(struct sheet *s, int depth, int geometry)
{
	enum drawing_status status = DRAWING_GOOD;

	if (depth > SHEET_DEPTH)
		return sheet_bad(s, "found values nested deeper than %d", SHEET_DEPTH);
	if (sheet_is(s, '{'))
		return read_object(s, depth, geometry);
	if (!sheet_is(s, '['))
		return skip_simple(s);
	if (sheet_is(s, ']'))
		return DRAWING_GOOD;
	do
		status = read_value(s, depth + 1, geometry);
	while (status == DRAWING_GOOD && sheet_is(s, ','));
	return status != DRAWING_GOOD || sheet_is(s, ']') ? status : sheet_expected(s, "a comma or ] in an array");
}

enum drawing_status geojson_read(struct sheet *s)
{
	enum drawing_status status = read_value(s, 0, 1);

	sheet_blanks(s);
	return status == DRAWING_GOOD && s->at < s->end ? sheet_expected(s, "the end of the file") : status;
}
