/* sized.h: grains whose sizes (areas in the plane, volumes in space) are in given ratios, made from Voronoi cells with weights.
 *
 * The cells get the sizes that this takes. A cell of the size b and the inradius rho, whose grain has the inradius h and the
 * size A in place of the size W, gets the size b (1 - (h / rho) (1 - (W / A)^(1/d)))^d, where d is 2 in the plane and 3 in
 * space: if all lengths of the cell change alike and its distance to the grain stays, the grain has the size W then. This is
 * repeated until all grains have theirs. */
#ifndef SCREE_SIZED_H
#define SCREE_SIZED_H

#include "voronoi/transport.h"

/* What a cell makes of its size. */
struct yield { double grain, inradius, inner; }; /* size of the grain; inradii of the cell and of the grain [L] */

struct sized {
	struct transport cells;  /* n, diagram, a guess of the weights; size and tolerance are set here */
	int dim;                 /* 2 or 3 */
	double box[3];           /* [L]; in the plane the third side is 1, without a unit */
	/* Find the grains of the cells of cells.diagram.to: yield[n], whose grain is 0 if there is none, and the gap between cell and
	 * grain [L]. Returns -1 if the cells cannot have the void ratio asked for. */
	int (*grains)(void *to, struct yield *y, double *gap);
	const double *share;     /* [n] sizes asked for, in any unit, all above 0 */
	double tolerance;        /* the greatest error of a grain's size, relative to it */
	double error;            /* out: the greatest error of a grain's size, relative to it */
	int worst, steps;        /* out: the cell of this grain; corrections of the cells */
};
enum sized_status {
	SIZED_OK = 0,
	SIZED_COINCIDENT = -1,   /* two sites coincide, see the diagram */
	SIZED_STUCK = -2,        /* the cells do not get their sizes, see cells.error and cells.worst */
	SIZED_GAP = -3,          /* the cells, as far as they are, cannot have the void ratio */
	SIZED_GRAINS = -4        /* the grains do not get their sizes, see error and worst */
};

/* Find the weights s->cells.weight. The diagram then holds their cells, with SIZED_GAP too. */
enum sized_status sized_solve(struct sized *s);

#endif
