/* scree-verify: run the programs that made a stream or table again, and compare the bytes */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/replay.h"
#include "common/tool.h"
#include "slurp.h"

enum { MOST_RECORDS = 1000, SHOWN = 100 };

static int script;
static const struct opt opts[] = {
	{ 0, "script", OPT_FLAG, &script, NULL, "print the pipeline as a shell script, and run nothing" },
	OPT_QUIET,
	OPT_END
};

/* ---- the stream ---- */

/* The stream or table that is verified: its head, up to the first frame or row, and the rest in the file. */
static struct {
	FILE *file;
	const char *name;
	char **line;         /* [n_line] the head */
	ssize_t *length;
	int n_line, n_record, at;
	size_t cap_line, cap_length, cap_record, cap_next;
	char **record;       /* [n_record] the texts of the made records */
	char *next;          /* the line that was read last behind the head */
} stream;

static void check_begin(const char *line, ssize_t n)
{
	if (n < 0)
		tool_fail(EXIT_INPUT, "%s:1: the stream is empty, expected 'scree 1' or '# scree-table 1'", stream.name);
	if (strncmp(line, "scree ", 6) != 0 && strncmp(line, "# scree-table", 13) != 0)
		tool_fail(EXIT_INPUT, "%s:1: not a stream or table of scree, expected 'scree 1' or '# scree-table 1'", stream.name);
}

/* Keep a line of the head. */
static void keep(char *line, ssize_t n)
{
	MEM_GROW(stream.line, &stream.cap_line, (size_t)stream.n_line + 1);
	MEM_GROW(stream.length, &stream.cap_length, (size_t)stream.n_line + 1);
	stream.line[stream.n_line] = line;
	stream.length[stream.n_line++] = n;
}

static void read_head(const char *path)
{
	int table = 0, ended = 0;

	stream.file = tool_open_file(path, &stream.name);
	while (!ended) {
		char *line = NULL;
		size_t cap = 0;
		ssize_t n = slurp_line(&line, &cap, stream.file);

		if (n < 0 && ferror(stream.file))
			tool_fail(EXIT_SYSTEM, "cannot read %s: %s", stream.name, strerror(errno));
		if (stream.n_line == 0) {
			check_begin(line, n);
			table = *line == '#';
		}
		ended = n < 0 || (table ? *line != '#' : strncmp(line, "frame", 5) == 0);
		if (n >= 0)
			keep(line, n);
		else
			free(line);
		size_t skip = table ? 7 : 5;
		if (n < (ssize_t)skip || strncmp(line, table ? "# made " : "made ", skip) != 0)
			continue;
		MEM_GROW(stream.record, &stream.cap_record, (size_t)stream.n_record + 1);
		stream.record[stream.n_record++] = mem_word(line + skip, strcspn(line + skip, "\r\n"));
		if (stream.n_record > MOST_RECORDS)
			tool_fail(EXIT_INPUT, "%s: found more than %d made records", stream.name, MOST_RECORDS);
	}
	if (!stream.n_record)
		tool_fail(EXIT_INPUT, "%s: found no made record, so nothing says how it was made; the files that it was made from may have "
		          "records", stream.name);
}

/* The next line of the stream. Returns its length, or -1 at the end. */
static ssize_t next_line(char **line)
{
	if (stream.at < stream.n_line) {
		*line = stream.line[stream.at];
		return stream.length[stream.at++];
	}
	ssize_t n = slurp_line(&stream.next, &stream.cap_next, stream.file);

	if (n < 0)
		tool_check_whole(stream.file, stream.name);
	*line = stream.next;
	return n;
}

static void free_stream(void)
{
	for (int k = 0; k < stream.n_line; k++)
		free(stream.line[k]);
	for (int k = 0; k < stream.n_record; k++)
		free(stream.record[k]);
	free(stream.line);
	free(stream.length);
	free(stream.record);
	free(stream.next);
}

/* ---- comparing ---- */

/* A line for a message: short, and without control characters. */
static char *shown(const char *line, ssize_t n)
{
	char *text = MEM_NEW(char, SHOWN + 8);
	int k = 0;

	if (n < 0)
		return strcpy(text, "no more lines");
	text[0] = '\'';
	for (; k < n && k < SHOWN && line[k] != '\n'; k++)
		text[k + 1] = iscntrl((unsigned char)line[k]) ? '?' : line[k];
	strcpy(text + k + 1, k < SHOWN ? "'" : "...'");
	return text;
}

/* The number of the field in which two lines begin to differ, from 1; *at gets the place where it begins. */
static int field_of(const char *a, ssize_t n, const char *b, ssize_t m, ssize_t *at)
{
	int field = 1;

	*at = 0;
	for (ssize_t k = 0; k < n && k < m && a[k] == b[k]; k++)
		if (a[k] == ' ') {
			field++;
			*at = k + 1;
		}
	return field;
}

/* The first stage whose output has this line, or the last stage. */
static int first_with(const struct replay *r, const char *want, ssize_t n)
{
	char *line = NULL;
	size_t cap = 0;
	int found = -1;

	for (int k = 0; k < r->n - 1 && found < 0; k++) {
		FILE *f = fopen(r->stage[k].output, "r");

		for (ssize_t len; f && found < 0 && (len = slurp_line(&line, &cap, f)) >= 0;)
			if (len == n && memcmp(line, want, (size_t)n) == 0)
				found = k;
		if (f)
			fclose(f);
	}
	free(line);
	return found < 0 ? r->n - 1 : found;
}

/* Which stages may be the first that differs, behind the name of stage k. */
static const char *differs_at(int k)
{
	return k > 0 ? "or a stage before it differs" : "differs";
}

