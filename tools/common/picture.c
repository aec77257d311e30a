/* picture.c: the options of the programs that make pictures, their gnuplot script and the run of gnuplot. */
#include "common/picture.h"

#include <errno.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/count.h"
#include "common/stop.h"
#include "common/temporary.h"
#include "common/tool.h"
#include "ffmpeg.h"
#include "number.h"

enum { PIXELS_MIN = 50, PIXELS_MAX = 20000 };

struct picture picture = { .output = "dumb", .suffixes = ".png, .svg, .pdf or .gif", .width = 900 };
static FILE *script;

static int pixels(const char *text)
{
	int64_t n;

	if (number_parse_int(text, &n) || n < PIXELS_MIN || n > PIXELS_MAX)
		opt_fail("size", "%s, expected pixels W or W,H from %d to %d", picture.size, PIXELS_MIN, PIXELS_MAX);
	return (int)n;
}

static void size_parse(void)
{
	char *text = mem_string(picture.size), *comma = strchr(text, ',');

	if (comma) {
		*comma = 0;
		picture.height = pixels(comma + 1);
	}
	picture.width = pixels(text);
	free(text);
}

/* Parse a width on the page, such as 86mm. */
static void page_parse(void)
{
	static const struct { const char *name; double mm; } unit[] = {
		{ "mm", 1 }, { "cm", 10 }, { "in", 25.4 }, { "pt", 25.4 / 72 }
	};
	size_t n = strlen(picture.page);
	double x;

	for (int k = 0; k < 4 && n > 2; k++)
		if (!strcmp(picture.page + n - 2, unit[k].name)) {
			char *number = mem_string(picture.page);
			number[n - 2] = 0;
			if (!number_parse(number, &x))
				picture.width_mm = x * unit[k].mm;
			free(number);
		}
	if (!(picture.width_mm >= 20 && picture.width_mm <= 1000))
		opt_fail("width", "%s, expected 20mm to 1000mm, such as 86mm, 8.6cm, 3.4in or 244pt", picture.page);
	if (picture.kind != GNUPLOT_PNG && picture.kind != GNUPLOT_SVG && picture.kind != GNUPLOT_PDF)
		opt_fail("width", "%s, expected an output in .png, .svg or .pdf", picture.page);
}

void picture_take_page(void)
{
	double ratio = (double)picture.height / picture.width;

	if (!picture.page)
		return;
	picture.width = (int)(picture.width_mm / 25.4 * PICTURE_PAGE_INCH + 0.5);
	picture.height = (int)(ratio * picture.width + 0.5);
}

const char *picture_percent(void)
{
	const char *slash = strrchr(picture.output, '/');

	return strchr(slash ? slash : picture.output, '%');
}

void picture_check_folder(void)
{
	char *folder = mem_string(picture.output), *slash = strrchr(folder, '/');

	if (slash) {
		slash[slash == folder] = 0;
		if (access(folder, W_OK | X_OK))
			tool_fail(EXIT_SYSTEM, "cannot write %s: folder %s: %s", picture.output, folder, strerror(errno));
	}
	free(folder);
}

/* ---- films ---- */

static const char *film;  /* the film that is asked for, or NULL */
static char *folder;      /* its pictures */

/* The path of a file in the folder, to be freed. */
static char *path_in_folder(const char *name)
{
	char *path = mem_new(strlen(folder) + strlen(name) + 2, 1);

	stpcpy(stpcpy(stpcpy(path, folder), "/"), name);
	return path;
}

static void folder_remove(void)
{
	DIR *d = opendir(folder);

	for (struct dirent *e; d && (e = readdir(d));)
		unlinkat(dirfd(d), e->d_name, 0); /* which leaves . and .. */
	if (d)
		closedir(d);
	rmdir(folder);
	free(folder);
}

/* Draw a series of PNG files instead of the film. */
static void film_begin(void)
{
	if (!ffmpeg_there())
		tool_fail(EXIT_SYSTEM, "found no ffmpeg, which makes %s: install the package ffmpeg, or draw a .gif, or a series of pictures "
			"by -o 'film%%06d.png'", picture.output);
	if (picture.script)
		opt_fail("script", "is not for films, whose pictures are gone when they are made; draw a series by -o 'film%%06d.png'");
	film = picture.output;
	if (picture_percent())
		opt_fail("output", "%s, expected a film without %%", film);
	stop_catch();
	folder = temporary_folder("scree-film-");
	atexit(folder_remove);
	picture.output = path_in_folder("%06d.png");
	picture.kind = GNUPLOT_PNG;
}

void picture_check_stop(void)
{
	if (film && stop_asked())
		exit(128 + stop_asked()); /* removes the folder */
}

