/* cells3.h: packings of rounded Voronoi cells in space (scree-voronoi --box W,H,D). */
#ifndef SCREE_CELLS3_H
#define SCREE_CELLS3_H

#include "common/tool.h"
#include "voronoi/lattice.h"

/* Values of the options. */
struct cells3 {
	struct domain domain;                    /* from the origin to the corner of the box */
	int64_t n, lloyd;                        /* n: INT64_MIN: not given */
	int threads;
	const char *sites, *vanished;            /* vanished: ball or drop */
	double jitter, erode, dilate, roundness, void_ratio, min_radius; /* erode: not a number by roundness and void ratio */
	const char *sizes;                       /* the option --sizes, or NULL */
	int sized_grains;                        /* the sizes are those of the grains, otherwise of the cells */
	int cells;
};

/* Make the packing, and write it and its note. Ends the program if it cannot be made. */
void cells3_pack(const struct cells3 *arg);

/* Note that the lattice is stretched, and the numbers of sites near by that fit without, if it is. */
void cells_note_stretch(const struct lattice_fit *f);
/* Warn if a void ratio leaves more than one in a hundred of n cells empty. */
void cells_warn_empty(int empty, int n);

#endif
