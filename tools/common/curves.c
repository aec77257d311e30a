/* curves.c: write the data, axes and curves of a plot. */
#include "common/curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/canvas.h"
#include "common/canvas_layout.h"
#include "common/picture.h"
#include "common/tool.h"
#include "number.h"
#include "units.h"

static const struct { const char *name, *with; int marks; } styles[] = {
	{ "lines", "lines lw 2", 0 }, { "points", "points", 1 }, { "both", "linespoints lw 1.6", 1 },
	{ "steps", "histeps lw 2", 0 }, { "boxes", "boxes fs solid 0.6", 0 }, { "dots", "dots", 0 },
};
static const char *const rgb[] = {
	"#1d5f8a", "#d1603d", "#4f8a5b", "#8a5a9e", "#c69a2d", "#53565c", "#b13a5c", "#2f9c99"
};
static const int mark[] = { 7, 5, 9, 11, 13 };
static const int print_mark[] = { 7, 6, 5, 4, 9, 8, 13, 12 }; /* full and open ones in turn */
enum { N_STYLE = sizeof styles / sizeof *styles, N_RGB = sizeof rgb / sizeof *rgb, N_MARK = sizeof mark / sizeof *mark,
	N_PRINT = sizeof print_mark / sizeof *print_mark, N_DASH = 5, MANY_BLOCKS = 5, MANY_KEYS = 14 };

static int style_find(const char *style)
{
	for (int k = 0; k < N_STYLE; k++)
		if (!strcmp(styles[k].name, style))
			return k;
	return -1;
}

