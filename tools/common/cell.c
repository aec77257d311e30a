/* cell.c: options for domains that deform */
#include "common/cell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/tool.h"
#include "common/words.h"
#include "contact/law.h"
#include "shape/weigh.h"
#include "world/deform.h"

int cell_asked(const struct cell_arg *arg)
{
	return arg->rate || arg->pressure || arg->shear;
}

void cell_check(const struct cell_arg *arg)
{
	int target = arg->pressure || arg->shear;

	if (!isnan(arg->mass) && !(arg->mass > 0))
		opt_fail("cell-mass", "%g, expected above 0", arg->mass);
	if (!isnan(arg->damping) && !(arg->damping >= 0))
		opt_fail("cell-damping", "%g, expected 0 or more", arg->damping);
	if (!isnan(arg->memory) && !(arg->memory >= 0))
		opt_fail("cell-memory", "%g, expected 0 or more", arg->memory);
	if (!target && !(isnan(arg->mass) && isnan(arg->damping) && isnan(arg->memory)))
		tool_fail(EXIT_USAGE, "--cell-mass, --cell-damping and --cell-memory go with --pressure or --shear-stress");
}

/* ---- the motion of the cell ---- */

/* Of the bodies that no constraint holds: mean mass [M] and mean size, the size of a body being the side of the square or cube of
 * the same area or volume [L]. */
static void mean_grain(struct world *w, double *mass, double *side)
{
	int n_row = w->body.n_row, n = 0, bad;
	double *m = MEM_NEW(double, (size_t)n_row), sum = 0;
	const int32_t *material = table_word(&w->body, "material"), *tag = table_word(&w->body, "tag");

	if (w->dim == 3) {
		bodies_mass3(w, NULL, m, NULL);
	} else if ((bad = bodies_mass2(w, NULL, m, NULL))) {
		struct bodies2 b = world_bodies2(w);

		tool_fail_massless(b.id[bad - 1]);
	}
	*side = 0;
	for (int i = 0; i < n_row; i++) {
		const struct material *of = material ? world_material(w, w->names.word[material[i]]) : NULL;

		if ((tag && constraint_holds(world_constraint(w, w->names.word[tag[i]]))) || !(m[i] > 0))
			continue;
		double size = m[i] / (of ? of->density : 1);

		*side += w->dim == 3 ? cbrt(size) : sqrt(size);
		sum += m[i];
		n++;
	}
	*mass = n ? sum / n : 0;
	*side = n ? *side / n : 0;
	free(m);
}

/* The greatest stiffness of the laws between two grains of a given size [M/T^2]. */
static double stiffness(const struct world *w, double side)
{
	double most = 0, value;
	struct law_contact law;
	const char *key;

	for (int k = 0; k < w->n_law; k++)
		if (law_resolve(w, &w->law[k], &law, &key, &value) == LAW_GOOD)
			most = fmax(most, law_stiffness(&law, side, 0.25 * side));
	return most;
}

/* Set mass, damping and memory of the cell. The cell is as heavy as a grain, whatever the size of the sample, so it answers a
 * change of the stress within the duration of a contact; a cell as heavy as the whole sample lags behind a flow that dilates by
 * I^2 (L/d)^2 of the pressure, I the inertial number. The modulus is the stiffness, over the size of a grain in space. The
 * damping is half of the square root of m K, a quarter of the critical one. The memory is ten inverse frequencies: oscillations
 * are damped, and dilation is not. */
static void set_inertia(struct world *w, const struct cell_arg *arg)
{
	struct domain *d = &w->domain;
	double mass = 0, side = 0;

	if (isnan(arg->mass) || isnan(arg->damping) || isnan(arg->memory))
		mean_grain(w, &mass, &side);
	double modulus = stiffness(w, side) / (w->dim == 3 ? side : 1);
	d->m = !isnan(arg->mass) ? arg->mass : mass / (w->dim == 3 ? side : 1);
	d->c = !isnan(arg->damping) ? arg->damping : 0.5 * sqrt(d->m * modulus);
	d->tau = !isnan(arg->memory) ? arg->memory : modulus > 0 ? 10 * sqrt(d->m / modulus) : 0;
	if (!(d->m > 0))
		tool_fail(EXIT_INPUT, "the mean mass of the bodies is %g, expected above 0 for a cell under stress; give --cell-mass", d->m);
	tool_note("the cell has mass %g, damping %g and memory %g", d->m, d->c, d->tau);
}