static void film_end(void)
{
	char *said;
	int failed = ffmpeg_film(folder, picture.fps, film, &said);
	for (char *line = said ? strtok(said, "\n") : NULL; line; line = strtok(NULL, "\n"))
		tool_warn("ffmpeg: %s", line);
	free(said);
	picture_check_stop();
	if (failed)
		tool_fail(EXIT_SYSTEM, "ffmpeg failed on %s", film);
}

FILE *picture_begin(void)
{
	picture.kind = gnuplot_kind_of(picture.output);
	if (picture.kind == GNUPLOT_NONE || (picture.kind == GNUPLOT_FILM && !picture.films))
		opt_fail("output", "%s, expected a name in %s, or dumb or sixel", picture.output, picture.suffixes);
	if (picture.size)
		size_parse();
	if (picture.page)
		page_parse();
	if (!gnuplot_on_stdout(picture.kind)) {
		picture_check_folder();
		tool_check_save("output", picture.output, NULL);
	}
	if (picture.script)
		tool_check_save("script", picture.script, gnuplot_on_stdout(picture.kind) ? NULL : picture.output);
	if (picture.kind == GNUPLOT_FILM)
		film_begin();
	script = picture.script ? fopen(picture.script, "w+") : tmpfile();
	if (!script)
		tool_fail(EXIT_SYSTEM, "cannot write %s: %s", picture.script ? picture.script : "a temporary file",
			strerror(errno));
	return script;
}

/* Copy the whole file from, from its beginning. */
static int copy(FILE *from, FILE *to)
{
	char block[8192];
	size_t n;

	rewind(from);
	while ((n = fread(block, 1, sizeof block, from)) > 0)
		if (fwrite(block, 1, n, to) != n)
			return -1;
	return ferror(from) ? -1 : 0;
}

/* There is no gnuplot: keep the script, next to the output if there is no --script. */
static void missing(void)
{
	const char *path = picture.script;
	char *own = NULL;

	if (!path) {
		const char *stem = gnuplot_on_stdout(picture.kind) ? tool_name() : picture.output;
		own = MEM_NEW(char, strlen(stem) + 4);
		path = strcat(strcpy(own, stem), ".gp");
		FILE *f = fopen(path, "wx");
		if (!f && errno == EEXIST)
			tool_fail(EXIT_SYSTEM, "found no gnuplot: install the package gnuplot-nox; the script is not kept, because there is a "
			          "file %s already; --script names another", path);
		if (!f || copy(script, f) || fclose(f))
			tool_fail(EXIT_SYSTEM, "found no gnuplot, and cannot write the script %s: %s", path, strerror(errno));
	}
	tool_fail(EXIT_SYSTEM, "found no gnuplot: install the package gnuplot-nox, then run: gnuplot %s", path);
}

/* Whether a line of gnuplot says nothing to a user: progress of animations, axes of a single value, which get a width, and curves
 * without points. */
static int is_idle(const char *line)
{
	return !line[strspn(line, " \t^")] || strstr(line, "frames in animation sequence") ||
		(strstr(line, "arning: empty ") && strstr(line, "range")) || strstr(line, "Skipping data file with no valid points");
}

/* Print the messages of gnuplot line by line. */
static void relay(char *said)
{
	for (char *line = strtok(said, "\n"); line; line = strtok(NULL, "\n"))
		if (!is_idle(line))
			tool_warn("%s%s", strncmp(line, "fit: ", 5) ? "gnuplot: " : "", line + strspn(line, " \t"));
}

void picture_end(int status)
{
	FILE *out = tmpfile();
	char *said;

	if (!out)
		tool_fail(EXIT_SYSTEM, "cannot write a temporary file: %s", strerror(errno));
	if (fflush(script) || ferror(script))
		tool_fail(EXIT_SYSTEM, "cannot write %s: %s", picture.script ? picture.script : "a temporary file",
			strerror(errno));
	if (gnuplot_on_stdout(picture.kind))
		count_yield();
	enum gnuplot_status ended = gnuplot_run(script, out, &said);
	picture_check_stop();
	switch (ended) {
	case GNUPLOT_MISSING:
		missing();
		break;
	case GNUPLOT_SYSTEM:
		tool_fail(EXIT_SYSTEM, "cannot run gnuplot: %s", strerror(errno));
		break;
	case GNUPLOT_FAILED:
		relay(said);
		tool_fail(status, "gnuplot failed on %s", film ? film : picture.output);
		break;
	case GNUPLOT_GOOD:
		relay(said);
		if (!gnuplot_on_stdout(picture.kind) && !picture_percent() && !gnuplot_whole(picture.output, picture.kind))
			tool_fail(EXIT_SYSTEM, "cannot write %s: the picture is incomplete; the disk may be full", picture.output);
	}
	if (film)
		film_end();
	if (copy(out, stdout))
		tool_fail(EXIT_SYSTEM, "cannot write: %s", strerror(errno));
	free(said);
	fclose(out);
	fclose(script);
}
