/* tool.h: what all programs have in common: options, input, output, messages, exit status. */
#ifndef SCREE_TOOL_H
#define SCREE_TOOL_H

#include <stdio.h>

#include "common/opt.h"
#include "particles.h"
#include "units.h"
#include "world/world.h"

#define SCREE_VERSION "0.1.0"

/* Exit statuses of every program. */
enum { EXIT_GOOD = 0, EXIT_SYSTEM = 1, EXIT_USAGE = 2, EXIT_INPUT = 3, EXIT_NUMERICS = 4 };

/* Rows for option tables, with the same meaning in all programs. */
extern int64_t tool_seed;
#define OPT_SEED { 's', "seed", OPT_INT, &tool_seed, "N", "seed of the random numbers, default 1" }
extern int tool_no_provenance;
#define OPT_PROVENANCE \
	{ 0, "no-provenance", OPT_FLAG, &tool_no_provenance, NULL, "leave out the record of how the stream was made" }
extern int tool_quiet;
#define OPT_QUIET { 'q', "quiet", OPT_FLAG, &tool_quiet, NULL, "no notes on stderr" }

/* Parse the options, and set up messages and the handling of memory failures. operands is the number of operands that the program
 * takes: 0 none, 1 at most one (the input), -1 any number. If the table has OPT_SEED, the made record has the seed even if it was
 * not given. */
void tool_begin(int argc, char **argv, const char *purpose, const char *synopsis, const struct opt *table,
	int operands);
const char *tool_name(void);
/* The operands. */
int tool_operands(void);
const char *tool_operand(int k);

/* Print a message on stderr, "tool: ...". tool_fail also ends the program with the status. Of several ranks (base/ranks.h),
 * rank 0 prints, so all must call these functions with the same text. If one of them alone calls tool_fail, it prints the
 * message after some seconds and ends all others. */
void tool_note(const char *format, ...) __attribute__((format(printf, 1, 2))); /* silent with --quiet */
void tool_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void tool_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));
/* The message for a body without mass. */
_Noreturn void tool_fail_massless(int64_t id);

/* ---- programs that read one stream: the operand, or stdin ("-" or none) ---- */

/* Read this file, or stdin for "-", instead of the first operand. Call it before reading. */
void tool_input(const char *path);
/* Accept streams in 3D as well; the program must check w->dim. Otherwise they are refused. Call it before reading. */
void tool_take_solids(void);
/* Keep tool_world, and the world of tool_load_last, as the last frame is: definitions after it are for frames to come. They are
 * checked only. Call it before reading. */
void tool_keep_frame(void);
/* Tell that a run of this program can go on from its output, which a message then says if writing fails. */
void tool_goes_on(void);
/* Whether the suffix of a file is that of a surface of triangles: .stl, .off or .ply. */
int tool_names_surface(const char *path);
/* The next frame, or NULL at the end. Malformed input ends the program with a message and status 3. A stream that is cut gives a
 * warning and NULL after its last complete frame, and tool_end then returns status 3. A stream without any complete frame, such
 * as an empty one, ends the program at once. */
struct world *tool_read(void);
/* The last frame of the input. All earlier frames are copied to the output unchanged. The preamble of the last frame is copied
 * when something is written, so that a program that fails before does not leave half a stream. Returns NULL if the stream has no
 * frame; tool_world then has its definitions, which are copied in the same way, at the latest by tool_end. */
struct world *tool_read_last(void);
/* After the last tool_read of a program of several ranks, which tool_read_last calls: give the ranks the shapes and contacts of
 * their bodies (world/share.h). */
void tool_complete(void);
/* The same, but only the preambles of the earlier frames are copied. For programs that turn the last frame into the first frame
 * of a new run. */
struct world *tool_read_last_alone(void);
struct world *tool_world(void);
/* After tool_read has returned NULL: whether tool_world has the last frame. It has not if the input ends with a stream without
 * frames, which forgets the streams before it. tool_read_last then returns NULL. */
int tool_holds_frame(void);
/* After tool_read_last, before the frame is written: say that the domain, which was `was`, has other periods than in the frames
 * before, if there are any. */
