/* mass.h: area, perimeter, centre of mass and moment of inertia of a shape.
 *
 * Everything is per unit density: the area is the mass of a shape of density 1. */
#ifndef SCREE_MASS_H
#define SCREE_MASS_H

#include <stdint.h>

#include "plane/arcs.h"
#include "world/world.h"

struct mass {
	double area;          /* [L^2] */
	double perimeter;     /* with holes [L]; not a number if the method does not give it */
	double x, y;          /* centre of mass [L], in the shape's coordinates */
	double inertia;       /* polar second moment about the centre of mass [L^4] */
	double stretch[2];    /* integrals of x^2 - y^2 and 2 x y about the centre of mass [L^4]; not numbers if the method does not
	                         give them */
	double error;         /* error of the area [L^2]: gap of the boundary times the size (boundary), one standard error
	                         (samples), or 0 (sectors) */
};

enum mass_status {
	MASS_GOOD = 0,
	MASS_EMPTY = -1,      /* the shape has no area */
	MASS_CROSSING = -2,   /* a filled polygon crosses itself, see polygon_crossing */
	MASS_NOT_CONVEX = -3, /* sectors need a point, a segment or a convex counter-clockwise polygon */
	MASS_OPEN = -4,       /* the boundary did not close to 1e-10 of its length */
	MASS_UNSOUND = -5     /* in space: no body can have the moments of inertia; see solid_mass */
};

/* The mass of a shape, exact to rounding. A convex skeleton is measured by sectors, any other by the boundary. */
enum mass_status mass_of_shape(struct mass *m, const struct shape *s);

/* The mass of any shape from its exact boundary, by Green's theorem over the pieces. */
enum mass_status mass_by_boundary(struct mass *m, const struct shape *s);
/* The mass of the region with the boundary b, by the same formulas. */
enum mass_status mass_of_boundary(struct mass *m, const struct boundary *b);

/* The mass as a sum of the polygon, rectangles of width r on its edges, and sectors of disks at its vertices ("Molecular dynamics
 * simulations of complex shaped particles using Minkowski operators", section II.2). The moment of a sector about its own centre
 * of mass is m r^2 / 2 - m d^2, where d is the distance of this centre from the vertex. The skeleton must be convex. Does not
 * allocate. */
enum mass_status mass_by_sectors(struct mass *m, const struct shape *s);

/* The angle of the long principal axis [rad], -pi/2 to pi/2, into *angle. Returns the elongation: the difference of the
 * principal second moments over their sum, 0 for a disk to 1 for a line. Elongations below 1e-9 are rounding and give 0, with
 * the angle 0. */
double mass_axis(const struct mass *m, double *angle);

enum mass_sequence { MASS_RANDOM, MASS_HALTON };
/* The mass from n >= 16 points in the bounding box. The points are uniform random, or belong to the Halton sequence in bases 2
 * and 3. The Halton points are split into 16 equal parts, each shifted by a random vector; the spread of the parts gives the
 * error. */
enum mass_status mass2_by_samples(struct mass *m, const struct shape *s, int64_t n, enum mass_sequence sequence,
	uint64_t seed);

/* The mass of a body with this shape: its mass record, about the origin of the body frame (x = y = 0), or the exact mass if there
 * is no record. Sets only area, x, y and inertia. */
enum mass_status shape_weigh2(struct mass *m, const struct shape *s);

/* Complete a shape whose skeleton is set: find its exact mass, move the skeleton so that the centre of mass is the origin, and
 * fill in the mass record (area, inertia, method "exact"). centre, if not NULL, gets the old position of the centre of mass; a
 * body placed there lies where the skeleton was drawn. On failure the shape stays as it was. */
enum mass_status shape_fill_mass(struct shape *s, double centre[2]);

#endif
