/* drawing_parts.h: declarations that the readers of drawings share. */
#ifndef SCREE_DRAWING_PARTS_H
#define SCREE_DRAWING_PARTS_H

#include "drawing.h"

/* A file in memory, and the position of the reader. Zero bytes follow the end. */
struct sheet {
	const char *name, *begin, *at, *end;
	const char *counted;  /* line is the number of the line of this place */
	long line;
	const struct drawing_plan *plan;
	struct rings *rings;
	struct drawing_notes *notes;
	char **error;
};

enum { SHEET_DEPTH = 200 };   /* deepest nesting */
#define SHEET_FAR 1e50        /* largest coordinate [L] */

enum drawing_status svg_read(struct sheet *s);
enum drawing_status geojson_read(struct sheet *s);
enum drawing_status wkt_read(struct sheet *s);

/* The line of a place at or behind the one of the last call. */
long sheet_line(struct sheet *s, const char *at);
/* Set the message, which begins with "file:line: ", for the line of s->at. Returns DRAWING_BAD. */
enum drawing_status sheet_bad(struct sheet *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Set the message "found TEXT, expected WHAT" for the text at s->at. Returns DRAWING_BAD. */
enum drawing_status sheet_expected(struct sheet *s, const char *what);
/* Skip blanks. */
void sheet_blanks(struct sheet *s);
/* Skip blanks, and then this character if it is next. Returns whether it was. */
int sheet_is(struct sheet *s, char c);
/* Skip blanks and read a number of at most 1e50. */
enum drawing_status sheet_number(struct sheet *s, double *x);
/* Add a point to the last ring. */
enum drawing_status sheet_point(struct sheet *s, double x, double y);

/* An affine map: x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y + m[5]. */
struct svg_map { double m[6]; };
/* Add the rings of path data that end at `end`; other text after the path is refused. s->at is at its begin. */
enum drawing_status svg_path(struct sheet *s, const char *end, const struct svg_map *map);
/* Add a quarter, half or whole ellipse about c with half axes a from angle `from` over the angle `sweep`, turned by `turn` [rad];
 * the first point is left out. */
enum drawing_status svg_arc(struct sheet *s, const struct svg_map *map, const double c[2], const double a[2], double turn,
	double from, double sweep);
enum drawing_status svg_point(struct sheet *s, const struct svg_map *map, double x, double y);

#endif
