/* tessellation.h: which part of the plane belongs to which grain.
 *
 * With one point each, its centre, grains get the Voronoi cells of their centres. With many points on its outline each
 * grain gets the cells of its points together, which approximate the set Voronoi diagram: all that is nearer to its
 * surface than to another's (Schaller et al., Philosophical Magazine 93, 3993, 2013). Points lie a little inside, where grains
 * that overlap at contacts do not; moving them inwards by the same everywhere leaves the diagram between grains as it is. */
#ifndef SCREE_TESSELLATION_H
#define SCREE_TESSELLATION_H

#include "measure/grains.h"

/* A grain next to another, or its image: it lies (dx, dy) from it, and their common boundary is so long [L]. */
struct neighbour { int grain; double dx, dy, length; };

struct tessellation {
	int n;                    /* grains */
	double *area;             /* [n] of the cells [L^2]; 0 for a grain without points in the window */
	int *edge;                /* [n] whether the window ends a cell */
	int *first;               /* [n + 1] */
	struct neighbour *neighbour;
	double total;             /* area of the window [L^2] */
	int pair[2];              /* grains with a point in common, after -1 */
};

/* Divide the window among the grains of a frame. The window is the domain along periodic axes; along others, what the grains'
 * outlines span (their centres, with one point). points is the number on the outline of each grain, about, or 1. Returns 0,
 * -1 when points of two grains coincide, -2 when the window has no area, -3 when a tilted domain is so flat that its cells
 * reach over too many rows of images. To be freed in any case. */
int tessellation_init(struct tessellation *t, const struct domain *d, const struct grains *g, int points);
void tessellation_free(struct tessellation *t);

#endif
