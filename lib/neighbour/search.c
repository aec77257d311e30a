/* search.c: find the pairs of near bodies among many circles, by the method that takes less time */
#include "neighbour/search.h"

#include <math.h>
#include <string.h>

void search_init(struct search *s, int n, const double *radius)
{
	memset(s, 0, sizeof *s);
	s->n = n;
	for (int b = 0; b < n; b++)
		s->width += 2 * radius[b];
	cells_init(&s->cells, 2, n, radius);
	sweep_init(&s->sweep, n);
}

void search_free(struct search *s)
{
	cells_free(&s->cells);
	sweep_free(&s->sweep);
}

void search_release(struct search *s)
{
	cells_release(&s->cells);
	cells_parts_drop(s->sweep.part, s->sweep.n_part);
}

/* The width of the scene along an axis: the period, or the extent of the positions [L]. */
static double spread(const struct domain *d, int n, const double *x, int axis)
{
	double lo = INFINITY, hi = -INFINITY;

	if (d->set && d->periodic[axis])
		return d->hi[axis] - d->lo[axis];
	for (int b = 0; b < n; b++) {
		lo = x[b] < lo ? x[b] : lo;
		hi = x[b] > hi ? x[b] : hi;
	}
	return hi - lo;
}

void search_find(struct search *s, const struct domain *d, const double *x, const double *y, const double *radius, double margin)
{
	double wx = spread(d, s->n, x, 0), wy = spread(d, s->n, y, 1);
	int axis = wy > 1.5 * wx;
	/* mean number of bodies that the line crosses at a time */
	double crossed = (s->width + s->n * margin) / (axis ? wy : wx);

	s->sweep.threads = s->cells.threads = s->threads;
	s->swept = !s->heaps && !(d->set && d->tilt[0] != 0) && crossed < 10 * s->cells.n_level;
	if (s->swept && sweep_find(&s->sweep, d, x, y, radius, margin, axis)) {
		s->swept = 0;
		s->heaps = 1;
	}
	if (!s->swept)
		cells_find(&s->cells, d, (const double *const[]){ x, y }, radius, margin);
	s->pair = s->swept ? s->sweep.pair : s->cells.pair;
	s->n_pair = s->swept ? s->sweep.n_pair : s->cells.n_pair;
}
