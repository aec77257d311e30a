/* features2.h: the vertex-edge pair, the one contact element of the plane. */
#ifndef SCREE_FEATURES2_H
#define SCREE_FEATURES2_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* x inside 0 .. 1; not a number becomes 0. Where the compiler would branch on a coin toss the processor is told not
 * to; the result is the same. */
static inline double features_clamp(double x)
{
#ifdef __SSE2__
	return _mm_cvtsd_f64(_mm_min_sd(_mm_max_sd(_mm_set_sd(x), _mm_setzero_pd()), _mm_set_sd(1)));
#else
	x = x > 0 ? x : 0;
	return x < 1 ? x : 1;
#endif
}

/* The vector from a vertex X = (x, y) to the closest point Y of the edge from A to B, whose inverse squared length is il2
 * (0 where it is one point). The distance is its norm; a contact's normal N is its direction, from the owner of the
 * vertex to the owner of the edge. */
static inline void features_gap(double x, double y, double ax, double ay, double bx, double by, double il2, double *wx,
	double *wy)
{
	double ex = bx - ax, ey = by - ay, dx = ax - x, dy = ay - y;
	double t = features_clamp(-(dx * ex + dy * ey) * il2);

	*wx = dx + t * ex;
	*wy = dy + t * ey;
}

#endif
