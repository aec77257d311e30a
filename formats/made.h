/* made.h: the text of made records (particles.md): "PROGRAM VERSION ARGUMENTS # INPUT # INPUT ...", quoted for the shell. */
#ifndef SCREE_FORMAT_MADE_H
#define SCREE_FORMAT_MADE_H

#include <stddef.h>

#include "base/blake2.h"

/* An input of the program: a file, or "-" for standard input. */
struct made_input {
	char *name;
	int records;             /* made records that came from it; 0 for a file that is not a stream or table with records */
	char sum[BLAKE2_TEXT];   /* the checksum of the file, "" if it is not known */
};

struct made {
	char *program, *version;
	int n_argument, n_input;
	char **argument;         /* [n_argument], without the program */
	struct made_input *input;
};

/* Append a word to the text *to of length *n with room *cap, after a blank if the text is not empty. The word is quoted for the
 * shell if it needs to be. Control characters make a word $'...' with escapes, so that it stays on one line. */
void made_quote(char **to, size_t *n, size_t *cap, const char *word);
/* Append the note of an input. */
void made_note(char **to, size_t *n, size_t *cap, const struct made_input *input);
/* Take a text apart. Returns NULL, or what is wrong with the text, such as "a quote without its end". made_free frees m in both
 * cases. */
const char *made_parse(struct made *m, const char *text);
void made_free(struct made *m);

#endif
