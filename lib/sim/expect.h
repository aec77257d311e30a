/* expect.h: the overlaps to expect in a scene of soft contacts, from the speeds and loads that can occur. The automatic step of
 * laws whose stiffness grows with the overlap (Hertz) is made for these overlaps. */
#ifndef SCREE_EXPECT_H
#define SCREE_EXPECT_H

#include "sim/soft.h"

/* What a simulator knows of a body: its extent in space along each axis (infinite where a wall has no end) [L]; how many
 * times more contacts it may have at once than the smallest grain, for a body of a group those of the whole group; the
 * greatest distance of a vertex, or of the centre of a pebble, from its place [L]; its angular velocity [1/T]. */
struct expect_body { double lo[3], hi[3], times, arm, spin; };

/* The bodies of one material: how many can move; whether some are still, that is prescribed in every degree of freedom; the
 * largest mass per contact of those that move [M]; the largest speed of those that move and of those that are still [L/T]; the
 * largest diameter of a free body, INFINITY if there is none [L]. */
struct expect_material { int moving, still; double mass, speed, still_speed, size; };

/* Which bodies of materials a and b meet: two that move, one of a that moves and one of b that is still, or the other way
 * round. */
enum { EXPECT_MOVING, EXPECT_B_STILL, EXPECT_A_STILL, EXPECT_CASES };

struct expect {
	struct expect_material *of; /* [n_material] */
	double shear;            /* rate of shear or compression of the domain [1/T] */
	double pressure;         /* of walls and of the domain [M/T^2], in space [M/(L T^2)] */
	double force;            /* the largest force on a contact of a body that is pushed, or that weighs [M L/T^2] */
	double weight, column;   /* the weight of all that moves [M L/T^2]; the pressure of this weight, as above */
};

/* Find the speeds and loads. body [n] by slots. The result depends on the bodies, never on their order in memory. expect_free
 * frees it.
 *
 * The speed of a free body is that of its fall to the lowest point of the scene (by a whole period along a periodic axis), with
 * its present velocity relative to the flow of the domain and, under a pressure p of walls or of the domain, sqrt(p / density).
 * Bodies of groups have the largest velocity of their drive, or what forces and pressures give them until they meet grains. The
 * speed of an end that turns is added. The weight of all that moves rests on the cross-section of the box of the free bodies. */
struct expect expect_scene(const struct soft *c, const struct expect_body *body);
void expect_free(struct expect *e);
/* The smallest partner of which several may crowd round a body [n_material][n_material], by the material of the body and of the
 * partner [L]; 0 if no body is free; INFINITY if partners have no end. By Hertz' law it is one of that material, and not smaller
 * than a free body: a large ball among grains has a crowd of grains, but none of walls. Otherwise it is the smallest of all free
 * bodies. The caller frees it. */
double *expect_partners(const struct soft *c);

/* The constant K of the force K d^(3/2) of Hertz' law [M L^(-1/2) T^-2], or of the force K d of other laws with a stiffness
 * [M/T^2], for the effective radius [L]; 0 for laws without. */
double expect_constant(const struct law_contact *law, double effective);
/* The stiffness of Hertz' law at the overlap d for which the step is made [L], 0 if d is not above 0 [M/T^2]. jkr gets twice the
 * steps, since its force falls steeply where the contact breaks. */
double expect_stiffness(const struct law_contact *law, double effective, double d);
/* The largest effective radius of the contacts that there are, those whose expected overlap is not below 0 [L]. */
double expect_roundest(const double effective[EXPECT_CASES], const double expected[EXPECT_CASES]);
/* The largest overlaps to expect between materials a and b, by cases [L]: -1 if there are no such contacts, 0 if nothing
 * moves or pushes the bodies. With the reduced mass m and the relative speed v, an impact has (5/4 m v^2 / K)^(2/5) (Johnson,
 * Contact Mechanics, 1985, 11.1) and a load F has (F/K)^(2/3); the forces of both are added. For other laws these are v
 * sqrt(m/K) and F/K. The load is three times the pressure on the smaller of the two grains, as the largest forces in packings
 * are, and at most the whole weight where it comes from weight. effective [L] is the largest effective radius of each case,
 * see law.h. No overlap is below 3/2 of the largest one that the stream had. */
void expect_overlaps(const struct expect *e, const struct soft *c, const struct law_contact *law, int a, int b,
	const double effective[EXPECT_CASES], double out[EXPECT_CASES]);
/* The overlaps by which the step is chosen for Hertz' law [L]: those to expect, within a millionth and a half of the sum of
 * the radii; a tenth if nothing is expected. A run ends at half of the sum. deep has the same cases; -1 stays. Returns the
 * largest. */
double expect_bounded(double lim, double deep[EXPECT_CASES]);
/* How many steps the half period of a contact with the greatest stiffness of Hertz' law needs, by its damping ratio there.
 * Over one collision the energy then closes to about 1e-4 at most: measured, with n steps, it misses 0.1 / n^2 (rms) without
 * damping and 0.5 / n^2 with a restitution of 0.5. */
double expect_steps(double ratio);
/* How much longer the collision is than that half period: 2.943 d / v and pi sqrt(8/15) d / v (Johnson, 11.1). */
#define EXPECT_HERTZ_TIME 1.2829
/* Note an overlap for the report; sum is the least sum of the radii, and both says whether both bodies have one [L]. */
void expect_note(struct foreseen *to, const double overlap[EXPECT_CASES], double sum, int both);

#endif
