/* hard.c: laws of hard contacts */
#include "contact/hard.h"

#include <string.h>

#include "base/quat.h"
#include "base/sym3.h"
#include "world/defaults.h"

enum law_status hard_resolve(const struct law *l, const char *a, struct hard *out, const char **key, double *value)
{
	const struct params *p = &l->par;
	enum law_status st = law_check(l, key, value);
	int linear = !strcmp(l->kind, "linear");

	*out = (struct hard){ 0 };
	if (st != LAW_GOOD)
		return st;
	*key = l->kind;
	if (!linear && strcmp(l->kind, "hard") != 0)
		return LAW_SOFT;
	for (int k = 0; linear && k < p->n; k++) {
		*key = p->item[k].key;
		if (p->item[k].value != 0 && !strstr(" kn kt mu en ", *key)) /* no other key is a substring */
			return LAW_SOFT;
	}
	out->mu[0] = params_get(p, "mu", DEFAULT_MU);
	out->mu[1] = params_get(p, "muy", out->mu[0]);
	out->mu[2] = params_get(p, "muz", out->mu[0]);
	out->rise[0] = params_get(p, "dmux", 0);
	out->rise[1] = params_get(p, "dmuy", 0);
	out->rise[2] = params_get(p, "dmuz", 0);
	for (int k = 0; k < 3; k++)
		out->directed |= out->mu[k] != out->mu[0] || out->rise[k] != 0;
	out->first = !strcmp(l->a, a);
	out->second = !out->first || !strcmp(l->a, l->b);
	out->en = params_get(p, "en", linear ? DEFAULT_EN : 0);
	out->mur = params_get(p, "mur", 0);
	out->mus = params_get(p, "mus", 0);
	return LAW_GOOD;
}

void hard_friction(const struct hard *h, const double m[3][3], vec3 arm, double t[6])
{
	const double p[3] = { arm.x, arm.y, arm.z };
	double at[3], mu[3], part[6], fraction = h->first && h->second ? 0.5 : 1;

	mat3_apply_back(at, m, p);
	double f = fraction * fmax(1 + h->rise[0] * at[0] + h->rise[1] * at[1] + h->rise[2] * at[2], 0);
	for (int k = 0; k < 3; k++)
		mu[k] = f * h->mu[k];
	sym3_turn(part, m, mu);
	for (int k = 0; k < 6; k++)
		t[k] += part[k];
}

