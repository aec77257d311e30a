/* scree-convert: convert scenes from and into the files of other programs */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "common/grid_io.h"
#include "common/load_surface.h"
#include "common/tool.h"
#include "common/trade_io.h"
#include "common/where.h"
#include "mesh/triangulate.h"
#include "number.h"
#include "world/deform.h"
#include "world/relocate.h"

static struct {
	const char *from, *to, *output, *frame;
	double density, radius, dt, error;
	int64_t edges;
	int list, clump, instances;
} arg = { .density = NAN, .radius = NAN, .dt = NAN, .error = NAN, .edges = -1 };

static const struct opt opts[] = {
	{ 0, "from", OPT_WORD, &arg.from, "FORMAT", "format of the input; default: recognized from the file, for stdin a stream" },
	{ 0, "to", OPT_WORD, &arg.to, "FORMAT", "format of the output; default: that of the suffix of -o, without -o a stream" },
	{ 'o', "output", OPT_SAVE, &arg.output, "FILE", "write this file or folder instead of standard output" },
	{ 0, "frame", OPT_WORD, &arg.frame, "K",
	  "write this frame: last, all, or its number from 0; default all if the output holds several, otherwise last" },
	{ 0, "list", OPT_FLAG, &arg.list, NULL, "list the formats" },
	{ 0, "density", OPT_REAL, &arg.density, "D",
	  "density of bodies from formats without densities [M/L^3], in 2D [M/L^2], default 1" },
	{ 0, "radius", OPT_REAL, &arg.radius, "R", "radius of bodies from files without radii [L]" },
	{ 'd', "dt", OPT_REAL, &arg.dt, "DT", "time of a step, for files with steps and without times [T], default 1" },
	{ 0, "clump", OPT_FLAG, &arg.clump, NULL, "the balls of a list are one clump, not a grain each" },
	{ 0, "edges", OPT_INT, &arg.edges, "N",
	  "number of edges along the longest side of a shape that becomes triangles, 2 to 1000; default 64, fewer if there would be "
	  "more than a million triangles" },
	{ 0, "error", OPT_REAL, &arg.error, "E",
	  "largest distance between such a surface and its shape, in longest sides of the shape, 1e-4 to 0.5" },
	{ 0, "instances", OPT_FLAG, &arg.instances, NULL,
	  "for ParaView: write the surface of each shape once, in place of the surfaces and balls of all bodies" },
	OPT_WHERE,
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

/* All input and output. It is static, so that leak checkers still reach it if the program ends early. */
static struct trade_file file[TRADE_FILES];
static struct trade_text text[TRADE_FILES];
static struct trade_scene scene;
static struct trade_skins skins;
static struct trade_more more;
static struct trade_numbers numbers;
static struct world read_world;
static char *error;

static int can_read(const struct trade_format *f)
{
	return f->read || ((f->holds & TRADE_GRID) && !f->write) ||
	       (!f->lacks && (f->holds & TRADE_SURFACES) && f->frames == TRADE_SINGLE);
}

static int list(void)
{
	printf("# name suffix reads writes what\n");
	printf("scree .scree yes yes the particle stream\n");
	for (int k = 0; k < trade_n_formats; k++) {
		const struct trade_format *f = &trade_formats[k];

		printf("%s %s %s %s %s\n", f->name, f->suffix ? f->suffix : "-", can_read(f) ? "yes" : "no", f->write ? "yes" : "no",
		       f->what);
	}
	return tool_end();
}

/* ---- which formats, which frames ---- */

/* The format, if this build has it. */
static const struct trade_format *built(const char *option, const struct trade_format *f)
{
	if (f && f->lacks)
		opt_fail(option, "%s needs the library %s, which %s was built without; build it with make %s=1", f->name, f->lacks,
		         tool_name(), f->lacks);
	return f;
}

/* The format of an option's value; NULL for the stream. */
static const struct trade_format *named(const char *option, const char *name)
{
	const struct trade_format *f = trade_find(name);

	for (int k = 0; !f && k < trade_n_formats; k++)
		if (strlen(name) > 3 && strcasestr(trade_formats[k].what, name))
			opt_fail(option, "'%s' is not a format, expected perhaps %s (%s); %s --list lists the formats", name,
			         trade_formats[k].name, trade_formats[k].what, tool_name());
	if (!f && strcmp(name, "scree") != 0)
		opt_fail(option, "'%s' is not a format; %s --list lists the formats", name, tool_name());
	return built(option, f);
}

/* The format of the output: NULL for a stream. */
static const struct trade_format *format_to(void)
{
	const char *slash = arg.output ? strrchr(arg.output, '/') : NULL, *name = slash ? slash + 1 : arg.output;
	const char *dot = name ? strrchr(name, '.') : NULL;

	if (arg.to)
		return named("to", arg.to);
	if (dot && (strcasecmp(dot, ".vtp") == 0 || strcasecmp(dot, ".vtu") == 0))
		opt_fail("output", "%s, expected a name that ends in .pvd (format vtk); the %s files are written into a folder of that name",
		         arg.output, ".vtp");
	const struct trade_format *f = name ? trade_of_suffix(arg.output) : NULL;
	if (dot && !f && isalpha((unsigned char)dot[1]) && strcmp(dot, ".scree") != 0)
		opt_fail("output", "%s, but no format has the suffix %s; name the format with --to, a stream is --to scree", arg.output, dot);
	return built("output", f);
}

enum { FRAME_ALL = -2, FRAME_LAST = -1 };

/* Which frame is written: its number, FRAME_LAST, or FRAME_ALL. */
static int64_t which_frame(const struct trade_format *to)
{
	int64_t k;
	int single = to && to->frames == TRADE_SINGLE && !trade_is_numbered(arg.output);

	if (!arg.frame)
		return single ? FRAME_LAST : FRAME_ALL;
	if (strcmp(arg.frame, "last") == 0)
		return FRAME_LAST;
	if (strcmp(arg.frame, "all") == 0) {
		if (single)
			opt_fail("frame", "%s holds one frame; name the output with %%d, such as frame_%%04d, so that each frame becomes a "
			         "file", to->name);
		return FRAME_ALL;
	}
	if (number_parse_int(arg.frame, &k) || k < 0)
		opt_fail("frame", "%s, expected last, all, or a number from 0", arg.frame);
	return k;
}

/* ---- reading ---- */

/* The rest of a file that is read frame by frame. */
static struct trade_cursor cursor;
static int n_file;

/* Warn of a text whose last line has no end: what is left of a number is a number, too. */
static void check_end(const struct trade_file *f)
{
	const char *last = memrchr(f->text, '\n', f->n), *from = last ? last + 1 : f->text;
	const size_t left = (size_t)(f->text + f->n - from), blank = strspn(from, " \t\r");

	if (blank < left && from[blank] != '#')
		tool_warn("%s: the last line has no line feed; if the file was cut there, its last number may be wrong", f->name);
}

/* Make a world from the next frame in the files of another program. If the input has no motion and the output no masses,
 * coordinates stay as they are, to the last bit. */
static struct world *read_files(const struct trade_format *f, const struct trade_format *to)
{
	static int warned;
	char *warning = NULL;
	const struct trade_plan plan = { .density = arg.density > 0 ? arg.density : 1, .radius = arg.radius > 0 ? arg.radius : 0,
	                                 .dt = arg.dt > 0 ? arg.dt : 1, .cursor = &cursor, .clump = arg.clump, .warning = &warning,
	                                 .as_is = to && !(to->holds & TRADE_MASS) && !(f->holds & TRADE_MOTION) };
	enum trade_status status;

	if (!cursor.frame)
		world_init(&read_world, 3);
	if (!f->read) {
		const char *path = tool_operands() ? tool_operand(0) : "-";
		struct shape *s = world_need_shape(&read_world, 1);

		if (tool_operands() > 1)
			tool_fail(EXIT_USAGE, "%s is read from one file, found %d operands", f->name, tool_operands());
		tool_load_surface_shape(path, s);
		status = trade_stand(&read_world, s, &plan, strcmp(path, "-") ? path : "stdin", &error);
	} else {
		if (!cursor.frame) {
			n_file = trade_load(f, file);
			for (int k = 0; k < n_file && f->frames != TRADE_WHOLE; k++)
				check_end(&file[k]);
		}
		status = f->read(&read_world, file, n_file, &plan, &error);
	}
	if (status != TRADE_GOOD)
		tool_fail(EXIT_INPUT, "%s", error ? error : "out of memory");
	if (warning && !warned++)
		tool_warn("%s", warning);
	free(warning);
	cursor.frame++;
	return &read_world;
}

/* Whether the files have another frame. */
static int has_more(const struct trade_format *f)
{
	if (!cursor.frame)
		return 1;
	if (f->frames == TRADE_WHOLE)
		return cursor.frame < cursor.frames;
	return f->frames == TRADE_JOINED && cursor.at + strspn(file[0].text + cursor.at, " \t\r\n") < file[0].n;
}

/* The next frame of the input, or NULL. */
static struct world *next_frame(const struct trade_format *from, const struct trade_format *to)
{
	static int frames;

	if (from)
		return has_more(from) ? read_files(from, to) : NULL;
	if (!frames++) {
		if (tool_operands() > 1)
			tool_fail(EXIT_USAGE, "a stream is read from one file, found %d operands", tool_operands());
		tool_take_solids();
	}
	return tool_read();
}

/* ---- writing ---- */

/* Report what the format has no place for: an error if bodies would change, otherwise a note, once for each property. */
static void check_holds(const struct trade_format *f, const struct world *w)
{
	static unsigned told;
	const unsigned lacks = scene.has & ~f->holds;
	const int periodic = w->domain.set && (w->domain.periodic[0] || w->domain.periodic[1] || w->domain.periodic[2]);
	const int falls = w->gravity[0] != 0 || w->gravity[1] != 0 || w->gravity[2] != 0;
	char walls[32], faces[64], said[320] = "";
	const struct { int lost; const char *what; } thing[] = {
		{ (lacks & TRADE_PLACE) != 0, "places" }, { (lacks & TRADE_TURN) != 0, "orientations" },
		{ (lacks & TRADE_IMAGES) != 0, "counts of images" }, { (lacks & TRADE_MOTION) != 0, "velocities" },
		{ (lacks & TRADE_DENSITY) != 0, "densities of materials" }, { (lacks & TRADE_PEBBLES) != 0, "densities of pebbles" },
		{ (lacks & TRADE_DOMAIN) != 0, "the domain" },
		{ (f->holds & TRADE_DOMAIN) && !(f->holds & TRADE_PERIODS) && periodic, "periods of the domain" },
		{ w->contact.n_row && !(f->holds & TRADE_REST), "contacts" },
		{ falls, "gravity" }, { w->n_constraint > 0, "constraints" },
		{ (f->holds & TRADE_DOMAIN) && domain_deforms(&w->domain), "the deformation of the domain" },
		{ scene.walls > 0, walls }, { scene.enclosed > 0, faces },
	};
	size_t n = 0;

	snprintf(walls, sizeof walls, "%d wall%s", scene.walls, scene.walls > 1 ? "s" : "");
	snprintf(faces, sizeof faces, "faces of %d polyhedr%s (balls stand for them)", scene.enclosed, scene.enclosed > 1 ? "a" : "on");

	if (lacks & TRADE_MANY)
		opt_fail("to", "%s holds one body, found %d; choose one with --where", f->name, scene.n);
	if ((lacks & TRADE_PEBBLES) && (f->holds & TRADE_BALLS))
		opt_fail("to", "%s cannot hold pebbles of several densities", f->name);
	for (size_t k = 0; k < sizeof thing / sizeof *thing; k++) {
		if (!thing[k].lost || told >> k & 1)
			continue;
		n += (size_t)snprintf(said + n, sizeof said - n, "%s%s", n ? ", " : "", thing[k].what);
		told |= 1u << k;
	}
	if (n)
		tool_note("dropped, because %s cannot hold them: %s", f->name, said);
}

/* Say that surfaces are coarse, since there are many triangles. */
static void tell_coarse(void)
{
	double bytes = 0;

	for (int k = 0; k < TRADE_FILES; k++)
		bytes += (double)text[k].n;
	if (skins.n_triangle > TRADE_TRIANGLES)
		tool_warn("the surfaces are as coarse as they can be (--error %g) and have %lld triangles, %.0f MB; select bodies by --where",
		          skins.coarse, (long long)skins.n_triangle, 1e-6 * bytes);
	else
		tool_note("surfaces deviate from their shapes by at most %g of the longest side and have %lld triangles, because "
		          "finer ones would have more than %d; --edges or --error makes them finer", skins.coarse,
		          (long long)skins.n_triangle, TRADE_TRIANGLES);
}

static void write_format(struct world *w, const struct trade_format *f, char *keep)
{
	static int frames, said;
	static void *state;
	char *warning = NULL;

	if (arg.instances && w->dim == 2)
		opt_fail("instances", "applies to scenes in space, found dim=2");
	if (f->holds & TRADE_REST) {
		world_keep_bodies(w, keep);
		memset(keep, 1, (size_t)w->body.n_row);
	}
	if (trade_gather(&scene, w, keep, f, &error) != TRADE_GOOD)
		opt_fail("to", "%s", error ? error : "out of memory");
	if (!scene.n && !(f->holds & TRADE_MANY))
		tool_fail(EXIT_INPUT, "found no body at t=%.9g, expected one, because %s holds one", w->t, f->name);
	check_holds(f, w);
	scene.skins = &skins;
	scene.more = &more;
	scene.numbers = &numbers;
	scene.warning = &warning;
	skins.n_triangle = 0;
	scene.frame = frames++;
	scene.state = &state;
	trade_name_series(&scene, arg.output);
	if (f->write(text, &scene, &error) != TRADE_GOOD)
		opt_fail("to", "%s", error ? error : "out of memory");
	if (warning)
		tool_warn("%s", warning);
	free(warning);
	if (skins.coarse > 0 && !skins.instances && !said++)
		tell_coarse();
	trade_save(&scene, arg.output, text);
	trade_release(&scene);
}

/* Write the definitions that are new or have changed since the last frame: materials, laws and shapes are only added. */
static void write_definitions(struct world *w)
{
	static struct domain last;
	static int material, law, shape;
	const struct domain *d = &w->domain;
	int same = memcmp(d->lo, last.lo, sizeof d->lo) == 0 && memcmp(d->hi, last.hi, sizeof d->hi) == 0 &&
		memcmp(d->tilt, last.tilt, sizeof d->tilt) == 0 && memcmp(d->periodic, last.periodic, sizeof d->periodic) == 0;

	if (!material) {
		particles_put_definitions(tool_out(), w);
	} else {
		if (!same)
			particles_put_domain(tool_out(), w);
		for (int k = material; k < w->n_material; k++)
			particles_put_material(tool_out(), &w->material[k]);
		for (int k = law; k < w->n_law; k++)
			particles_put_law(tool_out(), &w->law[k]);
		for (int k = shape; k < w->n_shape; k++)
			particles_put_shape(tool_out(), &w->shape[k]);
	}
	material = w->n_material;
	law = w->n_law;
	shape = w->n_shape;
	last = *d;
}

static void write_stream(struct world *w, const char *keep)
{
	static int frames;
	static int64_t step;

	if (frames && w->step == step) {
		tool_note("left out: step %lld again", (long long)step);
		return;
	}
	if (frames && w->step < step)
		tool_fail(EXIT_INPUT, "%s: found step %lld after step %lld, expected steps that increase", tool_operands() ? tool_operand(0) :
		          "stdin", (long long)w->step, (long long)step);
	step = w->step;
	if (!frames++) {
		if (arg.output)
			tool_output(arg.output);
		tool_create(w->dim);
	}
	world_keep_bodies(w, keep);
	write_definitions(w);
	tool_write_frame(w);
}

static void write_frame(struct world *w, const struct trade_format *to, int one)
{
	int n;
	char *keep = where_select(w, &n);

	if (!n && one) {
		free(keep);
		where_end();
		if (!where_text)
			tool_fail(EXIT_INPUT, "found no body at t=%.9g, expected at least one", w->t);
		tool_fail(EXIT_INPUT, "--where selects none of the %d bodies, expected at least one", w->body.n_row);
	}
	if (to)
		write_format(w, to, keep);
	else
		write_stream(w, keep);
	free(keep);
}

/* Check the options that describe the input. */
static void check_input(const struct trade_format *from)
{
	int steps = from && from->named && from->frames != TRADE_SINGLE, list = from && from->named && !steps;
	const struct { const char *name; double value; int fits; } option[] = {
		{ "density", arg.density, from && !from->dense }, { "radius", arg.radius, from && from->named }, { "dt", arg.dt, steps },
	};

	if (from && !can_read(from))
		opt_fail("from", "%s is written and not read", from->name);
	for (size_t k = 0; k < sizeof option / sizeof *option; k++) {
		if (isnan(option[k].value))
			continue;
		if (!(option[k].value > 0))
			opt_fail(option[k].name, "%g, expected more than 0", option[k].value);
		if (!option[k].fits && k == 0)
			opt_fail("density", "applies to formats without densities, found %s, which has densities", from ? from->name : "a stream");
		if (!option[k].fits)
			opt_fail(option[k].name, "applies to %s, found %s", k == 1 ? "lists and dumps" : "dumps", from ? from->name : "a stream");
	}
	if (arg.clump && !list)
		opt_fail("clump", "applies to lists of balls, found %s", from ? from->name : "a stream");
}

/* Check how shapes become triangles. */
static void check_surfaces(const struct trade_format *to)
{
	if (arg.edges != -1 && (arg.edges < 2 || arg.edges > TRIANGULATE_MOST))
		opt_fail("edges", "%lld, expected 2 to %d", (long long)arg.edges, TRIANGULATE_MOST);
	if (!isnan(arg.error) && !(arg.error >= 1e-4 && arg.error <= 0.5))
		opt_fail("error", "%g, expected 1e-4 to 0.5", arg.error);
	if (!isnan(arg.error) && arg.edges != -1)
		opt_fail("error", "--edges and --error are two ways to say how fine surfaces are, expected one of them");
	if (arg.instances && (!to || (strcmp(to->name, "vtk") != 0 && strcmp(to->name, "vtk-text") != 0)))
		opt_fail("instances", "applies to vtk, found %s", to ? to->name : "a stream");
	skins.instances = arg.instances;
	skins.edges = arg.edges == -1 ? 0 : (int)arg.edges;
	skins.error = isnan(arg.error) ? 0 : arg.error;
}

int main(int argc, char **argv)
{
	const struct trade_format *from, *to;
	struct world *w;
	int64_t which, frame = 0;

	tool_begin(argc, argv, "convert scenes from and into the files of other programs", "[FILE...]", opts, -1);
	if (arg.list)
		return list();
	where_begin();
	to = format_to();
	check_surfaces(to);
	which = which_frame(to);
	if (to && !to->write)
		opt_fail("to", "%s is read and not written", to->name);
	if (to)
		trade_check_output(to, arg.output);
	from = arg.from ? named("from", arg.from) : built("from", trade_guess());
	check_input(from);
	if (from && (from->holds & TRADE_GRID)) {
		if (!trade_of_grids(to))
			opt_fail("to", "%s holds bodies, and a table with points of a grid has none, expected vti or vtk", to ? to->name : "a stream");
		grid_convert(trade_of_grids(to), arg.output, which);
		where_end();
		return tool_end();
	}
	if (to && (to->holds & TRADE_GRID))
		opt_fail("to", "%s holds the values of a table at the points of a grid, found bodies", to->name);
	if (!from && !to && (arg.to || arg.output))
		tool_fail(EXIT_USAGE, "input and output are streams: name another format with --to; scree-pick selects frames and bodies");
	if (!from && !to)
		tool_fail(EXIT_USAGE, "the input is a stream: name the format of the output with --to; %s --list lists the formats",
		          tool_name());
	struct world *last = NULL;
	while (frame <= which || which < 0) {
		if (!(w = next_frame(from, to)))
			break;
		last = w;
		if (which == FRAME_ALL || which == frame)
			write_frame(w, to, which >= 0);
		frame++;
	}
	if (!last)
		tool_fail(EXIT_INPUT, "%s: found no frame, expected a scene", tool_operands() ? tool_operand(0) : "stdin");
	if (which >= frame)
		opt_fail("frame", "%lld, but the input has %lld frames, counted from 0", (long long)which, (long long)frame);
	if (which == FRAME_LAST)
		write_frame(last, to, 1);
	if (to)
		trade_finish(&scene, arg.output, text);
	trade_drop(file);
	trade_skins_free(&skins);
	trade_numbers_free(&numbers);
	free(more.file);
	where_end();
	world_free(&read_world);
	return tool_end();
}
