/* quad.h: from structures to lanes and back, four at a time: the transpose of a 4 x 4 matrix in vectors.
 *
 * For loops of wide.h whose data stand in memory as structures: rows of four numbers of four of them become four
 * rows of one number each, and the other way round. */
#ifndef SCREE_QUAD_H
#define SCREE_QUAD_H

#include "base/wide.h"

/* Before a loop of up to eight turns that is to become straight code. */
#ifdef __clang__
#define QUAD_UNROLL _Pragma("unroll")
#else
#define QUAD_UNROLL _Pragma("GCC unroll 8")
#endif

/* Four doubles anywhere in memory. */
typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));

#define QUAD_AT(x) (*(const quad *)(x))

/* Of the eight numbers of two quads those at four places. */
#if defined __clang__ || __GNUC__ >= 12
#define QUAD_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
typedef long long quad_places __attribute__((vector_size(32)));
#define QUAD_PICK(a, b, ...) __builtin_shuffle(a, b, (quad_places){ __VA_ARGS__ })
#endif

/* to[r][k] = from[k][r] for four quads; rows of to are stride doubles apart. */
static WIDE_INLINE void quad_turn_of(const quad *from, double *to, int stride)
{
	quad p = from[0], q = from[1], r = from[2], s = from[3];
	quad pq0 = QUAD_PICK(p, q, 0, 4, 2, 6), pq1 = QUAD_PICK(p, q, 1, 5, 3, 7);
	quad rs0 = QUAD_PICK(r, s, 0, 4, 2, 6), rs1 = QUAD_PICK(r, s, 1, 5, 3, 7);

	*(quad *)to = QUAD_PICK(pq0, rs0, 0, 1, 4, 5);
	*(quad *)(to + stride) = QUAD_PICK(pq1, rs1, 0, 1, 4, 5);
	*(quad *)(to + 2 * stride) = QUAD_PICK(pq0, rs0, 2, 3, 6, 7);
	*(quad *)(to + 3 * stride) = QUAD_PICK(pq1, rs1, 2, 3, 6, 7);
}

/* The same for four rows in memory, which begin at a, b, c, d. */
static WIDE_INLINE void quad_turn(const double *a, const double *b, const double *c, const double *d, double *to, int stride)
{
	const quad from[4] = { *(const quad *)a, *(const quad *)b, *(const quad *)c, *(const quad *)d };

	quad_turn_of(from, to, stride);
}

/* The way back: to[k][r] = from[r][k] for four rows of from, stride doubles apart. */
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

/* The same, to a, b, c, d in memory. What is stored first may be overwritten by what comes later. */
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
