/* cd3_solve.h: impulses of many hard contacts with Coulomb friction, by one of four methods.
 *
 * The solver knows rigid bodies only. A rigid body is a free body of the scene, or all bodies that one constraint holds. A row is
 * the constraint of one contact, of the rigid bodies i and j, with the normal n from i to j. u is the velocity of j's point
 * relative to i's, r the impulse on j, and -r the impulse on i. The masses and tensors of inertia of the rigid bodies give u = W
 * r + q. W is the Delassus operator, which is positive definite. With the friction coefficient mu the impulses must satisfy
 *
 *     u_N + bias >= 0,  r_N >= 0,  r_N (u_N + bias) = 0,  |r_T| <= mu r_N,  r_T opposite to u_T if u_T is not 0.
 *
 * These are Signorini's condition, and Coulomb's law with its round cone (Moreau 1988; Jean, Comput. Methods Appl. Mech. Eng.
 * 177, 1999).
 *
 * Friction may depend on direction: r_T = D rho with |rho| <= r_N. D is symmetric in the tangent plane; D = mu 1 is Coulomb's
 * disk. rho is opposite to D u_T, which is the direction of largest dissipation. The tangents t and s of a row are the columns of
 * T D R: T is any pair of orthogonal unit vectors, and R is the rotation that makes the block A of W below diagonal. In these
 * coordinates every contact has the friction coefficient 1. */
#ifndef SCREE_CD3_SOLVE_H
#define SCREE_CD3_SOLVE_H

#include <stddef.h>

#include "base/sym3.h"

/* The length of a chunk of bodies, rigid bodies or contacts. */
enum { CD3_CHUNK = 64 };

struct cd3_rigid {
	vec3 v, w;            /* velocity [L/T], angular velocity [1/T] */
	vec3 inverse_mass;    /* along each axis; 0: prescribed [1/M] */
	double inverse_inertia[6]; /* tensor in space, about the free axes [1/(M L^2)] */
	double moves;         /* 0: the inverses are 0 */
};

/* Resistance to rolling and twisting: moments m_T, m_N on j with |m_T| <= mur r_N, |m_N| <= mus r_N. */
struct cd3_roll {
	double mur, mus;      /* [L] */
	vec3 impulse, before; /* moment times time [M L^2/T]; for nsgs: after the sweep before the last one */
	double step[2];       /* inverses of the largest inverse inertia across n, and of the inverse inertia about n */
};

struct cd3_row {
	int i, j, contact;    /* rigid bodies; the caller's number of the contact */
	int roll;             /* index of a cd3_roll, or -1 */
	vec3 velocity_before; /* relative velocity at the beginning of the step, in space */
	double impulse[3];    /* along n, t, s; at first the starting value */
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
	const vec3 *position;       /* [n_row] of the contacts, for the order of rows in nsgs */
	struct cd3_nsgs *nsgs;      /* workspace of nsgs; NULL before its first call */
	int threads, narrow;        /* see sim_options */
};

/* Limits for a method, and the effort it took. */
struct cd3_effort {
	double tolerance;     /* of the residual */
	int max_sweeps;       /* sweeps or iterations */
	int directions;       /* number of directions of friction in the affine method */
	int sweeps;           /* the number of sweeps made */
	double residual;      /* after them */
};

/* How much the rigid bodies of a contact yield along its normal: n.K n divided by the trace of K, where K f is the velocity that
 * the point gains by an impulse f. 0: they do not yield, and the contact must not have a row. */
double cd3_row_yields(const struct cd3_rigid *rigid, int i, int j, vec3 n, vec3 ri, vec3 rj);
/* Fill a row, except for contact, velocity_before and impulse, and without roll. friction[6] is a symmetric tensor; D is its part
 * across n. */
void cd3_row_make(struct cd3_row *row, const struct cd3_rigid *rigid, int i, int j, vec3 n, vec3 ri, vec3 rj,
	const double friction[6], double bias);
