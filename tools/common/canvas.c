/* canvas.c: write layers of polygons as gnuplot data, and the commands that draw them. */
#include "common/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/legend.h"
#include "common/palette.h"
#include "common/picture.h"
#include "common/tool.h"
#include "slurp.h"
#include "view/reduce.h"

const unsigned canvas_push_rgb = 0xa4161a, canvas_pull_rgb = 0x1f5fa8;

void canvas_begin(struct canvas *c, FILE *script)
{
	*c = (struct canvas){ .script = script, .value = { INFINITY, -INFINITY }, .frame_value = { INFINITY, -INFINITY },
		.cutout = { { NAN, NAN, NAN }, { NAN, NAN, NAN }, { NAN, NAN, NAN }, 1 } };
	for (int d = 0; d < 2; d++) {
		c->lo[d] = INFINITY;
		c->hi[d] = -INFINITY;
	}
	for (int l = 0; l < LAYERS; l++) {
		c->layer[l] = text_open(&c->text[l], &c->size[l]);
	}
}

void canvas_free(struct canvas *c)
{
	for (int l = 0; l < LAYERS; l++) {
		text_close(c->layer[l]);
		free(c->text[l]);
	}
	free(c->frame);
	free(c->plate);
}

/* Write coordinates with a resolution of a hundredth of a pixel. */
static void point_write(const struct canvas *c, FILE *f, const double xy[2])
{
	int decimals = (int)fmax(0, ceil(2 - log10(c->pixel)));

	if (decimals <= 12)
		fprintf(f, "%.*f %.*f", decimals, xy[0], decimals, xy[1]);
	else
		fprintf(f, "%.12g %.12g", xy[0], xy[1]);
}

void canvas_polygon(struct canvas *c, enum layer layer, const double (*xy)[2], int n, double number)
{
	FILE *f = c->layer[layer];
	int value = layer == LAYER_VALUE || layer == LAYER_VALUE_HOLED;
	char tail[40];

	if (value)
		canvas_value(c, number);
	snprintf(tail, sizeof tail, value ? " %.7g\n" : " %.0f\n", number);
	for (int k = 0; k <= n; k++) {
		point_write(c, f, xy[k % n]);
		fputs(tail, f);
	}
	fputc('\n', f);
}

static void thick_point(const struct canvas *c, FILE *f, const double at[2], double ox, double oy)
{
	point_write(c, f, at);
	fprintf(f, " %.4g %.4g\n", ox, oy);
}

/* A thick line is a polygon: each row has a point of the line, and a vector from this point to the edge whose length is half the
 * force. The thickness of a unit force is known only when all frames are known, so gnuplot multiplies the vectors by it. The ends
 * are half octagons. */
void canvas_force(struct canvas *c, const double a[2], const double p[2], const double b[2], double force, int pull)
{
	static const double cap[4][2] = { { 1, 0 }, { 0.70710678, 0.70710678 }, { 0, 1 }, { -0.70710678, 0.70710678 } };
	FILE *f = c->layer[pull ? LAYER_PULL : LAYER_FORCE];
	double ux = b[0] - a[0], uy = b[1] - a[1], length = sqrt(ux * ux + uy * uy);

	if (!(length > 0) || !(force > 0))
		return;
	if (c->take_force) {
		c->take_force(c->taker, a, p, b, force, pull);
		return;
	}
	c->force_sum += force;
	c->n_force++;
	c->n_pull += pull;
	ux *= 0.5 * force / length;
	uy *= 0.5 * force / length;
	thick_point(c, f, p, uy, -ux);
	for (int k = 0; k < 4; k++) /* around the far end, from the right side of the line to the left */
		thick_point(c, f, b, cap[k][0] * uy + cap[k][1] * ux, -cap[k][0] * ux + cap[k][1] * uy);
	thick_point(c, f, b, -uy, ux);
	thick_point(c, f, p, -uy, ux);
	for (int k = 0; k < 4; k++)
		thick_point(c, f, a, -cap[k][0] * uy - cap[k][1] * ux, cap[k][0] * ux - cap[k][1] * uy);
	thick_point(c, f, a, uy, -ux);
	thick_point(c, f, p, uy, -ux);
	fputc('\n', f);
}

