/* expect.h: the overlaps to expect in a scene of soft contacts, from the speeds and loads that can occur. The automatic step of
 * laws whose stiffness grows with the overlap (Hertz) is made for these overlaps. */
#ifndef SCREE_EXPECT_H
#define SCREE_EXPECT_H

#include "sim/soft.h"

/* What a simulator knows of a body: its extent in space along each axis (infinite where a wall has no end) [L]; how many
 * times more contacts it may have at once than the smallest grain, for a body of a group those of the whole group; the
 * greatest distance of a vertex, or of the centre of a pebble, from its place [L]; its angular velocity [1/T]. */
struct expect_body { double lo[3], hi[3], times, arm, spin; };

/* The bodies of one material: how many can move, where one that may touch its own images counts as two; whether some are still,
 * that is prescribed in every degree of freedom; the largest mass per contact of those that move [M]; the largest speed of those
 * that move and of those that are still [L/T]; the largest diameter of a free body, INFINITY if there is none [L]. */
struct expect_material { int moving, still; double mass, speed, still_speed, size; };

/* Which bodies of materials a and b meet: two that move, one of a that moves and one of b that is still, or the other way
 * round. */
enum { EXPECT_MOVING, EXPECT_B_STILL, EXPECT_A_STILL, EXPECT_CASES };

struct expect {
	struct expect_material *of; /* [n_material] */
	double shear;            /* rate of shear or compression of the domain [1/T] */
	double pressure;         /* of walls and of the domain [M/T^2], in space [M/(L T^2)] */
	double force;            /* the largest force on a contact of a body that is pushed, or that weighs [M L/T^2] */
	int apart;               /* there is but one body, and it meets its images only if the domain deforms later */
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
/* The largest overlaps to expect between materials a and b, by cases [L]: -1 if there are no such contacts, 0 if nothing
 * moves or pushes the bodies. With the reduced mass m and the relative speed v, an impact has (5/4 m v^2 / K)^(2/5) (Johnson,
 * Contact Mechanics, 1985, 11.1) and a load F has (F/K)^(2/3); the forces of both are added. For other laws these are v
 * sqrt(m/K) and F/K. The load is three times the pressure on the smaller of the two grains, as the largest forces in packings
 * are, and at most the whole weight where it comes from weight. effective [L] is the largest effective radius of each case,
 * see law.h. No overlap is below 3/2 of the largest one that the stream had. */
void expect_overlaps(const struct expect *e, const struct soft *c, const struct law_contact *law, int a, int b,
	const double effective[EXPECT_CASES], double out[EXPECT_CASES]);

#endif
