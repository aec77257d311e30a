/* law.h: the contact law of two materials: a normal force that has a potential, a tangential spring with Coulomb's limit, a
 * rolling spring with a limit of its own, and dashpots.
 *
 * With the overlap d = r_i + r_j - distance (negative without contact), R = r_i + r_j and u = R / (R - d) the normal force is
 *     linear          kn d
 *     hertz           kn d^(3/2)
 *     mindlin         kn d^(3/2), in space, with the tangential stiffness kt d^(1/2)
 *     hertz-mindlin   4/3 E* (R*)^(1/2) d^(3/2), with the tangential stiffness 8 G* (R* d)^(1/2)
 *     cohesive        kn d - pull where d >= 0, -pull (1 + d / range) where 0 > d > -range
 *     lennard-jones   12 epsilon / R (u^13 - u^7 - c^-13 + c^-7) up to the distance c R, c = cut: the Lennard-Jones potential
 *                     epsilon (u^12 - 2 u^6), whose minimum is where grains touch, shifted so that neither force nor potential
 *                     jumps at the cut
 *     jkr             of Johnson, Kendall and Roberts, see adhesion.h
 *     dmt             that of hertz-mindlin, less 2 pi w R* (Derjaguin, Muller and Toporov, J. Colloid Interface Sci. 53, 1975,
 *                     314)
 *     liquid-bridge   that of hertz-mindlin, less Willett's bridge, see adhesion.h
 *     van-der-waals   that of hertz-mindlin, less A R* / 6 (1 / s^2 - 1 / range^2), with the separation s = -d, at least
 *                     `closest`
 * The potential is 0 where the force begins. jkr and liquid-bridge cling: their contacts form by touch, and last to overlaps
 * below 0. For jkr the tangential stiffness is 8 G* a with the contact radius a.
 *
 * E* and G* follow from Young's moduli E and Poisson's ratios nu of both materials (K. L. Johnson, Contact Mechanics, 1985, 4.2
 * and 7.2), with G = E / (2 (1 + nu)):
 *     1 / E* = (1 - nu_1^2) / E_1 + (1 - nu_2^2) / E_2,  1 / G* = (2 - nu_1) / G_1 + (2 - nu_2) / G_2.
 * A linear law without kn takes its stiffness from them too: in space kn = 4 E* R*; in the plane, where grains are cylinders of
 * length 1 across the plane, kn = pi/4 E*. kt is 4 G* / E* times kn, as for hertz-mindlin at the same overlap.
 *
 * R* is the effective radius of the contact, see law_effective. Where it does not matter, functions ignore it. */
#ifndef SCREE_LAW_H
#define SCREE_LAW_H

#include <math.h>

#include "base/cube_root.h"
#include "base/wide.h"
#include "contact/adhesion.h"
#include "world/world.h"

/* LAW_ELASTIC: a linear law in space whose stiffness follows from E and the radii. */
enum law_kind {
	LAW_LINEAR, LAW_HERTZ, LAW_COHESIVE, LAW_LENNARD_JONES, LAW_ELASTIC,
	LAW_MINDLIN, LAW_HERTZ_MINDLIN,                   /* the tangential stiffness follows the overlap */
	LAW_JKR, LAW_DMT, LAW_BRIDGE, LAW_VAN_DER_WAALS   /* hertz-mindlin with adhesion */
};

