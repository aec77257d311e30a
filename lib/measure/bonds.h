/* bonds.h: bond-orientational order: how far the directions to a grain's neighbours repeat k times round the circle. */
#ifndef SCREE_BONDS_H
#define SCREE_BONDS_H

#include "measure/grains.h"
#include "measure/tessellation.h"
#include "measure/touch.h"

struct bonds {
	int n, k;
	struct bond { double re, im, weight; int neighbours; } *at; /* [n] of each grain: sums of w e^(i k phi) and w */
};

/* psi_k of n grains, without neighbours so far; k from 1. */
void bonds_init(struct bonds *b, int n, int k);
void bonds_free(struct bonds *b);
/* Neighbours by the sides of cells, each weighing as much as its side is long (Mickel, Kapfer, Schroeder-Turk and Mecke,
 * J. Chem. Phys. 138, 044501, 2013: with equal weights psi_k jumps where a side appears, as it does at every corner of a
 * square lattice). */
void bonds_by_cells(struct bonds *b, const struct tessellation *t);
/* Neighbours nearer than a distance [L], which pairs2_each allows; all weigh the same. */
void bonds_by_distance(struct bonds *b, const struct domain *d, const struct grains *g, double distance);
/* Neighbours that touch, by centres; all weigh the same. n_body: of the frame. */
void bonds_by_touch(struct bonds *b, const struct grains *g, const struct touches *t, int n_body);
/* psi_k of grain i, of modulus 1 at most, into psi[2]. Returns 0 where it has no neighbours. */
int bonds_psi(const struct bonds *b, int i, double psi[2]);

/* The place of each of n_body rows among the grains, or -1. To be freed. */
int *grains_rows(const struct grains *g, int n_body);

#endif
