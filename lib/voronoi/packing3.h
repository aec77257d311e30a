/* packing3.h: grains in space from Voronoi cells, each eroded and then dilated by balls.
 *
 * As packing.h for the plane: either the two radii are the same for all cells, or they follow from each cell's inradius rho and
 * one gap g: r = q (rho - g), R = r + g. The grain's largest ball then has the radius rho - g, so its roundness is q. */
#ifndef SCREE_PACKING3_H
#define SCREE_PACKING3_H

#include "plane/minkowski.h"
#include "voronoi/erosion3.h"
#include "world/world.h"

/* The incentre of a cell relative to its site, and its inradius [L]. */
struct incentre3 { double centre[3], radius; };

/* How cells become grains. */
struct recipe3 {
	int by_gap;             /* 0: erode and dilate; 1: roundness and gap */
	double erode, dilate;   /* radii [L], dilate <= erode */
	int balls;              /* a cell that erosion removes becomes its largest inscribed ball */
	double roundness, gap;  /* [1], [L] */
	double least;           /* least inradius of a grain; smaller ones are left out [L] */
	int flips;              /* whether flips are counted */
	struct incentre3 *in;   /* [n] of the cells; empty cells have the radius 0. Where it is NULL, each grain finds its own */
};

/* Find the incentres of all cells: r->in, which the caller frees. */
void recipe3_begin(struct recipe3 *r, const struct voronoi3 *v, int threads);
/* Find the gap of r that gives a void ratio, to 1e-11 relative; roundness, least and in of r must be set. Newton's method on the
 * cube root of the volume, between bounds. Neither depends on the number of threads. The statuses are those of gap_solve. */
enum gap_status recipe3_solve(struct recipe3 *r, struct gap *out, const struct voronoi3 *v, double void_ratio, int threads);

/* The volumes of the grains of all cells, volume[n], and 0 where there is none [L^3]; r->in, and by gap r->gap, must be set. */
void recipe3_volumes(const struct recipe3 *r, const struct voronoi3 *v, int threads, double *volume);
/* The inradius of the grain of a cell of the inradius rho, 0 if it has none [L]. */
double recipe3_inner(const struct recipe3 *r, double rho);

struct grain3 {
	struct shape shape;     /* in its principal frame, with its mass record: a sphere or a polyhedron */
	double centre[3];       /* centre of mass relative to the site of its cell [L] */
	double turn[4];         /* orientation, a quaternion */
	double inradius;        /* [L] */
	int ball;               /* the grain replaces a cell that vanished */
	int flips;              /* edges between faces that have no edge in common in the cell, if they are counted */
};
enum grain3_status {
	GRAIN3_GOOD = 0,
	GRAIN3_VANISHED = -1,   /* erosion leaves nothing of the cell, or nothing with a volume */
	GRAIN3_SMALL = -2       /* the inradius is below the least */
};

/* Make the grain of cell i, in the workspace e. The caller frees it with grain3_free if the status is GRAIN3_GOOD. */
enum grain3_status grain3_make(struct grain3 *g, struct erosion3 *e, const struct voronoi3 *v, int i, const struct recipe3 *r);
void grain3_free(struct grain3 *g);

#endif
