/* contact3.h: the contact of a pebble of body i with a pebble or a wall of body j: its geometry, its force, and its terms in
 * the energy ledger.
 *
 * The normal n points from the centre of i's pebble to the other pebble or the wall. The tangential spring is a vector across
 * n. From one step to the next it turns with the contact: by the least rotation that takes the old normal to the new one, and
 * about the new normal by the mean of both bodies' spins. This keeps the length of the spring, and so its energy. The functions
 * are inline and without branches: a loop over many contacts is vectorised, and a plain loop gives the same bits. */
#ifndef SCREE_CONTACT3_H
#define SCREE_CONTACT3_H

#include <math.h>

#include "base/vec.h"
#include "base/wide.h"
#include "contact/law.h"

/* The state of a contact that the next step needs. */
struct contact3 {
	vec3 n;               /* normal */
	vec3 a;               /* middle of the overlap from i's position [L] */
	vec3 ft;              /* tangential force on j [M L/T^2] */
	vec3 xi;              /* tangential spring [L] */
	double gap;           /* overlap, positive in contact [L] */
	double fn;            /* force on j along n [M L/T^2] */
	/* of bodies with faces, see faces3.h: the weight of the pair of features, 1 for other contacts but balls, where it is not set;
	 * the torque on j by its change [M L^2/T^2] */
	double weight;
	vec3 lean;
};

/* More state where laws resist rolling and twisting: the angles of the springs, rolling across n and twisting along n [1], and
 * the torque of springs and dashpots on j [M L^2/T^2]. */
struct rolling3 { vec3 roll, moment; };

/* Geometry and motion of the two bodies at a contact. */
struct kinematics3 {
	vec3 separation;           /* from the pebble's centre to the other pebble's, or to the closest point of the wall [L] */
	double sum_of_radii, radius; /* radius: of the pebble [L] */
	vec3 centre, branch;       /* the pebble's centre, and j's position at its image, from i's position [L] */
	vec3 velocity;             /* of i relative to j [L/T] */
	vec3 spin_i, spin_j;       /* angular velocities [1/T] */
	vec3 displacement;         /* of i relative to j in the step [L] */
	vec3 turn_i, turn_j;       /* rotations in the step, by the spins at its beginning [1] */
	vec3 late_turn_i, late_turn_j; /* the same by the spins at its end [1] */
	double root;               /* square root of the reduced mass for the damping [M^1/2] */
	double was, is;            /* 1: in contact one step ago, now; else 0 */
	double effective;          /* effective radius, also for the resistance to rolling and twisting [L] */
	double weight;             /* of the contact, not used for balls: the factor of its normal force */
};

/* The contribution of a contact to the sums of its pair. */
struct action3 {
	vec3 f, ti, tj;       /* force on j, torques on i and j [M L/T^2, M L^2/T^2] */
	double fric, visc, power, normal, tangent; /* terms of the step in the ledger [M L^2/T^2] */
	double load;          /* the normal load, of which the limits of friction and rolling are multiples [M L/T^2] */
};

/* The velocity of i relative to j at the point that has the arm a from i and b from j. */
static WIDE_INLINE vec3 contact3_relative(vec3 u, vec3 wi, vec3 a, vec3 wj, vec3 b)
{
	return v3_add(u, v3_sub(v3_cross(wi, a), v3_cross(wj, b)));
}

/* The part of x across the unit vector n. */
static WIDE_INLINE vec3 contact3_across(vec3 x, vec3 n)
{
	return v3_sub(x, v3_scale(v3_dot(x, n), n));
}

/* The vector x, shortened to the length most if it is longer. The root and the quotient do not depend on each other, so that
 * the processor finds them at the same time. */
static WIDE_INLINE vec3 contact3_shorten(vec3 x, double most)
{
	double size2 = v3_dot(x, x), inverse = 1 / (size2 > 1e-300 ? size2 : 1), size = sqrt(size2);

	return v3_scale(size > most ? most * (size * inverse) : 1, x);
}

/* The part of the load that friction takes: a weight below 0 has none. */
static WIDE_INLINE double contact3_share(double weight)
{
	return weight > 0 ? weight : 0;
}

