/* stir.h: random velocities and rotations of bodies, in the plane and in space. */
#ifndef SCREE_STIR_H
#define SCREE_STIR_H

#include "base/rng.h"
#include "world/world.h"

/* Give the bodies i with moved[i] != 0 velocities of the given speed, in directions uniform on the circle or the sphere, and no
 * spin. */
void stir_speed2(struct bodies2 *b, const char *moved, double speed, struct rng *g);
void stir_speed3(struct world *w, const char *moved, double speed, struct rng *g);
/* Maxwellian velocities and spins: every degree of freedom has the mean energy temperature / 2 [M L^2/T^2]. In space, angular
 * momenta in the body frame are normal with the covariance temperature times the tensor of inertia. */
void stir_temperature2(struct bodies2 *b, const char *moved, const double *mass, const double *inertia, double temperature,
	struct rng *g);
void stir_temperature3(struct world *w, const char *moved, const double *mass, const double (*inertia)[6],
	double temperature, struct rng *g);
/* Subtract their mean velocity: their total momentum is 0 to rounding. */
void stir_rest2(struct bodies2 *b, const char *moved, const double *mass);
void stir_rest3(struct world *w, const char *moved, const double *mass);

/* A unit vector, uniform on the sphere; a rotation, uniform on SO(3): a unit quaternion uniform on the three-sphere, of
 * w >= 0 (Shoemake, Graphics Gems III, 124, 1992). */
void stir3_direction(double e[3], struct rng *g);
void stir3_rotation(double q[4], struct rng *g);

#endif
