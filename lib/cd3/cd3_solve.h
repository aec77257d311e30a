/* cd3_solve.h: impulses of many hard contacts with Coulomb friction, by one of four methods.
 *
 * The solver sees rigid bodies: a free body of the scene, or all walls that one constraint holds, is one of them. A row is the
 * constraint of one contact, of the rigid bodies i and j, with the normal n from i to j; u is the velocity of j's point relative
 * to i's, r the impulse on j, and -r the impulse on i. With the masses and tensors of inertia of the rigid bodies u = W r + q.
 * W is the Delassus operator, positive definite. With the friction coefficient mu the impulses are to fulfil
 *
 *     u_N + bias >= 0,  r_N >= 0,  r_N (u_N + bias) = 0,  |r_T| <= mu r_N,  r_T against u_T where that is not 0:
 *
 * Signorini's condition, and Coulomb's law with its round cone (Moreau 1988; Jean, Comput. Methods Appl. Mech. Eng. 177, 1999).
 *
 * Friction may have directions: r_T = D rho with |rho| <= r_N. D is symmetric in the tangent plane; D = mu 1 is Coulomb's disk.
 * rho has the direction against D u_T, which dissipates most. A row's tangents t and s are the columns of T D R: T is any two
 * unit vectors, and R the rotation that makes the block A of W below diagonal. In these coordinates every contact has the
 * friction coefficient 1. */
#ifndef SCREE_CD3_SOLVE_H
#define SCREE_CD3_SOLVE_H

#include <stddef.h>

#include "base/sym3.h"

/* Bodies, rigid bodies or contacts that a thread takes at a time. */
enum { CD3_CHUNK = 64 };

struct cd3_rigid {
	vec3 v, w;            /* velocity [L/T], angular velocity [1/T] */
	vec3 inverse_mass;    /* along each axis, 0: prescribed [1/M] */
	double inverse_inertia[6]; /* tensor in space, about the axes that are free [1/(M L^2)] */
	double moves;         /* 0: the inverses are 0 */
};

/* Resistance to rolling and spinning: moments m_T, m_N on j with |m_T| <= mur r_N, |m_N| <= mus r_N. */
struct cd3_roll {
	double mur, mus;      /* [L] */
	vec3 impulse;         /* moment times time [M L^2/T] */
	double step[2];       /* inverses of the greatest inverse inertia across n, and of the inverse inertia about n */
};

struct cd3_row {
	int i, j, contact;    /* rigid bodies; the caller's number of the contact */
	int roll;             /* index of a cd3_roll, or -1 */
	vec3 velocity_before; /* relative velocity at the beginning of the step, in space */
	double impulse[3];    /* along n, t, s; the start of the search */
	vec3 n, t, s;
	vec3 arm_i, arm_j;    /* from the centres of the rigid bodies to their points [L] */
	/* W = ((W_NN, W_NN g^T), (W_NN g, A + W_NN g g^T)) with A = diag(a) */
	double inverse_normal, g[2], a[2]; /* 1 / W_NN */
	double bias;          /* [L/T] */
};

struct cd3_nsgs;

struct cd3_problem {
	int n_rigid, n_row, n_roll;
	struct cd3_rigid *rigid;    /* [n_rigid] velocities without impulses, then with them */
	struct cd3_row *row;        /* [n_row] */
	struct cd3_roll *roll;      /* [n_roll] */
	const vec3 *position;       /* [n_row] of the contacts, for the order of nsgs */
	struct cd3_nsgs *nsgs;      /* its workspace; NULL before its first call */
	int threads, narrow;        /* see sim_options */
};

/* What a method is asked for, and what it did. */
struct cd3_effort {
	double tolerance;     /* of the residual */
	int max_sweeps;       /* or iterations */
	int directions;       /* of friction, of the affine method */
	int sweeps;
	double residual;
};

/* How much the rigid bodies of a contact yield along its normal: n.K n by the trace of K, where K is the velocity that the point
 * gains by an impulse there. 0: not at all; such a contact must have no row. */
double cd3_row_yields(const struct cd3_rigid *rigid, int i, int j, vec3 n, vec3 ri, vec3 rj);
/* Fill a row but for contact, velocity_before and impulse, and without roll. friction[6] is a symmetric tensor; its part across n
 * is D. */
void cd3_row_make(struct cd3_row *row, const struct cd3_rigid *rigid, int i, int j, vec3 n, vec3 ri, vec3 rj,
	const double friction[6], double bias);
/* Take an impulse in space as the start. */
void cd3_row_start(struct cd3_row *row, vec3 impulse);
/* The impulse on j, in space. */
vec3 cd3_row_impulse(const struct cd3_row *row);
void cd3_roll_make(struct cd3_roll *roll, const struct cd3_row *row, const struct cd3_rigid *rigid, double mur, double mus);

/* ---- for the methods ---- */

/* Fetch memory that is read soon. Processors foresee reads in the order of memory, but not reads here and there. */
static inline void cd3_fetch(const void *memory, size_t bytes)
{
	for (size_t k = 0; k < bytes; k += 64)
		__builtin_prefetch((const char *)memory + k);
}

