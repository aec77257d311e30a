/* cd3_solve.h: impulses of many hard contacts with Coulomb friction, by one of four methods.
 *
 * Units are what moves as one: a body, or walls tied together. A row is a contact of the units i and j with the normal
 * n from i to j; u is the velocity of j's point relative to i's, r the impulse on j, and -r that on i. With the masses and
 * tensors of the units u = W r + q, W being positive definite. Wanted are, with the friction coefficient mu,
 *
 *     u_N + bias >= 0,  r_N >= 0,  r_N (u_N + bias) = 0,  |r_T| <= mu r_N,  r_T against u_T where that is not 0:
 *
 * Signorini's condition, and Coulomb's law with its round cone (Moreau 1988; Jean, Comput. Methods Appl. Mech. Eng. 177, 1999).
 *
 * Friction may have directions: r_T = D rho with |rho| <= r_N, D being symmetric in the tangent plane, which for D = mu 1
 * is Coulomb's disk; and rho has the direction against D u_T, which is what dissipates most. A row's tangents t and s are
 * the columns of T D R: T any two unit vectors, and R the rotation that makes the block A of W below diagonal. In these
 * coordinates every contact has the friction coefficient 1. */
#ifndef SCREE_CD3_SOLVE_H
#define SCREE_CD3_SOLVE_H

#include <stddef.h>

#include "base/sym3.h"

/* So many bodies, units or contacts a thread takes at a time. */
enum { CD3_STRETCH = 64 };

struct cd3_unit {
	vec3 v, w;            /* velocity [L/T], angular velocity [1/T] */
	vec3 im;              /* inverse of the mass along each axis, 0: it is moved [1/M] */
	double J[6];          /* inverse tensor of inertia in space, on what is free [1/(M L^2)] */
	double moves;         /* 0: im and J are 0 */
};

/* Resistance to rolling and spinning: torques m_T, m_N on j with |m_T| <= mur r_N, |m_N| <= mus r_N. */
struct cd3_roll {
	double mur, mus;      /* [L] */
	vec3 m;               /* torque times time [M L^2/T] */
	double step[2];       /* inverses of the greatest inverse inertia across n, and of that about n */
};

struct cd3_row {
	int i, j, pair;       /* units; the caller's number of the contact, */
	int roll;             /* of a cd3_roll, or -1 */
	vec3 was;             /* and its relative velocity at the beginning of the step, in space */
	double r[3];          /* impulse along n, t, s; the start from which it is looked for */
	vec3 n, t, s;
	vec3 ri, rj;          /* from the units' centres to their points [L] */
	/* W = ((W_NN, W_NN g^T), (W_NN g, A + W_NN g g^T)) with A = diag(a) */
	double inverse, g[2], a[2]; /* 1 / W_NN */
	double bias;          /* [L/T] */
};

struct cd3_nsgs;

struct cd3_problem {
	int n_unit, n, n_roll;
	struct cd3_unit *unit;      /* [n_unit] velocities without contacts, then with them */
	struct cd3_row *row;        /* [n] */
	struct cd3_roll *roll;
	const vec3 *where;          /* [n] places of the contacts, for the order of nsgs */
	struct cd3_nsgs *nsgs;      /* its work space, NULL before it is called first */
	int threads, narrow;         /* see sim_options */
};

/* What a method was asked for, and what it did. */
struct cd3_effort {
	double tolerance;     /* of the residual */
	int most;             /* sweeps or iterations */
	int directions;       /* of friction, of the affine method */
	int sweeps;
	double residual;
};

/* How much the units of a contact give way along its normal, n.K n by the trace of K; K is what velocity they gain at the
 * point by an impulse there. 0: not at all, and there is no row. */
double cd3_row_yields(const struct cd3_unit *unit, int i, int j, vec3 n, vec3 ri, vec3 rj);
/* Fill a row but for its pair, was, roll and r: friction[6] is a symmetric tensor whose part across n is D. */
void cd3_row_make(struct cd3_row *row, const struct cd3_unit *unit, int i, int j, vec3 n, vec3 ri, vec3 rj,
	const double friction[6], double bias);
