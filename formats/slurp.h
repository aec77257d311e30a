/* slurp.h: text of any length: files read whole or by lines, files in memory. If memory runs out, mem_failed is called. */
#ifndef SCREE_SLURP_H
#define SCREE_SLURP_H

#include <stdio.h>

/* Read all of f, and append 16 zero bytes. *n gets the length of the file. The caller frees the result, and checks ferror(f). */
char *slurp(FILE *f, size_t *n);

/* As getline, which tells the end of the file, a failure to read and a lack of memory by the same value; here it is the first two. */
ssize_t slurp_line(char **line, size_t *cap, FILE *f);

/* Open a file in memory: *text and *n are what was written to it, once text_flush or text_close has returned. The caller frees *text. */
FILE *text_open(char **text, size_t *n);
void text_flush(FILE *f);
void text_close(FILE *f);

#endif
