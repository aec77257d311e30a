/* rotor.h: the free rotation of rigid bodies in space over one time step.
 *
 * A body has an orientation q (see base/quat.h) of its principal axes, and an angular momentum L in space. A torque changes L in
 * a kick; free rotation leaves L constant. The kinetic energy
 *
 *     L^2 / 2 I_a + (1/I_b - 1/I_a) L_b^2 / 2 + (1/I_c - 1/I_a) L_c^2 / 2,
 *
 * with components of L along the body's axes, is split. The first and the third term are those of a symmetric top, whose motion
 * is two rotations. The second term turns the body about b only. (Touma and Wisdom, Astron. J. 107, 1189, 1994, split in this
 * manner.) The second term is applied for half a step before and half a step after the others. The step is then symplectic and
 * reversible, exact for symmetric tops, and exact in L. c is the axis whose inverse moment differs most from the other two.
 *
 * The leapfrog is that of the clumps in the fifth paper. It has the angular velocity along the body's axes at half steps, and
 * solves Euler's equations, where iterations find the gyroscopic torque at the full step. It keeps neither L nor the energy to
 * rounding. */
#ifndef SCREE_ROTOR_H
#define SCREE_ROTOR_H

enum { ROTOR_BLOCK = 32 };

/* A block of bodies. All vectors are along (a, b, c): the axes of space are in the same order as the body's axes, which is x y z,
 * y z x or z x y. These permutations are even, so signs stay. */
struct rotor {
	double q[4][ROTOR_BLOCK];    /* w a b c */
	double l[3][ROTOR_BLOCK];    /* angular momentum in space at the middle of the step [M L^2/T] */
	double torque[3][ROTOR_BLOCK]; /* in space at the beginning of the step [M L^2/T^2] */
	double inverse[3][ROTOR_BLOCK]; /* inverse principal moments [M^-1 L^-2] */
	/* The result, besides q, in space: w is the angular velocity at the end of the step, with half a step of the torque added [1/T];
	 * t0 and t1 are dt times the angular velocity at the beginning and at the end of the free rotation [1]; m is the matrix of q;
	 * gain is the kinetic energy gained by the rotation, which is the error of the method [M L^2/T^2]. */
	double w[3][ROTOR_BLOCK], t0[3][ROTOR_BLOCK], t1[3][ROTOR_BLOCK];
	double m[3][3][ROTOR_BLOCK];
	double gain[ROTOR_BLOCK];
};

/* The axis c, 0 to 2, for principal moments of inertia; a is the next axis, b the one after a. */
int rotor_axis(const double moment[3]);

/* Rotate n <= ROTOR_BLOCK bodies for the time h [T] by the splitting; wide: see base/wide.h. */
void rotor_split(int wide, int n, double h, struct rotor *r);
/* The same to fourth order, by five steps of Suzuki's composition (Phys. Lett. A 146, 319, 1990). */
void rotor_split4(int wide, int n, double h, struct rotor *r);
/* The same by the leapfrog, with a number of iterations. This also changes l. */
void rotor_leapfrog(int wide, int n, double h, int iterations, struct rotor *r);

/* n balls, with vectors along the axes of space. The orientations q [4][n] are rotated. Angular momenta l, torques and inverse
 * moments [n] are as above. w [3][n] is as above; t stands for t0 and t1, which are equal. */
struct rotor_balls { double *w[3], *t[3], *q[4]; const double *l[3], *torque[3], *inverse; };
void rotor_balls(int wide, int n, double h, struct rotor_balls *r);

#endif