struct law_contact {
	enum law_kind kind;
	/* normal and tangential stiffness [M/T^2]; hertz: kn [M L^-1/2 T^-2], mindlin: both; hertz-mindlin: 4/3 E*, 8 G* [M/(L T^2)];
	 * elastic: 4 E*, 16 G* [M/(L T^2)] */
	double kn, kt;
	int kt_given;         /* elastic: kt is given, as a stiffness [M/T^2] */
	double mu;            /* friction coefficient */
	double ikt;           /* 1 / kt, or 0 for kt = 0 [T^2/M] */
	double zn, zt;        /* viscous coefficients per root of the reduced mass [M^1/2 / T], hertz: and per d^(1/4); 0 with gn, gt */
	double gn, gt;        /* viscous coefficients [M/T], 0 if a restitution coefficient is given */
	double least;         /* 0, or -INFINITY if the viscous part of the normal force may attract [M L/T^2] */
	double pull, range;   /* cohesive [M L/T^2, L] */
	double slope;         /* pull / range, 0 for range = 0 [M/T^2] */
	double epsilon, cut;  /* lennard-jones [M L^2/T^2, 1] */
	double cut_force, cut_energy; /* c^-13 - c^-7, c^-12 - 2 c^-6 */
	/* The attraction at contact, by the effective radius: jkr 4 pi w, dmt 2 pi w, liquid-bridge 4 pi g cos q [M/T^2];
	 * van-der-waals A / 6 [M L^2/T^2] */
	double attract;
	/* jkr: a0 / R*^(2/3) [L^1/3], see adhesion.h; liquid-bridge: (V / 2)^(1/2) [L^3/2]; INFINITY for other laws */
	double extent;
	double closest, most; /* van-der-waals: limits of s, closest and INFINITY [L]; 1 and 1 for other laws */
	double flat;          /* van-der-waals: 1 / range^2 [L^-2], 0 for other laws */
	double damped;        /* liquid-bridge, van-der-waals: overlap from which gn acts, 0; -INFINITY for other laws [L] */
	double wet, rupture;  /* liquid-bridge: V^(1/3), (1 + q / 2) V^(1/3) [L] */
	double scale;         /* forces begin at the distance scale (r_i + r_j) + range */
	double kr, ikr, gr;   /* rolling: stiffness [M L^2/T^2], its inverse or 0, dashpot [M L^2/T] */
	double mur;           /* rolling torque at most, per normal force and radius */
	double ks, iks, gs, mus; /* the same for twisting, in space */
};

enum law_status { LAW_GOOD, LAW_KIND, LAW_KEY, LAW_VALUE, LAW_ALONE, LAW_SOFT, LAW_CONSTANTS, LAW_STIFFNESS, LAW_MISSING };

/* Check the kind of a law (including those of hard contacts, see hard.h), its keys and their values. Statuses are those of
 * law_resolve. */
enum law_status law_check(const struct law *l, const char **key, double *value);

/* Resolve a law of the world w, which has its materials and its dimension; w may be NULL: in the plane, without constants.
 * Missing keys get defaults: kn 1, kt 0.1 kn (lennard-jones: 0, mindlin: 21/17 kn), mu 0.5, cut 2, all others 0.
 * Damping follows from en (default 0.5; lennard-jones has no en) unless gn or gt is given; then the other of the two is 0. With
 * attraction=1 viscous forces may attract. Returns LAW_KIND for an unknown kind, LAW_KEY for a key that the kind does not have
 * or for en beside gn or gt, LAW_VALUE for a value out of range, LAW_ALONE for a limit mur without kr or gr (mus: ks or gs);
 * *key and *value say which. LAW_CONSTANTS: the stiffness has to come from elastic constants, and the material *key has none.
 * LAW_MISSING: the kind has no default for *key. LAW_STIFFNESS: the law has a stiffness *key of its own, *value or 0 for the
 * default, and both materials have elastic constants. */
enum law_status law_resolve(const struct world *w, const struct law *l, struct law_contact *out, const char **key, double *value);

/* The kinds of laws, for messages: "linear, hertz, ...". */
const char *law_kinds(void);
/* The keys of a kind, for messages: "kn kt ...", or NULL for an unknown kind. */
const char *law_keys(const char *kind);
/* The values that a key may have, for messages, or NULL for an unknown key. */
const char *law_values(const char *key);

/* Whether the stiffness of a contact follows from elastic constants and its effective radius. */
static inline int law_is_elastic(const struct law_contact *l)
{
	return l->kind == LAW_ELASTIC || l->kind >= LAW_HERTZ_MINDLIN;
}

/* The effective radius R* = 1 / (1/a + 1/b) of two balls, or of the vertices of two skeletons [L]. A radius of 0 is a flat
 * wall, or a sharp corner: then R* is the other radius. */
static inline double law_effective(double a, double b)
{
	return a > 0 && b > 0 ? a * b / (a + b) : a > b ? a : b;
}

