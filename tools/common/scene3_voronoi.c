/* scene3_voronoi.c: the edges of Voronoi cells in space */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
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
	struct cell_middle middle = { 0 };
	char *save = NULL;
	size_t cap = 0;
	int n = 0;

	strtok_r(line, " \t\r", &save); /* cell */
	char *id = strtok_r(NULL, " \t\r", &save);
	int good = id && number_parse_int(id, &middle.id) == 0;
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
				MEM_GROW(e->edge, &e->cap, (size_t)e->n + 1);
				struct cell_edge *edge = &e->edge[e->n++];
				memcpy(edge->p[0], vertex[a], sizeof vertex[a]);
				memcpy(edge->p[1], vertex[b], sizeof vertex[b]);
				edge->cell = e->n_cell;
			}
		}
	}
	for (int k = 0; k < 3 * n; k++)
		middle.at[k % 3] += vertex[k / 3][k % 3] / n;
	if (good) {
		MEM_GROW(e->cell, &e->cap_cell, (size_t)e->n_cell + 1);
		e->cell[e->n_cell++] = middle;
	} else {
		e->n = before;
	}
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

		if (len > 5 && !memcmp(text, "cell", 4) && (text[4] == ' ' || text[4] == '\t')) {
			char *line = MEM_NEW(char, len + 1);

			if (!fresh++)
				e->n = e->n_cell = 0;
			memcpy(line, text, len);
			line[len] = 0;
			cell_read(e, line);
			free(line);
		}
		text += len + 1;
	}
}

void scene3_cells_free(struct cell_edges *e)
{
	free(e->edge);
	free(e->cell);
	*e = (struct cell_edges){ 0 };
}

void scene3_keep_cells(struct scene3 *s, struct frame3 *f, struct world *w)
{
	const struct cell_edges *e = s->cells;
	struct bodies3 b = world_bodies3(w);
	char *kept = MEM_NEW(char, (size_t)e->n_cell);
	struct ids ids;

	ids_init(&ids, b.n, b.id);
	for (int k = 0; k < e->n_cell; k++) {
		const int row = ids_row(&ids, e->cell[k].id);
		double at[3];

		for (int d = 0; d < 3; d++)
			at[d] = row < 0 ? e->cell[k].at[d] : b.x[d][row];
		if (row >= 0)
			scene3_into_cell(&w->domain, at);
		kept[k] = (char)scene3_in_cutout(s, at);
	}
	ids_free(&ids);
	f->edge = MEM_NEW(struct cell_edge, (size_t)e->n);
	for (int k = 0; k < e->n; k++)
		if (kept[e->edge[k].cell])
			f->edge[f->n_edge++] = e->edge[k];
	free(kept);
}

void scene3_place_cells(struct scene3 *s, const struct frame3 *f)
{
	for (int k = 0; k < f->n_edge; k++)
		stage_add_rim(&s->stage, f->edge[k].p[0], f->edge[k].p[1], 0.9, edge_rgb);
}