void canvas_path(struct canvas *c, int arrow, const double p[2], const double q[2])
{
	FILE *f = c->layer[arrow ? LAYER_ARROW : LAYER_TRAIL];

	point_write(c, f, p);
	fputc(' ', f);
	point_write(c, f, (const double[2]){ q[0] - p[0], q[1] - p[1] });
	fputc('\n', f);
}

void canvas_frame(struct canvas *c, double t, int64_t number)
{
	unsigned used = 0;

	for (int l = 0; l < LAYERS; l++) {
		text_flush(c->layer[l]);
		if (c->size[l]) {
			fprintf(c->script, "$frame%d_%d << END\n", c->n_frame, l);
			fwrite(c->text[l], 1, c->size[l], c->script);
			fprintf(c->script, "END\n");
			used |= 1u << l;
		}
		fseek(c->layer[l], 0, SEEK_SET);
		fflush(c->layer[l]);
	}
	MEM_GROW(c->frame, &c->cap_frame, (size_t)c->n_frame + 1);
	c->frame[c->n_frame] = (struct canvas_frame){ .t = t, .used = used, .number = number,
		.value = { c->frame_value[0], c->frame_value[1] } };
	c->frame_value[0] = INFINITY;
	c->frame_value[1] = -INFINITY;
	memcpy(c->frame[c->n_frame++].edge, c->edge, sizeof c->edge);
}

/* ---- layout ---- */

/* The sides of the plot and the upper edge of the legend, in pixels from the lower left corner. */
struct layout { int width, height; double left, right, top, bottom, legend; };

/* The number of characters of the longest number on an axis from lo to hi, with about five numbers in the format %g. */
static double letters(double lo, double hi)
{
	double most = fmax(fabs(lo), fabs(hi)), step = (hi - lo) / 5;

	if (!(most > 0 && step > 0 && isfinite(most)))
		return 4;
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
		most = fmax(most, letters(range[0], range[1]));
	}
	return most;
}

/* A colour bar leaves no room for a legend, and letters have no colours. */
static int has_legend(const struct look *look)
{
	return look->legend && look->legend->n && !look->value_label && picture.kind != GNUPLOT_DUMB;
}

enum { SCALE_BAR = 32 };  /* the height of the scale bar and its number */
enum { MOST_ROWS = 24 }; /* the height of a picture grows for so many rows of a legend */

/* Choose sizes in pixels, so that both axes have one scale and the margins are as wide as their text. */
static struct layout layout_make(const struct canvas *c, const struct look *look, int titled)
{
	int axes = look->x_label != NULL;
	double w = c->hi[0] - c->lo[0], h = c->hi[1] - c->lo[1];
	double text = picture.kind == GNUPLOT_PDF ? 1.1 : 1;
	double in_x = letters(c->lo[0], c->hi[0]), in_y = letters(c->lo[1], c->hi[1]), in_c = value_letters(c, look);
	double left = axes ? fmax(72, 40 + 8 * in_y) * text : 10;
	double bottom = (axes ? 56 * text : 10) + (look->scale_bar ? SCALE_BAR * text : 0);
	double legend = has_legend(look) ? legend_width(look->legend) * text : 0;
	double bar = look->value_label ? fmax(104, 72 + 8 * in_c) * text : 0;
	double right = bar > 0 ? bar : legend > 0 ? legend : axes ? fmax(24, 4 * in_x + 8) * text : 10;
	double top = titled ? 38 * text : axes ? 16 : 10;
	struct layout l = { .width = picture.width, .height = picture.height };
	double room_x = l.width - left - right, room_y = l.height ? l.height - top - bottom : 1.25 * l.width;
	double scale = fmin(fmax(room_x, 20) / w, fmax(room_y, 20) / h);