/* Set overlap, normal, arm and weight of a contact. balls: both bodies are balls, whose pebbles' centres are their positions. */
static WIDE_INLINE void contact3_shape(int balls, const struct kinematics3 *q, struct contact3 *c)
{
	double d2 = v3_dot(q->separation, q->separation), inverse = 1 / (d2 > 0 ? d2 : 1), d = sqrt(d2);

	c->gap = q->sum_of_radii - d;
	c->n = v3_scale(d * inverse, q->separation);
	c->a = v3_scale(q->radius - 0.5 * c->gap, c->n); /* middle of the overlap */
	if (!balls)
		c->a = v3_add(q->centre, c->a);
	c->weight = balls ? 1 : q->weight;
}

/* The lengths of the arms of two balls, which are along the normal, at the overlap gap [L]. */
struct arms3 { double i, j; };

static WIDE_INLINE struct arms3 arms3_of(const struct kinematics3 *q, double gap)
{
	double i = q->radius - 0.5 * gap;

	return (struct arms3){ i, (q->sum_of_radii - gap) - i };
}

/* The velocity of i relative to j at the contact of two balls. */
static WIDE_INLINE vec3 arms3_relative(struct arms3 arm, vec3 u, vec3 wi, vec3 wj, vec3 n)
{
	return v3_add(u, v3_cross(v3_add(v3_scale(arm.i, wi), v3_scale(arm.j, wj)), n));
}

/* Set force and torques in *o from c->fn and c->ft. balls: see contact3_shape. */
static WIDE_INLINE void contact3_action(int balls, const struct kinematics3 *q, const struct contact3 *c, struct action3 *o)
{
	o->f = v3_add(v3_scale(c->fn, c->n), c->ft);
	if (balls) {
		struct arms3 arm = arms3_of(q, c->gap);
		vec3 turn = v3_cross(o->f, c->n);

		o->ti = v3_scale(arm.i, turn);
		o->tj = v3_scale(arm.j, turn);
	} else {
		o->ti = v3_cross(o->f, c->a);
		o->tj = v3_cross(v3_sub(c->a, q->branch), o->f);
	}
}

/* Add the torque by the change of the weight to the torques in *o. */
static inline void contact3_lean(const struct contact3 *c, struct action3 *o)
{
	o->ti = v3_sub(o->ti, c->lean);
	o->tj = v3_add(o->tj, c->lean);
}

/* The same in a step, with the work of this torque; old is the contact one step ago, c->lean is that of now. */
static inline void contact3_lean_step(const struct kinematics3 *q, const struct contact3 *old, const struct contact3 *c,
	struct action3 *o)
{
	vec3 late = v3_sub(q->late_turn_i, q->late_turn_j), early = v3_sub(q->turn_i, q->turn_j);

	contact3_lean(c, o);
	o->normal += 0.5 * (v3_dot(c->lean, late) + v3_dot(old->lean, early));
}

/* Add the torque of rolling and twisting to the torques in *o. */
static WIDE_INLINE void contact3_twist(const struct rolling3 *k, struct action3 *o)
{
	o->ti = v3_sub(o->ti, k->moment);
	o->tj = v3_add(o->tj, k->moment);
}

/* Set the force of a contact in an evaluation that is no step, from its springs c->xi and k->roll; k is NULL if nothing resists
 * rolling. */
static inline void contact3_fresh(const struct kinematics3 *q, const struct law_contact *law, struct contact3 *c,
	struct rolling3 *k)
{
	enum law_kind kind = law->kind;
	double cn = law_normal_damping_of(kind, law, q->root, q->effective, c->gap);
	double ct = law_tangential_damping_of(kind, law, q->root, q->effective, c->gap);
	double kt = law_tangential_of(kind, law, q->effective, c->gap), ikt = law_compliance_of(kind, law, kt);
	vec3 u = contact3_relative(q->velocity, q->spin_i, c->a, q->spin_j, v3_sub(c->a, q->branch));
	vec3 turn = v3_sub(q->spin_i, q->spin_j);

	double push = law_push(kind, law, law_force(law, q->sum_of_radii, q->effective, c->gap), cn * v3_dot(u, c->n));
	c->fn = push * c->weight;
	double load = law_load(kind, law, q->effective, push, c->gap) * contact3_share(c->weight), limit = law->mu * load;
	c->xi = contact3_shorten(contact3_across(c->xi, c->n), limit * ikt);
	c->ft = contact3_shorten(v3_add(v3_scale(kt, c->xi), v3_scale(ct, contact3_across(u, c->n))), limit);
	if (!k)
		return;
	double most = law->mur * q->effective * load, least = law->mus * q->effective * load, along = v3_dot(k->roll, c->n);
	vec3 roll = contact3_shorten(contact3_across(k->roll, c->n), most * law->ikr);
	double twist = law_clamp(along, least * law->iks), spin = v3_dot(turn, c->n);
	vec3 m = contact3_shorten(v3_add(v3_scale(law->kr, roll), v3_scale(law->gr, contact3_across(turn, c->n))), most);
	k->roll = v3_add(roll, v3_scale(twist, c->n));
	k->moment = v3_add(m, v3_scale(law_clamp(law->ks * twist + law->gs * spin, least), c->n));
}

