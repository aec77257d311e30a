/* law.c: the contact law of two materials */
#include "contact/law.h"

#include <math.h>
#include <string.h>

#include "world/defaults.h"

static const double pi = 3.14159265358979323846;

/* The natural logarithm by plain arithmetic, since that of the C library differs between machines: x = m 2^e with m near 1 and
 * ln m = 2 artanh s = 2 (s + s^3/3 + ...), s = (m - 1)/(m + 1), |s| < 0.172. */
static double logarithm(double x)
{
	int e;
	double m = frexp(x, &e);

	if (m < 0.70710678118654752) {
		m *= 2;
		e--;
	}
	double s = (m - 1) / (m + 1), z = s * s, sum = 0;
	for (int k = 23; k >= 1; k -= 2)
		sum = sum * z + 1.0 / k;
	return 2 * s * sum + e * 0.69314718055994530942;
}

double law_damping_ratio(double en)
{
	if (en <= 0)
		return 1;
	double l = logarithm(en);
	return -l / sqrt(pi * pi + l * l);
}

/* ---- kinds and keys ---- */

enum { LINEAR = 1, HERTZ = 2, COHESIVE = 4, LENNARD = 8, MINDLIN = 16, HARD = 32, HERTZ_MINDLIN = 64,
	JKR = 128, DMT = 256, BRIDGE = 512, VAN_DER_WAALS = 1024, ADHESIVE = JKR | DMT | BRIDGE | VAN_DER_WAALS,
	SPRINGS = LINEAR | HERTZ | COHESIVE | MINDLIN, DAMPED = SPRINGS | HERTZ_MINDLIN | ADHESIVE, ALL = DAMPED | LENNARD };

static const struct { const char *word, *keys; int is; enum law_kind kind; } kinds[] = {
	{ "linear", "kn kt mu en gn gt attraction kr gr mur ks gs mus", LINEAR, LAW_LINEAR },
	{ "hertz", "kn kt mu en gn gt attraction kr gr mur ks gs mus", HERTZ, LAW_HERTZ },
	{ "mindlin", "kn kt mu en gn gt attraction kr gr mur ks gs mus", MINDLIN, LAW_MINDLIN },
	{ "hertz-mindlin", "mu en gn gt attraction kr gr mur ks gs mus", HERTZ_MINDLIN, LAW_HERTZ_MINDLIN },
	{ "jkr", "adhesion mu en gn gt attraction kr gr mur ks gs mus", JKR, LAW_JKR },
	{ "dmt", "adhesion mu en gn gt attraction kr gr mur ks gs mus", DMT, LAW_DMT },
	{ "liquid-bridge", "surface-tension contact-angle volume mu en gn gt attraction kr gr mur ks gs mus", BRIDGE, LAW_BRIDGE },
	{ "van-der-waals", "hamaker closest range mu en gn gt attraction kr gr mur ks gs mus", VAN_DER_WAALS, LAW_VAN_DER_WAALS },
	{ "cohesive", "kn kt mu en gn gt attraction kr gr mur ks gs mus pull range", COHESIVE, LAW_COHESIVE },
	{ "lennard-jones", "epsilon cut kt mu gn gt attraction kr gr mur ks gs mus", LENNARD, LAW_LENNARD_JONES },
	{ "hard", "mu muy muz dmux dmuy dmuz en mur mus", HARD, LAW_LINEAR },
};
enum { N_KIND = sizeof kinds / sizeof *kinds };

static const struct { const char *key; double lo, hi; int of; const char *values; } keys[] = {
	{ "kn", 0, 1e300, SPRINGS, "0 or more" }, { "kt", 0, 1e300, SPRINGS | LENNARD, "0 or more" },
	{ "mu", 0, 1e300, ALL | HARD, "0 or more" },
	{ "en", 0, 1, DAMPED | HARD, "0 to 1" }, { "gn", 0, 1e300, ALL, "0 or more" }, { "gt", 0, 1e300, ALL, "0 or more" },
	{ "attraction", 0, 1, ALL, "0 or 1" }, { "kr", 0, 1e300, ALL, "0 or more" }, { "gr", 0, 1e300, ALL, "0 or more" },
	{ "mur", 0, 1e300, ALL | HARD, "0 or more" }, { "ks", 0, 1e300, ALL, "0 or more" }, { "gs", 0, 1e300, ALL, "0 or more" },
	{ "mus", 0, 1e300, ALL | HARD, "0 or more" }, { "pull", 0, 1e300, COHESIVE, "0 or more" },
	{ "range", 0, 1e300, COHESIVE | VAN_DER_WAALS, "0 or more" }, { "epsilon", 0, 1e300, LENNARD, "0 or more" },
	{ "cut", 1.2, 10, LENNARD, "1.2 to 10" }, { "adhesion", 0, 1e300, JKR | DMT, "0 or more" },
	{ "surface-tension", 0, 1e300, BRIDGE, "0 or more" }, { "contact-angle", 0, 1.57079632679489662, BRIDGE, "0 to pi/2 (radians)" },
	{ "volume", 1e-200, 1e200, BRIDGE, "above 0" }, { "hamaker", 0, 1e300, VAN_DER_WAALS, "0 or more" },
	{ "closest", 1e-100, 1e100, VAN_DER_WAALS, "above 0" },
	{ "muy", 0, 1e300, HARD, "0 or more" }, { "muz", 0, 1e300, HARD, "0 or more" },
	{ "dmux", -1e300, 1e300, HARD, "a number" }, { "dmuy", -1e300, 1e300, HARD, "a number" },
	{ "dmuz", -1e300, 1e300, HARD, "a number" },
};
enum { N_KEY = sizeof keys / sizeof *keys };

