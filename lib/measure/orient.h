/* orient.h: how bodies in space stand and spin, and flips about their intermediate axes. */
#ifndef SCREE_ORIENT_H
#define SCREE_ORIENT_H

#include <stddef.h>
#include <stdint.h>

/* Euler's angles z-x-z of the rotation m (base/quat.h), R = Rz(phi) Rx(theta) Rz(psi): angle = phi theta psi with theta in
 * [0, pi], the others in (-pi, pi]. Where the body's z axis is along that of space to 1e-12, psi is 0. */
void orient_euler(double angle[3], const double m[3][3]);

/* Principal moments in ascending order and axes of a tensor of inertia in the body frame. */
struct top {
	double moment[3];     /* [M L^2] */
	double axis[3][3];    /* rows, right-handed; of the first two the component that is greatest by amount is positive */
	int asymmetric;       /* 1: three moments that differ by more than 1e-9 of the greatest */
};
/* inertia: xx yy zz xy xz yz. */
void top_find(struct top *t, const double inertia[6]);

/* The time between two sign changes of the component along the intermediate axis of the free motion with these moments,
 * ascending, and components l of the angular momentum along the principal axes: half the period of the elliptic functions that
 * solve Euler's equations,
 *     pi / agm(a, b), a^2, b^2 = (I3 - I1) |L^2 - 2 E I2| / (I1 I2 I3), and the greater one of
 *     (I3 - I2) (L^2 - 2 E I1) / (I1 I2 I3) and (I2 - I1) (2 E I3 - L^2) / (I1 I2 I3)
 * (Landau and Lifshitz, Mechanics, section 37, with K(k) = pi / (2 agm(1, sqrt(1 - k^2)))). INFINITY on the separatrix, and
 * where nothing spins. */
double top_interval(const double moment[3], const double l[3]);

/* A body followed from frame to frame. */
struct spinner {
	int64_t id;
	double t;             /* of the last frame [T] */
	double q[4];          /* orientation, of the sign that is closer to the frame before's */
	double speed, turn;   /* |angular velocity| [1/T]; its integral over time, by trapezoids */
	double l, rate;       /* component of the angular momentum along the intermediate axis, and its rate in free motion */
	int side;             /* +1, -1: the side on which that was last beyond the threshold; 0: not yet */
	double crossed;       /* when it last changed its sign */
	double best, calm[3]; /* the greatest part of |L| that it was since the last flip, and L along the principal axes then */
	int64_t flips;
	double flipped;       /* when the last flip was; not a number before the first */
};

/* A body in a frame. */
struct spin_state { int64_t id; double t, q[4], speed, l[3]; const struct top *top; };

/* A flip: when, to which side, how long after the one before (not a number for the first), and the interval of free motion
 * from the state between the two that was nearest to spinning about the axis: there L^2 - 2 E I2 is small, and steps of time
 * change it least. */
struct flip { double t, interval, free; int side; };

/* Take the next state of a body into s, which holds the one before, or nothing (fresh = 1). The intermediate component flips
 * when it has gone from beyond least |L| on one side to beyond it on the other; the time is that of its last sign change
 * between, from the cubic with the values of both frames and the rates L1 L3 (1/I1 - 1/I3) of free motion. Returns 1 for a
 * flip. Bodies without three different moments do not flip. */
int spinner_take(struct spinner *s, int fresh, const struct spin_state *now, double least, struct flip *flip);

/* The spinners of a frame, found by id. */
struct spinners { int n; size_t cap; struct spinner *at; int64_t *id; size_t cap_id; };
void spinners_free(struct spinners *s);

#endif
