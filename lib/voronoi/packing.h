/* packing.h: grains from Voronoi cells, each eroded and then dilated.
 *
 * After "Molecular dynamics simulations of complex shaped particles using Minkowski operators", section II.3, equation 11.
 * There the two radii are the same for all cells; here they may also follow from each cell's inradius and one gap. */
#ifndef SCREE_PACKING_H
#define SCREE_PACKING_H

#include "plane/minkowski.h"
#include "voronoi/voronoi.h"
#include "world/world.h"

/* How cells become grains. */
struct recipe {
	int by_gap;             /* 0: erode and dilate; 1: roundness and gap */
	double erode, dilate;   /* radii [L], dilate <= erode */
	int disks;              /* a cell that erosion removes becomes its largest inscribed disk */
	double roundness, gap;  /* see minkowski.h */
	double least;           /* least inradius of a grain; smaller ones are left out [L] */
	int blind;              /* whether nobody asks for the inradius of a grain */
	double *inradius;       /* [n] of the cells, only by gap; allocated by recipe_solve [L] */
};

/* Find the gap of r that gives a void ratio, and the inradii of the cells; roundness and least of r must be set. The caller frees
 * r->inradius. Returns the status of gap_solve. The result does not depend on the number of threads. */
enum gap_status recipe_solve(struct recipe *r, struct gap *out, const struct voronoi *v, double void_ratio, int threads);

struct grain {
	struct shape shape;     /* about its centre of mass, with its mass record; xy belongs to the grain_maker */
	double centre[2];       /* position relative to the site of its cell [L] */
	double inradius;        /* [L]; of no meaning if the recipe is blind */
	int disk;               /* the grain replaces a cell that vanished */
};
enum grain_status {
	GRAIN_GOOD = 0,
	GRAIN_VANISHED = -1,    /* erosion leaves nothing of the cell, or nothing with an area */
	GRAIN_SMALL = -2        /* the inradius is below the least */
};

/* A workspace, zero before the first use. It holds one grain at a time. */
struct grain_maker {
	struct erosion erosion;
	double (*normal)[2], (*xy)[2];
	size_t cap_normal, cap_xy;
	char apart[64]; /* threads do not share cache lines */
};
void grain_maker_free(struct grain_maker *m);
/* A workspace for each of a number of threads. */
struct grain_maker *grain_makers(int threads);
void grain_makers_free(struct grain_maker *m, int threads);
/* Make the grain of cell i. It is valid until the next call. */
enum grain_status grain_make(struct grain *g, struct grain_maker *m, const struct voronoi *v, int i,
	const struct recipe *r);

#endif