/* Keys without a default. */
static const struct { const char *key; int of; } needs[] = {
	{ "adhesion", JKR | DMT }, { "surface-tension", BRIDGE }, { "volume", BRIDGE }, { "hamaker", VAN_DER_WAALS },
	{ "closest", VAN_DER_WAALS }, { "range", VAN_DER_WAALS },
};
enum { N_NEED = sizeof needs / sizeof *needs };

static int kind_of(const char *word)
{
	int k = 0;

	while (k < N_KIND && strcmp(kinds[k].word, word) != 0)
		k++;
	return k;
}

static int key_of(const char *word)
{
	int k = 0;

	while (k < N_KEY && strcmp(keys[k].key, word) != 0)
		k++;
	return k;
}

const char *law_kinds(void)
{
	return "linear, hertz, mindlin, hertz-mindlin, jkr, dmt, liquid-bridge, van-der-waals, cohesive, lennard-jones, or hard for "
	       "scree-cd3";
}

const char *law_keys(const char *kind)
{
	int k = kind_of(kind);

	return k < N_KIND ? kinds[k].keys : NULL;
}

const char *law_values(const char *key)
{
	int k = key_of(key);

	return k < N_KEY ? keys[k].values : NULL;
}

/* ---- resolving ---- */

enum law_status law_check(const struct law *l, const char **key, double *value)
{
	int kind = kind_of(l->kind);

	*key = l->kind;
	if (kind == N_KIND)
		return LAW_KIND;
	for (int k = 0; k < l->par.n; k++) {
		int m = key_of(l->par.item[k].key);

		*key = l->par.item[k].key;
		*value = l->par.item[k].value;
		if (m == N_KEY || !(keys[m].of & kinds[kind].is))
			return LAW_KEY;
		if (!(*value >= keys[m].lo && *value <= keys[m].hi))
			return LAW_VALUE;
	}
	*key = "en";
	if (params_find(&l->par, "en") && (params_find(&l->par, "gn") || params_find(&l->par, "gt")))
		return LAW_KEY;
	for (int k = 0; k < N_NEED; k++)
		if (needs[k].of & kinds[kind].is && !params_find(&l->par, needs[k].key)) {
			*key = needs[k].key;
			return LAW_MISSING;
		}
	*key = "range";
	*value = params_get(&l->par, "range", 0);
	if (kinds[kind].is == VAN_DER_WAALS && !(*value > params_get(&l->par, "closest", 0)))
		return LAW_VALUE;
	*key = "mur";
	*value = params_get(&l->par, "mur", 0);
	if (kinds[kind].is == HARD)
		return LAW_GOOD;
	if (*value > 0 && !(params_get(&l->par, "kr", 0) > 0 || params_get(&l->par, "gr", 0) > 0))
		return LAW_ALONE;
	*key = "mus";
	*value = params_get(&l->par, "mus", 0);
	return *value > 0 && !(params_get(&l->par, "ks", 0) > 0 || params_get(&l->par, "gs", 0) > 0) ? LAW_ALONE : LAW_GOOD;
}

static double power(double x, int n)
{
	double p = 1;

	while (n-- > 0)
		p *= x;
	return p;
}

/* Set the dashpots from the restitution coefficient. For Hertz' law, with the stiffness S = 3/2 kn d^(1/2), the dashpot is
 * 2 sqrt(5/6) zeta sqrt(m S): Antypov and Elliott, EPL 94 (2011) 50004. */
static void resolve_damping(struct law_contact *out, double en)
{
	double zeta = law_damping_ratio(en);

	out->zn = law_is_hertz(out->kind) ? 2 * sqrt(5.0 / 6) * zeta * sqrt(1.5 * out->kn) : 2 * zeta * sqrt(out->kn);
	out->zt = law_is_mindlin(out->kind) ? 2 * sqrt(5.0 / 6) * zeta * sqrt(out->kt) : 2 * zeta * sqrt(out->kt);
}

