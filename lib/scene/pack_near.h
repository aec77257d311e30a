/* pack_near.h: the near neighbours of bodies in a packing. Each class of sizes has a cell list of its own, so that a few large
 * bodies do not slow down the search among many small ones. Private to lib/scene. */
#ifndef SCREE_PACK_NEAR_H
#define SCREE_PACK_NEAR_H

#include "base/wide.h"
#include "scene/pack.h"

enum { PACK_LEVELS = 24 };
struct pack_cells {
	const struct pack *p;
	const double *far;      /* [n] radii about the centres; bodies are near each other if these circles or balls overlap */
	const double *inner;    /* [n] radii of balls about the centres that lie inside the bodies; NULL: not used */
	int n_level;            /* level 0 holds the largest bodies */
	/* head of each cell: its first body, see site; after pack_cells_fill the number of its first site, up to that of the next
	 * cell */
	struct pack_level { double far, cell[3]; int n[3], *head; } level[PACK_LEVELS];
	int *level_of;          /* [n] */
	/* [n] what a search reads of a body: after pack_cells_add site i is body i, and next the next one in its cell or -1; after
	 * pack_cells_fill the sites of a cell are neighbours, in the order of falling bodies */
	struct pack_site { double x[3], far, inner; int body, next; } *site;
};

/* Set up empty cell lists. The classes are factors of two in by[n]. */
void pack_cells_init(struct pack_cells *c, const struct pack *p, const double *far, const double *by);
void pack_cells_free(struct pack_cells *c);

/* ---- lists that grow ---- */

/* Add body i at its present position. */
void pack_cells_add(struct pack_cells *c, int i);
/* Append to out the listed bodies and images near body i, as pairs (i, j). */
void pack_cells_near(const struct pack_cells *c, int i, struct pack_pairs *out);
/* Whether the inner ball of body i overlaps that of a listed body: the bodies then overlap in any orientation. */
int pack_cells_blocked(const struct pack_cells *c, int i);
/* Begin to load what pack_cells_blocked reads first for a body at x: stage 0 the cells, stage 1 the bodies in them. */
void pack_cells_fetch(const struct pack_cells *c, const double *x, int stage);

/* ---- lists of all bodies ---- */

/* List all bodies at their present positions. order[n] is an order in which they are near each other, or NULL. */
void pack_cells_fill(struct pack_cells *c, const int *order);
/* Begin to load what is read of body i. Orders of places jump about among bodies. */
enum { PACK_SOON = 12 };       /* bodies earlier */
static WIDE_INLINE void pack_cells_soon(const struct pack_cells *c, int i)
{
	__builtin_prefetch(c->p->x[i]);
	__builtin_prefetch(&c->far[i]);
	__builtin_prefetch(&c->level_of[i]);
}
/* Append the pairs of body i. Over all i, each pair of images is listed once. */
void pack_cells_pairs(const struct pack_cells *c, int i, struct pack_pairs *out);

#endif
