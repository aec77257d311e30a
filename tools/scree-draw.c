/* scree-draw: pictures of frames: PNG, SVG, PDF, animated GIF, or in the terminal, through gnuplot */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/picture.h"
#include "common/scene.h"
#include "common/tool.h"
#include "number.h"
#include "units.h"

static struct {
	const char *frame, *color, *palette;
	double range[2], force_width, fps;
	int forces, cells, axes;
} arg = { .palette = "dusk", .range = { NAN, NAN }, .fps = 10 };

static const struct opt opts[] = {
	OPT_PICTURE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What is drawn" },
	{ 0, "frame", OPT_WORD, &arg.frame, "K", "frame: last, all, or its number from 0; default last, for .gif all" },
	{ 'c', "color", OPT_WORD, &arg.color, "COLUMN", "colour grains by a column of the bodies, or by speed" },
	{ 0, "palette", OPT_WORD, &arg.palette, "NAME", "dusk, viridis, heat, polar or grey, default dusk" },
	{ 0, "range", OPT_PAIR, arg.range, "LO,HI", "values at the ends of the palette, default as found" },
	{ 'f', "forces", OPT_FLAG, &arg.forces, NULL, "contact forces as lines, as thick as they are strong" },
	{ 0, "force-width", OPT_REAL, &arg.force_width, "W",
		"thickness per force [T^2/M], default 0.08 grains at the mean force" },
	{ 0, "cells", OPT_FLAG, &arg.cells, NULL, "Voronoi cells, where the stream has them" },
	{ 0, "axes", OPT_FLAG, &arg.axes, NULL, "axes with numbers" },
	{ 0, "fps", OPT_REAL, &arg.fps, "F", "frames per second of an animation, default 10" },
	OPT_QUIET,
	OPT_END
};

enum { FRAME_ALL = -2, FRAME_LAST = -1 };

/* Which frames: a number, or one of the above. */
static int64_t frame_parse(void)
{
	int64_t k;

	if (!arg.frame)
		return picture.kind == GNUPLOT_GIF ? FRAME_ALL : FRAME_LAST;
	if (!strcmp(arg.frame, "all"))
		return FRAME_ALL;
	if (!strcmp(arg.frame, "last"))
		return FRAME_LAST;
	if (number_parse_int(arg.frame, &k) || k < 0)
		opt_fail("frame", "%s, expected last, all, or a number from 0", arg.frame);
	return k;
}

static void options_check(int64_t which)
{
	const char *percent = strchr(picture.output, '%');

	if (!canvas_palette_known(arg.palette))
		opt_fail("palette", "%s, expected %s", arg.palette, canvas_palettes);
	if (arg.range[0] >= arg.range[1])
		opt_fail("range", "%g,%g, expected the lower value first", arg.range[0], arg.range[1]);
	if (!(arg.force_width >= 0))
		opt_fail("force-width", "%g, expected 0 or more", arg.force_width);
	if (!(arg.fps > 0 && arg.fps <= 100))
		opt_fail("fps", "%g, expected more than 0, at most 100", arg.fps);
	if (percent && (percent[1 + strspn(percent + 1, "0123456789")] != 'd' || strchr(percent + 1, '%')))
		opt_fail("output", "%s, expected a single %%d, such as %%04d, for the number of the frame", picture.output);
	if (which == FRAME_ALL && !percent && (picture.kind == GNUPLOT_PNG || picture.kind == GNUPLOT_SVG))
		opt_fail("output", "%s, expected a name with %%d where each frame is a file, such as frame%%04d.png",
			picture.output);
}

static void draw(struct scene *s, struct canvas *c, struct world *w, int64_t number)
{
	if (w->dim != 2)
		tool_fail(EXIT_INPUT, "a stream of %d dimensions, expected 2", w->dim);
	scene_view(s, c, w);
	if (!c->n_frame)
		canvas_scale(c, picture.width);
	char *what = scene_draw(s, c, w);
	if (what)
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g): %s", (long long)number, w->t, what);
	canvas_frame(c, w->t, number);
}

/* "speed [m/s]" */
static char *label(const struct units *u, const char *name, const char *product)
{
	char *unit = units_text(u, product), *text = units_label(name, unit);

	free(unit);
	return text;
}

static void finish(struct scene *s, struct canvas *c, const struct units *u)
{
	struct look look = { .palette = arg.palette, .range = { arg.range[0], arg.range[1] }, .time_unit = u->name[2],
		.force_width = arg.force_width, .fps = arg.fps, .timed = c->n_frame > 1 };
	char *value = s->valued ? label(u, arg.color, units_of_column(arg.color)) : NULL;
	char *x = arg.axes ? label(u, "x", "L") : NULL, *y = arg.axes ? label(u, "y", "L") : NULL;

	/* a little room around what has no edge of its own */
	for (int d = 0; d < 2; d++)
		if (!c->fixed[d]) {
			double room = 0.01 * fmax(c->hi[0] - c->lo[0], c->hi[1] - c->lo[1]);
			c->lo[d] -= room;
			c->hi[d] += room;
		}
	look.value_label = value;
	look.x_label = x;
	look.y_label = y;
	canvas_draw(c, &look);
	free(value);
	free(x);
	free(y);
}

int main(int argc, char **argv)
{
	struct scene scene = { 0 };
	struct canvas canvas;
	struct units units = { { NULL } };
	struct world *w;
	int64_t which, n = 0;
	size_t len;

	tool_begin(argc, argv, "pictures of frames", "[FILE]", opts, 1);
	picture.kind = gnuplot_kind_of(picture.output);
	which = frame_parse();
	options_check(which);
	scene = (struct scene){ .color = arg.color, .forces = arg.forces, .cells = arg.cells };
	canvas_begin(&canvas, picture_begin());
	while ((w = tool_read())) {
		const char *text = particles_preamble(tool_in(), &len);
		units_read(&units, text, len);
		if (arg.cells) {
			scene_cells_read(&scene, text, len);
			text = particles_frame_text(tool_in(), &len);
			scene_cells_read(&scene, text, len);
		}
		if (which == FRAME_ALL || which == n)
			draw(&scene, &canvas, w, n);
		n++;
	}
	if (!n)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected one to draw");
	if (which == FRAME_LAST)
		draw(&scene, &canvas, tool_world(), n - 1);
	if (!canvas.n_frame)
		tool_fail(EXIT_INPUT, "no frame %lld, the stream has frames 0 to %lld", (long long)which, (long long)n - 1);
	finish(&scene, &canvas, &units);
	picture_end(EXIT_SYSTEM);
	canvas_free(&canvas);
	scene_free(&scene);
	units_free(&units);
	return tool_end();
}