	if (!l.height) {
		l.height = (int)(scale * h + top + bottom + 0.5);
		l.width = (int)fmax(scale * w + left + right + 0.5, fmin(l.width, titled ? 260 : 100));
		if (legend)
			l.height = (int)fmax(l.height, top + fmin(look->legend->n, MOST_ROWS) * LEGEND_ROW + 10);
	}
	l.left = left + (l.width - left - right - scale * w) / 2;
	l.right = l.left + scale * w;
	l.bottom = bottom + (l.height - top - bottom - scale * h) / 2;
	l.top = l.bottom + scale * h;
	l.legend = legend ? fmin(l.height - top, fmax(l.top, look->legend->n * LEGEND_ROW + 10)) : 0;
	return l;
}

/* Move the sides of the plot to boundaries between pixels, so that the pixels of the scene are pixels of the picture. */
static void layout_snap(struct canvas *c, struct layout *l)
{
	double scale = (l->right - l->left) / (c->hi[0] - c->lo[0]);

	l->left = floor(l->left);
	l->right = ceil(l->right);
	l->bottom = floor(l->bottom);
	l->top = ceil(l->top);
	c->hi[0] = c->lo[0] + (l->right - l->left) / scale;
	c->hi[1] = c->lo[1] + (l->top - l->bottom) / scale;
	c->pixel = 1 / scale;
}

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
static void bar_of_blocks(const struct canvas *c, const struct look *look, const struct layout *l, double height, double lo,
	double hi)
{
	double x = (l->right + 12) / l->width, wide = 14.0 / l->width, y = (l->top + l->bottom - height) / 2 / l->height;
	double high = height / l->height, step = canvas_step((hi - lo) / 6);
	FILE *f = c->script;
	int n = 1;

	for (int k = 1; k <= BAR_LABELS; k++)
		fprintf(f, "unset label %d\n", BAR_LABEL + k);
	for (int k = 0; k < BAR_COLORS; k++)
		fprintf(f, "set object %d rectangle from screen %.5f,%.5f to screen %.5f,%.5f front fillstyle solid noborder "
			"fillcolor rgb '#%06x'\n", k + 1, x, y + high * k / BAR_COLORS, x + wide, y + high, /* blocks overlap: no gaps */
			palette_rgb(look->scale->palette, (k + 0.5) / BAR_COLORS));
	for (double k = ceil(lo / step - 1e-9); k * step <= hi + 1e-9 * step; k++)
		fprintf(f, "set label %d '%g' at screen %.5f,%.5f left front\n", BAR_LABEL + ++n, k * step + 0.0, x + 1.5 * wide,
			y + high * (k * step - lo) / (hi - lo));
	fprintf(f, "set label %d ", BAR_LABEL + 1);
	gnuplot_string(f, look->value_label);
	fprintf(f, " at screen %.5f,%.5f center rotate by 90 front\n", (l->width - 14.0) / l->width, y + high / 2);
}

/* Write the palette of frame k, and the colour bar. */
static void bar_write(const struct canvas *c, const struct look *look, const struct layout *l, int k)
{
	double height = fmin(l->top - l->bottom, fmax(180, 0.6 * (l->top - l->bottom))), range[2];

	canvas_range(c, look->scale, k, range);
	double lo = range[0], hi = range[1];
	if (look->pixels && !look->value_label)
		return;
	if (look->pixels && few_colors()) {
		bar_of_blocks(c, look, l, height, lo, hi);
		return;
	}
	palette_write(c->script, look->scale->palette);
	fprintf(c->script, "set cbrange [%.9g:%.9g]\n", lo, hi);
	if (!look->value_label) {
		fprintf(c->script, "unset colorbox\n");
		return;
	}
	fprintf(c->script, "set cblabel ");
	gnuplot_string(c->script, look->value_label);
	fprintf(c->script, " offset 0.5,0\nset cbtics scale 0.5\nset format cb '%%g'\nset colorbox user noborder");
	fprintf(c->script, " origin screen %.5f,%.5f size screen %.5f,%.5f\n", (l->right + 12) / l->width,
		(l->top + l->bottom - height) / 2 / l->height, 14.0 / l->width, height / l->height);
}

