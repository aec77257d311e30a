/* clump.h: rigid clumps of disks that stand for a shape. */
#ifndef SCREE_CLUMP_H
#define SCREE_CLUMP_H

#include "shape/mass.h"
#include "world/world.h"

/* Two clumps of this many disks have 2^31 pairs of disks, as many as scree-dem2 counts. */
enum { CLUMP_MOST = 46340 };

struct clump_plan {
	int n;                /* disks wanted, 1 .. CLUMP_MOST */
	double radius;        /* of the disks [L]; 0: spacing / sqrt(2), the least with which disks in a square leave no hole */
	int boundary;         /* leave out the disks that have all eight neighbours */
};

struct clump {
	int n;                /* places of the grid that lie in the shape: disks, with those that are left out */
	double spacing, radius; /* of the grid, of the disks [L] */
	struct mass was, is;  /* of the shape, and of the clump with all its disks, both in the shape's coordinates */
};

/* Replace a shape by disks on a square grid that has its centre of mass among its places: all places that lie in the shape,
 * its spheroradius included. The spacing is sought by bisection, so that there are plan->n of them; where the symmetry of
 * the shape does not allow that number, the nearest that was met. The shape keeps its id and what else it has; its origin
 * becomes the centre of mass of the clump, c->is, and its mass record is that of the union of all disks; where inner ones are
 * left out its method is called "solid". Nothing changes where the status is not MASS_GOOD: then it is that of the shape;
 * MASS_EMPTY also where 2e8 places would not do, because the shape is a thin line in a wide box. */
enum mass_status clump_grid(struct shape *s, const struct clump_plan *plan, struct clump *c);

/* How the surface of a clump, whose shape has c->is at its origin, follows that of the shape it was made of: along the outline of
 * the shape, the distance to the nearest disk, negative inside a disk, has this mean and this standard deviation [L]. */
struct clump_surface { double gap, roughness; };
struct clump_surface clump_surface(const struct shape *shape, const struct shape *disks, const struct clump *c);

#endif
