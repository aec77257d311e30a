/* transport.c: sizes of weighted Voronoi cells by Newton's method */
#include "voronoi/transport.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "voronoi/laplacian.h"

/* Halvings of a guess or of a step, steps, and iterations of a step, at most. */
enum { HALVINGS = 40, STEPS = 500, ITERATIONS = 300 };
/* The errors that a step leaves of linear equations, relative to those before. */
static const double LINEAR = 1e-4;
/* Below this part of all sizes the errors of large cells are those of rounding, and small cells tell whether a step is good. */
static const double ROUNDING = 1e-12;

/* Weights, and how far the sizes of their cells are from those asked for. */
struct state {
	double *weight, *lack;   /* [n] weights; sizes asked for, less those of the cells */
	double least, norm;      /* least size; root of the sum of the squares of lack */
};

/* Find the cells of the weights. Returns 0, or -1 if sites coincide. */
static int look(struct state *s, struct transport *t)
{
	double sum = 0;

	t->diagrams++;
	if (t->diagram.find(t->diagram.to, s->weight, s->lack))
		return -1;
	s->least = INFINITY;
	t->error = 0;
	for (int i = 0; i < t->n; i++) {
		double size = s->lack[i];

		s->lack[i] = t->size[i] - size;
		s->least = fmin(s->least, size);
		sum += s->lack[i] * s->lack[i];
		if (fabs(s->lack[i]) > t->error * t->size[i]) {
			t->error = fabs(s->lack[i]) / t->size[i];
			t->worst = i;
		}
	}
	s->norm = sqrt(sum);
	return 0;
}

/* Begin with the guess, or a part of it. Returns 0, or -1 if sites coincide. */
static int start(struct state *s, struct transport *t, double least)
{
	double part = 1;

	for (int k = 0; ; k++, part *= 0.5) {
		for (int i = 0; i < t->n; i++)
			s->weight[i] = k < HALVINGS ? part * t->weight[i] : 0;
		if (look(s, t))
			return -1;
		if (s->least > 0.01 * least || k == HALVINGS)
			return 0;
		if (k == 8) /* next without weights */
			k = HALVINGS - 1;
	}
}

/* The sites in the order of the diagram. */
struct order {
	int *place;              /* [n] of a site */
	int *site, *leaf;        /* [n] at a place, see struct transport_diagram */
};

static void order_init(struct order *o, const struct transport *t)
{
	o->place = MEM_NEW(int, (size_t)t->n);
	o->site = MEM_NEW(int, (size_t)t->n);
	o->leaf = MEM_NEW(int, (size_t)t->n);
	t->diagram.order(t->diagram.to, o->site, o->leaf);
	for (int k = 0; k < t->n; k++)
		o->place[o->site[k]] = k;
}

static void order_free(struct order *o)
{
	free(o->place);
	free(o->site);
	free(o->leaf);
}

/* The derivatives of all sizes. */
static void derivatives(struct laplacian *l, const struct transport *t, const struct order *o)
{
	const int n = t->n;
	size_t *first = MEM_ZERO(size_t, (size_t)n + 2);
	struct borders b;

	t->diagram.borders(t->diagram.to, &b);
	for (int i = 0; i < n; i++)
		for (size_t k = b.first[i]; k < b.first[i + 1]; k++)
			if (b.border[k].other > i) {
				first[o->place[i] + 2]++;
				first[o->place[b.border[k].other] + 2]++;
			}
	for (int i = 2; i < n + 2; i++)
		first[i] += first[i - 1];
	int *to = MEM_NEW(int, first[n + 1] + 1);
	double *value = MEM_NEW(double, first[n + 1] + 1);
	for (int place = 0; place < n; place++) {
		int i = o->site[place];

		for (size_t k = b.first[i]; k < b.first[i + 1]; k++) {
			if (b.border[k].other <= i)
				continue;
			int other = o->place[b.border[k].other];
			size_t at = first[place + 1]++, there = first[other + 1]++;
			to[at] = other;
			to[there] = place;
			value[at] = value[there] = b.border[k].value;
		}
	}
	laplacian_init(l, n, first, to, value, o->leaf);
}

/* The sizes asked for and those of the cells have the same sum, to rounding. The solver takes the mean of the difference off all
 * cells alike. Where that is not small beside the smallest cell, take it off in parts of the sizes: returns the part. */
static double common_excess(const struct transport *t, const struct state *s)
{
	double sum = 0, all = 0, least = INFINITY;

	for (int i = 0; i < t->n; i++) {
		sum += s->lack[i];
		all += t->size[i];
		least = fmin(least, t->size[i]);
	}
	return fabs(sum) > 0.01 * t->tolerance * least * t->n ? sum / all : 0;
}

/* Find a step of Newton's method. Returns 0 if there is none. */
static int find_step(double *step, const struct transport *t, const struct state *s, const struct order *o)
{
	const int n = t->n;
	struct laplacian l;
	double *x = MEM_NEW(double, (size_t)n), *b = MEM_NEW(double, (size_t)n);

	derivatives(&l, t, o);
	double excess = common_excess(t, s);
	for (int k = 0; k < n; k++)
		b[k] = s->lack[o->site[k]] - excess * t->size[o->site[k]];
	int good = laplacian_solve(&l, x, b, LINEAR, ITERATIONS) >= 0;
	for (int k = 0; k < n; k++)
		step[o->site[k]] = x[k];
	laplacian_free(&l);
	free(x);
	free(b);
	return good;
}

enum transport_status transport_solve(struct transport *t)
{
	const size_t n = (size_t)t->n;
	struct state now = { .weight = MEM_NEW(double, n), .lack = MEM_NEW(double, n) };
	struct state next = { .weight = MEM_NEW(double, n), .lack = MEM_NEW(double, n) };
	double *step = MEM_NEW(double, n), least = INFINITY, rounding = 0;
	enum transport_status status = TRANSPORT_OK;
	struct order order;

	t->steps = t->diagrams = 0;
	for (int i = 0; i < t->n; i++)
		least = fmin(least, 0.5 * t->size[i]);
	for (int i = 0; i < t->n; i++)
		rounding += ROUNDING * t->size[i];
	count_begin("steps to the sizes", 0, 0);
	order_init(&order, t);
	if (start(&now, t, least))
		status = TRANSPORT_COINCIDENT;
	least = fmin(least, 0.5 * now.least);
	while (status == TRANSPORT_OK && t->error > t->tolerance) {
		double error = t->error, part = 1;
		int worst = t->worst, k;

		count_to(t->steps);
		if (t->steps++ == STEPS || !find_step(step, t, &now, &order)) {
			status = TRANSPORT_STUCK;
			break;
		}
		for (k = 0; k < HALVINGS; k++, part *= 0.5) {
			for (int i = 0; i < t->n; i++)
				next.weight[i] = now.weight[i] + part * step[i];
			if (look(&next, t)) {
				status = TRANSPORT_COINCIDENT;
				break;
			}
			if (next.least >= least && (next.norm <= (1 - 0.5 * part) * now.norm ||
			    (next.norm <= rounding && t->error <= (1 - 0.5 * part) * error)))
				break;
		}
		if (k == HALVINGS) {
			t->error = error;
			t->worst = worst;
			status = TRANSPORT_STUCK;
		}
		if (status != TRANSPORT_OK)
			break;
		struct state old = now;
		now = next;
		next = old;
	}
	count_end();
	memcpy(t->weight, now.weight, n * sizeof *t->weight);
	order_free(&order);
	free(now.weight);
	free(now.lack);
	free(next.weight);
	free(next.lack);
	free(step);
	return status;
}