/* E* and G* of two materials, see law.h [M/(L T^2)]. */
struct moduli { double normal, shear; };

static struct moduli moduli_of(const struct material *a, const struct material *b)
{
	double soft = 0, slack = 0;

	for (int k = 0; k < 2; k++) {
		const struct material *m = k ? b : a;
		double nu = m->poisson;

		soft += (1 - nu * nu) / m->young;
		slack += (2 - nu) * 2 * (1 + nu) / m->young;
	}
	return (struct moduli){ 1 / soft, 1 / slack };
}

/* Set the stiffness: from keys, or from the elastic constants of both materials. */
static enum law_status resolve_stiffness(const struct world *w, const struct law *l, struct law_contact *out, const char **key,
	double *value)
{
	const struct params *p = &l->par;
	const struct material *a = w ? world_material(w, l->a) : NULL, *b = w ? world_material(w, l->b) : NULL;
	int first = a && a->young > 0, second = b && b->young > 0, given = params_find(p, "kn") != NULL;

	if (out->kind == LAW_LENNARD_JONES) {
		out->kt = params_get(p, "kt", 0);
		return LAW_GOOD;
	}
	out->kn = params_get(p, "kn", DEFAULT_KN);
	int elastic = out->kind >= LAW_HERTZ_MINDLIN || (out->kind == LAW_LINEAR && !given && (first || second));
	if (!elastic && first && second && out->kn > 0) {
		*key = "kn";
		*value = given ? out->kn : 0;
		return LAW_STIFFNESS;
	}
	if (!elastic) {
		out->kt = params_get(p, "kt", (out->kind == LAW_MINDLIN ? DEFAULT_KT_MINDLIN : DEFAULT_KT_RATIO) * out->kn);
		return LAW_GOOD;
	}
	*key = first ? l->b : l->a;
	if (!first || !second)
		return LAW_CONSTANTS;
	struct moduli m = moduli_of(a, b);
	if (out->kind >= LAW_HERTZ_MINDLIN) {
		out->kn = 4.0 / 3 * m.normal;
		out->kt = 8 * m.shear;
		return LAW_GOOD;
	}
	out->kn = w->dim == 3 ? 4 * m.normal : 0.25 * pi * m.normal;
	out->kt = params_get(p, "kt", 4 * m.shear / m.normal * out->kn);
	out->kt_given = params_find(p, "kt") != NULL;
	out->kind = w->dim == 3 ? LAW_ELASTIC : LAW_LINEAR;
	return LAW_GOOD;
}

/* Set the attraction of an adhesive law. Without any the law is hertz-mindlin; so it is if the adhesion is so small that its
 * overlaps have no numbers. */
static void resolve_adhesion(const struct law *l, struct law_contact *out)
{
	const struct params *p = &l->par;
	double sine, cosine, angle = params_get(p, "contact-angle", 0), modulus = 0.75 * out->kn;

	out->extent = INFINITY;
	out->closest = out->most = 1;
	out->damped = out->kind == LAW_BRIDGE || out->kind == LAW_VAN_DER_WAALS ? 0 : -INFINITY;
	if (out->kind == LAW_JKR || out->kind == LAW_DMT)
		out->attract = (out->kind == LAW_JKR ? 4 : 2) * pi * params_get(p, "adhesion", 0);
	if (out->kind == LAW_JKR)
		out->extent = out->attract > 1e-90 * modulus ? cube_root(0.5 * out->attract / modulus) : 0;
	if (out->kind == LAW_BRIDGE) {
		trig_sincos(angle, &sine, &cosine);
		out->attract = 4 * pi * params_get(p, "surface-tension", 0) * (cosine > 0 ? cosine : 0);
		out->wet = cube_root(params_get(p, "volume", 0));
		out->extent = sqrt(0.5 * params_get(p, "volume", 0));
		out->rupture = (1 + 0.5 * angle) * out->wet;
	}
	if (out->kind == LAW_VAN_DER_WAALS) {
		out->attract = params_get(p, "hamaker", 0) / 6;
		out->closest = params_get(p, "closest", 0);
		out->most = INFINITY;
		out->flat = 1 / (out->range * out->range);
	}
	if (out->kind > LAW_HERTZ_MINDLIN && (out->attract == 0 || (out->kind == LAW_JKR && out->extent == 0))) {
		out->kind = LAW_HERTZ_MINDLIN;
		out->range = 0;
	}
}

enum law_status law_resolve(const struct world *w, const struct law *l, struct law_contact *out, const char **key, double *value)
{
	const struct params *p = &l->par;
	enum law_status st = law_check(l, key, value);

