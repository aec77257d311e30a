/* tool.c: what all programs have in common */
#include "common/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/ranks.h"
#include "common/progress.h"
#include "common/provenance.h"
#include "common/tool_ranks.h"
#include "common/unpack.h"
#include "shape/weigh.h"
#include "world/outlet.h"
#include "world/share.h"

int64_t tool_seed = 1;
int tool_no_provenance;
int tool_quiet;

/* State of the program. */
static struct {
	const char *name;
	int n_operand;
	char **operand;
	const char *input;         /* file that tool_read reads instead of the first operand, or NULL */
	int n_file;                /* all open files except stdin */
	FILE **file;
	int n_read;                /* files that are read, as they were opened: compressed ones are pipes later */
	struct stat *read;
	int opened, stream;        /* numbers of the input that was opened last, and of the stream that tool_read reads */
	struct particles_in *in;
	struct particles_out *out;
	const char *output;        /* file that is written instead of stdout, or NULL */
	FILE *file_out;            /* this file, unless several ranks have it open */
	int fd_out;                /* then for this rank, otherwise -1 */
	struct world world;
	int solids;                /* 1: the program reads streams in 3D too */
	int ended;                 /* 1: the input has no further frame */
	struct units units;        /* of the frames read so far */
	int preamble, frame;       /* 1: was read and has not been written yet */
	int last;                  /* 1: the input was read by tool_read_last */
	int own;                   /* 1: the output began with tool_create */
	int goes_on;               /* 1: a run can go on from the output */
	char *loaded;              /* the made records of other inputs */
	size_t n_loaded, cap_loaded;
	char *held;                /* preambles of frames that are left out, or of the last frame until something is written */
	size_t n_held, cap_held;
	struct particles_part *part; /* [n_held] the same of several ranks, which keep the text of the stream together */
	int holding;               /* 1: the frame that was read last is left out */
	int cut;                   /* 1: an input was cut, so the exit status is 3 */
} run = { .name = "scree", .fd_out = -1 };

/* ---- messages ---- */

const char *tool_name(void)
{
	return run.name;
}

/* Of several ranks, rank 0 speaks for all. */
static void say(const char *format, va_list ap)
{
	progress_pause();
	fprintf(stderr, "%s: ", run.name);
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
	if (run.out)
		particles_flush(run.out); /* complete frames that were written so far are valid */
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
	fprintf(stderr, "%s: out of memory: cannot get %zu bytes\n", run.name, bytes);
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
		run.name = slash ? slash + 1 : argv[0];
	mem_failed = no_memory;
	char **given = mem_new((size_t)argc + 1, sizeof *given); /* getopt reorders argv */
	fill_standard();
	const char *plain = ranks_of_program(run.name);
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
	run.n_operand = argc - first;
	run.operand = argv + first;
	if (ranks_me() == 0)
		progress_begin(run.name, tool_quiet);
	else
		signal(SIGUSR1, SIG_IGN);
	if (operands >= 0 && run.n_operand > operands)
		tool_fail(EXIT_USAGE, "unexpected operand '%s'; see %s --help", run.operand[operands], run.name);
}

const char *tool_made(void)
{
	return tool_no_provenance ? NULL : provenance_text();
}

int tool_operands(void)
{
	return run.n_operand;
}

const char *tool_operand(int k)
{
	return run.operand[k];
}

/* ---- reading ---- */

/* Remember a regular file that is read. */
static void note_read(const struct stat *st)
{
	if (!st || !S_ISREG(st->st_mode))
		return;
	MEM_RESIZE(run.read, (size_t)run.n_read + 1);
	run.read[run.n_read++] = *st;
}

/* Open a file, or stdin for "-". Returns it, or NULL with what is wrong in fault[size] and the status to end with. */
static FILE *open_input(const char *path, const char *name, char *fault, size_t size, int *status)
{
	struct stat st;
	FILE *f = stdin;

	*status = EXIT_SYSTEM;
	if (strcmp(path, "-") != 0) {
		f = fopen(path, "r");
		if (!f) {
			snprintf(fault, size, "cannot open %s: %s", path, strerror(errno));
			return NULL;
		}
	} else if (isatty(STDIN_FILENO)) {
		snprintf(fault, size, "no input, expected a file name or a stream on stdin; see %s --help", run.name);
		*status = EXIT_USAGE;
		return NULL;
	}
	if (fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode)) {
		snprintf(fault, size, "cannot read %s: %s", name, strerror(EISDIR));
		return NULL;
	}
	note_read(fstat(fileno(f), &st) == 0 ? &st : NULL);
	run.opened = provenance_input(path, f);
	const char *missing = unpack_begin(f);
	if (missing && errno == ENOENT)
		snprintf(fault, size, "cannot read %s: it is compressed, and found no program %s, which decompresses it", name, missing);
	else if (missing)
		snprintf(fault, size, "cannot read %s: it is compressed, and %s cannot be started: %s", name, missing, strerror(errno));
	return missing ? NULL : f;
}

