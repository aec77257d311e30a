/* sized2.c: weighted Voronoi cells of the plane with their borders, and their grains */
#include "voronoi/sized2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "voronoi/sitetree.h"

static int find(void *to, const double *weight, double *size)
{
	struct sized2 *d = to;

	if (!d->v.first || d->round_walls || memcmp(d->weight, weight, (size_t)d->n * sizeof *weight) != 0) {
		struct voronoi before = d->v;

		memcpy(d->weight, weight, (size_t)d->n * sizeof *weight);
		enum voronoi_status status = before.first ? voronoi_init_like(&d->v, &before, d->weight, d->threads) :
			voronoi_init(&d->v, d->n, d->site, d->weight, d->box, d->periodic, d->threads);
		voronoi_free(&before);
		if (status != VORONOI_OK)
			return -1;
	}
	for (int i = 0; i < d->n; i++)
		size[i] = d->v.n_side[i] ? voronoi_area(&d->v, i, NULL) : 0;
	return 0;
}

/* The derivative of the area of cell i by the weight of the cell behind side k. */
static double conductance(const struct voronoi *v, int i, int k)
{
	const double (*p)[2] = (const double (*)[2])v->xy + v->first[i];
	const double *a = p[k], *b = p[k + 1 < v->n_side[i] ? k + 1 : 0];
	const struct side *e = &v->side[v->first[i] + (size_t)k];
	double x = v->site[e->who][0] - v->site[i][0] + voronoi_image_x(e->image) * v->box[0];
	double y = v->site[e->who][1] - v->site[i][1] + voronoi_image_y(e->image) * v->box[1];

	return 0.5 * sqrt(((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])) / (x * x + y * y));
}

static void borders(void *to, struct borders *b)
{
	struct sized2 *d = to;
	const struct voronoi *v = &d->v;
	size_t n = 0;

	MEM_GROW(d->border, &d->cap, v->n_vertex);
	for (int i = 0; i < d->n; i++) {
		d->first[i] = n;
		for (int k = 0; k < v->n_side[i]; k++) {
			int other = v->side[v->first[i] + (size_t)k].who;

			if (other > i)
				d->border[n++] = (struct border){ other, conductance(v, i, k) };
		}
	}
	d->first[d->n] = n;
	*b = (struct borders){ d->first, d->border };
}

static void order(void *to, int *site, int *leaf)
{
	const struct sized2 *d = to;
	struct sitetree tree;
	int lo, hi;

	sitetree_init(&tree, d->n, d->site);
	for (int k = 0, n_leaf = 1 << tree.depth; k < n_leaf; k++) {
		sitetree_leaf(&tree, n_leaf - 1 + k, &lo, &hi);
		for (int place = lo; place < hi; place++) {
			leaf[place] = k;
			site[place] = tree.index[place];
		}
	}
	sitetree_free(&tree);
}

/* Make grains with the makers, one of each thread. */
struct making { const struct sized2 *d; const struct recipe *r; struct grain_maker *maker; struct yield *y; };

static void grain_chunk(void *to, int from, int end, int thread)
{
	const struct making *m = to;
	struct grain_maker *maker = &m->maker[thread];
	struct grain g;

	for (int i = from; i < end; i++) {
		int good = grain_make(&g, maker, &m->d->v, i, m->r) == GRAIN_GOOD;

		m->y[i].inradius = m->r->by_gap ? m->r->inradius[i] : maker->erosion.radius;
		m->y[i].grain = good ? g.shape.area : 0;
		m->y[i].inner = good ? g.inradius : 0;
	}
}

static int grains(void *to, struct yield *y, double *gap)
{
	struct sized2 *d = to;
	struct recipe r = d->recipe;
	struct gap found;

	if (d->round_walls)
		voronoi_round_walls(&d->v);
	*gap = r.erode - r.dilate;
	if (!isnan(d->void_ratio)) {
		if (recipe_solve(&r, &found, &d->v, d->void_ratio, d->threads) != GAP_OK) {
			free(r.inradius);
			return -1;
		}
		*gap = r.gap;
	}
	struct making m = { d, &r, grain_makers(d->threads), y };
	team_chunks(d->threads, d->n, 64, grain_chunk, &m);
	grain_makers_free(m.maker, d->threads);
	if (!isnan(d->void_ratio))
		free(r.inradius);
	return 0;
}

void sized2_begin(struct sized2 *d, struct sized *s)
{
	d->weight = MEM_NEW(double, (size_t)d->n);
	d->first = MEM_NEW(size_t, (size_t)d->n + 1);
	s->cells.n = d->n;
	s->cells.diagram = (struct transport_diagram){ d, find, borders, order };
	s->dim = 2;
	memcpy(s->box, (double[3]){ d->box[0], d->box[1], 1 }, sizeof s->box);
	s->grains = grains;
}

void sized2_free(struct sized2 *d)
{
	voronoi_free(&d->v);
	free(d->weight);
	free(d->border);
	free(d->first);
	d->weight = NULL;
	d->border = NULL;
	d->first = NULL;
	d->cap = 0;
}
