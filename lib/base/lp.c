/* lp.c: linear programs of few variables */
#include "base/lp.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"

/* One variable: the conditions leave an interval. */
static int solve1(int n, const double (*a)[LP_MOST + 1], double c, double lo, double hi, double *x)
{
	for (int i = 0; i < n; i++) {
		double at = a[i][1] / a[i][0];

		if (a[i][0] > 0)
			hi = fmin(hi, at);
		else if (a[i][0] < 0)
			lo = fmax(lo, at);
		else if (a[i][1] < 0)
			return -1;
	}
	*x = c > 0 ? hi : lo;
	return lo <= hi + 1e-13 * fmax(fabs(lo), fabs(hi)) ? 0 : -1; /* two conditions may meet in one point, to rounding */
}

/* The best point on the plane of condition i. The variable e with the largest coefficient is eliminated. Its bounds become two
 * conditions on the other variables. */
static int on_plane(int d, int i, int e, const double (*a)[LP_MOST + 1], const double *c, const double *lo, const double *hi,
	double *x)
{
	double (*less)[LP_MOST + 1] = mem_new((size_t)i + 2, sizeof *less), part[LP_MOST], low[LP_MOST], high[LP_MOST];
	double best[LP_MOST], rest = a[i][d];

	/* put x_e = (b_i - sum a_ik x_k) / a_ie into the earlier conditions */
	for (int j = 0; j < i; j++) {
		double w = a[j][e] / a[i][e];

		for (int k = 0, m = 0; k <= d; k++)
			if (k != e)
				less[j][m++] = a[j][k] - w * a[i][k];
	}
	/* lo_e <= x_e <= hi_e */
	for (int k = 0, m = 0; k < d; k++) {
		if (k == e)
			continue;
		less[i][m] = -a[i][k] / a[i][e];
		less[i + 1][m] = -less[i][m];
		part[m] = c[k] - c[e] * a[i][k] / a[i][e];
		low[m] = lo[k];
		high[m++] = hi[k];
	}
	less[i][d - 1] = hi[e] - a[i][d] / a[i][e];
	less[i + 1][d - 1] = a[i][d] / a[i][e] - lo[e];
	int status = lp_solve(d - 1, i + 2, (const double (*)[LP_MOST + 1])less, part, low, high, best);
	free(less);
	if (status)
		return status;
	for (int k = 0, m = 0; k < d; k++) {
		if (k == e)
			continue;
		x[k] = best[m++];
		rest -= a[i][k] * x[k];
	}
	x[e] = rest / a[i][e];
	return 0;
}

int lp_solve(int d, int n, const double (*a)[LP_MOST + 1], const double *c, const double *lo, const double *hi, double *x)
{
	if (d == 1)
		return solve1(n, a, c[0], lo[0], hi[0], x);
	for (int k = 0; k < d; k++)
		x[k] = c[k] > 0 ? hi[k] : lo[k];
	for (int i = 0; i < n; i++) {
		double sum = -a[i][d], size = fabs(a[i][d]);
		int e = 0;

		for (int k = 0; k < d; k++) {
			sum += a[i][k] * x[k];
			size += fabs(a[i][k] * x[k]);
			if (fabs(a[i][k]) > fabs(a[i][e]))
				e = k;
		}
		if (sum <= 1e-14 * size)
			continue;
		if (a[i][e] == 0 || on_plane(d, i, e, a, c, lo, hi, x))
			return -1;
	}
	return 0;
}