/* Open an input. *all: whether every rank has it; otherwise rank 0 reads it for all, and the others get NULL. */
static FILE *open_by_all(const char *path, const char **name, int *all)
{
	char fault[4200] = "";
	const char *said;
	int64_t status = 0;
	FILE *f = NULL;

	*name = strcmp(path, "-") == 0 ? "stdin" : path;
	if (ranks_me() == 0) {
		int bad;

		f = open_input(path, *name, fault, sizeof fault, &bad);
		status = bad;
	} else {
		run.opened = provenance_input(path, NULL);
	}
	ranks_cast(0, sizeof status, &status);
	said = ranks_text(*fault ? fault : NULL);
	if (said)
		tool_fail((int)status, "%s", said);
	*all = 1;
	if (ranks_n() > 1)
		f = ranks_open(f, path, unpack_is(f), all, &said);
	if (said)
		tool_fail(EXIT_SYSTEM, "%s", said);
	if (f && f != stdin) {
		MEM_RESIZE(run.file, (size_t)run.n_file + 1);
		run.file[run.n_file++] = f;
	}
	return f;
}

FILE *tool_open_file(const char *path, const char **name)
{
	int all;

	return open_by_all(path, name, &all);
}

static const char damaged[] = "%s is cut or damaged, expected a whole compressed file: %s";

void tool_check_whole(FILE *f, const char *name)
{
	const char *said = unpack_end(f, 1);

	if (said)
		tool_fail(EXIT_INPUT, damaged, name, said);
}


void tool_expect_file(const char *path)
{
	struct stat st;

	note_read(stat(path, &st) == 0 ? &st : NULL);
	provenance_expect(path);
}

void tool_forget_file(void)
{
	provenance_forget();
}

void tool_count_made(const char *lines)
{
	provenance_count(run.opened, lines, strlen(lines));
}

static struct particles_in *open_stream(const char *path)
{
	const char *name;
	int all;
	FILE *f = open_by_all(path, &name, &all);
	struct particles_in *in = particles_open(f, name);

	if (ranks_n() > 1)
		particles_read_by_ranks(in, all);
	if (run.solids)
		particles_take_solids(in);
	return in;
}

void tool_take_solids(void)
{
	run.solids = 1;
}

void tool_input(const char *path)
{
	run.input = path;
}

struct particles_in *tool_in(void)
{
	if (!run.in) {
		run.in = open_stream(run.input ? run.input : run.n_operand > 0 ? run.operand[0] : "-");
		run.stream = run.opened;
		world_init(&run.world, 2);
		progress_input(particles_file(run.in));
	}
	return run.in;
}

struct world *tool_world(void)
{
	tool_in();
	return &run.world;
}

int tool_names_surface(const char *path)
{
	static const char *const suffix[] = { ".stl", ".off", ".ply" };
	size_t n = strlen(path);

	for (int k = 0; k < 3; k++)
		if (n > 4 && strcasecmp(path + n - 4, suffix[k]) == 0)
			return 1;
	return 0;
}

/* What to do with an input that is a surface of triangles, by its name. */
static const char *surface_hint(const struct particles_in *in)
{
	const char *path = run.input ? run.input : run.n_operand > 0 ? run.operand[0] : "-";

	return in == run.in && tool_names_surface(path) ? "; scree-mass --surface makes a stream of a surface of triangles" : "";
}

