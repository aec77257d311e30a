/* soften.c: lower the stiffness of a scene, and say what this does */
#include "common/soften.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/tool.h"
#include "contact/law.h"
#include "dem2/dem2.h"
#include "dem3/dem3.h"
#include "world/defaults.h"

/* x / by; the quotient of 1 and by is exact more often if it is a whole number, so that 100 and 0.01 cancel. */
static double divided(double x, double by)
{
	return by < 1 ? x * (1 / by) : x / by;
}

static void divide(struct params *p, const char *key, double by)
{
	double *value = params_find(p, key);

	if (value)
		*value = divided(*value, by);
}

static void soften_law(const struct world *w, struct law *l, double by)
{
	struct law_contact law;
	const char *key;
	double value;

	if (law_resolve(w, l, &law, &key, &value) != LAW_GOOD) /* a law of hard contacts, or one that a simulator will refuse */
		return;
	if (law.kn > 0 && !law_is_elastic(&law) && law.kind != LAW_LINEAR && !params_find(&l->par, "kn"))
		params_set(&l->par, "kn", DEFAULT_KN);
	const struct material *a = world_material(w, l->a);
	if (law.kind == LAW_LINEAR && !params_find(&l->par, "kn") && !(a && a->young > 0))
		params_set(&l->par, "kn", DEFAULT_KN);
	static const char *const stiff[] = { "kn", "kt", "kr", "ks" }, *const slow[] = { "gn", "gt", "gr", "gs" };
	for (int k = 0; k < 4; k++) {
		divide(&l->par, stiff[k], by);
		divide(&l->par, slow[k], sqrt(by));
	}
}

/* Whether some law has Hertz' springs, and whether some law has linear ones. */
static void springs(const struct world *w, int *hertz, int *linear)
{
	struct law_contact law;
	const char *key;
	double value;

	*hertz = *linear = 0;
	for (int k = 0; k < w->n_law; k++)
		if (law_resolve(w, &w->law[k], &law, &key, &value) == LAW_GOOD && law.kn > 0)
			*(law_is_hertz(law.kind) ? hertz : linear) = 1;
}

/* Young's moduli, and the keys of laws, before they changed. */
static struct { double *young; struct params *par; } before;

void soften(struct world *w, double by)
{
	int hertz, linear;

	springs(w, &hertz, &linear);
	if (!hertz && !linear)
		tool_fail(EXIT_INPUT, "no law has a stiffness, expected E of a material, or kn of a law");
	before.young = MEM_NEW(double, (size_t)w->n_material);
	before.par = MEM_ZERO(struct params, (size_t)w->n_law);
	for (int k = 0; k < w->n_law; k++) {
		params_copy(&before.par[k], &w->law[k].par);
		soften_law(w, &w->law[k], by);
	}
	for (int k = 0; k < w->n_material; k++)
		before.young[k] = w->material[k].young;
	for (int k = 0; k < w->n_material; k++)
		w->material[k].young = divided(w->material[k].young, by);
}

/* The largest overlap to expect in the scene, relative to the radius, as --dry-run of the simulator gives it; 0 if nothing is
 * expected, or if the scene cannot be simulated yet. */
static double expected(struct world *w)
{
	const struct simulator *kind = w->dim == 2 ? &dem2_simulator : &dem3_simulator;
	struct sim_options o = w->dim == 2 ? dem2_defaults() : dem3_defaults();
	struct sim_error error;
	void *sim = kind->make(w, &o, &error);

	if (!sim)
		return 0;
	struct sim_report is = kind->report(sim);
	kind->free(sim);
	return is.overlap > 0 ? is.relative : 0;
}

/* The same with the stiffness from before. */
static double expected_before(struct world *w)
{
	struct material *m = mem_copy(w->material, (size_t)w->n_material, sizeof *m);
	struct law *l = mem_copy(w->law, (size_t)w->n_law, sizeof *l);

	for (int k = 0; k < w->n_material; k++)
		w->material[k].young = before.young[k];
	for (int k = 0; k < w->n_law; k++)
		w->law[k].par = before.par[k];
	double most = expected(w);
	for (int k = 0; k < w->n_material; k++)
		w->material[k].young = m[k].young;
	for (int k = 0; k < w->n_law; k++)
		w->law[k].par = l[k].par;
	free(m);
	free(l);
	return most;
}

/* What softening by a factor does to overlaps in impacts, to those under a load, and to the duration of contacts. */
static void note_springs(const char *what, double by, double impact, double load, double time)
{
	if (by < 1)
		tool_note("stiffness multiplied by %g, %s: overlaps shrink to %.3g in impacts and to %.3g under a load; contacts last %.3g "
		          "times as long", 1 / by, what, impact, load, time);
	else
		tool_note("stiffness divided by %g, %s: overlaps grow by %.3g in impacts and by %.3g under a load; contacts last %.3g times "
		          "as long", by, what, impact, load, time);
}

void soften_notes(struct world *w, double by, int bodies)
{
	int hertz, linear;

	springs(w, &hertz, &linear);
	if (hertz)
		note_springs("Hertz' laws", by, pow(by, 0.4), pow(by, 2.0 / 3), pow(by, 0.4));
	if (linear)
		note_springs("linear springs", by, sqrt(by), by, sqrt(by));
	for (int k = 0; k < w->n_law; k++)
		if (!strcmp(w->law[k].kind, "jkr")) { /* the energy to part grains grows with E^(-2/3), see contact/adhesion.h */
			tool_note("the adhesion of jkr stays, so grains stick up to speeds %.3g times as high", cbrt(by));
			break;
		}
	double now = bodies ? expected(w) : 0;
	if (now > 0)
		tool_note("the largest overlap to expect is %.3g %% of the radius, before %.3g %%%s", 100 * now, 100 * expected_before(w),
		          now > 0.1 ? ": too much, expected up to 10 %" : "");
	if (bodies && w->contact.n_row > 0)
		tool_note("the contacts of the frame keep their overlaps, so their forces are %s at first; let the scene come to rest",
		          by < 1 ? "larger" : "smaller");
	for (int k = 0; k < w->n_law; k++)
		params_free(&before.par[k]);
	free(before.par);
	free(before.young);
}