int curves_style_known(const char *style)
{
	return style_find(style) >= 0;
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

static int is_boxed(const struct curves *p)
{
	return !strcmp(p->style, "boxes");
}

/* Whether a block is drawn as steps or boxes over its bins, whose ends are known. Gnuplot's own end midway between points. */
static int is_binned(const struct curves *p, const struct curves_block *q)
{
	return q->bin && (!strcmp(p->style, "steps") || is_boxed(p));
}

/* Write the boxes of curve y[k] of a block: middle of the bin, height, width. */
static void boxes_write(const struct curves *p, const struct curves_block *q, int k, FILE *f)
{
	fprintf(f, "$steps%d_%d << END\n", q->number, k);
	for (int r = 0; r < q->n; r++) {
		const double *bin = q->bin[r], row[3] = { 0.5 * (bin[0] + bin[1]), q->value[r * p->width + 1 + k], bin[1] - bin[0] };

		for (int c = 0; c < 3; c++)
			value_write(f, row[c]);
		fputc('\n', f);
	}
	fprintf(f, "END\n");
}

/* Write the steps of curve y[k] of a block as a line from 0 over its bins back to 0. A missing value is a gap. */
static void steps_write(const struct curves *p, const struct curves_block *q, int k, FILE *f)
{
	double last = NAN; /* the upper end of the bin before, if the line goes on */

	fprintf(f, "$steps%d_%d << END\n", q->number, k);
	for (int r = 0; r <= q->n; r++) {
		double y = r < q->n ? q->value[r * p->width + 1 + k] : NAN, lo = isfinite(y) ? q->bin[r][0] : NAN;

		if (isfinite(last) && last != lo) {
			value_write(f, last);
			fputs(" 0\n\n", f);
		}
		if (isfinite(lo) && last != lo) {
			value_write(f, lo);
			fputs(" 0\n", f);
		}
		last = isfinite(lo) ? q->bin[r][1] : NAN;
		for (int end = 0; end < 2 && isfinite(lo); end++) {
			value_write(f, q->bin[r][end]);
			value_write(f, y);
			fputc('\n', f);
		}
	}
	fprintf(f, "END\n");
}

/* Write the rows of each block: x, the columns along y, their errors; and the steps of histograms. */
static void data_write(const struct curves *p, FILE *f)
{
	int binned = 0;

	for (int b = 0; b < p->n_block; b++) {
		const struct curves_block *q = &p->block[b];
		fprintf(f, "$block%d << END\n", q->number);
		for (int r = 0; r < q->n; r++) {
			for (int k = 0; k < p->width; k++)
				value_write(f, q->value[r * p->width + k]);
			fputc('\n', f);
		}
		fprintf(f, "END\n");
		if (is_binned(p, q) && !binned++)
			fprintf(f, "set clip two\n"); /* a bin may be wider than the picture */
		for (int k = 0; k < p->n_y && is_binned(p, q); k++)
			(is_boxed(p) ? boxes_write : steps_write)(p, q, k, f);
	}
}

/* ---- ranges ---- */

/* The ends of the points along x, and along y of the left and the right axis. */
struct extent { double lo[3], hi[3]; int n; };

static void extent_add(struct extent *e, int axis, double x)
{
	e->lo[axis] = fmin(e->lo[axis], x);
	e->hi[axis] = fmax(e->hi[axis], x);
}

static int is_within(double x, const double range[2])
{
	return !(x < fmin(range[0], range[1])) && !(x > fmax(range[0], range[1]));
}

/* The numbers of points: of all, of those with two numbers that gnuplot takes, of those on logarithmic axes too, and of those
 * within the range along x. */
struct points { int all, number, above, within; };

static int is_above(const struct curves *p, char axis, double x)
{
	return !strchr(p->log, axis) || x > 0;
}

static void points_count(struct points *n, const struct curves *p, int k)
{
	const double most = 8.9e307;

	for (int b = 0; b < p->n_block; b++)
		for (int r = 0; r < p->block[b].n; r++) {
			double x = p->block[b].value[r * p->width], y = p->block[b].value[r * p->width + 1 + k];

			n->all++;
			if (!(fabs(x) <= most && fabs(y) <= most))
				continue;
			n->number++;
			if (!is_above(p, 'x', x) || !is_above(p, 'y', y))
				continue;
			n->above++;
			n->within += is_within(x, p->x_range);
		}
}

/* Refuse plots that would show nothing, and name columns that do not show. */
static void points_check(const struct curves *p)
{
	struct points sum = { 0 };

	for (int k = 0; k < p->n_y; k++) {
		struct points n = { 0 };

		points_count(&n, p, k);
		points_count(&sum, p, k);
		if (!n.above && p->n_y > 1)
			tool_note("column %s has no point to plot", p->y[k].name);
		else if (n.above && n.above < n.number)
			tool_note("column %s: %d of %d points are not above 0, so logarithmic axes leave them out", p->y[k].name,
				n.number - n.above, n.number);
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

/* Whether the point of column k in row r can be drawn. */
static int is_drawn(const struct curves *p, const struct curves_block *q, int k, int r)
{
	double x = q->value[r * p->width], y = q->value[r * p->width + 1 + k];

	return isfinite(x) && isfinite(y) && (x > 0 || !strchr(p->log, 'x')) && (y > 0 || !strchr(p->log, 'y')) &&
		is_within(x, p->x_range);
}

static struct extent extent_of(const struct curves *p, const int *right)
{
	struct extent e = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY }, 0 };

	for (int b = 0; b < p->n_block; b++)
		for (int k = 0; k < p->n_y; k++)
			for (int r = 0; r < p->block[b].n; r++) {
				const double *v = &p->block[b].value[r * p->width];
				double error = p->y[k].error ? v[p->y[k].error] : 0;
				if (!is_drawn(p, &p->block[b], k, r))
					continue;
				e.n += right[k] || is_within(v[1 + k], p->y_range);
				extent_add(&e, 0, v[0]);
				for (int end = 0; end < 2 && is_binned(p, &p->block[b]); end++)
					if (is_above(p, 'x', p->block[b].bin[r][end]))
						extent_add(&e, 0, p->block[b].bin[r][end]);
				extent_add(&e, 1 + right[k], v[1 + k]);
				if (isfinite(error)) {
					extent_add(&e, 1 + right[k], v[1 + k] + error);
					if (v[1 + k] - error > 0 || !strchr(p->log, 'y'))
						extent_add(&e, 1 + right[k], v[1 + k] - error);
				}
			}
	if (!e.n)
		tool_fail(EXIT_INPUT, "no point of %s against %s can be drawn%s%s, expected numbers%s", p->y[0].name, p->x.name,
			isfinite(p->x_range[0]) || isfinite(p->y_range[0]) ? " in the ranges" : "",
			*p->log ? " on logarithmic axes" : "", *p->log ? " above 0" : "");
	return e;
}

/* ---- axes ---- */

enum { TITLE = 700 };

/* The name of curve y[k] of a block in the key: the file, the column, the time of the block, or several of them. */
static void title_make(const struct curves *p, int k, const struct curves_block *q, char text[TITLE])
{
	int several = p->n_block > p->n_file, named = p->n_y > 1 || p->n_block == 1;
	char time[40] = "";

	if (several && isfinite(q->t))
		snprintf(time, sizeof time, "t = %.*g", p->time_digits, q->t);
	snprintf(text, TITLE, "%.300s%s%.300s%s%s", q->label, *q->label && named ? ", " : "", named ? p->y[k].name : "",
		*time && (named || *q->label) ? ", " : "", time);
}

/* Whether the picture has a key. */
static int has_key(const struct curves *p)
{
	return !p->no_key && p->n_block * p->n_y + (p->fit != NULL) > 1;
}

/* How many numbers fit below the axis along x, in a picture of pixels, beside a key of letters 7 pixels wide. */
static double numbers_below(const struct curves *p)
{
	double letters = p->fit ? (double)strlen(p->fit_text) : 0;
	char title[TITLE];

	for (int k = 0; k < p->n_y && has_key(p); k++)
		for (int b = 0; b < p->n_block; b++) {
			title_make(p, k, &p->block[b], title);
			letters = fmax(letters, (double)strlen(title));
		}
	return fmax(2, (picture.width - 90 - (has_key(p) ? 50 + 7 * letters : 0)) / 45);
}

static void label_write(FILE *f, const char *axis, const char *text)
{
	fprintf(f, "set %slabel ", axis);
	gnuplot_string(f, text);
	fputc('\n', f);
}

/* The label of an axis: name and unit of its column. If several columns share the axis, only the unit; the key has the names. */
static char *label_make(const struct curves *p, const int *right, int side)
{
	int n = 0, last = -1;

	for (int k = 0; k < p->n_y; k++)
		if (right[k] == side) {
			n++;
			last = k;
		}
	return units_label(n == 1 ? p->y[last].name : "", last < 0 ? "" : p->y[last].unit);
}

/* Tics of a short logarithmic axis: even steps where it is almost linear, else at 1, 2, 5, 10, ...; small ones between. */
static void tics_write(FILE *f, const char *axis, double lo, double hi)
{
	int n = 0, digits = layout_digits(lo, hi) > LAYOUT_DIGITS ? layout_digits(lo, hi) : LAYOUT_DIGITS;

	fprintf(f, "set %stics (", axis);
	if (hi / lo < 5) {
		double step = canvas_step((hi - lo) / 6);
		for (double k = floor(lo / step); hi > lo && k * step < hi + step; k++)
			fprintf(f, "%s'%.*g' %.17g", n++ ? ", " : "", digits, k * step, k * step);
	}
	for (int ten = (int)floor(log10(lo)) - 1; ten <= log10(hi) + 1 && !(n && hi / lo < 5); ten++)
		for (int k = 1; k < 10; k++) {
			fprintf(f, n++ ? ", '" : "'");
			if (strchr(hi / lo < 12 ? "1234568" : "125", '0' + k))
				fprintf(f, "%g' %g", k * pow(10, ten), k * pow(10, ten));
			else
				fprintf(f, "' %g 1", k * pow(10, ten));
		}
	fprintf(f, ")\n");
}

/* A range that was asked for; else, on a logarithmic axis, that of the points and a little more; else gnuplot's, unless all
 * points are at one place. */
static void range_write(FILE *f, const char *axis, const double range[2], int log, double lo, double hi)
{
	int fine = layout_digits(lo, hi) > LAYOUT_DIGITS; /* gnuplot's six digits do not tell its numbers apart */

	if (isfinite(range[0]) && isfinite(range[1])) {
		fprintf(f, "set %srange [%.17g:%.17g]\n", axis, range[0], range[1]);
		lo = fmin(range[0], range[1]);
		hi = fmax(range[0], range[1]);
	} else if (log) {
		double more = hi - lo > 1e-8 * hi ? pow(hi / lo, 0.04) : 1.1; /* equal but for rounding */
		if (isfinite(more) && lo / more > 0 && isfinite(hi * more))
			fprintf(f, "set %srange [%.*g:%.*g]\n", axis, fine ? 17 : 6, lo / more, fine ? 17 : 6, hi * more);
	} else if (lo == hi) {
		double half = lo != 0 ? 0.1 * fabs(lo) : 1;
		fprintf(f, "set %srange [%.17g:%.17g]\n", axis, lo - half, hi + half);
	}
	if (log && hi / lo < 300)
		tics_write(f, axis, lo, hi);
	if (!log && fine && hi - lo > 1e-8 * fabs(hi)) /* unless they differ by rounding only */
		fprintf(f, "set format %s '%%.%dg'\n", axis, layout_digits(lo, hi));
}

/* Fewer numbers along x than gnuplot's, which has ten at most, if these do not fit. */
static void thin_tics_write(const struct curves *p, FILE *f, double lo, double hi)
{
	double from = isfinite(p->x_range[0]) ? fmin(p->x_range[0], p->x_range[1]) : lo;
	double to = isfinite(p->x_range[1]) ? fmax(p->x_range[0], p->x_range[1]) : hi, fit = numbers_below(p);

	if (fit < 10 && to > from && !p->word && !strchr(p->log, 'x') && picture.kind != GNUPLOT_DUMB && !(picture.width_mm > 0))
		fprintf(f, "set xtics %.6g\n", canvas_step((to - from) / fit));
}

static void words_write(const struct curves *p, FILE *f)
{
	fprintf(f, "set xtics rotate by -35 (");
	for (int r = 0; r < p->n_word; r++) {
		fprintf(f, r ? ", " : "");
		gnuplot_string(f, p->word[r]);
		fprintf(f, " %d", r);
	}
	fprintf(f, ")\nset xrange [-0.5:%g]\n", p->n_word - 0.5);
}

static void axes_write(const struct curves *p, const int *right, FILE *f)
{
	char *x = units_label(p->x.name, p->x.unit), *y = label_make(p, right, 0), *y2 = label_make(p, right, 1);
	const double none[2] = { NAN, NAN };
	struct extent e = extent_of(p, right);
	int two = isfinite(e.lo[2]), log_y = strchr(p->log, 'y') != NULL, on_zero = 0;

	label_write(f, "x", p->x_label ? p->x_label : x);
	label_write(f, "y", p->y_label ? p->y_label : y);
	if (two) {
		label_write(f, "y2", y2);
		fprintf(f, "set y2tics out scale 0.6\n");
	}
	fprintf(f, "set tics out nomirror scale 0.6\nset border %d lw 0.8 lc rgb '%s'\n", two ? 11 : 3,
		p->print ? "black" : "#444444");
	if (!p->print)
		fprintf(f, "set grid back lc rgb '#e3e3e3' lw 0.8 dt 1\n");
	for (const char *a = p->log; *a; a++) {
		fprintf(f, "set logscale %c\nset format %c '%%g'\n", *a, *a);
		if (*a == 'y' && two)
			fprintf(f, "set logscale y2\nset format y2 '%%g'\n");
	}
	if (!strcmp(p->style, "boxes")) { /* boxes stand on 0 */
		fprintf(f, "set boxwidth 0.8 %s\n", p->word ? "absolute" : "relative");
		on_zero = fmin(fmin(e.lo[1], e.lo[2]), 0) >= 0 && !log_y;
		if (on_zero)
			fprintf(f, "set yrange [0:*]\nset y2range [0:*]\n");
	}
	if (p->word)
		words_write(p, f);
	else
		range_write(f, "x", p->x_range, strchr(p->log, 'x') != NULL, e.lo[0], e.hi[0]);
	thin_tics_write(p, f, e.lo[0], e.hi[0]);
	if (!on_zero || isfinite(p->y_range[0]))
		range_write(f, "y", p->y_range, log_y, e.lo[1], e.hi[1]);
	if (two && !on_zero)
		range_write(f, "y2", none, log_y, e.lo[2], e.hi[2]);
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

static void fit_write(const struct curves *p, FILE *f)
{
	int n = 0;

	fprintf(f, "fit_f(x) = %s\n", p->fit->script);
	for (int k = 0; k < p->fit->n; k++)
		fprintf(f, "fit_%s = %.17g\n", p->fit->param[k], p->fit_start[k]);
	fprintf(f, "$all << END\n");
	for (int b = 0; b < p->n_block; b++)
		for (int r = 0; r < p->block[b].n; r++) {
			const double *v = &p->block[b].value[r * p->width];
			if (!isfinite(v[0]) || !isfinite(v[1]) || !is_within(v[0], p->x_range))
				continue;
			value_write(f, v[0]);
			value_write(f, v[1]);
			fputc('\n', f);
			n++;
		}
	if (n < p->fit->n || n < 2)
		tool_fail(EXIT_INPUT, "--fit %s: found %d point%s%s, expected %d at least", p->fit_text, n, n == 1 ? "" : "s",
			isfinite(p->x_range[0]) ? " within --x-range" : "", p->fit->n > 2 ? p->fit->n : 2);
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

/* Write the line and the marks of curve y[k] of block b. Many points have small marks. A curve of one point has a mark in any
 * style. */
static void look_write(const struct curves *p, int k, int b, FILE *f)
{
	const struct curves_block *q = &p->block[b];
	int files = p->n_file > 1, blocks = p->n_block > p->n_file, style = style_find(p->style), n = 0;
	/* what colours tell apart: files, else blocks, else columns; dashes and marks tell apart the rest */
	int first = files ? q->file : k, second = files ? p->n_y > 1 ? k : b : blocks ? k : k / N_RGB;
	int number = b * p->n_y + k;
	char blended[8];

	for (int r = 0; r < q->n && n < 501; r++)
		n += is_drawn(p, q, k, r);
	int marks = styles[style].marks || (n == 1 && !strcmp(p->style, "lines"));
	fprintf(f, "%s", marks && !styles[style].marks ? "points" : is_binned(p, q) && !is_boxed(p) ? "lines lw 2" : styles[style].with);
	if (picture.kind == GNUPLOT_DUMB)
		return;
	if (marks)
		fprintf(f, " pt %d ps %g", p->print ? print_mark[number % N_PRINT] : mark[(files ? q->file : k) % N_MARK],
			(n > 500 ? 0.4 : n > 50 ? 0.7 : 1) * (p->print && picture.width_mm > 0 ? 0.6 : 1));
	if (p->print) {
		fprintf(f, " lc rgb '%s' dt %d", number / N_DASH % 2 ? "#888888" : "black", number % N_DASH + 1);
		return;
	}
	if (blocks && !files)
		blend(blended, (double)b / fmax(1, p->n_block - 1));
	fprintf(f, " lc rgb '%s' dt %d", blocks && !files ? blended : rgb[first % N_RGB], second % N_DASH + 1);
}

/* Write the bars of the errors of curve y[k] of block b, in its colour. */
static void bars_write(const struct curves *p, int k, int b, int side, FILE *f)
{
	int files = p->n_file > 1, blocks = p->n_block > p->n_file && !files;
	char blended[8];

	if (blocks)
		blend(blended, (double)b / fmax(1, p->n_block - 1));
	fprintf(f, "$block%d using 1:%d:%d axes x1y%d with yerrorbars lw 1 pt 0 dt 1 lc rgb '%s' notitle, \\\n\t", p->block[b].number,
		k + 2, p->y[k].error + 1, 1 + side, p->print ? "black" : blocks ? blended : rgb[(files ? p->block[b].file : k) % N_RGB]);
}

static void plot_write(const struct curves *p, const int *right, FILE *f)
{
	int n = 0, dumb = picture.kind == GNUPLOT_DUMB;
	char title[TITLE];

	fprintf(f, "plot ");
	for (int k = 0; k < p->n_y; k++)
		for (int b = 0; b < p->n_block; b++, n++) {
			fprintf(f, n ? ", \\\n\t" : "");
			if (p->y[k].error && !dumb)
				bars_write(p, k, b, right[k], f);
			if (is_binned(p, &p->block[b]))
				fprintf(f, "$steps%d_%d using 1:2%s axes x1y%d with ", p->block[b].number, k, is_boxed(p) ? ":3" : "", 1 + right[k]);
			else
				fprintf(f, "$block%d using 1:%d axes x1y%d with ", p->block[b].number, k + 2, 1 + right[k]);
			look_write(p, k, b, f);
			/* if there are many blocks, the key names only the first, the last and some between */
			int step = (p->n_block + MANY_BLOCKS - 1) / MANY_BLOCKS;
			if (p->n_block <= MANY_KEYS || p->n_file > 1 || b % step == 0 || b == p->n_block - 1) {
				fprintf(f, " title ");
				title_make(p, k, &p->block[b], title);
				gnuplot_string(f, title);
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
	int *right = MEM_ZERO(int, (size_t)p->n_y);
	const char *second = NULL;

	points_check(p);
	for (int k = 0; k < p->n_y; k++) {
		right[k] = strcmp(p->y[k].unit, p->y[0].unit) != 0;
		if (second && right[k] && strcmp(p->y[k].unit, second))
			opt_fail("y", "found the units [%s], [%s] and [%s], expected two at most, because a plot has two axes", p->y[0].unit,
				second, p->y[k].unit);
		second = right[k] ? p->y[k].unit : second;
	}
	data_write(p, f);
	fprintf(f, "set datafile missing '?'\n");
	if (p->fit)
		fit_write(p, f);
	if (picture.width_mm > 0)
		gnuplot_page(f, picture.kind, picture.width_mm,
			(picture.height ? (double)picture.height / picture.width : 0.72) * picture.width_mm);
	else
		gnuplot_terminal(f, picture.kind, picture.width, picture.height ? picture.height : (int)(0.58 * picture.width), 100);
	if (!gnuplot_on_stdout(picture.kind))
		gnuplot_output(f, picture.output);
	if (picture.title) {
		fprintf(f, "set title ");
		gnuplot_string(f, picture.title);
		fputc('\n', f);
	}
	fprintf(f, !has_key(p) ? "unset key\n" : picture.width_mm > 0 ? "set key above left Left reverse samplen 2 width 1\n" :
		"set key outside right top Left reverse samplen 1.6 spacing 1.25 width 1\n");
	axes_write(p, right, f);
	plot_write(p, right, f);
	if (!gnuplot_on_stdout(picture.kind))
		fprintf(f, "unset output\n");
	free(right);
}
