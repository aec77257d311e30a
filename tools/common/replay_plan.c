/* replay_plan.c: take made records apart, and find out what each program read and how it is run again */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "common/replay_parts.h"
#include "common/tool.h"

/* ---- programs ---- */

char *replay_program(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
	char here[4096], *path, *slash;
	ssize_t n = readlink("/proc/self/exe", here, sizeof here - 1);
	struct stat st;

	if (n <= 0)
		tool_fail(EXIT_SYSTEM, "cannot find the folder of this program, expected the link /proc/self/exe");
	here[n] = 0;
	slash = strrchr(here, '/');
	if (strncmp(name, "scree-", 6) != 0 || name[strspn(name, letters)] || !slash)
		return NULL;
	if (asprintf(&path, "%.*s%s", (int)(slash - here + 1), here, name) < 0)
		mem_failed(1);
	if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0)
		return path;
	free(path);
	return NULL;
}

/* The table of options that a program prints. lines: the text to which the table points. Returns 0 if it is no program of scree
 * that writes made records. */
static int load_table(const char *path, const char *name, struct opt **table, char **lines)
{
	static const char *const type[] = { "", "flag", "integer", "number", "word", "save", "pair", "list" };
	int pipes[2], n = 0, records = 0, good = 0;
	size_t cap = 0, cap_table = 0;
	ssize_t len;

	*table = NULL;
	*lines = NULL;
	if (pipe(pipes) != 0)
		tool_fail(EXIT_SYSTEM, "cannot make a pipe");
	pid_t pid = fork();
	if (pid == 0) {
		dup2(pipes[1], STDOUT_FILENO);
		close(pipes[0]);
		close(pipes[1]);
		execv(path, (char *[]){ (char *)(uintptr_t)name, "--option-table", NULL });
		_exit(127);
	}
	close(pipes[1]);
	FILE *f = fdopen(pipes[0], "r");
	if (pid < 0 || !f)
		tool_fail(EXIT_SYSTEM, "cannot start %s", path);
	len = getdelim(lines, &cap, 0, f);
	fclose(f);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	for (char *line = len > 0 ? strtok(*lines, "\n") : NULL; line; line = strtok(NULL, "\n")) {
		char *field[6] = { line };
		int fields = 1;

		for (char *tab; fields < 6 && (tab = strchr(field[fields - 1], '\t')); field[fields++] = tab + 1)
			*tab = 0;
		good |= !strcmp(field[0], "program") && fields > 1 && !strcmp(field[1], name);
		if (strcmp(field[0], "option") != 0 || fields < 6 || !strcmp(field[2], "help") || !strcmp(field[2], "version"))
			continue;
		records |= strcmp(field[2], "no-provenance") == 0;
		MEM_GROW(*table, &cap_table, (size_t)n + 2);
		(*table)[n] = (struct opt){ *field[1] == '-' ? 0 : *field[1], field[2], OPT_FLAG, NULL,
			strcmp(field[4], "-") ? field[4] : NULL, field[5] };
		for (int t = OPT_FLAG; t < OPT_END_MARK; t++)
			if (strcmp(field[3], type[t]) == 0)
				(*table)[n].type = (enum opt_type)t;
		n++;
	}
	if (n)
		(*table)[n] = (struct opt)OPT_END;
	return good && records;
}

/* ---- arguments ---- */

/* Whether a path leads out of the folder. */
static int leaves(const char *path)
{
	for (const char *s = path; ; s++) {
		if (strncmp(s, "..", 2) == 0 && (s[2] == '/' || !s[2]))
			return 1;
		if (!(s = strchr(s, '/')))
			return *path == '/';
	}
}

char *replay_local(const struct stage *s, int i)
{
	const char *name = s->made.input[i].name, *last = strrchr(name, '/');
	char *local;

	if (!leaves(name))
		return mem_string(name);
	if (asprintf(&local, "input-%d/%s", i + 1, last ? last + 1 : name) < 0)
		mem_failed(1);
	return local;
}

/* Whether stages a and b and those that made their inputs are the same. */
static int is_same(const struct replay *r, int a, int b)
{
	int n = a - r->stage[a].first;

	if (n != b - r->stage[b].first)
		return 0;
	for (int k = 0; k <= n; k++)
		if (strcmp(r->stage[a - k].text, r->stage[b - k].text) != 0)
			return 0;
	return 1;
}