/* The effective radius of two cylinders of radii R' and R'' that cross at right angles [L]: that of the sphere on a plane with
 * the same force at the same overlap. Hertz' solution for elliptic contacts (Johnson, 4.2) has elliptic integrals. This is its
 * expansion for R' near R'' with the term of first order in (R' - R'')^2 under a root,
 *     R*^4 = R'^2 R''^2 (1 + (R' - R'')^2 / (6 R' R'')),
 * which is off by 0.02 % if one radius is twice the other, by 0.16 % at four times and by 1 % at a hundred times. The force is
 * off by half of this. A radius of 0 is a sharp edge: then R* is the other radius. */
double law_effective_crossed(double a, double b);
/* That of a ball of radius r on a cylinder of radius c [L]; side is CYLINDER_IN or CYLINDER_OUT. R' = r is along the axis and
 * R'' = 1 / (1/r -+ 1/c) across it. */
double law_effective_cylinder(double r, double c, int side);

/* Whether the law has a normal force at all. */
int law_acts(const struct law_contact *l);

/* Whether a law resists rolling, or in space twisting. */
static inline int law_rolls(const struct law_contact *l)
{
	return l->mur > 0 || l->mus > 0;
}

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

/* Whether contacts last longer than to the distance at which they begin: they form by touch, and break further away. */
static inline int law_clings(const struct law_contact *l)
{
	return l->kind == LAW_JKR || l->kind == LAW_BRIDGE;
}

/* How far beyond the sum of the radii such a contact lasts, for the effective radius [L]. It grows with the radius for jkr, and
 * falls for liquid-bridge, where it stays finite at radius 0. */
double law_lasts(const struct law_contact *l, double effective);

/* The distance, less lim, at which the force of a contact ends [L]. */
static inline double law_ends(const struct law_contact *l, double lim, double effective)
{
	return law_clings(l) ? law_lasts(l, effective) : law_reach(l, lim);
}

/* The potential where the force ends, which is lost there: 0 for laws that do not cling [M L^2/T^2]. */
double law_lost(const struct law_contact *l, double lim, double effective);

/* A contact that begins or ends in a step has moved all along its depth in it, or at least along this part of the depth, where
 * rounding or a normal that turns makes the way shorter. */
#define LAW_TOUCHED 0.99

/* What a step dissipates too much if the contact begins in it or ends, because the trapezoidal rule lets the viscous force act
 * over n / 2 instead of all along depth [M L^2/T^2]. n: the displacement along the normal in the step, > 0; depth: the part of it
 * in contact [L]; viscous: the force at the end of the step that is in contact [M L/T^2], taken as constant along it. If viscous
 * forces may not attract, they have ended before the contact does. */
static inline double law_lost_too_much(const struct law_contact *l, int ends, double n, double depth, double viscous)
{
	if (ends)
		return l->least < 0 ? viscous * (depth - 0.5 * n) : 0;
	return viscous * (0.5 * n - depth);
}

/* The greatest stiffness of the normal force for lim = r_i + r_j and the effective radius, up to an overlap of a tenth of lim
 * [M/T^2]. */
double law_stiffness(const struct law_contact *l, double lim, double effective);

/* The greatest change of the attraction of liquid-bridge and van-der-waals with the distance, 0 for other laws [M/T^2]. */
double law_attraction_slope(const struct law_contact *l, double effective);

/* The damping ratio of a linear spring and dashpot whose collisions, viscous attraction included, have the restitution en in
 * [0, 1]: zeta = -ln en / sqrt(pi^2 + ln^2 en); 1 for en = 0. */
double law_damping_ratio(double en);

/* Whether the normal force is Hertz', and whether the tangential stiffness follows the overlap. The kinds are known to the
 * compiler. */
static WIDE_INLINE int law_is_hertz(enum law_kind kind)
{
	return kind == LAW_HERTZ || kind >= LAW_MINDLIN;
}

static WIDE_INLINE int law_is_mindlin(enum law_kind kind)
{
	return kind >= LAW_MINDLIN;
}

/* The s of a contact by jkr, see adhesion.h, and its contact radius [L]. */
static WIDE_INLINE double law_jkr_side(const struct law_contact *l, double effective, double d)
{
	return jkr_side(d / (l->extent * l->extent * cube_root(effective)));
}

