/* sized3.c: weighted Voronoi cells of space with their borders, and their grains */
#include "voronoi/sized3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/boxtree.h"
#include "base/buf.h"
#include "base/team.h"

struct measuring { struct sized3 *d; struct cell3 *cell; }; /* cell[threads] */

/* Find the volumes of cells, and the derivatives of the volumes by the weights of the cells behind their faces. */
static void measure_chunk(void *to, int from, int end, int thread)
{
	struct measuring *m = to;
	struct sized3 *d = m->d;
	struct cell3 *c = &m->cell[thread];

	for (int i = from; i < end; i++) {
		struct border *b = d->border + d->v.first[i], *last = d->border + d->v.first[i + 1];

		voronoi3_cell(&d->v, i, c);
		d->volume[i] = cell3_volume(c);
		for (int k = 0; k < c->n_face; k++) {
			const struct side *e = &c->plane[k].label;
			double sum = 0;

			if (e->who <= i)
				continue;
			for (int a = 0; a < 3; a++) {
				double x = d->site[e->who][a] - d->site[i][a] + voronoi3_image(e->image, a) * d->box[a];
				sum += x * x;
			}
			*b++ = (struct border){ e->who, 0.5 * cell3_area(c, k) / sqrt(sum) };
		}
		while (b < last)
			*b++ = (struct border){ -1, 0 };
	}
}

static int find(void *to, const double *weight, double *size)
{
	struct sized3 *d = to;
	const size_t n = (size_t)d->n;

	if (!d->v.first || memcmp(d->weight, weight, n * sizeof *weight) != 0) {
		struct measuring m = { d, MEM_ZERO(struct cell3, (size_t)d->threads) };
		struct voronoi3 before = d->v;

		memcpy(d->weight, weight, n * sizeof *weight);
		int good = VORONOI_OK == (before.first ? voronoi3_init_like(&d->v, &before, d->site, d->weight, d->threads) :
			voronoi3_init(&d->v, d->n, d->site, d->weight, d->box, d->periodic, d->threads));
		voronoi3_free(&before);
		if (good) {
			MEM_GROW(d->border, &d->cap, d->v.first[n]);
			team_chunks(d->threads, d->n, 64, measure_chunk, &m);
		}
		for (int k = 0; k < d->threads; k++)
			cell3_free(&m.cell[k]);
		free(m.cell);
		if (!good)
			return -1;
	}
	memcpy(size, d->volume, n * sizeof *size);
	return 0;
}

static void borders(void *to, struct borders *b)
{
	const struct sized3 *d = to;

	*b = (struct borders){ d->v.first, d->border };
}

static void order(void *to, int *site, int *leaf)
{
	const struct sized3 *d = to;
	double (*box)[6] = mem_new((size_t)d->n, sizeof *box);
	struct boxtree tree;

	for (int i = 0; i < d->n; i++)
		for (int a = 0; a < 6; a++)
			box[i][a] = d->site[i][a % 3];
	boxtree_init(&tree, d->n, (const double (*)[6])box);
	for (int e = 0, k = 0, n_leaf = 0; e < tree.n_node; e++) {
		if (!tree.node[e].n)
			continue;
		for (; k < tree.node[e].first + tree.node[e].n; k++) {
			site[k] = tree.item[k];
			leaf[k] = n_leaf;
		}
		n_leaf++;
	}
	boxtree_free(&tree);
	free(box);
}

static int grains(void *to, struct yield *y, double *gap)
{
	struct sized3 *d = to;
	struct recipe3 *r = &d->recipe;
	struct gap found;
	int bad = 0;

	free(r->in);
	recipe3_begin(r, &d->v, d->threads);
	*gap = r->erode - r->dilate;
	if (!isnan(d->void_ratio)) {
		bad = recipe3_solve(r, &found, &d->v, d->void_ratio, d->threads) != GAP_OK;
		*gap = r->gap;
	}
	if (!bad) {
		double *volume = MEM_NEW(double, (size_t)d->n);

		recipe3_volumes(r, &d->v, d->threads, volume);
		for (int i = 0; i < d->n; i++) {
			double rho = r->in[i].radius;

			y[i] = (struct yield){ volume[i], rho, volume[i] > 0 ? recipe3_inner(r, rho) : 0 };
		}
		free(volume);
	}
	free(r->in);
	r->in = NULL;
	return bad;
}

void sized3_begin(struct sized3 *d, struct sized *s)
{
	d->weight = MEM_NEW(double, (size_t)d->n);
	d->volume = MEM_NEW(double, (size_t)d->n);
	s->cells.n = d->n;
	s->cells.diagram = (struct transport_diagram){ d, find, borders, order };
	s->dim = 3;
	memcpy(s->box, d->box, sizeof s->box);
	s->grains = grains;
}


void sized3_free(struct sized3 *d)
{
	voronoi3_free(&d->v);
	free(d->weight);
	free(d->volume);
	free(d->border);
	d->weight = d->volume = NULL;
	d->border = NULL;
	d->cap = 0;
}
