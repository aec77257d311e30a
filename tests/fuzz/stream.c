/* stream.c: for clang's fuzzer (`make fuzz`): any bytes, read as a stream. What is read is finite and, written anew, reads as
 * the same frames; the rest is a message. */
#include "particles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int finite_table(const struct table *t)
{
	for (int c = 0; c < t->n_col; c++)
		for (int k = 0; t->col[c].kind == COL_REAL && k < t->n_row; k++)
			if (!isfinite(t->col[c].real[k]))
				return 0;
	return 1;
}

/* Read, and write anew; returns the number of frames, the text in *text. */
static int64_t through(const char *data, size_t n, enum particles_status *status, char **text, size_t *len)
{
	FILE *from = n ? fmemopen((void *)(uintptr_t)data, n, "r") : fopen("/dev/null", "r"), *to = open_memstream(text, len);
	struct particles_in *in = particles_open(from, "fuzz");
	struct particles_out *out = particles_create(to, NULL);
	struct world w;

	particles_take_solids(in);
	world_init(&w, 2);
	while ((*status = particles_read(in, &w)) == PARTICLES_FRAME) {
		if (!finite_table(&w.body) || !finite_table(&w.contact))
			abort();
		particles_preamble_copy(out, in);
		if (particles_put_frame(out, &w, in))
			abort();
	}
	if (*status != PARTICLES_END && strncmp(particles_error(in), "fuzz:", 5) != 0)
		abort();
	int64_t frames = particles_frames(in);
	particles_finish(out);
	particles_close(in);
	world_free(&w);
	fclose(from);
	fclose(to);
	return frames;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	enum particles_status status;
	char *once, *twice;
	size_t n_once, n_twice;
	int64_t frames = through((const char *)data, n, &status, &once, &n_once);

	if (frames) {
		if (through(once, n_once, &status, &twice, &n_twice) != frames || status != PARTICLES_END)
			abort();
		if (n_once != n_twice || memcmp(once, twice, n_once) != 0)
			abort();
		free(twice);
	}
	free(once);
	return 0;
}
