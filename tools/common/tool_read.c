/* tool_read.c: what programs read */
#include "common/tool_parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "common/progress.h"
#include "common/provenance.h"
#include "common/tool_ranks.h"
#include "common/unpack.h"
#include "shape/weigh.h"
#include "world/share.h"

/* Remember a regular file that is read. */
static void note_read(const struct stat *st)
{
	if (!st || !S_ISREG(st->st_mode))
		return;
	MEM_RESIZE(tool.read, (size_t)tool.n_read + 1);
	tool.read[tool.n_read++] = *st;
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
		snprintf(fault, size, "no input, expected a file name or a stream on stdin; see %s --help", tool.name);
		*status = EXIT_USAGE;
		return NULL;
	}
	if (fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode)) {
		snprintf(fault, size, "cannot read %s: %s", name, strerror(EISDIR));
		return NULL;
	}
	note_read(fstat(fileno(f), &st) == 0 ? &st : NULL);
	tool.opened = provenance_input(path, f);
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
		tool.opened = provenance_input(path, NULL);
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
		MEM_RESIZE(tool.file, (size_t)tool.n_file + 1);
		tool.file[tool.n_file++] = f;
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
	provenance_count(tool.opened, lines, strlen(lines));
}

static struct particles_in *open_stream(const char *path)
{
	const char *name;
	int all;
	FILE *f = open_by_all(path, &name, &all);
	struct particles_in *in = particles_open(f, name);

	if (ranks_n() > 1)
		particles_read_by_ranks(in, all);
	if (tool.solids)
		particles_take_solids(in);
	if (tool.keep_frame)
		particles_keep_frame(in);
	return in;
}

void tool_take_solids(void)
{
	tool.solids = 1;
}

void tool_keep_frame(void)
{
	tool.keep_frame = 1;
}

void tool_input(const char *path)
{
	tool.input = path;
}

struct particles_in *tool_in(void)
{
	if (!tool.in) {
		tool.in = open_stream(tool.input ? tool.input : tool.n_operand > 0 ? tool.operand[0] : "-");
		tool.stream = tool.opened;
		world_init(&tool.world, 2);
		progress_input(particles_file(tool.in));
	}
	return tool.in;
}

struct world *tool_world(void)
{
	tool_in();
	return &tool.world;
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
	const char *path = tool.input ? tool.input : tool.n_operand > 0 ? tool.operand[0] : "-";

	return in == tool.in && tool_names_surface(path) ? "; scree-mass --surface makes a stream of a surface of triangles" : "";
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
	tool.cut |= said != NULL;
	switch (status) {
	case PARTICLES_FRAME:
		return 1;
	case PARTICLES_CUT:
		if (!particles_frames(in)) /* definitions may be missing too */
			tool_fail(EXIT_INPUT, "%s: the stream has no complete frame%s", particles_error(in), surface_hint(in));
		tool_warn("%s", particles_error(in));
		tool.cut = 1;
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
	if (ranks_n() < 2 || !particles_frames(tool.in))
		return;
	share_complete(&tool.world);
	take_spins(&tool.world);
}

struct world *tool_read(void)
{
	if (tool.ended)
		return NULL;
	tool.frame = read_frame(tool_in(), &tool.world);
	tool.ended = !tool.frame;
	if (tool.frame) {
		if (ranks_n() < 2)
			take_spins(&tool.world);
		else if (!tool.last)
			particles_part_drop(tool.in, particles_frame_part(tool.in).to);
		progress_frame();
	} else {
		progress_input(NULL);
	}
	tool.preamble = tool.frame || !tool.cut;
	size_t n;
	const char *text = particles_preamble(tool.in, &n);
	if (tool.frame || !tool.keep_frame)
		units_read(&tool.units, text, n);
	if (tool.preamble)
		provenance_count(tool.stream, text, n);
	return tool.frame ? &tool.world : NULL;
}

const struct units *tool_units(void)
{
	return &tool.units;
}

int tool_holds_frame(void)
{
	return particles_holds_frame(tool_in());
}

static struct world *read_last(int alone)
{
	int n = 0;

	if (ranks_n() < 2)
		particles_read_again(tool_in());
	/* only the next frame shows that a frame was not the last one */
	for (tool.last = 1; tool_read(); n++) {
		if (n && !alone)
			tool_pass_before();
		tool_keep_preamble();
	}
	tool.frame = tool_holds_frame();
	if (n && !tool.frame && !alone)
		tool_pass_last();
	if (!tool.frame)
		tool_keep_preamble();
	else
		tool_complete();
	return tool.frame ? &tool.world : NULL;
}

const char *tool_domain_place(void)
{
	static char *text;

	free(text);
	if (asprintf(&text, "%s:%ld", particles_name(tool.in), tool.world.domain_line) < 0)
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
	const struct domain *now = &tool.world.domain;
	int resized = 0;

	for (int k = 0; k < tool.world.dim; k++) {
		const double old = was->hi[k] - was->lo[k], new = now->hi[k] - now->lo[k];

		resized |= was->set && was->periodic[k] && now->periodic[k] && fabs(new - old) > 1e-9 * old; /* not by rounding */
	}
	if (resized && particles_frames(tool.in) > 1)
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
			MEM_GROW(tool.loaded, &tool.cap_loaded, tool.n_loaded + len + 2);
			memcpy(tool.loaded + tool.n_loaded, s, len);
			tool.n_loaded += len;
			tool.loaded[tool.n_loaded++] = '\n';
			tool.loaded[tool.n_loaded] = 0;
		}
		s += len + 1;
	}
}

void tool_load_last(const char *path, struct world *w)
{
	struct particles_in *in = open_stream(path);
	int input = tool.opened;

	world_init(w, 2);
	while (read_frame(in, w))
		keep_made(in, input);
	if (!particles_holds_frame(in))
		tool_fail(EXIT_INPUT, "%s: found no frame, expected at least one", strcmp(path, "-") ? path : "stdin");
	take_spins(w);
	particles_close(in);
}