static WIDE_INLINE double law_jkr_radius(const struct law_contact *l, double effective, double d)
{
	double root = cube_root(effective), s = law_jkr_side(l, effective, d);

	return l->extent * root * root * s * s;
}

/* The square root of the overlap, with that of the effective radius for hertz-mindlin: the contact radius; 0 without contact. */
static WIDE_INLINE double law_root(enum law_kind kind, const struct law_contact *l, double effective, double d)
{
	double in = d > 0 ? d : 0;

	if (kind == LAW_JKR)
		return law_jkr_radius(l, effective, d);
	return sqrt(kind >= LAW_HERTZ_MINDLIN ? effective * in : in);
}

/* The attraction that dmt, liquid-bridge and van-der-waals add to Hertz' force [M L/T^2]. One vector loop serves all three, so
 * nothing branches: the constants of each law make the terms of the others 0 or 1, which changes no bit. */
static WIDE_INLINE double law_attraction_of(const struct law_contact *l, double effective, double d)
{
	double out = d < 0 ? -d : 0, x = out * sqrt(effective) / l->extent;
	double near = out < l->most ? out : l->most, s = near > l->closest ? near : l->closest;

	return l->attract * effective * (1 / (bridge_fall(x) * (s * s)) - l->flat);
}

/* Its potential, with the sign of a potential of attraction; 0 where the force begins [M L^2/T^2]. */
static inline double law_attraction_energy(const struct law_contact *l, double effective, double d)
{
	double out = d < 0 ? -d : 0, in = d > 0 ? d : 0, at = l->attract * effective;

	if (l->kind == LAW_BRIDGE) {
		double root = sqrt(effective); /* 0 where two sharp corners meet, which do not attract each other */
		return root > 0 ? at * (l->extent / root * bridge_energy(out * root / l->extent) - in) : 0;
	}
	if (l->kind == LAW_VAN_DER_WAALS) {
		double s = out > l->closest ? out : l->closest, c = l->range, flat = 1 / (s * s) - l->flat;
		return -at * ((1 / s - 1 / c) - (c - s) / (c * c) + flat * (s + d));
	}
	return l->kind == LAW_DMT ? -at * in : 0;
}

/* The normal force at the overlap d, without the dashpot [M L/T^2]. lim is r_i + r_j and effective the effective radius [L]; kind
 * is l->kind, which the compiler may know. LAW_DMT may stand for liquid-bridge and van-der-waals too. */
static WIDE_INLINE double law_force_of(enum law_kind kind, const struct law_contact *l, double lim, double effective, double d)
{
	if (kind == LAW_JKR)
		return l->attract * effective * jkr_force(law_jkr_side(l, effective, d));
	if (law_is_hertz(kind)) {
		double in = d > 0 ? d : 0, push = l->kn * in * law_root(kind, l, effective, d);
		return kind > LAW_JKR ? push - law_attraction_of(l, effective, d) : push;
	}
	if (kind == LAW_COHESIVE) {
		double in = d > 0 ? d : 0, out = d < 0 ? d : 0;
		return l->kn * in - l->pull - l->slope * out;
	}
	if (kind == LAW_LENNARD_JONES) {
		double u = lim / (lim - d), u2 = u * u, u6 = u2 * u2 * u2;
		return 12 * l->epsilon / lim * (u * u6 * (u6 - 1) - l->cut_force);
	}
	return kind == LAW_ELASTIC ? l->kn * effective * d : l->kn * d;
}

/* The potential of this force [M L^2/T^2]. */
static WIDE_INLINE double law_energy_of(enum law_kind kind, const struct law_contact *l, double lim, double effective, double d)
{
	if (kind == LAW_JKR) {
		double root = cube_root(effective), unit = l->extent * root * root;
		return l->attract * unit * unit * jkr_energy(law_jkr_side(l, effective, d));
	}
	if (law_is_hertz(kind)) {
		double in = d > 0 ? d : 0, push = 0.4 * l->kn * in * in * law_root(kind, l, effective, d);
		return kind > LAW_HERTZ_MINDLIN ? push + law_attraction_energy(l, effective, d) : push;
	}
	if (kind == LAW_COHESIVE) {
		double in = d > 0 ? d : 0, out = d < 0 ? d : 0, left = l->range + out;
		return 0.5 * l->kn * in * in - l->pull * in - 0.5 * l->slope * left * left;
	}
	if (kind == LAW_LENNARD_JONES) {
		double r = lim - d, u = lim / r, u2 = u * u, u6 = u2 * u2 * u2;
		return l->epsilon * (u6 * (u6 - 2) - l->cut_energy + 12 * (r / lim - l->cut) * l->cut_force);
	}
	return 0.5 * (kind == LAW_ELASTIC ? l->kn * effective : l->kn) * d * d;
}

