/* law.h: the contact law of two materials: a normal force that has a potential, a tangential spring with Coulomb's limit, a
 * rolling spring with a limit of its own, and dashpots.
 *
 * With the overlap d = r_i + r_j - distance (negative without contact), R = r_i + r_j and u = R / (R - d) the normal force is
 *     linear          kn d
 *     hertz           kn d^(3/2)
 *     mindlin         kn d^(3/2), in space, with the tangential stiffness kt d^(1/2)
 *     cohesive        kn d - pull where d >= 0, -pull (1 + d / range) where 0 > d > -range
 *     lennard-jones   12 epsilon / R (u^13 - u^7 - c^-13 + c^-7) up to the distance c R, c = cut: the Lennard-Jones potential
 *                     epsilon (u^12 - 2 u^6), whose minimum is where grains touch, shifted so that neither force nor potential
 *                     jumps at the cut
 * The potential is 0 where the force begins. */
#ifndef SCREE_LAW_H
#define SCREE_LAW_H

#include <math.h>

#include "base/wide.h"
#include "world/world.h"

enum law_kind { LAW_LINEAR, LAW_HERTZ, LAW_COHESIVE, LAW_LENNARD_JONES, LAW_MINDLIN };

struct law_contact {
	enum law_kind kind;
	double kn, kt;        /* normal and tangential stiffness [M/T^2], hertz: kn [M L^-1/2 T^-2] */
	double mu;            /* friction coefficient */
	double ikt;           /* 1 / kt, or 0 for kt = 0 [T^2/M] */
	double zn, zt;        /* viscous coefficients per root of the reduced mass [M^1/2 / T], hertz: and per d^(1/4); 0 with gn, gt */
	double gn, gt;        /* viscous coefficients [M/T], 0 if a restitution coefficient is given */
	double least;         /* 0, or -INFINITY if the viscous part of the normal force may attract [M L/T^2] */
	double pull, range;   /* cohesive [M L/T^2, L] */
	double slope;         /* pull / range, 0 for range = 0 [M/T^2] */
	double epsilon, cut;  /* lennard-jones [M L^2/T^2, 1] */
	double cut_force, cut_energy; /* c^-13 - c^-7, c^-12 - 2 c^-6 */
	double scale;         /* forces begin at the distance scale (r_i + r_j) + range */
	double kr, ikr, gr;   /* rolling: stiffness [M L^2/T^2], its inverse or 0, dashpot [M L^2/T] */
	double mur;           /* rolling torque at most, per normal force and radius */
	double ks, iks, gs, mus; /* the same for twisting, in space */
};

enum law_status { LAW_GOOD, LAW_KIND, LAW_KEY, LAW_VALUE, LAW_ALONE, LAW_SOFT };

/* Check the kind of a law (including those of hard contacts, see hard.h), its keys and their values. Statuses are those of
 * law_resolve. */
enum law_status law_check(const struct law *l, const char **key, double *value);

/* Resolve a law. Missing keys get defaults: kn 1, kt 0.1 kn (lennard-jones: 0, mindlin: 21/17 kn), mu 0.5, cut 2, all others 0.
 * Damping follows from en (default 0.5; lennard-jones has no en) unless gn or gt is given; then the other of the two is 0. With
 * attraction=1 viscous forces may attract. Returns LAW_KIND for an unknown kind, LAW_KEY for a key that the kind does not have
 * or for en beside gn or gt, LAW_VALUE for a value out of range, LAW_ALONE for a limit mur without kr or gr (mus: ks or gs);
 * *key and *value say which. */
enum law_status law_resolve(const struct law *l, struct law_contact *out, const char **key, double *value);

/* The kinds of laws, for messages: "linear, hertz, ...". */
const char *law_kinds(void);
/* The keys of a kind, for messages: "kn kt ...", or NULL for an unknown kind. */
const char *law_keys(const char *kind);
/* The values that a key may have, for messages, or NULL for an unknown key. */
const char *law_values(const char *key);

/* Whether the law has a normal force at all. */
int law_acts(const struct law_contact *l);

/* The distance at which the force begins, for the sum lim of two radii [L]. */
static inline double law_begins(const struct law_contact *l, double lim)
{
	return l->scale * lim + l->range;
}

/* The same distance, less lim. */
static inline double law_reach(const struct law_contact *l, double lim)
{
	return (l->scale - 1) * lim + l->range;
}

/* The greatest stiffness of the normal force for lim = r_i + r_j, up to an overlap of a tenth of lim [M/T^2]. */
double law_stiffness(const struct law_contact *l, double lim);

/* The damping ratio of a linear spring and dashpot whose collisions, viscous attraction included, have the restitution en in
 * [0, 1]: zeta = -ln en / sqrt(pi^2 + ln^2 en); 1 for en = 0. */
double law_damping_ratio(double en);

/* The normal force at the overlap d, without the dashpot [M L/T^2]. lim is r_i + r_j; kind is l->kind, which the compiler may
 * know. */
