/* faces3_many.h: the nearest points of many pairs of features of two bodies, in vector lanes */
#ifndef SCREE_FACES3_MANY_H
#define SCREE_FACES3_MANY_H

#include "contact/pebbles.h"

/* A body at `at` [L]. entry: its pebbles in space [L]; of a body with faces, which needs a frame, its features at size 1 in the
 * body frame. */
struct body3 { const struct faces3 *faces; const struct frame3 *frame; const struct pebble *entry; vec3 at; };

/* Two bodies. j is displaced by h [L]. */
struct bodies_near3 { struct body3 i, j; vec3 h; };

/* Find the nearest points of n pairs of features that count: pair[k] has a feature of i and one of j, and out[k] gets the bits
 * that faces3_nearest finds. wide: see wide.h. */
void faces3_nearest_many(int wide, const struct bodies_near3 *b, int n, const int (*pair)[2], struct nearest3 *out);

#endif
