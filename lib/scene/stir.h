/* stir.h: random velocities and rotations of bodies, in the plane and in space. */
#ifndef SCREE_STIR_H
#define SCREE_STIR_H

#include "base/rng.h"
#include "world/world.h"

/* Give the bodies i with moved[i] != 0 velocities of the given speed [L/T] and no spin. The directions are uniform on the circle
 * or the sphere. */
void stir_speed2(struct bodies2 *b, const char *moved, double speed, struct rng *g);
void stir_speed3(struct world *w, const char *moved, double speed, struct rng *g);
/* Give the bodies i with moved[i] != 0 Maxwellian velocities and spins: every degree of freedom has the mean energy temperature /
 * 2 [M L^2/T^2]. In space the angular momenta in the body frame are normal with the covariance temperature times the tensor of
 * inertia. mass and inertia are [n], for the bodies as they are. */
void stir_temperature2(struct bodies2 *b, const char *moved, const double *mass, const double *inertia, double temperature,
	struct rng *g);
void stir_temperature3(struct world *w, const char *moved, const double *mass, const double (*inertia)[6],
	double temperature, struct rng *g);
/* Subtract the mean velocity of the moved bodies, so that their total momentum is 0 to rounding. */
void stir_rest2(struct bodies2 *b, const char *moved, const double *mass);
void stir_rest3(struct world *w, const char *moved, const double *mass);

/* Draw a unit vector, uniform on the sphere. */
void stir3_direction(double e[3], struct rng *g);
/* Draw a rotation, uniform on SO(3): a uniform unit quaternion with w >= 0 (Shoemake, Graphics Gems III, 124, 1992). */
void stir3_rotation(double q[4], struct rng *g);

#endif
