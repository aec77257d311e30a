/* picture.c: the options of the programs that make pictures, their gnuplot script and the run of gnuplot. */
#include "common/picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "common/tool.h"
#include "number.h"

enum { PIXELS_MIN = 50, PIXELS_MAX = 20000 };

struct picture picture = { .output = "dumb", .width = 900 };
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

/* Refuse an output in a folder that is not there, or that cannot be written into. */
static void check_folder(void)
{
	char *folder = mem_string(picture.output), *slash = strrchr(folder, '/');

	if (slash) {
		slash[slash == folder] = 0;
		if (access(folder, W_OK | X_OK))
			tool_fail(EXIT_SYSTEM, "cannot write %s: folder %s: %s", picture.output, folder, strerror(errno));
	}
	free(folder);
}

FILE *picture_begin(void)
{
	picture.kind = gnuplot_kind_of(picture.output);
	if (picture.kind == GNUPLOT_NONE)
		opt_fail("output", "%s, expected a name in .png, .svg, .pdf or .gif, or dumb or sixel", picture.output);
	if (picture.size)
		size_parse();
	if (!gnuplot_on_stdout(picture.kind))
		check_folder();
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
		FILE *f = fopen(path, "w");
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
	switch (gnuplot_run(script, out, &said)) {
	case GNUPLOT_MISSING:
		missing();
		break;
	case GNUPLOT_SYSTEM:
		tool_fail(EXIT_SYSTEM, "cannot run gnuplot: %s", strerror(errno));
		break;
	case GNUPLOT_FAILED:
		relay(said);
		tool_fail(status, "gnuplot failed on %s", picture.output);
		break;
	case GNUPLOT_GOOD:
		relay(said);
		if (!gnuplot_on_stdout(picture.kind) && !strchr(picture.output, '%') && !gnuplot_whole(picture.output, picture.kind))
			tool_fail(EXIT_SYSTEM, "cannot write %s: the picture is incomplete; the disk may be full", picture.output);
	}
	if (copy(out, stdout))
		tool_fail(EXIT_SYSTEM, "cannot write: %s", strerror(errno));
	free(said);
	fclose(out);
	fclose(script);
}
