/* surface_parts.h: declarations that the readers of surfaces share. */
#ifndef SCREE_SURFACE_PARTS_H
#define SCREE_SURFACE_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "surface.h"

/* A file in memory, and the position of the reader. Zero bytes follow the end. */
struct scan {
	const char *name, *begin, *at, *end;
	long line;            /* the line of at, in a text file */
	int comments;         /* whether # begins a comment, up to the end of the line */
	struct mesh *m;
	char **error;
};

enum surface_status stl_read(struct scan *s);
enum surface_status off_read(struct scan *s);
enum surface_status ply_read(struct scan *s);
/* Whether the file has the length of a binary STL file with the number of triangles that it counts. */
int stl_is_binary(const struct scan *s);

/* Set the message, which begins with "file:line: " or "file: byte N: ". Returns SURFACE_BAD. */
enum surface_status scan_bad(struct scan *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
enum surface_status scan_bad_byte(struct scan *s, const char *at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The next word, between blanks and ends of lines, and its length, which is 0 at the end of the file. The word is not skipped. */
const char *scan_word(struct scan *s, size_t *n);
/* Whether the next word is this word, in upper or lower case; if so, skip it. */
int scan_is(struct scan *s, const char *word);
/* Skip a word; return 0 at the end of the file. */
int scan_skip(struct scan *s);
/* Skip the rest of the line. */
void scan_line(struct scan *s);
/* Read a coordinate, or an integer from least to most; messages say that `what` is expected. */
enum surface_status scan_coordinate(struct scan *s, double *x);
enum surface_status scan_integer(struct scan *s, int64_t *i, int64_t least, int64_t most, const char *what);
/* Set the message "found WORD, expected WHAT" for the next word. Returns SURFACE_BAD. */
enum surface_status scan_expected(struct scan *s, const char *what);
/* Check that only blanks and comments are left. */
enum surface_status scan_end(struct scan *s);
/* Check that the rest of the file may hold this number of rows of at least this number of bytes; what is the plural of a row. */
enum surface_status scan_room(struct scan *s, int64_t rows, int64_t bytes, const char *what);

/* Write the rows of vertices, `x y z`, and of triangles, `3 i j k`, which OFF and PLY have in common. */
void surface_write_rows(FILE *f, const struct mesh *m, const struct surface_faces *faces);

static inline uint32_t scan_uint32(const char *p)
{
	const unsigned char *u = (const unsigned char *)p;

	return (uint32_t)u[0] | (uint32_t)u[1] << 8 | (uint32_t)u[2] << 16 | (uint32_t)u[3] << 24;
}

#endif
