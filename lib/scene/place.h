/* place.h: shapes placed in the plane: their bounding boxes, and gaps between them.
 *
 * There are no forces here. Programs use this file to make and to check scenes independently of the simulators. */
#ifndef SCREE_PLACE_H
#define SCREE_PLACE_H

#include "world/world.h"

/* A shape that is scaled by size, turned by an angle and put at (x, y). */
struct place {
	const struct shape *shape;
	double size, x, y;
	double c, s;          /* cosine and sine of the angle */
};

/* Place a shape; angle in radians. */
struct place place_make(const struct shape *shape, double size, double x, double y, double angle);
/* The place of body i of a world. shape is NULL if the world lacks the body's shape. */
struct place place_body(const struct world *w, const struct bodies2 *b, int i);

/* The position of skeleton vertex k, or of the centre of disk k. */
void place_vertex(const struct place *p, int k, double xy[2]);
/* The exact bounding box [L]. */
void place_box(const struct place *p, double lo[2], double hi[2]);

/* Returns the gap between two bodies [L], with b displaced by (dx, dy); negative if they overlap. The gap is the distance of
 * the skeletons minus both spheroradii. It is minus both spheroradii if the skeletons cross or if one lies inside the filled
 * polygon of the other. A ring is hollow: a body inside a ring does not overlap it. For disks the gap is the minimum over
 * pairs of disks. */
double place_gap(const struct place *a, const struct place *b, double dx, double dy);

#endif
