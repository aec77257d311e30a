/* law.h: the contact law of two materials, resolved from what the stream says. */
#ifndef SCREE_LAW_H
#define SCREE_LAW_H

#include <math.h>

#include "base/wide.h"
#include "world/world.h"

/* Linear springs and dashpots with Coulomb's limit. */
struct law_linear {
	double kn, kt;        /* normal and tangential stiffness [M/T^2]; kn = 0: no contact, bodies pass through each other */
	double mu;            /* friction coefficient */
	double ikt;           /* 1 / kt, or 0 for kt = 0 [T^2/M] */
	double zeta;          /* damping ratio of both dashpots, < 0: gn and gt hold instead */
	double zn, zt;        /* 2 zeta sqrt(k): viscous coefficients per root of the reduced mass [M^1/2 / T], else 0 */
	double gn, gt;        /* viscous coefficients [M/T], 0 where zeta holds */
	double least;         /* of the normal force: 0, or -INFINITY where its viscous part may attract [M L/T^2] */
};

enum law_status { LAW_GOOD, LAW_KIND, LAW_KEY, LAW_VALUE };

/* Resolve a law. Keys that are missing get defaults: kn 1, kt 0.1 kn, mu 0.5; damping from en = 0.5 unless gn or gt
 * is given, then what is missing of the two is 0. attraction=1 keeps attracting forces. Returns LAW_KIND for another
 * kind than linear, LAW_KEY for a key it does not know or en beside gn, LAW_VALUE for a value out of range; *key and
 * *value say which. */
enum law_status law_resolve(const struct law *l, struct law_linear *out, const char **key, double *value);

/* The damping ratio of a linear spring and dashpot whose collisions, attraction included, have restitution en in [0,
 * 1]: zeta = -ln en / sqrt(pi^2 + ln^2 en); 1 for en = 0. */
double law_damping_ratio(double en);

/* Coefficients of the dashpots of a pair with reduced mass m: 2 zeta sqrt(m k), or as given [M/T]. */
static WIDE_INLINE double law_normal_damping(const struct law_linear *l, double m)
{
	return l->gn + l->zn * sqrt(m);
}

static WIDE_INLINE double law_tangential_damping(const struct law_linear *l, double m)
{
	return l->gt + l->zt * sqrt(m);
}

#endif
