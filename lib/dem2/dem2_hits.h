/* dem2_hits.h: the near candidates of a part that touch, for the files of lib/dem2 only. */
#ifndef SCREE_DEM2_HITS_H
#define SCREE_DEM2_HITS_H

#include "dem2/dem2_state.h"

enum { STRETCH2 = 128 };     /* near candidates that are looked at together */

/* Near candidates that touch (is), or did one step ago: their indices; w: from the vertex to the edge [L]. */
struct hits2 { int n, near[STRETCH2]; char is[STRETCH2]; vec2 w[STRETCH2]; };

/* Copy the motion of the part's bodies into rows, and place those of their vertices that near candidates use. */
void dem2_members_place(const struct dem2 *s, const struct part2 *q, struct scratch2 *w);
/* Find the hits among a stretch of near candidates from the k-th on. The members are placed. */
void dem2_hits_find(const struct dem2 *s, const struct part2 *q, struct scratch2 *w, int k, struct hits2 *h);

/* The separations of n near candidates; points: all edges are points. near has NEAR_MORE more. il2: as in struct outlines, to be
 * found by use; or if use is NULL those of the candidates, with NEAR_MORE more. Places of vertices; shifts of the edges [n], or
 * NULL. w [n + NEAR_MORE] gets the vectors from the vertex to the closest point of the edge [L],
 * square [2 (n + NEAR_MORE)] their squares, that of candidate k in 2 k. The bits are those of features_gap. */
struct gaps2 {
	int n, points;
	const struct near2 *near;
	const double *il2;
	const uint32_t *use;
	const vec2 *vertex, *shift;
};
void dem2_gaps(int wide, const struct gaps2 *t, vec2 *w, double *square);

/* The image of the body of the edge of a near candidate. */
static inline const struct list2_image *dem2_image(const struct list2_image *image, const struct near_pair2 *pair, int half)
{
	return &image[pair[half >> 1].image ^ (half & 1)];
}

/* The law of near candidate k. */
static inline int dem2_near_law(const struct dem2 *s, const struct part2 *q, int k)
{
	return s->core.n_material == 1 ? 0 : dem2_law_of(&s->core, &s->list.pair[q->pair[q->near[k].half >> 1].p]);
}

#endif
