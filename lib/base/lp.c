/* lp.c: linear programs of few variables */
#include "base/lp.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"

/* Rows of conditions: a[i][k] x_k <= a[i][d]. */
typedef const double (*rows)[LP_MOST + 1];
typedef int solver(int n, rows a, const double *c, const double *lo, const double *hi, double *x);

/* Conditions for which there is room on the stack. */
enum { FEW = 64 };

/* One variable: the conditions leave an interval. */
static int solve1(int n, rows a, const double *c, const double *lo, const double *hi, double *x)
{
	double low = *lo, high = *hi;

	for (int i = 0; i < n; i++) {
		double at = a[i][1] / a[i][0];

		if (a[i][0] > 0)
			high = at < high ? at : high;
		else if (a[i][0] < 0)
			low = at > low ? at : low;
		else if (a[i][1] < 0)
			return -1;
	}
	*x = *c > 0 ? high : low;
	return low <= high + 1e-13 * fmax(fabs(low), fabs(high)) ? 0 : -1; /* two conditions may meet in one point, to rounding */
}

/* The best point on the plane of condition i. The variable e with the largest coefficient is eliminated. Its bounds become two
 * conditions on the other variables, of which there are d - 1 and which the solver `fewer` takes. */
static inline __attribute__((always_inline)) int on_plane(const int d, solver *fewer, int i, rows a, const double *c,
	const double *lo, const double *hi, double *x)
{
	double some[FEW + 2][LP_MOST + 1], (*less)[LP_MOST + 1] = i <= FEW ? some : mem_new((size_t)i + 2, sizeof *less);
	double part[LP_MOST], low[LP_MOST], high[LP_MOST], best[LP_MOST], rest = a[i][d];
	int e = 0, other[LP_MOST + 1], status = -1;

	for (int k = 1; k < d; k++)
		e = fabs(a[i][k]) > fabs(a[i][e]) ? k : e;
	for (int m = 0; m < d; m++)
		other[m] = m + (m >= e); /* all but e; the last is the right side */
	if (a[i][e] != 0) {
		/* put x_e = (b_i - sum a_ik x_k) / a_ie into the earlier conditions */
		for (int j = 0; j < i; j++) {
			double w = a[j][e] / a[i][e];

			for (int m = 0; m < d; m++)
				less[j][m] = a[j][other[m]] - w * a[i][other[m]];
		}
		/* lo_e <= x_e <= hi_e */
		for (int m = 0; m < d - 1; m++) {
			int k = other[m];

			less[i][m] = -a[i][k] / a[i][e];
			less[i + 1][m] = -less[i][m];
			part[m] = c[k] - c[e] * a[i][k] / a[i][e];
			low[m] = lo[k];
			high[m] = hi[k];
		}
		less[i][d - 1] = hi[e] - a[i][d] / a[i][e];
		less[i + 1][d - 1] = a[i][d] / a[i][e] - lo[e];
		status = fewer(i + 2, (rows)less, part, low, high, best);
	}
	if (less != some)
		free(less);
	if (status)
		return status;
	for (int m = 0; m < d - 1; m++) {
		x[other[m]] = best[m];
		rest -= a[i][other[m]] * best[m];
	}
	x[e] = rest / a[i][e];
	return 0;
}

/* d variables, a constant for the compiler. */
static inline __attribute__((always_inline)) int solve(const int d, solver *fewer, int n, rows a, const double *c,
	const double *lo, const double *hi, double *x)
{
	for (int k = 0; k < d; k++)
		x[k] = c[k] > 0 ? hi[k] : lo[k];
	for (int i = 0; i < n; i++) {
		double sum = -a[i][d], size = fabs(a[i][d]);

		for (int k = 0; k < d; k++) {
			sum += a[i][k] * x[k];
			size += fabs(a[i][k] * x[k]);
		}
		if (sum <= 1e-14 * size)
			continue;
		if (on_plane(d, fewer, i, a, c, lo, hi, x))
			return -1;
	}
	return 0;
}

#define SOLVER(d, fewer) \
	static int solve##d(int n, rows a, const double *c, const double *lo, const double *hi, double *x) \
	{ \
		return solve(d, fewer, n, a, c, lo, hi, x); \
	}
SOLVER(2, solve1)
SOLVER(3, solve2)
SOLVER(4, solve3)
SOLVER(5, solve4)

/* The last of the conditions on which solve##d would put the point is the last of d conditions that hold it. */
#define CORNER(d, fewer) \
	static int corner##d(int n, rows a, const double *c, const double *lo, const double *hi, double *x) \
	{ \
		(void)n; \
		return on_plane(d, fewer, d - 1, a, c, lo, hi, x); \
	}
CORNER(2, solve1)
CORNER(3, corner2)
CORNER(4, corner3)
CORNER(5, corner4)

int lp_corner(int d, const double (*a)[LP_MOST + 1], const double *c, const double *lo, const double *hi, double *x)
{
	static solver *const of[LP_MOST] = { solve1, corner2, corner3, corner4, corner5 };

	return of[d - 1](d, a, c, lo, hi, x);
}

int lp_solve(int d, int n, const double (*a)[LP_MOST + 1], const double *c, const double *lo, const double *hi, double *x)
{
	static solver *const of[LP_MOST] = { solve1, solve2, solve3, solve4, solve5 };

	return of[d - 1](n, a, c, lo, hi, x);
}
