/* near2.h: which vertices of two bodies are near which edges of each other. */
#ifndef SCREE_NEAR2_H
#define SCREE_NEAR2_H

#include <stddef.h>
#include <stdint.h>

#include "contact/outlines.h"

/* A vertex, of the second body if dir is 1, and where an edge of the other begins, or a point. */
struct near2_cand { int dir, v, e; };

/* Where bodies are; all arrays [n]: positions [L], cosines and sines of the angles. */
struct near2_places { const struct outlines *outlines; const double *x, *y, *c, *s; };

struct near2 {
	/* what was found */
	int n;
	size_t cap;
	uint32_t *cand;       /* see near2_code */
	/* scratch for a body each: features, or NULL for all of them; which of them matter as vertices and as edges; how far
	 * its vertices stand out, from first on; boxes of the edges on the list, a few at a time, and their greatest radius */
	struct near2_side {
		int n, first, all, shift, *feature, *list, *vertex, *edge, n_vertex, n_edge;
		double *out;
		struct near2_block { vec2 lo, hi; double radius; } *block;
	} side[2];
};

/* A candidate of bodies a and b in one number: dir, and the place among all vertices of one times all edges of the other; their
 * product must be below 2^31. */
static inline uint32_t near2_code(const struct outlines *o, int a, int b, struct near2_cand c)
{
	int i = c.dir ? b : a, j = c.dir ? a : b, m = o->first[j + 1] - o->first[j];

	return (uint32_t)c.dir << 31 | (uint32_t)((c.v - o->first[i]) * m + (c.e - o->first[j]));
}

static inline struct near2_cand near2_decode(const struct outlines *o, int a, int b, uint32_t code)
{
	int dir = (int)(code >> 31), i = dir ? b : a, j = dir ? a : b;
	uint32_t at = code & INT32_MAX, m = (uint32_t)(o->first[j + 1] - o->first[j]);

	return (struct near2_cand){ dir, o->first[i] + (int)(at / m), o->first[j] + (int)(at % m) };
}

/* For bodies of at most the given number of vertices. */
void near2_init(struct near2 *s, int most);
void near2_free(struct near2 *s);

/* Append every vertex and edge (or point, where neither body has edges) of bodies a and b, shifted by dx, dy [L], that are
 * closer than r_i + r_j + margin [L]: first vertices of a on edges of b, then those of b on edges of a; ascending in vertex,
 * then edge. The vertices of a are left out if skip & 1, those of b if skip & 2. */
void near2_find(struct near2 *s, const struct near2_places *w, int a, int b, double dx, double dy, double margin, int skip);

#endif
