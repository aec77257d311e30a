/* place.h: shapes at their places: where a body reaches, whether two bodies overlap.
 *
 * Nothing here knows forces: scenes are made and checked with it, independently of the simulators. */
#ifndef SCREE_PLACE_H
#define SCREE_PLACE_H

#include "world/world.h"

/* A shape scaled by size, turned and put at (x, y). */
struct place {
	const struct shape *shape;
	double size, x, y;
	double c, s;          /* cosine and sine of the angle */
};

struct place place_make(const struct shape *shape, double size, double x, double y, double angle);
/* Body i of a world; shape is NULL when the world lacks it. */
struct place place_body(const struct world *w, const struct bodies2 *b, int i);

/* Skeleton vertex (or centre of disk) k. */
void place_vertex(const struct place *p, int k, double xy[2]);
/* The bounding box, exact. */
void place_box(const struct place *p, double lo[2], double hi[2]);

/* The distance between two bodies [L], shifted by (dx, dy) against each other: b stands at its place plus the shift.
 * Where they overlap it is negative: distance of the skeletons minus both radii, at worst minus both radii
 * where the skeletons cross or one lies inside the other's filled polygon. A ring is hollow: what is inside
 * it does not overlap it. For disks: the least over pairs of disks. */
double place_gap(const struct place *a, const struct place *b, double dx, double dy);

#endif
