/* mass.h: area, perimeter, centre of mass and moment of inertia of a shape.
 *
 * All per unit density: the area is the mass of a shape of density 1. */
#ifndef SCREE_MASS_H
#define SCREE_MASS_H

#include <stdint.h>

#include "plane/arcs.h"
#include "world/world.h"

struct mass {
	double area;          /* [L^2] */
	double perimeter;     /* [L], holes included; not a number where the method gives none */
	double x, y;          /* centre of mass [L], in the shape's coordinates */
	double inertia;       /* polar second moment about the centre of mass [L^4] */
	double stretch[2];    /* integrals of x^2 - y^2 and 2 x y about it [L^4]; not numbers where the method gives none */
	double error;         /* of the area [L^2]: exact: what the boundary leaves open times the size; sampling: one
	                         standard error; sectors: 0 */
};

enum mass_status {
	MASS_GOOD = 0,
	MASS_EMPTY = -1,      /* the shape has no area */
	MASS_CROSSING = -2,   /* a filled polygon crosses itself, see polygon_crossing */
	MASS_NOT_CONVEX = -3, /* sectors want a point, a segment or a convex polygon, counter-clockwise */
	MASS_OPEN = -4        /* the boundary did not close to 1e-10 of its length */
};

/* The mass of a shape, exact to rounding: by sectors where the skeleton is convex, else by the boundary. */
enum mass_status mass_of_shape(struct mass *m, const struct shape *s);

/* From the exact boundary, whatever the shape: Green's theorem over its pieces. */
enum mass_status mass_by_boundary(struct mass *m, const struct shape *s);
/* The same from a boundary that is at hand. */
enum mass_status mass_of_boundary(struct mass *m, const struct boundary *b);

/* Polygon, rectangles of width r on its edges, sectors of disks at its vertices ("Molecular dynamics simulations of
 * complex shaped particles using Minkowski operators", section II.2; a sector's own moment is m r^2 / 2 - m d^2, d
 * being the distance of its centre of mass from the vertex). For convex skeletons only. Does not allocate. */
enum mass_status mass_by_sectors(struct mass *m, const struct shape *s);

/* The angle of the long principal axis [rad], -pi/2 to pi/2, into *angle. Returns how much longer it is: the difference of the
 * principal second moments over their sum, 0 for a disk to 1 for a line; 0, and angle 0, below 1e-9, which is rounding. */
double mass_axis(const struct mass *m, double *angle);

/* From n points in the bounding box, uniform random or of the Halton sequence in bases 2 and 3 (in 16 equal parts, each
 * shifted by a random vector, whose spread gives the error). n >= 16. */
enum mass_sequence { MASS_RANDOM, MASS_HALTON };
enum mass_status mass2_by_samples(struct mass *m, const struct shape *s, int64_t n, enum mass_sequence sequence,
	uint64_t seed);

/* What a body of a shape weighs: its mass record, which counts from the origin of the body frame (x = y = 0), or where it
 * has none the exact mass. Only area, x, y and inertia count. */
enum mass_status shape_weigh2(struct mass *m, const struct shape *s);

/* What makers of shapes call when the skeleton is set: finds the exact mass, moves the skeleton so that its centre of
 * mass is the origin, and fills in the record (area, inertia, method "exact"). centre, if not NULL, gets where the
 * centre was: a body that stands there is where the skeleton was drawn. On failure the shape stays as it was. */
enum mass_status shape_fill_mass(struct shape *s, double centre[2]);

#endif
