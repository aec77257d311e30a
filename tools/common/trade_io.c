/* trade_io.c: read the files of other programs from the operands, and write them */
#include "common/trade_io.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "common/tool.h"
#include "common/unpack.h"
#include "slurp.h"

static char *paths[TRADE_FILES], *names[TRADE_FILES]; /* static, so that they are still reachable if the program ends early */

int trade_parts(const struct trade_format *f)
{
	int n = 0;

	while (n < TRADE_FILES && f->part[n])
		n++;
	return n;
}

static int is_folder(const char *path)
{
	struct stat st;

	return strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* ---- reading ---- */

static void load_file(struct trade_file *to, const char *path)
{
	FILE *f = tool_open_file(path, &to->name);

	to->text = slurp(f, &to->n);
	tool_check_whole(f, to->name);
	if (ferror(f))
		tool_fail(EXIT_SYSTEM, "cannot read %s: %s", to->name, strerror(errno));
}

void trade_drop(struct trade_file *file)
{
	for (int k = 0; k < TRADE_FILES; k++) {
		free((char *)(uintptr_t)file[k].text);
		free(paths[k]);
		file[k].text = paths[k] = NULL;
	}
}

/* Read the beginning of a file. */
static void load_head(struct trade_file *to, const char *path)
{
	enum { HEAD = 1 << 16 };
	FILE *f = tool_open_file(path, &to->name);
	char *text = mem_zero(HEAD + 16, 1);

	to->text = text;
	to->n = fread(text, 1, HEAD, f);
	if (ferror(f))
		tool_fail(EXIT_SYSTEM, "cannot read %s: %s", to->name, strerror(errno));
	if (to->n < HEAD)
		tool_check_whole(f, to->name);
	else
		unpack_end(f, 0);
}

const struct trade_format *trade_guess(void)
{
	const char *path = tool_operands() ? tool_operand(0) : "-";
	static struct trade_file file[TRADE_FILES];
	struct stat st;

	if (strcmp(path, "-") == 0)
		return NULL;
	if (is_folder(path))
		return trade_find("mclump");
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return NULL; /* a pipe can be read only once */
	load_head(&file[0], path);
	tool_forget_file(); /* it will be read again */
	if (!file[0].n)
		tool_fail(EXIT_INPUT, "%s: the file is empty", path);
	const struct trade_format *f = trade_of_text(&file[0]);
	if (!f && strncmp(file[0].text, "scree", 5) != 0)
		tool_fail(EXIT_INPUT, "%s: unknown format; name the format with --from", path);
	trade_drop(file);
	return f;
}

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

int trade_load(const struct trade_format *f, struct trade_file *file)
{
	int n = 0, most = trade_parts(f) + f->more;

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

/* ---- names ---- */

static int is_stdout(const char *output)
{
	return !output || strcmp(output, "-") == 0;
}

int trade_is_numbered(const char *output)
{
	const char *percent = output ? strchr(output, '%') : NULL;

	return percent && percent[1 + strspn(percent + 1, "0123456789")] == 'd' && strspn(percent + 1, "0123456789") < 3 &&
	       !strchr(percent + 1, '%');
}

/* The length of a name without the suffix of its format. */
static size_t stem(const struct trade_format *f, const char *output)
{
	const char *suffix = f->suffix ? f->suffix : f->frames == TRADE_SERIES ? ".pvd" : "";
	size_t n = strlen(output), m = strlen(suffix);

	return m && n > m && strcasecmp(output + n - m, suffix) == 0 ? n - m : n;
}

void trade_check_output(const struct trade_format *f, const char *output)
{
	if (trade_parts(f) > 1 && is_stdout(output))
		opt_fail("to", "%s consists of %d files; name the %s with --output", f->name, trade_parts(f),
		         f->folder ? "folder" : "first");
	if (f->frames == TRADE_WHOLE && trade_is_numbered(output))
		opt_fail("output", "%s, expected a name without %%d, because %s holds all frames in one file", output, f->name);
	if (f->frames != TRADE_SERIES)
		return;
	if (trade_is_numbered(output))
		opt_fail("output", "%s, expected a name without %%d, because %s numbers its files itself", output, f->name);
	size_t n = stem(f, output);
	if (n == strlen(output) || output[n - 1] == '/')
		opt_fail("output", "%s, expected a name that ends in .pvd; the other files are written into a folder of that name", output);
}

void trade_name_series(struct trade_scene *s, const char *output)
{
	const struct trade_format *f = s->format;

	if (f->frames != TRADE_SERIES)
		return;
	const char *slash = strrchr(output, '/'), *base = slash ? slash + 1 : output;
	for (int k = 1; k < trade_parts(f); k++) {
		free(names[k]);
		if (asprintf(&names[k], "%.*s/%s_%04d%s", (int)(stem(f, output) - (size_t)(base - output)), base, f->part[k], s->frame,
		             f->suffix_part) < 0)
			mem_failed(1);
		s->path[k] = names[k];
	}
}

/* The output with the number of the frame in place of %d. */
static void put_number(char **name, const char *output, int frame)
{
	const char *percent = strchr(output, '%');
	int zero = percent && percent[1] == '0', width = 0;

	if (!trade_is_numbered(output)) {
		*name = mem_string(output);
		return;
	}
	for (percent++; *percent != 'd'; percent++)
		width = 10 * width + (*percent - '0');
	int before = (int)(strchr(output, '%') - output);
	if (asprintf(name, zero ? "%.*s%0*d%s" : "%.*s%*d%s", before, output, width, frame, percent + 1) < 0)
		mem_failed(1);
}

/* The path of part k of a frame that is written under this name. */
static const char *part_path(const struct trade_scene *s, const char *name, int k)
{
	const struct trade_format *f = s->format;
	const char *slash = strrchr(name, '/');
	int n;

	if (f->frames == TRADE_SERIES && k)
		n = asprintf(&paths[k], "%.*s%s", slash ? (int)(slash + 1 - name) : 0, name, s->path[k]);
	else
		n = asprintf(&paths[k], "%.*s%s%s", (int)(k ? stem(f, name) : strlen(name)), name, f->folder ? "/" : "", f->part[k]);
	if (n < 0)
		mem_failed(1);
	return paths[k];
}

/* ---- writing ---- */

/* Make the folder whose name is the first n bytes of a path. */
static void make_folder(const char *path, size_t n)
{
	char *name = mem_word(path, n);

	if (!name || (mkdir(name, 0777) != 0 && errno != EEXIST))
		tool_fail(EXIT_SYSTEM, "cannot make the folder %s: %s", name ? name : path, strerror(errno));
	free(name);
}

/* Write a file. Remove a regular file that could not be written completely; never remove a device. */
static void save(const char *path, const struct trade_text *t)
{
	tool_check_save("output", path, NULL);
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

/* Write a further file into the folder whose name is the first n bytes of `folder`. */
static void save_more(struct trade_file_more *f, const char *folder, size_t n)
{
	if (asprintf(&paths[0], "%.*s/%s", (int)n, folder, f->name) < 0)
		mem_failed(1);
	save(paths[0], &f->text);
	free(paths[0]);
	paths[0] = NULL;
	free(f->text.text);
	f->text = (struct trade_text){ .n = 0 };
}

static void save_parts(const struct trade_scene *s, const char *output, struct trade_text *text)
{
	const struct trade_format *f = s->format;
	int series = f->frames == TRADE_SERIES;
	char *name;

	put_number(&name, output, s->frame);
	if (f->folder || series)
		make_folder(name, stem(f, name));
	for (int k = 0; series && s->more && k < s->more->n; k++)
		save_more(&s->more->file[k], name, stem(f, name));
	if (s->more)
		s->more->n = 0;
	for (int k = series; k < trade_parts(f); k++) {
		const char *path = part_path(s, name, k);

		if (f->folder)
			make_folder(path, (size_t)(strrchr(path, '/') - path));
		save(path, &text[k]);
		free(paths[k]);
		paths[k] = NULL;
	}
	free(name);
}

/* The frames of TRADE_JOINED go to stdout, which is the file if one is named. */
static void append(const struct trade_scene *s, const char *output, const struct trade_text *text)
{
	if (!is_stdout(output) && s->frame == 0) {
		tool_check_save("output", output, NULL);
		if (!freopen(output, "w", stdout))
			tool_fail(EXIT_SYSTEM, "cannot write %s: %s", output, strerror(errno));
	}
	if (fwrite(text->text, 1, text->n, stdout) != text->n)
		tool_fail(EXIT_SYSTEM, is_stdout(output) ? "cannot write: %s%s" : "cannot write %s: %s", is_stdout(output) ? "" : output,
		          strerror(errno));
}

void trade_save(const struct trade_scene *s, const char *output, struct trade_text *text)
{
	if (s->format->frames == TRADE_WHOLE)
		return;
	if (is_stdout(output) || (s->format->frames == TRADE_JOINED && !trade_is_numbered(output)))
		append(s, output, &text[0]);
	else
		save_parts(s, output, text);
	for (int k = s->format->frames == TRADE_SERIES; k < TRADE_FILES; k++) {
		free(text[k].text);
		text[k] = (struct trade_text){ .n = 0 };
	}
}

void trade_finish(const struct trade_scene *s, const char *output, struct trade_text *text)
{
	const struct trade_format *f = s->format;
	char *error = NULL;

	if (f->frames == TRADE_WHOLE) {
		if (f->finish(text, s->state, &error) != TRADE_GOOD)
			tool_fail(EXIT_SYSTEM, "%s", error ? error : "out of memory");
		if (is_stdout(output))
			append(s, output, &text[0]);
		else
			save(output, &text[0]);
	}
	if (f->frames == TRADE_SERIES) {
		MEM_GROW(text[0].text, &text[0].cap, text[0].n + strlen(f->tail));
		memcpy(text[0].text + text[0].n, f->tail, strlen(f->tail));
		text[0].n += strlen(f->tail);
		save(output, &text[0]);
	}
	for (int k = 0; k < TRADE_FILES; k++) {
		free(text[k].text);
		free(names[k]);
		text[k] = (struct trade_text){ .n = 0 };
		names[k] = NULL;
	}
}