/* Read a frame. Returns 1, or 0 if there is none. */
static int read_frame(struct particles_in *in, struct world *w)
{
	enum particles_status status = particles_read(in, w);

	const char *said = status == PARTICLES_FRAME ? NULL : ranks_text(unpack_end(particles_file(in), 0));

	if (said && (status == PARTICLES_BAD || !particles_frames(in)))
		tool_fail(EXIT_INPUT, damaged, particles_name(in), said);
	if (said) /* all complete frames are used, as of other streams that are cut */
		tool_warn(damaged, particles_name(in), said);
	run.cut |= said != NULL;
	switch (status) {
	case PARTICLES_FRAME:
		return 1;
	case PARTICLES_CUT:
		if (!particles_frames(in)) /* definitions may be missing too */
			tool_fail(EXIT_INPUT, "%s: the stream has no complete frame%s", particles_error(in), surface_hint(in));
		tool_warn("%s", particles_error(in));
		run.cut = 1;
		break;
	case PARTICLES_BAD:
		tool_fail(EXIT_INPUT, "%s%s", particles_error(in), surface_hint(in));
	case PARTICLES_SYSTEM:
		tool_fail(EXIT_SYSTEM, "%s", particles_error(in));
	case PARTICLES_END:
		break;
	}
	return 0;
}

/* Convert spins of a scene in 3D, which may come without angular momenta. */
static void take_spins(struct world *w)
{
	static int told;
	int bad = w->dim == 3 ? bodies_take_spins3(w) : 0;
	/* of several ranks, the first in the order of the stream is told; its id is known where it is */
	int64_t row = bad ? ranks_n() > 1 ? table_int(&w->body, SHARE_ROW)[bad - 1] : 0 : INT64_MAX, first = row, id = INT64_MAX;

	ranks_least(1, &first);
	if (bad && row == first)
		id = table_int(&w->body, "id")[bad - 1];
	ranks_least(1, &id);
	if (first < INT64_MAX && !told++)
		tool_warn("body %lld has a spin wx wy wz but no mass, so it does not turn; its shape needs a volume and a material",
		          (long long)id);
}

void tool_complete(void)
{
	if (ranks_n() < 2 || !particles_frames(run.in))
		return;
	share_complete(&run.world);
	take_spins(&run.world);
}

struct world *tool_read(void)
{
	if (run.ended)
		return NULL;
	run.frame = read_frame(tool_in(), &run.world);
	run.ended = !run.frame;
	if (run.frame) {
		if (ranks_n() < 2)
			take_spins(&run.world);
		else if (!run.last)
			particles_part_drop(run.in, particles_frame_part(run.in).to);
		progress_frame();
	} else {
		progress_input(NULL);
	}
	run.preamble = run.frame || !run.cut;
	size_t n;
	const char *text = particles_preamble(run.in, &n);
	units_read(&run.units, text, n);
	if (run.preamble)
		provenance_count(run.stream, text, n);
	return run.frame ? &run.world : NULL;
}

const struct units *tool_units(void)
{
	return &run.units;
}

/* Keep the preamble of the frame just read until it is written. */
static void keep_preamble(void)
{
	size_t n;
	const char *text = particles_preamble(run.in, &n);

	if (!run.preamble)
		return;
	run.preamble = 0;
	if (ranks_n() > 1) {
		MEM_GROW(run.part, &run.cap_held, run.n_held + 1);
		run.part[run.n_held++] = particles_preamble_part(run.in);
		return;
	}
	MEM_GROW(run.held, &run.cap_held, run.n_held + n);
	memcpy(run.held + run.n_held, text, n);
	run.n_held += n;
}

/* How to go on after a failure to write a stream. */
static const char *write_remedy(int error)
{
	switch (error) {
	case EFBIG:
		return run.goes_on ? "; the limit is that of ulimit -f or of the file system; complete frames can be read, and another run can "
			"go on from them" : "; the limit is that of ulimit -f or of the file system";
	case ENOSPC:
		return run.goes_on ? "; complete frames can be read, and another run can go on from them when there is room" : "";
	default:
		return "";
	}
}

/* The number of the error with which writing has failed, or 0. Of several ranks, those of all. */
static int write_error(void)
{
	if (ranks_n() > 1)
		return particles_out_failed(run.out);
	return ferror(run.file_out ? run.file_out : stdout) ? errno : 0;
}

/* "" or " FILE" */
static const char *output_name(void)
{
	static char text[4200];

	if (run.output)
		snprintf(text, sizeof text, " %s", run.output);
	return text;
}

/* End if writing has failed. */
static void check_written(void)
{
	int error = write_error();

	if (error)
		tool_fail(EXIT_SYSTEM, "cannot write%s: %s%s", output_name(), strerror(error), write_remedy(error));
}

static struct particles_out *output(void);

/* Copy the frame before the last that was read. */
static void pass_before(void)
{
	if (ranks_n() > 1) {
		struct particles_part before = particles_before_part(run.in);

		particles_put_part(tool_out(), run.in, before, 0);
		particles_part_drop(run.in, before.to);
		check_written();
	} else {
		size_t n;
		const char *before = particles_frame_before(run.in, &n);

		particles_put_text(tool_out(), before, n);
	}
}

