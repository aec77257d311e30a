/* lines.c: mass properties from rows of voxels and from random points */
#include "solid/lines.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/rng.h"

void intervals_add(struct intervals *s, double from, double to)
{
	MEM_GROW(s->at, &s->cap, (size_t)s->n + 1);
	s->at[s->n][0] = from;
	s->at[s->n++][1] = to;
}

static int by_start(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

void intervals_join(struct intervals *s)
{
	int n = 0;

	if (s->n > 1)
		qsort(s->at, (size_t)s->n, sizeof *s->at, by_start);
	for (int k = 0; k < s->n; k++) {
		double from = s->at[k][0], to = s->at[k][1];

		if (n > 0 && from <= s->at[n - 1][1]) {
			s->at[n - 1][1] = fmax(s->at[n - 1][1], to);
		} else {
			s->at[n][0] = from;
			s->at[n++][1] = to;
		}
	}
	s->n = n;
}

/* Add the voxels of a row whose middles are in the intervals. The voxels have the width d and the middles
 * x0 + d / 2, x0 + 3 d / 2, and so on. Successive voxels form a box. */
static void add_row(struct moments3 *a, const struct intervals *s, double x0, double d, int n, double y, double z)
{
	const double v = d * d / 12;

	for (int k = 0; k < s->n; k++) {
		double from = fmax(ceil((s->at[k][0] - x0) / d - 0.5), 0), to = fmin(floor((s->at[k][1] - x0) / d - 0.5), n - 1);
		double count = to - from + 1;

		if (count > 0)
			moments3_add_spread(a, count * d * d * d, (double[3]){ x0 + 0.5 * d * (from + to + 1), y, z },
			                    (double[3]){ count * count * v, v, v });
	}
}

/* Moments of n^3 voxels about the middle of the body's box. */
static struct moments3 voxels(const struct lines *l, int n, const double middle[3], double side, struct intervals *s)
{
	struct moments3 a = { 0 };
	double d = side / n;

	count_begin("layers of voxels", 0, n);
	for (int k = 0; k < n; k++) {
		double z = d * (k + 0.5) - 0.5 * side;

		count_to(k);
		for (int j = 0; j < n; j++) {
			double y = d * (j + 0.5) - 0.5 * side;

			s->n = 0;
			l->cut(l->body, middle[1] + y, middle[2] + z, s);
			intervals_join(s);
			for (int i = 0; i < s->n; i++) {
				s->at[i][0] -= middle[0];
				s->at[i][1] -= middle[0];
			}
			add_row(&a, s, -0.5 * side, d, n, y, z);
		}
	}
	count_end();
	return a;
}

enum mass_status mass3_by_voxels(struct mass3 *m, const struct lines *l, int n)
{
	struct intervals s = { .n = 0 };
	double middle[3], side = 0;

	for (int k = 0; k < 3; k++) {
		middle[k] = 0.5 * (l->lo[k] + l->hi[k]);
		side = fmax(side, l->hi[k] - l->lo[k]);
	}
	struct moments3 a = voxels(l, n, middle, side, &s), half = { 0 };
	if (n > 1)
		half = voxels(l, n / 2, middle, side, &s);
	enum mass_status status = mass3_of_moments(m, &a, middle);
	if (status == MASS_GOOD)
		m->error = fabs(a.one - half.one);
	free(s.at);
	return status;
}

enum mass_status mass3_by_samples(struct mass3 *m, const struct lines *l, int64_t n, uint64_t seed)
{
	struct intervals s = { .n = 0 };
	struct moments3 a = { 0 };
	double middle[3], size[3], box = 1;
	int64_t hits = 0;
	struct rng g;

	for (int k = 0; k < 3; k++) {
		middle[k] = 0.5 * (l->lo[k] + l->hi[k]);
		size[k] = l->hi[k] - l->lo[k];
		box *= size[k];
	}
	rng_seed(&g, seed);
	count_begin("points", 0, (double)n);
	for (int64_t k = 0; k < n; k++) {
		double x[3];
		int in = 0;

		count_to((double)k);
		for (int d = 0; d < 3; d++)
			x[d] = size[d] * (rng_uniform(&g) - 0.5);
		s.n = 0;
		l->cut(l->body, middle[1] + x[1], middle[2] + x[2], &s);
		for (int i = 0; i < s.n; i++)
			in |= s.at[i][0] <= middle[0] + x[0] && middle[0] + x[0] <= s.at[i][1];
		if (in)
			moments3_add(&a, box / (double)n, x);
		hits += in;
	}
	count_end();
	free(s.at);
	double p = (double)hits / (double)n;
	enum mass_status status = mass3_of_moments(m, &a, middle);
	if (status == MASS_GOOD)
		m->error = box * sqrt(p * (1 - p) / (double)n);
	return status;
}
