/* scree-hist: histograms of bodies, contacts or tables, comparison with Maxwell and Boltzmann, equipartition */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/dims.h"
#include "common/equipartition.h"
#include "common/sample.h"
#include "common/sieve_table.h"
#include "common/simulator.h"
#include "common/tool.h"
#include "common/where.h"
#include "number.h"

static struct {
	const char *x, *of, *fit, *independent, *by, *sieve, *openings;
	int64_t bins;
	double width, range[2], temperature;
	int log, per_frame, walls, no_drift, tests, equipartition;
} arg = { .of = "body", .bins = INT64_MIN, .width = NAN, .range = { NAN, NAN }, .temperature = NAN };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What is counted" },
	{ 'x', "x", OPT_WORD, &arg.x, "COLUMNS",
		"columns to count, or formulas of columns, separated by commas, such as 'speed,abs(vx)'" },
	{ 0, "of", OPT_WORD, &arg.of, "ROWS", "rows to count: body, contact, or table (the input is a table), default body" },
	OPT_WHERE,
	{ 0, "walls", OPT_FLAG, &arg.walls, NULL, "include bodies that a constraint holds: walls, glued grains" },
	{ 0, "no-drift", OPT_FLAG, &arg.no_drift, NULL, "remove the mean motion of the bodies from every frame" },
	{ 0, "per-frame", OPT_FLAG, &arg.per_frame, NULL,
		"one histogram per frame, or per block of a table, default one for all frames or blocks" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bins" },
	{ 0, "bins", OPT_INT, &arg.bins, "N", "number of bins, default 50" },
	{ 0, "width", OPT_REAL, &arg.width, "W",
		"width of bins, with --log the width in ln x; bins begin at a multiple of W, or at --range" },
	{ 0, "range", OPT_PAIR, arg.range, "LO,HI", "ends of the bins, default those of the values" },
	{ 0, "log", OPT_FLAG, &arg.log, NULL, "logarithmic bins, for values above 0" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Distributions" },
	{ 0, "fit", OPT_WORD, &arg.fit, "NAME", "distribution to compare with: maxwell (Maxwell-Boltzmann), normal or exponential" },
	{ 0, "temperature", OPT_REAL, &arg.temperature, "E",
		"temperature for --fit maxwell: the mean energy per degree of freedom is E/2 [M L^2/T^2], default estimated" },
	{ 0, "independent", OPT_WORD, &arg.independent, "N",
		"number of independent values, or auto to estimate it, default the number of values" },
	{ 0, "tests", OPT_FLAG, &arg.tests, NULL, "write a table of the fits and their tests instead of the histogram" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Energies" },
	{ 0, "equipartition", OPT_FLAG, &arg.equipartition, NULL,
		"write a table of the mean kinetic energy along each axis, that of rotation, and the ratio of rotation to translation" },
	{ 0, "by", OPT_WORD, &arg.by, "WHAT", "with --equipartition: one row per shape or tag, default one row for all bodies" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Sieves" },
	{ 0, "sieve", OPT_WORD, &arg.sieve, "WHAT",
		"write a table of the mass that passes sieves: curve (the fraction that passes each opening) or percentiles (d10 to d90, Cu, "
		"Cc)" },
	{ 0, "openings", OPT_WORD, &arg.openings, "LIST",
		"with --sieve curve: openings of the sieves [L], separated by commas, default 20 in equal ratios" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static enum { OF_BODY, OF_CONTACT, OF_TABLE } of;
static enum category by;
static int dims = 2;                            /* of the stream */
static struct sample sample;
static struct equipartition energies;           /* --equipartition */
static struct sieve_table sieve;                /* --sieve */
static struct counted_bodies bodies;
static struct tab table;                 /* --of table */

/* ---- the options ---- */

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
		opt_fail("width", "%g, expected a width that makes at most %d bins", arg.width, HISTOGRAM_MOST);
}

static void rows_check(void)
{
	static const char *const rows[] = { "body", "contact", "table" };

	for (of = OF_BODY; of <= OF_TABLE && strcmp(rows[of], arg.of); of++)
		;
	if (of > OF_TABLE)
		opt_fail("of", "%s, expected body, contact or table", arg.of);
	if (of != OF_BODY && (arg.walls || arg.no_drift || arg.equipartition))
		opt_fail(arg.walls ? "walls" : arg.no_drift ? "no-drift" : "equipartition", "is for bodies, not for --of %s",
			arg.of);
	if (arg.equipartition && (arg.x || arg.fit || arg.per_frame))
		opt_fail("equipartition", "cannot be combined with --%s",
			arg.x ? "x" : arg.fit ? "fit" : "per-frame");
	if (arg.sieve && (arg.x || arg.fit || arg.equipartition || of != OF_BODY))
		opt_fail("sieve", "cannot be combined with --%s", arg.x ? "x" : arg.fit ? "fit" : arg.equipartition ? "equipartition" : "of");
	if (arg.openings && !arg.sieve)
		opt_fail("openings", "needs --sieve curve");
	if (arg.sieve)
		sieve_table_options(&sieve, arg.sieve, arg.openings);
	if (!arg.equipartition && !arg.sieve && !arg.x)
		opt_fail("x", "is missing, expected the columns to count, --equipartition or --sieve");
	if (arg.by && (!arg.equipartition || (strcmp(arg.by, "shape") && strcmp(arg.by, "tag"))))
		opt_fail("by", "%s, expected shape or tag with --equipartition", arg.by);
}

/* Refuse options of histograms for the tables of --sieve and --equipartition, which would ignore them. */
static void tables_check(void)
{
	const struct { const char *name; int given; } no[] = {
		{ "bins", arg.bins != INT64_MIN }, { "width", !isnan(arg.width) }, { "range", !isnan(arg.range[0]) }, { "log", arg.log },
		{ "independent", arg.independent != NULL }, { "no-drift", arg.no_drift && arg.sieve } };

	for (int k = 0; k < (int)(sizeof no / sizeof *no); k++)
		if (no[k].given && (arg.sieve || arg.equipartition))
			opt_fail(no[k].name, "has no effect on the table of --%s", arg.sieve ? "sieve" : "equipartition");
}

static void fit_check(void)
{
	int maxwell = arg.fit && !strcmp(arg.fit, "maxwell");

	if (arg.fit && !maxwell && strcmp(arg.fit, "normal") && strcmp(arg.fit, "exponential"))
		opt_fail("fit", "%s, expected maxwell, normal or exponential", arg.fit);
	if (maxwell && of != OF_BODY)
		opt_fail("fit", "maxwell needs the masses of bodies, which --of %s does not have", arg.of);
	if (!arg.fit && arg.tests)
		opt_fail("tests", "needs a distribution to test, expected --fit");
	if (!isnan(arg.temperature) && !maxwell)
		opt_fail("temperature", "is for --fit maxwell only");
	if (arg.temperature <= 0)
		opt_fail("temperature", "%g, expected more than 0", arg.temperature);
}

/* Put what the options say into the sample and the choice of bodies. */
static void settings_make(void)
{
	double independent = NAN;

	sample.model = !arg.fit ? MODEL_NONE : !strcmp(arg.fit, "maxwell") ? MODEL_MAXWELL :
		!strcmp(arg.fit, "normal") ? MODEL_NORMAL : MODEL_EXPONENTIAL;
	sample.temperature = arg.temperature;
	sample.blocks = arg.per_frame;
	sample.follow = arg.independent && !strcmp(arg.independent, "auto");
	if (sample.follow && (of != OF_BODY || arg.per_frame))
		opt_fail("independent", "auto follows bodies from frame to frame, which is not possible with %s",
			arg.per_frame ? "--per-frame" : "--of");
	if (arg.independent && !sample.follow && (number_parse(arg.independent, &independent) || !(independent >= 2)))
		opt_fail("independent", "%s, expected auto or a number of 2 or more", arg.independent);
	sample.independent = independent;
	sample.hist = (struct histogram){
		.n_column = sample.values.n, .width = arg.width, .lo = arg.range[0], .hi = arg.range[1], .log = arg.log,
		.bins = arg.bins > 0 ? (int)arg.bins : isnan(arg.width) ? 50 : 0
	};
	bodies.walls = arg.walls;
	bodies.no_drift = arg.no_drift;
	bodies.energies = arg.equipartition || arg.sieve || sample.model == MODEL_MAXWELL || arg.no_drift ||
		sample_uses_energies(&sample);
	by = !arg.by ? CATEGORY_ALL : !strcmp(arg.by, "shape") ? CATEGORY_SHAPE : CATEGORY_TAG;
}

static void options_check(void)
{
	rows_check();
	tables_check();
	fit_check();
	where_begin();
	if (arg.x)
		values_parse(&sample.values, "x", arg.x);
	settings_make();
	bins_check();
}

/* ---- a particle stream ---- */

/* Count the bodies or the contacts of a frame. */
static void frame_take(struct world *w)
{
	struct table *rows = of == OF_CONTACT ? &w->contact : &w->body;

	if (of == OF_CONTACT) {
		free(bodies.keep);
		bodies.keep = where_select_rows(w, rows, NULL);
	} else {
		counted_bodies_choose(&bodies, w);
	}
	if (arg.equipartition) {
		equipartition_take(&energies, by, w, &bodies);
		return;
	}
	if (arg.sieve) {
		sieve_table_take(&sieve, w, &bodies);
		return;
	}
	values_bind(&sample.values, "x", w, rows);
	for (int i = 0; i < rows->n_row; i++)
		if (bodies.keep[i])
			sample_take(&sample, w, &bodies, i);
}

/* The columns depend on the dimension of the first frame. */
static void stream_columns(int dim, struct tab_out *o)
{
	sample_begin(&sample, dim);
	if (arg.equipartition)
		equipartition_columns(by, dim, o);
	else if (arg.sieve)
		sieve_table_columns(&sieve, o);
	else
		sample_columns(&sample, arg.tests, NULL, o);
}

/* Whether nothing was counted since rows were last written. */
static int is_empty(void)
{
	return arg.equipartition ? !energies.n : arg.sieve ? !sieve.sieve.n : sample_is_empty(&sample);
}

static void rows_write(struct tab_out *o)
{
	if (arg.equipartition)
		equipartition_write(&energies, by, dims, o);
	else if (arg.sieve)
		sieve_table_write(&sieve, o);
	else
		sample_write(&sample, arg.tests, o);
}

static void stream_run(struct tab_out *o)
{
	int64_t frames = 0, bare = 0, blocks = 0; /* bare: frames without contacts */
	struct world *w;
	size_t n;

	particles_drop_text(tool_in());
	while ((w = tool_read())) {
		const char *text = particles_preamble(tool_in(), &n);

		dims = dims_same(w);
		if (!frames++)
			stream_columns(dims, o);
		tab_preamble(o, text, n);
		if (of == OF_CONTACT && !w->has_contact)
			bare++;
		else
			frame_take(w);
		if (!arg.per_frame || is_empty())
			continue;
		tab_block(o, w->t);
		rows_write(o);
		blocks++;
	}
	where_end();
	if (bare == frames && frames)
		tool_fail(EXIT_INPUT, "no frame has contacts: %s adds them to the last frame; simulators write contacts in all frames unless "
			"--light is given", simulator_forces(tool_world()));
	if (!frames)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected at least one");
	if (bare)
		tool_note("%lld of %lld frames have no contacts and are left out", (long long)bare, (long long)frames);
	if (!blocks && is_empty())
		tool_fail(EXIT_INPUT, "there is nothing to count: no %s with a value is left", of == OF_CONTACT ? "contact" : "body");
	if (!arg.per_frame)
		rows_write(o);
}

/* ---- a table ---- */

static void table_run(struct tab_out *o)
{
	struct world nowhere;
	struct table rows = { 0 };
	int written = 0;

	values_load(&table, "count");
	tab_preamble(o, table.made, strlen(table.made));
	sample_begin(&sample, 2);
	sample_columns(&sample, arg.tests, &table, o);
	world_init(&nowhere, 2);
	values_rows(&rows, &table);
	values_bind(&sample.values, "x", &nowhere, &rows);
	bodies.keep = where_select_rows(&nowhere, &rows, NULL);
	where_end();
	for (int b = 0; b < table.n_block; b++) {
		for (int r = table.block[b].first; r < table.block[b].first + table.block[b].n; r++)
			if (bodies.keep[r])
				sample_take(&sample, &nowhere, NULL, r);
		if (sample_is_empty(&sample) || (!arg.per_frame && b + 1 < table.n_block))
			continue;
		if (arg.per_frame)
			tab_block(o, isfinite(table.block[b].t) ? table.block[b].t : b);
		sample_write(&sample, arg.tests, o);
		written++;
	}
	if (!written)
		tool_fail(EXIT_INPUT, "there is nothing to count: no row with a value is left");
	table_free(&rows);
	world_free(&nowhere);
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "histograms, Maxwell-Boltzmann fits and equipartition", "[FILE]", opts, 1);
	tool_take_solids();
	options_check();
	struct tab_out *o = tab_create(stdout, tool_made);
	if (of == OF_TABLE)
		table_run(o);
	else
		stream_run(o);
	if (sample.undefined)
		tool_note("%lld values are missing or not defined", (long long)sample.undefined);
	if (sieve.left_out)
		tool_note("%lld bodies without outline or mass pass no sieve and are left out", (long long)sieve.left_out);
	tab_finish(o);
	sample_free(&sample);
	equipartition_free(&energies);
	sieve_table_free(&sieve);
	counted_bodies_free(&bodies);
	tab_free(&table);
	return tool_end();
}
