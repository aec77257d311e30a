/* transport.h: weights at which the cells of a Voronoi diagram have given areas: semi-discrete optimal transport. */
#ifndef SCREE_TRANSPORT_H
#define SCREE_TRANSPORT_H

#include "voronoi/voronoi.h"

struct transport {
	int n;                   /* sites */
	const double (*site)[2]; /* [n][2] [L] */
	const double *area;      /* [n] the areas asked for, all above 0; their sum is the area of the box [L^2] */
	double box[2];           /* [L] */
	int periodic[2];
	double tolerance;        /* the greatest error of an area, relative to it */
	double *weight;          /* [n] in: a guess; out: the weights [L^2] */
	double error;            /* out: the greatest error of an area, relative to it */
	int worst;               /* out: the cell that has it */
	int steps, diagrams;     /* out: steps of Newton's method, and diagrams computed */
};
enum transport_status {
	TRANSPORT_OK = 0,
	TRANSPORT_COINCIDENT = -1, /* two sites coincide, see v->pair */
	TRANSPORT_STUCK = -2       /* rounding errors keep the areas from the tolerance */
};

/* Find weights whose cells have the areas asked for, and these cells; v->weight is t->weight. Sites that do not coincide always
 * have such weights, and they are unique but for a number added to all. The method is the damped Newton's of Kitagawa, Merigot
 * and Thibert (2019): the derivative of the area of cell i by the weight of cell j is minus the length of their common side over
 * twice the distance of their sites, and a step is halved until no cell is smaller than half of the smallest, of those of the
 * guess and those asked for, and the errors have become smaller. If the guess leaves cells empty, it is halved; without weights
 * all cells have an area. The caller frees v. */
enum transport_status transport_solve(struct transport *t, struct voronoi *v);

#endif
