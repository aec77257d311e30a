/* tessellation.h: divide the plane among the grains.
 *
 * With one point per grain, its centre, the grains get the Voronoi cells of their centres. With many points on its outline, each
 * grain gets the union of the cells of its points. This approximates the set Voronoi diagram, in which a grain gets all that is
 * nearer to its surface than to any other surface (Schaller et al., Philosophical Magazine 93, 3993, 2013). The points lie
 * slightly inside the outline, where grains that overlap at contacts do not overlap. All points are moved inwards by the same
 * distance, so the diagram between grains stays the same. */
#ifndef SCREE_TESSELLATION_H
#define SCREE_TESSELLATION_H

#include "measure/grains.h"

/* A neighbour of a grain, or an image of it. (dx, dy) is the vector from the grain to it, length the length of their common
 * boundary [L]. */
struct neighbour { int grain; double dx, dy, length; };

struct tessellation {
	int n;                    /* number of grains */
	double *area;             /* [n] areas of the cells [L^2]; 0 for a grain without points in the window */
	int *edge;                /* [n] 1: the edge of the window cuts the cell */
	int *first;               /* [n + 1] neighbours first[i] .. first[i + 1] - 1 belong to grain i */
	struct neighbour *neighbour;
	double total;             /* area of the window [L^2] */
	int pair[2];              /* after status -1: grains with coinciding points */
};

/* Divide the window among the grains of a frame. The window is the domain along periodic axes. Along the others it is the extent
 * of the grains' outlines, or with one point the extent of their centres. points is the approximate number of points on the
 * outline of each grain, or 1. Returns 0; -1 if points of two grains coincide; -2 if the window has no area; -3 if a tilted
 * domain is so flat that its cells reach across too many rows of images. Call tessellation_free in any case. */
int tessellation_init(struct tessellation *t, const struct domain *d, const struct grains *g, int points);
void tessellation_free(struct tessellation *t);

#endif
