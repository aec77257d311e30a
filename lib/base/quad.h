/* quad.h: transposes of 4 x 4 and 8 x 8 matrices in vectors, from structures to lanes and back.
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
#define OCTET_AT(x) (*(const octet *)(x))

/* Shuffles: the numbers at four places of two quads, or at eight places of two octets. */
#if defined __clang__ || __GNUC__ >= 12
#define QUAD_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define OCTET_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
typedef long long quad_places __attribute__((vector_size(32)));
typedef long long octet_places __attribute__((vector_size(64)));
#define QUAD_PICK(a, b, ...) __builtin_shuffle(a, b, (quad_places){ __VA_ARGS__ })
#define OCTET_PICK(a, b, ...) __builtin_shuffle(a, b, (octet_places){ __VA_ARGS__ })
#endif

/* Two doubles; two of these as a quad, and two quads as an octet. */
typedef double duad __attribute__((vector_size(16), aligned(8), may_alias));
#if defined __clang__ || __GNUC__ >= 12
#define QUAD_OF(p, q) __builtin_shufflevector(p, q, 0, 1, 2, 3)
#define OCTET_OF(p, q) __builtin_shufflevector(p, q, 0, 1, 2, 3, 4, 5, 6, 7)
#else
#define QUAD_OF(p, q) ((quad){ (p)[0], (p)[1], (q)[0], (q)[1] })
#define OCTET_OF(p, q) ((octet){ (p)[0], (p)[1], (p)[2], (p)[3], (q)[0], (q)[1], (q)[2], (q)[3] })
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

/* Transpose eight octets: to[r][k] = from[k][r]. to may be from. */
static WIDE_INLINE void octet_turn_of(const octet *from, octet *to)
{
	octet even[4], odd[4];

	QUAD_UNROLL
	for (int k = 0; k < 4; k++) {
		even[k] = OCTET_PICK(from[2 * k], from[2 * k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
		odd[k] = OCTET_PICK(from[2 * k], from[2 * k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
	}
	QUAD_UNROLL
	for (int z = 0; z < 2; z++) {
		const octet *by = z ? odd : even;
		octet low0 = OCTET_PICK(by[0], by[1], 0, 1, 2, 3, 8, 9, 10, 11), low1 = OCTET_PICK(by[2], by[3], 0, 1, 2, 3, 8, 9, 10, 11);
		octet high0 = OCTET_PICK(by[0], by[1], 4, 5, 6, 7, 12, 13, 14, 15);
		octet high1 = OCTET_PICK(by[2], by[3], 4, 5, 6, 7, 12, 13, 14, 15);

		to[z] = OCTET_PICK(low0, low1, 0, 1, 4, 5, 8, 9, 12, 13);
		to[z + 2] = OCTET_PICK(low0, low1, 2, 3, 6, 7, 10, 11, 14, 15);
		to[z + 4] = OCTET_PICK(high0, high1, 0, 1, 4, 5, 8, 9, 12, 13);
		to[z + 6] = OCTET_PICK(high0, high1, 2, 3, 6, 7, 10, 11, 14, 15);
	}
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
