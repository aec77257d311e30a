/* weigh.h: the masses of the bodies of a scene, and their angular velocities from their angular momenta. */
#ifndef SCREE_WEIGH_H
#define SCREE_WEIGH_H

#include "solid/mass3.h"
#include "world/world.h"

/* The mass of a shape in space: its mass record, which is about the origin of the body frame, or the exact mass if there is no
 * record (the sum over the pebbles if these have densities of their own). Sets only volume, com and inertia. Planes and cylinders
 * give MASS_EMPTY. shape_weigh2 (plane/mass.h) is the function for the plane. */
enum mass_status shape_weigh3(struct mass3 *m, const struct shape *s);

/* Returns what is wrong, by more than a thousandth, with a mass record whose method is exact, with the value found and the right
 * one, or NULL. Shapes that would take long to weigh are not looked at: objects, meshes, polyhedra that are not convex, and
 * those of more than WEIGH_MOST vertices or balls. */
enum { WEIGH_MOST = 200 };
const char *shape_mass_fault(const struct shape *s, double *found, double *right);

/* Area [L^2], mass [M] and moment of inertia about the centre [M L^2] of every body in the plane; each array is [n] or NULL. They
 * follow from the mass records of the shapes, or from the exact mass if there is no record, and from the densities of the
 * materials. A value is not a number if the mass of the shape cannot be found; mass and inertia also if the body has no material.
 * Returns 0, or the row + 1 of the first body without shape, area or material. */
int bodies_mass2(struct world *w, double *area, double *mass, double *inertia);
/* Volume [L^3], mass [M] and tensor of inertia about the centre in the body frame [M L^2] of every body in space, found as by
 * bodies_mass2. Mass and inertia are not numbers if the volume is 0. */
int bodies_mass3(struct world *w, double *volume, double *mass, double (*inertia)[6]);

/* The angular velocities omega[n][3] of all bodies [T^-1] from their angular momenta and inertia[n][6]: 0 if the momentum is 0,
 * not numbers if a body has a momentum but its inertia is not a number. */
void bodies_spins3(struct world *w, const double (*inertia)[6], double (*omega)[3]);
/* Set the angular velocities of all bodies i with moved[i] != 0 whose inertia is a number: their angular momenta and the columns
 * wx wy wz, which are added if missing. */
void bodies_set_spins3(struct world *w, const char *moved, const double (*inertia)[6], const double (*omega)[3]);
/* The angular velocities of all bodies, to be freed, before shapes or densities change; NULL if no body turns. The state is the
 * angular momentum, but such a change leaves the motion as it is. Those of a body without inertia come from the columns wx wy wz;
 * without these they are not numbers. */
double (*bodies_spins_before(struct world *w))[3];
/* Set the angular momenta that have these angular velocities after the change. Momenta that are right to rounding stay. Returns
 * whether some do not. */
int bodies_spins_after(struct world *w, const double (*omega)[3]);
/* Compute the angular momenta if the table has columns wx wy wz but not Lx Ly Lz, which are added. Returns 0, or the row + 1 of
 * the first body that turns and has no inertia; its momentum stays 0. */
int bodies_take_spins3(struct world *w);
/* The columns wx wy wz, which are added if missing. */
void bodies_spin_columns3(struct world *w, double *column[3]);

#endif
