/* stir3.h: masses, spins and random velocities of bodies in space; as stir.h in the plane. */
#ifndef SCREE_STIR3_H
#define SCREE_STIR3_H

#include "base/rng.h"
#include "solid/mass3.h"
#include "world/world.h"

/* What a body of a shape in 3D weighs: its mass record, which counts from the origin of the body frame, or where it has none
 * the exact mass (the sum of pebbles that have densities of their own). Only volume, com and inertia count. MASS_EMPTY for
 * planes and cylinders. */
enum mass_status solid_weigh(struct mass3 *m, const struct shape *s);

/* Volume [L^3], mass [M] and tensor of inertia about the centre in the body frame [M L^2] of every body, [n] each or NULL.
 * Not numbers where the shape's mass cannot be found, and mass and inertia where the body has no material. Returns 0, or the
 * row + 1 of the first body without shape, volume or material. */
int bodies_mass3(struct world *w, double *volume, double *mass, double (*inertia)[6]);

/* The angular velocities omega[n][3] that belong to the angular momenta; 0 where that is 0, not numbers where the body has
 * one but no inertia (not a number). */
void bodies_spins(struct world *w, const double (*inertia)[6], double (*omega)[3]);
/* Give the bodies i with moved[i] != 0 and an inertia these angular velocities: their momenta, and the columns wx wy wz, which
 * are added. */
void bodies_spin(struct world *w, const char *moved, const double (*inertia)[6], const double (*omega)[3]);
/* The same where there are columns wx wy wz and no Lx Ly Lz: these are added. Returns 0, or the row + 1 of the first body that
 * turns and has no inertia, so that it gets none. */
int bodies_take_spins(struct world *w);

/* Velocities of the given speed in random directions, uniform on the sphere, for the bodies i with moved[i] != 0, no spin. */
void stir3_speed(struct world *w, const char *moved, double speed, struct rng *g);
/* Maxwellian velocities and spins: every degree of freedom has the mean energy temperature / 2 [M L^2/T^2]. Angular momenta in
 * the body frame are normal with the covariance temperature times the tensor of inertia. */
void stir3_temperature(struct world *w, const char *moved, const double *mass, const double (*inertia)[6],
	double temperature, struct rng *g);
/* Take their mean motion away: their total momentum is 0 to rounding. */
void stir3_rest(struct world *w, const char *moved, const double *mass);

/* A unit vector, uniform on the sphere; a rotation, uniform on SO(3): a unit quaternion uniform on the three-sphere, of
 * w >= 0 (Shoemake, Graphics Gems III, 124, 1992). */
void stir3_direction(double e[3], struct rng *g);
void stir3_rotation(double q[4], struct rng *g);

#endif
