/* lattice.c: how well a lattice fits a box */
#include "voronoi/lattice.h"

#include <math.h>

/* A stretch below this is rounding. */
static const double TINY = 1e-9;

static void stretch(struct lattice_fit *f, int dim, const double room[], const double cells[])
{
	f->wide = f->thin = 0;
	for (int k = 1; k < dim; k++) {
		if (room[k] / cells[k] > room[f->wide] / cells[f->wide])
			f->wide = k;
		if (room[k] / cells[k] < room[f->thin] / cells[f->thin])
			f->thin = k;
	}
	f->stretch = room[f->wide] / cells[f->wide] / (room[f->thin] / cells[f->thin]);
}

/* Lattices that fit have as many cells along each axis as follow from those along the last. */
void lattice_fit(struct lattice_fit *f, int dim, const double room[], const int cells[], int per, int multiple, int n)
{
	struct lattice_fit other;
	double along[3], all = 0;

	f->near[0] = f->near[1] = 0;
	for (double m = multiple; all <= 10.0 * n && !f->near[1]; m += multiple) {
		all = per;
		for (int k = 0; k < dim; k++) {
			along[k] = fmax(round(m * room[k] / room[dim - 1]), 1);
			all *= along[k];
		}
		stretch(&other, dim, room, along);
		if (other.stretch <= 1 + TINY && all <= 10.0 * n)
			f->near[all > n] = (int)all;
	}
	for (int k = 0; k < dim; k++)
		along[k] = cells[k];
	stretch(f, dim, room, along);
	if (f->stretch <= 1 + TINY)
		f->stretch = 1;
}
