/* pack_near.h: which bodies of a packing are near a body: a grid for each class of sizes, so that few large bodies do not spoil
 * the search among many small ones. Private to lib/scene. */
#ifndef SCREE_PACK_NEAR_H
#define SCREE_PACK_NEAR_H

#include "scene/pack.h"

enum { PACK_LEVELS = 24 };
struct pack_cells {
	const struct pack *p;
	const double *far;      /* [n] radii about the centres; bodies are near each other where these circles or balls overlap */
	const double *inner;    /* [n] radii of balls about the centres that lie inside the bodies; NULL: not looked at */
	int n_level;            /* level 0 has the largest bodies */
	struct pack_level { double far, cell[3]; int n[3], *head; } level[PACK_LEVELS];
	int *next, *level_of;   /* [n] */
};

/* Empty cells. Classes are factors of two in by[n]. */
void pack_cells_init(struct pack_cells *c, const struct pack *p, const double *far, const double *by);
void pack_cells_free(struct pack_cells *c);
void pack_cells_add(struct pack_cells *c, int i);

/* Append to out the bodies of the cells that are near body i, and their images, as pairs (i, j). Returns 1 at once where inner
 * balls overlap: the bodies then overlap however they are turned. */
int pack_cells_near(const struct pack_cells *c, int i, int levels, struct pack_pairs *out);
/* Append the pairs of body i so that, over all i, each pair of images comes once. */
void pack_cells_pairs(const struct pack_cells *c, int i, struct pack_pairs *out);

#endif