/* Copy the last frame that was read. */
static void pass_last(void)
{
	size_t n;
	const char *text = particles_frame_text(run.in, &n);

	if (ranks_n() > 1)
		particles_put_part(output(), run.in, particles_frame_part(run.in), 0);
	else
		particles_put_text(output(), text, n);
}

int tool_holds_frame(void)
{
	return particles_holds_frame(tool_in());
}

static struct world *read_last(int alone)
{
	int n = 0;

	/* only the next frame shows that a frame was not the last one */
	for (run.last = 1; tool_read(); n++) {
		if (n && !alone)
			pass_before();
		keep_preamble();
	}
	run.frame = tool_holds_frame();
	if (n && !run.frame && !alone)
		pass_last();
	if (!run.frame)
		keep_preamble();
	else
		tool_complete();
	return run.frame ? &run.world : NULL;
}

const char *tool_domain_place(void)
{
	static char *text;

	free(text);
	if (asprintf(&text, "%s:%ld", particles_name(run.in), run.world.domain_line) < 0)
		abort();
	return text;
}

struct world *tool_read_last(void)
{
	return read_last(0);
}

struct world *tool_read_last_alone(void)
{
	return read_last(1);
}

void tool_note_resized(const struct domain *was)
{
	const struct domain *now = &run.world.domain;
	int resized = 0;

	for (int k = 0; k < run.world.dim; k++) {
		const double old = was->hi[k] - was->lo[k], new = now->hi[k] - now->lo[k];

		resized |= was->set && was->periodic[k] && now->periodic[k] && fabs(new - old) > 1e-9 * old; /* not by rounding */
	}
	if (resized && particles_frames(run.in) > 1)
		tool_note("the domain has other periods than in the frames before, which scree-stress takes for strain; scree-pick --last "
		          "leaves these frames out");
}

/* Keep the `made` lines of a preamble. input: the number of the stream among the inputs. */
static void keep_made(const struct particles_in *in, int input)
{
	size_t n;
	const char *s = particles_preamble(in, &n), *end = s + n;

	provenance_count(input, s, n);

	while (s < end) {
		const char *eol = memchr(s, '\n', (size_t)(end - s));
		size_t len = (size_t)((eol ? eol : end) - s);

		if (len > 5 && memcmp(s, "made ", 5) == 0) {
			MEM_GROW(run.loaded, &run.cap_loaded, run.n_loaded + len + 2);
			memcpy(run.loaded + run.n_loaded, s, len);
			run.n_loaded += len;
			run.loaded[run.n_loaded++] = '\n';
			run.loaded[run.n_loaded] = 0;
		}
		s += len + 1;
	}
}

void tool_load_last(const char *path, struct world *w)
{
	struct particles_in *in = open_stream(path);
	int input = run.opened;

	world_init(w, 2);
	while (read_frame(in, w))
		keep_made(in, input);
	if (!particles_holds_frame(in))
		tool_fail(EXIT_INPUT, "%s: found no frame, expected at least one", strcmp(path, "-") ? path : "stdin");
	take_spins(w);
	particles_close(in);
}

/* ---- writing ---- */

static void pass_kept(void)
{
	size_t n = run.n_held;

	run.n_held = 0;
	run.holding = 0;
	for (size_t k = 0; ranks_n() > 1 && k < n; k++)
		particles_put_part(output(), run.in, run.part[k], 1);
	if (ranks_n() < 2 && n)
		particles_put_preamble(output(), run.held, n);
}

void tool_output(const char *path)
{
	run.output = strcmp(path, "-") ? path : NULL;
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
	for (int k = 0; k < run.n_operand; k++)
		same |= stat(run.operand[k], &in) == 0 && is_same(&out, &in);
	same |= run.input && stat(run.input, &in) == 0 && is_same(&out, &in);
	for (int k = 0; k < run.n_read; k++)
		same |= is_same(&out, &run.read[k]);
	return same;
}

/* Whether this file is also that which is written as `other`, or standard output with a stream. */
static int is_output(const char *path, const char *other)
{
	struct stat a, b;
	int there = stat(path, &a) == 0;

	if (there && run.out && !run.output && fstat(STDOUT_FILENO, &b) == 0 && is_same(&a, &b))
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

	if (run.output) {
		tool_check_save("output", run.output, NULL);
		f = run.file_out = ranks_create(run.output, &run.fd_out, &fault);
		if (fault)
			tool_fail(EXIT_SYSTEM, "%s", fault);
	}
	return f;
}