/* Draw a line of a round length, a tenth to a quarter of the picture, at the lower left, with its length. */
static void scale_bar_write(const struct canvas *c, const struct look *look, const struct layout *l)
{
	double length = canvas_step(0.1 * (c->hi[0] - c->lo[0])), each = (l->right - l->left) / (c->hi[0] - c->lo[0]) / l->width;
	double x = l->left / l->width, text = picture.kind == GNUPLOT_PDF ? 1.1 : 1, y = 26 * text / l->height;
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
			if (side ? to[d] > rim : to[d] < rim) /* the edge is outside the view */
				continue;
			if (from[d] != to[d])
				fprintf(c->script, "set object %d rectangle from %.9g,%.9g to %.9g,%.9g front fillstyle solid noborder "
					"fillcolor rgb 'white'\n", ++n, from[0], from[1], to[0], to[1]);
			from[d] = to[d];
			if (c->periodic[!d]) {
				from[!d] = fmax(fr->edge[!d][0], c->lo[!d]);
				to[!d] = fmin(fr->edge[!d][1], c->hi[!d]);
			}
			fprintf(c->script, "set arrow %d from %.9g,%.9g to %.9g,%.9g nohead front dashtype 2 lw 0.8 lc rgb '#8a8a8a'\n",
				1 + side + 2 * d, from[0], from[1], to[0], to[1]);
		}
}

