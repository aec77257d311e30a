/* displacement.h: displacements of grains, without the jumps of wrapping. */
#ifndef SCREE_DISPLACEMENT_H
#define SCREE_DISPLACEMENT_H

#include <stdint.h>

#include "measure/grains.h"
#include "measure/order3.h"

/* The unwrapped positions and orientations of the grains of a frame. */
struct places {
	double t;
	int n, dim;
	struct stored_place { int64_t id; int chosen; double x[3], angle, q[4]; } *at; /* [n] ascending in id; plane: angle, space: q */
};
/* Store the places of a frame in the plane. */
void places_take2(struct places *p, struct world *w, const struct grains *g);
/* The same in space. */
void places_take3(struct places *p, struct world *w, const struct grains3_list *g);
void places_free(struct places *p);

/* Sums over the grains that are in both of two frames and are chosen in the earlier one. */
struct spread {
	int64_t n, frames;      /* number of grains; number of pairs of frames */
	double lag;             /* sum of the lag times over pairs of frames [T] */
	double x[3], xx[3], aa, r4; /* sums of the displacements, their squares, the squared angle (in space the angle of the rotation
	                               from one orientation to the other, at most pi), the fourth power of the distance */
};
/* Add the displacements between two frames. */
void spread_add(struct spread *s, const struct places *from, const struct places *to);

/* Displacements over all lags, from many time origins, in bounded memory: the order-n algorithm (Frenkel and Smit, Understanding
 * Molecular Simulation, 2nd ed., section 4.4.2) without averages over blocks. Level l stores the last 16 of every 2^l-th frame.
 * It gives the lags 9 2^l to 16 2^l; the lowest level also gives 1 to 8. */
enum { LAGS_PER_LEVEL = 16 };
struct lags {
	int64_t frames;
	int n_level;
	size_t cap;
	struct lag_level { struct places kept[LAGS_PER_LEVEL]; struct spread sum[LAGS_PER_LEVEL + 1]; } *level;
};
/* Add the places of the next frame; `now` is emptied. The frames should be equally spaced in time. */
void lags_add(struct lags *l, struct places *now);
/* Begin another run with the next frame: displacements between the two runs do not count, but the sums continue. */
void lags_restart(struct lags *l);
void lags_free(struct lags *l);

#endif
