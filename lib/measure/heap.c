/* heap.c: heights over bins, rings and sectors, and lines through them */
#include "measure/heap.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"

/* The number of sectors of ring k, whose arcs are at least two widths of a ring long if there are several. */
static int sectors(const struct heap_grid *g, int k)
{
	double width = (g->to - g->from) / g->n, middle = g->from + (k + 0.5) * width;

	return g->dim == 2 ? 1 : (int)fmax(1, fmin(HEAP_SECTORS, floor(M_PI * middle / width)));
}

int heap_heights(const struct heap_grid *g, int n, const double (*at)[3], double *height)
{
	double *top = MEM_ZERO(double, (size_t)g->n * HEAP_SECTORS);
	int inside = 0;

	for (int i = 0; i < n; i++) {
		double x = at[i][0] - g->centre[0], y = at[i][1] - g->centre[1];
		double u = g->dim == 2 ? at[i][0] : sqrt(x * x + y * y), bin = floor((u - g->from) / (g->to - g->from) * g->n);
		if (!(bin >= 0 && bin < g->n))
			continue;
		int k = (int)bin, parts = sectors(g, k), s = 0;
		if (parts > 1) /* from -pi to pi; the last sector holds its end */
			s = (int)fmin((atan2(y, x) + M_PI) / (2 * M_PI) * parts, parts - 1);
		double *cell = &top[k * HEAP_SECTORS + s];
		*cell = fmax(*cell, at[i][2] - g->floor);
		inside++;
	}
	for (int k = 0; k < g->n; k++) {
		int parts = sectors(g, k);
		height[k] = 0;
		for (int s = 0; s < parts; s++)
			height[k] += top[k * HEAP_SECTORS + s] / parts;
	}
	free(top);
	return inside;
}

int heap_peak(int n, const double *height)
{
	int peak = 0;

	for (int k = 1; k < n; k++)
		if (height[k] > height[peak])
			peak = k;
	return peak;
}

/* The slope of h = a + b x is b = sum (x - X)(h - H) / sum (x - X)^2 with the means X and H, and has the variance
 * s^2 / sum (x - X)^2, with s^2 the sum of the squares of the residuals over n - 2. */
struct heap_side heap_fit(int n, const double *height, double width, int peak, int way, double lo, double hi)
{
	double (*point)[2] = mem_new((size_t)n, sizeof *point), mean[2] = { 0, 0 }, xx = 0, xh = 0, rest = 0;
	struct heap_side side = { NAN, NAN, 0 };

	for (int k = peak; k >= 0 && k < n && height[k] > 0; k += way)
		if (height[k] >= lo && height[k] <= hi) {
			point[side.n][0] = abs(k - peak) * width;
			point[side.n++][1] = height[k];
		}
	for (int k = 0; k < side.n; k++)
		for (int d = 0; d < 2; d++)
			mean[d] += point[k][d] / side.n;
	for (int k = 0; k < side.n; k++) {
		xx += (point[k][0] - mean[0]) * (point[k][0] - mean[0]);
		xh += (point[k][0] - mean[0]) * (point[k][1] - mean[1]);
	}
	for (int k = 0; k < side.n; k++) {
		double off = point[k][1] - mean[1] - xh / xx * (point[k][0] - mean[0]);
		rest += off * off;
	}
	if (side.n > 1)
		side.angle = atan(-xh / xx) * 180 / M_PI;
	if (side.n > 2) /* the angle changes by cos^2 of it with the slope */
		side.error = sqrt(rest / (side.n - 2) / xx) / (1 + xh / xx * (xh / xx)) * 180 / M_PI;
	free(point);
	return side;
}
