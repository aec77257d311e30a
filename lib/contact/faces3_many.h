/* faces3_many.h: the nearest points of many pairs of features, in vector lanes */
#ifndef SCREE_FACES3_MANY_H
#define SCREE_FACES3_MANY_H

#include "contact/pebbles.h"

/* Two bodies. j is displaced by h [L]; none is 0, so that h can be read as four numbers. ahead: so many bytes of
 * memory that the caller needs next, and that are prefetched, the first of them, which may be long, bit by bit. */
struct bodies_near3 {
	const struct body3 *i, *j;
	vec3 h;
	double none;
	struct { const void *at; size_t bytes; } ahead[2];
};

/* A pair of features that counts: of the two bodies `of`, the entry a of i and the entry b of j. mark: for the caller. */
struct look3 { int of, a, b, mark; };

/* Prefetch what all looks at the features of a body need: first `far`, then, after a while, not. */
static inline void body3_ahead(const struct body3 *b, int far)
{
	const struct faces3 *f = b->faces;

	if (far) {
		__builtin_prefetch(f);
	} else if (f) {
		__builtin_prefetch(f->four);
		__builtin_prefetch(f->four + f->n_face);
	}
}

/* Find the nearest points of n pairs of features: out[k] gets the bits that faces3_nearest finds, d2[k] the square of their
 * distance. wide: see wide.h. ahead: prefetch what looks need, since the features of all bodies do not fit into the cache. */
void faces3_nearest_many(int wide, int ahead, const struct bodies_near3 *bodies, int n, const struct look3 *look,
	struct nearest3 *out, double *d2);

#endif
