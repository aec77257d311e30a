/* quad.h: from structures to lanes and back, four at a time: the transpose of a 4 x 4 matrix in vectors.
 *
 * For loops of wide.h whose data stand in memory as structures: rows of four numbers of four of them become four
 * rows of one number each, and the other way round. */
#ifndef SCREE_QUAD_H
#define SCREE_QUAD_H

#include "base/wide.h"

/* Before a loop of up to five turns that is to become straight code. */
#ifdef __clang__
#define QUAD_UNROLL _Pragma("unroll")
#else
#define QUAD_UNROLL _Pragma("GCC unroll 5")
#endif

/* Four doubles anywhere in memory. */
typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));

/* Of the eight numbers of two quads those at four places. */
#if defined __clang__ || __GNUC__ >= 12
#define QUAD_PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
typedef long long quad_places __attribute__((vector_size(32)));
#define QUAD_PICK(a, b, ...) __builtin_shuffle(a, b, (quad_places){ __VA_ARGS__ })
#endif

/* to[r][k] = from[k][r] for four rows of from, which begin at a, b, c, d; rows of to are stride doubles apart. */
static WIDE_INLINE void quad_turn(const double *a, const double *b, const double *c, const double *d, double *to, int stride)
{
	quad p = *(const quad *)a, q = *(const quad *)b, r = *(const quad *)c, s = *(const quad *)d;
	quad pq0 = QUAD_PICK(p, q, 0, 4, 2, 6), pq1 = QUAD_PICK(p, q, 1, 5, 3, 7);
	quad rs0 = QUAD_PICK(r, s, 0, 4, 2, 6), rs1 = QUAD_PICK(r, s, 1, 5, 3, 7);

	*(quad *)to = QUAD_PICK(pq0, rs0, 0, 1, 4, 5);
	*(quad *)(to + stride) = QUAD_PICK(pq1, rs1, 0, 1, 4, 5);
	*(quad *)(to + 2 * stride) = QUAD_PICK(pq0, rs0, 2, 3, 6, 7);
	*(quad *)(to + 3 * stride) = QUAD_PICK(pq1, rs1, 2, 3, 6, 7);
}

/* The way back: a[r] = from[r][0], b[r] = from[r][1], ... for four rows of from, stride doubles apart. What is stored first may
 * be overwritten by what comes later. */
static WIDE_INLINE void quad_back(const double *from, int stride, double *a, double *b, double *c, double *d)
{
	quad p = *(const quad *)from, q = *(const quad *)(from + stride), r = *(const quad *)(from + 2 * stride);
	quad s = *(const quad *)(from + 3 * stride);
	quad pq0 = QUAD_PICK(p, q, 0, 4, 2, 6), pq1 = QUAD_PICK(p, q, 1, 5, 3, 7);
	quad rs0 = QUAD_PICK(r, s, 0, 4, 2, 6), rs1 = QUAD_PICK(r, s, 1, 5, 3, 7);

	*(quad *)a = QUAD_PICK(pq0, rs0, 0, 1, 4, 5);
	*(quad *)b = QUAD_PICK(pq1, rs1, 0, 1, 4, 5);
	*(quad *)c = QUAD_PICK(pq0, rs0, 2, 3, 6, 7);
	*(quad *)d = QUAD_PICK(pq1, rs1, 2, 3, 6, 7);
}

#endif
