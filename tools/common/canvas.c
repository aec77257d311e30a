/* canvas.c: write layers of polygons as gnuplot data. canvas_draw.c writes the commands that draw them. */
#include "common/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "slurp.h"

const unsigned canvas_push_rgb = 0xa4161a, canvas_pull_rgb = 0x1f5fa8;

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

/* Write coordinates with a resolution of a hundredth of a pixel. */
static void point_write(const struct canvas *c, FILE *f, const double xy[2])
{
	int decimals = (int)fmax(0, ceil(2 - log10(c->pixel / c->larger)));

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
