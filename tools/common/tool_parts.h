/* tool_parts.h: declarations that the files of tool.h share. Programs include tool.h instead.
 *
 * tool.c        messages, the command line, the end
 * tool_read.c   inputs, frames
 * tool_write.c  the output: what is passed on, frames */
#ifndef SCREE_TOOL_PARTS_H
#define SCREE_TOOL_PARTS_H

#include <sys/stat.h>

#include "common/tool.h"

/* State of the program. */
struct tool_state {
	const char *name;
	int n_operand;
	char **operand;
	const char *input;         /* file that tool_read reads instead of the first operand, or NULL */
	int n_file;                /* all open files except stdin */
	FILE **file;
	int n_read;                /* files that are read, as they were opened: compressed ones are pipes later */
	struct stat *read;
	int opened, stream;        /* numbers of the input that was opened last, and of the stream that tool_read reads */
	struct particles_in *in;
	struct particles_out *out;
	const char *output;        /* file that is written instead of stdout, or NULL */
	FILE *file_out;            /* this file, unless several ranks have it open */
	int fd_out;                /* then for this rank, otherwise -1 */
	struct world world;
	int solids;                /* 1: the program reads streams in 3D too */
	int keep_frame;            /* 1: the world stays that of the last frame */
	int ended;                 /* 1: the input has no further frame */
	struct units units;        /* of the frames read so far */
	int preamble, frame;       /* 1: was read and has not been written yet */
	int last;                  /* 1: the input was read by tool_read_last */
	int own;                   /* 1: the output began with tool_create */
	int goes_on;               /* 1: a run can go on from the output */
	char *loaded;              /* the made records of other inputs */
	size_t n_loaded, cap_loaded;
	char *held;                /* preambles of frames that are left out, or of the last frame until something is written */
	size_t n_held, cap_held;
	struct particles_part *part; /* [n_held] the same of several ranks, which keep the text of the stream together */
	int holding;               /* 1: the frame that was read last is left out */
	int cut;                   /* 1: an input was cut, so the exit status is 3 */
};

extern struct tool_state tool;

/* Keep the preamble of the frame just read until it is written. */
void tool_keep_preamble(void);
/* Copy the frame before the last that was read, or the last. */
void tool_pass_before(void);
void tool_pass_last(void);
/* Close the output. Returns the number of an error, or 0. */
int tool_close_output(void);
/* "" or " FILE". */
const char *tool_output_name(void);
/* How to go on after a failure to write a stream. */
const char *tool_write_remedy(int error);

#endif
