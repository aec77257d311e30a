/* laplacian.c: equations of graph Laplacians by conjugate gradients with multigrid */
#include "voronoi/laplacian.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* A level of so few unknowns is the last one. Above it groups of GROUP unknowns become one. */
enum { FEW = 6, GROUP = 4, LAST_SWEEPS = 20 };
/* Groups move as one, which makes a smooth field about twice as stiff as it is; so corrections are taken longer. Below 2 the
 * preconditioner stays positive definite. */
static const double OVERCORRECTION = 1.6;

static void level_begin(struct laplacian_level *f, int n, size_t *first, int *to, double *value)
{
	f->n = n;
	f->first = first;
	f->to = to;
	f->value = value;
	f->diagonal = MEM_ZERO(double, (size_t)n);
	f->x = MEM_NEW(double, (size_t)n);
	f->b = MEM_NEW(double, (size_t)n);
	f->r = MEM_NEW(double, (size_t)n);
	for (int i = 0; i < n; i++)
		for (size_t k = first[i]; k < first[i + 1]; k++)
			f->diagonal[i] += value[k];
}

/* Make the next level: edges between two groups become one, whose value is their sum. */
static void coarsen(struct laplacian_level *coarse, const struct laplacian_level *f)
{
	int n = f->group[f->n - 1] + 1;
	size_t *first = MEM_NEW(size_t, (size_t)n + 1), n_edge = 0;
	size_t *seen = MEM_NEW(size_t, (size_t)n); /* the edge to each group, if not before first[g] */
	int *to = MEM_NEW(int, f->first[f->n] + 1);
	double *value = MEM_NEW(double, f->first[f->n] + 1);

	for (int g = 0; g < n; g++)
		seen[g] = SIZE_MAX;
	for (int g = 0, i = 0; g < n; g++) {
		first[g] = n_edge;
		for (; i < f->n && f->group[i] == g; i++)
			for (size_t k = f->first[i]; k < f->first[i + 1]; k++) {
				int other = f->group[f->to[k]];

				if (other == g)
					continue;
				if (seen[other] == SIZE_MAX || seen[other] < first[g]) {
					seen[other] = n_edge;
					to[n_edge] = other;
					value[n_edge++] = 0;
				}
				value[seen[other]] += f->value[k];
			}
	}
	first[n] = n_edge;
	free(seen);
	level_begin(coarse, n, first, to, value);
}

void laplacian_init(struct laplacian *l, int n, size_t *first, int *to, double *value, const int *group)
{
	memset(l, 0, sizeof *l);
	level_begin(&l->level[l->n_level++], n, first, to, value);
	while (l->level[l->n_level - 1].n > FEW && l->n_level < LAPLACIAN_LEVELS) {
		struct laplacian_level *f = &l->level[l->n_level - 1];

		f->group = MEM_NEW(int, (size_t)f->n);
		for (int i = 0; i < f->n; i++)
			f->group[i] = l->n_level == 1 ? group[i] : i / GROUP;
		coarsen(&l->level[l->n_level++], f);
	}
}

void laplacian_free(struct laplacian *l)
{
	for (int k = 0; k < l->n_level; k++) {
		struct laplacian_level *f = &l->level[k];

		free(f->first);
		free(f->to);
		free(f->value);
		free(f->diagonal);
		free(f->group);
		free(f->x);
		free(f->b);
		free(f->r);
	}
	memset(l, 0, sizeof *l);
}

/* A step of Gauss and Seidel's method for unknown i. */
static inline void relax(struct laplacian_level *f, int i)
{
	double sum = f->b[i];

	for (size_t k = f->first[i]; k < f->first[i + 1]; k++)
		sum += f->value[k] * f->x[f->to[k]];
	if (f->diagonal[i] > 0)
		f->x[i] = sum / f->diagonal[i];
}

/* y = b - A x; without b, y = A x. */
static void residual(const struct laplacian_level *f, double *y, const double *b, const double *x)
{
	for (int i = 0; i < f->n; i++) {
		double sum = f->diagonal[i] * x[i];

		for (size_t k = f->first[i]; k < f->first[i + 1]; k++)
			sum -= f->value[k] * x[f->to[k]];
		y[i] = b ? b[i] - sum : sum;
	}
}

/* Improve x of a level: relax forwards, correct by the next level, relax backwards. The next level is visited twice. */
static void cycle(struct laplacian *l, int at)
{
	struct laplacian_level *f = &l->level[at];
	int last = at + 1 == l->n_level;

	for (int sweep = 0; sweep < (last ? LAST_SWEEPS : 1); sweep++) {
		for (int i = 0; i < f->n; i++)
			relax(f, i);
		if (last)
			for (int i = f->n - 1; i >= 0; i--)
				relax(f, i);
	}
	if (last)
		return;
	struct laplacian_level *coarse = f + 1;
	residual(f, f->r, f->b, f->x);
	memset(coarse->b, 0, (size_t)coarse->n * sizeof *coarse->b);
	memset(coarse->x, 0, (size_t)coarse->n * sizeof *coarse->x);
	for (int i = 0; i < f->n; i++)
		coarse->b[f->group[i]] += f->r[i];
	cycle(l, at + 1);
	cycle(l, at + 1);
	for (int i = 0; i < f->n; i++)
		f->x[i] += OVERCORRECTION * coarse->x[f->group[i]];
	for (int i = f->n - 1; i >= 0; i--)
		relax(f, i);
}

static double dot(int n, const double *a, const double *b)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

static void remove_mean(int n, double *x)
{
	double mean = 0;

	for (int i = 0; i < n; i++)
		mean += x[i];
	mean /= n;
	for (int i = 0; i < n; i++)
		x[i] -= mean;
}

int laplacian_solve(struct laplacian *l, double *x, const double *b, double tolerance, int limit)
{
	struct laplacian_level *f = &l->level[0];
	const int n = f->n;
	double *r = MEM_NEW(double, (size_t)n), *p = MEM_ZERO(double, (size_t)n), *q = MEM_NEW(double, (size_t)n);
	double before = 1, goal;
	int step = 0;

	memset(x, 0, (size_t)n * sizeof *x);
	memcpy(r, b, (size_t)n * sizeof *r);
	remove_mean(n, r);
	goal = tolerance * sqrt(dot(n, r, r));
	for (; sqrt(dot(n, r, r)) > goal; step++) {
		if (step == limit) {
			step = -1;
			break;
		}
		memcpy(f->b, r, (size_t)n * sizeof *r);
		memset(f->x, 0, (size_t)n * sizeof *f->x);
		cycle(l, 0);
		remove_mean(n, f->x);
		double now = dot(n, r, f->x), ratio = step ? now / before : 0;
		for (int i = 0; i < n; i++)
			p[i] = f->x[i] + ratio * p[i];
		before = now;
		residual(f, q, NULL, p);
		double length = now / dot(n, p, q);
		for (int i = 0; i < n; i++) {
			x[i] += length * p[i];
			r[i] -= length * q[i];
		}
		remove_mean(n, r);
	}
	remove_mean(n, x);
	free(r);
	free(p);
	free(q);
	return step;
}