/* Compare the stream with the output of the last stage. Writes the verdict to say, and returns 1 if they differ. */
static int compare(const struct replay *r, FILE *say)
{
	FILE *f = fopen(r->stage[r->n - 1].output, "r");
	char *a, *b = NULL, frame[SHOWN] = "";
	int64_t line = 0, frames = 0;
	size_t cap = 0;
	ssize_t n, m;

	if (!f)
		tool_fail(EXIT_SYSTEM, "cannot read %s", r->stage[r->n - 1].output);
	for (;;) {
		n = next_line(&a);
		m = slurp_line(&b, &cap, f);
		line++;
		if (n < 0 || m != n || memcmp(a, b, (size_t)n) != 0)
			break;
		if (strncmp(a, "frame ", 6) == 0) {
			frames++;
			snprintf(frame, sizeof frame, " in frame %.*s", (int)strcspn(a + 6, " \n"), a + 6);
		}
	}
	int same = n < 0 && m < 0;
	if (same) {
		fprintf(say, "%s: same: %d program%s, %lld lines", stream.name, r->n, r->n > 1 ? "s" : "", (long long)line - 1);
		if (frames)
			fprintf(say, ", %lld frame%s", (long long)frames, frames > 1 ? "s" : "");
		fputc('\n', say);
	} else if (n < 0) {
		fprintf(say, "%s: differs: it ends%s, and the replay goes on; all lines before are the same\n", stream.name, frame);
	} else if (strncmp(a, "scree ", 6) == 0 && line > 1) {
		fprintf(say, "%s:%lld: differs: a second stream begins, and no record says so; all lines before are the same\n", stream.name,
		       (long long)line);
	} else {
		int k = m < 0 ? r->n - 1 : first_with(r, b, m);
		ssize_t at;
		int field = field_of(a, n, b, m, &at);
		char *found = shown(a + at, n - at), *wanted = shown(b + at, m - at);

		fprintf(say, "%s:%lld: differs%s: found %s in field %d, the replay has %s; stage %d, %s, %s first\n", stream.name,
		        (long long)line, frame, found, field, wanted, k + 1, r->stage[k].made.program, differs_at(k));
		free(found);
		free(wanted);
	}
	free(b);
	fclose(f);
	return !same;
}

/* ---- the script ---- */

static void print_command(const struct stage *s)
{
	char *text = NULL;
	size_t n = 0, cap = 0;

	for (int i = 0; i < s->n_argument; i++)
		made_quote(&text, &n, &cap, s->argument[i]);
	printf("%s", text);
	free(text);
}

/* Print the pipeline that ends with stage k. */
static void print_pipeline(const struct replay *r, int k)
{
	const struct stage *s = &r->stage[k];

	if (s->source >= 0) {
		print_pipeline(r, s->source);
		printf(" |\n  ");
	}
	print_command(s);
}

/* Whether a name is among the n names of files that the script has written. */
static int is_written(char *const *file, int n, const char *name)
{
	while (n-- > 0)
		if (!strcmp(file[n], name))
			return 1;
	return 0;
}

static void print_script(const struct replay *r)
{
	char **file = NULL;
	int n_file = 0;
	size_t cap_file = 0;

	printf("#!/bin/bash\n# The pipeline of %s, by the made records in it. It overwrites no file.\nset -eC\n", stream.name);
	for (int k = 0; k < r->n; k++)
		for (int i = 0; i < r->stage[k].made.n_input; i++) {
			const struct made_input *in = &r->stage[k].made.input[i];
			char *name, *quoted = NULL;
			size_t n = 0, cap = 0;
			int from = r->stage[k].from[i];

			if (strcmp(in->name, "-") == 0)
				continue;
			name = from >= 0 ? replay_name(r, from) : mem_string(in->name);
			made_quote(&quoted, &n, &cap, name);
			if (from < 0) {
				printf("echo %s' '%s | b2sum --check --quiet >&2\n", in->sum, quoted);
			} else if (!is_written(file, n_file, name)) {
				print_pipeline(r, from);
				printf(" >%s\n", quoted);
				MEM_GROW(file, &cap_file, (size_t)n_file + 1);
				file[n_file++] = mem_string(name);
			}
			free(quoted);
			free(name);
		}
	while (n_file > 0)
		free(file[--n_file]);
	free(file);
	print_pipeline(r, r->n - 1);
	putchar('\n');
}

/* Run all programs again. Returns 1 if what they write differs. The verdict is printed when the temporary folder is gone, since a
 * reader that goes away ends the program. */
static int verify(struct replay *r, const char *path)
{
	const char *file;
	char *text = NULL;
	size_t n;
	FILE *say = text_open(&text, &n);
	int differs = replay_run(r, path, &file), status = 1;

	if (differs >= 0)
		fprintf(say, "%s: differs: stage %d, %s, %s first: its output is not the file %s, which was read later\n", stream.name,
		        differs + 1, r->stage[differs].made.program, differs_at(differs), file);
	else
		status = compare(r, say);
	text_close(say);
	replay_end();
	fputs(text, stdout);
	free(text);
	return status;
}

int main(int argc, char **argv)
{
	struct replay r;
	int status = 0;

	tool_begin(argc, argv, "run the programs that made a stream again, and compare the bytes", "[FILE]", opts, 1);
	const char *path = tool_operands() ? tool_operand(0) : "-";
	read_head(path);
	replay_plan(&r, stream.n_record, stream.record, script);
	if (script)
		print_script(&r);
	else
		status = verify(&r, path);
	replay_free(&r);
	free_stream();
	int end = tool_end();
	return end ? end : status;
}