/* The rotation of a contact in a step, for vectors v across n0: from n0 to n1, then by the angle phi about n1. If |n0 x n1| is
 * small and v.n0 = 0, the least rotation from n0 to n1 is exactly v - (n1.v) (n0 + n1) / (1 + n0.n1). With t = tan (phi / 2),
 * which is approximated by phi / 2, the rotation about n1 is ((1 - t^2) v + 2 t n1 x v) / (1 + t^2); this keeps lengths for any
 * t. */
struct turning3 { vec3 n1, both; double cos, sin; };

static WIDE_INLINE struct turning3 turning3_of(vec3 n0, vec3 n1, double phi)
{
	double open = 1 + v3_dot(n0, n1), safe = open > 1e-3 ? open : 1, t = 0.5 * phi, t2 = t * t;
	double inverse = 1 / (safe * (1 + t2)), less = safe * inverse;

	return (struct turning3){ n1, v3_scale((1 + t2) * inverse, v3_add(n0, n1)), (1 - t2) * less, phi * less };
}

static WIDE_INLINE vec3 turning3_take(const struct turning3 *t, vec3 v)
{
	v = v3_sub(v, v3_scale(v3_dot(t->n1, v), t->both));
	return v3_add(v3_scale(t->cos, v), v3_scale(t->sin, v3_cross(t->n1, v)));
}

/* The change of a contact over a step. */
struct increment3 {
	vec3 ut, t1;          /* across the normal: velocity of i relative to j, and displacement [L/T, L] */
	vec3 xi, ds;          /* the old spring, turned; its displacement in the step [L] */
	double un, n1;        /* velocity and displacement along the normal [L/T, L] */
	/* for springs whose stiffness follows the overlap: their old force [M L/T^2]; the decrease of their stiffness [M/T^2]; the
	 * energy that they have lost by getting shorter [M L^2/T^2] */
	vec3 spring;
	double softer, shrunk;
	double normal, tangent, visc; /* work of the old forces over the step; half of it is booked [M L^2/T^2] */
	struct turning3 turn;
};

/* The first half of contact3_step: the change *p of the contact over the step.
 *
 * Springs whose stiffness follows the overlap (mindlin, hertz-mindlin) give and take no energy that friction does not account
 * for: if the load grows, the force stays and the spring gets shorter; if the load falls, the spring stays and the force gets
 * smaller. */
