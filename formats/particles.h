/* particles.h: read and write the particle stream (particles.md, scree-particles(5)).
 *
 * A reader hands out one whole frame at a time. It applies definitions and makes rows visible only after it has read the `end`
 * of the frame and checked everything. A stream that is cut anywhere therefore leaves the world in the state of its last whole
 * frame. The reader keeps the text that it has read, so a filter passes on unchanged parts byte by byte. At most two frames are
 * in memory. */
#ifndef SCREE_PARTICLES_H
#define SCREE_PARTICLES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "world/world.h"

/* ---- reading ---- */

enum particles_status {
	PARTICLES_FRAME = 1,     /* a whole frame is in the world */
	PARTICLES_END = 0,       /* the stream ended outside frames and lines */
	PARTICLES_CUT = -1,      /* the stream ended inside a frame or a line: the world is in the state of the last whole frame */
	PARTICLES_BAD = -3,      /* malformed: see error */
	PARTICLES_SYSTEM = -2    /* reading failed: see error */
};

struct particles_in;

/* Start reading f; messages call it name ("stdin" or the name of a file). The caller closes f. */
struct particles_in *particles_open(FILE *f, const char *name);
void particles_close(struct particles_in *in);
/* Accept streams in three dimensions too; w->dim gives the dimension. Without this call such a stream is refused, so programs for
 * the plane need not check the dimension. Call it before the first read. */
void particles_take_solids(struct particles_in *in);

/* At PARTICLES_END, leave w as the last frame is: definitions after it are checked, not applied. Call this before the first
 * read. */
void particles_keep_frame(struct particles_in *in);

/* Read up to the end of the next frame into *w, which world_init has initialized; pass the same w every time. A second `scree`
 * line clears w first. At PARTICLES_END, definitions after the last frame have been applied too (a stream may have definitions
 * and no frame), see particles_keep_frame. */
enum particles_status particles_read(struct particles_in *in, struct world *w);

/* The message for CUT, BAD and SYSTEM: "file:line: what, found, expected". */
const char *particles_error(const struct particles_in *in);
/* The first unknown record marked with `!`, as "!name", or NULL. A simulator must refuse a stream with such a record. */
const char *particles_unknown_required(const struct particles_in *in);
/* The name of the stream in messages: "stdin" or the name of a file. */
const char *particles_name(const struct particles_in *in);
/* The file that is read. */
FILE *particles_file(const struct particles_in *in);
/* The number of whole frames read so far. */
int64_t particles_frames(const struct particles_in *in);
/* Whether the world holds a frame: not before the first one, and not at the END of a text whose last stream has none, which
 * forgets what the streams before it had. */
int particles_holds_frame(const struct particles_in *in);

/* The text since the end of the previous frame, unchanged: magic, made, definitions, comments, unknown records. *n gets its
 * length. Valid until the next read. */
const char *particles_preamble(const struct particles_in *in, size_t *n);
/* The same text, if it is long and frames are read again (below). The caller frees it, and particles_preamble gives none until
 * the next read. Otherwise NULL: a copy is as cheap. */
char *particles_take_preamble(struct particles_in *in, size_t *n);
/* The text of the frame just read, up to and including its `end`. It begins with the `columns` records directly before the frame,
 * or with the `frame` record. At END and CUT it is still the text of the last whole frame, and particles_put_frame still has its
 * unknown records, so a filter may hold the last frame back. */
const char *particles_frame_text(const struct particles_in *in, size_t *n);

/* The text of the frame before the one just read. Valid until the next read. */
const char *particles_frame_before(const struct particles_in *in, size_t *n);
/* After END or CUT: free the memory for further frames and for the text of the last frame, except for the unknown records that
 * particles_put_frame needs. */
void particles_release(struct particles_in *in);

/* Read the text of frames again where it is passed on, if the input is a regular file, instead of keeping it in memory. The texts
 * of frames are empty then; particles_put_last and particles_put_before write them. Call it before the first read. */
void particles_read_again(struct particles_in *in);

/* Do not keep the text of frames and of shapes, for programs that measure and pass nothing on. This halves the memory and saves
 * time. Call it before the first read; the texts of frames are then empty and shapes may be missing in those between them, and
 * frames cannot be copied. */
void particles_drop_text(struct particles_in *in);

/* ---- reading by several ranks (base/ranks.h) ---- */

/* Let all ranks read the stream together. all = 1: each reads f, a file with the same contents. all = 0: rank 0 reads f for
 * all; the others may have NULL. Call it before the first read. particles_read is collective then. Its results are the same on
 * all ranks, but each gets a part of the rows, in order, and of the shapes, in the form that share_complete takes
 * (world/share.h). The texts of the functions above are empty, except that particles_preamble has the lines of magic, made,
 * units and columns. */
void particles_read_by_ranks(struct particles_in *in, int all);
/* A part of the stream: bytes from .. to - 1. The ranks keep its text together. */
struct particles_part { int64_t from, to; };
/* The parts that these functions without _part give as texts. */
struct particles_part particles_preamble_part(const struct particles_in *in);
struct particles_part particles_frame_part(const struct particles_in *in);
struct particles_part particles_before_part(const struct particles_in *in);
/* The text before byte upto is not needed any more. */
void particles_part_drop(struct particles_in *in, int64_t upto);

