/* scree-plot: plot tables with gnuplot, with the names and units from their heads */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/curves.h"
#include "common/formula.h"
#include "common/picture.h"
#include "common/tool.h"
#include "common/values.h"
#include "number.h"

static struct {
	const char *x, *y, *style, *log, *x_label, *y_label, *fit, *start, *block;
	double x_range[2], y_range[2];
	int no_key;
} arg = { .log = "", .x_range = { NAN, NAN }, .y_range = { NAN, NAN } };

static const struct opt opts[] = {
	OPT_PICTURE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Contents" },
	{ 'x', "x", OPT_WORD, &arg.x, "COLUMN", "column along x, default the first" },
	{ 'y', "y", OPT_WORD, &arg.y, "COLUMNS",
		"columns along y, separated by commas; default: the first column other than x and all columns with the same unit, except "
		"columns of zeros; of a histogram the densities and fits" },
	{ 0, "block", OPT_WORD, &arg.block, "K", "plot this block: all, last, or its number from 0, default all" },
	{ 0, "style", OPT_WORD, &arg.style, "STYLE", "lines, points, both, steps, boxes or dots, default lines, for a histogram steps" },
	{ 0, "log", OPT_WORD, &arg.log, "AXES", "logarithmic axes: x, y or xy" },
	{ 0, "x-range", OPT_PAIR, arg.x_range, "LO,HI", "ends of the x axis" },
	{ 0, "y-range", OPT_PAIR, arg.y_range, "LO,HI", "ends of the y axis" },
	{ 0, "x-label", OPT_WORD, &arg.x_label, "TEXT", "label of the x axis, default name and unit" },
	{ 0, "y-label", OPT_WORD, &arg.y_label, "TEXT", "label of the y axis, default name and unit" },
	{ 0, "no-key", OPT_FLAG, &arg.no_key, NULL, "leave out the key with the names of the curves" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Fit" },
	{ 0, "fit", OPT_WORD, &arg.fit, "EXPR",
		"fit a formula of x, such as a*x+b, to the first column along y; print its parameters on stderr" },
	{ 0, "start", OPT_WORD, &arg.start, "LIST", "initial values of the parameters, such as a=1,b=0.5, default 1 each" },
	OPT_QUIET,
	OPT_END
};

static int column(const struct tab *t, const char *option, const char *name)
{
	int c = tab_find(t, name);

	if (c < 0) {
		struct table rows = { 0 };

		values_rows(&rows, t);
		opt_fail(option, "no column %s in the table, expected %s", name, table_names(&rows));
	}
	return c;
}

/* Whether a column has numbers other than 0. */
static int is_telling(const struct tab *t, int c)
{
	for (int r = 0; !t->col[c].n_word && r < t->n_row; r++)
		if (isfinite(t->col[c].value[r]) && t->col[c].value[r] != 0)
			return 1;
	return 0;
}

/* Whether a column of a histogram has its densities, or those of a fit: density, fit, density_vx, ... */
static int is_density(const char *name)
{
	static const char *const part[] = { "density", "fit" };

	for (int k = 0; k < 2; k++) {
		size_t n = strlen(part[k]);
		if (!strncmp(name, part[k], n) && (!name[n] || name[n] == '_'))
			return 1;
	}
	return 0;
}

/* Whether the table is a histogram of scree-hist: its rows are bins, which have ends and densities. */
static int is_histogram(const struct tab *t)
{
	int densities = 0;

	for (int c = 0; c < t->n_col; c++)
		densities += is_density(t->col[c].name);
	return densities && tab_find(t, "lo") >= 0 && tab_find(t, "hi") >= 0;
}

/* Choose the columns along y. */
static void y_choose(struct curves *p, const struct tab *t)
{
	char *list = mem_string(arg.y ? arg.y : ""), *save = NULL;
	const char *unit = NULL;
	int bins = is_histogram(t);

	for (char *name = strtok_r(list, ",", &save); name; name = strtok_r(NULL, ",", &save)) {
		int c = column(t, "y", name);
		if (t->col[c].n_word)
			tool_fail(EXIT_INPUT, "column %s has words, the first in line %ld, expected numbers along y", name,
				t->col[c].line_word);
		curves_add(p, c);
	}
	free(list);
	for (int c = 0; !arg.y && c < t->n_col; c++) {
		if (c == p->x || !is_telling(t, c) || (bins && !is_density(t->col[c].name)) || (unit && strcmp(unit, t->col[c].unit)))
			continue;
		unit = t->col[c].unit;
		curves_add(p, c);
	}
	if (!p->n_y)
		tool_fail(EXIT_INPUT, "no column with numbers to plot against %s", t->col[p->x].name);
}

static void block_choose(struct curves *p, const struct tab *t)
{
	int64_t k;

	p->block_end = t->n_block;
	if (!arg.block || !strcmp(arg.block, "all"))
		return;
	if (!strcmp(arg.block, "last"))
		k = t->n_block - 1;
	else if (number_parse_int(arg.block, &k) || k < 0 || k >= t->n_block)
		opt_fail("block", "%s, expected all, last, or a number from 0 to %d", arg.block, t->n_block - 1);
	p->block = (int)k;
	p->block_end = (int)k + 1;
}

static void options_check(void)
{
	if (arg.style && !curves_style_known(arg.style))
		opt_fail("style", "%s, expected lines, points, both, steps, boxes or dots", arg.style);
	if (strspn(arg.log, "xy") != strlen(arg.log))
		opt_fail("log", "%s, expected x, y or xy", arg.log);
	if (arg.x_range[0] == arg.x_range[1])
		opt_fail("x-range", "%g,%g, expected two different numbers", arg.x_range[0], arg.x_range[1]);
	if (arg.y_range[0] == arg.y_range[1])
		opt_fail("y-range", "%g,%g, expected two different numbers", arg.y_range[0], arg.y_range[1]);
	for (const char *a = arg.log; *a; a++)
		if ((*a == 'x' ? arg.x_range : arg.y_range)[0] <= 0)
			opt_fail("log", "%s, but the range of %c begins at %g, expected more than 0", arg.log, *a,
				(*a == 'x' ? arg.x_range : arg.y_range)[0]);
	if (arg.start && !arg.fit)
		opt_fail("start", "%s, but there is no --fit", arg.start);
	if (strchr(picture.output, '%'))
		opt_fail("output", "%s, expected a name without %%", picture.output);
}

/* Read initial values, such as a=1,b=0.5, into start[n]. */
static void start_parse(const struct formula *f, double *start)
{
	char *list = mem_string(arg.start ? arg.start : ""), *save = NULL;

	for (int k = 0; k < f->n; k++)
		start[k] = 1;
	for (char *item = strtok_r(list, ",", &save); item; item = strtok_r(NULL, ",", &save)) {
		char *value = strchr(item, '=');
		if (value)
			*value++ = 0;
		int k = formula_param(f, item);
		if (k < 0)
			opt_fail("start", "no parameter %s in %s", item, arg.fit);
		if (!value || number_parse(value, &start[k]))
			opt_fail("start", "%s=%s, expected a number", item, value ? value : "");
	}
	free(list);
}

int main(int argc, char **argv)
{
	struct tab table;
	struct formula formula = { 0 };
	struct curves plot = { .table = &table };
	double start[FORMULA_PARAMS];
	char *what = NULL;

	tool_begin(argc, argv, "plot tables", "[FILE]", opts, 1);
	options_check();
	if (arg.fit && (what = formula_parse(&formula, arg.fit)))
		opt_fail("fit", "%s: %s", arg.fit, what);
	start_parse(&formula, start);
	FILE *script = picture_begin();
	values_load(&table, "plot");
	plot.x = arg.x ? column(&table, "x", arg.x) : 0;
	y_choose(&plot, &table);
	block_choose(&plot, &table);
	plot.style = arg.style ? arg.style : is_histogram(&table) ? "steps" : "lines";
	plot.log = arg.log;
	plot.x_label = arg.x_label;
	plot.y_label = arg.y_label;
	plot.no_key = arg.no_key;
	memcpy(plot.x_range, arg.x_range, sizeof plot.x_range);
	memcpy(plot.y_range, arg.y_range, sizeof plot.y_range);
	if (arg.fit) {
		plot.fit = &formula;
		plot.fit_text = arg.fit;
		plot.fit_start = start;
	}
	curves_write(&plot, script);
	picture_end(arg.fit ? EXIT_NUMERICS : EXIT_SYSTEM);
	formula_free(&formula);
	free(plot.y);
	tab_free(&table);
	return tool_end();
}
