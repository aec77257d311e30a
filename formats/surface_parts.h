/* surface_parts.h: what the readers of surfaces share. */
#ifndef SCREE_SURFACE_PARTS_H
#define SCREE_SURFACE_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "surface.h"

/* A file in memory, and how far it has been read. Zero bytes stand behind end. */
struct scan {
	const char *name, *begin, *at, *end;
	long line;            /* of at, where the file is text */
	int comments;         /* whether # begins one, up to the end of the line */
	struct mesh *m;
	char **error;
};

enum surface_status stl_read(struct scan *s);
enum surface_status off_read(struct scan *s);
enum surface_status ply_read(struct scan *s);
/* Whether the length is that of a binary STL file with the number of triangles that stands in it. */
int stl_is_binary(const struct scan *s);

/* Set the message, behind "file:line: " or "file: byte N: "; returns SURFACE_BAD. */
enum surface_status scan_bad(struct scan *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
enum surface_status scan_bad_byte(struct scan *s, const char *at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The next word, between blanks and ends of lines, and its length; at the end of the file length 0. It is not
 * passed yet. */
const char *scan_word(struct scan *s, size_t *n);
/* Whether the next word is this one, in upper or lower case; then it is passed. */
int scan_is(struct scan *s, const char *word);
/* Pass any word; 0 at the end of the file. */
int scan_skip(struct scan *s);
/* Pass the rest of the line. */
void scan_line(struct scan *s);
/* Read a number as a coordinate, or an integer from least to most; what says what it is in the message when it is
 * not. */
enum surface_status scan_coordinate(struct scan *s, double *x);
enum surface_status scan_integer(struct scan *s, int64_t *i, int64_t least, int64_t most, const char *what);
/* The message that something else was expected than the next word. */
enum surface_status scan_expected(struct scan *s, const char *what);
/* Only blanks and comments are left. */
enum surface_status scan_end(struct scan *s);
/* As many rows of so many bytes at least are left; what is the plural of a row. */
enum surface_status scan_room(struct scan *s, int64_t rows, int64_t bytes, const char *what);

/* The rows of vertices, `x y z`, and of triangles, `3 i j k`, which OFF and PLY have in common. */
void surface_write_rows(FILE *f, const struct mesh *m);

static inline uint32_t scan_uint32(const char *p)
{
	const unsigned char *u = (const unsigned char *)p;

	return (uint32_t)u[0] | (uint32_t)u[1] << 8 | (uint32_t)u[2] << 16 | (uint32_t)u[3] << 24;
}

#endif
