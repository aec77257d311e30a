/* blake2.c: the checksum BLAKE2b without a key, RFC 7693 section 3 */
#include "base/blake2.h"

#include <string.h>

/* The initial state: the first 64 bits of the fractional parts of the square roots of the first eight primes. */
static const uint64_t initial[8] = {
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

/* The order in which a round takes the words of a block. */
static const unsigned char order[10][16] = {
	{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }, { 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
	{ 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 }, { 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
	{ 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 }, { 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
	{ 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 }, { 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
	{ 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 }, { 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 },
};

static inline uint64_t turn(uint64_t x, int bits)
{
	return x >> bits | x << (64 - bits);
}

/* The mixing function G of section 3.1. */
#define MIX(a, b, c, d, x, y) do { \
	a += b + (x); d = turn(d ^ a, 32); c += d; b = turn(b ^ c, 24); \
	a += b + (y); d = turn(d ^ a, 16); c += d; b = turn(b ^ c, 63); } while (0)

/* A number of 8 bytes, the lowest first. Compilers make one instruction of it. */
static inline uint64_t word(const unsigned char *s)
{
	return (uint64_t)s[0] | (uint64_t)s[1] << 8 | (uint64_t)s[2] << 16 | (uint64_t)s[3] << 24 | (uint64_t)s[4] << 32 |
	       (uint64_t)s[5] << 40 | (uint64_t)s[6] << 48 | (uint64_t)s[7] << 56;
}

/* Where round r is known when this is compiled, so are the places of the words. */
static inline __attribute__((always_inline)) void mix(uint64_t v[16], const uint64_t m[16], int r)
{
	const unsigned char *s = order[r];

	MIX(v[0], v[4], v[8], v[12], m[s[0]], m[s[1]]);
	MIX(v[1], v[5], v[9], v[13], m[s[2]], m[s[3]]);
	MIX(v[2], v[6], v[10], v[14], m[s[4]], m[s[5]]);
	MIX(v[3], v[7], v[11], v[15], m[s[6]], m[s[7]]);
	MIX(v[0], v[5], v[10], v[15], m[s[8]], m[s[9]]);
	MIX(v[1], v[6], v[11], v[12], m[s[10]], m[s[11]]);
	MIX(v[2], v[7], v[8], v[13], m[s[12]], m[s[13]]);
	MIX(v[3], v[4], v[9], v[14], m[s[14]], m[s[15]]);
}

/* Take a block into the state: the function F of section 3.2. last: 1 for the last block. */
static void take(struct blake2 *b, const unsigned char *block, int last)
{
	uint64_t m[16], v[16];

	for (int k = 0; k < 16; k++)
		m[k] = word(block + 8 * k);
	for (int k = 0; k < 8; k++) {
		v[k] = b->h[k];
		v[k + 8] = initial[k];
	}
	v[12] ^= b->taken;
	if (last)
		v[14] = ~v[14];
	mix(v, m, 0);
	mix(v, m, 1);
	mix(v, m, 2);
	mix(v, m, 3);
	mix(v, m, 4);
	mix(v, m, 5);
	mix(v, m, 6);
	mix(v, m, 7);
	mix(v, m, 8);
	mix(v, m, 9);
	mix(v, m, 0);
	mix(v, m, 1);
	for (int k = 0; k < 8; k++)
		b->h[k] ^= v[k] ^ v[k + 8];
}

void blake2_begin(struct blake2 *b)
{
	memcpy(b->h, initial, sizeof b->h);
	b->h[0] ^= 0x01010000 | BLAKE2_BYTES; /* the parameters: no key, this length */
	b->taken = 0;
	b->n = 0;
}

void blake2_add(struct blake2 *b, const void *bytes, size_t n)
{
	const unsigned char *s = bytes;

	while (n) {
		if (b->n == BLAKE2_BLOCK) { /* more follows, so this block is not the last */
			b->taken += BLAKE2_BLOCK;
			take(b, b->block, 0);
			b->n = 0;
		}
		if (b->n == 0 && n > BLAKE2_BLOCK) {
			b->taken += BLAKE2_BLOCK;
			take(b, s, 0);
			s += BLAKE2_BLOCK;
			n -= BLAKE2_BLOCK;
			continue;
		}
		size_t some = BLAKE2_BLOCK - b->n < n ? BLAKE2_BLOCK - b->n : n;

		memcpy(b->block + b->n, s, some);
		b->n += some;
		s += some;
		n -= some;
	}
}

void blake2_end(struct blake2 *b, char text[BLAKE2_TEXT])
{
	static const char digit[] = "0123456789abcdef";

	b->taken += b->n;
	memset(b->block + b->n, 0, BLAKE2_BLOCK - b->n);
	take(b, b->block, 1);
	for (int k = 0; k < BLAKE2_BYTES; k++) {
		unsigned byte = b->h[k / 8] >> 8 * (k % 8) & 255;

		text[2 * k] = digit[byte >> 4];
		text[2 * k + 1] = digit[byte & 15];
	}
	text[BLAKE2_TEXT - 1] = 0;
}
