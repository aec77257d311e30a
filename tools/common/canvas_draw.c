/* canvas_draw.c: write the commands that draw the layers of all frames, and what stands beside them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "common/canvas.h"
#include "common/canvas_layout.h"
#include "common/legend.h"
#include "common/palette.h"
#include "common/picture.h"
#include "common/tool.h"
#include "slurp.h"
#include "view/reduce.h"

/* GIF and sixels have 256 colours. Gnuplot needs some for itself; these are left for the picture and the colour bar. */
enum { PICTURE_COLORS = 110, BAR_COLORS = 24 };
/* The labels of a bar of blocks have numbers of their own, so that the next frame can replace them. */
enum { BAR_LABEL = 9000, BAR_LABELS = 16 };
static int few_colors(void)
{
	return picture.kind == GNUPLOT_GIF || picture.kind == GNUPLOT_SIXEL;
}

double canvas_step(double least)
{
	double ten = pow(10, floor(log10(least)));

	return ten * (least <= ten ? 1 : least <= 2 * ten ? 2 : least <= 5 * ten ? 5 : 10);
}

/* Draw the colour bar from lo to hi without gnuplot's palette, which would use up all 256 colours. */
static void bar_of_blocks(const struct canvas *c, const struct look *look, const struct layout *l, double lo, double hi)
{
	double x = (l->right + 12) / l->width, wide = 14.0 / l->width, y = l->bar[0] / l->height;
	double high = (l->bar[1] - l->bar[0]) / l->height, step = fmax(canvas_step((hi - lo) / 6), look->whole);
	FILE *f = c->script;
	int n = 1;

	for (int k = 1; k <= BAR_LABELS; k++)
		fprintf(f, "unset label %d\n", BAR_LABEL + k);
	for (int k = 0; k < BAR_COLORS; k++)
		fprintf(f, "set object %d rectangle from screen %.5f,%.5f to screen %.5f,%.5f front fillstyle solid noborder "
			"fillcolor rgb '#%06x'\n", k + 1, x, y + high * k / BAR_COLORS, x + wide, y + high, /* blocks overlap: no gaps */
			palette_rgb(look->scale->palette, (k + 0.5) / BAR_COLORS));
	for (double k = ceil(lo / step - 1e-9); k * step <= hi + 1e-9 * step; k++)
		fprintf(f, "set label %d '%.*g' at screen %.5f,%.5f left front\n", BAR_LABEL + ++n,
			layout_digits(lo, hi), k * step + 0.0, x + 1.5 * wide, y + high * (k * step - lo) / (hi - lo));
	fprintf(f, "set label %d ", BAR_LABEL + 1);
	gnuplot_string(f, look->value_label);
	fprintf(f, " at screen %.5f,%.5f center rotate by 90 front\n", (l->width - 14.0) / l->width, y + high / 2);
}

/* Write the palette of frame k and, unless its picture has one, the colour bar. */
static void bar_write(const struct canvas *c, const struct look *look, const struct layout *l, int k, int barred)
{
	double range[2];

	canvas_range(c, look->scale, k, range);
	double lo = range[0], hi = range[1];
	if (look->pixels && !look->value_label)
		return;
	if (look->pixels && few_colors()) {
		bar_of_blocks(c, look, l, lo, hi);
		return;
	}
	palette_write(c->script, look->scale->palette);
	fprintf(c->script, "set cbrange [%.11g:%.11g]\n", lo, hi); /* canvas_range tells values apart that differ by 1e-8 */
	if (!look->value_label || barred) {
		fprintf(c->script, "unset colorbox\n");
		return;
	}
	fprintf(c->script, "set cblabel ");
	gnuplot_string(c->script, look->value_label);
	/* numbers with at least 30 pixels for each */
	if (l->bar[1] - l->bar[0] < 180 || look->whole)
		fprintf(c->script, " offset 0.5,0\nset cbtics %.9g scale 0.5",
			fmax(canvas_step(fmax(30 / (l->bar[1] - l->bar[0]), look->whole / 6.0) * (hi - lo)), look->whole));
	else
		fprintf(c->script, " offset 0.5,0\nset cbtics scale 0.5");
	fprintf(c->script, "\nset format cb '%%.%dg'\nset colorbox user noborder", layout_digits(lo, hi));
	fprintf(c->script, " origin screen %.5f,%.5f size screen %.5f,%.5f\n", (l->right + 12) / l->width, l->bar[0] / l->height,
		14.0 / l->width, (l->bar[1] - l->bar[0]) / l->height);
}

