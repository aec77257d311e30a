/* particles.h: reading and writing the particle stream (particles.md, scree-particles(5)).
 *
 * A reader hands out one whole frame at a time: definitions are applied and rows become visible only when the
 * frame's `end` has been read and everything has been checked, so a stream that is cut anywhere leaves the world as
 * its last whole frame had it. It keeps the text of what it read, so that a filter passes on what it does
 * not change to the letter. At most two frames are held in memory. */
#ifndef SCREE_PARTICLES_H
#define SCREE_PARTICLES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "world/world.h"

/* ---- reading ---- */

enum particles_status {
	PARTICLES_FRAME = 1,     /* a whole frame is in the world */
	PARTICLES_END = 0,       /* the stream ended where it may */
	PARTICLES_CUT = -1,      /* it ended inside a frame or a line: the world is as the last whole frame had it */
	PARTICLES_BAD = -3,      /* malformed: see error */
	PARTICLES_SYSTEM = -2    /* reading failed: see error */
};

struct particles_in;

/* Start reading f, called name in messages ("stdin" or a file's name). The caller keeps and closes f. */
struct particles_in *particles_open(FILE *f, const char *name);
void particles_close(struct particles_in *in);
/* Take streams in three dimensions too; w->dim says what came. They are refused otherwise, with their line, so that
 * nothing that works in the plane has to look. To be called before the first read. */
void particles_take_solids(struct particles_in *in);

/* Read up to the end of the next frame into *w, which world_init has prepared; the same w every time. A second
 * `scree` line clears w first. At PARTICLES_END definitions behind the last frame have been applied too (a stream
 * may have definitions and no frame). */
enum particles_status particles_read(struct particles_in *in, struct world *w);

/* The message for CUT, BAD and SYSTEM: "file:line: what, found, expected". */
const char *particles_error(const struct particles_in *in);
/* The first record marked `!` that nobody here knows, "!name", or NULL: a simulator must refuse the stream then. */
const char *particles_unknown_required(const struct particles_in *in);
/* What messages call the stream: "stdin", or a file's name. */
const char *particles_name(const struct particles_in *in);
/* Frames read whole so far. */
int64_t particles_frames(const struct particles_in *in);

/* The text since the previous frame's end: magic, made, definitions, comments, unknown records, as they were
 * written. n gets its length. Valid until the next read. */
const char *particles_preamble(const struct particles_in *in, size_t *n);
/* The text of the frame just read, from its `columns` records (when they stand directly before it) or its
 * `frame` record to its `end` inclusive. At END and CUT it is still the last whole frame's, and so are the unknown
 * records that particles_put_frame takes from here, so that a filter may hold the last frame back. */
const char *particles_frame_text(const struct particles_in *in, size_t *n);

/* The text of the frame before the one just read; valid until the next read. */
const char *particles_frame_before(const struct particles_in *in, size_t *n);
/* After END or CUT: let go of the room for further frames, and of the last frame's text but for records that nobody knows, which
 * particles_put_frame takes from there. */
void particles_release(struct particles_in *in);

/* Do not keep the text of frames: for programs that measure and pass nothing on. Half the memory, and faster. To be called before
 * the first read; frame texts are empty then, and frames cannot be copied. */
void particles_drop_text(struct particles_in *in);

/* Make a column that was kept as text numeric. Returns its numbers, or NULL when there is no such column or some
 * row is not a number (then *bad, if not NULL, is that row, else -1). */
double *particles_column(struct table *t, const char *name, int *bad);

/* ---- writing ---- */

struct particles_out;

/* Write to f. made is the provenance of this program, "NAME VERSION ARGUMENTS" already shell-quoted, or NULL
 * for --no-provenance. The caller keeps f, and closes it with a check. */
struct particles_out *particles_create(FILE *f, const char *made);
void particles_finish(struct particles_out *out); /* flushes its buffer into f and frees out */

/* Begin a stream of one's own: magic and made. */
void particles_begin(struct particles_out *out, int dim);
/* Write a preamble, or several that follow one another, as a reader gave them; this program's made is put behind the last made of
 * every `scree` line in it (behind the magic if there is none). */
void particles_put_preamble(struct particles_out *out, const char *text, size_t n);
/* That of the frame just read. */
void particles_preamble_copy(struct particles_out *out, const struct particles_in *in);
/* Copy the frame just read, to the letter. */
void particles_frame_copy(struct particles_out *out, const struct particles_in *in);

/* Single definitions, in canonical form. */
void particles_put_domain(struct particles_out *out, const struct world *w);
void particles_put_gravity(struct particles_out *out, const struct world *w);
void particles_put_material(struct particles_out *out, const struct material *m);
void particles_put_law(struct particles_out *out, const struct law *l);
void particles_put_shape(struct particles_out *out, const struct shape *s); /* and its mass record if area >= 0 */
void particles_put_mass(struct particles_out *out, const struct shape *s);
void particles_put_constraint(struct particles_out *out, const struct world *w, const struct constraint *c);
void particles_put_outlet(struct particles_out *out, const struct world *w, const struct outlet *o);
/* All of the world's definitions, in the order above. */
void particles_put_definitions(struct particles_out *out, const struct world *w);

/* Write the world's frame: `columns` records where they differ from those last written, `frame`, rows,
 * ledger, `end`. in, if not NULL, is where the frame came from: records in it that nobody knows are written at their
 * place. Returns 0, or -1 when a number is not finite (nothing of the frame is written then, and
 * particles_out_error says which column and row). */
int particles_put_frame(struct particles_out *out, const struct world *w, const struct particles_in *in);
const char *particles_out_error(const struct particles_out *out);

/* Text of a stream as it stands, whole lines. */
void particles_put_text(struct particles_out *out, const char *text, size_t n);
/* A record that is not of the kinds above, as one line without its end. */
void particles_put_line(struct particles_out *out, const char *line);
/* Let everything written so far reach the file (before a long pause). Returns 0, or -1 when writing failed. */
int particles_flush(struct particles_out *out);

#endif
