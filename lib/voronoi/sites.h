/* sites.h: points that seed a Voronoi diagram. */
#ifndef SCREE_SITES_H
#define SCREE_SITES_H

#include "base/rng.h"
#include "voronoi/lattice.h"

/* Make n independent points, uniform in [0, w) x [0, h) [L]. Neighbours in the array are neighbours in space. */
void sites_random(double (*xy)[2], int n, double w, double h, struct rng *g);
/* Make n points in rows. The box is cut into rows of equal height and these into equal parts. Each point is placed at random in
 * its part, at most jitter times half the part's size from its middle, 0 <= jitter <= 1. The numbers of points in the rows
 * differ by one at most. */
void sites_jitter(double (*xy)[2], int n, double w, double h, double jitter, struct rng *g);

/* Find the numbers of rows and columns of a lattice of about n points that fits the box best. The lattice is square or
 * hexagonal (every other row is shifted by half a spacing); even_rows is for boxes that are periodic across the rows. A
 * deviation from n weighs 20 times as much as one of the cells' aspect ratio from the ideal. */
void sites_lattice_size(int n, double w, double h, int hexagonal, int even_rows, int *rows, int *columns);
/* Tell how well it fits, and which other numbers of points fit without a stretch. */
void sites_lattice_fit(struct lattice_fit *f, int n, double w, double h, int hexagonal, int even_rows, int rows, int columns);
/* Make the rows * columns points of a lattice. */
void sites_lattice(double (*xy)[2], int rows, int columns, double w, double h, int hexagonal);

#endif
