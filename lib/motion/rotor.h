/* rotor.h: the free rotation of rigid bodies in space over one time step.
 *
 * A body has its orientation q (see base/quat.h; its axes are the principal ones), and its angular momentum L in
 * space, which a torque kicks and free rotation leaves as it is. The kinetic energy L^2 / 2 I_a + (1/I_b - 1/I_a)
 * L_b^2 / 2 + (1/I_c - 1/I_a) L_c^2 / 2 with components of L along the body's axes is split: the first and the
 * third term are those of a symmetric top, whose motion is two rotations, and the second turns the body about b
 * alone (in the manner of the splittings in Touma and Wisdom, Astron. J. 107, 1189, 1994). With the second applied
 * for half a step before and after, the step is symplectic and reversible, exact for symmetric tops, and exact in
 * L. c is the axis whose moment is furthest from the two others'.
 *
 * The leapfrog is that of the clumps in the fifth paper: the angular velocity along the body's axes at half steps,
 * and Euler's equations, whose gyroscopic torque at a full step is found by iterations. It keeps neither L nor the
 * energy to rounding. */
#ifndef SCREE_ROTOR_H
#define SCREE_ROTOR_H

enum { ROTOR_BLOCK = 32 };

/* Bodies side by side. All vectors are along (a, b, c): the axes of space are taken in the order in which the
 * body's axes are, which is x y z, y z x or z x y, so that signs stay. */
struct rotor {
	double q[4][ROTOR_BLOCK];    /* w a b c */
	double l[3][ROTOR_BLOCK];    /* angular momentum in space at the middle of the step [M L^2/T] */
	double torque[3][ROTOR_BLOCK]; /* in space at its beginning [M L^2/T^2] */
	double inverse[3][ROTOR_BLOCK]; /* inverse principal moments [M^-1 L^-2] */
	/* the result, beside q: angular velocity at the end with half a step of the torque more [1/T], the turns of the step by the
	 * angular velocities at its beginning and at its end [1], in space; the matrix of q; what kinetic energy was gained */
	double w[3][ROTOR_BLOCK], t0[3][ROTOR_BLOCK], t1[3][ROTOR_BLOCK];
	double m[3][3][ROTOR_BLOCK];
	double gain[ROTOR_BLOCK];
};

/* The axis c, 0 to 2, for these moments of inertia; a is the next one, b the one after it. */
int rotor_axis(const double moment[3]);

/* Turn n <= ROTOR_BLOCK bodies for the time h; wide: see base/wide.h. */
void rotor_split(int wide, int n, double h, struct rotor *r);
/* The same by five such steps of Suzuki's composition, of fourth order (Phys. Lett. A 146, 319, 1990). */
void rotor_split4(int wide, int n, double h, struct rotor *r);
/* With so many iterations; l changes. */
void rotor_leapfrog(int wide, int n, double h, int iterations, struct rotor *r);

/* Balls side by side, in arrays [n]: orientations, which are turned, along the axes of space; angular momenta, torques and
 * inverse moments as above; w and t, the same as t0 and t1. */
struct rotor_balls { double w[3][ROTOR_BLOCK], t[3][ROTOR_BLOCK], *q[4]; const double *l[3], *torque[3], *inverse; };
void rotor_balls(int wide, int n, double h, struct rotor_balls *r);

#endif