/* Draw a line of a round length, a tenth to a quarter of the picture, at the lower left, with its length. */
static void scale_bar_write(const struct canvas *c, const struct look *look, const struct layout *l)
{
	double length = canvas_step(0.1 * (c->hi[0] - c->lo[0])), each = l->wide / (c->hi[0] - c->lo[0]) / l->width;
	double x = l->left / l->width, text = l->text, y = 26 * text / l->height;
	char number[64];

	snprintf(number, sizeof number, "%g%s%.30s", length, look->length_unit ? " " : "", look->length_unit ? look->length_unit : "");
	fprintf(c->script, "set arrow %d from screen %.6f,%.6f to screen %.6f,%.6f nohead front lw 2.5 lc rgb '#303030'\n", 9000, x, y,
		x + length * each, y);
	fprintf(c->script, "set label 9100 ");
	gnuplot_string(c->script, number);
	fprintf(c->script, " at screen %.6f,%.6f center front\n", x + 0.5 * length * each, y - 13 * text / l->height);
}

/* Draw the dashed edges of a frame. If the domains of frames differ, cover the parts of bodies beyond the edges. */
static void edges_write(const struct canvas *c, const struct canvas_frame *fr)
{
	int n = 0;

	for (int d = 0; d < 2; d++)
		for (int side = 0; side < 2 && c->periodic[d]; side++) {
			double from[2] = { c->lo[0], c->lo[1] }, to[2] = { c->hi[0], c->hi[1] };
			double rim = side ? c->hi[d] : c->lo[d];

			from[d] = rim;
			to[d] = fr->edge[d][side];
			if (side ? to[d] > rim : to[d] < rim) { /* the edge is outside the view */
				fprintf(c->script, "unset arrow %d\n", 1 + side + 2 * d);
				continue;
			}
			if (from[d] != to[d])
				fprintf(c->script, "set object %d rectangle from %.15g,%.15g to %.15g,%.15g front fillstyle solid noborder "
					"fillcolor rgb 'white'\n", ++n, from[0], from[1], to[0], to[1]);
			from[d] = to[d];
			if (c->periodic[!d]) {
				from[!d] = fmax(fr->edge[!d][0], c->lo[!d]);
				to[!d] = fmin(fr->edge[!d][1], c->hi[!d]);
			}
			fprintf(c->script, "set arrow %d from %.15g,%.15g to %.15g,%.15g nohead front dashtype 2 lw 0.8 lc rgb '#8a8a8a'\n",
				1 + side + 2 * d, from[0], from[1], to[0], to[1]);
		}
}

/* Space the numbers along x so that they do not overlap. */
static void tics_write(FILE *f, double lo, double hi, double pixels)
{
	fprintf(f, "set xtics %.3g\n", canvas_step((hi - lo) * fmax(8 * layout_letters(lo, hi) + 16, 60) / pixels));
}

static void axis_write(FILE *f, char axis, double lo, double hi, const char *label)
{
	/* Coordinates have 12 digits, see above: fewer than 5 are left for the picture itself. */
	const double far = fmax(fabs(lo), fabs(hi)) / (hi - lo), most = 1e7;

	if (!(far < most))
		tool_fail(EXIT_INPUT, "the picture goes from %c=%.9g to %.9g, which is too far from the origin to draw; scree-move --by "
		          "brings the scene nearer", axis, lo, hi);
	const int digits = far < 100 ? 9 : 17;
	fprintf(f, "set %crange [%.*g:%.*g]\n", axis, digits, lo, digits, hi);
	if (label) {
		fprintf(f, "set format %c '%%.%dg'\nset %ctics out nomirror scale 0.6\nset %clabel ", axis, layout_digits(lo, hi), axis, axis);
		gnuplot_string(f, label);
		fputc('\n', f);
	} else {
		fprintf(f, "unset %ctics\n", axis);
	}
}

/* Draw a picture with characters: darker pixels become denser characters. A character is twice as high as wide, so it stands for
 * two pixels, one above the other. */
