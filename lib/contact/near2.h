/* near2.h: which vertices of two bodies are near which edges of each other. */
#ifndef SCREE_NEAR2_H
#define SCREE_NEAR2_H

#include <stddef.h>
#include <stdint.h>

#include "contact/outlines.h"

/* A vertex, with the direction in its highest bit: 1 if it is one of the second body; and where an edge begins, or a point. */
struct near2_cand { uint32_t v; int e; };

/* Where bodies are; all arrays [n]: positions [L], cosines and sines of the angles. */
struct near2_places { const struct outlines *outlines; const double *x, *y, *c, *s; };

struct near2 {
	/* what was found */
	int n;
	size_t cap;
	struct near2_cand *cand;
	/* scratch for a body each: features, or NULL for all of them; which of them matter as vertices and as edges; how far
	 * its vertices stand out, from first on */
	struct near2_side { int n, first, shift, *feature, *list, *vertex, *edge, n_vertex, n_edge; double *out; } side[2];
};

/* For bodies of at most the given number of vertices. */
void near2_init(struct near2 *s, int most);
void near2_free(struct near2 *s);

/* Append every vertex and edge (or point, where neither body has edges) of bodies a and b, shifted by dx, dy [L], that are
 * closer than r_i + r_j + margin [L]: first vertices of a on edges of b, then those of b on edges of a; ascending in vertex,
 * then edge. The vertices of a are left out if skip & 1, those of b if skip & 2. */
void near2_find(struct near2 *s, const struct near2_places *w, int a, int b, double dx, double dy, double margin, int skip);

#endif
