/* number_table.h: powers of ten, shared by writing (number_put.c) and reading (number_get.c). */
#ifndef SCREE_NUMBER_TABLE_H
#define SCREE_NUMBER_TABLE_H

#include <stdint.h>

typedef unsigned __int128 u128;

enum {
	POW_MIN = -342, /* 19 digits times 10^-343 are below half of the smallest double */
	POW_MAX = 324   /* writing the smallest double multiplies with 10^324 */
};

/* The first 128 bits of 10^q, truncated, at index q - POW_MIN: 2^127 <= hi 2^64 + lo < 2^128. Exact for 0 <= q <= 55. The
 * table is filled before main starts. */
struct pow10_bits { uint64_t hi, lo; };
extern struct pow10_bits number_pow10[POW_MAX - POW_MIN + 1];
/* Powers of ten that are doubles, up to 10^22. */
extern double number_exact_pow10[23];
extern const uint64_t number_ten_to[20];

/* floor(log2(10^q)) for |q| <= 1233 */
static inline int floor_log2_pow10(int q)
{
	return (int)(((int64_t)q * 1741647) >> 19);
}

#endif
