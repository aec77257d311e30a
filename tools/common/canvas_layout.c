/* canvas_layout.c: where the parts of a picture are. */
#include "common/canvas_layout.h"

#include <math.h>

#include "common/legend.h"
#include "common/picture.h"

int layout_digits(double lo, double hi)
{
	double most = fmax(fabs(lo), fabs(hi)), step = (hi - lo) / 20;

	if (!(most > 0 && step > 0 && isfinite(most)))
		return LAYOUT_DIGITS;
	return (int)fmin(fmax(1 + floor(log10(most)) - floor(log10(step)), LAYOUT_DIGITS), 15);
}

int layout_time_digits(int n, const double *t, size_t stride)
{
	double most = 0, least = INFINITY, before = NAN;

	for (int k = 0; k < n; k++) {
		const double now = *(const double *)((const char *)t + (size_t)k * stride), gap = fabs(now - before);

		most = fmax(most, fabs(now));
		least = gap > 1e-12 * fabs(now) ? fmin(least, gap) : least;
		before = now;
	}
	if (!isfinite(least))
		return 5;
	return (int)fmin(fmax(2 + floor(log10(most)) - floor(log10(least)), 5), 15);
}

double layout_letters(double lo, double hi)
{
	double most = fmax(fabs(lo), fabs(hi)), step = (hi - lo) / 5;
	int digits = layout_digits(lo, hi);

	if (!(most > 0 && step > 0 && isfinite(most)))
		return 4;
	if (digits > LAYOUT_DIGITS)
		return digits + 1 + (lo < 0) + (most < 1e-4 || log10(most) >= digits ? 4 : 0);
	if (most < 1e-4 || most >= 1e6)
		return 7 + (lo < 0);
	double whole = fmax(floor(log10(most)), 0) + 1, part = fmax(ceil(-log10(step)), 0);
	return fmin(whole + (part > 0 ? 1 + part : 0), 8) + (lo < 0);
}

static double value_letters(const struct canvas *c, const struct look *look)
{
	double range[2], most = 0;

	for (int k = 0; k < c->n_frame; k++) {
		canvas_range(c, look->scale, k, range);
		most = fmax(most, layout_letters(range[0], range[1]));
	}
	return most;
}

enum { MOST_ROWS = 24 };  /* the height of a picture grows for so many rows of a legend */
enum { BAR_LEAST = 110 }; /* the least height of a colour bar below a legend */

/* The least height of a picture with this legend and colour bar, without its margins. */
static double key_height(const struct look *look, double legend, double bar)
{
	return (legend > 0 ? fmin(look->legend->n, MOST_ROWS) * LEGEND_ROW : 0) + (legend > 0 && bar > 0 ? BAR_LEAST + 12 : 0);
}

/* Place the legend at the top, and the colour bar in the middle or below the legend. */
static void keys_place(struct layout *l, const struct look *look, double legend, double top)
{
	double all = l->top - l->bottom, high = fmin(all, fmax(180, 0.6 * all)), middle = 0.5 * (l->top + l->bottom);

	l->legend = legend > 0 ? fmin(l->height - top, fmax(l->top, look->legend->n * LEGEND_ROW + 10)) : 0;
	double room = legend > 0 ? l->legend - look->legend->n * LEGEND_ROW - 12 : INFINITY;
	l->bar[1] = fmin(middle + 0.5 * high, room);
	l->bar[0] = fmax(l->bar[1] - high, fmin(l->bottom, l->bar[1] - BAR_LEAST));
}

/* Move the sides of the panels to boundaries between pixels, so that the pixels of the scene are pixels of the picture. */
static void layout_snap(struct canvas *c, struct layout *l, double each)
{
	double scale = l->wide / (c->hi[0] - c->lo[0]), right = l->right, top = l->top;

	l->left = floor(l->left * each) / each;
	l->bottom = floor(l->bottom * each) / each;
	l->wide = (l->columns > 1 ? ceil(l->wide * each) : ceil(right * each) - floor(l->left * each)) / each;
	l->high = (l->rows > 1 ? ceil(l->high * each) : ceil(top * each) - floor(l->bottom * each)) / each;
	for (int d = 0; d < 2; d++)
		l->gap[d] = floor(l->gap[d] * each) / each;
	l->right = l->left + l->columns * l->wide + (l->columns - 1) * l->gap[0];
	l->top = l->bottom + l->rows * l->high + (l->rows - 1) * l->gap[1];
	c->hi[0] = c->lo[0] + l->wide / scale;
	c->hi[1] = c->lo[1] + l->high / scale;
	c->pixel = 1 / scale;
}