static void letters_plot(FILE *f, const unsigned char *rgb, int width, int height, const struct canvas *c)
{
	static const char dark[] = "@%#*+=-:. ";
	double dx = (c->hi[0] - c->lo[0]) / width, dy = (c->hi[1] - c->lo[1]) / height;

	fprintf(f, " '-' using 1:2:3 with labels notitle\n");
	for (int j = 0; j + 1 < height; j += 2)
		for (int i = 0; i < width; i++) {
			int sum = 0;

			for (int k = 0; k < 3; k++)
				sum += rgb[(j * width + i) * 3 + k] + rgb[((j + 1) * width + i) * 3 + k];
			int at = (int)(sum / (6 * 255.0) * (sizeof dark - 2) + 0.5);
			if (dark[at] != ' ')
				fprintf(f, "%.6g %.6g %c\n", c->lo[0] + (i + 0.5) * dx, c->hi[1] - (j + 1) * dy, dark[at]);
		}
	fprintf(f, "e\n");
}

/* Rendered pixels per pixel of the layout; vector formats get a finer picture. On a page 300 of them are an inch. */
static double pixels_each(void)
{
	if (picture.page)
		return 300.0 / PICTURE_PAGE_INCH;
	return picture.kind == GNUPLOT_PDF ? 3 : picture.kind == GNUPLOT_SVG ? 2 : picture.kind == GNUPLOT_DUMB ? 0.2 : 1;
}

/* The pixels of frame k. The caller frees them. */
static unsigned char *pixels_of(const struct look *look, int k, int width, int height)
{
	unsigned char *rgb = MEM_NEW(unsigned char, (size_t)width * (size_t)height * 3);

	look->pixels->fill(look->pixels->of, k, rgb, width, height);
	return rgb;
}

/* Choose the colours of all frames from the first, the middle and the last frame. */
static struct reduce *pixels_colors(const struct canvas *c, const struct look *look, int width, int height)
{
	struct reduce *r = reduce_alloc();
	int all = c->n_frame, frame[3] = { 0, all / 2, all - 1 };

	for (int k = 0; k < 3; k++) {
		if (k > 0 && frame[k] == frame[k - 1])
			continue;
		unsigned char *rgb = pixels_of(look, frame[k], width, height);
		reduce_look(r, rgb, width * height);
		free(rgb);
	}
	reduce_choose(r, PICTURE_COLORS);
	return r;
}

static void pixels_plot(const struct canvas *c, int k, const struct look *look, int labels, int width, int height,
	struct reduce *r)
{
	unsigned char *rgb = pixels_of(look, k, width, height);

	char *plots = NULL;
	size_t size = 0;
	FILE *other = text_open(&plots, &size);

	if (labels)
		look->pixels->labels(look->pixels->of, c->script);
	look->pixels->lines(look->pixels->of, c->script, other);
	if (look->value_label && !few_colors())
		fprintf(other, ", NaN with lines palette notitle");
	text_flush(other);
	fprintf(c->script, "plot");
	if (r)
		reduce_apply(r, rgb, width, height);
	if (picture.kind == GNUPLOT_DUMB)
		letters_plot(c->script, rgb, width, height, c);
	else
		gnuplot_image(c->script, rgb, width, height, c->lo, c->hi, size ? plots : "");
	text_close(other);
	free(plots);
	free(rgb);
}

