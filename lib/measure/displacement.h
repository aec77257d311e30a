/* displacement.h: how far grains have gone, on paths that wrapping does not cut. */
#ifndef SCREE_DISPLACEMENT_H
#define SCREE_DISPLACEMENT_H

#include <stdint.h>

#include "measure/grains.h"
#include "measure/order3.h"

/* Where the grains of a frame are, unwrapped. */
struct places {
	double t;
	int n, dim;
	struct place { int64_t id; int chosen; double x[3], angle, q[4]; } *at; /* [n] ascending in id; in the plane angle, in space q */
};
void places_take2(struct places *p, struct world *w, const struct grains *g);
/* The same in space. */
void places_take3(struct places *p, struct world *w, const struct grains3_list *g);
void places_free(struct places *p);

/* Sums over the grains that are in two frames and chosen in the earlier. */
struct spread {
	int64_t n, frames;      /* grains; pairs of frames */
	double lag;             /* sum over pairs of frames [T] */
	double x[3], xx[3], aa, r4; /* of the displacements, their squares, that of the angle (in space of the turn from the one
	                               orientation to the other, pi at most), the fourth power of the distance */
};
void spread_add(struct spread *s, const struct places *from, const struct places *to);

/* Displacements over all lags from many origins in bounded memory: the order-n algorithm (Frenkel and Smit, Understanding
 * Molecular Simulation, 2nd ed., section 4.4.2) without averages over blocks. Level l keeps the last 16 of every 2^l-th
 * frame and gives the lags 9 2^l to 16 2^l, the lowest also 1 to 8. */
enum { LAGS_PER_LEVEL = 16 };
struct lags {
	int64_t frames;
	int n_level;
	size_t cap;
	struct lag_level { struct places kept[LAGS_PER_LEVEL]; struct spread sum[LAGS_PER_LEVEL + 1]; } *level;
};
/* Take over the places of the next frame; frames are meant to be equally spaced. */
void lags_add(struct lags *l, struct places *now);
/* The next frame is the first of another run: there are no displacements between the two, but sums go on. */
void lags_restart(struct lags *l);
void lags_free(struct lags *l);

#endif
