/* contact2.h: the contact of a vertex and an edge: its geometry, its force, and its terms in the energy ledger.
 *
 * Body i owns the vertex, body j the edge. The normal n points from the vertex to the edge; "left" is n turned by +90 degrees.
 * The functions are inline and without branches: a loop over many contacts is vectorised, and a plain loop gives the same
 * bits. */
#ifndef SCREE_CONTACT2_H
#define SCREE_CONTACT2_H

#include <math.h>

#include "base/wide.h"
#include "contact/law.h"

/* The state of a contact that the next step needs, 80 bytes. */
struct contact2 {
	double nx, ny;        /* normal */
	double gap;           /* overlap, positive in contact [L] */
	double ax, ay;        /* middle of the overlap from i's position [L] */
	double fn, ft;        /* force on j along n and left of n [M L/T^2] */
	double xi;            /* tangential spring [L] */
	double roll, moment;  /* angle of the rolling spring [1]; torque on j of this spring and its dashpot [M L^2/T^2] */
};
enum { CONTACT2_FIELDS = 10 };

/* Geometry and motion of the two bodies at a contact. */
struct kinematics2 {
	double separation_x, separation_y; /* from the vertex to the closest point of the edge [L] */
	double sum_of_radii, radius; /* radius: the spheroradius of the vertex [L] */
	double vertex_x, vertex_y; /* the vertex from i's position [L] */
	double branch_x, branch_y; /* j's position, at its image, from i's [L] */
	double velocity_x, velocity_y, spin_i, spin_j; /* velocity of i relative to j, spins of both [L/T, 1/T] */
	double displacement_x, displacement_y, turn_i, turn_j; /* displacement of the step of i relative to j, turns of both [L, 1] */
	double mass;               /* reduced mass for the damping [M] */
	double was, is;            /* 1: in contact one step ago, now; else 0 */
	double effective;          /* effective radius, also for the resistance to rolling; 0 if the law needs none [L] */
};

/* The contribution of a contact to the sums of its pair. */
struct action2 {
	double fx, fy, ti, tj; /* force on j, torques on i and j [M L/T^2, M L^2/T^2] */
	double fric, visc, power, normal, tangent; /* terms of the step in the ledger [M L^2/T^2] */
};

/* The motion (x, y; wi, wj) of i relative to j at the point that has the arm a from i and b from j: along n, and left of n. */
static WIDE_INLINE void contact2_relative(double nx, double ny, double ax, double ay, double bx, double by, double x, double y,
	double wi, double wj, double *n, double *t)
{
	double sx = x - wi * ay + wj * by, sy = y + wi * ax - wj * bx;

	*n = sx * nx + sy * ny;
	*t = sy * nx - sx * ny;
}

/* Set overlap, normal and arm of a contact. */
static WIDE_INLINE void contact2_shape(const struct kinematics2 *q, struct contact2 *c)
{
	double d = sqrt(q->separation_x * q->separation_x + q->separation_y * q->separation_y), safe = d > 0 ? d : 1;

	c->gap = q->sum_of_radii - d;
	c->nx = q->separation_x / safe;
	c->ny = q->separation_y / safe;
	double to = q->radius - 0.5 * c->gap; /* middle of the overlap from the vertex along n */
	c->ax = q->vertex_x + to * c->nx;
	c->ay = q->vertex_y + to * c->ny;
}

/* Set force and torques in *o from c->fn, c->ft and c->moment. */
static WIDE_INLINE void contact2_action(const struct kinematics2 *q, const struct contact2 *c, struct action2 *o)
{
	o->fx = c->fn * c->nx - c->ft * c->ny;
	o->fy = c->fn * c->ny + c->ft * c->nx;
	o->ti = c->ay * o->fx - c->ax * o->fy - c->moment;
	o->tj = (c->ax - q->branch_x) * o->fy - (c->ay - q->branch_y) * o->fx + c->moment;
}

/* Set the force of a contact in an evaluation that is no step, from its springs c->xi and c->roll. */
static inline void contact2_fresh(const struct kinematics2 *q, const struct law_contact *law, struct contact2 *c)
{
	enum law_kind kind = law->kind;
	double root = sqrt(q->mass), cn = law_normal_damping_of(kind, law, root, q->effective, c->gap), un, ut;
	double ct = law_tangential_damping_of(kind, law, root, q->effective, c->gap);
	double kt = law_tangential_of(kind, law, q->effective, c->gap), ikt = law_compliance_of(kind, law, kt);

	contact2_relative(c->nx, c->ny, c->ax, c->ay, c->ax - q->branch_x, c->ay - q->branch_y, q->velocity_x, q->velocity_y,
		q->spin_i, q->spin_j, &un, &ut);
	c->fn = law_push(kind, law, law_force(law, q->sum_of_radii, q->effective, c->gap), cn * un);
	double load = law_load(kind, law, q->effective, c->fn, c->gap), limit = law->mu * load, most = law->mur * q->effective * load;
	c->xi = law_clamp(c->xi, limit * ikt);
	c->ft = law_clamp(kt * c->xi + ct * ut, limit);
	c->roll = law_clamp(c->roll, most * law->ikr);
	c->moment = law_clamp(law->kr * c->roll + law->gr * (q->spin_i - q->spin_j), most);
}

