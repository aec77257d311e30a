/* group.h: groups: bodies that move as one under a constraint, in the plane and in space.
 *
 * Degrees of freedom with a prescribed velocity follow it. The others obey Newton's law with the group's mass, the exact sum of
 * the contact forces on its bodies, the driving force, and the damping. Weight acts along free and f: degrees of
 * freedom. A p: degree of freedom has no weight: a p: load is the whole driving force.
 *
 * The first three degrees of freedom are x y angle in the plane and x y z in space. The bodies' columns hold them; all bodies of
 * a group have the group's velocity and acceleration there. In space dem3_group.c moves the angles; this file only prescribes
 * their velocities. */
#ifndef SCREE_GROUP_H
#define SCREE_GROUP_H

#include "sim/sim.h"

struct soft;

struct group {
	struct dof dof[6];
	const char *tag;
	int n;
	int *body;               /* [n] slots in the order of ids */
	int is_fixed;            /* it never moves: only the forces on it change */
	double m, inertia, c;    /* mass, moment of inertia, damping */
	int between[4];          /* the walls that bound the width on which a pressure acts: two groups for each other axis, or -1 */
	int weighs[3];           /* gravity acts along the axis */
	int turn, axis;          /* in space, see dem3_state.h */
	/* velocity and acceleration; in space, of an axis that torques turn, angular momentum and torque */
	double v[6], a[6];
	double f[6];             /* contact forces and torques */
	double displacement[6];  /* displacement and rotation of the step */
	double drive[6];         /* driving forces, without damping and gravity */
	double v0[6], f0[6], drive0[6]; /* v, f and drive one step ago */
};

/* The index of the constraint that makes the body in a row of the world part of a group, or -1. */
int groups_constraint(const struct world *w, int row);
/* Allocate the groups of all constraints, and set group_of. of[n_constraint] gets the group of each constraint, or -1. Returns
 * the number of groups. */
int groups_find(struct soft *c, const struct world *w, int *of);
/* Take drives, mass and damping from a constraint. Set the velocity of the bodies: the prescribed one, or else the mean that
 * keeps their momentum. *own becomes the sum of the bodies' masses [M]. SIM_DRIVE. */
enum sim_status group_take(struct soft *c, struct group *g, const struct constraint *by, double *own, struct sim_error *e);
/* Whether the group never turns. */
int group_upright(const struct soft *c, const struct group *g);
/* Find the walls between which the pressure of constraint k acts. SIM_BETWEEN. */
enum sim_status groups_between(const struct world *w, struct group *group, const int *of, int k, struct sim_error *e);

/* Set a column for all bodies of a group. */
void group_set(const struct group *g, double *column, double value);
/* Before the drift from time t0 to t1: give prescribed degrees of freedom the acceleration that leads to their velocity at t1. */
void groups_before(struct soft *c, double t0, double t1);
/* Compute the accelerations of the columns that forces move. Damping acts on the velocity at the end of the step, which is v +
 * factor a - back r2 with the present velocity v: a = (F - c (v - back r2)) / (m + c factor). back is 0 except with Gear's
 * method. */
void group_accelerate(struct soft *c, struct group *g, double factor, double back, double *const r2[3]);
/* Velocity Verlet's second half step for the bodies of a group. The loop over all bodies skips them, since their inverse mass is
 * 0. */
void group_kick(struct soft *c, const struct group *g);
/* Apply impulses j to the columns at the end of the step, besides the forces. Returns the work of the impulses. On prescribed
 * degrees of freedom the drive does the opposite work, which is added to the ledger's work. Damping acts on the velocity after
 * the impulses. */
double group_impulse(struct soft *c, const struct group *g, const double j[3]);
/* After the step, which ends at t1: set prescribed velocities exactly; take the others from the first body. */
void group_after(struct soft *c, struct group *g, double t1);
/* Add to *work the work done in the step on the first n degrees of freedom, by prescribed motion against contacts and by driving
 * forces. Book the loss by damping in the ledger. */
void group_work(struct soft *c, const struct group *g, int n, double *work);

#endif
