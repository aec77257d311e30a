/* sized2.h: weighted Voronoi cells of the plane, and their grains, whose areas are asked for: see transport.h and sized.h. */
#ifndef SCREE_SIZED2_H
#define SCREE_SIZED2_H

#include "voronoi/packing.h"
#include "voronoi/sized.h"

struct sized2 {
	int n;                   /* sites */
	const double (*site)[2]; /* [n][2], see struct voronoi */
	double box[2];           /* [L] */
	int periodic[2];
	struct recipe recipe;    /* how cells become grains; least is 0 */
	double void_ratio;       /* NAN: the recipe has two radii; otherwise its gap follows from this ratio */
	int round_walls;         /* see voronoi_round_walls */
	int threads;             /* which do not affect results */
	struct voronoi v;        /* the cells found last; v.pair is set if sites coincide */
	double *weight;          /* [n] of v */
	struct border *border;   /* of v */
	size_t *first, cap;
};

/* Let s ask for the areas of the cells, by transport_solve(&s->cells), or of the grains. Set n, site, box, periodic, recipe,
 * void_ratio, round_walls and threads of d, and zero the rest, before. The weights, sizes and tolerances of s are the
 * caller's. */
void sized2_begin(struct sized2 *d, struct sized *s);
/* Free the cells. */
void sized2_free(struct sized2 *d);

#endif