/* The attractive part of the normal force, which does not reduce friction; for jkr twice the pull-off force, 3 pi w R* (Thornton
 * and Yin, Powder Technology 65, 1991, 153) [M L/T^2]. */
static WIDE_INLINE double law_pull_of(enum law_kind kind, const struct law_contact *l, double effective, double d)
{
	if (kind == LAW_JKR)
		return 0.75 * l->attract * effective;
	if (kind > LAW_JKR)
		return law_attraction_of(l, effective, d);
	return kind == LAW_COHESIVE ? l->pull + l->slope * (d < 0 ? d : 0) : 0;
}

/* The coefficient of the normal dashpot of a pair; root is the square root of its reduced mass m: 2 zeta sqrt(m k), or as given
 * [M/T]. For Hertz' law k is the stiffness at the overlap d, so that restitution does not depend on speed. Cohesive contacts
 * are damped only while grains overlap, for the same reason; those of jkr while they last, with the stiffness 2 E* a. */
static WIDE_INLINE double law_normal_damping_of(enum law_kind kind, const struct law_contact *l, double root, double effective,
	double d)
{
	if (law_is_hertz(kind))
		return (kind < LAW_DMT || d > l->damped ? l->gn : 0) + l->zn * root * sqrt(law_root(kind, l, effective, d));
	if (kind == LAW_COHESIVE)
		return d > 0 ? l->gn + l->zn * root : 0;
	return l->gn + l->zn * root * (kind == LAW_ELASTIC ? sqrt(effective) : 1);
}

/* The stiffness of the tangential spring at the overlap d, which it follows for mindlin and hertz-mindlin [M/T^2]. */
static WIDE_INLINE double law_tangential_of(enum law_kind kind, const struct law_contact *l, double effective, double d)
{
	if (kind == LAW_ELASTIC)
		return l->kt * (l->kt_given ? 1 : effective);
	return law_is_mindlin(kind) ? l->kt * law_root(kind, l, effective, d) : l->kt;
}

/* The inverse of this stiffness kt, or 0 for kt = 0; it is known if kt is that of the law [T^2/M]. */
static WIDE_INLINE double law_compliance_of(enum law_kind kind, const struct law_contact *l, double kt)
{
	return !law_is_mindlin(kind) && kind != LAW_ELASTIC ? l->ikt : kt > 0 ? 1 / kt : 0;
}

/* The coefficient of the tangential dashpot at the overlap d [M/T]. */
static WIDE_INLINE double law_tangential_damping_of(enum law_kind kind, const struct law_contact *l, double root,
	double effective, double d)
{
	double c = l->zt * root;

	if (kind == LAW_ELASTIC)
		return l->gt + c * (l->kt_given ? 1 : sqrt(effective));
	return l->gt + (law_is_mindlin(kind) ? c * sqrt(law_root(kind, l, effective, d)) : c);
}

static inline double law_force(const struct law_contact *l, double lim, double effective, double d)
{
	return law_force_of(l->kind, l, lim, effective, d);
}

static inline double law_energy(const struct law_contact *l, double lim, double effective, double d)
{
	return law_energy_of(l->kind, l, lim, effective, d);
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
	double push = elastic + viscous, least = law->least + (kind == LAW_LINEAR || kind == LAW_ELASTIC || elastic > 0 ? 0 : elastic);

	return push < least ? least : push;
}

/* The normal load, of which the limits of friction and rolling are multiples [M L/T^2]. */
static WIDE_INLINE double law_load(enum law_kind kind, const struct law_contact *law, double effective, double fn, double gap)
{
	double load = fn + law_pull_of(kind, law, effective, gap);

	return load > 0 ? load : 0;
}

#endif
