/* packing.h: grains from Voronoi cells, each eroded and then dilated.
 *
 * After "Molecular dynamics simulations of complex shaped particles using Minkowski operators", section II.3,
 * equation 11, whose two radii are the same for all cells; here they may also follow from each cell's inradius and
 * one gap. */
#ifndef SCREE_PACKING_H
#define SCREE_PACKING_H

#include "plane/minkowski.h"
#include "voronoi/voronoi.h"
#include "world/world.h"

/* How cells become grains. */
struct recipe {
	int by_gap;             /* 0: erode and dilate; 1: roundness and gap */
	double erode, dilate;   /* radii [L], dilate <= erode */
	int disks;              /* a cell that erosion leaves nothing of becomes its largest inscribed disk */
	double roundness, gap;  /* see minkowski.h */
	double least;           /* grains of a smaller inradius are left out [L] */
	double *inradius;       /* [n] of the cells, by gap only; allocated by recipe_solve */
};

/* Find the gap of r, whose roundness and least are set, for a void ratio, and the cells' inradii.
 * free(r->inradius). */
enum gap_status recipe_solve(struct recipe *r, struct gap *out, const struct voronoi *v, double void_ratio);

struct grain {
	struct shape shape;     /* about its centre of mass, with its mass record; xy belongs to the maker */
	double centre[2];       /* relative to the site of its cell [L] */
	double inradius;        /* [L] */
	int disk;               /* in place of a cell that vanished */
};
enum grain_status {
	GRAIN_GOOD = 0,
	GRAIN_VANISHED = -1,    /* nothing, or nothing with an area, is left of the cell */
	GRAIN_SMALL = -2        /* its inradius is below the least */
};

/* Work space, zero before the first use; it holds one grain at a time. */
struct grain_maker {
	struct erosion erosion;
	double (*normal)[2], (*xy)[2];
	size_t cap_normal, cap_xy;
};
void grain_maker_free(struct grain_maker *m);
/* Make the grain of cell i. Valid until the next. */
enum grain_status grain_make(struct grain *g, struct grain_maker *m, const struct voronoi *v, int i,
	const struct recipe *r);

#endif