/* Set the starting value of a row from an impulse in space. */
void cd3_row_start(struct cd3_row *row, vec3 impulse);
/* The impulse on j, in space. */
vec3 cd3_row_impulse(const struct cd3_row *row);
/* Fill the resistance to rolling of a row, except for its impulse. */
void cd3_roll_make(struct cd3_roll *roll, const struct cd3_row *row, const struct cd3_rigid *rigid, double mur, double mus);

/* ---- for the methods ---- */

/* Prefetch memory that is read soon. Processors do this by themselves for reads in the order of memory only. */
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

/* u + bias of a row, in the row's coordinates. */
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

/* The residual |r - P(r - c (u + |u_T| n))| / |r| over all contacts, with the projection P onto the cone and c = 3 / trace W. It
 * is 0 if all conditions hold (Acary & Brogliato, Numerical Methods for Nonsmooth Dynamical Systems, 2008). */
double cd3_residual(const struct cd3_problem *p);
/* The residual from the sums of squares of the differences and of the impulses. If there are no impulses, where there should be
 * some, even if by rounding only, the differences are all of them: it is 1. */
static inline double cd3_residual_of(double off, double size)
{
	double square = off / size;

	return !(off > 0) ? 0 : isfinite(square) ? sqrt(square) : 1;
}

/* Nonsmooth Gauss-Seidel: sweeps over the contacts, each solved exactly (Jourdan, Alart & Jean, Comput. Methods Appl. Mech. Eng.
 * 155, 1998), until the residual is below the tolerance.
 *
 * Momentum makes sweeps a method of conjugate gradients (Silcowitz, Niebe & Erleben, Vis. Comput. 26, 893, 2010; their search
 * direction is x_k - x_{k-1}). x_k are the impulses after sweep k. Sweep k + 1 begins with x_k + beta (x_k - x_{k-1}). beta is
 * D_k / D_{k-1}, or 0 if that is not below 1. D_k is the sum of trace W / 3 |d|^2 over the contacts, with the changes d that
 * sweep k makes from where it begins. Without momentum the number of sweeps grows with the square of the length of a row of
 * bodies.
 *
 * There are at least 30 sweeps, unless the residual is below a thousandth of the tolerance. The residual is computed after every
 * fifth sweep, and after every tenth while it is large. If friction is
 * strong and bodies lock each other, exact solutions need not converge: impulses in states of self-stress change without end. So
 * after a hundred sweeps each contact is solved by a projection with De Saxce's shift |u_T| of the sweep before. That also
 * converges if exact solutions do not, but is slower otherwise. */
void cd3_nsgs(struct cd3_problem *p, struct cd3_effort *e);
void cd3_nsgs_free(struct cd3_nsgs *w);
/* Accelerated projected gradients (Mazhar, Heyn, Negrut & Tasora, ACM Trans. Graph. 34, 2015), with De Saxce's shift |u_T| of the
 * normal velocity. Without the shift sliding bodies are lifted. The shift follows |u_T| more and more slowly. */
void cd3_apgd(struct cd3_problem *p, struct cd3_effort *e);
/* The affine method, which treats every rigid body separately (Kaufman, Edmunds & Pai, ACM Trans. Graph. 24, 2005; equations 6 to
 * 9 of "Computer modeling of complex interactions of granular material distinct elements using functionally defined objects",
 * 2024). First it makes the least change of the body's velocity, in the metric of its mass, with which the body is as fast along
 * every normal as both bodies are at the largest compression. Then it chooses friction among convex combinations of e->directions
 * directions.
 *
 * raw: as published. Momentum is lost. If a body is squeezed, there is no solution, and its velocity is set to 0. Otherwise the
 * dual problem is regularised by its own diagonal, so that there is always a solution, and both bodies take the mean of their
 * impulses. */
void cd3_affine(struct cd3_problem *p, struct cd3_effort *e, int raw);

#endif
