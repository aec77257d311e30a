/* particles_parts.h: declarations that the files of the stream reader share. Programs include particles.h instead.
 *
 * particles_read.c    records and frames
 * particles_lines.c   the buffer and its lines
 * particles_rows.c    columns and rows
 * particles_refer.c   references from rows
 * particles_share.c   reading by several ranks (particles_share.h)
 * particles_defs.c    definitions
 * particles_solids.c  definitions of shapes in 3D
 * particles_text.c    pieces of lines, words, messages */
#ifndef SCREE_PARTICLES_PARTS_H
#define SCREE_PARTICLES_PARTS_H

#include <string.h>
#include <sys/types.h>

#include "particles.h"

enum { PARTICLES_VERSION = 1 };
enum { BODY, CONTACT }; /* in particles_in.rows; others follow */

/* A piece of the buffer, not terminated by 0. It is followed by a blank, the end of a line or 16 zero bytes. */
struct span { const char *s; size_t n; };

/* A line, given by its place in the buffer, without its end (a line feed, perhaps after a carriage return). */
struct line { int64_t number; size_t at, n; };

/* The numbered words of the columns `material` and `tag`; number 0 is "-". At the end of a frame they are added to the world. */
struct words {
	int n, n_slot;
	size_t cap;
	char **word;
	size_t *length;
	int32_t *slot;      /* hash table with open addressing, -1: free */
	int32_t *world;     /* [n] the numbers of these words in the world */
	size_t cap_length, cap_world;
};
void words_clear(struct words *w);
void words_free(struct words *w);
int32_t words_number(struct words *w, const char *s, size_t n);
/* Update w->world. */
void words_match(struct words *w, struct world *to);

/* The destination of a field of a row. */
struct cell { enum col_kind kind; void *to; };

/* The first row and line of a run of rows in consecutive lines. */
struct row_run { int64_t row, line; };

/* Rows of one type: their `columns` record, and their state in the current frame. */
struct rows {
	char *type;
	size_t n_type;
	char *record;         /* the `columns` record in canonical form; NULL: none so far */
	int n_name;
	size_t cap_name;
	char **name;
	struct table *to;     /* NULL: an unknown type, whose rows are counted and kept as text */
	struct cell *cell;    /* [n_name] */
	int stated;           /* whether `frame` gives the number of rows */
	int64_t want, have;   /* this number; the number of rows read so far */
	int64_t first, end;   /* rows that this reader takes, usually all; it only counts the others */
	struct row_run *run;  /* lines of the rows, for messages */
	size_t n_run, cap_run;
};

/* A record inside a frame that is kept as text. */
struct kept {
	int slot;             /* 0 before bodies, 1 before contacts, 2 before the ledger, 3 before the end */
	size_t at, n;         /* relative to the text of the frame, including the end of the line */
};

struct frame_head {
	int64_t step, line;
	double t, dt, due;
};

struct particles_in {
	FILE *f;
	char *name;
	char *error;
	enum particles_status stopped; /* PARTICLES_FRAME: the reader has not stopped */
	int64_t n_frame;

	/* text: buf has the text after the last whole frame but one, of which pos bytes are read. While the reader reads, and after the
	 * end, the last whole frame is in other. */
	char *buf, *other;
	size_t cap, cap_other, len, pos;
	int at_end;           /* f is at its end */
	int frame_in_other;
	int drop_text;        /* text after drop_at is dropped once it has been parsed */
	/* likewise in frames, and frames that are passed on are read again from f, a regular file, where the stream begins at byte
	 * begin; ended: the stream ends with a line feed that the file lacks */
	int read_again;
	int ended;
	int64_t begin;
	char *kept_text, *kept_text_next; /* then the records inside the last whole frame and the present one that are kept */
	size_t cap_kept_text, cap_kept_text_next;
	size_t drop_at;
	/* by several ranks, or if frames are read again: bytes of the stream that are not in buf any more; the places below are those
	 * in the stream. Else 0 */
	size_t dropped;
	size_t frame_at, frame_n, before_at, before_n, preamble_at, preamble_n;
	int64_t line;         /* number of lines read */
	size_t run_at;        /* begin of the `columns` records directly before this line */
	int in_run;

	/* state of the stream */
	int started;          /* the magic has been read */
	int solids;           /* streams in 3D are accepted */
	int keep_frame;       /* definitions after the last frame are not applied */
	int dim;              /* dimension from the last magic */
	int in_frame;
	struct frame_head head;
	int64_t last_step;    /* of the previous frame in this stream, -1: none */
	struct line *def;     /* definitions that wait for the end of the frame; with n = 0 it is shape[at] */
	size_t n_def, cap_def;
	struct shape *shape;  /* shapes that have been read and wait there */
	size_t n_shape, cap_shape;
	struct rows *rows;    /* 0 body, 1 contact, then others */
	int n_rows;
	size_t cap_rows;
	int current;          /* type of the last row */
	struct words words;
	struct table body, contact; /* rows of the current frame */
	struct params ledger;
	int has_ledger;
	struct kept *kept, *kept_next;
	size_t n_kept, cap_kept, n_kept_next, cap_kept_next;
	char *extra, *extra_next; /* unknown keys of `frame`, each after a blank, or NULL */
	char *columns;        /* `columns` records that the last whole frame needs, one line each, or NULL */
	char *unknown;        /* first unknown record marked with ! */
	struct share *share;  /* several ranks read the stream together; NULL: this one alone */