static WIDE_INLINE void contact3_advance(enum law_kind kind, int balls, int smooth, const struct kinematics3 *q,
	const struct law_contact *law, const struct contact3 *old, const struct contact3 *c, struct increment3 *p)
{
	vec3 si = balls ? q->turn_i : q->late_turn_i, sj = balls ? q->turn_j : q->late_turn_j, d1, d0;
	struct arms3 arm = arms3_of(q, c->gap), arm0 = arms3_of(q, old->gap);
	/* j was at branch + displacement from i */
	vec3 b = v3_sub(c->a, q->branch), b0 = v3_sub(old->a, v3_add(q->branch, q->displacement));

	d0 = balls ? arms3_relative(arm0, q->displacement, q->turn_i, q->turn_j, old->n) :
	             contact3_relative(q->displacement, q->turn_i, old->a, q->turn_j, b0);
	double n0 = v3_dot(d0, old->n);
	double e0 = law_force_of(kind, law, q->sum_of_radii, q->effective, old->gap) * q->was;
	e0 = balls ? e0 : e0 * old->weight;
	double vn0 = old->fn - e0;
	p->normal = e0 * n0;
	d1 = balls ? arms3_relative(arm, q->displacement, si, sj, c->n) : contact3_relative(q->displacement, si, c->a, sj, b);
	p->n1 = v3_dot(d1, c->n);
	vec3 u = balls ? arms3_relative(arm, q->velocity, q->spin_i, q->spin_j, c->n) :
	                 contact3_relative(q->velocity, q->spin_i, c->a, q->spin_j, b);
	p->un = v3_dot(u, c->n);
	p->tangent = p->softer = p->shrunk = 0;
	p->visc = vn0 * n0;
	p->xi = p->ds = p->t1 = p->ut = p->spring = v3(0, 0, 0);
	if (smooth)
		return;
	double kt0 = law_tangential_of(kind, law, q->effective, old->gap);
	vec3 t0 = v3_sub(d0, v3_scale(n0, old->n)), spring0 = v3_scale(kt0, old->xi), vt0 = v3_sub(old->ft, spring0);
	p->tangent = v3_dot(spring0, t0);
	p->visc = vn0 * n0 + v3_dot(vt0, t0);
	p->turn = turning3_of(old->n, c->n, 0.5 * v3_dot(v3_add(si, sj), c->n));
	vec3 s0 = turning3_take(&p->turn, t0);
	p->xi = turning3_take(&p->turn, old->xi);
	p->t1 = v3_sub(d1, v3_scale(p->n1, c->n));
	p->ds = v3_scale(0.5, v3_add(q->was > 0 ? s0 : p->t1, q->is > 0 ? p->t1 : s0));
	p->ut = v3_sub(u, v3_scale(p->un, c->n));
	if (law_is_mindlin(kind)) {
		double kt = law_tangential_of(kind, law, q->effective, c->gap), less = kt > kt0 ? kt0 / kt : 1;

		p->spring = v3_scale(kt0, p->xi);
		p->softer = kt > kt0 ? 0 : kt0 - kt;
		p->shrunk = 0.5 * (1 - less) * v3_dot(p->spring, p->xi);
		p->xi = v3_scale(less, p->xi);
	}
}

/* The second half of contact3_step: the new forces and springs, and their action. */
static WIDE_INLINE void contact3_act(enum law_kind kind, int balls, int smooth, const struct kinematics3 *q,
	const struct law_contact *law, double dt, const struct increment3 *p, struct contact3 *c, struct action3 *o)
{
	double cn = law_normal_damping_of(kind, law, q->root, q->effective, c->gap);
	double ct = law_tangential_damping_of(kind, law, q->root, q->effective, c->gap);
	double kt = law_tangential_of(kind, law, q->effective, c->gap), ikt = law_compliance_of(kind, law, kt);
	double elastic = law_force_of(kind, law, q->sum_of_radii, q->effective, c->gap) * q->is;
	double push = law_push(kind, law, elastic, cn * p->un);
	c->fn = q->is > 0 ? push : 0;
	double load = law_load(kind, law, q->effective, c->fn, c->gap) * q->is;
	if (!balls) { /* the weight scales the law */
		elastic *= c->weight;
		c->fn *= c->weight;
		load *= contact3_share(c->weight);
	}
	double limit = law->mu * load, vn = c->fn - elastic;
	o->normal = 0.5 * (elastic * p->n1 + p->normal);
	o->load = load;
	if (smooth) {
		c->xi = c->ft = v3(0, 0, 0);
		o->fric = o->tangent = 0;
		o->power = dt * (vn * p->un);
		o->visc = 0.5 * (vn * p->n1 + p->visc);
		contact3_action(balls, q, c, o);
		return;
	}
	c->xi = contact3_shorten(v3_add(p->xi, p->ds), limit * ikt);
	vec3 spring = v3_scale(kt, c->xi);
	c->ft = contact3_shorten(v3_add(spring, v3_scale(ct, p->ut)), limit);

	vec3 vt = v3_sub(c->ft, spring), slip = v3_sub(p->ds, v3_sub(c->xi, p->xi));
	if (law_is_mindlin(kind)) /* balances the mean force over the step and the energies before and after it */
		o->fric = 0.5 * v3_dot(v3_add(p->spring, spring), slip) + p->shrunk + 0.5 * p->softer * v3_dot(p->xi, c->xi);
	else
		o->fric = 0.5 * kt * v3_dot(v3_add(p->xi, c->xi), slip);
	o->power = dt * (vn * p->un + v3_dot(vt, p->ut));
	o->tangent = 0.5 * (v3_dot(spring, p->t1) + p->tangent);
	o->visc = 0.5 * ((vn * p->n1 + v3_dot(vt, p->t1)) + p->visc);
	contact3_action(balls, q, c, o);
}

