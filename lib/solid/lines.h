/* lines.h: bodies in space given by their intersections with straight lines; mass properties by voxels and by samples.
 *
 * A body gives the intervals of a line along x that lie inside it. So the time for a row of voxels depends on the number of
 * intervals, not on that of voxels. */
#ifndef SCREE_LINES_H
#define SCREE_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "solid/mass3.h"

/* Intervals at[n] of a line, in any order; they may overlap. Use intervals_add to fill them. */
struct intervals { int n; size_t cap; double (*at)[2]; };

struct lines {
	double lo[3], hi[3];  /* a bounding box of the body [L] */
	/* Add the intervals of x inside the body on the line through (y, z) to s, which is empty [L]. */
	void (*cut)(void *body, double y, double z, struct intervals *s);
	void *body;
};

void intervals_add(struct intervals *s, double from, double to);
/* Sort the intervals and join those that overlap. */
void intervals_join(struct intervals *s);

/* The mass of the voxels whose centres are inside, as cubes. The least cube around the body's box, with the same middle, is
 * divided into n^3 voxels ("Rigid clumps in the MercuryDPM particle dynamics code", equations 6-10; unlike there, the inertia
 * of each voxel about its own centre counts). m->error is the difference from n/2 voxels. The surface is not a number.
 * MASS_EMPTY: no voxel is inside. 1 <= n <= 4096. */
enum mass_status mass3_by_voxels(struct mass3 *m, const struct lines *l, int n);

/* The mass from n random points in the box. m->error is one standard error of the volume. The surface is not a number.
 * MASS_EMPTY: no point is inside. */
enum mass_status mass3_by_samples(struct mass3 *m, const struct lines *l, int64_t n, uint64_t seed);

#endif