	if (st == LAW_GOOD && kinds[kind_of(l->kind)].is == HARD) {
		*key = l->kind;
		return LAW_KIND;
	}
	if (st != LAW_GOOD)
		return st;
	*out = (struct law_contact){ .kind = kinds[kind_of(l->kind)].kind, .scale = 1 };
	int bound = out->kind == LAW_LENNARD_JONES;
	st = resolve_stiffness(w, l, out, key, value);
	if (st != LAW_GOOD)
		return st;
	out->mu = params_get(p, "mu", DEFAULT_MU);
	out->gn = params_get(p, "gn", 0);
	out->gt = params_get(p, "gt", 0);
	out->ikt = out->kt > 0 ? 1 / out->kt : 0;
	if (!bound && !params_find(p, "gn") && !params_find(p, "gt"))
		resolve_damping(out, params_get(p, "en", DEFAULT_EN));
	out->least = params_get(p, "attraction", 0) != 0 ? -INFINITY : 0;
	out->pull = params_get(p, "pull", 0);
	out->range = params_get(p, "range", 0);
	out->slope = out->range > 0 ? out->pull / out->range : 0;
	resolve_adhesion(l, out);
	out->epsilon = params_get(p, "epsilon", 0);
	out->cut = bound ? params_get(p, "cut", 2) : 1;
	out->scale = out->cut;
	out->cut_force = 1 / power(out->cut, 13) - 1 / power(out->cut, 7);
	out->cut_energy = 1 / power(out->cut, 12) - 2 / power(out->cut, 6);
	out->kr = params_get(p, "kr", 0);
	out->ikr = out->kr > 0 ? 1 / out->kr : 0;
	out->gr = params_get(p, "gr", 0);
	out->mur = params_get(p, "mur", 0);
	out->ks = params_get(p, "ks", 0);
	out->iks = out->ks > 0 ? 1 / out->ks : 0;
	out->gs = params_get(p, "gs", 0);
	out->mus = params_get(p, "mus", 0);
	return LAW_GOOD;
}

double law_effective_crossed(double a, double b)
{
	double off = (a - b) * (a - b);

	return a > 0 && b > 0 ? sqrt(sqrt(a * b * (a * b + off / 6))) : a > b ? a : b;
}

double law_effective_cylinder(double r, double c, int side)
{
	/* a ball nearly as wide as its tube would have no curvature left */
	return law_effective_crossed(r, r / (side == CYLINDER_IN ? fmax(1 - r / c, 1e-3) : 1 + r / c));
}

/* Rupture of bridges between equal balls of radius r: (1 + q / 2) (V^(1/3) + V^(2/3) / (10 r)) (Willett et al.), with r = 2 R*.
 * The second term, a tenth of the first at V = r^3, is not extrapolated to larger volumes. */
double law_lasts(const struct law_contact *l, double effective)
{
	if (l->kind == LAW_JKR)
		return effective > 0 ? -JKR_BREAKS * l->extent * l->extent * cube_root(effective) : 0;
	return l->rupture * (1 + 0.1 * (l->wet < 2 * effective ? l->wet / (2 * effective) : 1));
}

double law_lost(const struct law_contact *l, double lim, double effective)
{
	return law_clings(l) ? law_energy(l, lim, effective, -law_lasts(l, effective)) : 0;
}

int law_acts(const struct law_contact *l)
{
	return l->kn > 0 || l->pull > 0 || l->epsilon > 0;
}

double law_attraction_slope(const struct law_contact *l, double effective)
{
	double at = l->attract * effective, s = l->closest;

	return l->kind == LAW_BRIDGE ? 1.05 * at * sqrt(effective) / l->extent : l->kind == LAW_VAN_DER_WAALS ? 2 * at / (s * s * s) : 0;
}

/* That of Hertz' force; jkr is not stiffer than 2 E* a. Attraction may change faster with the distance. */
static double hertz_stiffness(const struct law_contact *l, double effective, double d)
{
	double push = 1.5 * l->kn * law_root(l->kind, l, effective, d), pull = law_attraction_slope(l, effective);

	return push > pull ? push : pull;
}

/* For the Lennard-Jones potential it is epsilon (156 u^14 - 84 u^8) / lim^2. */
double law_stiffness(const struct law_contact *l, double lim, double effective)
{
	double u = 1 / 0.9;

	if (law_is_hertz(l->kind))
		return hertz_stiffness(l, effective, 0.1 * lim);
	if (l->kind == LAW_ELASTIC)
		return l->kn * effective;
	if (l->kind == LAW_LENNARD_JONES)
		return l->epsilon * (156 * power(u, 14) - 84 * power(u, 8)) / (lim * lim);
	return l->kn > l->slope ? l->kn : l->slope;
}
