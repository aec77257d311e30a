/* law.h: the contact law of two materials, resolved from what the stream says: a normal force that has a potential, a
 * tangential spring with Coulomb's limit, a rolling spring with a limit of its own, and dashpots.
 *
 * With the overlap d = r_i + r_j - distance (negative apart), R = r_i + r_j and u = R / (R - d) the normal force is
 *     linear          kn d
 *     hertz           kn d^(3/2)
 *     mindlin         the same, in space, with a tangential stiffness kt d^(1/2)
 *     cohesive        kn d - pull where d >= 0, -pull (1 + d / range) where 0 > d > -range
 *     lennard-jones   12 epsilon / R (u^13 - u^7 - c^-13 + c^-7) up to the distance c R, c = cut: Lennard and Jones' potential
 *                     epsilon (u^12 - 2 u^6), whose minimum is where grains touch, less what makes force and potential end
 *                     at the cut without a jump
 * and the potential is 0 where the force begins. */
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
	double zn, zt;        /* viscous coefficients per root of the reduced mass [M^1/2 / T], hertz: of d^(1/4); else 0 */
	double gn, gt;        /* viscous coefficients [M/T], 0 where a restitution coefficient holds */
	double least;         /* 0, or -INFINITY where the normal force's viscous part may attract [M L/T^2] */
	double pull, range;   /* cohesive [M L/T^2, L] */
	double slope;         /* pull / range, 0 for range = 0 [M/T^2] */
	double epsilon, cut;  /* lennard-jones [M L^2/T^2, 1] */
	double cut_force, cut_energy; /* c^-13 - c^-7, c^-12 - 2 c^-6 */
	double scale;         /* forces begin at the distance scale (r_i + r_j) + range */
	double kr, ikr, gr;   /* rolling: stiffness [M L^2/T^2], its inverse or 0, dashpot [M L^2/T] */
	double mur;           /* and limit by normal force and radius */
	double ks, iks, gs, mus; /* the same of twisting, in space */
};

enum law_status { LAW_GOOD, LAW_KIND, LAW_KEY, LAW_VALUE, LAW_ALONE, LAW_SOFT };

/* Whether its kind, which may be that of hard contacts too (hard.h), its keys and their values are known; the statuses below. */
enum law_status law_check(const struct law *l, const char **key, double *value);

/* Resolve a law. Keys that are missing get defaults: kn 1, kt 0.1 kn (lennard-jones: 0, mindlin: 21/17 kn), mu 0.5;
 * damping from en = 0.5 unless gn or gt is given, then what is missing of the two is 0; lennard-jones has no en; cut 2, all
 * others 0. attraction=1 keeps attracting viscous forces. Returns LAW_KIND for a kind it does not know, LAW_KEY for a key
 * that the kind does not have or en beside gn, LAW_VALUE for a value out of range, LAW_ALONE for a limit mur of neither kr
 * nor gr (mus: ks nor gs); *key and *value say which. */
enum law_status law_resolve(const struct law *l, struct law_contact *out, const char **key, double *value);

/* The kinds of laws and their keys, as words for messages: "linear, hertz, ...", and "kn kt ..." of a kind or NULL. */
const char *law_kinds(void);
const char *law_keys(const char *kind);

/* What values of a key are allowed, for messages. */
const char *law_values(const char *key);

/* Whether there is any force. */
int law_acts(const struct law_contact *l);

/* The distance at which a force begins, of two radii with the sum lim, and how far that is beyond them [L]. */
static inline double law_begins(const struct law_contact *l, double lim)
{
	return l->scale * lim + l->range;
}

static inline double law_reach(const struct law_contact *l, double lim)
{
	return (l->scale - 1) * lim + l->range;
}

/* The greatest stiffness of the normal force of like grains with lim = r_i + r_j, up to an overlap of a tenth of lim [M/T^2]. */
double law_stiffness(const struct law_contact *l, double lim);

/* The damping ratio of a linear spring and dashpot whose collisions, attraction included, have restitution en in [0,
 * 1]: zeta = -ln en / sqrt(pi^2 + ln^2 en); 1 for en = 0. */
double law_damping_ratio(double en);

/* Normal force and potential at an overlap, without the dashpot, for a kind that the compiler may know. lim is r_i + r_j. */
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

/* The attraction in it, which does not lessen friction [M L/T^2]. */
static WIDE_INLINE double law_pull_of(enum law_kind kind, const struct law_contact *l, double d)
{
	return kind == LAW_COHESIVE ? l->pull + l->slope * (d < 0 ? d : 0) : 0;
}

/* Coefficients of the dashpots of a pair whose reduced mass has this root: 2 zeta sqrt(m k), or as given [M/T]. Hertz' stiffness
 * is that at the overlap d, so that restitution does not depend on speed; cohesion is damped while grains overlap, for the same
 * reason. */
static WIDE_INLINE double law_normal_damping_of(enum law_kind kind, const struct law_contact *l, double root, double d)
{
	if (kind == LAW_HERTZ || kind == LAW_MINDLIN)
		return l->gn + l->zn * root * sqrt(sqrt(d > 0 ? d : 0));
	if (kind == LAW_COHESIVE)
		return d > 0 ? l->gn + l->zn * root : 0;
	return l->gn + l->zn * root;
}

static WIDE_INLINE double law_tangential_damping(const struct law_contact *l, double root)
{
	return l->gt + l->zt * root;
}

/* The same at the overlap d, with the stiffness of the tangential spring there: that of mindlin follows the overlap [M/T^2]. */
static WIDE_INLINE double law_tangential_of(enum law_kind kind, const struct law_contact *l, double d)
{
	return kind == LAW_MINDLIN ? l->kt * sqrt(d > 0 ? d : 0) : l->kt;
}

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

/* x, but no further from 0 than the limit. */
static WIDE_INLINE double law_clamp(double x, double limit)
{
	double low = x < -limit ? 0 - limit : x; /* no -0 */

	return x > limit ? limit : low;
}

/* The normal force: the dashpot's part may not attract, unless the law says so. */
static WIDE_INLINE double law_push(enum law_kind kind, const struct law_contact *law, double elastic, double viscous)
{
	double push = elastic + viscous, least = law->least + (kind == LAW_LINEAR || elastic > 0 ? 0 : elastic);

	return push < least ? least : push;
}

/* What a limit is a multiple of. */
static WIDE_INLINE double law_load(enum law_kind kind, const struct law_contact *law, double fn, double gap)
{
	double load = fn + law_pull_of(kind, law, gap);

	return load > 0 ? load : 0;
}

#endif
