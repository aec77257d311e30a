/* scree-convert: convert scenes from and into the files of other programs */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "common/load_surface.h"
#include "common/tool.h"
#include "common/where.h"
#include "mesh/triangulate.h"
#include "slurp.h"
#include "trade.h"
#include "world/deform.h"
#include "world/relocate.h"

static struct {
	const char *from, *to, *output;
	double density;
	int64_t edges;
	int list;
} arg = { .density = NAN, .edges = 64 };

static const struct opt opts[] = {
	{ 0, "from", OPT_WORD, &arg.from, "FORMAT", "format of the input; default: recognized from the file, for stdin a stream" },
	{ 0, "to", OPT_WORD, &arg.to, "FORMAT", "format of the output; default: that of the suffix of -o, without -o a stream" },
	{ 'o', "output", OPT_WORD, &arg.output, "FILE", "write this file or folder instead of standard output" },
	{ 0, "list", OPT_FLAG, &arg.list, NULL, "list the formats" },
	{ 0, "density", OPT_REAL, &arg.density, "D",
	  "density of bodies from formats without densities [M/L^3], in 2D [M/L^2], default 1" },
	{ 0, "edges", OPT_INT, &arg.edges, "N",
	  "number of edges along the longest side of a shape that becomes triangles, 2 to 1000, default 64" },
	OPT_WHERE,
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

/* All input and output. It is static, so that leak checkers still reach it if the program ends early. */
static struct trade_file file[TRADE_FILES];
static struct trade_text text[TRADE_FILES];
static struct trade_scene scene;
static struct world read_world;
static char *error, *paths[TRADE_FILES];

static int parts(const struct trade_format *f)
{
	int n = 0;

	while (n < TRADE_FILES && f->part[n])
		n++;
	return n;
}

static int list(void)
{
	printf("# name suffix reads writes what\n");
	printf("scree .scree yes yes the particle stream\n");
	for (int k = 0; k < trade_n_formats; k++) {
		const struct trade_format *f = &trade_formats[k];

		printf("%s %s %s %s %s\n", f->name, f->suffix ? f->suffix : "-", f->read || (f->holds & TRADE_SURFACES) ? "yes" : "no",
		       f->write ? "yes" : "no", f->what);
	}
	return tool_end();
}

/* ---- which formats ---- */

/* The format of an option's value; NULL for the stream. */
static const struct trade_format *named(const char *option, const char *name)
{
	const struct trade_format *f = trade_find(name);

	if (!f && strcmp(name, "scree") != 0)
		opt_fail(option, "'%s' is not a format; %s --list lists the formats", name, tool_name());
	return f;
}

static int is_folder(const char *path)
{
	struct stat st;

	return strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static void load_file(struct trade_file *to, const char *path)
{
	FILE *f = tool_open_file(path, &to->name);

	to->text = slurp(f, &to->n);
	if (ferror(f))
		tool_fail(EXIT_SYSTEM, "cannot read %s: %s", to->name, strerror(errno));
}

static void drop_files(void)
{
	for (int k = 0; k < TRADE_FILES; k++) {
		free((char *)(uintptr_t)file[k].text);
		free(paths[k]);
		file[k].text = paths[k] = NULL;
	}
}

/* Recognize the format of the first operand; NULL for a stream. */
static const struct trade_format *guess(void)
{
	const char *path = tool_operands() ? tool_operand(0) : "-";

	if (strcmp(path, "-") == 0)
		return NULL;
	if (is_folder(path))
		return trade_find("mclump");
	load_file(&file[0], path);
	const struct trade_format *f = trade_of_text(&file[0]);
	if (!f && file[0].n && strncmp(file[0].text, "scree", 5) != 0)
		tool_fail(EXIT_INPUT, "%s: unknown format; name the format with --from", path);
	drop_files();
	return f;
}

/* ---- reading ---- */

/* Find part k of a format in a folder: under its name, in lower case as in older versions, or without the folder in between. Sets
 * paths[k]. Returns 0 if there is no such file. */
static int find_part(const struct trade_format *f, int k)
{
	const char *folder = tool_operand(0), *name = strrchr(f->part[k], '/');

	for (int way = 0; way < 3; way++) {
		free(paths[k]);
		if (asprintf(&paths[k], "%s/%s", folder, way < 2 || !name ? f->part[k] : name + 1) < 0)
			mem_failed(1);
		for (char *c = paths[k] + strlen(folder); way == 1 && *c; c++)
			*c = (char)tolower((unsigned char)*c);
		if (access(paths[k], F_OK) == 0)
			return 1;
	}
	return 0;
}

/* Read the files of a format, which are the operands or the files in a folder. Returns their number. */
static int load_files(const struct trade_format *f)
{
	int n = 0, most = parts(f);

	if (f->folder && tool_operands() == 1 && is_folder(tool_operand(0))) {
		for (int k = 0; k < most; k++) {
			if (find_part(f, k))
				load_file(&file[n++], paths[k]);
			else if (k < f->needed)
				tool_fail(EXIT_SYSTEM, "%s: found no %s, expected a folder of %s", tool_operand(0), f->part[k], f->name);
		}
		return n;
	}
	if (f->folder && tool_operands() < f->needed)
		tool_fail(EXIT_USAGE, "%s is read from a folder or from at least %d files, found %d operands", f->name, f->needed,
		          tool_operands());
	if (tool_operands() > most)
		tool_fail(EXIT_USAGE, "%s is read from %d file%s, found %d operands", f->name, most, most > 1 ? "s at most" : "",
		          tool_operands());
	if (tool_operands() == 0)
		load_file(&file[n++], "-");
	for (int k = 0; k < tool_operands(); k++)
		load_file(&file[n++], tool_operand(k));
	return n;
}

/* Make a world from the files of another program. If the input has no motion and the output no masses, coordinates stay as they
 * are, to the last bit. */
static struct world *read_files(const struct trade_format *f, const struct trade_format *to)
{
	const struct trade_plan plan = { .density = arg.density > 0 ? arg.density : 1,
	                                 .as_is = to && !(to->holds & TRADE_MASS) && !(f->holds & TRADE_MOTION) };
	enum trade_status status;

	if (f->dense && arg.density > 0)
		opt_fail("density", "applies to formats without densities, found %s, which has densities", f->name);

	world_init(&read_world, 3);
	if (!f->read) {
		const char *path = tool_operands() ? tool_operand(0) : "-";
		struct shape *s = world_need_shape(&read_world, 1);

		if (tool_operands() > 1)
			tool_fail(EXIT_USAGE, "%s is read from one file, found %d operands", f->name, tool_operands());
		tool_load_surface_shape(path, s);
		status = trade_stand(&read_world, s, &plan, strcmp(path, "-") ? path : "stdin", &error);
	} else {
		int n = load_files(f);

		status = f->read(&read_world, file, n, &plan, &error);
		drop_files();
	}
	if (status != TRADE_GOOD)
		tool_fail(EXIT_INPUT, "%s", error ? error : "out of memory");
	return &read_world;
}

/* Read the last frame of a stream. */
static struct world *read_stream(void)
{
	int frames = 0;

	if (tool_operands() > 1)
		tool_fail(EXIT_USAGE, "a stream is read from one file, found %d operands", tool_operands());
	tool_take_solids();
	while (tool_read())
		frames++;
	struct world *w = tool_world();
	if (!frames)
		tool_fail(EXIT_INPUT, "%s: found no frame, expected a scene", tool_operands() ? tool_operand(0) : "stdin");
	return w;
}

/* ---- writing ---- */

/* Report what the format has no place for: an error if bodies would change, otherwise a note. */
static void check_holds(const struct trade_format *f, const struct world *w)
{
	static const struct { unsigned bit; const char *what; } thing[] = {
		{ TRADE_PLACE, "places" }, { TRADE_TURN, "orientations" }, { TRADE_IMAGES, "counts of images" },
		{ TRADE_MOTION, "velocities" }, { TRADE_DENSITY, "densities of materials" },
		{ TRADE_PEBBLES, "densities of pebbles" }, { TRADE_DOMAIN, "the domain" },
	};
	unsigned lacks = scene.has & ~f->holds;
	char said[256] = "";
	size_t n = 0;

	if (lacks & TRADE_MANY)
		opt_fail("to", "%s holds one body, found %d; choose one with --where", f->name, scene.n);
	if ((lacks & TRADE_PEBBLES) && (f->holds & TRADE_BALLS))
		opt_fail("to", "%s cannot hold pebbles of several densities", f->name);
	for (size_t k = 0; k < sizeof thing / sizeof *thing; k++)
		if (lacks & thing[k].bit)
			n += (size_t)snprintf(said + n, sizeof said - n, "%s%s", n ? ", " : "", thing[k].what);
	if (w->contact.n_row)
		n += (size_t)snprintf(said + n, sizeof said - n, "%scontacts", n ? ", " : "");
	if (w->gravity[0] != 0 || w->gravity[1] != 0 || w->gravity[2] != 0)
		n += (size_t)snprintf(said + n, sizeof said - n, "%sgravity", n ? ", " : "");
	if (w->n_constraint)
		n += (size_t)snprintf(said + n, sizeof said - n, "%sconstraints", n ? ", " : "");
	if ((f->holds & TRADE_DOMAIN) && domain_deforms(&w->domain))
		n += (size_t)snprintf(said + n, sizeof said - n, "%sthe deformation of the domain", n ? ", " : "");
	if (n)
		tool_note("dropped, because %s cannot hold them: %s", f->name, said);
}

/* Make the folder whose name is the first n bytes of a path. */
static void make_folder(const char *path, size_t n)
{
	char *name = strndup(path, n);

	if (!name || (mkdir(name, 0777) != 0 && errno != EEXIST))
		tool_fail(EXIT_SYSTEM, "cannot make the folder %s: %s", name ? name : path, strerror(errno));
	free(name);
}

/* The name of part k of a format. */
static const char *part_path(const struct trade_format *f, int k)
{
	size_t n = strlen(arg.output), m = f->suffix ? strlen(f->suffix) : 0;
	int cut = k && n > m && f->suffix && strcmp(arg.output + n - m, f->suffix) == 0;

	if (asprintf(&paths[k], "%.*s%s%s", (int)(cut ? n - m : n), arg.output, f->folder ? "/" : "", f->part[k]) < 0)
		mem_failed(1);
	return paths[k];
}

/* Write a file. Remove a regular file that could not be written completely; never remove a device. */
static void save(const char *path, const struct trade_text *t)
{
	FILE *f = fopen(path, "w");
	struct stat st;
	int why = 0, regular = f && fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode);

	if (!f || fwrite(t->text, 1, t->n, f) != t->n)
		why = errno;
	if (f && fclose(f) != 0 && !why)
		why = errno;
	if (why && regular)
		remove(path);
	if (why)
		tool_fail(EXIT_SYSTEM, "cannot write %s: %s", path, strerror(why));
}

static void save_all(const struct trade_format *f)
{
	if (f->folder)
		make_folder(arg.output, strlen(arg.output));
	for (int k = 0; k < parts(f); k++) {
		const char *path = part_path(f, k);

		if (f->folder)
			make_folder(path, (size_t)(strrchr(path, '/') - path));
		save(path, &text[k]);
	}
}

static void write_format(struct world *w, const struct trade_format *f, const char *keep)
{
	if (parts(f) > 1 && (!arg.output || strcmp(arg.output, "-") == 0))
		opt_fail("to", "%s consists of %d files; name the %s with --output", f->name, parts(f), f->folder ? "folder" : "first");
	if (trade_gather(&scene, w, keep, f, &error) != TRADE_GOOD)
		opt_fail("to", "%s", error ? error : "out of memory");
	check_holds(f, w);
	scene.edges = (int)arg.edges;
	if (f->write(text, &scene, &error) != TRADE_GOOD)
		opt_fail("to", "%s", error ? error : "out of memory");
	if (arg.output && strcmp(arg.output, "-") != 0)
		save_all(f);
	else if (fwrite(text[0].text, 1, text[0].n, stdout) != text[0].n)
		tool_fail(EXIT_SYSTEM, "cannot write: %s", strerror(errno));
	for (int k = 0; k < TRADE_FILES; k++)
		free(text[k].text);
	drop_files();
	free(scene.body);
}

static void write_stream(struct world *w, const char *keep)
{
	if (arg.output && strcmp(arg.output, "-") != 0 && !freopen(arg.output, "w", stdout))
		tool_fail(EXIT_SYSTEM, "cannot write %s: %s", arg.output, strerror(errno));
	world_keep_bodies(w, keep);
	tool_create(w->dim);
	particles_put_definitions(tool_out(), w);
	tool_write_frame(w);
}

int main(int argc, char **argv)
{
	const struct trade_format *from, *to = NULL;
	int n;

	tool_begin(argc, argv, "convert scenes from and into the files of other programs", "[FILE...]", opts, -1);
	if (arg.list)
		return list();
	if (!isnan(arg.density) && !(arg.density > 0))
		opt_fail("density", "%g, expected more than 0", arg.density);
	if (arg.edges < 2 || arg.edges > TRIANGULATE_MOST)
		opt_fail("edges", "%lld, expected 2 to %d", (long long)arg.edges, TRIANGULATE_MOST);
	where_begin();
	if (arg.to)
		to = named("to", arg.to);
	else if (arg.output)
		to = trade_of_suffix(arg.output);
	from = arg.from ? named("from", arg.from) : guess();
	if (!from && !to)
		tool_fail(EXIT_USAGE, "the input is a stream: name the format of the output with --to; %s --list lists the formats",
		          tool_name());
	if (!from && arg.density > 0)
		opt_fail("density", "applies to formats without densities, found a stream, which has densities");
	struct world *w = from ? read_files(from, to) : read_stream();
	char *keep = where_select(w, &n);
	where_end();
	if (!n)
		tool_fail(EXIT_INPUT, "--where selects none of the %d bodies, expected at least one", w->body.n_row);
	if (to)
		write_format(w, to, keep);
	else
		write_stream(w, keep);
	free(keep);
	world_free(&read_world);
	return tool_end();
}
