/* sized.c: areas of grains by correcting the areas of their cells */
#include "voronoi/sized.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/count.h"

/* Corrections, at most, and how much smaller a cell may become in one. */
enum { STEPS = 200 };
static const double SHRINK = 0.1;
/* Corrections that make the worst error larger are followed by smaller ones, down to a part of the rule's. */
static const double SMALLER = 0.8, LEAST_PART = 0.2;
/* The cells get their areas as exactly as this part of the error of the grains asks for. */
static const double CELLS = 1e-3;

/* What a cell makes of its area. */
struct yield { double grain, inradius, inner; }; /* area of the grain [L^2]; inradii of the cell and of the grain [L] */

/* Find the grains of all cells. Returns the sum of their areas. */
static double find_grains(struct yield *y, const struct voronoi *v, const struct recipe *r)
{
	struct grain_maker maker = { 0 };
	struct grain g;
	double sum = 0;

	for (int i = 0; i < v->n; i++) {
		int good = grain_make(&g, &maker, v, i, r) == GRAIN_GOOD;

		y[i].inradius = r->by_gap ? r->inradius[i] : maker.erosion.radius;
		y[i].grain = good ? g.shape.area : 0;
		y[i].inner = good ? g.inradius : 0;
		sum += y[i].grain;
	}
	grain_maker_free(&maker);
	return sum;
}

/* The area of a cell whose grain has the area want: the part of the way that the rule of sized.h says. A cell without a grain is
 * taken for one that would have one as large as itself without the gap. */
static double correct(double area, const struct yield *y, double want, double gap, double part)
{
	double scale = y->grain > 0 ? 1 - y->inner / y->inradius * (1 - sqrt(want / y->grain)) :
		gap / y->inradius + sqrt(want / area);

	scale = 1 + part * (scale - 1);
	return area * fmax(scale * scale, SHRINK);
}

/* Compare the grains with what is asked for, and correct the areas of the cells. */
static void compare(struct sized *s, double *area, const struct yield *y, double total, double gap, double *part)
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
		area[i] = correct(area[i], &y[i], s->share[i] * (total / all), gap, *part);
		sum += area[i];
	}
	for (int i = 0; i < n; i++)
		area[i] *= s->cells.box[0] * s->cells.box[1] / sum;
}

/* Find the cells for the areas and their grains. */
static enum sized_status look(struct sized *s, struct voronoi *v, struct yield *y, double *total, double *gap)
{
	struct recipe r = s->recipe;
	struct gap found;
	enum transport_status status = transport_solve(&s->cells, v);

	if (status != TRANSPORT_OK)
		return status == TRANSPORT_COINCIDENT ? SIZED_COINCIDENT : SIZED_STUCK;
	if (s->round_walls)
		voronoi_round_walls(v);
	*gap = r.erode - r.dilate;
	if (!isnan(s->void_ratio)) {
		if (recipe_solve(&r, &found, v, s->void_ratio) != GAP_OK) {
			free(r.inradius);
			return SIZED_GAP;
		}
		*gap = r.gap;
	}
	*total = find_grains(y, v, &r);
	if (!isnan(s->void_ratio))
		free(r.inradius);
	return SIZED_OK;
}

enum sized_status sized_solve(struct sized *s, struct voronoi *v)
{
	const int n = s->cells.n;
	double *area = MEM_NEW(double, (size_t)n), sum = 0, total, gap;
	struct yield *y = MEM_NEW(struct yield, (size_t)n);
	double part = 1;
	enum sized_status status;

	for (int i = 0; i < n; i++)
		sum += s->share[i];
	for (int i = 0; i < n; i++)
		area[i] = s->share[i] / sum * s->cells.box[0] * s->cells.box[1];
	s->cells.area = area;
	s->cells.tolerance = CELLS;
	s->error = INFINITY;
	count_begin("corrections", 0, 0);
	for (s->steps = 0; ; s->steps++) {
		count_to(s->steps);
		status = look(s, v, y, &total, &gap);
		if (status == SIZED_OK && total == 0)
			status = SIZED_GRAINS;
		if (status != SIZED_OK)
			break;
		compare(s, area, y, total, gap, &part);
		if (s->error <= s->tolerance)
			break;
		if (s->steps == STEPS) {
			status = SIZED_GRAINS;
			break;
		}
		s->cells.tolerance = fmin(CELLS, fmax(CELLS * s->error, 1e-3 * s->tolerance));
		voronoi_free(v);
	}
	count_end();
	s->cells.area = NULL;
	free(area);
	free(y);
	return status;
}
