/* features2.h: the vertex-edge pair, the one contact element of the plane. */
#ifndef SCREE_FEATURES2_H
#define SCREE_FEATURES2_H

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/vec.h"

typedef double features_pair __attribute__((vector_size(16)));

/* The position in space of the vertex v of a body at place; c, s are cosine and sine of the body's angle. */
static inline vec2 features_place(vec2 place, vec2 v, double c, double s)
{
	features_pair at = { place.x, place.y }, cs = { c, s }, left = { -s, c };
	vec2 out;

	at += cs * v.x + left * v.y;
	memcpy(&out, &at, sizeof out);
	return out;
}

/* x, limited to 0 .. 1; NAN becomes 0. With SSE2 there is no branch, which the processor could not predict; the result is the
 * same. */
static inline double features_clamp(double x)
{
#ifdef __SSE2__
	return _mm_cvtsd_f64(_mm_min_sd(_mm_max_sd(_mm_set_sd(x), _mm_setzero_pd()), _mm_set_sd(1)));
#else
	x = x > 0 ? x : 0;
	return x < 1 ? x : 1;
#endif
}

/* Find the vector *w from the vertex x to the closest point of the edge from a to b, shifted by h. il2 is the inverse of the
 * squared length of the edge, 0 if a and b are one point. Returns the square of w. The normal of a contact is the direction of
 * w, from the owner of the vertex to the owner of the edge. */
static inline double features_gap(const vec2 *x, const vec2 *a, const vec2 *b, const vec2 *h, double il2, vec2 *w)
{
	features_pair vx, va, vb, vh;

	memcpy(&vx, x, sizeof vx);
	memcpy(&va, a, sizeof va);
	memcpy(&vb, b, sizeof vb);
	memcpy(&vh, h, sizeof vh);
	features_pair e = vb - va, d = (va + vh) - vx, de = d * e;
	double t = features_clamp(-(de[0] + de[1]) * il2);
	features_pair vw = d + t * e, square = vw * vw;
	memcpy(w, &vw, sizeof *w);
	return square[0] + square[1];
}

#endif
