/* spin.h: angular velocity and angular momentum of a body in space.
 *
 * The state is the angular momentum L about the centre of mass, along the axes of space. The angular velocity follows from the
 * inertia tensor I in the body frame and the orientation q: L = R(q) I R(q)^T omega. */
#ifndef SCREE_SPIN_H
#define SCREE_SPIN_H

/* momentum = R I R^T omega, with inertia[6]: xx yy zz xy xz yz, Ixy = -int xy [M L^2]; omega along the axes of space [1/T]. */
void spin_momentum(const double inertia[6], const double q[4], const double omega[3], double momentum[3]);
/* The inverse. The tensor is positive definite. */
void spin_velocity(const double inertia[6], const double q[4], const double momentum[3], double omega[3]);

#endif
