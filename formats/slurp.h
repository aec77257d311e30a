/* slurp.h: all of a file in memory. */
#ifndef SCREE_SLURP_H
#define SCREE_SLURP_H

#include <stdio.h>

/* All of f, with 16 zero bytes behind it, to be freed; *n gets its length. ferror(f) says whether reading failed. */
char *slurp(FILE *f, size_t *n);

#endif
