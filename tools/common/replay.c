/* replay.c: run the programs of made records again */
#include "common/replay.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "common/replay_parts.h"
#include "common/temporary.h"
#include "common/tool.h"
#include "slurp.h"

/* ---- the temporary folder ---- */

static char *folder;
static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE }; /* signals after which the folder is removed */
static volatile sig_atomic_t stopped, child;

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st, (void)kind, (void)at;
	return remove(path);
}

static void remove_folder(void)
{
	if (folder)
		nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(folder);
	folder = NULL;
}

static void stop(int sig)
{
	stopped = sig;
	if (child > 0)
		kill((pid_t)child, sig);
}

/* End as the signal wants, after the folder is removed. */
static void end_if_stopped(void)
{
	if (!stopped)
		return;
	remove_folder();
	signal(stopped, SIG_DFL);
	raise(stopped);
}

void replay_end(void)
{
	end_if_stopped();
	remove_folder();
	for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
		signal(ends[k], SIG_DFL);
}

static char *below(const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", folder, name) < 0)
		mem_failed(1);
	return path;
}

static void make_folder(void)
{
	folder = temporary_folder("scree-verify."); /* links to it must hold in other folders */
	atexit(remove_folder);
	for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
		sigaction(ends[k], &(struct sigaction){ .sa_handler = stop }, NULL);
}

/* ---- the inputs of a stage ---- */

/* The checksum of a regular file; "" if it is none. */
static void checksum(const char *path, char sum[BLAKE2_TEXT])
{
	char block[1 << 16];
	struct blake2 b;
	struct stat st;
	size_t n;

	*sum = 0;
	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	FILE *f = fopen(path, "r");
	if (!f)
		return;
	blake2_begin(&b);
	while ((n = fread(block, 1, sizeof block, f)) > 0 && !stopped)
		blake2_add(&b, block, n);
	if (!ferror(f))
		blake2_end(&b, sum);
	fclose(f);
	end_if_stopped();
}

/* Find the file of a note: under its name, or under the last part of its name, here or beside the stream. Returns its absolute
 * path. */
static char *find_file(const struct replay *r, int k, const struct made_input *in, const char *stream)
{
	const char *last = strrchr(in->name, '/'), *slash = strrchr(stream, '/');
	char *path[3], *found = NULL, *changed = NULL, sum[BLAKE2_TEXT];

	last = last ? last + 1 : in->name;
	path[0] = mem_string(in->name);
	path[1] = mem_string(last);
	if (asprintf(&path[2], "%.*s%s", slash ? (int)(slash - stream + 1) : 0, stream, last) < 0)
		mem_failed(1);
	for (int way = 0; way < 3 && !found; way++) {
		checksum(path[way], sum);
		if (*sum && strcmp(sum, in->sum) == 0)
			found = realpath(path[way], NULL);
		else if (*sum && !changed)
			changed = mem_string(path[way]);
	}
	if (!found && changed)
		tool_fail(EXIT_INPUT, "stage %d, %s, read the file %s, but %s has changed: found the checksum %s, expected %s", k + 1,
		          r->stage[k].made.program, in->name, changed, (checksum(changed, sum), sum), in->sum);
	if (!found)
		tool_fail(EXIT_INPUT, "stage %d, %s, read the file %s, which is missing; put it here or beside the stream", k + 1,
		          r->stage[k].made.program, in->name);
	for (int way = 0; way < 3; way++)
		free(path[way]);
	free(changed);
	return found;
}

/* Let the path name below the folder at lead to a file. name is free of "..". */
static void place(const char *at, const char *name, const char *file)
{
	char *path;

	if (asprintf(&path, "%s/%s", at, name) < 0)
		mem_failed(1);
	for (char *s = path + strlen(at) + 1; (s = strchr(s, '/')); *s++ = '/') {
		*s = 0;
		if (mkdir(path, 0700) != 0 && errno != EEXIST)
			tool_fail(EXIT_SYSTEM, "cannot make the folder %s: %s", path, strerror(errno));
	}
	if (symlink(file, path) != 0 && errno != EEXIST)
		tool_fail(EXIT_SYSTEM, "cannot make the link %s: %s", path, strerror(errno));
	free(path);
}

static void place_inputs(const struct replay *r, int k, const char *at, const char *stream)
{
	const struct stage *s = &r->stage[k];

	for (int i = 0; i < s->made.n_input; i++) {
		const struct made_input *in = &s->made.input[i];

		if (strcmp(in->name, "-") == 0)
			continue;
		char *file = s->from[i] >= 0 ? mem_string(r->stage[s->from[i]].output) : find_file(r, k, in, stream);
		char *name = replay_local(s, i);

		place(at, name, file);
		free(name);
		free(file);
	}
}

/* ---- running ---- */

/* Show what a program that failed said. */
static void show(const char *path)
{
	char *line = NULL;
	size_t cap = 0;
	FILE *f = fopen(path, "r");

	for (int n = 0; f && n < 20 && slurp_line(&line, &cap, f) > 0; n++)
		fputs(line, stderr);
	free(line);
	if (f)
		fclose(f);
}