/* Whether a file of this name was also read with another content than the output of stage k. */
static int is_shared(const struct replay *r, int k, const char *name)
{
	for (int u = 0; u < r->n; u++)
		for (int i = 0; i < r->stage[u].made.n_input; i++) {
			int from = r->stage[u].from[i];

			if (!strcmp(r->stage[u].made.input[i].name, name) && (from < 0 || !is_same(r, from, k)))
				return 1;
		}
	return 0;
}

char *replay_name(const struct replay *r, int k)
{
	char *name;

	for (int u = k + 1; u < r->n; u++)
		for (int i = 0; i < r->stage[u].made.n_input; i++) {
			const char *given = r->stage[u].made.input[i].name;

			if (r->stage[u].from[i] == k && strcmp(given, "-") != 0 && !strchr(given, '/') && !is_shared(r, k, given))
				return mem_string(given);
		}
	if (asprintf(&name, "stage-%d.scree", k + 1) < 0)
		mem_failed(1);
	return name;
}

/* Where a name begins in an argument: at its beginning or after one of these. */
static int may_begin(const char *argument, const char *at)
{
	return at == argument || strchr("=:@,", at[-1]);
}

static int may_end(char c)
{
	return !c || c == ',' || c == ' ' || c == '\t';
}

/* A copy of an argument, with the name of an input replaced by another. */
static char *renamed(const char *argument, const char *from, const char *to)
{
	size_t n = strlen(from);
	char *out;

	for (const char *at = argument; (at = strstr(at, from)); at++)
		if (may_begin(argument, at) && may_end(at[n])) {
			if (asprintf(&out, "%.*s%s%s", (int)(at - argument), argument, to, at + n) < 0)
				mem_failed(1);
			return out;
		}
	return mem_string(argument);
}

/* Whether an argument has a path that leads out of the folder. */
static int has_path(const char *argument)
{
	for (const char *s = argument; *s; s++)
		if (may_begin(argument, s) || s[-1] == '/') {
			if (*s == '/' && may_begin(argument, s))
				return 1;
			if (strncmp(s, "..", 2) == 0 && (s[2] == '/' || may_end(s[2])))
				return 1;
		}
	return 0;
}

/* The command line of a stage while it is put together. */
struct command {
	struct replay *r;
	int k, script;
	int changed;            /* 1: the arguments are not those of the record */
	size_t cap;
	const struct opt *bad;  /* an option that a stage must not have */
	const char *value;
};

/* Add an argument; text becomes part of the command. */
static void push(struct command *c, char *text)
{
	struct stage *s = &c->r->stage[c->k];

	for (int i = 0; i < s->made.n_input; i++) {
		const char *name = s->made.input[i].name;
		char *to, *now;

		if (!s->n_argument || strcmp(name, "-") == 0 || (c->script && s->from[i] < 0))
			continue;
		to = c->script ? replay_name(c->r, s->from[i]) : replay_local(s, i);
		now = strcmp(to, name) ? renamed(text, name, to) : mem_string(text);
		c->changed |= strcmp(now, text) != 0;
		free(text);
		free(to);
		text = now;
	}
	MEM_GROW(s->argument, &c->cap, (size_t)s->n_argument + 2);
	s->argument[s->n_argument++] = text;
	s->argument[s->n_argument] = NULL;
	if (!c->script && s->n_argument > 1 && has_path(text))
		tool_fail(EXIT_INPUT, "stage %d, %s: found '%s', a path that no note of its record names, so it is not run", c->k + 1,
		          s->made.program, text);
}

static void take(void *to, const struct opt *o, const char *value)
{
	struct command *c = to;
	char *text;

	if (!opt_is_own(o) || strcmp(o->name, "no-provenance") == 0) {
		c->bad = o;
		c->value = value;
	} else if (o->type == OPT_SAVE) {
		c->changed = 1;
	} else {
		if (asprintf(&text, value ? "--%s=%s" : "--%s", o->name, value) < 0)
			mem_failed(1);
		push(c, text);
	}
}

