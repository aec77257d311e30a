/* draw_options.c: check the options of scree-draw */
#include "common/draw_options.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/page.h"
#include "common/palette.h"
#include "common/picture.h"
#include "common/threads.h"
#include "common/words.h"
#include "number.h"

static void frame_parse(struct draw_options *o)
{
	int all = picture.kind == GNUPLOT_GIF || picture.kind == GNUPLOT_FILM || page_is(picture.output) ||
		((o->grid || picture_percent()) && tool_operands() < 2);

	chosen_parse(&o->which, o->frame, all ? CHOSEN_ALL : CHOSEN_LAST);
}

static void grid_parse(struct draw_options *o)
{
	char *text = mem_string(o->grid), *x = strchr(text, 'x');
	int64_t n[2];

	if (x)
		*x = 0;
	if (!x || number_parse_int(text, &n[0]) || number_parse_int(x + 1, &n[1]) || n[0] < 1 || n[1] < 1 || n[0] > 100 || n[1] > 100)
		opt_fail("grid", "%s, expected columns and rows, such as 3x2", o->grid);
	free(text);
	for (int d = 0; d < 2; d++)
		o->panels[d] = (int)n[d];
	if (picture.kind == GNUPLOT_GIF || picture.kind == GNUPLOT_FILM || page_is(picture.output) || picture_percent())
		opt_fail("grid", "%s is for one picture, found %s", o->grid, picture.output);
	if (o->scale.per_frame)
		opt_fail("grid", "%s has one range of values; expected no --range frame", o->grid);
}

void draw_fit_panels(struct draw_options *o, int n)
{
	if (n > o->panels[0] * o->panels[1])
		tool_fail(EXIT_USAGE, "%d frames do not fit on --grid %s; choose some by --frame, or give a larger grid", n, o->grid);
	o->panels[0] = n < o->panels[0] ? n : o->panels[0];
	o->panels[1] = (n + o->panels[0] - 1) / o->panels[0];
}

static void motion_parse(struct draw_options *o)
{
	char *all = mem_string(o->motion), *next = all;

	for (char *word; (word = strsep(&next, ","));) {
		int *kind = !strcmp(word, "velocity") ? &o->paths.velocity : !strcmp(word, "displacement") ? &o->paths.displacement :
			!strcmp(word, "trail") ? &o->paths.trail : NULL;

		if (!kind)
			opt_fail("motion", "'%s', expected some of velocity, displacement and trail", word);
		*kind = 1;
	}
	free(all);
	if (tool_operands() > 1)
		opt_fail("motion", "is for one stream, found %d", tool_operands());
}

unsigned draw_beside(const struct draw_options *o, int films)
{
	static const char *const name[] = { "bar", "legend", "time", "scale", "letter" };
	unsigned found = 0;

	if (!o->beside)
		return BESIDE_BAR | BESIDE_LEGEND | (films && tool_operands() < 2 ? BESIDE_TIME : 0) | (o->grid ? BESIDE_LETTER : 0);
	char *all = mem_string(o->beside), *next = all;
	for (char *word; (word = strsep(&next, ","));) {
		unsigned one = 0;

		for (unsigned k = 0; k < sizeof name / sizeof *name; k++)
			one |= !strcmp(word, name[k]) ? 1u << k : 0;
		if (!one && strcmp(o->beside, "none"))
			opt_fail("beside", "'%s', expected none, or some of bar, legend, time, letter and scale", word);
		found |= one;
	}
	free(all);
	if (found & BESIDE_LETTER && !o->grid)
		opt_fail("beside", "letter is for the panels of --grid");
	return found;
}

/* Refuse what a page does not have. */
static void page_options_check(const struct draw_options *o, const char *percent)
{
	static const char arrows[] = "it draws no arrows", by_hand[] = "a page is turned by hand, and --view says how it begins";
	const struct { const char *name; int given; const char *reason; } option[] = {
		{ "size", picture.size != NULL, "it fills the window of the browser" },
		{ "script", picture.script != NULL, "it does not need gnuplot" },
		{ "axes", o->axes, "it has a scale bar, and a click on a body shows its position" },
		{ "voxels", o->voxels != NULL, "it draws surfaces" },
		{ "principal", o->principal, arrows }, { "motion", o->motion != NULL, arrows },
		{ "turn", o->turn != 0, by_hand }, { "views", o->views > 1, by_hand },
		{ "width", picture.page != NULL, "it fills the window of the browser" }, { "grid", o->grid != NULL, "it has a slider" },
		{ "inset", o->inset != NULL, "it is zoomed by the wheel" },
		{ "clip", o->clip.n > 0, "it shows whole bodies" }, { "slice", o->slice != NULL, "it shows whole bodies" },
	};

	for (size_t k = 0; k < sizeof option / sizeof *option; k++)
		if (option[k].given)
			opt_fail(option[k].name, "has no effect on an HTML page: %s; expected another output than %s", option[k].reason,
				picture.output);
	if (tool_operands() > 1)
		tool_fail(EXIT_USAGE, "several streams do not fit on one HTML page; give one stream");
	if (percent)
		opt_fail("output", "%s, expected a name without %%, because all frames are on one page", picture.output);
}