/* Convert a text column into numbers. Returns the numbers, or NULL if there is no such column or a row is not a number; then
 * *bad, if not NULL, gets this row, or -1. */
double *particles_column(struct table *t, const char *name, int *bad);

/* Read target stresses for a domain from text[len], written as in the keys pressure= and, if shear is set, shear= of its record:
 * a number for each component, or - for no target. If one is set, a single number may serve all components. Returns the number
 * of targets, or -1 if the text is malformed or a pressure is below 0. */
int particles_targets(struct domain *d, int dim, int shear, int one, const char *text, size_t len);

/* ---- writing ---- */

struct particles_out;

/* Write to f. made returns the provenance of this program, the text of a made record on one line (made.h), or NULL for none;
 * it is called when a stream begins. It may be NULL itself. The caller closes f and checks for errors. */
struct particles_out *particles_create(FILE *f, const char *(*made)(void));
void particles_finish(struct particles_out *out); /* flushes its buffer into f and frees out */
/* Write definitions into memory, in a thread. particles_append writes what has been written since its last call to out, in place
 * of which the definitions could have been written. */
struct particles_out *particles_create_text(void);
void particles_append(struct particles_out *out, struct particles_out *text);
/* Let a number of threads write the rows of frames; default 1. */
void particles_threads(struct particles_out *out, int threads);

/* Let all ranks write the stream together (base/ranks.h). All call the same functions in the same order, which are collective
 * then, with worlds in shares (world/share.h). fd < 0: rank 0 writes to f. Otherwise fd is a file that each rank has open for
 * writing; each writes its parts into it, from its beginning on. */
void particles_write_by_ranks(struct particles_out *out, int fd);
/* Copy a part of a stream that is read by ranks. preamble: 1 if the made record of this program belongs into it, as in
 * particles_put_preamble. Its text must not have been dropped. */
void particles_put_part(struct particles_out *out, const struct particles_in *in, struct particles_part part, int preamble);
/* The error number of the first failure to write, of any rank; 0: none so far. */
int particles_out_failed(struct particles_out *out);

/* Name the units of length, mass and time in every stream that is written from now on: a `units` record follows the made records,
 * and replaces the `units` records of texts that are passed on. */
void particles_name_units(struct particles_out *out, const char *const name[3]);
/* Put made records of other inputs, which are whole lines, before the made record of this program in every stream that is written
 * from now on. */
void particles_others_made(struct particles_out *out, const char *lines);
/* Begin a new stream: write magic and made. */
void particles_begin(struct particles_out *out, int dim);
/* Write one or several consecutive preambles of a reader. The made record of this program follows the last made record of every
 * stream in the text, or its magic if it has none. */
void particles_put_preamble(struct particles_out *out, const char *text, size_t n);
/* Write the preamble of the frame just read. */
void particles_preamble_copy(struct particles_out *out, const struct particles_in *in);
/* Copy the frame just read byte by byte. */
void particles_frame_copy(struct particles_out *out, const struct particles_in *in);

/* Write single definitions in canonical form. */
void particles_put_domain(struct particles_out *out, const struct world *w);
void particles_put_gravity(struct particles_out *out, const struct world *w);
void particles_put_material(struct particles_out *out, const struct material *m);
void particles_put_law(struct particles_out *out, const struct law *l);
void particles_put_shape(struct particles_out *out, const struct shape *s); /* and its mass record if area >= 0 */
void particles_put_mass(struct particles_out *out, const struct shape *s);
void particles_put_constraint(struct particles_out *out, const struct world *w, const struct constraint *c);
void particles_put_outlet(struct particles_out *out, const struct world *w, const struct outlet *o);
/* Write all definitions of the world, in the order above. */
void particles_put_definitions(struct particles_out *out, const struct world *w);

/* Write the frame of the world: `columns` records if they differ from those last written, `frame`, rows, ledger, `end`. in, if
 * not NULL, is the reader of the frame: its unknown records are written in their places. Returns 0, or -1 if a number is not
 * finite; then nothing of the frame is written, and particles_out_error gives column and row. */
int particles_put_frame(struct particles_out *out, const struct world *w, const struct particles_in *in);
const char *particles_out_error(const struct particles_out *out);

/* Write the text of the frame just read, or of the one before it. Returns 0, or -1 if it could not be read again, see errno. */
int particles_put_last(struct particles_out *out, const struct particles_in *in);
int particles_put_before(struct particles_out *out, const struct particles_in *in);
/* Write whole lines of a stream unchanged. */
void particles_put_text(struct particles_out *out, const char *text, size_t n);
/* Write a record of another kind: one line without its line feed. */
void particles_put_line(struct particles_out *out, const char *line);
/* Flush everything written so far into the file (before a long pause). Returns 0, or -1 if writing failed. */
int particles_flush(struct particles_out *out);

#endif
