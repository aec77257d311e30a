/* sized.c: sizes of grains by correcting the sizes of their cells */
#include "voronoi/sized.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/cube_root.h"

/* Corrections, at most, and how much smaller a cell may become in one. */
enum { STEPS = 200 };
static const double SHRINK = 0.1;
/* Corrections that make the worst error larger are followed by smaller ones, down to a part of the rule's. */
static const double SMALLER = 0.8, LEAST_PART = 0.2;
/* The cells get their sizes as exactly as this part of the error of the grains asks for. */
static const double CELLS = 1e-3;

/* The length whose area or volume is a number. */
static double root(double size, int dim)
{
	return dim == 3 ? cube_root(size) : sqrt(size);
}

/* The size of a cell whose grain has the size want: the part of the way that the rule of sized.h says. A cell without a grain is
 * taken for one that would have one as large as itself without the gap. */
static double correct(double size, const struct yield *y, double want, double gap, double part, int dim)
{
	double scale = y->grain > 0 ? 1 - y->inner / y->inradius * (1 - root(want / y->grain, dim)) :
		gap / y->inradius + root(want / size, dim);

	scale = 1 + part * (scale - 1);
	return size * fmax(dim == 3 ? scale * scale * scale : scale * scale, SHRINK);
}

/* Compare the grains with what is asked for, and correct the sizes of the cells. */
static void compare(struct sized *s, double *size, const struct yield *y, double total, double gap, double *part)
{
	const int n = s->cells.n;
	double all = 0, sum = 0, before = s->error;

	for (int i = 0; i < n; i++)
		all += s->share[i];
	s->error = 0;
	for (int i = 0; i < n; i++) {
		double want = s->share[i] * (total / all), error = fabs(y[i].grain - want) / want;

		if (error > s->error) {
			s->error = error;
			s->worst = i;
		}
	}
	if (s->error > before)
		*part = fmax(LEAST_PART, SMALLER * *part);
	for (int i = 0; i < n; i++) {
		size[i] = correct(size[i], &y[i], s->share[i] * (total / all), gap, *part, s->dim);
		sum += size[i];
	}
	for (int i = 0; i < n; i++)
		size[i] *= s->box[0] * s->box[1] * s->box[2] / sum;
}

/* Find the cells for the sizes and their grains. */
static enum sized_status look(struct sized *s, struct yield *y, double *total, double *gap)
{
	enum transport_status status = transport_solve(&s->cells);

	if (status != TRANSPORT_OK)
		return status == TRANSPORT_COINCIDENT ? SIZED_COINCIDENT : SIZED_STUCK;
	if (s->grains(s->cells.diagram.to, y, gap))
		return SIZED_GAP;
	*total = 0;
	for (int i = 0; i < s->cells.n; i++)
		*total += y[i].grain;
	return SIZED_OK;
}

enum sized_status sized_solve(struct sized *s)
{
	const int n = s->cells.n;
	double *size = MEM_NEW(double, (size_t)n), sum = 0, total, gap;
	struct yield *y = MEM_NEW(struct yield, (size_t)n);
	double part = 1;
	enum sized_status status;

	for (int i = 0; i < n; i++)
		sum += s->share[i];
	for (int i = 0; i < n; i++)
		size[i] = s->share[i] / sum * s->box[0] * s->box[1] * s->box[2];
	s->cells.size = size;
	s->cells.tolerance = CELLS;
	s->error = INFINITY;
	count_begin("corrections", 0, 0);
	for (s->steps = 0; ; s->steps++) {
		count_to(s->steps);
		status = look(s, y, &total, &gap);
		if (status == SIZED_OK && total == 0)
			status = SIZED_GRAINS;
		if (status != SIZED_OK)
			break;
		compare(s, size, y, total, gap, &part);
		if (s->error <= s->tolerance)
			break;
		if (s->steps == STEPS) {
			status = SIZED_GRAINS;
			break;
		}
		s->cells.tolerance = fmin(CELLS, fmax(CELLS * s->error, 1e-3 * s->tolerance));
	}
	count_end();
	s->cells.size = NULL;
	free(size);
	free(y);
	return status;
}