/* Space the numbers along x so that they do not overlap. */
static void tics_write(FILE *f, double lo, double hi, double pixels)
{
	fprintf(f, "set xtics %.3g\n", canvas_step((hi - lo) * fmax(8 * letters(lo, hi) + 16, 60) / pixels));
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
		fprintf(f, "set format %c '%%g'\nset %ctics out nomirror scale 0.6\nset %clabel ", axis, axis, axis);
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

/* Rendered pixels per pixel of --size; vector formats get a finer picture. */
static double pixels_each(void)
{
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

static void pixels_plot(const struct canvas *c, int k, const struct look *look, int width, int height, struct reduce *r)
{
	unsigned char *rgb = pixels_of(look, k, width, height);

	look->pixels->labels(look->pixels->of, k, c->script);
	fprintf(c->script, "plot");
	if (r)
		reduce_apply(r, rgb, width, height);
	if (picture.kind == GNUPLOT_DUMB)
		letters_plot(c->script, rgb, width, height, c);
	else
		gnuplot_image(c->script, rgb, width, height, c->lo, c->hi,
			look->value_label && !few_colors() ? ", NaN with lines palette notitle" : "");
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
		int value = l == LAYER_VALUE || l == LAYER_VALUE_HOLED, force = l == LAYER_FORCE || l == LAYER_PULL;
		int area = value || l == LAYER_RGB || l == LAYER_RGB_HOLED, edged = l == LAYER_RGB || l == LAYER_VALUE;
		if (!(fr->used & 1u << l))
			continue;
		if (force)
			fprintf(f, "%s $frame%d_%d using ($1+%.6g*$3):($2+%.6g*$4) with %s lc rgb '#%06x' notitle", n++ ? "," : "", k, l,
				width, width, solid ? "filledcurves closed" : "lines", l == LAYER_PULL ? canvas_pull_rgb : canvas_push_rgb);
		if (l == LAYER_TRAIL || l == LAYER_ARROW)
			fprintf(f, "%s $frame%d_%d using 1:2:3:4 with vectors %s notitle", n++ ? "," : "", k, l, l == LAYER_ARROW ?
				"head filled size screen 0.008,20 lw 1.2 lc rgb '#202020'" : "nohead lw 1 lc rgb '#4a4a6a'");
		if (area && solid)
			fprintf(f, "%s $frame%d_%d using 1:2:3 with filledcurves closed %s%s notitle", n++ ? "," : "", k, l,
				value ? "fc palette" : "fc rgb variable", glass);
		if (l == LAYER_CELL || l == LAYER_WALL || ((edged || l == LAYER_EDGE) && (edge > 0 || !solid)))
			fprintf(f, "%s $frame%d_%d using 1:2 with lines lw %.3g lc rgb '%s' notitle", n++ ? "," : "", k, l,
				l == LAYER_CELL ? 0.7 : l == LAYER_WALL ? 2 : edge > 0 ? edge : 1,
				l == LAYER_CELL ? "#b4aa9c" : l == LAYER_WALL ? "#59606b" : "#40362c");
	}
	fprintf(f, n ? "\n" : " NaN notitle\n");
}

/* Write `set output` for the file of a frame: the %d or %0Nd in the name of the output is replaced by the number of the frame. */
static void frame_output(FILE *f, int64_t number)
{
	const char *from = strchr(picture.output, '%'), *to = from + 1 + strspn(from + 1, "0123456789");
	int before = (int)(from - picture.output), width = (int)strtol(from + 1, NULL, 10);
	char *name = NULL;

	if (asprintf(&name, "%.*s%0*lld%s", before, picture.output, width, (long long)number, to + 1) < 0)
		tool_fail(EXIT_SYSTEM, "out of memory");
	gnuplot_output(f, name);
	free(name);
}

void canvas_draw(struct canvas *c, const struct look *look)
{
	FILE *f = c->script;
	int several = strchr(picture.output, '%') != NULL && c->n_frame > 1, titled = picture.title || look->timed;
	double diameter = c->grain / c->pixel, edge = diameter < 4 ? 0 : fmin(0.9, 0.03 * diameter + 0.1);
	double width = look->force_width > 0 ? look->force_width :
		c->n_force ? 0.08 * c->grain / (c->force_sum / (double)c->n_force) : 0;
	struct layout l = layout_make(c, look, titled);

	struct reduce *reduce = NULL;
	int across = 0, down = 0;

	if (look->pixels) {
		layout_snap(c, &l);
		across = (int)fmax(1, (l.right - l.left) * pixels_each() + 0.5);
		down = (int)fmax(2, (l.top - l.bottom) * pixels_each() + 0.5);
		reduce = few_colors() ? pixels_colors(c, look, across, down) : NULL;
	}
	gnuplot_terminal(f, picture.kind, l.width, l.height, (int)(100 / look->fps + 0.5));
	if (!several && !gnuplot_on_stdout(picture.kind))
		gnuplot_output(f, picture.output);
	fprintf(f, "set style fill solid 1 noborder\nunset key\nset border %s lw 0.8\n", look->x_label ? "3" : "0");
	fprintf(f, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n", l.left / l.width, l.right / l.width);
	fprintf(f, "set bmargin at screen %.6f\nset tmargin at screen %.6f\n", l.bottom / l.height, l.top / l.height);
	axis_write(f, 'x', c->lo[0], c->hi[0], look->x_label);
	if (look->x_label)
		tics_write(f, c->lo[0], c->hi[0], l.right - l.left);
	axis_write(f, 'y', c->lo[1], c->hi[1], look->y_label);
	if (look->scale_bar)
		scale_bar_write(c, look, &l);
	if (has_legend(look))
		legend_write(look->legend, f, l.right + 12, l.legend, l.width, l.height);
	for (int k = 0; k < c->n_frame; k++) {
		char time[80] = "", *title = NULL;
		if (look->timed)
			snprintf(time, sizeof time, "t = %.5g%s%.30s", c->frame[k].t, look->time_unit ? " " : "",
				look->time_unit ? look->time_unit : "");
		if (asprintf(&title, "%s%s%s", picture.title ? picture.title : "", picture.title && look->timed ? ", " : "",
				time) < 0)
			tool_fail(EXIT_SYSTEM, "out of memory");
		if (several)
			frame_output(f, c->frame[k].number);
		if (titled) {
			fprintf(f, "set title ");
			gnuplot_string(f, title);
			fputc('\n', f);
		}
		free(title);
		if (k > 0 && memcmp(c->frame[k].edge, c->frame[k - 1].edge, sizeof c->edge))
			fprintf(f, "unset object\n");
		if (k == 0 || memcmp(c->frame[k].edge, c->frame[k - 1].edge, sizeof c->edge))
			edges_write(c, &c->frame[k]);
		if (look->valued && (k == 0 || look->scale->per_frame))
			bar_write(c, look, &l, k);
		if (look->pixels)
			pixels_plot(c, k, look, across, down, reduce);
		else
			frame_plot(c, &c->frame[k], k, width, edge, look->opacity);
	}
	if (!gnuplot_on_stdout(picture.kind))
		fprintf(f, "unset output\n");
	reduce_free(reduce);
}
