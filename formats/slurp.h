/* slurp.h: read a whole file into memory. */
#ifndef SCREE_SLURP_H
#define SCREE_SLURP_H

#include <stdio.h>

/* Read all of f, and append 16 zero bytes. *n gets the length of the file. The caller frees the result, and checks ferror(f). */
char *slurp(FILE *f, size_t *n);

#endif