static void frame_plot(const struct canvas *c, const struct canvas_frame *fr, int k, double width, double edge,
	double opacity)
{
	FILE *f = c->script;
	int n = 0, solid = picture.kind != GNUPLOT_DUMB;
	char glass[48] = "";

	if (opacity < 1)
		snprintf(glass, sizeof glass, " fs transparent solid %.3g noborder", opacity);
	fprintf(f, "plot");
	for (int l = 0; l < LAYERS; l++) {
		int value = l == LAYER_VALUE || l == LAYER_VALUE_SPECK || l == LAYER_VALUE_HOLED, force = l == LAYER_FORCE || l == LAYER_PULL;
		int edged = l == LAYER_RGB || l == LAYER_VALUE, area = edged || l == LAYER_RGB_HOLED || l == LAYER_VALUE_HOLED;
		const char *name = canvas_layer_name[l];
		if (!(fr->used & 1u << l))
			continue;
		if (force)
			fprintf(f, "%s $frame%d_%s using ($1+%.6g*$3):($2+%.6g*$4) with %s lc rgb '#%06x' notitle", n++ ? "," : "", k, name,
				width, width, solid ? "filledcurves closed" : "lines", l == LAYER_PULL ? canvas_pull_rgb : canvas_push_rgb);
		if (l == LAYER_TRAIL || l == LAYER_ARROW)
			fprintf(f, "%s $frame%d_%s using 1:2:3:4 with vectors %s notitle", n++ ? "," : "", k, name, l == LAYER_ARROW ?
				"head filled size screen 0.008,20 lw 1.2 lc rgb '#202020'" : "nohead lw 1 lc rgb '#4a4a6a'");
		if (area && solid)
			fprintf(f, "%s $frame%d_%s using 1:2:3 with filledcurves closed %s%s notitle", n++ ? "," : "", k, name,
				value ? "fc palette" : "fc rgb variable", glass);
		if (l == LAYER_RGB_SPECK || l == LAYER_VALUE_SPECK)
			fprintf(f, "%s $frame%d_%s using 1:2:3:4:5 with boxxyerror %s%s notitle", n++ ? "," : "", k, name,
				value ? "lc palette" : "lc rgb variable", opacity < 1 ? glass : " fs solid noborder");
		if (l == LAYER_CELL || l == LAYER_WALL || ((edged || l == LAYER_EDGE) && (edge > 0 || !solid)))
			fprintf(f, "%s $frame%d_%s using 1:2 with lines lw %.3g lc rgb '%s' notitle", n++ ? "," : "", k, name,
				l == LAYER_CELL ? 0.7 : l == LAYER_WALL ? 2 : edge > 0 ? edge : 1,
				l == LAYER_CELL ? "#b4aa9c" : l == LAYER_WALL ? "#59606b" : "#40362c");
	}
	fprintf(f, n ? "\n" : " NaN notitle\n");
}

/* Write `set output` for the file of a frame: the %d or %0Nd in the name of the output is replaced by the number of the frame. */
static void frame_output(FILE *f, int64_t number)
{
	const char *from = picture_percent(), *to = from + 1 + strspn(from + 1, "0123456789");
	int before = (int)(from - picture.output), width = (int)strtol(from + 1, NULL, 10);
	char *name = NULL;

	if (asprintf(&name, "%.*s%0*lld%s", before, picture.output, width, (long long)number, to + 1) < 0)
		tool_fail(EXIT_SYSTEM, "out of memory");
	gnuplot_output(f, name);
	free(name);
}

/* What the frames of a picture share. */
struct job {
	struct canvas *c;
	const struct look *look;
	struct layout l;
	double force_width, edge;    /* thickness per force [T^2/M]; width of the edges of grains */
	int several, multiplot, titled;
	int time_digits;             /* of the times in titles */
	double each;                 /* rendered pixels per pixel of the layout */
	struct reduce *reduce;
};

