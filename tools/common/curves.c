/* curves.c: write the data, axes and curves of a plot. */
#include "common/curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/picture.h"
#include "common/tool.h"
#include "number.h"
#include "units.h"

static const struct { const char *name, *with; } styles[] = {
	{ "lines", "lines lw 2" }, { "points", "points pt 7 ps 0.7" }, { "both", "linespoints lw 1.6 pt 7 ps 0.6" },
	{ "steps", "histeps lw 2" }, { "boxes", "boxes fs solid 0.6" }, { "dots", "dots" },
};
static const char *const rgb[] = {
	"#1d5f8a", "#d1603d", "#4f8a5b", "#8a5a9e", "#c69a2d", "#53565c", "#b13a5c", "#2f9c99"
};
enum { N_STYLE = sizeof styles / sizeof *styles, N_RGB = sizeof rgb / sizeof *rgb, MANY_BLOCKS = 5, MANY_KEYS = 14 };

static const char *style_with(const char *style)
{
	for (int k = 0; k < N_STYLE; k++)
		if (!strcmp(styles[k].name, style))
			return styles[k].with;
	return NULL;
}

int curves_style_known(const char *style)
{
	return style_with(style) != NULL;
}

void curves_add(struct curves *p, int column)
{
	MEM_GROW(p->y, &p->cap_y, (size_t)p->n_y + 1);
	p->y[p->n_y++] = column;
}

/* ---- data ---- */

static void value_write(FILE *f, double x)
{
	char text[NUMBER_MAX + 1];

	if (isfinite(x)) {
		*number_put(text, x) = 0;
		fprintf(f, " %s", text);
	} else
		fputs(" ?", f);
}

/* Write one data block with x and all y for each block of the table. If x is a word, the number of the row replaces it. */
static void data_write(const struct curves *p, FILE *f)
{
	const struct tab *t = p->table;

	for (int b = p->block; b < p->block_end; b++) {
		fprintf(f, "$block%d << END\n", b);
		for (int r = t->block[b].first; r < t->block[b].first + t->block[b].n; r++) {
			value_write(f, t->col[p->x].n_word ? r - t->block[b].first : t->col[p->x].value[r]);
			for (int k = 0; k < p->n_y; k++)
				value_write(f, t->col[p->y[k]].value[r]);
			fputc('\n', f);
		}
		fprintf(f, "END\n");
	}
}

/* The numbers of points: of all, of those with two numbers that gnuplot takes, of those on logarithmic axes too, and of those
 * within the range along x. */
struct points { int all, number, above, within; };

static int is_above(const struct curves *p, char axis, double x)
{
	return !strchr(p->log, axis) || x > 0;
}

static void points_count(struct points *n, const struct curves *p, int y)
{
	const double most = 8.9e307, lo = fmin(p->x_range[0], p->x_range[1]), hi = fmax(p->x_range[0], p->x_range[1]);
	const struct tab *t = p->table;

	for (int r = t->block[p->block].first; r < t->block[p->block_end - 1].first + t->block[p->block_end - 1].n; r++) {
		double at = t->col[p->x].n_word ? r - t->block[p->block].first : t->col[p->x].value[r], value = t->col[y].value[r];

		n->all++;
		if (!(fabs(at) <= most && fabs(value) <= most))
			continue;
		n->number++;
		if (!is_above(p, 'x', at) || !is_above(p, 'y', value))
			continue;
		n->above++;
		n->within += !(at < lo || at > hi);
	}
}

/* Refuse plots that would show nothing, and name columns that do not show. */
static void points_check(const struct curves *p)
{
	struct points sum = { 0 };

	for (int k = 0; k < p->n_y; k++) {
		struct points n = { 0 };

		points_count(&n, p, p->y[k]);
		points_count(&sum, p, p->y[k]);
		if (!n.above && p->n_y > 1)
			tool_note("column %s has no point to plot", p->table->col[p->y[k]].name);
	}
	const char *why = !sum.number ? "none of %d points has two numbers" : !sum.above ?
		"none of %d points has numbers above 0, as logarithmic axes need" :
		!sum.within && !isfinite(p->y_range[0]) && !p->fit ? "none of %d points lies within --x-range" : NULL;
	if (why) {
		char text[128];

		snprintf(text, sizeof text, why, sum.all);
		tool_fail(EXIT_INPUT, "nothing to plot: %s", text);
	}
}

/* ---- axes ---- */

static void label_write(FILE *f, const char *axis, const char *text)
{
	fprintf(f, "set %slabel ", axis);
	gnuplot_string(f, text);
	fputc('\n', f);
}

