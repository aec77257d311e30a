/* lp.c: linear programs against all points where as many conditions hold as there are variables; the largest ball behind planes
 * against the general method, bit for bit */
#include "base/lp_ball.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"

enum { MOST = 24 };
static int n;
static double a[MOST][LP_MOST + 1], c[LP_MOST], lo[LP_MOST], hi[LP_MOST];

static int solve(int d, double m[LP_MOST][LP_MOST + 1], double *x)
{
	for (int k = 0; k < d; k++) {
		int p = k;

		for (int i = k + 1; i < d; i++)
			if (fabs(m[i][k]) > fabs(m[p][k]))
				p = i;
		if (fabs(m[p][k]) < 1e-12)
			return 0;
		for (int j = 0; j <= d; j++) {
			double t = m[k][j];

			m[k][j] = m[p][j];
			m[p][j] = t;
		}
		for (int i = 0; i < d; i++)
			for (int j = d; i != k && j >= k; j--)
				m[i][j] -= m[i][k] / m[k][k] * m[k][j];
	}
	for (int k = 0; k < d; k++)
		x[k] = m[k][d] / m[k][k];
	return 1;
}

/* The best of all corners that satisfy the conditions and the box, or -infinity. */
static double by_corners(int d)
{
	double all[MOST + 2 * LP_MOST][LP_MOST + 1], best = -INFINITY;
	int rows = n, pick[LP_MOST];

	memcpy(all, a, sizeof a);
	for (int k = 0; k < d; k++)
		for (int side = 0; side < 2; side++) {
			memset(all[rows], 0, sizeof all[rows]);
			all[rows][k] = side ? 1 : -1;
			all[rows++][d] = side ? hi[k] : -lo[k];
		}
	for (int k = 0; k < d; k++)
		pick[k] = k;
	for (;;) {
		double m[LP_MOST][LP_MOST + 1], x[LP_MOST], value = 0;
		int good;

		for (int k = 0; k < d; k++)
			memcpy(m[k], all[pick[k]], sizeof m[k]);
		good = solve(d, m, x);
		for (int i = 0; i < rows && good; i++) {
			double sum = 0;

			for (int k = 0; k < d; k++)
				sum += all[i][k] * x[k];
			good = sum <= all[i][d] + 1e-9;
		}
		for (int k = 0; k < d && good; k++)
			value += c[k] * x[k];
		if (good && value > best)
			best = value;
		int k = d - 1;
		while (k >= 0 && pick[k] == rows - d + k)
			k--;
		if (k < 0)
			return best;
		pick[k]++;
		for (k++; k < d; k++)
			pick[k] = pick[k - 1] + 1;
	}
}

/* The same ball as by lp_solve, of planes around a point, of planes that many balls touch, and of planes that leave nothing. */
static void balls(struct rng *g)
{
	static const double up[4] = { 0, 0, 0, 1 };
	static const double low[4] = { -7, -7, -7, -7 }, high[4] = { 7, 7, 7, 7 };
	int same = 0, none = 0, right = 0, runs = 3000;

	for (int run = 0; run < runs; run++) {
		const int even = run % 3 == 1, m = even ? 6 + 2 * (int)rng_below(g, 6) : 4 + (int)rng_below(g, 18);
		double x[4] = { 0 }, y[4] = { 0 }, least = INFINITY;

		for (int i = 0; i < m; i++) {
			double r = 0;

			for (int k = 0; k < 3; k++) {
				a[i][k] = even && i < 6 ? (i / 2 == k) * (i % 2 ? -1.0 : 1.0) : 2 * rng_uniform(g) - 1;
				r += a[i][k] * a[i][k];
			}
			for (int k = 0; k < 3; k++)
				a[i][k] /= sqrt(r);
			a[i][3] = 1;
			a[i][4] = even ? 0.75 : 0.3 + rng_uniform(g) - (run % 3 == 2) * 0.7;
		}
		int bad = lp_ball(m, (const double (*)[LP_MOST + 1])a, low, high, x);
		int wrong = lp_solve(4, m, (const double (*)[LP_MOST + 1])a, up, low, high, y);
		for (int i = 0; i < m; i++)
			least = fmin(least, a[i][4] - a[i][0] * x[0] - a[i][1] * x[1] - a[i][2] * x[2]);
		none += bad != 0;
		same += bad == wrong && (bad || memcmp(x, y, sizeof x) == 0);
		right += bad || fabs(least - x[3]) < 1e-12 || x[3] > 7 - 1e-9;
	}
	ok(same == runs, "the largest balls behind planes are those of the general method, in %d of %d programs", same, runs);
	ok(right == runs, "their radius is the distance of the nearest plane");
	ok(none < runs / 3, "most exist");
}

int main(void)
{
	struct rng g;

	rng_seed(&g, 5);
	for (int d = 1; d <= 4; d++) {
		int right = 0, allowed = 0, none = 0, runs = d == 4 ? 60 : 200;

		for (int run = 0; run < runs; run++) {
			double x[LP_MOST], value = 0, worst = 0;

			n = 1 + (int)rng_below(&g, d == 4 ? 8 : 14);
			for (int i = 0; i < n; i++) {
				for (int k = 0; k < d; k++)
					a[i][k] = 2 * rng_uniform(&g) - 1;
				a[i][d] = rng_uniform(&g) - (d == 4 ? 0.6 : 0.25);
			}
			for (int k = 0; k < d; k++) {
				c[k] = 2 * rng_uniform(&g) - 1;
				lo[k] = -1 - rng_uniform(&g);
				hi[k] = 1.2 + rng_uniform(&g);
			}
			double best = by_corners(d);
			int status = lp_solve(d, n, (const double (*)[LP_MOST + 1])a, c, lo, hi, x);
			if (best == -INFINITY) {
				none++;
				right += status != 0;
				allowed++;
				continue;
			}
			for (int k = 0; k < d && !status; k++)
				value += c[k] * x[k];
			for (int i = 0; i < n && !status; i++) {
				double sum = -a[i][d];

				for (int k = 0; k < d; k++)
					sum += a[i][k] * x[k];
				worst = fmax(worst, sum);
			}
			right += !status && fabs(value - best) < 1e-9;
			allowed += worst < 1e-9;
		}
		ok(right == runs, "%d variables: the best corner in all of %d programs, %d found", d, runs, right);
		ok(allowed == runs, "%d variables: within the conditions", d);
		ok(d == 1 || none > 0, "%d variables: some had no solution: %d", d, none);
	}
	balls(&g);
	return done();
}
