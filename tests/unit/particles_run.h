/* particles_run.h: a stream read and written by the tests of its reader and its writer */
#ifndef SCREE_TEST_PARTICLES_RUN_H
#define SCREE_TEST_PARTICLES_RUN_H

#include "particles.h"

#include <stdlib.h>

#include "base/buf.h"

/* The beginning of many. */
#define HEAD "scree 1 dim=2\nshape 1 point r=1 0,0\ncolumns body id shape x y\n"

/* The text of a file, ended by 0; "" where there is none. */
static char *load(const char *path, size_t *n)
{
	FILE *f = fopen(path, "r");
	char *s = NULL;
	size_t cap = 0;

	*n = 0;
	if (!f)
		return mem_string("");
	for (;;) {
		MEM_GROW(s, &cap, *n + 4097);
		size_t r = fread(s + *n, 1, 4096, f);
		*n += r;
		s[*n] = 0;
		if (r == 0)
			break;
	}
	fclose(f);
	return s;
}

enum mode { COPY, ANEW };

/* What became of a stream: its last status and message, its frames, what was written, its last world. */
struct got {
	enum particles_status status;
	char error[600];
	int64_t frames;
	char *text;
	size_t n;
	struct world w;
	char unknown[40];
};

static const char *run_made;
static const char *made_by(void)
{
	return run_made;
}

__attribute__((unused))
static void run(const char *text, size_t n, enum mode mode, const char *by, struct got *g)
{
	FILE *in_file = n ? fmemopen((void *)(uintptr_t)text, n, "r") : fopen("/dev/null", "r");
	FILE *out_file = open_memstream(&g->text, &g->n);
	struct particles_in *in = particles_open(in_file, "s");
	struct particles_out *out = particles_create(out_file, made_by);

	run_made = by;
	world_init(&g->w, 2);
	while ((g->status = particles_read(in, &g->w)) == PARTICLES_FRAME) {
		particles_preamble_copy(out, in);
		if (mode == COPY)
			particles_frame_copy(out, in);
		else if (particles_put_frame(out, &g->w, in))
			printf("# %s\n", particles_out_error(out));
	}
	if (g->status == PARTICLES_END)
		particles_preamble_copy(out, in);
	snprintf(g->error, sizeof g->error, "%s", particles_error(in));
	snprintf(g->unknown, sizeof g->unknown, "%s", particles_unknown_required(in) ? particles_unknown_required(in) : "");
	g->frames = particles_frames(in);
	particles_finish(out);
	particles_close(in);
	fclose(in_file);
	fclose(out_file);
}

__attribute__((unused))
static void drop(struct got *g)
{
	free(g->text);
	world_free(&g->w);
}

#endif
