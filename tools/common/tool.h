/* tool.h: what every program does the same way: options, input, output, messages, the end. */
#ifndef SCREE_TOOL_H
#define SCREE_TOOL_H

#include <stdio.h>

#include "common/opt.h"
#include "particles.h"
#include "world/world.h"

#define SCREE_VERSION "0.1.0"

/* Exit statuses of every program. */
enum { EXIT_GOOD = 0, EXIT_SYSTEM = 1, EXIT_USAGE = 2, EXIT_INPUT = 3, EXIT_NUMERICS = 4 };

/* Ready-made rows for option tables, with the same meaning everywhere. */
extern int64_t tool_seed;
#define OPT_SEED { 's', "seed", OPT_INT, &tool_seed, "N", "seed of the random numbers, default 1" }
extern int tool_no_provenance;
#define OPT_PROVENANCE \
	{ 0, "no-provenance", OPT_FLAG, &tool_no_provenance, NULL, "leave out the record of how the stream was made" }
extern int tool_quiet;
#define OPT_QUIET { 'q', "quiet", OPT_FLAG, &tool_quiet, NULL, "no notes on stderr" }

/* Parse the options; set up memory failure and the name for messages. operands says how many operands the program
 * takes: 0 none, 1 at most one (the input), -1 any number. With OPT_SEED in the table the seed is put into the
 * provenance even when it was not given. */
void tool_begin(int argc, char **argv, const char *purpose, const char *synopsis, const struct opt *table,
	int operands);
const char *tool_name(void);
/* The operands. */
int tool_operands(void);
const char *tool_operand(int k);

/* A message on stderr, "tool: ...". tool_fail ends the program with the given status. */
void tool_note(const char *format, ...) __attribute__((format(printf, 1, 2))); /* silent with --quiet */
void tool_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void tool_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));
/* For a body that bodies_mass2 finds no mass of. */
_Noreturn void tool_fail_massless(int64_t id);

/* ---- programs that read one stream: the operand, or stdin ("-" or none) ---- */

/* Read this file, or stdin for "-", instead of the first operand. To be called before reading. */
void tool_input(const char *path);
/* This program reads streams in 3D as well, and looks at w->dim; all others refuse them. To be called before reading. */
void tool_take_solids(void);
/* The next frame, or NULL at the end. Malformed input ends the program with status 3 and its message. A stream that
 * is cut gives NULL after its last whole frame, and tool_end then ends with status 3 after a warning; one that has no whole
 * frame, such as an empty one, ends the program at once. */
struct world *tool_read(void);
/* The last frame of the input: all earlier ones are passed on to the letter. The last one's preamble is too, when something is
 * written, so that a program that fails before leaves no half of a stream. NULL when the stream has no frame (tool_world has its
 * definitions, which are passed on in the same way, or in the end). */
struct world *tool_read_last(void);
/* The same, but the frames before it are left out, of which the preambles alone are passed on: for a program that makes the last
 * frame a beginning, to which they do not lead. */
struct world *tool_read_last_alone(void);
struct world *tool_world(void);
/* The reader behind them. */
struct particles_in *tool_in(void);

/* A file that is no stream, or stdin for "-", for reading; *name gets what messages call it. tool_end closes it. */
FILE *tool_open_file(const char *path, const char **name);
/* Read all of a stream into *w, which is set up here, and keep what its last frame had; fails with status 3 when it
 * is bad or has no frame. */
void tool_load_last(const char *path, struct world *w);
/* The `made` records of all streams that tool_load_last has read, as lines, or NULL; for a program that passes their
 * bodies on. */
const char *tool_loaded_made(void);

/* ---- programs that write a stream ---- */

/* The writer on stdout; made as needed. */
struct particles_out *tool_out(void);
/* Begin a stream of one's own. */
void tool_create(int dim);
/* Pass on the frame just read and its preamble, to the letter. */
void tool_pass(void);
/* After tool_read_last: the frame's text is not needed (any more). */
void tool_release(void);
/* Pass on the preamble alone: before definitions of one's own, or for a frame that is left out. After the last
 * tool_read, what follows the last frame; tool_end does this where anything has been written. */
void tool_pass_preamble(void);
/* For a frame that is left out: hold its preamble back until tool_pass_preamble is called for a later one. What is held at the
 * end is left out, too: definitions of later times are not those of the last frame that was written. */
void tool_hold_preamble(void);
/* Pass on its preamble (unless tool_read_last did so), then write the frame anew from the world. */
void tool_write(struct world *w);
/* Write only the frame; status 4 when a number is not finite. The first time after a frame was read, it is that frame
 * (records in it that nobody knows stay), later ones are new. */
void tool_write_frame(struct world *w);

/* ---- the end ---- */

/* Flush and close stdout with a check; returns the exit status of the program: 0, 1 when writing failed, 3 when the
 * input was cut. */
int tool_end(void);

/* The command line, shell-quoted, without directories: "scree-x 0.1.0 -n 4"; what `made` records hold. */
const char *tool_made(void);
/* Text of a file (an outline, sites) as numbers: rows of min to max numbers separated by blanks or commas, '#' begins
 * a comment, empty lines and a byte order mark count for nothing. Returns n rows of *width numbers in *value
 * [n][*width]; ends the program with status 3 and file:line when a row is malformed or has another width than the
 * first; max is 16 at most. line, if not NULL, gets the line number of each row. */
int tool_load_rows(const char *path, int min, int max, int *width, double **value, int **line);

#endif
