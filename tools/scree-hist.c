/* scree-hist: histograms of bodies, contacts or tables, compared with Maxwell and Boltzmann; equipartition */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/dims.h"
#include "common/simulator.h"
#include "common/tool.h"
#include "common/values.h"
#include "common/where.h"
#include "measure/fit.h"
#include "measure/histogram.h"
#include "measure/kinetic.h"
#include "measure/persistence.h"
#include "number.h"
#include "units.h"

static struct {
	const char *x, *of, *fit, *independent, *by;
	int64_t bins;
	double width, range[2], temperature;
	int log, per_frame, walls, no_drift, tests, equipartition;
} arg = { .of = "body", .bins = INT64_MIN, .width = NAN, .range = { NAN, NAN }, .temperature = NAN };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What is counted" },
	{ 'x', "x", OPT_WORD, &arg.x, "COLUMNS", "columns or formulas of columns, separated by commas: 'speed,abs(vx)'" },
	{ 0, "of", OPT_WORD, &arg.of, "ROWS", "of what: body, contact, or table (the input is a table), default body" },
	OPT_WHERE,
	{ 0, "walls", OPT_FLAG, &arg.walls, NULL, "also bodies that a constraint holds" },
	{ 0, "no-drift", OPT_FLAG, &arg.no_drift, NULL, "take the mean motion of the bodies of a frame away" },
	{ 0, "per-frame", OPT_FLAG, &arg.per_frame, NULL, "a block for every frame, or block of a table, default all together" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bins" },
	{ 0, "bins", OPT_INT, &arg.bins, "N", "their number, default 50" },
	{ 0, "width", OPT_REAL, &arg.width, "W",
		"their width, with --log that of ln x; they begin at multiples of it or at --range" },
	{ 0, "range", OPT_PAIR, arg.range, "LO,HI", "values in bins, default all" },
	{ 0, "log", OPT_FLAG, &arg.log, NULL, "bins of equal ratio, for values above 0" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Distributions" },
	{ 0, "fit", OPT_WORD, &arg.fit, "NAME", "compare with maxwell (and Boltzmann), normal or exponential" },
	{ 0, "temperature", OPT_REAL, &arg.temperature, "E",
		"mean energy per degree of freedom is E/2 [M L^2/T^2], default as the values say" },
	{ 0, "independent", OPT_WORD, &arg.independent, "N", "so many of the values are independent, or auto, default all" },
	{ 0, "tests", OPT_FLAG, &arg.tests, NULL, "a table of the fits and their tests instead of the histogram" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Energies" },
	{ 0, "equipartition", OPT_FLAG, &arg.equipartition, NULL,
		"a table of the mean kinetic energies of x, y, in 3D z, and rotation instead, and their ratio" },
	{ 0, "by", OPT_WORD, &arg.by, "WHAT", "for every shape or tag (of these), default for all together" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

enum of { OF_BODY, OF_CONTACT, OF_TABLE };
static enum of of;
static int dim = 2;               /* of the stream */
static struct values values;
static struct histogram hist;
static struct fit *fit;           /* [values.n] */
static struct shares shares;
static struct tab table;          /* --of table */
static double *share;             /* [bodies] what is left of a body's translation without the mean motion */
static size_t cap_share;
static int64_t undefined, bare;   /* values that are not defined; frames without contacts */
static double independent = NAN;  /* how many values are, not a number: all */
static struct persistence *kept;  /* [values.n] to find that, or NULL */

/* ---- fits ---- */

/* What Maxwell and Boltzmann say of a column, in the plane and in space. */
static const struct maxwell {
	const char *name;
	enum fit_kind kind;
	int dof;
	enum { MASS, INERTIA, ONE, LIN } weight;
} plane_maxwell[] = {
	{ "vx", FIT_COMPONENT, 1, MASS }, { "vy", FIT_COMPONENT, 1, MASS }, { "omega", FIT_COMPONENT, 1, INERTIA },
	{ "speed", FIT_SPEED, 2, MASS }, { "kin_x", FIT_ENERGY, 1, LIN }, { "kin_y", FIT_ENERGY, 1, LIN },
	{ "kin_lin", FIT_ENERGY, 2, LIN }, { "kin_rot", FIT_ENERGY, 1, ONE }, { "kin", FIT_ENERGY, 3, ONE }, { .name = NULL }
}, space_maxwell[] = {
	{ "vx", FIT_COMPONENT, 1, MASS }, { "vy", FIT_COMPONENT, 1, MASS }, { "vz", FIT_COMPONENT, 1, MASS },
	{ "speed", FIT_SPEED, 3, MASS }, { "kin_x", FIT_ENERGY, 1, LIN }, { "kin_y", FIT_ENERGY, 1, LIN },
	{ "kin_z", FIT_ENERGY, 1, LIN }, { "kin_lin", FIT_ENERGY, 3, LIN }, { "kin_rot", FIT_ENERGY, 3, ONE },
	{ "kin", FIT_ENERGY, 6, ONE }, { .name = NULL }
};

static const struct maxwell *maxwell_of(const char *name)
{
	for (const struct maxwell *m = dim == 2 ? plane_maxwell : space_maxwell; m->name; m++)
		if (!strcmp(m->name, name))
			return m;
	return NULL;
}

static int is_maxwell(void)
{
	return arg.fit && !strcmp(arg.fit, "maxwell");
}

static void fits_begin(void)
{
	fit = MEM_ZERO(struct fit, (size_t)values.n);
	for (int k = 0; k < values.n; k++) {
		const struct maxwell *m = is_maxwell() ? maxwell_of(values.item[k].text) : NULL;

		if (is_maxwell() && !m)
			opt_fail("fit", "maxwell knows nothing of %s, expected vx, vy, %s, speed, kin_x, kin_y, %skin_lin, kin_rot or kin",
				values.item[k].text, dim == 2 ? "omega" : "vz", dim == 2 ? "" : "kin_z, ");
		fit[k].kind = m ? m->kind : !strcmp(arg.fit, "normal") ? FIT_NORMAL : FIT_EXPONENTIAL;
		fit[k].dof = m ? m->dof : 0;
		fit[k].given = arg.temperature;
	}
}

/* The weight of body i for a fit, see fit.h. */
static double weight_of(const struct world *w, int k, int i)
{
	const struct maxwell *m = is_maxwell() ? maxwell_of(values.item[k].text) : NULL;

	if (!m)
		return 1;
	switch (m->weight) {
	case MASS: return table_real(&w->body, "mass")[i] / share[i];
	case INERTIA: return table_real(&w->body, "inertia")[i];
	case LIN: return 1 / share[i];
	default: return 1;
	}
}

/* ---- counting ---- */

static void take(const struct world *w, int i)
{
	for (int k = 0; k < values.n; k++) {
		double x = values_get(&values, k, i);

		if (isnan(x)) {
			undefined++;
			continue;
		}
		if (histogram_add(&hist, k, x))
			tool_fail(EXIT_NUMERICS, "%s = %g is so far from the others that it takes more than %d bins; see --range "
				"and --width", values.item[k].text, x, HISTOGRAM_MOST);
		double weight = fit ? weight_of(w, k, i) : 1;
		if (fit)
			fit_add(&fit[k], x, weight);
		/* a heavy body is slow for good, but its share of the energy comes and goes */
		if (kept)
			persistence_add(&kept[k], table_int(&w->body, "id")[i], fit ? fit_reduce(&fit[k], x, weight) : x);
	}
}

static int needs_energies(void)
{
	int needs = arg.equipartition || is_maxwell() || arg.no_drift;

	for (int k = 0; k < values.n; k++)
		needs |= strstr(values.item[k].text, "mass") || strstr(values.item[k].text, "inertia") ||
			strstr(values.item[k].text, "kin");
	needs |= where_text && (strstr(where_text, "mass") || strstr(where_text, "inertia") || strstr(where_text, "kin"));
	return needs;
}

/* Which bodies count; their columns of energies are there when they are needed. */
static char *bodies_choose(struct world *w)
{
	char *all = mem_new((size_t)w->body.n_row, 1), *keep;
	int bad, n = 0;

	world_need_columns(w);
	memset(all, 1, (size_t)w->body.n_row);
	if (!arg.walls)
		bodies_leave_held(w, all);
	MEM_GROW(share, &cap_share, (size_t)w->body.n_row);
	if (needs_energies() && (bad = kinetic_columns(w, all, arg.no_drift, share)))
		tool_fail_massless(table_int(&w->body, "id")[bad - 1]);
	keep = where_select(w, NULL);
	for (int i = 0; i < w->body.n_row; i++) {
		n += all[i];
		keep[i] &= all[i];
	}
	free(all);
	if (arg.no_drift && n == 1)
		tool_fail(EXIT_INPUT, "one body has no motion but the mean one, expected several for --no-drift");
	return keep;
}

static void equipartition_take(struct world *w, const char *keep)
{
	static const char *const axis[] = { "kin_x", "kin_y", "kin_z" };
	const int64_t *shape = table_int(&w->body, "shape");
	const int32_t *tag = table_word(&w->body, "tag");
	const double *lin[3] = { NULL }, *rot = table_real(&w->body, "kin_rot");

	for (int k = 0; k < dim; k++)
		lin[k] = table_real(&w->body, axis[k]);
	for (int i = 0; i < w->body.n_row; i++) {
		char name[24] = "all";
		double kin[3] = { 0 };

		if (!keep[i])
			continue;
		for (int k = 0; k < dim; k++)
			kin[k] = lin[k][i];
		if (arg.by && !strcmp(arg.by, "shape"))
			snprintf(name, sizeof name, "%lld", (long long)shape[i]);
		shares_add(&shares, arg.by && !strcmp(arg.by, "tag") ? w->names.word[tag[i]] : name, kin, rot[i], share[i]);
	}
	shares_frame(&shares);
}

static void frame_take(struct world *w)
{
	char *keep;

	if (of == OF_CONTACT && !w->has_contact) {
		bare++;
		return;
	}
	keep = of == OF_CONTACT ? where_select_rows(w, &w->contact, NULL) : bodies_choose(w);
	if (arg.equipartition) {
		equipartition_take(w, keep);
	} else {
		struct table *rows = of == OF_CONTACT ? &w->contact : &w->body;

		values_bind(&values, "x", w, rows);
		for (int i = 0; i < rows->n_row; i++)
			if (keep[i])
				take(w, i);
	}
	free(keep);
}

/* ---- tables ---- */

/* A name made of two. */
static void column(struct tab_out *o, const char *name, int k, const char *unit)
{
	char *text = mem_new(strlen(name) + strlen(values.item[k].text) + 2, 1);

	stpcpy(stpcpy(text, name), "");
	if (values.n > 1)
		stpcpy(stpcpy(text + strlen(name), "_"), values.item[k].text);
	tab_column(o, text, unit);
	free(text);
}

static const char *unit_of(int k)
{
	int c = of == OF_TABLE ? tab_find(&table, values.item[k].text) : -1;

	return of != OF_TABLE ? units_of_column(values.item[k].text) : c >= 0 ? table.col[c].unit : "";
}

static void histogram_columns(struct tab_out *o)
{
	static const char *const taken[] = { "lo", "hi", "count", "density", "error", "fit" };
	const char *unit = unit_of(0), *first = values.item[0].text;

	for (int k = 1; k < values.n; k++)
		if (strcmp(unit_of(k), unit))
			unit = "";
	for (size_t k = 0; k < sizeof taken / sizeof *taken; k++)
		if (!strcmp(taken[k], first))
			first = "value";
	tab_column(o, values.n == 1 ? first : "value", unit);
	tab_column(o, "lo", unit);
	tab_column(o, "hi", unit);
	for (int k = 0; k < values.n; k++) {
		char *inverse = units_inverse(unit);

		column(o, "count", k, "");
		column(o, "density", k, inverse);
		column(o, "error", k, inverse);
		if (fit)
			column(o, "fit", k, inverse);
		free(inverse);
	}
}

static void tests_columns(struct tab_out *o)
{
	static const char *const name[] = { "column", "n", "independent", "mean", "spread" };

	for (size_t k = 0; k < sizeof name / sizeof *name; k++)
		tab_column(o, name[k], "");
	tab_column(o, "temperature", "M*L^2/T^2");
	tab_column(o, "temperature_error", "M*L^2/T^2");
	tab_column(o, "ks", "");
	tab_column(o, "ks_p", "");
	tab_column(o, "chi2", "");
	tab_column(o, "dof", "");
	tab_column(o, "chi2_p", "");
}

static double independent_of(int k)
{
	double n = (double)hist.total[k];

	if (kept)
		return persistence_independent(&kept[k]);
	return isnan(independent) || independent > n ? n : independent;
}

/* Into text[32], "?" for what is not a number. */
static const char *told(char text[32], const char *format, double x)
{
	if (isfinite(x))
		snprintf(text, 32, format, x);
	else
		strcpy(text, "?");
	return text;
}

/* The fit of value k, told on stderr unless there is a table of it. */
static struct fit_result fit_result_of(int k)
{
	struct fit_result r = fit_finish(&fit[k], independent_of(k), hist.bins ? hist.bins : 50);

	if (arg.tests || arg.per_frame)
		return r;
	char a[32], b[32], ks[32], ks_p[32], chi2[32], chi2_p[32];
	tool_note("%s: %s %s, %s %s; KS %s, p %s; chi^2 %s of %d, p %s", values.item[k].text,
		is_maxwell() ? "temperature" : "mean", told(a, "%.6g", is_maxwell() ? r.temperature : r.mean),
		is_maxwell() ? "error" : "spread", told(b, "%.4g", is_maxwell() ? r.temperature_error : r.spread),
		told(ks, "%.4g", r.ks), told(ks_p, "%.3g", r.ks_p), told(chi2, "%.4g", r.chi2), r.chi2_dof,
		told(chi2_p, "%.3g", r.chi2_p));
	return r;
}

static void tests_row(struct tab_out *o, int k)
{
	struct fit_result r = fit_result_of(k);

	tab_word(o, values.item[k].text);
	tab_int(o, r.n);
	tab_real(o, r.independent);
	tab_real(o, r.mean);
	tab_real(o, r.spread);
	tab_real(o, r.temperature);
	tab_real(o, r.temperature_error);
	tab_real(o, r.ks);
	tab_real(o, r.ks_p);
	tab_real(o, r.chi2);
	if (isnan(r.chi2))
		tab_missing(o);
	else
		tab_int(o, r.chi2_dof);
	tab_real(o, r.chi2_p);
}

/* Bins count a share p of n independent values with the standard error sqrt(p (1 - p) / n). */
static void histogram_rows(struct tab_out *o)
{
	struct fit_result *r = mem_new((size_t)values.n, sizeof *r);

	for (int k = 0; fit && k < values.n; k++)
		r[k] = fit_result_of(k);
	for (int b = 0; b < hist.n; b++) {
		double lo = histogram_edge(&hist, b), hi = histogram_edge(&hist, b + 1);

		tab_real(o, hist.log ? sqrt(lo) * sqrt(hi) : lo + (hi - lo) / 2);
		tab_real(o, lo);
		tab_real(o, hi);
		for (int k = 0; k < values.n; k++) {
			int64_t count = hist.count[(size_t)b * (size_t)values.n + (size_t)k];
			double p = (double)count / (double)hist.total[k];

			tab_int(o, count);
			tab_real(o, p / (hi - lo));
			tab_real(o, sqrt(p * (1 - p) / independent_of(k)) / (hi - lo));
			if (fit)
				tab_real(o, (fit_cdf(&fit[k], &r[k], hi) - fit_cdf(&fit[k], &r[k], lo)) / (hi - lo));
		}
	}
	free(r);
}

/* Write what was counted, and forget it. */
static void counted_write(struct tab_out *o)
{
	int64_t outside = 0, total = 0;

	if (histogram_finish(&hist))
		tool_fail(EXIT_NUMERICS, "the values take more than %d bins; see --range and --width", HISTOGRAM_MOST);
	for (int k = 0; arg.tests && k < values.n; k++)
		tests_row(o, k);
	if (!arg.tests)
		histogram_rows(o);
	for (int k = 0; k < values.n; k++) {
		outside += hist.outside[k];
		total += hist.total[k];
	}
	if (outside && !arg.per_frame)
		tool_note("%lld of %lld values are in no bin", (long long)outside, (long long)total);
	histogram_clear(&hist);
	for (int k = 0; fit && k < values.n; k++)
		fit_clear(&fit[k]);
}

static void equipartition_columns(struct tab_out *o)
{
	static const char *const energy[] = {
		"kin_x", "kin_x_error", "kin_y", "kin_y_error", "kin_z", "kin_z_error", "kin_rot", "kin_rot_error"
	};

	tab_column(o, arg.by ? arg.by : "group", "");
	tab_column(o, "bodies", "");
	tab_column(o, "frames", "");
	for (size_t k = 0; k < sizeof energy / sizeof *energy; k++)
		if (dim == 3 || k < 4 || k > 5)
			tab_column(o, energy[k], "M*L^2/T^2");
	tab_column(o, "ratio", "");
	tab_column(o, "ratio_error", "");
	tab_column(o, "effective", "");
}

static void equipartition_write(struct tab_out *o)
{
	for (int k = 0; k < shares.n; k++) {
		const struct share *g = &shares.group[k];
		struct estimate x = blocks_mean(&g->lin), y = blocks_mean_second(&g->lin), z = blocks_mean(&g->up);
		struct estimate rot = blocks_mean_second(&g->rot), ratio = blocks_ratio(&g->rot);

		tab_word(o, g->name);
		tab_real(o, (double)g->bodies / (double)rot.n);
		tab_int(o, rot.n);
		const double cell[] = {
			x.mean, x.error, y.mean, y.error, z.mean, z.error, rot.mean, rot.error, ratio.mean, ratio.error, ratio.effective
		};
		for (size_t c = 0; c < sizeof cell / sizeof *cell; c++)
			if (dim == 3 || c < 4 || c > 5)
				tab_real(o, cell[c]);
		char r[32], error[32];
		tool_note("%s%s%s: rotation / translation %s, error %s", arg.by ? arg.by : "", arg.by ? " " : "", g->name,
			told(r, "%.5g", ratio.mean), told(error, "%.2g", ratio.error));
	}
}

/* ---- the run ---- */

/* What depends on the dimension: fits, and the head of the table. */
static void table_begin(struct tab_out *o)
{
	if (arg.fit)
		fits_begin();
	if (arg.equipartition)
		equipartition_columns(o);
	else if (arg.tests)
		tests_columns(o);
	else
		histogram_columns(o);
}

static void stream_run(struct tab_out *o)
{
	int64_t frames = 0, counted = 0;
	struct world *w;
	size_t n;

	particles_drop_text(tool_in());
	while ((w = tool_read())) {
		const char *text = particles_preamble(tool_in(), &n);

		dim = dims_same(w);
		if (!frames++)
			table_begin(o);
		tab_preamble(o, text, n);
		frame_take(w);
		if (!arg.per_frame || !hist.total)
			continue;
		tab_block(o, w->t);
		counted_write(o);
		counted++;
	}
	if (bare == frames && frames)
		tool_fail(EXIT_INPUT, "no frame has contacts, expected them: %s finds them, and simulators write them, unless --light",
			simulator_forces(tool_world()));
	if (!frames)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected one at least");
	if (bare)
		tool_note("%lld of %lld frames have no contacts", (long long)bare, (long long)frames);
	if (arg.equipartition ? !shares.n : !counted && !hist.total)
		tool_fail(EXIT_INPUT, "there is nothing to count: no %s with a value is left", of == OF_CONTACT ? "contact" : "body");
	if (arg.equipartition)
		equipartition_write(o);
	else if (!arg.per_frame)
		counted_write(o);
}

static void table_run(struct tab_out *o)
{
	struct world nowhere;
	struct table rows = { 0 };
	int counted = 0;

	table_begin(o);
	world_init(&nowhere, 2);
	values_rows(&rows, &table);
	values_bind(&values, "x", &nowhere, &rows);
	char *keep = where_select_rows(&nowhere, &rows, NULL);
	for (int b = 0; b < table.n_block; b++) {
		for (int r = table.block[b].first; r < table.block[b].first + table.block[b].n; r++)
			if (keep[r])
				take(&nowhere, r);
		if (!hist.total || (!arg.per_frame && b + 1 < table.n_block))
			continue;
		if (arg.per_frame)
			tab_block(o, isfinite(table.block[b].t) ? table.block[b].t : b);
		counted_write(o);
		counted++;
	}
	if (!counted)
		tool_fail(EXIT_INPUT, "there is nothing to count: no row with a value is left");
	free(keep);
	table_free(&rows);
	world_free(&nowhere);
}

static void bins_check(void)
{
	if (!isnan(arg.width) && arg.bins != INT64_MIN)
		opt_fail("width", "contradicts --bins");
	if (arg.bins != INT64_MIN && (arg.bins < 1 || arg.bins > HISTOGRAM_MOST))
		opt_fail("bins", "%lld, expected 1 to %d", (long long)arg.bins, HISTOGRAM_MOST);
	if (arg.width <= 0)
		opt_fail("width", "%g, expected more than 0", arg.width);
	if (!isnan(arg.range[0]) && !(arg.range[0] < arg.range[1]))
		opt_fail("range", "%g,%g, expected the lower end first", arg.range[0], arg.range[1]);
	if (arg.log && arg.range[0] <= 0)
		opt_fail("range", "%g,%g, expected ends above 0 with --log", arg.range[0], arg.range[1]);
	if ((arg.range[1] - arg.range[0]) / arg.width > HISTOGRAM_MOST && !arg.log)
		opt_fail("width", "%g makes more than %d bins", arg.width, HISTOGRAM_MOST);
	hist.n_column = values.n;
	hist.width = arg.width;
	hist.bins = arg.bins > 0 ? (int)arg.bins : isnan(arg.width) ? 50 : 0;
	hist.lo = arg.range[0];
	hist.hi = arg.range[1];
	hist.log = arg.log;
}

static void options_check(void)
{
	const char *const rows[] = { "body", "contact", "table" };

	for (of = OF_BODY; of <= OF_TABLE && strcmp(rows[of], arg.of); of++)
		;
	if (of > OF_TABLE)
		opt_fail("of", "%s, expected body, contact or table", arg.of);
	if (of != OF_BODY && (arg.walls || arg.no_drift || arg.equipartition))
		opt_fail(arg.walls ? "walls" : arg.no_drift ? "no-drift" : "equipartition", "is for bodies, not for --of %s",
			arg.of);
	if (arg.equipartition && (arg.x || arg.fit || arg.per_frame))
		opt_fail("equipartition", "is a table of its own: without --%s", arg.x ? "x" : arg.fit ? "fit" : "per-frame");
	if (!arg.equipartition && !arg.x)
		opt_fail("x", "is missing, expected the columns to count, or --equipartition");
	if (arg.by && (!arg.equipartition || (strcmp(arg.by, "shape") && strcmp(arg.by, "tag"))))
		opt_fail("by", "%s, expected shape or tag with --equipartition", arg.by);
	if (arg.fit && strcmp(arg.fit, "maxwell") && strcmp(arg.fit, "normal") && strcmp(arg.fit, "exponential"))
		opt_fail("fit", "%s, expected maxwell, normal or exponential", arg.fit);
	if (is_maxwell() && of != OF_BODY)
		opt_fail("fit", "maxwell needs the masses of bodies, which --of %s has not", arg.of);
	if (!arg.fit && arg.tests)
		opt_fail("tests", "is of a fit: see --fit");
	if (!isnan(arg.temperature) && !is_maxwell())
		opt_fail("temperature", "is of --fit maxwell");
	if (arg.temperature <= 0)
		opt_fail("temperature", "%g, expected more than 0", arg.temperature);
	where_begin();
	if (arg.x)
		values_parse(&values, "x", arg.x);
	if (arg.independent && !strcmp(arg.independent, "auto")) {
		if (of != OF_BODY || arg.per_frame)
			opt_fail("independent", "auto follows bodies from frame to frame: not with %s",
				arg.per_frame ? "--per-frame" : "--of");
		kept = MEM_ZERO(struct persistence, (size_t)values.n);
	} else if (arg.independent && (number_parse(arg.independent, &independent) || !(independent >= 2))) {
		opt_fail("independent", "%s, expected auto or a number of 2 or more", arg.independent);
	}
	bins_check();
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "histograms, Maxwell-Boltzmann fits and equipartition", "[FILE]", opts, 1);
	tool_take_solids();
	options_check();
	struct tab_out *o = tab_create(stdout, tool_no_provenance ? NULL : tool_made());
	if (of == OF_TABLE) {
		values_load(&table, "count");
		tab_preamble(o, table.made, strlen(table.made));
	}
	if (of == OF_TABLE)
		table_run(o);
	else
		stream_run(o);
	if (undefined)
		tool_note("%lld values are missing or not defined", (long long)undefined);
	tab_finish(o);
	histogram_free(&hist);
	for (int k = 0; kept && k < values.n; k++)
		persistence_free(&kept[k]);
	free(kept);
	shares_free(&shares);
	values_free(&values);
	tab_free(&table);
	free(fit);
	free(share);
	where_end();
	return tool_end();
}
