/* pack_near.h: the near neighbours of bodies in a packing. Each class of sizes has a cell list of its own, so that a few large
 * bodies do not slow down the search among many small ones. Private to lib/scene. */
#ifndef SCREE_PACK_NEAR_H
#define SCREE_PACK_NEAR_H

#include "scene/pack.h"

enum { PACK_LEVELS = 24 };
struct pack_cells {
	const struct pack *p;
	const double *far;      /* [n] radii about the centres; bodies are near each other if these circles or balls overlap */
	const double *inner;    /* [n] radii of balls about the centres that lie inside the bodies; NULL: not used */
	int n_level;            /* level 0 holds the largest bodies */
	struct pack_level { double far, cell[3]; int n[3], *head; } level[PACK_LEVELS];
	int *next, *level_of;   /* [n] */
};

/* Set up empty cell lists. The classes are factors of two in by[n]. */
void pack_cells_init(struct pack_cells *c, const struct pack *p, const double *far, const double *by);
void pack_cells_free(struct pack_cells *c);
/* Add body i at its present position. */
void pack_cells_add(struct pack_cells *c, int i);

/* Append to out the listed bodies and images near body i, as pairs (i, j), from the first `levels` levels. Returns 0. Returns 1
 * at once if inner balls overlap: the bodies then overlap in any orientation. */
int pack_cells_near(const struct pack_cells *c, int i, int levels, struct pack_pairs *out);
/* Append the pairs of body i. Over all i, each pair of images is listed once. */
void pack_cells_pairs(const struct pack_cells *c, int i, struct pack_pairs *out);

#endif
