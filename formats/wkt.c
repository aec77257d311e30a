/* wkt.c: outlines from well-known text: POLYGON and MULTIPOLYGON */
#include "drawing_parts.h"

#include <string.h>
#include <strings.h>

/* The points of a ring, `(x y, x y, ...)`; further coordinates of a point are skipped. */
static enum drawing_status read_ring(struct sheet *s, int hole)
{
	enum drawing_status status = DRAWING_GOOD;
	double x, y, more;

	if (!sheet_is(s, '('))
		return sheet_expected(s, "a ring, (x y, x y, ...)");
	rings_begin(s->rings, sheet_line(s, s->at));
	do {
		status = sheet_number(s, &x);
		if (status == DRAWING_GOOD)
			status = sheet_number(s, &y);
		if (status == DRAWING_GOOD)
			status = sheet_point(s, x, y);
		sheet_blanks(s);
		for (int k = 0; k < 2 && status == DRAWING_GOOD && *s->at != ',' && *s->at != ')'; k++) {
			status = sheet_number(s, &more);
			sheet_blanks(s);
		}
	} while (status == DRAWING_GOOD && sheet_is(s, ','));
	if (status == DRAWING_GOOD && !sheet_is(s, ')'))
		return sheet_expected(s, "a comma or ) after the coordinates of a point");
	if (status == DRAWING_GOOD && !rings_end(s->rings, 3))
		return sheet_bad(s, "found a ring of less than three points, expected three or more");
	if (status == DRAWING_GOOD && hole) {
		s->rings->n_xy = s->rings->ring[--s->rings->n].first;
		s->rings->holes++;
	}
	return status;
}

static enum drawing_status read_polygon(struct sheet *s)
{
	enum drawing_status status = DRAWING_GOOD;
	int hole = 0;

	if (!sheet_is(s, '('))
		return sheet_expected(s, "the rings of a polygon, ((x y, ...), ...)");
	do
		status = read_ring(s, hole++);
	while (status == DRAWING_GOOD && sheet_is(s, ','));
	return status != DRAWING_GOOD || sheet_is(s, ')') ? status : sheet_expected(s, "a comma or ) after a ring");
}

/* Skip a word in upper or lower case, if it is next. */
static int skip_word(struct sheet *s, const char *word)
{
	size_t n = strlen(word);

	sheet_blanks(s);
	if (strncasecmp(s->at, word, n) != 0)
		return 0;
	s->at += n;
	return 1;
}

static enum drawing_status read_one(struct sheet *s)
{
	enum drawing_status status = DRAWING_GOOD;
	double number;

	if (skip_word(s, "SRID=")) {
		status = sheet_number(s, &number);
		if (status == DRAWING_GOOD && !sheet_is(s, ';'))
			return sheet_expected(s, "; after the number of SRID");
	}
	int many = skip_word(s, "MULTIPOLYGON");
	if (status != DRAWING_GOOD)
		return status;
	if (!many && !skip_word(s, "POLYGON"))
		return sheet_expected(s, "POLYGON or MULTIPOLYGON");
	while (skip_word(s, "Z") || skip_word(s, "M"))
		continue;
	if (skip_word(s, "EMPTY"))
		return DRAWING_GOOD;
	if (!many)
		return read_polygon(s);
	if (!sheet_is(s, '('))
		return sheet_expected(s, "the polygons of a MULTIPOLYGON, (((x y, ...)), ...)");
	do
		status = read_polygon(s);
	while (status == DRAWING_GOOD && sheet_is(s, ','));
	return status != DRAWING_GOOD || sheet_is(s, ')') ? status : sheet_expected(s, "a comma or ) after a polygon");
}

enum drawing_status wkt_read(struct sheet *s)
{
	enum drawing_status status = DRAWING_GOOD;

	for (sheet_blanks(s); status == DRAWING_GOOD && s->at < s->end; sheet_blanks(s)) {
		status = read_one(s);
		while (status == DRAWING_GOOD && (sheet_is(s, ';') || sheet_is(s, ',')))
			continue;
	}
	return status;
}
