/* scree-plot: plot tables with gnuplot, with the names and units from their heads */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/curves.h"
#include "common/formula.h"
#include "common/picture.h"
#include "common/tool.h"
#include "number.h"

static struct {
	const char *x, *y, *style, *log, *x_label, *y_label, *fit, *start, *block, *names;
	double x_range[2], y_range[2];
	int no_key, no_errors;
} arg = { .log = "", .x_range = { NAN, NAN }, .y_range = { NAN, NAN } };

static const struct opt opts[] = {
	OPT_PICTURE(".png, .svg, .pdf or .gif"),
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Contents" },
	{ 'x', "x", OPT_WORD, &arg.x, "COLUMN", "column, or formula of columns, along x, default the first" },
	{ 'y', "y", OPT_WORD, &arg.y, "COLUMNS",
		"columns along y, or formulas of columns such as s_xy/s_yy, separated by commas; default: the first column other than x "
		"and all columns with the same unit, except columns of zeros; of a histogram the densities and fits" },
	{ 0, "block", OPT_WORD, &arg.block, "K",
		"plot this block: all, last, its number from 0, or joined (all as one curve), default all, for blocks of one row joined" },
	{ 0, "names", OPT_WORD, &arg.names, "LIST",
		"names of the tables in the key, separated by commas, default those of the files" },
	{ 0, "no-errors", OPT_FLAG, &arg.no_errors, NULL, "leave out the bars of the errors, which columns NAME_error give" },
	{ 0, "style", OPT_WORD, &arg.style, "STYLE",
		"lines, points, both, steps, boxes or dots, default lines, for a histogram steps; and print: black lines with dashes and "
		"marks, such as print,both" },
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

static struct curves plot;

/* The words of --style: a way to draw curves, print, or both. */
static void style_parse(void)
{
	char *list = mem_string(arg.style ? arg.style : ""), *next = list, *word;

	while (arg.style && (word = strsep(&next, ","))) {
		if (!strcmp(word, "print"))
			plot.print = 1;
		else if (curves_style_known(word) && !plot.style)
			plot.style = mem_string(word);
		else
			opt_fail("style", "%s, expected lines, points, both, steps, boxes or dots, and print, such as print,points", arg.style);
	}
	free(list);
}

static void options_check(void)
{
	style_parse();
	if (strspn(arg.log, "xy") != strlen(arg.log))
		opt_fail("log", "%s, expected x, y or xy", arg.log);
	if (arg.x_range[0] == arg.x_range[1])
		opt_fail("x-range", "%g,%g, expected two different numbers", arg.x_range[0], arg.x_range[1]);
	if (arg.y_range[0] == arg.y_range[1])
		opt_fail("y-range", "%g,%g, expected two different numbers", arg.y_range[0], arg.y_range[1]);
	for (const char *a = arg.log; *a; a++) {
		const double *range = *a == 'x' ? arg.x_range : arg.y_range, least = fmin(range[0], range[1]);

		if (least <= 0)
			opt_fail("log", "%s, but the range of %c has the end %g, expected more than 0", arg.log, *a, least);
	}
	if (arg.start && !arg.fit)
		opt_fail("start", "%s, but there is no --fit", arg.start);
	if (picture_percent())
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
	struct formula formula = { 0 };
	double start[FORMULA_PARAMS];
	char *what = NULL;

	tool_begin(argc, argv, "plot tables", "[FILE...]", opts, -1);
	options_check();
	if (arg.fit && (what = formula_parse(&formula, arg.fit)))
		opt_fail("fit", "%s: %s", arg.fit, what);
	start_parse(&formula, start);
	FILE *script = picture_begin();
	curves_load(&plot, &(struct curves_choice){ arg.x, arg.y, arg.block, arg.names, arg.no_errors });
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
	curves_free(&plot);
	return tool_end();
}
