/* canvas.c: write layers of polygons as gnuplot data. canvas_draw.c writes the commands that draw them. */
#include "common/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"
#include "plane/polygon.h"
#include "slurp.h"

const unsigned canvas_push_rgb = 0xa4161a, canvas_pull_rgb = 0x1f5fa8;
const char *const canvas_layer_name[LAYERS] = { "cell", "rgb", "value", "rgb_speck", "value_speck", "rgb_holed", "value_holed",
	"edge", "wall", "force", "pull", "trail", "arrow" };

void canvas_begin(struct canvas *c, FILE *script)
{
	*c = (struct canvas){ .script = script, .larger = 1, .value = { INFINITY, -INFINITY }, .frame_value = { INFINITY, -INFINITY },
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

/* The decimals of coordinates whose resolution is a hundredth of a pixel. */
static int decimals_of(const struct canvas *c)
{
	return (int)fmax(0, ceil(2 - log10(c->pixel / c->larger)));
}

/* Write a coordinate with so many decimals, or with 12 digits. Returns the end. */
static char *coordinate_put(char *to, double x, int decimals)
{
	int64_t unit = 1;

	for (int k = 0; k < decimals && k < 12; k++)
		unit *= 10;
	if (decimals > 12 || !(fabs(x) * (double)unit < 1e15))
		return to + snprintf(to, NUMBER_MAX, "%.12g", x);
	int64_t n = llrint(x * (double)unit);
	if (n < 0)
		*to++ = '-';
	n = n < 0 ? -n : n;
	to = number_put_int(to, n / unit);
	if (!decimals)
		return to;
	char *point = to; /* a 1 before the decimals keeps their zeros */
	to = number_put_int(to, unit + n % unit);
	*point = '.';
	return to;
}

static char *point_put(char *to, const double xy[2], int decimals)
{
	to = coordinate_put(to, xy[0], decimals);
	*to++ = ' ';
	return coordinate_put(to, xy[1], decimals);
}

static void point_write(const struct canvas *c, FILE *f, const double xy[2])
{
	char text[2 * NUMBER_MAX + 1];

	fwrite(text, 1, (size_t)(point_put(text, xy, decimals_of(c)) - text), f);
}

/* Write a polygon as a box of the same area: x y, half width, half height. Returns 0 if it is a line. */
static int speck_write(struct canvas *c, enum layer layer, const double (*xy)[2], int n, const char *tail)
{
	double lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };
	char text[4 * NUMBER_MAX + 4], *to;

	for (int k = 0; k < n; k++)
		for (int a = 0; a < 2; a++) {
			lo[a] = fmin(lo[a], xy[k][a]);
			hi[a] = fmax(hi[a], xy[k][a]);
		}
	double wide = hi[0] - lo[0], high = hi[1] - lo[1];
	if (!(wide > 0 && high > 0))
		return 0;
	double part = 0.5 * sqrt(fmin(1, fabs(polygon_area(xy, n)) / (wide * high)));
	to = point_put(text, (double[]){ 0.5 * (lo[0] + hi[0]), 0.5 * (lo[1] + hi[1]) }, decimals_of(c));
	*to++ = ' ';
	to = point_put(to, (double[]){ part * wide, part * high }, decimals_of(c) + 1);
	fwrite(text, 1, (size_t)(to - text), c->layer[layer]);
	fputs(tail, c->layer[layer]);
	return 1;
}

void canvas_polygon(struct canvas *c, enum layer layer, const double (*xy)[2], int n, double number)
{
	enum { CHUNK = 64 };
	int value = layer == LAYER_VALUE || layer == LAYER_VALUE_HOLED || layer == LAYER_VALUE_SPECK;
	int speck = layer == LAYER_RGB_SPECK || layer == LAYER_VALUE_SPECK;
	FILE *f = c->layer[!speck ? layer : value ? LAYER_VALUE : LAYER_RGB];
	int decimals = decimals_of(c), length;
	char tail[40], text[CHUNK * (2 * NUMBER_MAX + sizeof tail)];

	if (value)
		canvas_value(c, number);
	length = snprintf(tail, sizeof tail, value ? " %.11g\n" : " %.0f\n", number);
	if (speck && speck_write(c, layer, xy, n, tail))
		return;
	for (int from = 0; from <= n; from += CHUNK) {
		char *to = text;

		for (int k = from; k <= n && k < from + CHUNK; k++) {
			to = point_put(to, xy[k % n], decimals);
			memcpy(to, tail, (size_t)length);
			to += length;
		}
		fwrite(text, 1, (size_t)(to - text), f);
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
			fprintf(c->script, "$frame%d_%s << END\n", c->n_frame, canvas_layer_name[l]);
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