/* Make the command line of a stage. */
static void make_command(struct replay *r, int k, int script)
{
	struct stage *s = &r->stage[k];
	struct command c = { r, k, script, 0, 0, NULL, NULL };
	static char **given, *path, *lines; /* static, so that the memory is still reachable if a failure ends the program */
	static struct opt *table;
	int n = 0;

	path = replay_program(s->made.program);
	given = MEM_ZERO(char *, (size_t)s->made.n_argument + 2);
	lines = NULL;
	table = NULL;
	if (!path)
		tool_fail(EXIT_INPUT, "stage %d: '%s' is not a program of scree in the folder of %s, so it is not run", k + 1,
		          s->made.program, tool_name());
	if (!load_table(path, s->made.program, &table, &lines))
		tool_fail(EXIT_INPUT, "stage %d: %s does not write made records, so it is not run", k + 1, s->made.program);
	given[n++] = mem_string(s->made.program);
	for (int i = 0; i < s->made.n_argument; i++)
		given[n++] = mem_string(s->made.argument[i]);
	given[n] = NULL;
	push(&c, mem_string(s->made.program));
	int first = opt_walk(n, given, table, take, &c);
	if (c.bad)
		tool_fail(EXIT_INPUT, "stage %d, %s: found %s%s, expected options of a program that wrote a stream", k + 1, s->made.program,
		          *c.bad->name ? "--" : "", *c.bad->name ? c.bad->name : c.value);
	if (first < n)
		push(&c, mem_string("--"));
	for (int i = first; i < n; i++)
		push(&c, mem_string(given[i]));
	if (!c.changed) { /* as it was written, so that the program writes the same record */
		while (s->n_argument > 1)
			free(s->argument[--s->n_argument]);
		MEM_RESIZE(s->argument, (size_t)s->made.n_argument + 2);
		for (int i = 0; i < s->made.n_argument; i++)
			s->argument[s->n_argument++] = mem_string(s->made.argument[i]);
		s->argument[s->n_argument] = NULL;
	}
	for (int i = 0; i < n; i++)
		free(given[i]);
	free(given);
	free(table);
	free(lines);
	free(path);
}

/* ---- what each stage read ---- */

/* Divide the stages lo..k - 1 among the inputs of stage k. */
static void divide(struct replay *r, int lo, int k)
{
	struct stage *s = &r->stage[k];
	int named = 0, noted = 0;

	s->first = lo;
	s->source = -1;
	for (int i = 0; i < s->made.n_input; i++) {
		named += s->made.input[i].records;
		noted |= strcmp(s->made.input[i].name, "-") == 0;
		if (named > k - lo)
			break;
	}
	if (named > k - lo || (noted && named < k - lo))
		tool_fail(EXIT_INPUT, "stage %d, %s: its record says that its inputs have %d made records, found %d", k + 1, s->made.program,
		          named, k - lo);
	if (named < k - lo) { /* standard input without a note comes first */
		s->source = lo + (k - lo - named) - 1;
		divide(r, lo, s->source);
		lo = s->source + 1;
	}
	for (int i = 0; i < s->made.n_input; i++) {
		const struct made_input *in = &s->made.input[i];
		int is_stdin = strcmp(in->name, "-") == 0;

		s->from[i] = in->records ? lo + in->records - 1 : -1;
		if (in->records)
			divide(r, lo, s->from[i]);
		lo += in->records;
		if (is_stdin)
			s->source = s->from[i];
		if (!in->records && (is_stdin || !*in->sum))
			tool_fail(EXIT_INPUT, "stage %d, %s, read %s, which no record holds: it was written by hand or by another program", k + 1,
			          s->made.program, is_stdin ? "standard input" : in->name);
	}
}

void replay_plan(struct replay *r, int n, char *const *text, int script)
{
	*r = (struct replay){ n, MEM_ZERO(struct stage, (size_t)n) };
	for (int k = 0; k < n; k++) {
		struct stage *s = &r->stage[k];
		const char *bad;

		s->text = text[k];
		bad = made_parse(&s->made, text[k]);
		if (bad)
			tool_fail(EXIT_INPUT, "stage %d: its record has %s, so it is not run", k + 1, bad);
		s->from = MEM_NEW(int, (size_t)s->made.n_input + 1);
		if (strcmp(s->made.version, SCREE_VERSION) != 0)
			tool_warn("stage %d was made by %s %s, and runs with version %s now", k + 1, s->made.program, s->made.version,
			          SCREE_VERSION);
	}
	divide(r, 0, n - 1);
	for (int k = 0; k < n; k++)
		make_command(r, k, script);
}

void replay_free(struct replay *r)
{
	for (int k = 0; k < r->n; k++) {
		struct stage *s = &r->stage[k];

		for (int i = 0; i < s->n_argument; i++)
			free(s->argument[i]);
		free(s->argument);
		free(s->from);
		free(s->output);
		made_free(&s->made);
	}
	free(r->stage);
	*r = (struct replay){ 0 };
}