/* The velocity of a rigid body's point at the arm. */
static inline vec3 cd3_rigid_velocity(const struct cd3_rigid *a, vec3 arm)
{
	return v3_add(a->v, v3_cross(a->w, arm));
}

/* The relative velocity of a row, in space. */
static inline vec3 cd3_row_velocity(const struct cd3_row *k, const struct cd3_rigid *rigid)
{
	return v3_sub(cd3_rigid_velocity(&rigid[k->j], k->arm_j), cd3_rigid_velocity(&rigid[k->i], k->arm_i));
}

/* u + bias of a row in its own coordinates. */
static inline void cd3_row_u(const struct cd3_row *k, const struct cd3_rigid *rigid, double u[3])
{
	vec3 v = cd3_row_velocity(k, rigid);

	u[0] = v3_dot(k->n, v) + k->bias;
	u[1] = v3_dot(k->t, v);
	u[2] = v3_dot(k->s, v);
}

/* c = 3 / trace W of a row, for the residual. */
static inline double cd3_row_scale(const struct cd3_row *k)
{
	double normal = 1 / k->inverse_normal;

	return 3 / (normal * (1 + k->g[0] * k->g[0] + k->g[1] * k->g[1]) + k->a[0] + k->a[1]);
}

/* Let the impulse f at the arm act on a rigid body. */
static inline void cd3_rigid_push(struct cd3_rigid *a, vec3 arm, vec3 f)
{
	vec3 torque = v3_cross(arm, f);

	a->v = v3_add(a->v, v3(a->inverse_mass.x * f.x, a->inverse_mass.y * f.y, a->inverse_mass.z * f.z));
	a->w = v3_add(a->w, sym3_apply(a->inverse_inertia, torque));
}

/* Let an impulse, in the row's coordinates, act on both rigid bodies. */
static inline void cd3_row_push(const struct cd3_row *k, struct cd3_rigid *rigid, const double r[3])
{
	vec3 f = v3_add(v3_scale(r[0], k->n), v3_add(v3_scale(r[1], k->t), v3_scale(r[2], k->s)));

	if (rigid[k->j].moves != 0)
		cd3_rigid_push(&rigid[k->j], k->arm_j, f);
	if (rigid[k->i].moves != 0)
		cd3_rigid_push(&rigid[k->i], k->arm_i, v3_scale(-1, f));
}

/* Project r onto the cone |r_T| <= r_N. */
static inline void cd3_onto_cone(double r[3])
{
	double t = sqrt(r[1] * r[1] + r[2] * r[2]);

	if (t <= r[0])
		return;
	double half = t > -r[0] ? 0.5 * (r[0] + t) : 0, f = t > 0 ? half / t : 0;
	r[0] = half;
	r[1] *= f;
	r[2] *= f;
}

/* The residual |r - P(r - c (u + |u_T| n))| / |r| of all contacts, with the projection P on the cone and c = 3 / trace W: 0 where
 * all conditions hold (Acary & Brogliato, Numerical Methods for Nonsmooth Dynamical Systems, 2008). */
double cd3_residual(const struct cd3_problem *p);

/* Nonsmooth Gauss-Seidel: sweeps over the contacts, each solved exactly (Jourdan, Alart & Jean, Comput. Methods Appl. Mech. Eng.
 * 155, 1998), until the residual is below the tolerance. There are at least 25 sweeps, unless the residual is below a thousandth
 * of the tolerance. The residual is computed after every fifth sweep, and while it is large after every tenth. Where friction is
 * strong and bodies lock each other, exact solutions need not converge: impulses of states of self-stress wander about. After a
 * hundred sweeps contacts are therefore solved with De Saxce's shift |u_T| of the sweep before, and a projection; that converges
 * where the exact solution does not, but elsewhere more slowly. */
void cd3_nsgs(struct cd3_problem *p, struct cd3_effort *e);
void cd3_nsgs_free(struct cd3_nsgs *w);
/* Accelerated projected gradients (Mazhar, Heyn, Negrut & Tasora, ACM Trans. Graph. 34, 2015), with De Saxce's shift |u_T| of
 * the normal velocity; without it bodies that slide are lifted. The shift follows |u_T| ever more slowly. */
void cd3_apgd(struct cd3_problem *p, struct cd3_effort *e);
/* Every rigid body by itself (Kaufman, Edmunds & Pai, ACM Trans. Graph. 24, 2005; equations 6 to 9 of "Computer modeling of
 * complex interactions of granular material distinct elements using functionally defined objects", 2024). First its velocity is
 * changed the least, in the metric of its mass, so that it is as fast along every normal as both bodies are at the greatest
 * compression. Then friction is chosen among convex combinations of e->directions directions.
 * raw: as published; momentum is lost, and where a body is squeezed there is no solution and its velocity is set to 0.
 * Otherwise the dual is regularised by its own diagonal, so that there is always a solution, and both bodies take the mean of
 * their impulses. */
void cd3_affine(struct cd3_problem *p, struct cd3_effort *e, int raw);

#endif
