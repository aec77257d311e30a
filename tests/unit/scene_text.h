/* scene_text.h: worlds from the text of a stream, and back, for tests */
#ifndef SCREE_TEST_SCENE_TEXT_H
#define SCREE_TEST_SCENE_TEXT_H

#include "particles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All of a stream read into *w; its last message. */
__attribute__((unused))
static const char *read_all(const char *text, struct world *w)
{
	static char error[600];
	FILE *f = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	struct particles_in *in = particles_open(f, "s");

	particles_take_solids(in);
	world_init(w, 2);
	while (particles_read(in, w) == PARTICLES_FRAME)
		;
	snprintf(error, sizeof error, "%s", particles_error(in));
	particles_close(in);
	fclose(f);
	return error;
}

/* What is written from a world alone, to be freed. */
__attribute__((unused))
static char *written(const struct world *w)
{
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct particles_out *out = particles_create(f, NULL);

	particles_begin(out, w->dim);
	particles_put_definitions(out, w);
	if (particles_put_frame(out, w, NULL))
		printf("# %s\n", particles_out_error(out));
	particles_finish(out);
	fclose(f);
	return text;
}

#endif
