/* tool_write.c: what programs write */
#include "common/tool_parts.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/ranks.h"
#include "common/tool_ranks.h"
#include "world/outlet.h"

/* ---- failures ---- */

const char *tool_write_remedy(int error)
{
	switch (error) {
	case EFBIG:
		return tool.goes_on ? "; the limit is that of ulimit -f or of the file system; complete frames can be read, and another run "
			"can go on from them" : "; the limit is that of ulimit -f or of the file system";
	case ENOSPC:
		return tool.goes_on ? "; complete frames can be read, and another run can go on from them when there is room" : "";
	default:
		return "";
	}
}

/* The number of the error with which writing has failed, or 0. Of several ranks, those of all. */
static int write_error(void)
{
	if (ranks_n() > 1)
		return particles_out_failed(tool.out);
	return ferror(tool.file_out ? tool.file_out : stdout) ? errno : 0;
}

const char *tool_output_name(void)
{
	static char text[4200];

	if (tool.output)
		snprintf(text, sizeof text, " %s", tool.output);
	return text;
}

/* End if writing has failed. */
static void check_written(void)
{
	int error = write_error();

	if (error)
		tool_fail(EXIT_SYSTEM, "cannot write%s: %s%s", tool_output_name(), strerror(error), tool_write_remedy(error));
}

/* ---- the file ---- */

void tool_output(const char *path)
{
	tool.output = strcmp(path, "-") ? path : NULL;
}