static WIDE_INLINE double law_force_of(enum law_kind kind, const struct law_contact *l, double lim, double d)
{
	if (kind == LAW_HERTZ || kind == LAW_MINDLIN) {
		double in = d > 0 ? d : 0;
		return l->kn * in * sqrt(in);
	}
	if (kind == LAW_COHESIVE) {
		double in = d > 0 ? d : 0, out = d < 0 ? d : 0;
		return l->kn * in - l->pull - l->slope * out;
	}
	if (kind == LAW_LENNARD_JONES) {
		double u = lim / (lim - d), u2 = u * u, u6 = u2 * u2 * u2;
		return 12 * l->epsilon / lim * (u * u6 * (u6 - 1) - l->cut_force);
	}
	return l->kn * d;
}

/* The potential of this force [M L^2/T^2]. */
static WIDE_INLINE double law_energy_of(enum law_kind kind, const struct law_contact *l, double lim, double d)
{
	if (kind == LAW_HERTZ || kind == LAW_MINDLIN) {
		double in = d > 0 ? d : 0;
		return 0.4 * l->kn * in * in * sqrt(in);
	}
	if (kind == LAW_COHESIVE) {
		double in = d > 0 ? d : 0, out = d < 0 ? d : 0, left = l->range + out;
		return 0.5 * l->kn * in * in - l->pull * in - 0.5 * l->slope * left * left;
	}
	if (kind == LAW_LENNARD_JONES) {
		double r = lim - d, u = lim / r, u2 = u * u, u6 = u2 * u2 * u2;
		return l->epsilon * (u6 * (u6 - 2) - l->cut_energy + 12 * (r / lim - l->cut) * l->cut_force);
	}
	return 0.5 * l->kn * d * d;
}

/* The attractive part of the normal force, which does not reduce friction [M L/T^2]. */
static WIDE_INLINE double law_pull_of(enum law_kind kind, const struct law_contact *l, double d)
{
	return kind == LAW_COHESIVE ? l->pull + l->slope * (d < 0 ? d : 0) : 0;
}

/* The coefficient of the normal dashpot of a pair; root is the square root of its reduced mass m: 2 zeta sqrt(m k), or as given
 * [M/T]. For Hertz' law k is the stiffness at the overlap d, so that restitution does not depend on speed. Cohesive contacts
 * are damped only while grains overlap, for the same reason. */
static WIDE_INLINE double law_normal_damping_of(enum law_kind kind, const struct law_contact *l, double root, double d)
{
	if (kind == LAW_HERTZ || kind == LAW_MINDLIN)
		return l->gn + l->zn * root * sqrt(sqrt(d > 0 ? d : 0));
	if (kind == LAW_COHESIVE)
		return d > 0 ? l->gn + l->zn * root : 0;
	return l->gn + l->zn * root;
}

/* The coefficient of the tangential dashpot, except for mindlin [M/T]. */
static WIDE_INLINE double law_tangential_damping(const struct law_contact *l, double root)
{
	return l->gt + l->zt * root;
}

/* The stiffness of the tangential spring at the overlap d, which that of mindlin depends on [M/T^2]. */
static WIDE_INLINE double law_tangential_of(enum law_kind kind, const struct law_contact *l, double d)
{
	return kind == LAW_MINDLIN ? l->kt * sqrt(d > 0 ? d : 0) : l->kt;
}

/* The coefficient of the tangential dashpot at the overlap d, for any kind [M/T]. */
static WIDE_INLINE double law_tangential_damping_of(enum law_kind kind, const struct law_contact *l, double root, double d)
{
	double c = l->zt * root;

	return l->gt + (kind == LAW_MINDLIN ? c * sqrt(sqrt(d > 0 ? d : 0)) : c);
}

static inline double law_force(const struct law_contact *l, double lim, double d)
{
	return law_force_of(l->kind, l, lim, d);
}

static inline double law_energy(const struct law_contact *l, double lim, double d)
{
	return law_energy_of(l->kind, l, lim, d);
}

/* x, limited to -limit .. limit. */
static WIDE_INLINE double law_clamp(double x, double limit)
{
	double low = x < -limit ? 0 - limit : x; /* 0 - limit: never -0 */

	return x > limit ? limit : low;
}

/* The normal force of spring and dashpot. The viscous part may not attract, unless the law says so. */
static WIDE_INLINE double law_push(enum law_kind kind, const struct law_contact *law, double elastic, double viscous)
{
	double push = elastic + viscous, least = law->least + (kind == LAW_LINEAR || elastic > 0 ? 0 : elastic);

	return push < least ? least : push;
}

/* The normal load, of which the limits of friction and rolling are multiples [M L/T^2]. */
static WIDE_INLINE double law_load(enum law_kind kind, const struct law_contact *law, double fn, double gap)
{
	double load = fn + law_pull_of(kind, law, gap);

	return load > 0 ? load : 0;
}

#endif
