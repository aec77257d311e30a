/* tool.c: what all programs have in common */
#include "common/tool_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "common/progress.h"
#include "common/provenance.h"
#include "common/tool_ranks.h"
#include "common/unpack.h"

int64_t tool_seed = 1;
int tool_no_provenance;
int tool_quiet;

struct tool_state tool = { .name = "scree", .fd_out = -1 };

/* ---- messages ---- */

const char *tool_name(void)
{
	return tool.name;
}

/* Of several ranks, rank 0 speaks for all. */
static void say(const char *format, va_list ap)
{
	progress_pause();
	fprintf(stderr, "%s: ", tool.name);
	vfprintf(stderr, format, ap);
	fputc('\n', stderr);
	progress_resume();
}

void tool_note(const char *format, ...)
{
	va_list ap;

	if (tool_quiet || ranks_me() > 0)
		return;
	va_start(ap, format);
	say(format, ap);
	va_end(ap);
}

void tool_warn(const char *format, ...)
{
	va_list ap;

	if (ranks_me() > 0)
		return;
	va_start(ap, format);
	say(format, ap);
	va_end(ap);
}

void tool_fail(int status, const char *format, ...)
{
	va_list ap;
	int together = ranks_fail_together();

	va_start(ap, format);
	if (!together || ranks_me() == 0)
		say(format, ap);
	va_end(ap);
	if (tool.out)
		particles_flush(tool.out); /* complete frames that were written so far are valid */
	if (!together)
		ranks_abort(status);
	ranks_exit(status);
}

void tool_fail_massless(int64_t id)
{
	tool_fail(EXIT_INPUT, "body %lld has no mass, expected a shape with an area or volume, and a material; scree-set --material "
		"defines one, and scree-set --body-material gives it to bodies", (long long)id);
}

static void no_memory(size_t bytes)
{
	fprintf(stderr, "%s: out of memory: cannot get %zu bytes\n", tool.name, bytes);
	ranks_abort(EXIT_SYSTEM);
	exit(EXIT_SYSTEM);
}

/* ---- the command line ---- */

/* Replace every standard stream that is closed by one that cannot be read or written. Otherwise a file that is opened later would
 * get its number, and would be read as the input or overwritten by the output. */
static void fill_standard(void)
{
	static const int mode[3] = { O_WRONLY, O_RDONLY, O_WRONLY }; /* messages may be lost */

	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", mode[fd]) < 0)
			exit(EXIT_SYSTEM);
}

void tool_begin(int argc, char **argv, const char *purpose, const char *synopsis, const struct opt *table,
	int operands)
{
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
	int has_seed = 0;

	if (argc > 0)
		tool.name = slash ? slash + 1 : argv[0];
	mem_failed = no_memory;
	char **given = mem_new((size_t)argc + 1, sizeof *given); /* getopt reorders argv */
	fill_standard();
	const char *plain = ranks_of_program(tool.name);
	signal(SIGPIPE, SIG_DFL); /* end quietly if the reader of stdout ends, even if the parent ignores this signal */
	signal(SIGCHLD, SIG_DFL); /* the status of a program that we start is waited for, even if the parent ignores this signal */
	signal(SIGXFSZ, SIG_IGN); /* at the limit of a file's size: write fails, as on a full disk, with a message and status 1 */
	memcpy(given, argv, (size_t)argc * sizeof *given);
	for (const struct opt *o = table; o->type != OPT_END_MARK; o++)
		has_seed |= o->target == &tool_seed;
	if (has_seed)
		tool_seed = INT64_MIN;
	int first = opt_parse(argc, argv, purpose, synopsis, table);
	int default_seed = has_seed && tool_seed == INT64_MIN;
	if (default_seed)
		tool_seed = 1;
	provenance_begin(plain, argc, given, default_seed);
	free(given);
	tool.n_operand = argc - first;
	tool.operand = argv + first;
	if (ranks_me() == 0)
		progress_begin(tool.name, tool_quiet);
	else
		signal(SIGUSR1, SIG_IGN);
	if (operands >= 0 && tool.n_operand > operands)
		tool_fail(EXIT_USAGE, "unexpected operand '%s'; see %s --help", tool.operand[operands], tool.name);
}

const char *tool_made(void)
{
	return tool_no_provenance ? NULL : provenance_text();
}

int tool_operands(void)
{
	return tool.n_operand;
}

const char *tool_operand(int k)
{
	return tool.operand[k];
}

/* ---- the end ---- */

int tool_end(void)
{
	int status = tool.cut ? EXIT_INPUT : EXIT_GOOD, bad, stream = tool.out != NULL;

	progress_end();
	if (tool.last && tool.n_held)
		tool_out();
	if (tool.out && tool.ended && !tool.last && !tool.own && !tool.holding)
		tool_pass_preamble(); /* records after the last frame */
	bad = tool_close_output();
	if (tool.in) {
		particles_close(tool.in);
		world_free(&tool.world);
		units_free(&tool.units);
		tool.in = NULL;
	}
	for (int k = 0; k < tool.n_file; k++) {
		unpack_end(tool.file[k], 0);
		fclose(tool.file[k]);
	}
	unpack_end(stdin, 0);
	free(tool.file);
	free(tool.read);
	free(tool.held);
	free(tool.part);
	free(tool.loaded);
	provenance_end();
	tool.n_file = tool.n_read = 0;
	tool.file = NULL;
	tool.read = NULL;
	tool.loaded = NULL;
	if (bad) {
		tool_warn("cannot write%s: %s%s", tool_output_name(), strerror(bad), stream ? tool_write_remedy(bad) : "");
		status = EXIT_SYSTEM;
	}
	ranks_end();
	return status;
}
