/* stir.h: masses of bodies, and random velocities that depend on them. */
#ifndef SCREE_STIR_H
#define SCREE_STIR_H

#include "base/rng.h"
#include "world/world.h"

/* Area [L^2], mass [M] and moment of inertia about the centre [M L^2] of every body, [n] each or NULL: from the shapes' mass
 * records, or the exact mass where there is none, and the materials' densities. Not numbers where the shape's mass cannot be
 * found, and mass and inertia where the body has no material. Returns 0, or the row + 1 of the first body without shape, area
 * or material. */
int bodies_mass(struct world *w, double *area, double *mass, double *inertia);

/* Velocities of the given speed in random directions for the bodies i with moved[i] != 0, no spin. */
void stir_speed(struct bodies *b, const char *moved, double speed, struct rng *g);
/* Maxwellian velocities and spins: every degree of freedom has the mean energy temperature / 2 [M L^2/T^2]. */
void stir_temperature(struct bodies *b, const char *moved, const double *mass, const double *inertia, double temperature,
	struct rng *g);
/* Take their mean motion away: their total momentum is 0 to rounding. */
void stir_rest(struct bodies *b, const char *moved, const double *mass);

#endif