/* Do one step of a contact that was there one step ago (q->was), is there now (q->is), or both. old is the contact one step
 * ago, all 0 if it was not there; *c has its new shape, by contact3_shape; *c and *o get the new forces and the action. A
 * contact that has opened acts over half of this step with its last forces, and the energy of its springs goes to friction.
 * kind, balls and smooth may be known to the compiler; balls: see contact3_shape. smooth may be set for linear laws without
 * friction if the old contact has no tangential force and spring: it is faster, and only signs of zeros differ. If the law
 * resists rolling or twisting, contact3_roll follows. */
static WIDE_INLINE void contact3_step(enum law_kind kind, int balls, int smooth, const struct kinematics3 *q,
	const struct law_contact *law, double dt, const struct contact3 *old, struct contact3 *c, struct action3 *o)
{
	struct increment3 p;

	contact3_advance(kind, balls, smooth, q, law, old, c, &p);
	contact3_act(kind, balls, smooth, q, law, dt, &p, c, o);
}

/* Do the same step of its resistance to rolling and twisting, for all kinds of laws: n0 and n1 are the normals before and after
 * contact3_step. k0 is the state one step ago, all 0 if the contact was not there; *k gets the new one, and *o, from
 * contact3_step, more torques and terms of the ledger. The late turns of balls are their turns. */
static WIDE_INLINE void contact3_roll(const struct kinematics3 *q, const struct law_contact *law, double dt, vec3 n0, vec3 n1,
	const struct rolling3 *k0, struct rolling3 *k, struct action3 *o)
{
	double most = law->mur * q->effective * o->load, least = law->mus * q->effective * o->load;
	vec3 si = q->late_turn_i, sj = q->late_turn_j;
	vec3 rel1 = v3_sub(si, sj), rel0 = v3_sub(q->turn_i, q->turn_j), rate = v3_sub(q->spin_i, q->spin_j);
	struct turning3 turn = turning3_of(n0, n1, 0.5 * v3_dot(v3_add(si, sj), n1));
	/* components along the normals, then across them */
	double a1 = v3_dot(rel1, n1), a0 = v3_dot(rel0, n0), w0 = v3_dot(k0->roll, n0), m0 = v3_dot(k0->moment, n0);
	vec3 r1 = v3_sub(rel1, v3_scale(a1, n1)), r0 = v3_sub(rel0, v3_scale(a0, n0));
	vec3 rho0 = v3_sub(k0->roll, v3_scale(w0, n0)), mom0 = v3_sub(k0->moment, v3_scale(m0, n0));
	vec3 roll0 = turning3_take(&turn, rho0), by0 = turning3_take(&turn, r0);
	vec3 dr = v3_scale(0.5, v3_add(q->was > 0 ? by0 : r1, q->is > 0 ? r1 : by0));
	double da = 0.5 * ((q->was > 0 ? a0 : a1) + (q->is > 0 ? a1 : a0));
	vec3 roll = contact3_shorten(v3_add(roll0, dr), most * law->ikr), rolling = v3_scale(law->kr, roll);
	double twist = law_clamp(w0 + da, least * law->iks), screw = law->ks * twist, spin = v3_dot(rate, n1);
	vec3 mr = contact3_shorten(v3_add(rolling, v3_scale(law->gr, contact3_across(rate, n1))), most);
	double mt = law_clamp(screw + law->gs * spin, least);

	k->roll = v3_add(roll, v3_scale(twist, n1));
	k->moment = v3_add(mr, v3_scale(mt, n1));
	vec3 rolling0 = v3_scale(law->kr, rho0), vr = v3_sub(mr, rolling), vr0 = v3_sub(mom0, rolling0);
	double screw0 = law->ks * w0;
	o->fric += 0.5 * law->kr * v3_dot(v3_add(roll0, roll), v3_sub(dr, v3_sub(roll, roll0))) +
	           0.5 * law->ks * (w0 + twist) * (da - (twist - w0));
	o->power += dt * (v3_dot(vr, rate) + (mt - screw) * spin);
	o->tangent += 0.5 * (v3_dot(rolling, r1) + v3_dot(rolling0, r0)) + 0.5 * (screw * a1 + screw0 * a0);
	o->visc += 0.5 * (v3_dot(vr, r1) + v3_dot(vr0, r0)) + 0.5 * ((mt - screw) * a1 + (m0 - screw0) * a0);
	contact3_twist(k, o);
}

#endif
