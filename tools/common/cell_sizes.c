/* cell_sizes.c: cells and grains with the areas or volumes that an option --sizes asks for */
#include "common/cell_sizes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cube_root.h"
#include "common/distribution.h"
#include "common/tool.h"

/* The least area of a cell beside the mean: with less, rounding of coordinates spoils the area. */
static const double LEAST = 1e-10;
/* Errors of areas or volumes, relative to them: at the end, and while sites still move. */
static const double ERROR = 1e-7, ERROR_LLOYD = 0.1;

static double *listed(const char *path, int n)
{
	double *size;
	int width, *line, rows = tool_load_rows(path, 1, 1, &width, &size, &line);

	if (rows != n)
		tool_fail(EXIT_USAGE, "%s: found %d sizes, expected %d, one for each site", path, rows, n);
	for (int i = 0; i < n; i++)
		if (!(size[i] > 0))
			tool_fail(EXIT_INPUT, "%s:%d: size %g, expected above 0", path, line[i], size[i]);
	free(line);
	return size;
}

static double *distributed(const char *text, int n, int dim)
{
	double *size = MEM_NEW(double, (size_t)n);
	struct sizes d = { .dim = dim };
	struct rng g;

	distribution_parse(&d, text, ", list:FILE");
	for (int i = 0; i < n; i++)
		size[i] = sizes_quantile(&d, (i + 0.5) / n);
	free((void *)d.curve);
	rng_seed(&g, ~(uint64_t)tool_seed); /* not that of the sites */
	for (int i = n - 1; i > 0; i--) {
		int j = (int)rng_below(&g, (uint64_t)i + 1);
		double old = size[i];

		size[i] = size[j];
		size[j] = old;
	}
	return size;
}

static double *find_sizes(const char *text, int n, int dim)
{
	double *size = strncmp(text, "list:", 5) == 0 ? listed(text + 5, n) : distributed(text, n, dim);
	double sum = 0, most = 0, least = INFINITY;

	for (int i = 0; i < n; i++)
		most = fmax(most, size[i]);
	for (int i = 0; i < n; i++) { /* relative to the largest, so that nothing overflows */
		size[i] /= most;
		size[i] *= dim == 3 ? size[i] * size[i] : size[i];
		sum += size[i];
		least = fmin(least, size[i]);
	}
	if (least * n >= LEAST * sum)
		return size;
	free(size);
	if (!(most > 0 && most < INFINITY))
		opt_fail("sizes", "the largest size would be %g, expected a finite number above 0; let sizes spread less", most);
	opt_fail("sizes", "the smallest %s would be %.2g times the mean one, expected %g or more; let sizes spread less",
		dim == 3 ? "volume" : "area", least * n / sum, LEAST);
}

void cell_sizes_begin(struct sized *s, const char *text)
{
	const int n = s->cells.n;
	const double pi = 3.14159265358979323846;
	double *share = find_sizes(text, n, s->dim), sum = 0;

	for (int i = 0; i < n; i++)
		sum += share[i];
	for (int i = 0; i < n; i++)
		share[i] *= s->box[0] * s->box[1] * s->box[2] / sum;
	s->share = share;
	s->tolerance = ERROR;
	s->cells.weight = MEM_NEW(double, (size_t)n);
	for (int i = 0; i < n; i++) { /* the square radius of a disk or ball of this size */
		double r = s->dim == 3 ? cube_root(0.75 * share[i] / pi) : 0;

		s->cells.weight[i] = s->dim == 3 ? r * r : share[i] / pi;
	}
}

enum sized_status cell_sizes_solve(struct sized *s, int of_grains, int last)
{
	const char *size = s->dim == 3 ? "volume" : "area";
	struct transport *t = &s->cells;
	enum sized_status status;

	if (last && of_grains) {
		status = sized_solve(s);
	} else {
		t->size = s->share;
		t->tolerance = last ? ERROR : ERROR_LLOYD;
		enum transport_status cells = transport_solve(t);
		status = cells == TRANSPORT_OK ? SIZED_OK : cells == TRANSPORT_COINCIDENT ? SIZED_COINCIDENT : SIZED_STUCK;
		s->error = t->error;
	}
	if (status == SIZED_STUCK)
		tool_fail(EXIT_NUMERICS, "cell %d does not get the %s that --sizes asks for: the error is %.2g of it; use sites that are "
			"more evenly spread, or sizes that are less", t->worst + 1, size, t->error);
	if (status == SIZED_GRAINS)
		tool_fail(EXIT_NUMERICS, "grain %d does not get the %s that --sizes asks for: the error is %.2g of it after %d "
			"corrections; use --sizes-of cells, --lloyd, or a smaller --void-ratio or --erode", s->worst + 1, size, s->error, s->steps);
	return status;
}

void cell_sizes_note(const struct sized *s, const char *what)
{
	tool_note("the %s of the %s are those of --sizes within %.2g of each", s->dim == 3 ? "volumes" : "areas", what, s->error);
}

void cell_sizes_free(struct sized *s)
{
	free(s->cells.weight);
	free((void *)s->share);
}