/* The label of an axis: name and unit of its column. If several columns share the axis, only the unit; the key has the names. */
static char *label_make(const struct curves *p, const int *right, int side)
{
	const struct tab *t = p->table;
	int n = 0, last = -1;

	for (int k = 0; k < p->n_y; k++)
		if (right[k] == side) {
			n++;
			last = p->y[k];
		}
	return units_label(n == 1 ? t->col[last].name : "", last < 0 ? "" : t->col[last].unit);
}

static void range_write(FILE *f, const char *axis, const double range[2])
{
	if (isfinite(range[0]) && isfinite(range[1]))
		fprintf(f, "set %srange [%.17g:%.17g]\n", axis, range[0], range[1]);
}

static void axes_write(const struct curves *p, const int *right, FILE *f)
{
	const struct tab *t = p->table;
	char *x = units_label(t->col[p->x].name, t->col[p->x].unit);
	char *y = label_make(p, right, 0), *y2 = label_make(p, right, 1);
	int two = 0;

	for (int k = 0; k < p->n_y; k++)
		two |= right[k];
	label_write(f, "x", p->x_label ? p->x_label : x);
	label_write(f, "y", p->y_label ? p->y_label : y);
	if (two) {
		label_write(f, "y2", y2);
		fprintf(f, "set y2tics out scale 0.6\n");
	}
	fprintf(f, "set tics out nomirror scale 0.6\nset border %d lw 0.8 lc rgb '#444444'\n"
		"set grid back lc rgb '#e3e3e3' lw 0.8 dt 1\n", two ? 11 : 3);
	for (const char *a = p->log; *a; a++)
		fprintf(f, "set logscale %c\nset format %c '%%g'\n", *a, *a);
	if (!strcmp(p->style, "boxes")) { /* boxes stand on 0 */
		double least = 0;
		for (int k = 0; k < p->n_y; k++)
			for (int r = 0; r < t->n_row; r++)
				least = fmin(least, t->col[p->y[k]].value[r]);
		fprintf(f, "set boxwidth 0.8 %s\n", t->col[p->x].n_word ? "absolute" : "relative");
		if (least >= 0 && !strchr(p->log, 'y'))
			fprintf(f, "set yrange [0:*]\nset y2range [0:*]\n");
	}
	range_write(f, "x", p->x_range);
	range_write(f, "y", p->y_range);
	if (t->col[p->x].n_word) {
		const struct tab_block *b = &t->block[p->block];
		fprintf(f, "set xtics rotate by -35 (");
		for (int r = 0; r < b->n; r++) {
			const char *word = t->col[p->x].word[b->first + r];
			fprintf(f, r ? ", " : "");
			gnuplot_string(f, word ? word : "?");
			fprintf(f, " %d", r);
		}
		fprintf(f, ")\nset xrange [-0.5:%g]\n", b->n - 0.5);
	}
	free(x);
	free(y);
	free(y2);
}

/* ---- curves ---- */

/* The colour of a block, from blue over violet and red to ochre as s goes from 0 to 1. */
static void blend(char to[8], double s)
{
	static const int stop[4][3] = {
		{ 0x1d, 0x3f, 0x72 }, { 0x86, 0x4f, 0x8f }, { 0xd1, 0x60, 0x3d }, { 0xe0, 0xae, 0x45 }
	};
	int k = (int)fmin(2, floor(3 * s));
	double w = 3 * s - k;
	int c[3];

	for (int i = 0; i < 3; i++)
		c[i] = (int)(stop[k][i] + w * (stop[k + 1][i] - stop[k][i]) + 0.5) & 0xff;
	snprintf(to, 8, "#%02x%02x%02x", c[0] & 0xffu, c[1] & 0xffu, c[2] & 0xffu);
}

/* Write the name of curve y[k] of block b in the key: the column, the time of the block, or both. */
static void title_write(const struct curves *p, int k, int b, FILE *f)
{
	const struct tab *t = p->table;
	const char *name = t->col[p->y[k]].name;
	char text[300];

	if (p->block_end - p->block == 1)
		snprintf(text, sizeof text, "%.200s", name);
	else
		snprintf(text, sizeof text, isfinite(t->block[b].t) ? "%.200s%st = %.5g" : "%.200s%s", p->n_y > 1 ? name : "",
			p->n_y > 1 ? ", " : "", t->block[b].t);
	gnuplot_string(f, text);
}

