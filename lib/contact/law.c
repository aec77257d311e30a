/* law.c: the contact law of two materials */
#include "contact/law.h"

#include <math.h>
#include <string.h>

#include "world/defaults.h"

static const double pi = 3.14159265358979323846;

/* Natural logarithm by plain arithmetic, since the C library's differs between machines: x = m 2^e with m near 1 and
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

enum law_status law_resolve(const struct law *l, struct law_linear *out, const char **key, double *value)
{
	static const struct { const char *key; double lo, hi; } known[] = {
		{ "kn", 0, 1e300 }, { "kt", 0, 1e300 }, { "mu", 0, 1e300 }, { "en", 0, 1 },
		{ "gn", 0, 1e300 }, { "gt", 0, 1e300 }, { "attraction", 0, 1 },
	};
	int n_known = sizeof known / sizeof *known;

	*key = l->kind;
	if (strcmp(l->kind, "linear") != 0)
		return LAW_KIND;
	for (int k = 0; k < l->par.n; k++) {
		int m = 0;

		*key = l->par.item[k].key;
		*value = l->par.item[k].value;
		while (m < n_known && strcmp(known[m].key, *key) != 0)
			m++;
		if (m == n_known)
			return LAW_KEY;
		if (!(*value >= known[m].lo && *value <= known[m].hi))
			return LAW_VALUE;
	}
	int given = params_find(&l->par, "gn") || params_find(&l->par, "gt");

	*key = "en";
	if (given && params_find(&l->par, "en"))
		return LAW_KEY;
	out->kn = params_get(&l->par, "kn", DEFAULT_KN);
	out->kt = params_get(&l->par, "kt", DEFAULT_KT_RATIO * out->kn);
	out->mu = params_get(&l->par, "mu", DEFAULT_MU);
	out->gn = params_get(&l->par, "gn", 0);
	out->gt = params_get(&l->par, "gt", 0);
	out->zeta = given ? -1 : law_damping_ratio(params_get(&l->par, "en", DEFAULT_EN));
	out->ikt = out->kt > 0 ? 1 / out->kt : 0;
	out->zn = given ? 0 : 2 * out->zeta * sqrt(out->kn);
	out->zt = given ? 0 : 2 * out->zeta * sqrt(out->kt);
	out->least = params_get(&l->par, "attraction", 0) != 0 ? -INFINITY : 0;
	return LAW_GOOD;
}
