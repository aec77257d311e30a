/* slurp.h: text of any length: files read whole or by lines, files in memory. If memory runs out, mem_failed is called. */
#ifndef SCREE_SLURP_H
#define SCREE_SLURP_H

#include <stdio.h>

/* Read all of f, and append 16 zero bytes. *n gets the length of the file. The caller frees the result, and checks ferror(f). */
char *slurp(FILE *f, size_t *n);

/* As getline. There a negative value is the end of the file, a failure to read or a lack of memory; here it is not the last. */
ssize_t slurp_line(char **line, size_t *cap, FILE *f);

/* Open a file in memory. After text_flush or text_close, *text and *n are what was written. The caller frees *text. */
FILE *text_open(char **text, size_t *n);
void text_flush(FILE *f);
void text_close(FILE *f);

#endif
