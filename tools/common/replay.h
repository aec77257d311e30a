/* replay.h: run the programs of made records again.
 *
 * Records come from files that may have been made to do harm. Only programs of scree that stand in the folder of this program and
 * write made records are run, without a shell. Each runs in a folder of its own below a temporary folder; options that name files
 * to write are left out; paths that leave the folder are refused, unless a note of the record names them as an input. A file gets
 * to a program only if it has the checksum of its note. */
#ifndef SCREE_REPLAY_H
#define SCREE_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#include "made.h"

/* A record and what it read. */
struct stage {
	const char *text;      /* the record, without the word made */
	struct made made;
	int first;             /* the stages first..this one made its output */
	int source;            /* the stage whose output it read from standard input, or -1 */
	int *from;             /* [made.n_input] the stage that wrote the input, or -1: a file */
	int n_argument;
	char **argument;       /* [n_argument + 1] the program and its arguments as they will run, and NULL */
	char *output;          /* the file of its output, once it has run */
	int status;            /* the exit status of the program */
};

struct replay {
	int n;
	struct stage *stage;   /* in the order of the records, so each comes after what it read */
};

/* Take n records apart and find out what each read. Ends the program with a message and EXIT_INPUT if a record is not a
 * command of scree that can be run without doing harm. script: 1 if the arguments are for a script in the folder of the user,
 * 0 for replay_run. The texts must outlive r. */
void replay_plan(struct replay *r, int n, char *const *text, int script);
/* Run all stages. stream: the file with the records, next to which files are looked for too. Ends the program with EXIT_INPUT
 * if a file is missing or has changed, or a stage writes nothing. Returns -1, or the number of the stage whose output is not
 * the file that a later stage read, and in *file the name of this file; that stage and the next ones then have not run. */
int replay_run(struct replay *r, const char *stream, const char **file);
/* Remove the temporary folder, and end as a signal wants that came since replay_run. */
void replay_end(void);
/* The name of the file that a script gives the output of stage k, which another stage reads by this name. Stages have the same
 * name only if they and those before them are the same. */
char *replay_name(const struct replay *r, int k);
void replay_free(struct replay *r);

#endif
