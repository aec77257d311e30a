/* sites.h: points to begin a Voronoi diagram with. */
#ifndef SCREE_SITES_H
#define SCREE_SITES_H

#include "base/rng.h"

/* n points, uniform in [0, w) x [0, h), independent of each other; neighbours in the array are neighbours in
 * space. */
void sites_random(double (*xy)[2], int n, double w, double h, struct rng *g);
/* n points in rows: the box is cut into rows of equal height and these into equal parts, and each point is placed
 * in its part, up to half the part's size times jitter from its middle, 0 <= jitter <= 1. Rows differ by one point
 * at most. */
void sites_jitter(double (*xy)[2], int n, double w, double h, double jitter, struct rng *g);

/* Rows and columns of a lattice of about n points that fits the box best: hexagonal (every other row shifted by
 * half a spacing; even_rows for a box that is periodic across the rows) or square. Deviations from n weigh 20
 * times as much as deviations of the cells' shape from the ideal. The lattice has *rows * *columns points. */
void sites_lattice_size(int n, double w, double h, int hexagonal, int even_rows, int *rows, int *columns);
/* The lattice: rows * columns points. */
void sites_lattice(double (*xy)[2], int rows, int columns, double w, double h, int hexagonal);

#endif
