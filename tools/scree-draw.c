/* scree-draw: draw frames with gnuplot as PNG, SVG, PDF or animated GIF, or in the terminal; or write a page that shows them */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/draw_options.h"
#include "common/legend.h"
#include "common/page.h"
#include "common/palette.h"
#include "common/picture.h"
#include "common/scene.h"
#include "common/scene3.h"
#include "common/shown.h"
#include "common/simulator.h"
#include "common/tool.h"
#include "common/words.h"
#include "number.h"
#include "units.h"

static struct draw_options arg = { .opacity = 1, .zoom = 1, .fps = NAN, .view = { NAN, NAN }, .views = 1, .threads = "auto",
	.scale = { "dusk", { NAN, NAN }, 0 }, .panels = { 1, 1 } };

#define OUTPUTS ".png, .svg, .pdf, .gif, .mp4, .webm or .html"
static const struct opt opts[] = {
	OPT_PICTURE(OUTPUTS),
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Contents" },
	{ 0, "frame", OPT_WORD, &arg.frame, "K[,K...]",
		"draw these frames: last, all, or numbers from 0; default last, for films, for names with %d and with --grid all" },
	{ 'c', "color", OPT_WORD, &arg.color, "COLUMN",
		"colour grains by a column of the bodies, such as material, by speed, force, pressure, coordination, or by a formula" },
	{ 0, "palette", OPT_WORD, &arg.scale.palette, "NAME", "dusk, viridis, cividis, heat, polar, grey or cyclic, default dusk" },
	{ 0, "range", OPT_WORD, &arg.range, "LO,HI",
		"values at the ends of the palette; frame: those of each frame; default the least and the greatest value of all frames" },
	OPT_SHOWN,
	{ 'f', "forces", OPT_FLAG, &arg.forces, NULL,
		"draw contact forces as lines, in 3D as rods between grains that become small, with a thickness proportional to the force" },
	{ 0, "force-width", OPT_REAL, &arg.force_width, "W",
		"thickness per force [T^2/M]; default: the mean force is 0.08 grain diameters thick" },
	{ 0, "motion", OPT_WORD, &arg.motion, "LIST",
		"draw the motion of grains: some of velocity, displacement (arrows since the first frame), trail (through all frames)" },
	{ 0, "arrow-scale", OPT_REAL, &arg.paths.scale, "T",
		"length of an arrow per velocity [T]; default: the mean arrow of the first drawn frame is a grain diameter long" },
	{ 0, "opacity", OPT_REAL, &arg.opacity, "A", "2D: how opaque bodies are, above 0, up to 1; default 1" },
	{ 0, "cells", OPT_FLAG, &arg.cells, NULL, "draw the Voronoi cells, which scree-voronoi --cells writes into the stream" },
	{ 0, "beside", OPT_WORD, &arg.beside, "LIST",
		"what stands beside the picture: some of bar, legend, time, letter (below the panels of --grid), scale, or none; "
		"default bar,legend, in a film also time, with --grid also letter and time" },
	{ 0, "axes", OPT_FLAG, &arg.axes, NULL, "draw axes with numbers" },
	{ 0, "fps", OPT_REAL, &arg.fps, "F", "frames per second of .gif, .mp4 and .webm, default 10" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What is seen" },
	{ 0, "lo", OPT_WORD, &arg.lo, "X,Y[,Z]", "lower corner of the part that is drawn [L], default: bodies and the walls near them" },
	{ 0, "hi", OPT_WORD, &arg.hi, "X,Y[,Z]", "upper corner of the part that is drawn [L]" },
	{ 0, "zoom", OPT_REAL, &arg.zoom, "F", "magnify the picture about its middle, default 1" },
	{ 0, "centre", OPT_WORD, &arg.centre, "X,Y[,Z]", "put this point in the middle [L]" },
	{ 0, "inset", OPT_WORD, &arg.inset, "LO,HI",
		"draw the part from X,Y[,Z] to X,Y[,Z] magnified in a corner too; in 3D what this box covers in the picture [L]" },
	{ 0, "grid", OPT_WORD, &arg.grid, "COLUMNSxROWS",
		"draw the frames, or the last frames of several streams, as panels of one picture with one scale and one range of values" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Streams in 3D" },
	{ 0, "view", OPT_PAIR, arg.view, "AZ,EL",
		"direction of the viewer: azimuth from x towards y, elevation above the xy plane [degrees], default -65,20" },
	{ 0, "turn", OPT_REAL, &arg.turn, "ANGLE",
		"turn the viewer around the scene by this angle [degrees] in a film, default 0; not with --axes" },
	{ 0, "views", OPT_INT, &arg.views, "N", "draw each frame N times, for a film with --turn; default 1" },
	{ 0, "perspective", OPT_REAL, &arg.perspective, "ANGLE",
		"draw in perspective; the scene fills this angle [degrees], up to 90; default 0: parallel rays" },
	{ 0, "clip", OPT_LIST, &arg.clip, "X,Y,Z,NX,NY,NZ",
		"cut away what lies beyond the plane through X,Y,Z, where the normal NX,NY,NZ points [L]; may be repeated, up to 7 planes" },
	{ 0, "slice", OPT_WORD, &arg.slice, "X,Y,Z,NX,NY,NZ",
		"draw the section of bodies by this plane, seen from where the normal points" },
	{ 0, "voxels", OPT_WORD, &arg.voxels, "N[,N...]",
		"draw bodies as voxels, N along the longest side, 1 to 512, one N for each stream; default 0: draw surfaces" },
	{ 0, "principal", OPT_FLAG, &arg.principal, NULL, "draw the principal axes of bodies as arrows" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "HTML pages" },
	{ 0, "columns", OPT_WORD, &arg.columns, "NAME[,NAME...]",
		"columns of the bodies that the page has, for colours and rows; default: all" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Other options" },
	{ 0, "threads", OPT_WORD, &arg.threads, "N", "number of threads, no effect on pictures; default auto: up to 8, by processors" },
	OPT_QUIET,
	OPT_END
};

static const double degree = 3.14159265358979324 / 180;
static const double PAGE_LARGE = 1e8; /* a page of more bytes takes seconds to open */
static int film;               /* the pictures are those of a film */

static struct scene scene;
static struct cell_edges edges; /* of the cells of a frame in space */
static int with_contacts; /* number of frames drawn so far that have records of contacts */
static int with_cells;    /* whether a frame read so far has cells */
static struct row3 row; /* one scene for each stream */
static struct paint paint3;

/* Refuse options whose records no frame has. */
static void records_check(void)
{
	if (arg.cells && !with_cells)
		tool_fail(EXIT_INPUT, "no cells in the stream, but --cells needs them: scree-voronoi --cells writes them");
	if (arg.forces && !with_contacts)
		tool_fail(EXIT_INPUT, "no contact records in the drawn frames, but --forces needs them: draw frames "
		          "that a simulator wrote with contacts, or add contacts to the last frame by %s", simulator_forces(tool_world()));
}

/* Read the number of voxels for each stream. */
static void voxels_parse(void)
{
	char *text = mem_string(arg.voxels), *save = NULL;
	int n = 0;

	for (char *word = strtok_r(text, ",", &save); word; word = strtok_r(NULL, ",", &save), n++) {
		int64_t voxels;

		if (number_parse_int(word, &voxels) || voxels < 0 || voxels > 512)
			opt_fail("voxels", "%s, expected 1 to 512, or 0 for surfaces", word);
		if (n < row.n)
			row.scene[n].voxels = (int)voxels;
	}
	if (n != 1 && n != row.n)
		opt_fail("voxels", "%s, expected one number, or %d numbers, one for each stream", arg.voxels, row.n);
	for (int k = 1; k < row.n && n == 1; k++)
		row.scene[k].voxels = row.scene[0].voxels;
	free(text);
}

/* Read a plane: a point and a normal, which gets the length 1. */
static struct stage_cut plane_read(const char *option, const char *text)
{
	struct stage_cut c;
	double n[6], norm = 0;

	if (words_numbers(text, n, 6) != 6)
		opt_fail(option, "'%s' is not six numbers separated by commas, a point and a normal", text);
	for (int k = 3; k < 6; k++)
		norm = hypot(norm, n[k]);
	if (!(norm > 0))
		opt_fail(option, "%s, expected a normal that is not 0", text);
	c.d = 0;
	for (int k = 0; k < 3; k++) {
		c.n[k] = n[3 + k] / norm;
		c.d += n[k] * c.n[k];
	}
	return c;
}

/* Cut scenes by the planes of --slice, which comes first, and --clip. */
static void cuts_read(struct scene3 *s)
{
	if (arg.slice) {
		s->section = 1;
		s->cut[s->n_cut++] = plane_read("slice", arg.slice);
		const double *n = s->cut[0].n;
		s->view[0] = hypot(n[0], n[1]) > 1e-9 ? atan2(n[1], n[0]) : -90 * degree;
		s->view[1] = asin(fmin(fmax(n[2], -1), 1));
	}
	if (arg.clip.n >= STAGE_CUTS)
		opt_fail("clip", "found %d planes, expected at most %d", arg.clip.n, STAGE_CUTS - 1);
	for (int k = 0; k < arg.clip.n; k++)
		s->cut[s->n_cut++] = plane_read("clip", arg.clip.item[k]);
}

static void row_begin(void)
{
	row.n = tool_operands() > 1 && !arg.grid ? tool_operands() : 1; /* panels show one scene */
	row.scene = MEM_NEW(struct scene3, (size_t)row.n);
	for (int k = 0; k < row.n; k++) {
		struct scene3 *s = &row.scene[k];

		*s = (struct scene3){ .color = arg.color, .paint = &paint3, .view = { -65 * degree, 20 * degree },
			.opening = arg.perspective * degree, .cells = arg.cells ? &edges : NULL, .principal = arg.principal,
			.axes = arg.axes, .forces = arg.forces,
			.force_width = arg.force_width, .threads = arg.n_threads, .scale = &arg.scale,
			.paths = arg.motion ? &arg.paths : NULL };
		for (int d = 0; d < 2 && !isnan(arg.view[0]); d++)
			s->view[d] = arg.view[d] * degree;
		cuts_read(s);
	}
	if (arg.voxels)
		voxels_parse();
}

/* What the options say about the part that is drawn. */
static void cutout_read(struct cutout *o, int dim)
{
	o->zoom = arg.zoom;
	if (arg.lo)
		words_vector("lo", arg.lo, dim, o->lo);
	if (arg.hi)
		words_vector("hi", arg.hi, dim, o->hi);
	if (arg.centre)
		words_vector("centre", arg.centre, dim, o->centre);
	for (int d = 0; d < dim; d++)
		if (o->lo[d] >= o->hi[d])
			opt_fail("lo", "%s is not below --hi %s along %c", arg.lo, arg.hi, "xyz"[d]);
}

/* Draw arrows and trails in the plane. */
static void motion_draw(struct canvas *c, struct world *w, const char *shown)
{
	struct path *line;
	int n = paths_of(&arg.paths, w, shown, &line);

	for (int k = 0; k < n; k++)
		canvas_path(c, line[k].arrow, line[k].p[0], line[k].p[1]);
	free(line);
}

/* The part that the inset shows: its lower and its upper corner. */
static void inset_read(int dim, double part[2][3])
{
	double n[6];

	if (words_numbers(arg.inset, n, 6) != 2 * dim)
		opt_fail("inset", "'%s' is not %d numbers separated by commas, those of the lower and of the upper corner", arg.inset, 2 * dim);
	for (int d = 0; d < 2 * dim; d++)
		part[d / dim][d % dim] = n[d];
	for (int d = 0; d < dim; d++)
		if (!(part[0][d] < part[1][d]))
			opt_fail("inset", "%s, the first corner is not below the second along %c", arg.inset, "xyz"[d]);
}

/* Set the size of a pixel of a picture in the plane. */
static void view_scale(struct canvas *c)
{
	double part[2][3], pixels = (double)picture.width / arg.panels[0];

	canvas_scale(c, pixels);
	c->specks = picture.kind == GNUPLOT_PNG || picture.kind == GNUPLOT_GIF || picture.kind == GNUPLOT_FILM;
	if (!arg.inset)
		return;
	inset_read(2, part);
	c->larger = fmax(1, 0.4 * c->pixel * pixels / fmax(part[1][0] - part[0][0], part[1][1] - part[0][1]));
}

static void draw(struct scene3 *scene3, struct canvas *c, struct world *w, int64_t number)
{
	char *what, *shown;

	if (!c->n_frame)
		cutout_read(&c->cutout, w->dim);
	if (w->dim == 2) {
		shown = shown_bodies(w, world_bodies2(w).tag);
		scene_view(&scene, c, w, shown);
		view_scale(c); /* the first frames may have no bodies */
		what = scene_draw(&scene, c, w, shown);
		if (arg.motion)
			motion_draw(c, w, shown);
	} else {
		scene3->cutout = c->cutout;
		shown = shown_bodies(w, world_bodies3(w).tag);
		what = scene3_keep(scene3, c, w, shown);
	}
	free(shown);
	with_contacts += w->has_contact;
	if (what)
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g): %s", (long long)number, w->t, what);
	if (scene3 == row.scene) /* the other streams are in the same picture */
		canvas_frame(c, w->t, arg.views > 1 || film ? c->n_frame : number);
}

/* Draw a frame as often as --views says. */
static void draw_views(struct canvas *c, struct world *w, int64_t number)
{
	for (int64_t k = 0; k < arg.views; k++)
		draw(row.scene, c, w, number);
}

/* Draw the last frames of all streams but the first. */
static void draw_others(struct canvas *c)
{
	for (int k = 1; k < tool_operands(); k++) {
		struct world w;

		tool_load_last(tool_operand(k), &w);
		if (w.dim != tool_world()->dim)
			tool_fail(EXIT_USAGE, "%s: found dim=%d, expected dim=%d as in %s", tool_operand(k), w.dim,
				tool_world()->dim, tool_operand(0));
		draw(&row.scene[arg.grid ? 0 : k], c, &w, k);
		world_free(&w);
	}
}

/* A label of the form "speed [m/s]". */
static char *label(const struct units *u, const char *name, const char *product)
{
	char *unit = units_text(u, product), *text = units_label(name, unit);

	free(unit);
	return text;
}

/* What the colours of words and of forces mean. Forces are named if some of them attract. */
static void legend_make(struct legend *l, const struct canvas *c)
{
	const struct paint *p = tool_world()->dim == 2 ? &scene.paint : &paint3;
	int64_t n_pull = c->n_pull;
	const char *word;
	unsigned rgb;

	for (int k = 0; (word = paint_word(p, k, &rgb)); k++) {
		if (!paint_draws(p, k))
			continue;
		if (!l->n)
			legend_add(l, arg.color, -1);
		legend_add(l, word, rgb);
	}
	for (int k = 0; k < row.n; k++)
		n_pull += row.scene[k].n_pull;
	if (n_pull) {
		legend_add(l, "force", -1);
		legend_add(l, "repulsion", canvas_push_rgb);
		legend_add(l, "attraction", canvas_pull_rgb);
	}
}

static void finish(struct canvas *c, const struct units *u)
{
	int dim = tool_world()->dim;
	struct pixels pixels = { row3_fill, row3_labels, row3_lines, &row };
	struct legend legend = { 0 };
	int valued = scene.valued;
	double part[2][3], inset[2][2];

	unsigned beside = draw_beside(&arg, c->n_frame > 1);
	struct look look = { .scale = &arg.scale, .length_unit = u->name[0], .scale_bar = (beside & BESIDE_SCALE) != 0,
		.time_unit = u->name[2], .force_width = arg.force_width, .opacity = arg.opacity, .fps = arg.fps,
		.timed = (beside & BESIDE_TIME) != 0, .lettered = (beside & BESIDE_LETTER) != 0, .grid = { 1, 1 },
		.panels = arg.grid && beside & (BESIDE_TIME | BESIDE_LETTER) };
	if (arg.turn != 0 && c->n_frame < 2)
		opt_fail("turn", "turns the viewer from picture to picture, and one is drawn; --views draws more of it, --view turns it");
	if (arg.grid)
		draw_fit_panels(&arg, c->n_frame);
	memcpy(look.grid, arg.panels, sizeof arg.panels);
	for (int k = 0; k < row.n; k++)
		valued |= row.scene[k].valued;
	char *value = valued && beside & BESIDE_BAR ? label(u, arg.color, units_of_column(arg.color, dim)) : NULL;
	char *x = arg.axes ? label(u, "x", "L") : NULL, *y = arg.axes ? label(u, "y", "L") : NULL;
	char *z = arg.axes ? label(u, "z", "L") : NULL;

	if (dim == 3) {
		look.pixels = &pixels;
		for (int k = 0; k < row.n; k++) {
			struct scene3 *s = &row.scene[k];

			s->axis_label[0] = x;
			s->axis_label[1] = y;
			s->axis_label[2] = z;
		}
		/* a film that goes once around does not show the first direction twice */
		row.scene[0].turn = c->n_frame > 1 ? arg.turn * degree / (c->n_frame - (fmod(arg.turn, 360) != 0)) : 0;
		row.columns = arg.panels[0];
		row3_look(&row, c);
	} else {
		canvas_fit(c);
	}
	legend_make(&legend, c);
	look.legend = beside & BESIDE_LEGEND ? &legend : NULL;
	look.valued = valued;
	look.whole = arg.color && !strcmp(arg.color, "coordination");
	look.value_label = value;
	look.x_label = dim == 2 ? x : NULL;
	look.y_label = dim == 2 ? y : NULL;
	if (arg.inset) {
		inset_read(dim, part);
		if (dim == 3)
			scene3_part(row.scene, (const double (*)[3])part, inset);
		for (int d = 0; d < 4 && dim == 2; d++)
			inset[d / 2][d % 2] = part[d / 2][d % 2];
		look.inset = (const double (*)[2])inset;
	}
	canvas_draw(c, &look);
	legend_free(&legend);
	free(value);
	free(x);
	free(y);
	free(z);
}

static void page_draw(struct page *page, struct world *w, int64_t number)
{
	if (!page->n_frame)
		cutout_read(&page->cutout, w->dim);
	char *shown = shown_bodies(w, w->dim == 2 ? world_bodies2(w).tag : world_bodies3(w).tag);
	char *what = page_add(page, w, number, shown);

	free(shown);
	if (what)
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g): %s", (long long)number, w->t, what);
	with_contacts |= w->has_contact;
}

/* Read the cells at the head of the stream and in the frame, if they are wanted. */
static void cells_read(const struct world *w)
{
	for (int part = 0; part < 2 && arg.cells; part++) {
		size_t len;
		const char *text = (part ? particles_frame_text : particles_preamble)(tool_in(), &len);

		if (w->dim == 3)
			scene3_cells_read(&edges, text, len);
		else
			scene_cells_read(&scene, text, len);
		with_cells |= edges.n > 0 || scene.cell.n > 0;
	}
}

/* Write a page with the frames. */
static int page_make(void)
{
	static struct page page; /* static, so that the memory is still reachable if a failure ends the program */
	struct world *w;
	int64_t n = 0;

	page = (struct page){ .title = picture.title, .color = arg.color, .columns = arg.columns, .scale = &arg.scale,
		.opening = arg.perspective * degree, .force_width = arg.force_width,
		.fps = arg.fps, .forces = arg.forces, .opacity = arg.opacity, .beside = arg.beside,
		.cells = arg.cells ? &scene.cell : NULL, .cutout = { { NAN, NAN, NAN }, { NAN, NAN, NAN }, { NAN, NAN, NAN }, 1 } };
	page.view[0] = (isnan(arg.view[0]) ? -65 : arg.view[0]) * degree;
	page.view[1] = (isnan(arg.view[0]) ? 20 : arg.view[1]) * degree;
	picture_check_folder();
	tool_check_save("output", picture.output, NULL);
	page_begin(&page);
	for (; (w = tool_read()); n++) {
		draw_check_dimension(&arg, w);
		if (arg.cells && w->dim == 3)
			opt_fail("cells", "pages have no cells of space; draw a picture");
		cells_read(w);
		if (chosen_has(&arg.which, n))
			page_draw(&page, w, n);
	}
	chosen_check(&arg.which, arg.which.kind == CHOSEN_LAST && !tool_holds_frame() ? 0 : n);
	if (arg.which.kind == CHOSEN_LAST)
		page_draw(&page, tool_world(), n - 1);
	shown_end();
	records_check();
	if (page.size > PAGE_LARGE)
		tool_warn("the page has about %.0f MB; with fewer frames (scree-pick --every) or columns (--columns) it opens faster",
			1e-6 * page.size);
	page_write(&page, picture.output, tool_units());
	page_free(&page);
	scene_free(&scene);
	return tool_end();
}

int main(int argc, char **argv)
{
	struct canvas canvas;
	struct units units = { { NULL } };
	struct world *w;
	int64_t n = 0;
	size_t len;

	tool_begin(argc, argv, "draw frames of a stream", "[FILE ...]", opts, -1);
	tool_take_solids();
	tool_keep_frame();
	picture.suffixes = OUTPUTS;
	picture.kind = gnuplot_kind_of(picture.output);
	draw_options_check(&arg);
	if (palette_is_cyclic(arg.scale.palette)) {
		paint3.first = isnan(arg.scale.range[0]) ? -180 * degree : arg.scale.range[0];
		paint3.period = isnan(arg.scale.range[0]) ? 360 * degree : arg.scale.range[1] - arg.scale.range[0];
	}
	if (page_is(picture.output))
		return page_make();
	scene = (struct scene){ .color = arg.color, .forces = arg.forces, .cells = arg.cells, .paint = paint3 };
	row_begin();
	picture.films = 1;
	film = picture.kind == GNUPLOT_FILM; /* picture_begin changes the kind */
	picture.fps = arg.fps;
	canvas_begin(&canvas, picture_begin());
	picture_take_page();
	while ((w = tool_read())) {
		picture_check_stop();
		draw_check_dimension(&arg, w);
		const char *text = particles_preamble(tool_in(), &len);
		units_read(&units, text, len);
		cells_read(w);
		if (arg.motion)
			paths_keep(&arg.paths, w);
		if (chosen_has(&arg.which, n))
			draw_views(&canvas, w, n);
		n++;
	}
	chosen_check(&arg.which, arg.which.kind == CHOSEN_LAST && !tool_holds_frame() ? 0 : n);
	if (arg.which.kind == CHOSEN_LAST)
		draw_views(&canvas, tool_world(), n - 1);
	draw_others(&canvas);
	shown_end();
	records_check();
	finish(&canvas, &units);
	picture_end(EXIT_SYSTEM);
	canvas_free(&canvas);
	scene_free(&scene);
	scene3_cells_free(&edges);
	for (int k = 0; k < row.n; k++)
		scene3_free(&row.scene[k]);
	free(row.scene);
	paint_free(&paint3);
	paths_free(&arg.paths);
	units_free(&units);
	chosen_free(&arg.which);
	return tool_end();
}
