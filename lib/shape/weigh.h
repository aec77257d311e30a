/* weigh.h: what the bodies of a scene weigh, and the angular velocities that belong to their angular momenta. */
#ifndef SCREE_WEIGH_H
#define SCREE_WEIGH_H

#include "solid/mass3.h"
#include "world/world.h"

/* The mass of a shape in space: its mass record, which is about the origin of the body frame, or, where it has none, the exact
 * mass (the sum of the pebbles where these have densities of their own). Only volume, com and inertia are set. MASS_EMPTY for
 * planes and cylinders. shape_weigh2 (plane/mass.h) does the same in the plane. */
enum mass_status shape_weigh3(struct mass3 *m, const struct shape *s);

/* Area [L^2], mass [M] and moment of inertia about the centre [M L^2] of every body in the plane, [n] each or NULL: from the
 * mass records of the shapes, or the exact mass where there is none, and the densities of the materials. Not numbers where the
 * mass of the shape cannot be found; mass and inertia also where the body has no material. Returns 0, or the row + 1 of the
 * first body without shape, area or material. */
int bodies_mass2(struct world *w, double *area, double *mass, double *inertia);
/* Volume [L^3], mass [M] and tensor of inertia about the centre in the body frame [M L^2] of every body in space; as
 * bodies_mass2. Mass and inertia are not numbers where the volume is 0. */
int bodies_mass3(struct world *w, double *volume, double *mass, double (*inertia)[6]);

/* The angular velocities omega[n][3] that belong to the angular momenta. 0 where the momentum is 0; not numbers where a body has
 * a momentum but no inertia (not a number). */
void bodies_spins3(struct world *w, const double (*inertia)[6], double (*omega)[3]);
/* Set the angular velocities of the bodies i with moved[i] != 0 and an inertia: their momenta, and the columns wx wy wz, which
 * are added. */
void bodies_set_spins3(struct world *w, const char *moved, const double (*inertia)[6], const double (*omega)[3]);
/* Find the momenta where the table has columns wx wy wz and no Lx Ly Lz: the latter are added. Returns 0, or the row + 1 of the
 * first body that turns and has no inertia; its momentum stays 0. */
int bodies_take_spins3(struct world *w);
/* The columns wx wy wz, which are added where they are missing. */
void bodies_spin_columns3(struct world *w, double *column[3]);

#endif
