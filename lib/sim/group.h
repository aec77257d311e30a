/* group.h: bodies under a constraint, which move together as one, in the plane and in space.
 *
 * Degrees of freedom with prescribed velocity follow it; the others obey Newton's law with the group's mass, the sum
 * of the contact forces on its bodies in the order of ids, the driving force, and its damping. Weight acts on free
 * and f: degrees of freedom; a p: load is all there is besides contacts.
 *
 * The first three degrees of freedom are columns of bodies, whose velocities and accelerations are the group's: x y angle, or x
 * y z. The angles of space are dem3_group.c's, but for what they are told. */
#ifndef SCREE_GROUP_H
#define SCREE_GROUP_H

#include "sim/sim.h"

struct soft;

struct group {
	struct dof dof[6];
	const char *tag;
	int n;
	int *body;               /* [n] slots in the order of ids */
	int stands;              /* for good: what forces it gets is all that changes */
	double m, inertia, c;    /* mass, moment of inertia, damping */
	int between[4];          /* groups whose distances a pressure acts on, in the order of the other axes, or -1 */
	int weighs[3];           /* gravity acts along the axis */
	int turn, axis;          /* in space, see dem3_state.h */
	/* velocity and acceleration; of an axis that torques turn in space, angular momentum and torque */
	double v[6], a[6];
	double f[6];             /* contact forces and torques */
	double way[6];           /* displacement and turn of the step */
	double outer[6];         /* driving forces, damping and gravity aside */
	double v0[6], f0[6], outer0[6]; /* the same one step ago */
};

/* The constraint that makes the body of a row part of a group, or -1. */
int groups_constraint(const struct world *w, int row);
/* Allocate the groups that constraints hold, and set group_of; of[n_constraint] gets the group of each constraint, or -1. Returns
 * the number of groups. */
int groups_find(struct soft *c, const struct world *w, int *of);
/* Take drives, mass and damping from a constraint, and set the velocity of the bodies: prescribed, or else the mean that keeps
 * their momentum. *own becomes the sum of their masses. SIM_DRIVE. */
enum sim_status group_take(struct soft *c, struct group *g, const struct constraint *by, double *own, struct sim_error *e);
/* Whether the group does not turn at all. */
int group_upright(const struct soft *c, const struct group *g);
/* Find the walls that the pressure of constraint k acts between. SIM_BETWEEN. */
enum sim_status groups_between(const struct world *w, struct group *group, const int *of, int k, struct sim_error *e);

/* Set a column for all bodies of a group. */
void group_set(const struct group *g, double *column, double value);
/* Before the drift from t0 to t1: prescribed degrees of freedom get the acceleration that takes their velocity there. */
void groups_before(struct soft *c, double t0, double t1);
/* Accelerations of the columns that forces move. Damping acts on the velocity at the end of the step, which is v + factor a -
 * back r2 with the present velocity v: a = (F - c (v - back r2)) / (m + c factor). back is 0 except with Gear's method. */
void group_accelerate(struct soft *c, struct group *g, double factor, double back, double *const r2[3]);
/* Velocity Verlet's second half, which leaves bodies of groups alone: they have no mass of their own. */
void group_kick(struct soft *c, const struct group *g);
/* Impulses j on the columns besides forces, at the end of the step. Returns the work that they do. On prescribed motion it is
 * done against what prescribes it, and taken from the ledger's work. Damping acts on the velocity that they lead to. */
double group_impulse(struct soft *c, const struct group *g, const double j[3]);
/* After the step, which ends at t1: prescribed velocities to the letter; the others are those of the first body. */
void group_after(struct soft *c, struct group *g, double t1);
/* The work done in the step on the first n degrees of freedom, added to *work: by prescribed motion against contacts, and by
 * driving forces. The ledger books what damping took. */
void group_work(struct soft *c, const struct group *g, int n, double *work);

#endif
