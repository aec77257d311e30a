/* laws.c: error messages for contact laws */
#include "common/laws.h"

#include <stdio.h>
#include <string.h>

void laws_complaint(char *text, size_t size, const struct law *l, enum law_status status, const char *key, double value)
{
	int n = snprintf(text, size, "law %.60s %.60s: ", l->a, l->b);
	size_t left = size - (size_t)n;

	text += n;
	if (status == LAW_KIND && !strcmp(key, "hard"))
		snprintf(text, left, "the kind hard is for scree-cd3, expected another kind; scree-set --law A,B,linear,kn=K changes it");
	else if (status == LAW_KIND && !strcmp(key, "mindlin"))
		snprintf(text, left, "the kind mindlin is for space, expected hertz-mindlin, with E and nu of the materials, or another kind");
	else if (status == LAW_KIND)
		snprintf(text, left, "unknown kind '%.60s', expected %s", key, law_kinds());
	else if (status == LAW_KEY && !strcmp(key, "en") && strstr(law_keys(l->kind), " en "))
		snprintf(text, left, "found en together with gn or gt, expected either en or gn and gt");
	else if (status == LAW_KEY && (!strcmp(key, "kn") || !strcmp(key, "kt")) && !strstr(law_keys(l->kind), "kt") &&
	         strcmp(l->kind, "hard"))
		snprintf(text, left, "found %s, but the stiffness of %s follows from E and nu of the materials, expected %s; the "
		         "kind mindlin has kn and kt", key, l->kind, law_keys(l->kind));
	else if (status == LAW_CONSTANTS)
		snprintf(text, left, "the stiffness of %s follows from E and nu of both materials, and material %.60s has none; scree-set "
		         "--material %.60s,E=MODULUS,nu=RATIO gives them%s", !strcmp(l->kind, "linear") ? "a linear law without kn" :
		         l->kind, key, key, !strcmp(l->kind, "linear") ? ", --law gives kn" : "");
	else if (status == LAW_STIFFNESS && !strcmp(l->kind, "linear"))
		snprintf(text, left, "found kn=%g, but both materials have E, expected one of them; scree-set --law %.60s,%.60s,linear "
		         "deletes kn and kt, so that the stiffness follows from E", value, l->a, l->b);
	else if (status == LAW_STIFFNESS)
		snprintf(text, left, "%s has a stiffness kn of its own, but both materials have E, expected one of them; scree-set --law "
		         "%.60s,%.60s,hertz-mindlin takes the stiffness from E", l->kind, l->a, l->b);
	else if (status == LAW_KEY && (!strcmp(key, "ks") || !strcmp(key, "gs") || !strcmp(key, "mus")) && strcmp(l->kind, "hard"))
		snprintf(text, left, "%s is for twisting, which is in space only; scree-set --law %.60s,%.60s,%.60s,... states the law anew "
		         "without it", key, l->a, l->b, l->kind);
	else if (status == LAW_KEY)
		snprintf(text, left, "unknown key '%.60s', expected %s", key, law_keys(l->kind));
	else if (status == LAW_SOFT)
		snprintf(text, left, "%s does not apply to hard contacts, expected the kind hard, or linear with only kn kt mu en", key);
	else if (status == LAW_MISSING)
		snprintf(text, left, "%s is missing and has no default, expected %s=VALUE, %s", key, key, law_values(key));
	else if (status == LAW_VALUE && !strcmp(key, "range") && !strcmp(l->kind, "van-der-waals"))
		snprintf(text, left, "range=%g, expected more than closest", value);
	else if (status == LAW_ALONE)
		snprintf(text, left, "%s=%g has no effect without a spring or dashpot, expected %s above 0", key, value,
		         strcmp(key, "mur") ? "ks or gs" : "kr or gr");
	else
		snprintf(text, left, "%s=%g, expected %s", key, value, law_values(key));
}
