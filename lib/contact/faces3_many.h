/* faces3_many.h: the nearest points of many pairs of features, in vector lanes */
#ifndef SCREE_FACES3_MANY_H
#define SCREE_FACES3_MANY_H

#include <limits.h>

#include "contact/pebbles.h"

/* Two bodies. j is displaced by h [L]; none is 0, so that h can be read as four numbers. ahead: so many bytes of
 * memory that the caller needs next, and that are prefetched, the first of them, which may be long, bit by bit. */
struct bodies_near3 {
	const struct body3 *i, *j;
	vec3 h;
	double none;
	struct { const void *at; size_t bytes; } ahead[2];
};

/* A pair of features that counts: of the two bodies `of`, the entry a of i and the entry b of j. vertex: which of them is a
 * vertex or a pebble. mark: for the caller. */
enum { VERTEX_I, VERTEX_J, VERTEX_NONE };
struct look3 { int a, b, mark; short of, vertex; };

/* Entries of a body from this one on are no vertices or pebbles. */
static inline int body3_first_edge(const struct body3 *b)
{
	return b->faces ? b->faces->n_vertex : INT_MAX;
}

/* edge_i, edge_j: see body3_first_edge. */
static inline struct look3 look3_of(int of, int edge_i, int edge_j, int a, int b, int mark)
{
	return (struct look3){ a, b, mark, (short)of, a < edge_i ? VERTEX_I : b < edge_j ? VERTEX_J : VERTEX_NONE };
}

/* Prefetch what all looks at the features of a body need: first `far`, then, after a while, not. */
static inline void body3_ahead(const struct body3 *b, int far)
{
	const struct faces3 *f = b->faces;

	if (far) {
		__builtin_prefetch(f);
	} else if (f) {
		__builtin_prefetch(f->entry);
	}
}

/* Find the nearest points of n pairs of features: out[k] gets the bits that faces3_nearest finds, d2[k] the square of their
 * distance. wide: see wide.h. ahead: prefetch what looks need, since the features of all bodies do not fit into the cache. */
void faces3_nearest_many(int wide, int ahead, const struct bodies_near3 *bodies, int n, const struct look3 *look,
	struct nearest3 *out, double *d2);

#endif
