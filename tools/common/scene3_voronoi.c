/* scene3_voronoi.c: the edges of Voronoi cells in space */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/scene3_parts.h"
#include "number.h"

static const unsigned edge_rgb = 0x7a86a0;

/* Split a word at its commas into numbers; returns how many there are, at most `most`, or 0 if one is no number. */
static int numbers(char *word, double *x, int most)
{
	int n = 0;

	for (char *next = word; next; n++) {
		char *comma = strchr(next, ',');

		if (comma)
			*comma = 0;
		if (n == most || number_parse(next, &x[n]))
			return 0;
		next = comma ? comma + 1 : NULL;
	}
	return n;
}

/* Add the edges of a line "cell ID vertices=N x,y,z ... i,j,k,... ...", each once. A line that is no such cell adds nothing. */
static void cell_read(struct cell_edges *e, char *line)
{
	enum { CORNERS = 10000 };
	double (*vertex)[3] = NULL, *corner = mem_new(CORNERS, sizeof *corner), count = 0;
	const int before = e->n;
	char *save = NULL;
	size_t cap = 0;
	int n = 0, good = 1;

	strtok_r(line, " \t\r", &save); /* cell */
	strtok_r(NULL, " \t\r", &save); /* its id */
	for (char *word = strtok_r(NULL, " \t\r", &save); word && good; word = strtok_r(NULL, " \t\r", &save)) {
		if (strncmp(word, "vertices=", 9) == 0) {
			good = number_parse(word + 9, &count) == 0;
		} else if (n < count) {
			MEM_GROW(vertex, &cap, (size_t)n + 1);
			good = numbers(word, vertex[n++], 3) == 3;
		} else {
			int corners = numbers(word, corner, CORNERS);

			good = corners > 2;
			for (int k = 0; k < corners && good; k++)
				good = corner[k] >= 0 && corner[k] < n;
			/* the other face along an edge goes from the higher to the lower vertex */
			for (int k = 0; k < corners && good; k++) {
				const int a = (int)corner[k], b = (int)corner[(k + 1) % corners];

				if (a >= b)
					continue;
				MEM_GROW(e->p, &e->cap, (size_t)e->n + 1);
				memcpy(e->p[e->n][0], vertex[a], sizeof vertex[a]);
				memcpy(e->p[e->n++][1], vertex[b], sizeof vertex[b]);
			}
		}
	}
	if (!good)
		e->n = before;
	free(vertex);
	free(corner);
}

void scene3_cells_read(struct cell_edges *e, const char *text, size_t n)
{
	const char *end = text + n;
	int fresh = 0;

	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		const size_t len = (size_t)((stop ? stop : end) - text);

		if (len > 5 && !memcmp(text, "cell ", 5)) {
			char *line = MEM_NEW(char, len + 1);

			if (!fresh++)
				e->n = 0;
			memcpy(line, text, len);
			line[len] = 0;
			cell_read(e, line);
			free(line);
		}
		text += len + 1;
	}
}

void scene3_place_cells(struct scene3 *s, const struct frame3 *f)
{
	for (int k = 0; k < f->n_edge; k++)
		stage_add_rim(&s->stage, f->edge[k][0], f->edge[k][1], 0.9, edge_rgb);
}
