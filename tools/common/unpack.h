/* unpack.h: compressed input. A file that begins like one of gzip, zstd or xz is read through the program of that name. */
#ifndef SCREE_UNPACK_H
#define SCREE_UNPACK_H

#include <stdio.h>

/* If f, of which nothing has been read, is compressed, start the program that decompresses it, and let f read what it writes. The
 * beginning of a pipe is looked at without taking it out; where the system cannot do that, a pipe counts as not compressed.
 * Returns NULL, or the name of the program if it is missing or cannot be started; errno says why. */
const char *unpack_begin(FILE *f);
/* Whether f is decompressed; f may be NULL. */
int unpack_is(FILE *f);
/* No more is read from f: let its program end. rest: 1 to let it decompress the rest first. Returns NULL if it succeeded, if f
 * was not read to its end, or if f was not compressed; otherwise what the program said, which is valid until the next call.
 * Calls after the first return NULL. */
const char *unpack_end(FILE *f, int rest);

#endif