	/* scratch */
	struct span *field;
	size_t n_field, cap_field;
	char *text[5];
	size_t cap_text[5];
	int32_t *shape_of;    /* [n_body] indices of the shapes of the bodies */
	size_t cap_shape_of;
};

static inline int is_blank(int c)
{
	return c == ' ' || c == '\t';
}
static inline struct span span(const char *s, size_t n)
{
	return (struct span){ s, n };
}
/* Whether a is the word s. */
static inline int span_is(struct span a, const char *s)
{
	const size_t n = strlen(s);

	return a.n == n && (n == 0 || (*a.s == *s && memcmp(a.s, s, n) == 0));
}
/* Split a at the first c into *head and *tail; return 0 if there is no c. */
int span_cut(struct span a, char c, struct span *head, struct span *tail);
/* A copy terminated by 0, in scratch buffer k (0 to 4), valid until the next use of this buffer. */
const char *span_text(struct particles_in *in, int k, struct span a);
/* Why the skeleton of a shape cannot stand in a stream, as a text that follows "expected"; or NULL. */
const char *particles_shape_fault(const struct shape *s);
/* The same for a shape in 3D. */
const char *particles_solid_fault(const struct shape *s);
#define INTEGER_MAX ((int64_t)1 << 53)
/* number_get_int, with integers up to 2^53 only: awk, gnuplot and doubles hold these exactly, and the sum of two of them does not
 * overflow. */
const char *particles_get_int(const char *s, int64_t *x);
/* Read the whole of a as a finite number, or as an integer; return 0, or -1. */
int span_real(struct span a, double *x);
int span_int(struct span a, int64_t *x);
/* Read at most max numbers separated by commas; return how many, or -1. */
int span_reals(struct span a, double *x, int max);
/* Append a blank and a field key=value to *s, which is NULL or from mem_ and has other such fields. Return 0, or -1 if one of
 * them has the same key. */
int span_keep(char **s, struct span a);

/* Compose the message "name:line: what, found 'found', expected ...". If found.s is NULL, the found part is omitted. Returns
 * -1. */
int particles_bad(struct particles_in *in, int64_t line, struct span found, const char *what, const char *expected, ...)
	__attribute__((format(printf, 5, 6)));

/* Set the message "name:line: ...". */
void particles_tell(struct particles_in *in, int64_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Split into in->field at blanks. */
void particles_split(struct particles_in *in, const char *s, size_t n);

/* ---- lines ---- */

enum {
	PARTICLES_CHUNK = 256 * 1024, /* bytes per read; small enough to stay in the cache until they are parsed */
	PARTICLES_BEHIND = 16         /* zeros after the text, for number_get */
};

enum line_status { LINE_NONE, LINE_WHOLE, LINE_OPEN, LINE_FAILED };

/* Read up to n bytes: what is there now, without waiting for all. Returns their number, 0 at the end of the file, -1 if reading
 * failed. */
ssize_t particles_read_some(FILE *f, char *to, size_t n);
/* Read the next line; LINE_OPEN if the file ends before the line does. */
enum line_status particles_next_line(struct particles_in *in, struct line *l);
/* Complete the last line of a file if it lacks its line feed. */
void particles_close_line(struct particles_in *in);
/* If text is dropped, keep that of a line outside frames: it moves to the end of what is kept, and *l gets its new place. */
void particles_keep_line(struct particles_in *in, struct line *l);
/* The record of the last whole frame that was kept as number k. */
const char *particles_kept(const struct particles_in *in, size_t k);
/* Read n bytes of the stream from place `at` on again. Returns how many there are, -1 if reading failed. */
ssize_t particles_again(const struct particles_in *in, size_t at, char *to, size_t n);
/* Set the text of the last whole frame aside: text beyond it moves to the other buffer. */
void particles_turn_over(struct particles_in *in);

/* ---- definitions ---- */

/* Whether this is the word of a definition. Definitions wait for the end of the frame. */
int particles_is_definition(struct span word);
/* Read a shape, or the mass of the last definition if that is a shape, while its text is in the cache. Returns whether it can be
 * read; if not, it must wait as text, and particles_define says why in its turn. */
int particles_define_now(struct particles_in *in, const struct line *l, struct span word);
/* Apply a definition. Returns 0, or -1 with the message set. */
int particles_define(struct particles_in *in, struct world *w, const struct line *l);
/* Check the line `scree ...`, which has been split into fields. */
int particles_check_magic(struct particles_in *in, int64_t line, int *dim);

/* ---- rows ---- */

/* The rows of a type, or NULL. */
/* Whether columns of bodies or contacts with this name have a meaning. */
int particles_knows(const char *name);
struct rows *particles_rows(struct particles_in *in, struct span type);
/* Forget all `columns`. */
void particles_rows_reset(struct particles_in *in);
/* Read a `columns` record, which has been split into fields. */
int particles_take_columns(struct particles_in *in, int64_t line);
/* Prepare for the rows of a frame. */
void particles_rows_begin(struct particles_in *in);
/* Read a row; s points after its type word, end to its end. */
int particles_take_row(struct particles_in *in, struct rows *r, int64_t line, const char *s, const char *end);
/* Check that the frame has all its rows. */
int particles_rows_counted(struct particles_in *in, int64_t line);
/* Check the references of the rows, in a world with the definitions of the frame. */
int particles_rows_refer(struct particles_in *in, const struct world *w);
/* Hand the rows to the world. */
void particles_rows_commit(struct particles_in *in, struct world *w);
/* The line of row k of all. */
int64_t particles_row_line(const struct rows *r, int64_t k);

#endif
