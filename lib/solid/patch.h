/* patch.h: the part of a sphere that caps leave exposed: its exact area and moments.
 *
 * Everything is on the unit sphere. A cap is { n : n.a > c } with a unit vector a. c and s are the cosine and the sine of its
 * angular radius. */
#ifndef SCREE_PATCH_H
#define SCREE_PATCH_H

#include <stddef.h>

#include "base/vec.h"
#include "solid/caps.h"

struct patch_cap {
	vec3 a;
	double c, s;
	/* private */
	vec3 u, v;            /* the circle is c a + s (u cos t + v sin t); u, v, a are right-handed */
	int idle;             /* flags: 1: another cap contains this cap; 2: several other caps cover the whole circle */
	int cover;            /* first entry of the list of covered intervals of the circle, or -1 */
};

/* Integrals over the patch of powers of the unit normal n. C is the vector given to patch_measure. */
struct patch_moments {
	double area;          /* of 1 */
	double first[3];      /* of n */
	double second[3][3];  /* of n n^T */
	double third[3][3];   /* of n n^T (n.C) */
	double gap;           /* length by which the arcs fail to form closed curves */
};

/* A workspace; 0 before the first use, memory is reused. */
struct patch {
	int n;
	struct patch_cap *cap; /* [n] the caller fills in a, c and s */
	size_t n_cap;
	/* private */
	int n_cover;
	struct patch_cover { double from, to; vec2 p, q; int start, end, next; } *cover;
	size_t cap_cover;
	int n_cross;
	struct patch_cross { vec3 at; int balance; } *cross;
	size_t cap_cross;
	struct patch_key { double from; int cover; } *key;
	size_t cap_key;
	struct caps prune;
};

/* Append a cap and return it; the caller fills in a, c and s. */
struct patch_cap *patch_add(struct patch *p);
/* Measure the patch that the caps leave. The caps are sorted and redundant ones removed. If the arcs do not close, the caps are
 * moved slightly at random and measured again. */
void patch_measure(struct patch *p, vec3 given, struct patch_moments *m);
void patch_free(struct patch *p);

#endif
