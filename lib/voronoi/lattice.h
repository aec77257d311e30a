/* lattice.h: how well a lattice fits a box. */
#ifndef SCREE_LATTICE_H
#define SCREE_LATTICE_H

/* A lattice has cells[k] unit cells along each axis of a box that would hold room[k] unit cells of side 1, not rounded. */
struct lattice_fit {
	double stretch;   /* the greatest of the ratios room / cells over the least: 1 if the lattice fits, to rounding */
	int wide, thin;   /* the axes of the greatest and of the least */
	int near[2];      /* the numbers of sites next to n, below and above it, whose lattice fits; 0 if there is none up to 10 n */
};

/* Tell how a lattice with `per` sites in a unit cell fits in 2 or 3 dimensions. The cells along the last axis are a multiple of
 * `multiple`. */
void lattice_fit(struct lattice_fit *f, int dim, const double room[], const int cells[], int per, int multiple, int n);

#endif
