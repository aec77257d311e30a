/* sized.h: grains whose areas are in given ratios, made from Voronoi cells with weights.
 *
 * The cells get the areas that this takes. A cell of the area b and the inradius rho, whose grain has the inradius h and the
 * area A in place of the area W, gets the area b (1 - (h / rho) (1 - sqrt(W / A)))^2: if all lengths of the cell change alike and
 * its distance to the grain stays, the grain has the area W then. This is repeated until all grains have theirs. */
#ifndef SCREE_SIZED_H
#define SCREE_SIZED_H

#include "voronoi/packing.h"
#include "voronoi/transport.h"

struct sized {
	struct transport cells;  /* sites, box, guess of the weights; area and tolerance are set here */
	const double *share;     /* [n] areas asked for, in any unit, all above 0 */
	struct recipe recipe;    /* how cells become grains; least is 0 */
	double void_ratio;       /* NAN: the recipe has two radii; otherwise its gap follows from this ratio */
	int round_walls;         /* see voronoi_round_walls */
	double tolerance;        /* the greatest error of a grain's area, relative to it */
	double error;            /* out: the greatest error of a grain's area, relative to it */
	int worst, steps;        /* out: the cell of this grain; corrections of the cells */
};
enum sized_status {
	SIZED_OK = 0,
	SIZED_COINCIDENT = -1,   /* two sites coincide, see v->pair */
	SIZED_STUCK = -2,        /* the cells do not get their areas, see cells.error and cells.worst */
	SIZED_GAP = -3,          /* the cells, as far as they are, cannot have the void ratio */
	SIZED_GRAINS = -4        /* the grains do not get their areas, see error and worst */
};

/* Find the weights s->cells.weight and the cells, which the caller frees. */
enum sized_status sized_solve(struct sized *s, struct voronoi *v);

#endif