/* Run a program in the folder at. Returns its exit status, or 128 and more for a signal. */
static int run(const char *path, char **argument, const char *at, const char *in, const char *out, const char *said)
{
	int status;
	pid_t pid = fork();

	if (pid < 0)
		tool_fail(EXIT_SYSTEM, "cannot start %s: %s", argument[0], strerror(errno));
	if (pid == 0) {
		int fd[3] = { open(in, O_RDONLY), open(out, O_WRONLY | O_CREAT | O_EXCL, 0600), open(said, O_WRONLY | O_CREAT | O_EXCL, 0600) };

		for (int k = 0; k < 3; k++)
			if (fd[k] < 0 || dup2(fd[k], k) < 0)
				_exit(127);
		if (chdir(at) != 0)
			_exit(127);
		execv(path, argument);
		_exit(127);
	}
	child = pid;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	child = 0;
	end_if_stopped();
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Copy the output of a stage with the record as it was, since paths may differ in the replay. Returns 0 if the record is missing.
 * sum gets the checksum. */
static int copy_output(const char *raw, const struct replay *r, int k, char sum[BLAKE2_TEXT])
{
	const struct stage *s = &r->stage[k];
	char *line = NULL, *record, block[1 << 16];
	int made = 0, last = k - s->first + 1;
	struct blake2 b;
	size_t cap = 0, n;
	ssize_t len;
	FILE *from = fopen(raw, "r"), *to = fopen(s->output, "w");

	if (!from || !to)
		tool_fail(EXIT_SYSTEM, "cannot write %s: %s", s->output, strerror(errno));
	blake2_begin(&b);
	while (made < last && (len = slurp_line(&line, &cap, from)) > 0) {
		size_t mark = strncmp(line, "# made ", 7) == 0 ? 7 : strncmp(line, "made ", 5) == 0 ? 5 : 0;

		made += mark > 0;
		if (made == last) {
			if (asprintf(&record, "%.*s%s\n", (int)mark, line, s->text) < 0)
				mem_failed(1);
			free(line);
			line = record;
			len = (ssize_t)strlen(record);
		}
		fwrite(line, 1, (size_t)len, to);
		blake2_add(&b, line, (size_t)len);
	}
	free(line);
	while ((n = fread(block, 1, sizeof block, from)) > 0 && !stopped) {
		fwrite(block, 1, n, to);
		blake2_add(&b, block, n);
	}
	end_if_stopped();
	blake2_end(&b, sum);
	if (ferror(from) | fclose(from) | ferror(to) | fclose(to))
		tool_fail(EXIT_SYSTEM, "cannot write %s: %s", s->output, strerror(errno));
	remove(raw);
	return made == last;
}

/* The stage whose output is not the file that stage k read, or -1; *file gets the name of the file. Compressed files are not
 * compared, since their bytes depend on the program that compressed them. */
static int differing(const struct replay *r, int k, char (*sum)[BLAKE2_TEXT], const char **file)
{
	const struct stage *s = &r->stage[k];

	for (int i = 0; i < s->made.n_input; i++) {
		const struct made_input *in = &s->made.input[i];
		const char *dot = strrchr(in->name, '.');
		int packed = dot && (!strcmp(dot, ".gz") || !strcmp(dot, ".xz") || !strcmp(dot, ".zst"));

		*file = in->name;
		if (s->from[i] >= 0 && *in->sum && !packed && strcmp(sum[s->from[i]], in->sum) != 0)
			return s->from[i];
	}
	return -1;
}

int replay_run(struct replay *r, const char *stream, const char **file)
{
	int differs = -1;
	char (*sum)[BLAKE2_TEXT] = mem_zero((size_t)r->n, sizeof *sum);

	make_folder();
	for (int k = 0; k < r->n; k++) {
		struct stage *s = &r->stage[k];
		char name[32];

		differs = differing(r, k, sum, file);
		if (differs >= 0)
			break;
		snprintf(name, sizeof name, "%d", k + 1);
		char *at = below(name);
		snprintf(name, sizeof name, "%d.raw", k + 1);
		char *raw = below(name);
		snprintf(name, sizeof name, "%d.said", k + 1);
		char *said = below(name);
		snprintf(name, sizeof name, "%d.out", k + 1);
		s->output = below(name);
		if (mkdir(at, 0700) != 0)
			tool_fail(EXIT_SYSTEM, "cannot make the folder %s: %s", at, strerror(errno));
		place_inputs(r, k, at, stream);
		char *path = replay_program(s->made.program);
		tool_note("stage %d of %d: %s", k + 1, r->n, s->text);
		s->status = run(path, s->argument, at, s->source >= 0 ? r->stage[s->source].output : "/dev/null", raw, said);
		if (s->status) {
			show(said);
			tool_warn("stage %d, %s, ended with status %d", k + 1, s->made.program, s->status);
		}
		if (access(raw, F_OK) != 0 || !copy_output(raw, r, k, sum[k]))
			tool_fail(EXIT_INPUT, "stage %d, %s, wrote no made record, so it cannot be replayed", k + 1, s->made.program);
		free(path);
		free(said);
		free(raw);
		free(at);
	}
	free(sum);
	return differs;
}
