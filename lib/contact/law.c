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
	SPRINGS = LINEAR | HERTZ | COHESIVE | MINDLIN, DAMPED = SPRINGS | HERTZ_MINDLIN, ALL = DAMPED | LENNARD };

static const struct { const char *word, *keys; int is; enum law_kind kind; } kinds[] = {
	{ "linear", "kn kt mu en gn gt attraction kr gr mur ks gs mus", LINEAR, LAW_LINEAR },
	{ "hertz", "kn kt mu en gn gt attraction kr gr mur ks gs mus", HERTZ, LAW_HERTZ },
	{ "mindlin", "kn kt mu en gn gt attraction kr gr mur ks gs mus", MINDLIN, LAW_MINDLIN },
	{ "hertz-mindlin", "mu en gn gt attraction kr gr mur ks gs mus", HERTZ_MINDLIN, LAW_HERTZ_MINDLIN },
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
	{ "range", 0, 1e300, COHESIVE, "0 or more" }, { "epsilon", 0, 1e300, LENNARD, "0 or more" },
	{ "cut", 1.2, 10, LENNARD, "1.2 to 10" },
	{ "muy", 0, 1e300, HARD, "0 or more" }, { "muz", 0, 1e300, HARD, "0 or more" },
	{ "dmux", -1e300, 1e300, HARD, "a number" }, { "dmuy", -1e300, 1e300, HARD, "a number" },
	{ "dmuz", -1e300, 1e300, HARD, "a number" },
};
enum { N_KEY = sizeof keys / sizeof *keys };

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
	return "linear, hertz, mindlin, hertz-mindlin, cohesive, lennard-jones, or hard for scree-cd3";
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
	int elastic = out->kind == LAW_HERTZ_MINDLIN || (out->kind == LAW_LINEAR && !given && (first || second));
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
	if (out->kind == LAW_HERTZ_MINDLIN) {
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

double law_effective_cylinder(double r, double c, int side)
{
	/* a ball nearly as wide as its tube would have no curvature left */
	double bend = side == CYLINDER_IN ? fmax(1 - r / c, 1e-3) : 1 + r / c, across = r / bend, off = (r - across) * (r - across);

	return sqrt(sqrt(r * across * (r * across + off / 6)));
}

int law_acts(const struct law_contact *l)
{
	return l->kn > 0 || l->pull > 0 || l->epsilon > 0;
}

/* For the Lennard-Jones potential it is epsilon (156 u^14 - 84 u^8) / lim^2. */
double law_stiffness(const struct law_contact *l, double lim, double effective)
{
	double u = 1 / 0.9;

	if (law_is_hertz(l->kind))
		return 1.5 * l->kn * law_root(l->kind, effective, 0.1 * lim);
	if (l->kind == LAW_ELASTIC)
		return l->kn * effective;
	if (l->kind == LAW_LENNARD_JONES)
		return l->epsilon * (156 * power(u, 14) - 84 * power(u, 8)) / (lim * lim);
	return l->kn > l->slope ? l->kn : l->slope;
}
