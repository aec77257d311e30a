/* raster.c: a grid through a body, and its spacing */
#include "clump/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* The most places of a grid in the body's box; bodies that need more are too thin for grids. */
#define PLACES 2e8
/* The most rows that a search for a spacing cuts. A body that fills its box well needs a tenth. */
#define ROWS 4e6

struct grid { const struct field *f; const double *origin; double h; int lo[3], hi[3]; struct intervals cut; double rows; };

static void set_spacing(struct grid *g, double h)
{
	g->h = h;
	for (int k = 0; k < 3; k++) {
		g->lo[k] = k < g->f->dim ? (int)ceil((g->f->lines.lo[k] - g->origin[k]) / h) : 0;
		g->hi[k] = k < g->f->dim ? (int)floor((g->f->lines.hi[k] - g->origin[k]) / h) : 0;
	}
}

/* Cut the row (j, k) by the body; the intervals at[.][0] .. at[.][1] are indices of places. */
static void cut_row(struct grid *g, int j, int k)
{
	const struct lines *l = &g->f->lines;

	g->cut.n = 0;
	l->cut(l->body, g->origin[1] + j * g->h, g->f->dim == 3 ? g->origin[2] + k * g->h : 0, &g->cut);
	intervals_join(&g->cut);
	for (int m = 0; m < g->cut.n; m++) {
		g->cut.at[m][0] = fmax(ceil((g->cut.at[m][0] - g->origin[0]) / g->h), g->lo[0]);
		g->cut.at[m][1] = fmin(floor((g->cut.at[m][1] - g->origin[0]) / g->h), g->hi[0]);
	}
}

static int count(struct grid *g)
{
	double n = 0;

	g->rows += (double)(g->hi[1] - g->lo[1] + 1) * (g->hi[2] - g->lo[2] + 1);
	for (int k = g->lo[2]; k <= g->hi[2]; k++)
		for (int j = g->lo[1]; j <= g->hi[1]; j++) {
			cut_row(g, j, k);
			for (int m = 0; m < g->cut.n; m++)
				n += fmax(g->cut.at[m][1] - g->cut.at[m][0] + 1, 0);
		}
	return (int)fmin(n, 2e9);
}

/* The best spacing so far. */
struct best { int n; double h; };

/* Whether spacings beside h give the same number of places. If not, some places are on the surface, and rounding decides about
 * them, perhaps on one side of the body only. */
static int steady(struct grid *g, double h, int n)
{
	for (int side = -1; side <= 1; side += 2) {
		set_spacing(g, h * (1 + side * 1e-9));
		if (count(g) != n)
			return 0;
	}
	return 1;
}

static int try(struct grid *g, int want, double h, struct best *best)
{
	set_spacing(g, h);
	int n = count(g);

	if (n > 0 && (best->n == 0 || abs(n - want) < abs(best->n - want)) && steady(g, h, n))
		*best = (struct best){ n, h };
	return n;
}

/* The number of places falls with the spacing, though not strictly. As long as places enter and leave one at a time, bisection
 * meets every number. */
static struct best find_spacing(struct grid *g, double size, int want)
{
	enum { WIDEN = 100, HALVE = 50 };
	struct best best = { 0, 0 };
	double h = g->f->dim == 3 ? cbrt(size / want) : sqrt(size / want), lo = h, hi = h;
	int n = try(g, want, h, &best);

	for (int k = 0; k < WIDEN && n < want && g->rows < ROWS; k++)
		n = try(g, want, lo /= 1.1, &best);
	if (lo == h)
		for (int k = 0; k < WIDEN && n > want; k++)
			n = try(g, want, hi *= 1.1, &best);
	for (int k = 0; k < HALVE && best.n != want && g->rows < ROWS; k++) {
		double middle = 0.5 * (lo + hi);

		if (try(g, want, middle, &best) >= want)
			lo = middle;
		else
			hi = middle;
	}
	return best;
}

/* List the places row by row. A rim of empty places around the box gives all places neighbours. */
static void put_places(struct raster *r, struct grid *g)
{
	int wide = g->hi[0] - g->lo[0] + 3, high = g->hi[1] - g->lo[1] + 3, thick = g->hi[2] - g->lo[2] + 3, n = 0;
	size_t row = (size_t)wide, layer = row * (size_t)high;
	char *in = mem_zero(layer, (size_t)thick);
	int flat = g->f->dim == 2;

	for (int k = g->lo[2]; k <= g->hi[2]; k++)
		for (int j = g->lo[1]; j <= g->hi[1]; j++) {
			cut_row(g, j, k);
			for (int m = 0; m < g->cut.n; m++)
				for (int i = (int)g->cut.at[m][0]; i <= (int)g->cut.at[m][1]; i++)
					in[(size_t)(k - g->lo[2] + 1) * layer + (size_t)(j - g->lo[1] + 1) * row +
					   (size_t)(i - g->lo[0] + 1)] = 1;
		}
	for (int k = 1; k < thick - 1; k++)
		for (int j = 1; j < high - 1; j++)
			for (int i = 1; i < wide - 1; i++) {
				size_t here = (size_t)k * layer + (size_t)j * row + (size_t)i;
				int around = 0;

				if (!in[here])
					continue;
				for (int c = flat ? 0 : -1; c <= (flat ? 0 : 1); c++)
					for (int b = -1; b <= 1; b++)
						for (int a = -1; a <= 1; a++)
							around += in[here + (size_t)(c * (long)layer + b * (long)row + a)];
				r->at[n][0] = g->origin[0] + g->h * (i - 1 + g->lo[0]);
				r->at[n][1] = g->origin[1] + g->h * (j - 1 + g->lo[1]);
				r->at[n][2] = flat ? 0 : g->origin[2] + g->h * (k - 1 + g->lo[2]);
				r->deep[n++] = around == (flat ? 9 : 27);
			}
	free(in);
}

int raster_init(struct raster *r, const struct field *f, const double origin[3], double size, int want)
{
	struct grid g = { .f = f, .origin = origin };
	double box = 1;

	memset(r, 0, sizeof *r);
	for (int k = 0; k < f->dim; k++)
		box *= f->lines.hi[k] - f->lines.lo[k];
	if (box / size * want > PLACES)
		return -1;
	struct best best = find_spacing(&g, size, want);
	if (best.n > 0) {
		r->n = best.n;
		r->h = best.h;
		r->at = mem_new((size_t)r->n, sizeof *r->at);
		r->deep = MEM_NEW(char, (size_t)r->n);
		set_spacing(&g, best.h);
		put_places(r, &g);
	}
	free(g.cut.at);
	return best.n > 0 ? 0 : -1;
}

void raster_free(struct raster *r)
{
	free(r->at);
	free(r->deep);
	memset(r, 0, sizeof *r);
}
