/* particles_parts.h: what the rooms of the stream's reader share. Programs include particles.h alone.
 *
 * particles_read.c   records, the course of a frame
 * particles_lines.c  the buffer, lines
 * particles_rows.c   columns and rows
 * particles_refer.c  what rows refer to
 * particles_defs.c   definitions, particles_solids.c those of shapes in 3D
 * particles_text.c   pieces of lines, words, messages */
#ifndef SCREE_PARTICLES_PARTS_H
#define SCREE_PARTICLES_PARTS_H

#include "particles.h"

enum { PARTICLES_VERSION = 1 };
enum { BODY, CONTACT }; /* in particles_in.rows; others follow */

/* A piece of the buffer, not ended by 0. Behind it a blank, a line's end or 16 bytes of 0 can be read. */
struct span { const char *s; size_t n; };

/* A line by its place in the buffer, without its end (at most one carriage return and the line feed). */
struct line { int64_t number; size_t at, n; };

/* The words of the columns `material` and `tag`, by number; 0 is "-". They become the world's at a frame's end. */
struct words {
	int n, n_slot;
	size_t cap;
	char **word;
	size_t *length;
	int32_t *slot;      /* open-addressing hash, -1: free */
	int32_t *world;     /* [n] the numbers of the words in the world */
	size_t cap_length, cap_world;
};
void words_clear(struct words *w);
void words_free(struct words *w);
int32_t words_number(struct words *w, const char *s, size_t n);
/* Bring w->world up to date. */
void words_match(struct words *w, struct world *to);

/* Where a field of a row goes. */
struct cell { enum col_kind kind; void *to; };

/* Rows that stand in lines one after another. */
struct row_run { int64_t row, line; };

/* Rows of one type: what `columns` says of them, and how they stand in the frame being read. */
struct rows {
	char *type;
	size_t n_type;
	char *record;         /* the `columns` record in canonical form, NULL: none so far */
	int n_name;
	size_t cap_name;
	char **name;
	struct table *to;     /* NULL: nobody here knows them, they are counted and kept as text */
	struct cell *cell;    /* [n_name] */
	int stated;           /* `frame` states their number */
	int64_t want, have;
	struct row_run *run;  /* where they stand, for messages */
	size_t n_run, cap_run;
};

/* A record inside a frame that is kept as text. */
struct kept {
	int slot;             /* 0 before bodies, 1 before contacts, 2 before the ledger, 3 before the end */
	size_t at, n;         /* relative to the frame's text, with the line's end */
};

struct frame_head {
	int64_t step, line;
	double t, dt, due;
};

struct particles_in {
	FILE *f;
	char *name;
	char *error;
	enum particles_status stopped; /* PARTICLES_FRAME: not yet */
	int64_t n_frame;

	/* text: buf has what came after the last whole frame but one, up to pos read; while reading goes on, and after the end,
	 * the last whole frame is in other */
	char *buf, *other;
	size_t cap, cap_other, len, pos;
	int at_end;           /* nothing more to come from f */
	int frame_in_other;
	int drop_text;        /* what stands behind drop_at in a frame is thrown away once it has been parsed */
	size_t drop_at;
	size_t frame_at, frame_n, before_at, before_n, preamble_n;
	int64_t line;         /* lines read */
	size_t run_at;        /* the `columns` records directly before this line begin here */
	int in_run;

	/* state of the stream */
	int started;          /* its magic was read */
	int solids;           /* streams in 3D are taken */
	int dim;              /* what the last magic said */
	int in_frame;
	struct frame_head head;
	int64_t last_step;    /* of the frame before in this stream, -1: none */
	struct line *def;     /* definitions that wait for the end of the frame */
	size_t n_def, cap_def;
	struct rows *rows;    /* 0 body, 1 contact, then others */
	int n_rows;
	size_t cap_rows;
	int current;          /* type of the last row */
	struct words words;
	struct table body, contact; /* rows of the frame being read */
	struct params ledger;
	int has_ledger;
	struct kept *kept, *kept_next;
	size_t n_kept, cap_kept, n_kept_next, cap_kept_next;
	char *extra, *extra_next; /* keys of `frame` that are not written anew, each with a blank before it, or NULL */
	char *columns;        /* `columns` records that the last whole frame needs, a line each, or NULL */
	char *unknown;        /* first record marked ! that nobody here knows */

