/* sites.c: points that seed a Voronoi diagram */
#include "voronoi/sites.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* Sort points along rows of about their spacing, in alternating directions: a counting sort by the cells of a grid. */
static void sort_rows(double (*xy)[2], int n, double w, double h)
{
	double spacing = sqrt(w * h / n);
	int nx = (int)fmin(fmax(w / spacing, 1), n), ny = (int)fmin(fmax(h / spacing, 1), n);
	size_t n_cell = (size_t)nx * (size_t)ny;
	int *start = MEM_ZERO(int, n_cell + 1), *cell = MEM_NEW(int, (size_t)n);
	double (*old)[2] = mem_new((size_t)n, sizeof *old);

	memcpy(old, xy, (size_t)n * sizeof *old);
	for (int i = 0; i < n; i++) {
		int x = (int)(old[i][0] / w * nx), y = (int)(old[i][1] / h * ny);
		x = x < nx ? x : nx - 1;
		y = y < ny ? y : ny - 1;
		cell[i] = y * nx + (y & 1 ? nx - 1 - x : x);
		start[cell[i] + 1]++;
	}
	for (size_t c = 0; c < n_cell; c++)
		start[c + 1] += start[c];
	for (int i = 0; i < n; i++)
		memcpy(xy[start[cell[i]]++], old[i], sizeof *old);
	free(old);
	free(cell);
	free(start);
}

/* x, but below w: the product of a number below 1 and w may be rounded up to w. */
static double below(double x, double w)
{
	return x < w ? x : nextafter(w, 0);
}

void sites_random(double (*xy)[2], int n, double w, double h, struct rng *g)
{
	for (int i = 0; i < n; i++) {
		xy[i][0] = below(w * rng_uniform(g), w);
		xy[i][1] = below(h * rng_uniform(g), h);
	}
	sort_rows(xy, n, w, h);
}

void sites_jitter(double (*xy)[2], int n, double w, double h, double jitter, struct rng *g)
{
	int rows = (int)fmin(fmax(round(sqrt(n * h / w)), 1), n), i = 0;

	for (int row = 0; row < rows; row++) {
		int end = (int)((int64_t)(row + 1) * n / rows), columns = end - i;
		for (int column = 0; column < columns; column++, i++) {
			double u = 0.5 + jitter * (rng_uniform(g) - 0.5), v = 0.5 + jitter * (rng_uniform(g) - 0.5);
			xy[i][0] = below((column + u) * w / columns, w);
			xy[i][1] = below((row + v) * h / rows, h);
		}
	}
}

/* Width over height of a point's cell in an ideal lattice. */
static double cell_shape(int hexagonal)
{
	return hexagonal ? sqrt(4.0 / 3) : 1;
}

void sites_lattice_size(int n, double w, double h, int hexagonal, int even_rows, int *rows, int *columns)
{
	double ideal = cell_shape(hexagonal), best = INFINITY;

	*rows = *columns = 1;
	for (int r = 1; r <= n || r <= 2; r++) {
		if (even_rows && r % 2)
			continue;
		double c = fmax(round((double)n / r), 1);
		double stretch = w / c / (h / r) / ideal;
		double cost = fmax(stretch, 1 / stretch) - 1 + 20 * fabs(r * c / n - 1);
		if (cost < best) {
			best = cost;
			*rows = r;
			*columns = (int)c;
		}
	}
}

void sites_lattice_fit(struct lattice_fit *f, int n, double w, double h, int hexagonal, int even_rows, int rows, int columns)
{
	lattice_fit(f, 2, (double[2]){ w / cell_shape(hexagonal), h }, (int[2]){ columns, rows }, 1, even_rows ? 2 : 1, n);
}

void sites_lattice(double (*xy)[2], int rows, int columns, double w, double h, int hexagonal)
{
	for (int i = 0, r = 0; r < rows; r++)
		for (int c = 0; c < columns; c++, i++) {
			double x = hexagonal ? (r % 2 ? 0.75 : 0.25) : 0.5;
			xy[i][0] = below((c + x) * w / columns, w);
			xy[i][1] = below((r + 0.5) * h / rows, h);
		}
}
