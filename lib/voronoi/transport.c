/* transport.c: areas of weighted Voronoi cells by Newton's method */
#include "voronoi/transport.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "voronoi/laplacian.h"
#include "voronoi/sitetree.h"

/* Halvings of a guess or of a step, steps, and iterations of a step, at most. */
enum { HALVINGS = 40, STEPS = 500, ITERATIONS = 300 };
/* The errors that a step leaves of linear equations, relative to those before. */
static const double LINEAR = 1e-4;

/* A diagram, and how far its areas are from those asked for. */
struct state {
	struct voronoi v;
	double *weight, *lack;   /* [n] weights; areas asked for, less those of the cells */
	double least, norm;      /* least area; root of the sum of the squares of lack [L^2] */
};

static void areas(struct state *s, struct transport *t)
{
	double sum = 0;

	s->least = INFINITY;
	t->error = 0;
	for (int i = 0; i < t->n; i++) {
		double area = s->v.n_side[i] ? voronoi_area(&s->v, i, NULL) : 0;

		s->lack[i] = t->area[i] - area;
		s->least = fmin(s->least, area);
		sum += s->lack[i] * s->lack[i];
		if (fabs(s->lack[i]) > t->error * t->area[i]) {
			t->error = fabs(s->lack[i]) / t->area[i];
			t->worst = i;
		}
	}
	s->norm = sqrt(sum);
}

static enum voronoi_status look(struct state *s, struct transport *t)
{
	t->diagrams++;
	voronoi_free(&s->v);
	enum voronoi_status status = voronoi_init_weighted(&s->v, t->n, t->site, s->weight, t->box, t->periodic);
	if (status == VORONOI_OK)
		areas(s, t);
	return status;
}

/* Begin with the guess, or a part of it. */
static enum voronoi_status start(struct state *s, struct transport *t, double least)
{
	double part = 1;

	for (int k = 0; ; k++, part *= 0.5) {
		for (int i = 0; i < t->n; i++)
			s->weight[i] = k < HALVINGS ? part * t->weight[i] : 0;
		enum voronoi_status status = look(s, t);
		if (status != VORONOI_OK || s->least > 0.01 * least || k == HALVINGS)
			return status;
		if (k == 8) /* next without weights */
			k = HALVINGS - 1;
	}
}

/* The numbers of the sites in the order of the tree, and the leaf of each. */
struct order {
	int *place;              /* [n] of a site, in the order of the tree */
	int *site;               /* [n] at a place */
	int *leaf;               /* [n] at a place */
};

static void order_init(struct order *o, const struct transport *t)
{
	struct sitetree tree;
	int n_leaf, lo, hi;

	sitetree_init(&tree, t->n, t->site);
	o->place = MEM_NEW(int, (size_t)t->n);
	o->site = MEM_NEW(int, (size_t)t->n);
	o->leaf = MEM_NEW(int, (size_t)t->n);
	n_leaf = 1 << tree.depth;
	for (int leaf = 0; leaf < n_leaf; leaf++) {
		sitetree_leaf(&tree, n_leaf - 1 + leaf, &lo, &hi);
		for (int k = lo; k < hi; k++) {
			o->leaf[k] = leaf;
			o->site[k] = tree.index[k];
			o->place[tree.index[k]] = k;
		}
	}
	sitetree_free(&tree);
}

static void order_free(struct order *o)
{
	free(o->place);
	free(o->site);
	free(o->leaf);
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

/* The derivatives of all areas. Each side counts as its cell of the lower number has it. */
static void derivatives(struct laplacian *l, const struct voronoi *v, const struct order *o)
{
	size_t *first = MEM_ZERO(size_t, (size_t)v->n + 2);

	for (int i = 0; i < v->n; i++)
		for (int k = 0; k < v->n_side[i]; k++) {
			int other = v->side[v->first[i] + (size_t)k].who;
			if (other > i) {
				first[o->place[i] + 2]++;
				first[o->place[other] + 2]++;
			}
		}
	for (int i = 2; i < v->n + 2; i++)
		first[i] += first[i - 1];
	int *to = MEM_NEW(int, first[v->n + 1] + 1);
	double *value = MEM_NEW(double, first[v->n + 1] + 1);
	for (int place = 0; place < v->n; place++) {
		int i = o->site[place];
		for (int k = 0; k < v->n_side[i]; k++) {
			int other = v->side[v->first[i] + (size_t)k].who;
			if (other <= i)
				continue;
			size_t a = first[place + 1]++, b = first[o->place[other] + 1]++;
			to[a] = o->place[other];
			to[b] = place;
			value[a] = value[b] = conductance(v, i, k);
		}
	}
	laplacian_init(l, v->n, first, to, value, o->leaf);
}

/* Find a step of Newton's method. Returns 0 if there is none. */
static int find_step(double *step, const struct state *s, const struct order *o)
{
	const int n = s->v.n;
	struct laplacian l;
	double *x = MEM_NEW(double, (size_t)n), *b = MEM_NEW(double, (size_t)n);

	derivatives(&l, &s->v, o);
	for (int k = 0; k < n; k++)
		b[k] = s->lack[o->site[k]];
	int good = laplacian_solve(&l, x, b, LINEAR, ITERATIONS) >= 0;
	for (int k = 0; k < n; k++)
		step[o->site[k]] = x[k];
	laplacian_free(&l);
	free(x);
	free(b);
	return good;
}

enum transport_status transport_solve(struct transport *t, struct voronoi *v)
{
	const size_t n = (size_t)t->n;
	struct state now = { .weight = MEM_NEW(double, n), .lack = MEM_NEW(double, n) };
	struct state next = { .weight = MEM_NEW(double, n), .lack = MEM_NEW(double, n) };
	double *step = MEM_NEW(double, n), least = INFINITY;
	enum transport_status status = TRANSPORT_OK;
	struct order order;

	t->steps = t->diagrams = 0;
	for (int i = 0; i < t->n; i++)
		least = fmin(least, 0.5 * t->area[i]);
	count_begin("steps to the areas", 0, 0);
	order_init(&order, t);
	if (start(&now, t, least) != VORONOI_OK)
		status = TRANSPORT_COINCIDENT;
	least = fmin(least, 0.5 * now.least);
	while (status == TRANSPORT_OK && t->error > t->tolerance) {
		double error = t->error, part = 1;
		int worst = t->worst, k;

		count_to(t->steps);
		if (t->steps++ == STEPS || !find_step(step, &now, &order)) {
			status = TRANSPORT_STUCK;
			break;
		}
		for (k = 0; k < HALVINGS; k++, part *= 0.5) {
			for (int i = 0; i < t->n; i++)
				next.weight[i] = now.weight[i] + part * step[i];
			look(&next, t);
			if (next.least >= least && next.norm <= (1 - 0.5 * part) * now.norm)
				break;
		}
		if (k == HALVINGS) {
			t->error = error;
			t->worst = worst;
			status = TRANSPORT_STUCK;
			break;
		}
		struct state old = now;
		now = next;
		next = old;
	}
	count_end();
	memcpy(t->weight, now.weight, n * sizeof *t->weight);
	*v = now.v;
	v->weight = t->weight;
	voronoi_free(&next.v);
	order_free(&order);
	free(now.weight);
	free(now.lack);
	free(next.weight);
	free(next.lack);
	free(step);
	return status;
}
