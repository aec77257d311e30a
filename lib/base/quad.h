/* quad.h: transposes of 4 x 4 matrices in vectors, from structures to lanes and back.
 *
 * For loops of wide.h over data that are stored as structures: the first four numbers of four structures become four rows, one
 * for each number, and back. Use octets only in a WIDE_LOOP_LANES with eight lanes; elsewhere compilers make slow code of
 * them. */
#ifndef SCREE_QUAD_H
#define SCREE_QUAD_H

#include <stdint.h>

#include "base/wide.h"

/* Unroll the next loop, of up to eight iterations. */
#ifdef __clang__
#define QUAD_UNROLL _Pragma("unroll")
#else
#define QUAD_UNROLL _Pragma("GCC unroll 8")
#endif

/* Four and eight doubles. They need no alignment beyond that of a double. */
enum { QUAD = 4, OCTET = 8 };
typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));
typedef double octet __attribute__((vector_size(64), aligned(8), may_alias));

/* The bits of their numbers, and the results of comparisons. */
typedef uint64_t quad_bits __attribute__((vector_size(32), aligned(8), may_alias));
typedef uint64_t octet_bits __attribute__((vector_size(64), aligned(8), may_alias));

#define QUAD_AT(x) (*(const quad *)(x))

/* The numbers at four places of two quads. */
#if defined __clang__ || __GNUC__ >= 12
#define QUAD_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
typedef long long quad_places __attribute__((vector_size(32)));
#define QUAD_PICK(a, b, ...) __builtin_shuffle(a, b, (quad_places){ __VA_ARGS__ })
#endif

/* Where mask, the result of a comparison, is true, the numbers of the quad a, else those of b. */
#define QUAD_CHOOSE(mask, a, b) ((quad)(((quad_bits)(mask) & (quad_bits)(a)) | (~(quad_bits)(mask) & (quad_bits)(b))))

/* Transpose four quads: to[r][k] = from[k][r]. */
static WIDE_INLINE void quad_turn_to(const quad *from, quad *to)
{
	quad p = from[0], q = from[1], r = from[2], s = from[3];
	quad pq0 = QUAD_PICK(p, q, 0, 4, 2, 6), pq1 = QUAD_PICK(p, q, 1, 5, 3, 7);
	quad rs0 = QUAD_PICK(r, s, 0, 4, 2, 6), rs1 = QUAD_PICK(r, s, 1, 5, 3, 7);

	to[0] = QUAD_PICK(pq0, rs0, 0, 1, 4, 5);
	to[1] = QUAD_PICK(pq1, rs1, 0, 1, 4, 5);
	to[2] = QUAD_PICK(pq0, rs0, 2, 3, 6, 7);
	to[3] = QUAD_PICK(pq1, rs1, 2, 3, 6, 7);
}

/* The same into memory. Row r of to begins at to + r stride. */
static WIDE_INLINE void quad_turn_of(const quad *from, double *to, int stride)
{
	quad row[4];

	quad_turn_to(from, row);
	*(quad *)to = row[0];
	*(quad *)(to + stride) = row[1];
	*(quad *)(to + 2 * stride) = row[2];
	*(quad *)(to + 3 * stride) = row[3];
}

/* The same for four rows in memory at a, b, c, d. */
static WIDE_INLINE void quad_turn(const double *a, const double *b, const double *c, const double *d, double *to, int stride)
{
	const quad from[4] = { *(const quad *)a, *(const quad *)b, *(const quad *)c, *(const quad *)d };

	quad_turn_of(from, to, stride);
}

/* The inverse of quad_turn_of: to[k][r] = from[r][k]. Row r of from begins at from + r stride. */
static WIDE_INLINE void quad_back_to(const double *from, int stride, quad *to)
{
	quad p = *(const quad *)from, q = *(const quad *)(from + stride), r = *(const quad *)(from + 2 * stride);
	quad s = *(const quad *)(from + 3 * stride);
	quad pq0 = QUAD_PICK(p, q, 0, 4, 2, 6), pq1 = QUAD_PICK(p, q, 1, 5, 3, 7);
	quad rs0 = QUAD_PICK(r, s, 0, 4, 2, 6), rs1 = QUAD_PICK(r, s, 1, 5, 3, 7);

	to[0] = QUAD_PICK(pq0, rs0, 0, 1, 4, 5);
	to[1] = QUAD_PICK(pq1, rs1, 0, 1, 4, 5);
	to[2] = QUAD_PICK(pq0, rs0, 2, 3, 6, 7);
	to[3] = QUAD_PICK(pq1, rs1, 2, 3, 6, 7);
}

/* The same with the results at a, b, c, d in memory. They are stored in this order, so they may overlap. */
static WIDE_INLINE void quad_back(const double *from, int stride, double *a, double *b, double *c, double *d)
{
	quad to[4];

	quad_back_to(from, stride, to);
	*(quad *)a = to[0];
	*(quad *)b = to[1];
	*(quad *)c = to[2];
	*(quad *)d = to[3];
}

#endif
