/* cell_sizes.c: the areas or volumes that an option --sizes asks for */
#include "common/cell_sizes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/distribution.h"
#include "common/tool.h"

/* The least area of a cell beside the mean: with less, rounding of coordinates spoils the area. */
static const double LEAST = 1e-10;

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

	distribution_parse(&d, text);
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

double *cell_sizes(const char *text, int n, int dim)
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
	if (!(least * n >= LEAST * sum))
		opt_fail("sizes", "the smallest %s would be %.2g times the mean one, expected %g or more; let sizes spread less",
			dim == 3 ? "volume" : "area", least * n / sum, LEAST);
	return size;
}
