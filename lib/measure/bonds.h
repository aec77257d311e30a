/* bonds.h: bond-orientational order: the k-fold symmetry of the directions from a grain to its neighbours. */
#ifndef SCREE_BONDS_H
#define SCREE_BONDS_H

#include "measure/grains.h"
#include "measure/tessellation.h"
#include "measure/touch.h"

struct bonds {
	int n, k;
	struct bond { double re, im, weight; int neighbours; } *at; /* [n] for each grain the sums of w e^(i k phi) and of w */
};

/* Prepare psi_k of n grains without neighbours, k >= 1. */
void bonds_init(struct bonds *b, int n, int k);
void bonds_free(struct bonds *b);
/* Add neighbours by the sides of their cells. The weight of a neighbour is the length of its side (Mickel, Kapfer, Schroeder-Turk
 * and Mecke, J. Chem. Phys. 138, 044501, 2013). With equal weights psi_k would jump when a side appears, as at every corner of a
 * square lattice. */
void bonds_by_cells(struct bonds *b, const struct tessellation *t);
/* Add all grains nearer than a distance [L] as neighbours of equal weight. The distance must be valid for pairs2_each. */
void bonds_by_distance(struct bonds *b, const struct domain *d, const struct grains *g, double distance);
/* Add the grains that touch as neighbours of equal weight, with the directions between centres. n_body is that of the frame. */
void bonds_by_touch(struct bonds *b, const struct grains *g, const struct touches *t, int n_body);
/* Fill psi[2] with psi_k of grain i, whose modulus is at most 1. Returns 0 if the grain has no neighbours, otherwise 1. */
int bonds_psi(const struct bonds *b, int i, double psi[2]);

/* Returns the index among the grains of each of n_body rows, or -1. The caller frees the array. */
int *grains_rows(const struct grains *g, int n_body);

#endif