/* Take the impulse in space as the start. */
void cd3_row_start(struct cd3_row *row, vec3 impulse);
/* The impulse on j, in space. */
vec3 cd3_row_impulse(const struct cd3_row *row);
/* The relative velocity in space. */
vec3 cd3_row_velocity(const struct cd3_row *row, const struct cd3_unit *unit);
void cd3_roll_make(struct cd3_roll *roll, const struct cd3_row *row, const struct cd3_unit *unit, double mur, double mus);

/* ---- for the methods ---- */

/* Memory that is read soon. Processors see by themselves what is read in its order, but not what lies here and there. */
static inline void cd3_fetch(const void *memory, size_t bytes)
{
	for (size_t k = 0; k < bytes; k += 64)
		__builtin_prefetch((const char *)memory + k);
}

/* u + bias of a row in its own coordinates. */
static inline void cd3_row_u(const struct cd3_row *k, const struct cd3_unit *unit, double u[3])
{
	const struct cd3_unit *a = &unit[k->i], *b = &unit[k->j];
	vec3 v = v3_sub(v3_add(b->v, v3_cross(b->w, k->rj)), v3_add(a->v, v3_cross(a->w, k->ri)));

	u[0] = v3_dot(k->n, v) + k->bias;
	u[1] = v3_dot(k->t, v);
	u[2] = v3_dot(k->s, v);
}

static inline void cd3_unit_push(struct cd3_unit *a, vec3 arm, vec3 f)
{
	vec3 torque = v3_cross(arm, f);

	a->v = v3_add(a->v, v3(a->im.x * f.x, a->im.y * f.y, a->im.z * f.z));
	a->w = v3_add(a->w, sym3_apply(a->J, torque));
}

/* Let an impulse, in the row's coordinates, act on both units. */
static inline void cd3_row_push(const struct cd3_row *k, struct cd3_unit *unit, const double r[3])
{
	vec3 f = v3_add(v3_scale(r[0], k->n), v3_add(v3_scale(r[1], k->t), v3_scale(r[2], k->s)));

	if (unit[k->j].moves != 0)
		cd3_unit_push(&unit[k->j], k->rj, f);
	if (unit[k->i].moves != 0)
		cd3_unit_push(&unit[k->i], k->ri, v3_scale(-1, f));
}

/* r onto the cone |r_T| <= r_N. */
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

/* |r - P(r - c (u + |u_T| n))| / |r| over all contacts, with P the projection on the cone and c = 3 / trace W: 0 where
 * all conditions hold (Acary & Brogliato, Numerical Methods for Nonsmooth Dynamical Systems, 2008). */
double cd3_residual(const struct cd3_problem *p);

/* Gauss and Seidel's sweeps over the contacts, each solved exactly (Jourdan, Alart & Jean, Comput. Methods Appl. Mech. Eng.
 * 155, 1998), until the residual is below the tolerance, 25 at least unless it is below a thousandth of that; it is
 * looked at every fifth sweep, or every tenth where it is far from that. Where friction is strong and bodies lock each other,
 * this can go on for ever: impulses of states of self-stress wander about. After a hundred sweeps contacts are therefore solved
 * with De Saxce's shift |u_T| of what it was before, and a projection; that converges where the other does not, but otherwise
 * more slowly. */
void cd3_nsgs(struct cd3_problem *p, struct cd3_effort *e);
void cd3_nsgs_free(struct cd3_nsgs *w);
/* Accelerated projected gradients (Mazhar, Heyn, Negrut & Tasora, ACM Trans. Graph. 34, 2015), with De Saxce's shift
 * |u_T| of the normal velocity, without which bodies that slide are lifted: it follows |u_T| ever more slowly. */
void cd3_apgd(struct cd3_problem *p, struct cd3_effort *e);
/* Every unit for itself (Kaufman, Edmunds & Pai, ACM Trans. Graph. 24, 2005; equations 6 to 9 of "Computer modeling of
 * complex interactions of granular material distinct elements using functionally defined objects", 2024): its velocity is moved
 * the least, in the metric of its mass, to where it is as fast along every normal as both would be in the moment of the greatest
 * compression; then friction is chosen among convex combinations of so many directions. raw: literally so; momentum is
 * lost and where a unit is squeezed there is no solution, and its velocity is set to 0. Otherwise the dual is regularised
 * by its own diagonal, so that there always is, and both units take the mean of their impulses. */
void cd3_affine(struct cd3_problem *p, struct cd3_effort *e, int raw);

#endif