struct layout layout_make(struct canvas *c, const struct look *look, int titled, double each)
{
	int axes = look->x_label != NULL;
	double w = c->hi[0] - c->lo[0], h = c->hi[1] - c->lo[1];
	struct layout l = { .width = picture.width, .height = picture.height, .columns = look->grid[0], .rows = look->grid[1],
		.text = picture.kind == GNUPLOT_PDF && !picture.page ? 1.1 : 1 };
	double text = l.text, in_c = value_letters(c, look);
	double line = picture.kind == GNUPLOT_SVG ? 1.3 : text; /* there gnuplot sets lines wider apart, and drops those outside */
	double in_x = layout_letters(c->lo[0], c->hi[0]), in_y = layout_letters(c->lo[1], c->hi[1]);
	double left = axes ? fmax(72, 40 + 8 * in_y) * line : 10, label = look->panels ? LAYOUT_LABEL * text : 0;
	double below = (axes ? 56 * line : 10) + label, bottom = below + (look->scale_bar ? LAYOUT_SCALE_BAR * text : 0);
	double bar = look->value_label ? fmax(104, 72 + 8 * in_c) * text : 0;
	double legend = look->legend && look->legend->n && picture.kind != GNUPLOT_DUMB ? legend_width(look->legend) * text : 0;
	double top = titled ? 38 * line : axes ? 16 : 10;
	if (bar > 0 && l.height && l.height < top + key_height(look, legend, bar) + 10)
		legend = 0; /* there is no room for both */
	double right = bar > 0 || legend > 0 ? fmax(bar, legend) : axes ? fmax(24, 4 * in_x + 8) * text : 10;

	l.gap[0] = axes ? left : 10;
	l.gap[1] = below;
	l.below = below - 0.5 * label;
	double gaps_x = (l.columns - 1) * l.gap[0], gaps_y = (l.rows - 1) * l.gap[1];
	double room_x = l.width - left - right - gaps_x, room_y = l.height ? l.height - top - bottom - gaps_y : 1.25 * l.width;
	double scale = fmin(fmax(room_x, 20) / w / l.columns, fmax(room_y, 20) / h / l.rows);

	l.wide = scale * w;
	l.high = scale * h;
	double all_x = l.columns * l.wide + gaps_x, all_y = l.rows * l.high + gaps_y;
	if (!l.height) {
		l.height = (int)fmax(all_y + top + bottom + 0.5, legend > 0 ? top + key_height(look, legend, bar) + 10 : 0);
		l.width = (int)fmax(all_x + left + right + 0.5, fmin(l.width, titled ? 260 : 100));
	}
	l.left = left + (l.width - left - right - all_x) / 2;
	l.right = l.left + all_x;
	l.bottom = bottom + (l.height - top - bottom - all_y) / 2;
	l.top = l.bottom + all_y;
	if (each > 0)
		layout_snap(c, &l, each);
	keys_place(&l, look, legend, top);
	return l;
}

void layout_panel(const struct layout *l, int k, double box[4])
{
	box[0] = l->left + k % l->columns * (l->wide + l->gap[0]);
	box[2] = box[0] + l->wide;
	box[3] = l->top - k / l->columns * (l->high + l->gap[1]);
	box[1] = box[3] - l->high;
}

double layout_inset(const struct layout *l, const struct canvas *c, int k, const double lo[2], const double hi[2], double box[4])
{
	const double most = 0.4, rim = 6, scale = l->wide / (c->hi[0] - c->lo[0]);
	double panel[4], part[4], size[2], best = -1;
	double larger = fmin(most * l->wide / (hi[0] - lo[0]), most * l->high / (hi[1] - lo[1])) / scale;

	layout_panel(l, k, panel);
	const double from[2] = { panel[0], panel[1] };
	for (int d = 0; d < 2; d++) {
		panel[d] += scale * c->spare[0][d];
		panel[d + 2] -= scale * c->spare[1][d];
	}
	for (int d = 0; d < 2; d++) {
		part[d] = from[d] + scale * (lo[d] - c->lo[d]);
		part[d + 2] = from[d] + scale * (hi[d] - c->lo[d]);
		size[d] = larger * scale * (hi[d] - lo[d]);
	}
	for (int corner = 3; corner >= 0; corner--) { /* the upper right one first */
		double at[4], far = 0;
		int covers = 1;

		for (int d = 0; d < 2; d++) {
			at[d] = corner >> d & 1 ? panel[d + 2] - rim - size[d] : panel[d] + rim;
			at[d + 2] = at[d] + size[d];
			covers &= at[d] < part[d + 2] && at[d + 2] > part[d];
			far += fabs(0.5 * (at[d] + at[d + 2]) - 0.5 * (part[d] + part[d + 2]));
		}
		if (covers)
			far *= 1e-3;
		if (far > best)
			for (int d = 0; d < 4; d++)
				box[d] = at[d];
		best = fmax(best, far);
	}
	return larger;
}