/* The output. What was held back is written first. */
static struct particles_out *output(void)
{
	if (!run.out) {
		FILE *f = create_output();

		if (f == stdout && count_yield)
			count_yield();
		run.out = particles_create(f, tool_made);
		if (ranks_n() > 1)
			particles_write_by_ranks(run.out, run.fd_out);
		if (run.loaded)
			particles_others_made(run.out, run.loaded);
	}
	if (run.last)
		pass_kept();
	return run.out;
}

struct particles_out *tool_out(void)
{
	/* A last frame that is not copied takes the definitions after it into account, and so do the changes of definitions: these
	 * must not be undone by what follows the frame. */
	if (run.last && run.ended && run.frame)
		keep_preamble();
	return output();
}

void tool_create(int dim)
{
	run.own = 1;
	particles_begin(tool_out(), dim);
}

void tool_hold_preamble(void)
{
	run.holding = 1;
	keep_preamble();
}

void tool_pass_preamble(void)
{
	keep_preamble();
	pass_kept();
}

void tool_goes_on(void)
{
	run.goes_on = 1;
}

/* After a frame is written: copy what followed the last frame in the input. */
static void written(void)
{
	run.frame = 0;
	if (run.last)
		tool_pass_preamble();
	if (run.goes_on && ranks_n() == 1) /* the next frame of a simulator may be hours away */
		particles_flush(run.out);
	check_written();
}

void tool_pass(void)
{
	if (!run.last)
		tool_pass_preamble();
	if (run.frame && (ranks_n() > 1 || run.last))
		pass_last();
	else if (run.frame)
		particles_frame_copy(output(), run.in);
	written();
}

void tool_release(void)
{
	particles_release(run.in);
}

void tool_write_frame(struct world *w)
{
	for (int k = 0; k < w->n_outlet; k++) /* readers refuse faulty outlets */
		if (outlet_fault(w, &w->outlet[k]))
			tool_fail(EXIT_USAGE, "outlet %s: expected %s; scree-set --outlet changes or removes it", w->outlet[k].name,
			          outlet_fault(w, &w->outlet[k]));
	if (particles_put_frame(tool_out(), w, run.frame ? run.in : NULL))
		tool_fail(EXIT_NUMERICS, "frame %lld (t=%.9g) is not written: %s", (long long)w->step, w->t,
		          particles_out_error(run.out));
	written();
}

void tool_write(struct world *w)
{
	if (!run.last)
		tool_pass_preamble();
	tool_write_frame(w);
}

/* ---- the end ---- */

/* Close the output. Returns the number of an error, or 0. */
static int close_output(void)
{
	FILE *f = run.file_out ? run.file_out : stdout;
	int error = 0;

	errno = 0;
	if (run.out) {
		if (ranks_n() > 1) {
			particles_flush(run.out);
			error = write_error();
		}
		particles_finish(run.out);
		run.out = NULL;
		error = !error && ferror(f) ? errno : error;
	}
	if (run.fd_out >= 0 && close(run.fd_out) && !error)
		error = errno;
	run.fd_out = -1;
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

int tool_end(void)
{
	int status = run.cut ? EXIT_INPUT : EXIT_GOOD, bad, stream = run.out != NULL;

	progress_end();
	if (run.last && run.n_held)
		tool_out();
	if (run.out && run.ended && !run.last && !run.own && !run.holding)
		tool_pass_preamble(); /* records after the last frame */
	bad = close_output();
	if (run.in) {
		particles_close(run.in);
		world_free(&run.world);
		units_free(&run.units);
		run.in = NULL;
	}
	for (int k = 0; k < run.n_file; k++) {
		unpack_end(run.file[k], 0);
		fclose(run.file[k]);
	}
	unpack_end(stdin, 0);
	free(run.file);
	free(run.read);
	free(run.held);
	free(run.part);
	free(run.loaded);
	provenance_end();
	run.n_file = run.n_read = 0;
	run.file = NULL;
	run.read = NULL;
	run.loaded = NULL;
	if (bad) {
		tool_warn("cannot write%s: %s%s", output_name(), strerror(bad), stream ? write_remedy(bad) : "");
		status = EXIT_SYSTEM;
	}
	ranks_end();
	return status;
}
