/* Hilbert's curve: a permutation in which neighbours on the curve are neighbours in the plane. */
#include "base/order.h"

#include <math.h>
#include <stdlib.h>

#include "tap.h"

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
	int *order = order_hilbert(N, x, y);
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
	order = order_hilbert(3, x, y);
	ok(order[0] == 0 && order[1] == 1 && order[2] == 2, "points at one place keep their order");
	free(order);
	free(order_hilbert(0, x, y));
	return done();
}