/* Do one step of a contact that was there one step ago (q->was), is there now (q->is), or both. old is the contact one step ago,
 * all 0 if it was not there; *c and *o get the new state and the action. A contact that has opened has no force; the ledger books
 * half a step of work by its last forces, and the energy of its springs goes to friction. Springs whose stiffness follows the
 * overlap change as in contact3_advance. kind and rolls (the law resists rolling) may be known to the compiler. */
static WIDE_INLINE void contact2_step(enum law_kind kind, int rolls, const struct kinematics2 *q, const struct law_contact *law,
	double dt, const struct contact2 *old, struct contact2 *c, struct action2 *o)
{
	double un, ut, n0, t0, n1, t1;

	contact2_shape(q, c);
	double root = sqrt(q->mass), cn = law_normal_damping_of(kind, law, root, q->effective, c->gap);
	double ct = law_tangential_damping_of(kind, law, root, q->effective, c->gap);
	double kt = law_tangential_of(kind, law, q->effective, c->gap), kt0 = kt, xi0 = old->xi, shrunk = 0, softer = 0;
	double bx = c->ax - q->branch_x, by = c->ay - q->branch_y;
	/* the old arm of j follows from that of i, since j was at branch + displacement from i */
	double ox = old->ax - (q->branch_x + q->displacement_x), oy = old->ay - (q->branch_y + q->displacement_y);
	contact2_relative(c->nx, c->ny, c->ax, c->ay, bx, by, q->velocity_x, q->velocity_y, q->spin_i, q->spin_j, &un, &ut);
	contact2_relative(c->nx, c->ny, c->ax, c->ay, bx, by, q->displacement_x, q->displacement_y, q->turn_i, q->turn_j, &n1, &t1);
	contact2_relative(old->nx, old->ny, old->ax, old->ay, ox, oy, q->displacement_x, q->displacement_y, q->turn_i, q->turn_j,
		&n0, &t0);
	double ds = 0.5 * ((q->was > 0 ? t0 : t1) + (q->is > 0 ? t1 : t0));

	double elastic = law_force_of(kind, law, q->sum_of_radii, q->effective, c->gap) * q->is;
	double push = law_push(kind, law, elastic, cn * un);
	c->fn = q->is > 0 ? push : 0;
	double load = law_load(kind, law, q->effective, c->fn, c->gap) * q->is, limit = law->mu * load;
	if (law_is_mindlin(kind)) {
		kt0 = law_tangential_of(kind, law, q->effective, old->gap);
		double less = kt > kt0 ? kt0 / kt : 1;

		softer = kt > kt0 ? 0 : kt0 - kt;
		shrunk = 0.5 * (1 - less) * kt0 * old->xi * old->xi;
		xi0 = less * old->xi;
	}
	c->xi = law_clamp(xi0 + ds, limit * law_compliance_of(kind, law, kt));
	double spring = kt * c->xi, slip = ds - (c->xi - xi0);
	c->ft = law_clamp(spring + ct * ut, limit);
	c->roll = c->moment = 0;
	double turn = q->turn_i - q->turn_j, rolling = 0;
	if (rolls) {
		double most = law->mur * q->effective * load;

		c->roll = law_clamp(old->roll + turn, most * law->ikr);
		rolling = law->kr * c->roll;
		c->moment = law_clamp(rolling + law->gr * (q->spin_i - q->spin_j), most);
	}
	contact2_action(q, c, o);

	double e0 = law_force_of(kind, law, q->sum_of_radii, q->effective, old->gap) * q->was, s0 = kt0 * old->xi;
	double vn = c->fn - elastic, vt = c->ft - spring;
	if (law_is_mindlin(kind))
		o->fric = 0.5 * (s0 + spring) * slip + shrunk + 0.5 * softer * xi0 * c->xi;
	else
		o->fric = 0.5 * kt * (xi0 + c->xi) * slip;
	o->power = dt * (vn * un + vt * ut);
	o->normal = 0.5 * (elastic * n1 + e0 * n0);
	o->tangent = 0.5 * (spring * t1 + s0 * t0);
	o->visc = 0.5 * ((vn * n1 + vt * t1) + ((old->fn - e0) * n0 + (old->ft - s0) * t0));
	if (rolls) {
		double vr = c->moment - rolling, c0 = law->kr * old->roll;

		o->fric += 0.5 * law->kr * (old->roll + c->roll) * (turn - (c->roll - old->roll));
		o->power += dt * vr * (q->spin_i - q->spin_j);
		o->tangent += 0.5 * (rolling + c0) * turn;
		o->visc += 0.5 * (vr + (old->moment - c0)) * turn;
	}
}

#endif
