/* solid_text.h: polyhedra whose faces are written as text */
#ifndef SCREE_TEST_SOLID_TEXT_H
#define SCREE_TEST_SOLID_TEXT_H

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "world/solid.h"

/* A solid of n vertices, and of faces whose corners are written as "0 1 2, 3 4 5". */
static struct solid solid(double r, int n, const double (*xyz)[3], const char *faces)
{
	const size_t most = strlen(faces) / 2 + 2; /* numbers in the text */
	struct solid s = { .n = n, .r = r, .vertex = mem_copy(xyz, (size_t)n, sizeof *xyz), .first = MEM_ZERO(int, most),
		.corner = MEM_ZERO(int, most) };

	for (const char *at = faces; *at;) {
		char *end;
		int *last = &s.first[s.n_face + 1];

		*last = s.first[s.n_face];
		for (; *at && *at != ','; at = end)
			s.corner[(*last)++] = (int)strtol(at, &end, 10);
		s.n_face++;
		at += *at == ',';
	}
	return s;
}

static void drop(struct solid *s)
{
	free(s->vertex);
	free(s->first);
	free(s->corner);
}

#endif
