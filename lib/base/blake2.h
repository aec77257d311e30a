/* blake2.h: the checksum BLAKE2b of bytes. `b2sum -l 128 FILE` prints the same.
 *
 * Source: M.-J. Saarinen and J.-P. Aumasson, The BLAKE2 cryptographic hash and message authentication code, RFC 7693 (2015). */
#ifndef SCREE_BLAKE2_H
#define SCREE_BLAKE2_H

#include <stddef.h>
#include <stdint.h>

enum { BLAKE2_BYTES = 16, BLAKE2_TEXT = 2 * BLAKE2_BYTES + 1, BLAKE2_BLOCK = 128 };

struct blake2 {
	uint64_t h[8];                      /* the state */
	uint64_t taken;                     /* bytes in all blocks that are in the state */
	unsigned char block[BLAKE2_BLOCK];  /* the last bytes, which are not in the state yet */
	size_t n;                           /* how many they are */
};

/* Begin a checksum. */
void blake2_begin(struct blake2 *b);
/* Add n bytes. */
void blake2_add(struct blake2 *b, const void *bytes, size_t n);
/* Write the checksum as 32 hexadecimal digits and a 0. b must be begun again before it is used again. */
void blake2_end(struct blake2 *b, char text[BLAKE2_TEXT]);

#endif