/* Write the place and the range of a plot: the box is left, bottom, right, top [pixels]. */
static void place_write(const struct job *j, const double box[4], const char *x_label, const char *y_label)
{
	const struct canvas *c = j->c;
	FILE *f = c->script;

	fprintf(f, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n", box[0] / j->l.width, box[2] / j->l.width);
	fprintf(f, "set bmargin at screen %.6f\nset tmargin at screen %.6f\n", box[1] / j->l.height, box[3] / j->l.height);
	axis_write(f, 'x', c->lo[0], c->hi[0], x_label);
	if (x_label)
		tics_write(f, c->lo[0], c->hi[0], box[2] - box[0]);
	axis_write(f, 'y', c->lo[1], c->hi[1], y_label);
}

/* Write the title of a frame: above the picture, or below its panel. */
static void title_write(const struct job *j, int k, const double box[4])
{
	const struct look *look = j->look;
	FILE *f = j->c->script;
	char time[80] = "", letter[8] = "", *title = NULL;
	const char *above = look->panels ? NULL : picture.title;

	if (look->timed)
		snprintf(time, sizeof time, "t = %.*g%s%.30s", j->time_digits, j->c->frame[k].t, look->time_unit ? " " : "",
			look->time_unit ? look->time_unit : "");
	if (look->lettered && look->panels)
		snprintf(letter, sizeof letter, k < 26 ? "(%c)" : "(%c%c)", k < 26 ? 'a' + k : 'a' + k / 26 - 1, 'a' + k % 26);
	if (asprintf(&title, "%s%s%s%s%s", above ? above : "", above && look->timed ? ", " : "", letter,
			*letter && look->timed ? " " : "", time) < 0)
		tool_fail(EXIT_SYSTEM, "out of memory");
	if (look->panels) {
		fprintf(f, "set label 9101 ");
		gnuplot_string(f, title);
		fprintf(f, " at screen %.6f,%.6f center front\n", 0.5 * (box[0] + box[2]) / j->l.width, (box[1] - j->l.below) / j->l.height);
	} else if (j->titled) {
		fprintf(f, "set title ");
		gnuplot_string(f, title);
		fputc('\n', f);
	}
	free(title);
}

/* Write what stands around the panels of a picture once: the scale bar, the legend, and the title of a picture of panels. */
static void around_write(const struct job *j)
{
	FILE *f = j->c->script;

	if (j->look->scale_bar)
		scale_bar_write(j->c, j->look, &j->l);
	if (j->l.legend > 0)
		legend_write(j->look->legend, f, j->l.right + 12, j->l.legend, j->l.width, j->l.height);
	if (j->look->panels && picture.title) {
		fprintf(f, "set label 9102 ");
		gnuplot_string(f, picture.title);
		fprintf(f, " at screen %.6f,%.6f center front\n", 0.5 * (j->l.left + j->l.right) / j->l.width,
			1 - 20 * j->l.text / j->l.height);
	}
}

/* Write the plot command of frame k in this box. */
static void content_write(const struct job *j, int k, const double box[4], int labels)
{
	struct canvas *c = j->c;

	if (j->look->pixels)
		pixels_plot(c, k, j->look, labels, (int)fmax(1, (box[2] - box[0]) * j->each + 0.5),
			(int)fmax(2, (box[3] - box[1]) * j->each + 0.5), j->reduce);
	else
		frame_plot(c, &c->frame[k], k, j->force_width, j->edge, j->look->opacity);
}

/* Draw the inset of frame k over its panel. */
static void inset_write(const struct job *j, int k, int panel)
{
	struct canvas *c = j->c;
	double lo[2] = { c->lo[0], c->lo[1] }, hi[2] = { c->hi[0], c->hi[1] }, box[4];
	FILE *f = c->script;

	layout_inset(&j->l, c, panel, j->look->inset[0], j->look->inset[1], box);
	memcpy(c->lo, j->look->inset[0], sizeof lo);
	memcpy(c->hi, j->look->inset[1], sizeof hi);
	fprintf(f, "unset label\nunset arrow\nunset object\nunset title\nunset xlabel\nunset ylabel\nunset colorbox\n");
	fprintf(f, "set border 15 lw 1.2 lc rgb '#202020'\n");
	place_write(j, box, NULL, NULL);
	fprintf(f, "set object 100 rectangle from graph 0,0 to graph 1,1 behind fillstyle solid noborder fillcolor rgb 'white'\n");
	edges_write(c, &c->frame[k]);
	content_write(j, k, box, 0);
	memcpy(c->lo, lo, sizeof lo);
	memcpy(c->hi, hi, sizeof hi);
}

/* Draw frame k. In a multiplot everything is written again, because insets and other panels have other labels. */
static void frame_write(const struct job *j, int k)
{
	const struct look *look = j->look;
	struct canvas *c = j->c;
	FILE *f = c->script;
	int panels = look->grid[0] * look->grid[1], panel = panels > 1 ? k : 0, first = k == 0 || (j->multiplot && panels == 1);
	int changed = k > 0 && memcmp(c->frame[k].edge, c->frame[k - 1].edge, sizeof c->edge), fresh = k == 0 || j->multiplot;
	double box[4];

	layout_panel(&j->l, panel, box);
	if (j->several && (panels == 1 || k == 0))
		frame_output(f, c->frame[k].number);
	if (j->multiplot && first)
		fprintf(f, "set multiplot\n");
	if (j->multiplot)
		fprintf(f, "unset label\nunset arrow\nunset object\n");
	if (fresh) {
		fprintf(f, "set border %s lw 0.8%s\n", look->x_label ? "3" : "0", j->multiplot ? " lc rgb 'black'" : "");
		place_write(j, box, look->x_label, look->y_label);
	}
	if (first)
		around_write(j);
	title_write(j, k, box);
	if (changed && !j->multiplot)
		fprintf(f, "unset object\n");
	if (fresh || changed)
		edges_write(c, &c->frame[k]);
	if (look->valued && (fresh || look->scale->per_frame))
		bar_write(c, look, &j->l, k, !first && j->multiplot);
	for (int line = 0; line < 2 && look->inset; line++) /* dark on white, to be seen on any colour */
		fprintf(f, "set object %d rectangle from %.15g,%.15g to %.15g,%.15g front fillstyle empty border lc rgb '%s' lw %g\n",
			100 + line, look->inset[0][0], look->inset[0][1], look->inset[1][0], look->inset[1][1],
			line ? "#202020" : "white", line ? 1.2 : 3);
	content_write(j, k, box, fresh);
	if (look->inset)
		inset_write(j, k, panel);
	if (j->multiplot && (panels == 1 || k == c->n_frame - 1))
		fprintf(f, "unset multiplot\n");
}

/* Refuse an inset that is not in the picture, or too large to be magnified. */
static void inset_check(const struct job *j)
{
	const double (*part)[2] = j->look->inset;
	double box[4];

	for (int d = 0; d < 2; d++)
		if (part[0][d] >= j->c->hi[d] || part[1][d] <= j->c->lo[d])
			tool_fail(EXIT_USAGE, "option --inset: nothing of it is in the picture");
	double larger = layout_inset(&j->l, j->c, 0, part[0], part[1], box);
	if (!(larger > 1.05))
		tool_fail(EXIT_USAGE, "option --inset: the part is too large, its inset would be %.2g times as large; expected less than "
		          "0.4 of the sides of the picture", larger);
}

void canvas_draw(struct canvas *c, const struct look *look)
{
	FILE *f = c->script;
	int panels = look->grid[0] * look->grid[1];
	struct job j = { .c = c, .look = look, .several = picture_percent() != NULL,
		.multiplot = panels > 1 || look->inset, .titled = picture.title || (look->timed && !look->panels), .each = pixels_each(),
		.time_digits = c->n_frame ? layout_time_digits(c->n_frame, &c->frame->t, sizeof *c->frame) : 0 };
	double diameter = c->grain / c->pixel, box[4];

	j.edge = diameter < 4 ? 0 : fmin(0.9, 0.03 * diameter + 0.1);
	j.force_width = look->force_width > 0 ? look->force_width :
		c->n_force ? 0.08 * c->grain / (c->force_sum / (double)c->n_force) : 0;
	j.l = layout_make(c, look, j.titled, !look->pixels ? 0 : picture.page ? j.each : 1);
	if (look->inset)
		inset_check(&j);
	layout_panel(&j.l, 0, box);
	if (look->pixels && few_colors())
		j.reduce = pixels_colors(c, look, (int)fmax(1, (box[2] - box[0]) * j.each + 0.5),
			(int)fmax(2, (box[3] - box[1]) * j.each + 0.5));
	if (picture.page)
		gnuplot_page(f, picture.kind, picture.width_mm * j.l.width / picture.width, picture.width_mm * j.l.height / picture.width);
	else
		gnuplot_terminal(f, picture.kind, j.l.width, j.l.height, (int)(100 / look->fps + 0.5));
	if (!j.several && !gnuplot_on_stdout(picture.kind))
		gnuplot_output(f, picture.output);
	fprintf(f, "set style fill solid 1 noborder\nunset key\nset clip two\n"); /* lines also cross the picture */
	if (c->n_frame > 1)
		count_begin("pictures", 0, c->n_frame);
	for (int k = 0; k < c->n_frame; k++) {
		frame_write(&j, k);
		count_to(k + 1);
	}
	if (c->n_frame > 1)
		count_end();
	if (!gnuplot_on_stdout(picture.kind))
		fprintf(f, "unset output\n");
	reduce_free(j.reduce);
}
