/* lattice.h: how the lattice of periodic images deforms from one frame to the next; see world/deform.h. */
#ifndef SCREE_LATTICE_H
#define SCREE_LATTICE_H

#include <stdint.h>

#include "world/deform.h"

/* The step between two frames: flip holds the periods by which tilts were reduced in between, and strain the rates of the
 * lattice integrated over time, with the components xx yy zz xy xz yz. Stretching is positive, and so is a shear that moves the
 * upper part to positive x or y. */
struct lattice_step { struct flip flip; double strain[6]; };

/* The usual rate of a component between two frames: the mean of their rates, or for a component with a target stress of the
 * averages of the rates, if the domains have them; 0 without domains [1/T]. */
double lattice_rate(const struct domain *was, const struct domain *now, int component);
/* Find the step from the domain of a frame to that of a frame dt [T] later. The lengths are known. The tilts are known up to
 * whole periods; the usual rates say which period is meant. A component that is not periodic along its axes has no strain. The
 * strains are those of constant rates. They should be below 2. */
struct lattice_step lattice_step(const struct domain *was, const struct domain *now, double dt);
/* Undo the flips of a step in the later domain and in image counts that refer to it, so that they continue those of the earlier
 * frame. */
void lattice_unflip(const struct flip *f, struct domain *d);
void lattice_unflip_images(const struct flip *f, int64_t image[3]);

/* The numbers n of periods by which a point is away from the slanted cell that begins at the given corner: the point minus
 * n[0] a + n[1] b + n[2] c lies in this cell. n is 0 along axes that are not periodic. */
void lattice_cell(const struct domain *d, const double corner[3], const double x[3], double n[3]);

/* The shortest vector of the lattice [L]; INFINITY if no axis is periodic. */
double lattice_shortest(const struct domain *d);
/* The vector from a point to the nearest image of another point, if it is shorter than reach [L], which is at most half of the
 * shortest vector of the lattice. d[3] is the vector to some image, and is replaced. Returns 0 if no image is so near. */
int lattice_nearest(const struct domain *domain, double reach, double d[3]);

#endif