static int is_same(const struct stat *a, const struct stat *b)
{
	return S_ISREG(a->st_mode) && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether this file has been read, or will be. */
static int is_input(const char *path)
{
	struct stat out, in;
	int same = 0;

	if (stat(path, &out) != 0)
		return 0;
	same |= fstat(STDIN_FILENO, &in) == 0 && is_same(&out, &in);
	for (int k = 0; k < tool.n_operand; k++)
		same |= stat(tool.operand[k], &in) == 0 && is_same(&out, &in);
	same |= tool.input && stat(tool.input, &in) == 0 && is_same(&out, &in);
	for (int k = 0; k < tool.n_read; k++)
		same |= is_same(&out, &tool.read[k]);
	return same;
}

/* Whether this file is also that which is written as `other`, or standard output with a stream. */
static int is_output(const char *path, const char *other)
{
	struct stat a, b;
	int there = stat(path, &a) == 0;

	if (there && tool.out && !tool.output && fstat(STDOUT_FILENO, &b) == 0 && is_same(&a, &b))
		return 1;
	if (other && there)
		return stat(other, &b) == 0 && is_same(&a, &b);
	return other && strcmp(path, other) == 0;
}

void tool_check_save(const char *option, const char *path, const char *other)
{
	const char *what = strcmp(path, "-") == 0 ? "names no file" : is_input(path) ? "is read too" :
	                   is_output(path, other) ? "is written too" : NULL;

	what = ranks_first_text(what);
	if (what)
		tool_fail(EXIT_USAGE, "option --%s: %s %s; give another name", option, path, what);
}

/* Open the output. */
static FILE *create_output(void)
{
	const char *fault;
	FILE *f = stdout;

	if (tool.output) {
		tool_check_save("output", tool.output, NULL);
		f = tool.file_out = ranks_create(tool.output, &tool.fd_out, &fault);
		if (fault)
			tool_fail(EXIT_SYSTEM, "%s", fault);
	}
	return f;
}

int tool_close_output(void)
{
	FILE *f = tool.file_out ? tool.file_out : stdout;
	int error = 0;

	errno = 0;
	if (tool.out) {
		if (ranks_n() > 1) {
			particles_flush(tool.out);
			error = write_error();
		}
		particles_finish(tool.out);
		tool.out = NULL;
		error = !error && ferror(f) ? errno : error;
	}
	if (tool.fd_out >= 0 && close(tool.fd_out) && !error)
		error = errno;
	tool.fd_out = -1;
	if (fflush(f) && !error)
		error = errno;
	if (ferror(f) | fclose(f))
		error = error ? error : errno ? errno : EIO;
	if (f != stdout && (fflush(stdout) || fclose(stdout)) && !error)
		error = errno ? errno : EIO;
	int64_t all = error;
	ranks_most(1, &all);
	return (int)all;
}

/* ---- what is passed on ---- */

void tool_keep_preamble(void)
{
	size_t n;
	const char *text = particles_preamble(tool.in, &n);

	if (!tool.preamble)
		return;
	tool.preamble = 0;
	if (ranks_n() > 1) {
		MEM_GROW(tool.part, &tool.cap_held, tool.n_held + 1);
		tool.part[tool.n_held++] = particles_preamble_part(tool.in);
		return;
	}
	char *taken = tool.n_held ? NULL : particles_take_preamble(tool.in, &n);
	if (taken) {
		free(tool.held);
		tool.held = taken;
		tool.n_held = tool.cap_held = n;
		return;
	}
	tool.held = mem_grow_text(tool.held, &tool.cap_held, tool.n_held + n);
	memcpy(tool.held + tool.n_held, text, n);
	tool.n_held += n;
}

static struct particles_out *output(void);

static void pass_kept(void)
{
	size_t n = tool.n_held;

	tool.n_held = 0;
	tool.holding = 0;
	for (size_t k = 0; ranks_n() > 1 && k < n; k++)
		particles_put_part(output(), tool.in, tool.part[k], 1);
	if (ranks_n() < 2 && n) {
		particles_put_preamble(output(), tool.held, n);
		MEM_DROP(tool.held, &tool.cap_held);
	}
}

/* The output. What was held back is written first. */
static struct particles_out *output(void)
{
	if (!tool.out) {
		FILE *f = create_output();

		if (f == stdout && count_yield)
			count_yield();
		tool.out = particles_create(f, tool_made);
		if (ranks_n() > 1)
			particles_write_by_ranks(tool.out, tool.fd_out);
		if (tool.loaded)
			particles_others_made(tool.out, tool.loaded);
	}
	if (tool.last)
		pass_kept();
	return tool.out;
}

/* End because the input, a file, cannot be read a second time. */
static void fail_again(void)
{
	tool_fail(EXIT_SYSTEM, "cannot read %s again: %s", particles_name(tool.in), errno ? strerror(errno) :
	          "it has become shorter meanwhile");
}

void tool_pass_before(void)
{
	if (ranks_n() > 1) {
		struct particles_part before = particles_before_part(tool.in);

		particles_put_part(tool_out(), tool.in, before, 0);
		particles_part_drop(tool.in, before.to);
		check_written();
	} else if (particles_put_before(tool_out(), tool.in)) {
		fail_again();
	}
}

void tool_pass_last(void)
{
	if (ranks_n() > 1)
		particles_put_part(output(), tool.in, particles_frame_part(tool.in), 0);
	else if (particles_put_last(output(), tool.in))
		fail_again();
}

void tool_hold_preamble(void)
{
	tool.holding = 1;
	tool_keep_preamble();
}

void tool_pass_preamble(void)
{
	if (ranks_n() < 2 && tool.preamble && !tool.n_held) { /* without a copy */
		tool.preamble = tool.holding = 0;
		particles_preamble_copy(output(), tool.in);
		return;
	}
	tool_keep_preamble();
	pass_kept();
}

/* ---- frames ---- */

struct particles_out *tool_out(void)
{
	/* A last frame that is not copied takes the definitions after it into account, and so do the changes of definitions: these
	 * must not be undone by what follows the frame. */
	if (tool.last && tool.ended && tool.frame)
		tool_keep_preamble();
	return output();
}

void tool_create(int dim)
{
	tool.own = 1;
	particles_begin(tool_out(), dim);
}

void tool_goes_on(void)
{
	tool.goes_on = 1;
}

/* After a frame is written: copy what followed the last frame in the input. */
static void written(void)
{
	tool.frame = 0;
	if (tool.last)
		tool_pass_preamble();
	if (tool.goes_on && ranks_n() == 1) /* the next frame of a simulator may be hours away */
		particles_flush(tool.out);
	check_written();
}

void tool_pass(void)
{
	if (!tool.last)
		tool_pass_preamble();
	if (tool.frame && (ranks_n() > 1 || tool.last))
		tool_pass_last();
	else if (tool.frame)
		particles_frame_copy(output(), tool.in);
	written();
}

void tool_release(void)
{
	particles_release(tool.in);
}

void tool_write_frame(struct world *w)
{
	for (int k = 0; k < w->n_outlet; k++) /* readers refuse faulty outlets */
		if (outlet_fault(w, &w->outlet[k]))
			tool_fail(EXIT_USAGE, "outlet %s: expected %s; scree-set --outlet changes or removes it", w->outlet[k].name,
			          outlet_fault(w, &w->outlet[k]));
	if (particles_put_frame(tool_out(), w, tool.frame ? tool.in : NULL))
		tool_fail(EXIT_NUMERICS, "frame %lld (t=%.9g) is not written: %s", (long long)w->step, w->t,
		          particles_out_error(tool.out));
	written();
}

void tool_write(struct world *w)
{
	if (!tool.last)
		tool_pass_preamble();
	tool_write_frame(w);
}
