/* particles_out.h: declarations that the files of the stream writer share. Programs include particles.h instead.
 *
 * particles_bytes.c   the buffer, text and numbers
 * particles_put.c     definitions
 * particles_solids.c  definitions of shapes in 3D
 * particles_write.c   text that is passed on, frames
 * particles_share_write.c  the same by several ranks */
#ifndef SCREE_PARTICLES_OUT_H
#define SCREE_PARTICLES_OUT_H

#include <string.h>

#include "particles_parts.h"

enum { OUT_ROOM = 256 * 1024 };

struct particles_out {
	FILE *f;             /* NULL: the text stays in memory */
	const char *(*made)(void); /* the provenance, or NULL */
	char *others;        /* made records of other inputs, whole lines, or NULL */
	char *units;         /* the `units` record that replaces those of texts; NULL: they stay */
	char *buf;           /* [room] */
	size_t n, room;      /* room: OUT_ROOM, or more of text that stays in memory */
	int threads;         /* that write the rows of a frame */
	int failed;          /* a write failed */
	struct out_ranks *ranks; /* several ranks write together; NULL: this one alone */
	char *error;
	int bad;             /* a definition had a number that is not finite */
	struct rows_written { char *type, *record; } *columns; /* the `columns` records last written */
	int n_columns;
	size_t cap_columns;
};

/* Where several ranks write. */
struct out_ranks {
	int fd;              /* a file that all of them have open; < 0: rank 0 writes to f */
	int64_t at, whole;   /* bytes that rank 0 knows to be in the file; those up to the end of the last whole frame */
	int error;           /* number of the first error of this rank, 0: none */
};

/* Whether the buffer is drained when it is full; otherwise the text stays in memory. */
static inline int out_leaves(const struct particles_out *o)
{
	return o->f || o->ranks;
}
void out_drain(struct particles_out *o);
/* Write n bytes, past the buffer, which is empty. */
void out_emit(struct particles_out *o, const char *s, size_t n);
/* Make room for n more bytes: drain the buffer, or make it larger if it stays in memory. */
void out_more_room(struct particles_out *o, size_t n);

/* Reserve n <= OUT_ROOM bytes and return their place; then tell out_upto where the text ends. */
static inline char *out_room(struct particles_out *o, size_t n)
{
	if (o->n + n > o->room)
		out_more_room(o, n);
	return o->buf + o->n;
}
static inline void out_upto(struct particles_out *o, const char *end)
{
	o->n = (size_t)(end - o->buf);
}

/* The rows of one type. */
struct rows_plan { const struct table *t; const char *type; const struct names *names; };
/* Write row k. */
void out_row(struct particles_out *o, const struct rows_plan *rows, int k);
/* Rows that threads write at a time, each OUT_CHUNK of them into a text of its own. */
enum { OUT_CHUNK = 512, OUT_TEXTS = 64 };
/* Whether a column is written: those that only programs use have a blank before their name (world/share.h). */
static inline int out_is_shown(const struct col *c)
{
	return c->name[0] != ' ';
}
/* The first of the rows k .. n-1 whose number in this column may not be written, or n. */
int out_bad_from(const struct col *col, int k, int n);
/* Set the message that it may not. shown: the number of the row, from 1. */
void out_bad_number(struct particles_out *o, const struct table *t, const char *type, int c, int k, int64_t shown);
/* Note the `columns` records in text, up to its first frame; a `scree` line forgets all of them. */
void out_note_columns(struct particles_out *o, const char *s, size_t n);
/* Write what follows the made records of the programs before. */
void out_made(struct particles_out *o);

/* ---- by several ranks; collective ---- */

/* Write to a file that several ranks have open, from byte at on. */
void out_side(struct out_ranks *r, int64_t at, const char *s, size_t n);
/* Whether all numbers of the rows of all ranks may be written; if not, set the message for the first one that may not. */
int out_ranks_finite(struct particles_out *o, const struct table *t, const char *type);
/* Write the rows of all ranks. */
void out_ranks_rows(struct particles_out *o, const struct table *t, const char *type, const struct names *names);
/* Write the unknown records of the frame that belong to a slot. */
void out_ranks_kept(struct particles_out *o, const struct particles_in *in, int slot);

/* Write n > OUT_ROOM / 2 bytes. */
void out_long(struct particles_out *o, const char *s, size_t n);
/* Write n bytes, or a text. Most texts are constants of a few bytes, and are copied without a call. */
static inline void out_bytes(struct particles_out *o, const char *s, size_t n)
{
	if (n > OUT_ROOM / 2) {
		out_long(o, s, n);
		return;
	}
	memcpy(out_room(o, n), s, n);
	o->n += n;
}
static inline void out_text(struct particles_out *o, const char *s)
{
	out_bytes(o, s, strlen(s));
}
void out_real(struct particles_out *o, double x);
void out_int(struct particles_out *o, int64_t x);
/* Write " key=x". */
void out_key(struct particles_out *o, const char *key, double x);
/* Write before, then x[n] separated by commas. */
void out_list(struct particles_out *o, const char *before, const double *x, int n);
/* Write n tuples of `each` numbers, at most 64: a blank before every tuple, and commas between its numbers. */
void out_tuples(struct particles_out *o, const double *x, int n, int each);
/* Note the message "what name: fault", which the next frame reports. */
void out_fault(struct particles_out *o, const char *what, const char *name, const char *fault);
/* Whether all x[n] are finite. If not, note such a message. */
int out_finite(struct particles_out *o, const double *x, int n, const char *what, const char *name);
/* Whether the skeleton of a shape can stand in a stream: far from the origin, rounding can make two vertices equal. If not,
 * likewise. */
int out_whole(struct particles_out *o, const struct shape *s, const char *id);
/* Write a shape in 3D, and its mass record if it has one. */
void out_solid(struct particles_out *o, const struct shape *s, const char *id);
/* Write the mass record of a shape in 3D. */
void out_solid_mass(struct particles_out *o, const struct shape *s, const char *id);

#endif
