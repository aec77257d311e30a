/* lines.h: bodies in space known by what they cut out of straight lines; their mass properties by voxels and by
 * samples.
 *
 * A body tells which intervals of a line along x lie inside it. A row of voxels then takes the time of its intervals,
 * whatever the number of voxels. */
#ifndef SCREE_LINES_H
#define SCREE_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "solid/mass3.h"

/* Stretches [n] of a line, in any order, which may overlap: whoever fills them calls intervals_add. */
struct intervals { int n; size_t cap; double (*at)[2]; };

struct lines {
	double lo[3], hi[3];  /* a box around the body [L] */
	/* Add the intervals of x inside the body on the line through (y, z) to s, which is empty. */
	void (*cut)(void *body, double y, double z, struct intervals *s);
	void *body;
};

void intervals_add(struct intervals *s, double from, double to);
/* Sort them and join those that overlap. */
void intervals_join(struct intervals *s);

/* The mass of the voxels whose centres are inside, as cubes: the least cube around the body's box, about its middle, is
 * divided into n^3 of them ("Rigid clumps in the MercuryDPM particle dynamics code", equations 6-10; a voxel's own
 * inertia, which these leave out, is counted). Error: the difference from n/2 voxels. The surface is not a number.
 * MASS_EMPTY: no voxel. 1 <= n <= 4096. */
enum mass_status mass3_by_voxels(struct mass3 *m, const struct lines *l, int n);

/* From n random points in the box. Error: one standard error of the volume. The surface is not a number. MASS_EMPTY: no
 * hit. */
enum mass_status mass3_by_samples(struct mass3 *m, const struct lines *l, int64_t n, uint64_t seed);

#endif
