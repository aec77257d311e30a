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

/* What all groups of a simulator share. */
struct group_axes {
	int n_dof, n_line;       /* 3 and 2 in the plane, 6 and 3 in space: of all degrees of freedom so many are along axes */
	double *v[3], *a[3];     /* columns of bodies: velocities and accelerations */
	const double *gravity;   /* [n_line] */
	double dt;
	double back;             /* Gear's method: r2 times back is still to be taken from the velocity; else 0 */
	double *r2[3];
};

/* The constraint that makes the body of a row part of a group, or -1. */
int groups_constraint(const struct world *w, int row);
/* Set *group, to be freed with every body, and group_of[n] to the groups that constraints hold; of[n_constraint] are those of
 * constraints or -1. by_rank[n] are slots in the order of ids, row[n] their rows. Returns how many. */
int groups_find(const struct world *w, int n, const int *by_rank, const int *row, struct group **group, int *group_of, int *of);
/* Take drives, mass and damping from a constraint; mass[] is that of bodies, *own becomes their sum. SIM_DRIVE. */
enum sim_status group_take(struct group *g, const struct group_axes *x, const struct constraint *c, const double *mass,
                           double *own, struct sim_error *e);
/* Find the walls that the pressure of constraint k acts between. SIM_BETWEEN. */
enum sim_status groups_between(const struct world *w, struct group *group, const int *of, int k, struct sim_error *e);

/* Set a column for all bodies of a group. */
void group_set(const struct group *g, double *column, double value);
/* Before the drift from t0 to t1: prescribed degrees of freedom get the acceleration that takes their velocity there. */
void group_before(struct group *g, const struct group_axes *x, double t0, double t1);
/* Accelerations of the columns that forces move. Damping acts on the velocity at the end of the step, which is v + factor a -
 * back r2 with the present velocity v: a = (F - c (v - back r2)) / (m + c factor). */
void group_accelerate(struct group *g, const struct group_axes *x, double factor);
/* Velocity Verlet's second half, which leaves bodies of groups alone: they have no mass of their own. */
void group_kick(const struct group *g, const struct group_axes *x);
/* Impulses j on the columns besides forces, at the end of the step. Returns the work that they do; on prescribed motion it is
 * done against what prescribes it, which is taken from *told. Damping acts on the velocity that they lead to. */
double group_impulse(const struct group *g, const struct group_axes *x, const double j[3], double *told);
/* After the step: prescribed velocities to the letter; the others are those of the first body. */
void group_after(struct group *g, const struct group_axes *x, double t1);
/* Add the work done in the step on the first n degrees of freedom: by prescribed motion against contacts, by driving forces; and
 * what damping took. */
void group_work(const struct group *g, int n, int n_line, double *work, double *damped);

#endif
