/* orient.h: orientation and spin of bodies in space, and flips about their intermediate axes. */
#ifndef SCREE_ORIENT_H
#define SCREE_ORIENT_H

#include <stddef.h>
#include <stdint.h>

/* Euler angles z-x-z of the rotation m (base/quat.h), R = Rz(phi) Rx(theta) Rz(psi): angle = phi theta psi with theta in [0, pi]
 * and the others in (-pi, pi]. If the body's z axis is along that of space to 1e-12, psi is 0. */
void orient_euler(double angle[3], const double m[3][3]);

/* Principal moments in ascending order, and principal axes, of a tensor of inertia in the body frame. */
struct top {
	double moment[3];     /* [M L^2] */
	double axis[3][3];    /* rows, right-handed; the largest component by magnitude of the first two rows is positive */
	int asymmetric;       /* 1: the three moments differ by more than 1e-9 of the greatest */
};
/* inertia[6]: xx yy zz xy xz yz. */
void top_find(struct top *t, const double inertia[6]);

/* In the free motion with these moments (ascending), and with the components l of the angular momentum along the principal axes:
 * the time between two sign changes of the component along the intermediate axis. It is half the period of the elliptic functions
 * that solve Euler's equations,
 *     pi / agm(a, b), b^2 = (I3 - I1) |L^2 - 2 E I2| / (I1 I2 I3), and a^2 the greater of
 *     (I3 - I2) (L^2 - 2 E I1) / (I1 I2 I3) and (I2 - I1) (2 E I3 - L^2) / (I1 I2 I3)
 * (Landau and Lifshitz, Mechanics, section 37, with K(k) = pi / (2 agm(1, sqrt(1 - k^2)))). INFINITY on the separatrix, and for
 * l = 0. */
double top_interval(const double moment[3], const double l[3]);

/* A body that is followed from frame to frame. */
struct spinner {
	int64_t id;
	double t;             /* of the last frame [T] */
	double q[4];          /* orientation, with the sign that is closer to that of the previous frame */
	double speed, turn;   /* |angular velocity| [1/T]; its integral over time, by the trapezoidal rule */
	double l, rate;       /* component of the angular momentum along the intermediate axis, and its rate in free motion */
	int side;             /* +1, -1: side on which l was last beyond the threshold; 0: not yet */
	double crossed;       /* time of the last sign change of l */
	double best, calm[3]; /* greatest |l| / |L| since the last flip, and L along the principal axes at that time */
	int64_t flips;
	double flipped;       /* time of the last flip; NaN before the first */
};

/* A body in a frame. */
struct spin_state { int64_t id; double t, q[4], speed, l[3]; const struct top *top; };

/* A flip: its time t, the side that it leads to, the interval since the previous flip (NaN for the first), and `free`, the
 * interval of free motion. `free` is found from the state between the two flips in which the spin was nearest to the intermediate
 * axis: there L^2 - 2 E I2 is small, and the error of the time integration changes it least. */
struct flip { double t, interval, free; int side; };

/* Add the next state of a body to s, which holds the previous one or nothing (fresh = 1). The intermediate component flips when
 * it goes from beyond least |L| on one side to beyond it on the other side. The time of the flip is that of the last sign change
 * in between; it comes from the cubic through the values of both frames with the rates L1 L3 (1/I1 - 1/I3) of free motion.
 * Returns 1 for a flip. Bodies without three different moments do not flip. */
int spinner_take(struct spinner *s, int fresh, const struct spin_state *now, double least, struct flip *flip);

/* The spinners of a frame, to be found by id. */
struct spinners { int n; size_t cap; struct spinner *at; int64_t *id; size_t cap_id; };
void spinners_free(struct spinners *s);

#endif