void draw_options_check(struct draw_options *o)
{
	const char *percent = picture_percent();

	frame_parse(o);
	if (!palette_known(o->scale.palette))
		opt_fail("palette", "%s, expected %s", o->scale.palette, palette_names);
	o->scale.per_frame = o->range && !strcmp(o->range, "frame");
	if (o->range && !o->scale.per_frame && words_numbers(o->range, o->scale.range, 2) != 2)
		opt_fail("range", "'%s' is not two numbers separated by a comma, nor frame", o->range);
	if (o->scale.range[0] >= o->scale.range[1])
		opt_fail("range", "%g,%g, expected the lower value first", o->scale.range[0], o->scale.range[1]);
	if (o->perspective > 0 && draw_beside(o, 0) & BESIDE_SCALE)
		opt_fail("beside", "scale, but in perspective lengths have no common scale: expected no --perspective");
	if (!(o->zoom > 0 && o->zoom <= 1e6))
		opt_fail("zoom", "%g, expected more than 0, at most 1e6", o->zoom);
	draw_beside(o, 0);
	if (o->motion)
		motion_parse(o);
	if (!(o->paths.scale >= 0))
		opt_fail("arrow-scale", "%g, expected 0 or more", o->paths.scale);
	if (!(o->opacity > 0 && o->opacity <= 1))
		opt_fail("opacity", "%g, expected more than 0, at most 1", o->opacity);
	if (!(o->force_width >= 0))
		opt_fail("force-width", "%g, expected 0 or more", o->force_width);
	if (!isnan(o->view[0]) && !(fabs(o->view[0]) <= 360 && fabs(o->view[1]) <= 90))
		opt_fail("view", "%g,%g, expected -360 to 360 and -90 to 90", o->view[0], o->view[1]);
	if (!(o->perspective >= 0 && o->perspective <= 90))
		opt_fail("perspective", "%g, expected 0 to 90", o->perspective);
	if (!(fabs(o->turn) <= 36000))
		opt_fail("turn", "%g, expected -36000 to 36000", o->turn);
	if (o->turn != 0 && o->axes)
		opt_fail("turn", "%g, but axes keep their numbers in one place: expected no --axes", o->turn);
	if (o->views < 1 || o->views > 10000)
		opt_fail("views", "%lld, expected 1 to 10000", (long long)o->views);
	if (o->slice && (!isnan(o->view[0]) || o->turn != 0))
		opt_fail("slice", "is seen along its normal; expected no --view and no --turn");
	if (o->slice && (o->forces || o->motion))
		opt_fail("slice", "cuts grains, which --forces and --motion make small; expected neither, or --clip");
	if (o->cells && tool_operands() > 1)
		opt_fail("cells", "is for one stream, found %d", tool_operands());
	if (o->views > 1 && tool_operands() > 1)
		opt_fail("views", "is for one stream, found %d", tool_operands());
	o->n_threads = threads_asked(o->threads);
	o->n_threads = o->n_threads ? o->n_threads : threads_for(INT_MAX);
	if (o->paths.scale > 0 && !o->paths.velocity)
		opt_fail("arrow-scale", "is for arrows of velocities, expected --motion velocity");
	if (o->force_width > 0 && !o->forces)
		opt_fail("force-width", "is for contact forces, expected --forces");
	if (!isnan(o->fps) && picture.kind != GNUPLOT_GIF && picture.kind != GNUPLOT_FILM && !page_is(picture.output))
		opt_fail("fps", "is for films, found %s; expected .gif, .mp4 or .webm", picture.output);
	if (isnan(o->fps))
		o->fps = 10;
	if (!(o->fps > 0 && o->fps <= 100))
		opt_fail("fps", "%g, expected more than 0, at most 100", o->fps);
	if (o->grid)
		grid_parse(o);
	if (picture.kind == GNUPLOT_FILM && !chosen_many(&o->which))
		opt_fail("frame", "%s, expected all or several for a film", o->frame);
	if (page_is(picture.output)) {
		page_options_check(o, percent);
		return;
	}
	if (o->columns)
		opt_fail("columns", "is for an output FILE.html, found %s", picture.output);
	if (tool_operands() > 1 && o->which.kind != CHOSEN_LAST)
		opt_fail("frame", "%s, expected last for several streams", o->frame ? o->frame : "all");
	if (percent && (percent[1 + strspn(percent + 1, "0123456789")] != 'd' || strchr(percent + 1, '%')))
		opt_fail("output", "%s, expected a single %%d, such as %%04d, for the number of the frame", picture.output);
	if ((chosen_many(&o->which) || o->views > 1) && !percent && !o->grid &&
	    (picture.kind == GNUPLOT_PNG || picture.kind == GNUPLOT_SVG))
		opt_fail("output", "%s, expected a name with %%d, such as frame%%04d.png, because each frame becomes "
			"a file, or --grid",
			picture.output);
}

void draw_check_dimension(struct draw_options *o, const struct world *w)
{
	const struct { const char *name; int dim, given; } option[] = {
		{ "opacity", 2, o->opacity < 1 }, { "view", 3, !isnan(o->view[0]) },
		{ "turn", 3, o->turn != 0 }, { "views", 3, o->views > 1 },
		{ "perspective", 3, o->perspective > 0 }, { "voxels", 3, o->voxels != NULL }, { "clip", 3, o->clip.n > 0 },
		{ "slice", 3, o->slice != NULL }, { "principal", 3, o->principal },
	};

	for (size_t k = 0; k < sizeof option / sizeof *option; k++)
		if (option[k].given && option[k].dim != w->dim)
			opt_fail(option[k].name, "is for streams in %dD, found dim=%d", option[k].dim, w->dim);
	if (tool_operands() > 1 && w->dim == 2 && !o->grid) {
		if (o->scale.per_frame)
			opt_fail("range", "frame, but several streams have one range of values and one colour bar; expected LO,HI");
		o->grid = "of a row";
		o->panels[0] = tool_operands();
	}
}
