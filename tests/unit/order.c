/* Hilbert's curve: a permutation in which neighbours on the curve are neighbours in the plane. */
#include "base/order.h"

#include <math.h>
#include <stdlib.h>

#include "tap.h"

/* Steps from one to the next of a cubic lattice. */
enum { WIDE = 8, ALL = WIDE * WIDE * WIDE };

static double step(const double x[3][ALL], const int *order, int k)
{
	double d2 = 0;

	for (int a = 0; a < 3; a++)
		d2 += (x[a][order[k]] - x[a][order[k - 1]]) * (x[a][order[k]] - x[a][order[k - 1]]);
	return sqrt(d2);
}

static void in_space(void)
{
	static double x[3][ALL];
	static char seen[ALL];
	int all = 0, inside = 0;
	double longest = 0, way = 0;

	for (int k = 0; k < ALL; k++) {
		int c = k * 389 % ALL;

		x[0][k] = c % WIDE;
		x[1][k] = c / WIDE % WIDE;
		x[2][k] = 1.01 * (c / WIDE / WIDE);
	}
	int *order = order_hilbert3(ALL, 1, x[0], x[1], x[2]);
	for (int k = 0; k < ALL; k++) {
		all += !seen[order[k]];
		seen[order[k]] = 1;
		longest = k ? fmax(longest, step(x, order, k)) : 0;
	}
	ok(all == ALL, "in space every point once");
	near(longest, 1.01, 1e-12, "and every step goes to a neighbour");
	free(order);
	order = order_hilbert3(ALL, 4, x[0], x[1], x[2]);
	for (int k = 0; k < ALL; k++) {
		inside += (int)(x[2][order[k]] / 2) == k / (ALL / 4);
		way += k ? step(x, order, k) : 0;
	}
	ok(inside == ALL, "four slabs across the longest side, of as many points");
	ok(way < 1.5 * ALL, "in which steps are short, too (%g)", way / ALL);
	free(order);
	free(order_hilbert3(0, 3, x[0], x[1], x[2]));
	/* ten points in three slabs across any longest side, which begins anywhere: four, three and three of them from below */
	static const double along[10] = { 5, -3, 0.5, 8, 2, -1, 6.5, 3, 7, 1 };
	static const int rank[10] = { 6, 0, 2, 9, 4, 1, 7, 5, 8, 3 };
	int wrong = 0;
	for (int longest = 0; longest < 3; longest++) {
		for (int k = 0; k < 10; k++)
			for (int a = 0; a < 3; a++)
				x[a][k] = a == longest ? along[k] : 20 + (k * (3 + a) % 7);
		order = order_hilbert3(10, 3, x[0], x[1], x[2]);
		for (int k = 0; k < 10; k++) {
			int r = rank[order[k]];

			wrong += (r < 4 ? 0 : r < 7 ? 1 : 2) != (k < 4 ? 0 : k < 7 ? 1 : 2);
		}
		free(order);
	}
	ok(!wrong, "slabs of ten points across each side: %d in another one", wrong);
}

int main(void)
{
	enum { SIDE = 32, N = SIDE * SIDE };
	double x[N], y[N], longest = 0;
	char seen[N] = { 0 };
	int all = 0;

	for (int k = 0; k < N; k++) { /* cells in a scrambled order */
		int c = k * 389 % N;

		x[k] = -3 + 0.5 * (c % SIDE);
		y[k] = 7 + 0.5 * (c / SIDE);
	}
	int *order = order_hilbert2(N, x, y);
	for (int k = 0; k < N; k++) {
		all += !seen[order[k]];
		seen[order[k]] = 1;
		if (k)
			longest = fmax(longest, hypot(x[order[k]] - x[order[k - 1]], y[order[k]] - y[order[k - 1]]));
	}
	ok(all == N, "every point once");
	near(longest, 0.5, 1e-12, "on a square lattice every step goes to a neighbour");
	free(order);
	x[0] = x[1] = x[2] = 5;
	y[0] = y[1] = y[2] = 6;
	order = order_hilbert2(3, x, y);
	ok(order[0] == 0 && order[1] == 1 && order[2] == 2, "points at one place keep their order");
	free(order);
	free(order_hilbert2(0, x, y));
	in_space();
	return done();
}
