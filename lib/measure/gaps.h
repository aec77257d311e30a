/* gaps.h: the gaps between bodies in space that are near each other, computed from their shapes. */
#ifndef SCREE_GAPS_H
#define SCREE_GAPS_H

#include "world/world.h"

/* A pair of near bodies, rows i < j, or a body and its own image, i = j. The gap [L] is that between i and the image of j that is
 * shifted by these numbers of periods; negative if they overlap. It is not a number if it is not known: see pose3_gap. */
struct gap { int i, j, image[3]; double gap; };
struct gaps { int n; struct gap *at; size_t cap; };

/* Find all pairs of bodies whose gap is below within > 0 [L], in the order of their rows, except pairs of two bodies that
 * constraints hold. The result replaces that in *g, which is { 0 } at first. Pairs with an unknown gap are listed if their
 * bounding balls are nearer than that. Returns 0, the row + 1 of a body without shape, or -1 if within
 * reaches more than IMAGES_IN_WINDOW images of a body. Time is linear in the number of bodies and pairs, if there are few walls
 * without end. */
int gaps_find(struct gaps *g, struct world *w, double within);
void gaps_free(struct gaps *g);

#endif