/* ---- targets ---- */

static void set_targets(struct world *w, const struct cell_arg *arg)
{
	struct domain *d = &w->domain;
	int had[6], dim = w->dim;

	memcpy(had, d->servo, sizeof had);
	for (int shear = 0; shear < 2; shear++) {
		const char *text = shear ? arg->shear : arg->pressure, *option = shear ? "shear-stress" : "pressure";
		int first = shear ? XY : XX, n = !shear ? dim : dim == 3 ? 3 : 1;

		if (!text)
			continue;
		if (strcmp(text, "none") == 0) {
			for (int k = first; k < first + n; k++) {
				d->servo[k] = 0;
				d->target[k] = 0;
			}
			continue;
		}
		int some = particles_targets(d, dim, shear, !shear, text, strlen(text));
		if (some < 0 && shear)
			opt_fail(option, "'%s' is not %s or none", text, dim == 3 ? "XY,XZ,YZ" : "a number");
		if (some < 0)
			opt_fail(option, "'%s' is not P, %s or none, with numbers of 0 or more, or - for an axis", text,
			         dim == 3 ? "XX,YY,ZZ" : "XX,YY");
		if (some == 0)
			opt_fail(option, "'%s' has no %s, expected none to end the control", text, shear ? "stress" : "pressure");
	}
	for (int k = 0; k < 6; k++) {
		if (had[k] && !d->servo[k])
			d->rate[k] = 0;
		if (!d->servo[k])
			d->mean[k] = 0;
	}
	d->m = 1;
	if (domain_fault(d))
		opt_fail(arg->pressure ? "pressure" : "shear-stress", "%s", domain_fault(d));
	d->m = 0;
	if (domain_has_servo(d))
		set_inertia(w, arg);
	if (!domain_has_servo(d))
		d->m = d->c = d->tau = 0;
	if (!(d->tau > 0))
		memset(d->mean, 0, sizeof d->mean);
}

/* Say which of the rates v of --rate a target of before still controls, so that they do not last. A rate of 0 beside others may
 * be meant; if all are 0, the domain is to stand still. */
static void note_controlled(const struct world *w, const struct cell_arg *arg, const double *v, int n)
{
	static const char *const name[6] = { "xx", "yy", "zz", "xy", "xz", "yz" };
	char text[6 * 3 + 1] = "";
	int still = 1, pressed = 0, sheared = 0;

	for (int k = 0; k < n; k++)
		still &= v[k] == 0;
	for (int k = 0; k < n; k++) {
		int at = n == 6 || k < 2 ? k : XY, shear = at >= XY;

		if (!w->domain.servo[at] || (v[k] == 0 && !still) || (shear ? arg->shear : arg->pressure))
			continue;
		strcat(strcat(text, " "), name[at]);
		pressed |= !shear;
		sheared |= shear;
	}
	if (pressed || sheared)
		tool_note("rate%s: only the first value, for the domain keeps its target stress along it; %s%s%s ends the control", text,
		          pressed ? "--pressure none" : "", pressed && sheared ? " and " : "", sheared ? "--shear-stress none" : "");
}

void cell_set(struct world *w, const struct cell_arg *arg, double flow[6])
{
	struct domain *d = &w->domain;
	double old[6], v[6];
	int n = w->dim == 3 ? 6 : 3;

	memcpy(old, d->rate, sizeof old);
	if (!d->set)
		opt_fail(arg->rate ? "rate" : arg->pressure ? "pressure" : "shear-stress", "the scene has no domain; give --domain too");
	if (arg->pressure || arg->shear)
		set_targets(w, arg);
	if (arg->rate && words_numbers(arg->rate, v, n) != n)
		opt_fail("rate", "'%s' is not %s", arg->rate, n == 6 ? "XX,YY,ZZ,XY,XZ,YZ" : "XX,YY,XY");
	for (int k = 0; k < n && arg->rate; k++)
		d->rate[n == 6 || k < 2 ? k : XY] = v[k];
	if (arg->rate)
		note_controlled(w, arg, v, n);
	for (int k = 0; k < 6; k++)
		flow[k] = d->rate[k] - old[k];
}
