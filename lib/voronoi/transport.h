/* transport.h: weights at which the cells of a Voronoi diagram have given sizes: semi-discrete optimal transport. A size is an
 * area in the plane and a volume in space; sized2.h and sized3.h have the diagrams. */
#ifndef SCREE_TRANSPORT_H
#define SCREE_TRANSPORT_H

#include <stddef.h>

/* The borders of the cells: those of cell i are border[first[i]] to border[first[i + 1] - 1]. Each is listed by the cell of the
 * lower number; borders whose other cell has not a greater number do not count. */
struct border {
	int other;               /* the other cell */
	double value;            /* length or area of the border, over twice the distance of the sites */
};
struct borders { const size_t *first; const struct border *border; };

/* A diagram of weighted cells. */
struct transport_diagram {
	void *to;
	/* Find the cells for weight[n], and their sizes, 0 of empty ones. Returns 0, or -1 if two sites coincide. */
	int (*find)(void *to, const double *weight, double *size);
	/* The borders of the cells that were found last, valid until the next call of find. */
	void (*borders)(void *to, struct borders *b);
	/* Put the sites in an order in which neighbours have near numbers: site[n], and the group of a few neighbours that a place
	 * of this order belongs to, leaf[n], ascending without gaps. */
	void (*order)(void *to, int *site, int *leaf);
};

struct transport {
	int n;                   /* sites */
	struct transport_diagram diagram;
	const double *size;      /* [n] the sizes asked for, all above 0; their sum is the size of the box */
	double tolerance;        /* the greatest error of a size, relative to it */
	double *weight;          /* [n] in: a guess; out: the weights [L^2] */
	double error;            /* out: the greatest error of a size, relative to it */
	int worst;               /* out: the cell that has it */
	int steps, diagrams;     /* out: steps of Newton's method, and diagrams computed */
};
enum transport_status {
	TRANSPORT_OK = 0,
	TRANSPORT_COINCIDENT = -1, /* two sites coincide, see the diagram */
	TRANSPORT_STUCK = -2       /* rounding errors keep the sizes from the tolerance */
};

/* Find weights whose cells have the sizes asked for; the diagram then holds these cells. Sites that do not coincide always have
 * such weights, and they are unique but for a number added to all. The method is the damped Newton's of Kitagawa, Merigot and
 * Thibert (2019): the derivative of the size of cell i by the weight of cell j is minus the size of their common border over
 * twice the distance of their sites, and a step is halved until no cell is smaller than half of the smallest, of those of the
 * guess and those asked for, and the errors have become smaller, at last those relative to sizes. If the guess leaves cells
 * empty, it is halved; without weights all cells have a size. If the status is not TRANSPORT_OK, the diagram holds no cells of
 * use. */
enum transport_status transport_solve(struct transport *t);

#endif
