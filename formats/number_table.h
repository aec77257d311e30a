/* number_table.h: powers of ten, shared by writing (number_put.c) and reading (number_get.c). */
#ifndef SCREE_NUMBER_TABLE_H
#define SCREE_NUMBER_TABLE_H

#include <stdint.h>

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

/* A number of 128 bits: hi 2^64 + lo. */
struct product { uint64_t hi, lo; };

/* a b + plus, from the products of halves: for processors without integers of 128 bits. */
static inline struct product product_of_halves(uint64_t a, uint64_t b, uint64_t plus)
{
	uint64_t a_hi = a >> 32, a_lo = (uint32_t)a, b_hi = b >> 32, b_lo = (uint32_t)b;
	uint64_t low = a_lo * b_lo, middle = a_hi * b_lo + (low >> 32), other = a_lo * b_hi + (uint32_t)middle;
	struct product p = { a_hi * b_hi + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low };

	p.lo += plus;
	p.hi += p.lo < plus;
	return p;
}

/* a b + plus. */
static inline struct product product_of(uint64_t a, uint64_t b, uint64_t plus)
{
#ifdef __SIZEOF_INT128__
	unsigned __int128 p = (unsigned __int128)a * b + plus;

	return (struct product){ (uint64_t)(p >> 64), (uint64_t)p };
#else
	return product_of_halves(a, b, plus);
#endif
}

/* floor(log2(10^q)) for |q| <= 1233 */
static inline int floor_log2_pow10(int q)
{
	return (int)(((int64_t)q * 1741647) >> 19);
}

#endif
