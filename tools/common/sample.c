/* sample.c: which bodies are counted, and what happens to a value */
#include "common/sample.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "common/where.h"
#include "measure/kinetic.h"

/* ---- the bodies of a frame ---- */

void counted_bodies_choose(struct counted_bodies *b, struct world *w)
{
	char *all = mem_new((size_t)w->body.n_row, 1);
	int massless = 0, n = 0;

	world_need_columns(w);
	memset(all, 1, (size_t)w->body.n_row);
	if (!b->walls)
		bodies_leave_held(w, all);
	MEM_GROW(b->translation, &b->cap_translation, (size_t)w->body.n_row);
	/* the mean motion is that of all bodies, also of those that --where does not select */
	if (b->energies)
		massless = kinetic_columns(w, all, b->no_drift, b->translation);
	free(b->keep);
	b->keep = where_select(w, NULL);
	for (int i = 0; i < w->body.n_row; i++) {
		n += all[i];
		b->keep[i] &= all[i];
	}
	free(all);
	if (massless)
		tool_fail_massless(table_int(&w->body, "id")[massless - 1]);
	if (b->no_drift && n == 1)
		tool_fail(EXIT_INPUT, "--no-drift leaves no motion to a single body, expected two or more bodies");
}

void counted_bodies_free(struct counted_bodies *b)
{
	free(b->keep);
	free(b->translation);
	*b = (struct counted_bodies){ 0 };
}

/* ---- Maxwell and Boltzmann's distribution ---- */

/* The distribution of each column, in the plane and in space, and the weight of a body in it. */
static const struct maxwell {
	const char *name;
	enum fit_kind kind;
	int dof;
	enum { MASS, INERTIA, ONE, TRANSLATION } weight;
} plane_maxwell[] = {
	{ "vx", FIT_COMPONENT, 1, MASS }, { "vy", FIT_COMPONENT, 1, MASS }, { "omega", FIT_COMPONENT, 1, INERTIA },
	{ "speed", FIT_SPEED, 2, MASS }, { "kin_x", FIT_ENERGY, 1, TRANSLATION }, { "kin_y", FIT_ENERGY, 1, TRANSLATION },
	{ "kin_lin", FIT_ENERGY, 2, TRANSLATION }, { "kin_rot", FIT_ENERGY, 1, ONE }, { "kin", FIT_ENERGY, 3, ONE }, { .name = NULL }
}, space_maxwell[] = {
	{ "vx", FIT_COMPONENT, 1, MASS }, { "vy", FIT_COMPONENT, 1, MASS }, { "vz", FIT_COMPONENT, 1, MASS },
	{ "speed", FIT_SPEED, 3, MASS }, { "kin_x", FIT_ENERGY, 1, TRANSLATION }, { "kin_y", FIT_ENERGY, 1, TRANSLATION },
	{ "kin_z", FIT_ENERGY, 1, TRANSLATION }, { "kin_lin", FIT_ENERGY, 3, TRANSLATION }, { "kin_rot", FIT_ENERGY, 3, ONE },
	{ "kin", FIT_ENERGY, 6, ONE }, { .name = NULL }
};

static const struct maxwell *maxwell_of(const char *name, int dim)
{
	for (const struct maxwell *m = dim == 2 ? plane_maxwell : space_maxwell; m->name; m++)
		if (!strcmp(m->name, name))
			return m;
	return NULL;
}

void sample_begin(struct sample *s, int dim)
{
	s->dim = dim;
	if (s->follow)
		s->persistence = MEM_ZERO(struct persistence, (size_t)s->values.n);
	if (s->model == MODEL_NONE)
		return;
	s->fit = MEM_ZERO(struct fit, (size_t)s->values.n);
	for (int k = 0; k < s->values.n; k++) {
		const char *name = s->values.item[k].text;
		const struct maxwell *m = s->model == MODEL_MAXWELL ? maxwell_of(name, dim) : NULL;

		if (s->model == MODEL_MAXWELL && !m)
			opt_fail("fit", "maxwell has no distribution of %s, expected vx, vy, %s, speed, kin_x, kin_y, %skin_lin, kin_rot or kin",
				name, dim == 2 ? "omega" : "vz", dim == 2 ? "" : "kin_z, ");
		s->fit[k].kind = m ? m->kind : s->model == MODEL_NORMAL ? FIT_NORMAL : FIT_EXPONENTIAL;
		s->fit[k].dof = m ? m->dof : 0;
		s->fit[k].given = s->temperature;
	}
}

/* The weight of value k of body i, see fit.h. */
static double weight_of(const struct sample *s, const struct world *w, const struct counted_bodies *b, int k, int i)
{
	if (s->model != MODEL_MAXWELL)
		return 1;
	switch (maxwell_of(s->values.item[k].text, w->dim)->weight) {
	case MASS: return table_real(&w->body, "mass")[i] / b->translation[i];
	case INERTIA: return table_real(&w->body, "inertia")[i];
	case TRANSLATION: return 1 / b->translation[i];
	default: return 1;
	}
}

/* ---- counting ---- */

int sample_uses_energies(const struct sample *s)
{
	static const char *const name[] = { "mass", "inertia", "kin" };
	int uses = 0;

	for (size_t c = 0; c < sizeof name / sizeof *name; c++) {
		for (int k = 0; k < s->values.n; k++)
			uses |= strstr(s->values.item[k].text, name[c]) != NULL;
		uses |= where_text && strstr(where_text, name[c]);
	}
	return uses;
}

void sample_take(struct sample *s, const struct world *w, const struct counted_bodies *bodies, int i)
{
	for (int k = 0; k < s->values.n; k++) {
		double x = values_get(&s->values, k, i);

		if (isnan(x)) {
			s->undefined++;
			continue;
		}
		if (histogram_add(&s->hist, k, x))
			tool_fail(EXIT_NUMERICS, "%s = %g is so far from the other values that more than %d bins are needed; see --range and "
				"--width", s->values.item[k].text, x, HISTOGRAM_MOST);
		double weight = s->fit ? weight_of(s, w, bodies, k, i) : 1;
		if (s->fit)
			fit_add(&s->fit[k], x, weight);
		/* a heavy body is always slow, but its fraction of the energy fluctuates: reduced values show the fluctuation */
		if (s->persistence)
			persistence_add(&s->persistence[k], table_int(&w->body, "id")[i], s->fit ? fit_reduce(&s->fit[k], x, weight) : x);
	}
}

int sample_is_empty(const struct sample *s)
{
	return !s->hist.total;
}

double sample_independent(const struct sample *s, int k)
{
	double n = (double)s->hist.total[k];

	if (s->persistence)
		return persistence_independent(&s->persistence[k]);
	return isnan(s->independent) || s->independent > n ? n : s->independent;
}

void sample_free(struct sample *s)
{
	for (int k = 0; s->persistence && k < s->values.n; k++)
		persistence_free(&s->persistence[k]);
	free(s->persistence);
	histogram_free(&s->hist);
	values_free(&s->values);
	free(s->fit);
	*s = (struct sample){ 0 };
}