void tool_note_resized(const struct domain *was);
/* The names of the units in the frames read so far. */
const struct units *tool_units(void);
/* Where the domain of the scene stands, for messages: "FILE:LINE". */
const char *tool_domain_place(void);
/* The reader of the input. */
struct particles_in *tool_in(void);

/* Open a file, or stdin for "-", for reading. *name gets its name for messages. tool_end closes it. The made record names it with
 * its checksum, so it must be opened before the program writes. A file that is compressed by gzip, zstd or xz is
 * decompressed by that program while it is read. */
FILE *tool_open_file(const char *path, const char **name);
/* After f was read, unless tool_read does it: end the program with status 3 if f is compressed and cut or damaged. */
void tool_check_whole(FILE *f, const char *name);
/* Name a file that the program opens only after it has begun to write. A "-" is standard input. */
void tool_expect_file(const char *path);
/* The file that was opened last was only looked at: the made record does not name it. */
void tool_forget_file(void);
/* Tell the made record that the program passes on the made records in these lines, which are of the file that was opened last. */
void tool_count_made(const char *lines);
/* Read a whole stream and put its last frame into *w, which is initialised here. Its made records come before that of this
 * program. Ends the program with status 3 if the stream is malformed or has no frame. */
void tool_load_last(const char *path, struct world *w);

/* ---- programs that write a stream ---- */

/* Write the stream to this file instead of stdout; - is stdout. Call it before anything is written. */
void tool_output(const char *path);
/* Before the file of an option is written: end the program with status 2 if it is -, or an input too, or the file `other`, which
 * may be NULL, or standard output while a stream is written there. */
void tool_check_save(const char *option, const char *path, const char *other);
/* The writer on stdout, or on that file. It is created when it is first needed. After tool_read_last, until the last frame is
 * written or passed on, a call also writes the records after this frame, so that what is written next takes effect after them. */
struct particles_out *tool_out(void);
/* Begin a new stream. */
void tool_create(int dim);
/* Copy the frame just read and its preamble unchanged. */
void tool_pass(void);
/* After tool_read_last: free the text of the frame, which is not needed any more. */
void tool_release(void);
/* Copy only the preamble: before the program writes its own definitions, or for a frame that is left out. After the last
 * tool_read, copy the records after the last frame; tool_end does this if anything has been written. */
void tool_pass_preamble(void);
/* For a frame that is left out: keep its preamble until tool_pass_preamble is called for a later frame. A preamble that is still
 * kept at the end is left out, because its definitions may be later than the last frame that was written. */
void tool_hold_preamble(void);
/* Copy the preamble of the frame (unless tool_read_last did so), then write the frame from the world. */
void tool_write(struct world *w);
/* Write only the frame. Ends the program with status 4 if a number is not finite. The first call after a frame was read writes
 * that frame, and keeps the unknown records in it; later calls write new frames. */
void tool_write_frame(struct world *w);

/* ---- the end ---- */

/* Flush and close stdout, and end MPI if there are several ranks. Returns the exit status of the program: 0, 1 if writing
 * failed, 3 if the input was cut. */
int tool_end(void);

/* The text of the made record: the command line, shell-quoted, without directories, and the inputs that were opened until now,
 * "scree-x 0.1.0 -n 4 a.scree # a.scree made=2 b2sum=...". NULL with --no-provenance. */
const char *tool_made(void);
/* Read a file of numbers (an outline, sites): rows of min to max numbers separated by blanks or commas. '#' begins a comment;
 * empty lines and a byte order mark are ignored. max is at most 16. Returns the number n of rows, and in *value [n][*width]
 * their numbers. Ends the program with status 3 and file:line if a row is malformed or differs in width from the first one.
 * line, unless it is NULL, gets the line number of each row. */
int tool_load_rows(const char *path, int min, int max, int *width, double **value, int **line);
/* The same for a file that is open; messages call it name. */
int tool_read_rows(FILE *f, const char *name, int min, int max, int *width, double **value, int **line);

#endif