static void fit_write(const struct curves *p, FILE *f)
{
	int n = 0;

	fprintf(f, "fit_f(x) = %s\n", p->fit->script);
	for (int k = 0; k < p->fit->n; k++)
		fprintf(f, "fit_%s = %.17g\n", p->fit->param[k], p->fit_start[k]);
	fprintf(f, "$all << END\n");
	for (int r = p->table->block[p->block].first; r < p->table->block[p->block_end - 1].first +
			p->table->block[p->block_end - 1].n; r++) {
		double x = p->table->col[p->x].value[r], y = p->table->col[p->y[0]].value[r];
		if (!isfinite(x) || !isfinite(y))
			continue;
		value_write(f, x);
		value_write(f, y);
		fputc('\n', f);
		n++;
	}
	if (n < p->fit->n || n < 2)
		tool_fail(EXIT_INPUT, "--fit %s: found %d point%s, expected %d at least", p->fit_text, n, n == 1 ? "" : "s",
			p->fit->n > 2 ? p->fit->n : 2);
	fprintf(f, "END\nset fit quiet nolog errorvariables\nfit fit_f(x) $all using 1:2 via ");
	for (int k = 0; k < p->fit->n; k++)
		fprintf(f, "%sfit_%s", k ? "," : "", p->fit->param[k]);
	fputc('\n', f);
	for (int k = 0; k < p->fit->n; k++) {
		const char *name = p->fit->param[k];
		/* as many points as parameters say nothing of errors */
		fprintf(f, "print 'fit: %s = '.gprintf('%%.10g', fit_%s).' +- '.(fit_%s_err == fit_%s_err ? gprintf('%%.2g', fit_%s_err) : "
			"'?')\n", name, name, name, name, name);
	}
}

static void plot_write(const struct curves *p, const int *right, FILE *f)
{
	const char *with = style_with(p->style);
	int n_block = p->block_end - p->block, n = 0, dumb = picture.kind == GNUPLOT_DUMB;

	fprintf(f, "plot ");
	for (int k = 0; k < p->n_y; k++)
		for (int b = p->block; b < p->block_end; b++, n++) {
			char blended[8];
			if (n_block > 1)
				blend(blended, (double)(b - p->block) / fmax(1, n_block - 1));
			fprintf(f, "%s$block%d using 1:%d axes x1y%d with %s", n ? ", \\\n\t" : "", b, k + 2, 1 + right[k], with);
			if (!dumb)
				fprintf(f, " lc rgb '%s' dt %d", n_block > 1 ? blended : rgb[k % N_RGB],
					n_block > 1 ? k % 5 + 1 : k / N_RGB % 5 + 1);
			/* if there are many blocks, the key names only the first, the last and some between */
			int step = (n_block + MANY_BLOCKS - 1) / MANY_BLOCKS;
			if (n_block <= MANY_KEYS || (b - p->block) % step == 0 || b == p->block_end - 1) {
				fprintf(f, " title ");
				title_write(p, k, b, f);
			} else
				fprintf(f, " notitle");
		}
	if (p->fit) {
		fprintf(f, ", \\\n\tfit_f(x) with lines lw 1.4 %s title ", dumb ? "" : "lc rgb '#222222' dt 2");
		gnuplot_string(f, p->fit_text);
	}
	fputc('\n', f);
}

void curves_write(const struct curves *p, FILE *f)
{
	const struct tab *t = p->table;
	int *right = MEM_ZERO(int, (size_t)p->n_y);
	int n = (p->block_end - p->block) * p->n_y + (p->fit != NULL), key = !p->no_key && n > 1;

	points_check(p);
	for (int k = 0; k < p->n_y; k++)
		right[k] = strcmp(t->col[p->y[k]].unit, t->col[p->y[0]].unit) != 0;
	data_write(p, f);
	fprintf(f, "set datafile missing '?'\n");
	if (p->fit)
		fit_write(p, f);
	gnuplot_terminal(f, picture.kind, picture.width, picture.height ? picture.height : (int)(0.58 * picture.width), 100);
	if (!gnuplot_on_stdout(picture.kind))
		gnuplot_output(f, picture.output);
	if (picture.title) {
		fprintf(f, "set title ");
		gnuplot_string(f, picture.title);
		fputc('\n', f);
	}
	fprintf(f, key ? "set key outside right top Left reverse samplen 1.6 spacing 1.25\n" : "unset key\n");
	axes_write(p, right, f);
	plot_write(p, right, f);
	if (!gnuplot_on_stdout(picture.kind))
		fprintf(f, "unset output\n");
	free(right);
}