	/* scratch */
	struct span *field;
	size_t n_field, cap_field;
	char *text[5];
	size_t cap_text[5];
	int32_t *shape_of;    /* [n_body] places of the bodies' shapes */
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
int span_is(struct span a, const char *s);
/* Put what stands before the first c into *head and what stands behind it into *tail; 0 when there is no c. */
int span_cut(struct span a, char c, struct span *head, struct span *tail);
/* A copy that is ended by 0, in scratch k (0 or 1), valid until the next use of that. */
const char *span_text(struct particles_in *in, int k, struct span a);
/* What is wrong with the skeleton of a shape, so that it cannot stand in a stream, as what was expected; or NULL. */
const char *particles_shape_fault(const struct shape *s);
/* The same of a shape in 3D. */
const char *particles_solid_fault(const struct shape *s);
#define INTEGER_MAX ((int64_t)1 << 53)
/* number_get_int, but beyond 2^53 there is no integer: awk, gnuplot and doubles hold these exactly, and sums of two
 * never overflow. */
const char *particles_get_int(const char *s, int64_t *x);
/* The whole of a as a finite number, an integer; 0, or -1. */
int span_real(struct span a, double *x);
int span_int(struct span a, int64_t *x);
/* Numbers separated by commas: how many of at most max, or -1. */
int span_reals(struct span a, double *x, int max);
/* Put a blank and a behind *s, which is NULL or from mem_. */
void span_append(char **s, struct span a);

/* Compose the message "name:line: what, found 'found', expected ...". found.s = NULL leaves that part out. Returns -1. */
int particles_bad(struct particles_in *in, int64_t line, struct span found, const char *what, const char *expected, ...)
	__attribute__((format(printf, 5, 6)));

/* Set the message "name:line: ...". */
void particles_tell(struct particles_in *in, int64_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Split into in->field at blanks. */
void particles_split(struct particles_in *in, const char *s, size_t n);

/* ---- lines ---- */

enum line_status { LINE_NONE, LINE_WHOLE, LINE_OPEN, LINE_FAILED };

/* The next line; LINE_OPEN when the file ends before the line does. */
enum line_status particles_next_line(struct particles_in *in, struct line *l);
/* Complete the last line of a file that lacks its line feed. */
void particles_close_line(struct particles_in *in);
/* Set the last whole frame's text aside: what was read beyond it moves to the other buffer. */
void particles_turn_over(struct particles_in *in);

/* ---- definitions ---- */

/* Is this the word of a definition that waits for the end of the frame? */
int particles_is_definition(struct span word);
/* Carry one out. 0, or -1 with the message made. */
int particles_define(struct particles_in *in, struct world *w, const struct line *l);
/* Check the line `scree ...`, split into fields. */
int particles_check_magic(struct particles_in *in, int64_t line, int *dim);

/* ---- rows ---- */

/* The rows of a type, or NULL. */
struct rows *particles_rows(struct particles_in *in, struct span type);
/* Forget all `columns`. */
void particles_rows_reset(struct particles_in *in);
/* Take a `columns` record, split into fields. */
int particles_take_columns(struct particles_in *in, int64_t line);
/* Make ready for the rows of a frame. */
void particles_rows_begin(struct particles_in *in);
/* Take a row; s is behind its type word, end at its end. */
int particles_take_row(struct particles_in *in, struct rows *r, int64_t line, const char *s, const char *end);
/* Are all rows there? */
int particles_rows_counted(struct particles_in *in, int64_t line);
/* Check what the rows refer to, in a world with the frame's definitions. */
int particles_rows_refer(struct particles_in *in, const struct world *w);
/* Hand the rows to the world. */
void particles_rows_commit(struct particles_in *in, struct world *w);
/* The line of row k. */
int64_t particles_row_line(const struct rows *r, int64_t k);

#endif
