/* lp_ball.c: the largest ball behind planes */
#include "base/lp_ball.h"

#include <math.h>
#include <string.h>

/* Rows of conditions: a[i][k] x_k <= a[i][4], a[i][3] = 1. */
typedef const double (*rows)[LP_MOST + 1];

/* The four planes that a ball touches, and what follows from them: the ball x; the inverse of the matrix whose rows are the
 * normals and a 1. Its last row has the weights with which the four normals add up to nothing. */
struct touching { int plane[4]; double x[4], inverse[4][4]; };

/* Begin with four planes at the same distance, outside of everything. */
static void begin(struct touching *t, double far)
{
	static const double sign[4][3] = { { 1, 1, 1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 } };
	const double part = 0.75 * 0.57735026918962576; /* 3 / 4 of the normals' components */

	for (int k = 0; k < 4; k++) {
		t->plane[k] = -1;
		t->x[k] = k == 3 ? far : 0;
		for (int a = 0; a < 4; a++)
			t->inverse[a][k] = a == 3 ? 0.25 : part * sign[k][a];
	}
}

/* How far the ball is beyond a plane. */
static inline double beyond(const struct touching *t, const double *a)
{
	return a[0] * t->x[0] + a[1] * t->x[1] + a[2] * t->x[2] + t->x[3] - a[4];
}

/* The plane that the ball is beyond the most, of those that it need not touch; *most is how far, below 0 if it is beyond none. */
static int farthest(const struct touching *t, int n, rows a, double *most)
{
	int at = -1;

	*most = -INFINITY;
	for (int k = 0; k < n; k++) {
		const double over = beyond(t, a[k]);

		if (!(over > *most) || k == t->plane[0] || k == t->plane[1] || k == t->plane[2] || k == t->plane[3])
			continue;
		at = k;
		*most = over;
	}
	return at;
}

/* Let plane k, beyond which the ball is by `over`, take the place of that of the four that keeps all weights above 0. Returns 0
 * if there is none. */
static int exchange(struct touching *t, const double *a, int k, double over)
{
	const double tiny = 1e-9; /* smaller shares may be rounding */
	double share[4], least = INFINITY;
	int out = -1;

	for (int j = 0; j < 4; j++) {
		double ratio;

		share[j] = a[0] * t->inverse[0][j] + a[1] * t->inverse[1][j] + a[2] * t->inverse[2][j] + t->inverse[3][j];
		ratio = t->inverse[3][j] / share[j];
		if (share[j] > tiny && ratio < least) {
			least = ratio;
			out = j;
		}
	}
	if (out < 0)
		return 0;
	t->plane[out] = k;
	for (int i = 0; i < 4; i++) {
		const double column = t->inverse[i][out] / share[out];

		for (int j = 0; j < 4; j++)
			t->inverse[i][j] -= share[j] * column;
		t->inverse[i][out] = column;
		t->x[i] -= over * column;
	}
	return 1;
}

/* Whether the ball surely touches these four planes and no others, and is in the box. In a lattice it touches more, but for
 * rounding. */
static int is_sure(const struct touching *t, rows a, double most, const double lo[4], const double hi[4])
{
	const double sure = 1e-7;
	int good = most < -sure * t->x[3] && t->x[3] > 0;

	for (int j = 0; j < 4 && good; j++)
		good = t->plane[j] >= 0 && t->inverse[3][j] > sure && fabs(beyond(t, a[t->plane[j]])) < 1e-3 * sure * t->x[3] &&
			t->x[j] > lo[j] && t->x[j] < hi[j];
	return good;
}

/* The ball shrinks until it is behind all planes. Each time it shrinks to the plane that it is beyond the most. Returns 0 if the
 * four planes are not found or not sure. */
static int find_touching(struct touching *t, int n, rows a, const double lo[4], const double hi[4])
{
	enum { STEPS = 50 };

	begin(t, 4 * hi[3]);
	for (int step = 0; step < STEPS; step++) {
		double most;
		int k = farthest(t, n, a, &most);

		if (!(most > 0 && exchange(t, a[k], k, most)))
			return is_sure(t, a, most, lo, hi);
	}
	return 0;
}

int lp_ball(int n, rows a, const double lo[4], const double hi[4], double x[4])
{
	static const double up[4] = { 0, 0, 0, 1 };
	struct touching t;
	double row[4][LP_MOST + 1];

	if (!find_touching(&t, n, a, lo, hi))
		return lp_solve(4, n, a, up, lo, hi, x);
	for (int k = 1; k < 4; k++) /* in the order of the rows */
		for (int j = k; j > 0 && t.plane[j - 1] > t.plane[j]; j--) {
			const int keep = t.plane[j];

			t.plane[j] = t.plane[j - 1];
			t.plane[j - 1] = keep;
		}
	for (int k = 0; k < 4; k++)
		memcpy(row[k], a[t.plane[k]], sizeof row[k]);
	return lp_corner(4, (rows)row, up, lo, hi, x);
}
