/* cells3.c: link cells in space find every pair of balls that are near, once, for any sizes and placements: compared with all
 * pairs. What they find, and its order, does not depend on the number of threads. */
#include "neighbour/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"

struct scene {
	const char *name;
	int n;
	double lo[3], hi[3];
	int periodic[3];
	double ratio, biggest, margin;
	int heaps;
	double tilt[3]; /* periods: xy of Lx, xz of Lx, yz of Ly */
};

static const struct scene scenes[] = {
	{ "equal sizes, periodic", 300, { -3, 2, 11 }, { 4, 8.3, 17.9 }, { 1, 1, 1 }, 1, 0.5, 0.1, 0, { 0, 0, 0 } },
	{ "periodic along y, size ratio 30", 300, { -3, 2, 11 }, { 4, 8.3, 17.9 }, { 0, 1, 0 }, 30, 1.2, 0.05, 0, { 0, 0, 0 } },
	{ "periodic along x and z, ratio 1000", 250, { -3, 2, 11 }, { 2, 8.3, 14.9 }, { 1, 0, 1 }, 1000, 1.2, 0.001, 0, { 0, 0, 0 } },
	{ "three cells to the box", 60, { 0, 0, 0 }, { 3.03, 3.01, 3.05 }, { 1, 1, 1 }, 2, 0.5, 0.005, 0, { 0, 0, 0 } },
	{ "two cells along one axis", 60, { 0, 0, 0 }, { 3.03, 2.4, 3.05 }, { 1, 1, 1 }, 2, 0.5, 0.005, 0, { 0, 0, 0 } },
	{ "balls larger than half the box", 20, { 0, 0, 0 }, { 1.7, 2.9, 2.2 }, { 1, 1, 1 }, 3, 0.9, 0.1, 0, { 0, 0, 0 } },
	{ "sparse and far apart", 150, { -1e7, -1e7, -2e7 }, { 1e7, 1e7, 1e7 }, { 0, 0, 0 }, 4, 1.5e6, 1, 0, { 0, 0, 0 } },
	{ "on a line", 150, { 5, 1, -3 }, { 5, 60, -3 }, { 0, 0, 0 }, 4, 1, 0.1, 0, { 0, 0, 0 } },
	{ "at one place", 12, { 5, 1, 2 }, { 5, 1, 2 }, { 0, 0, 0 }, 4, 1, 0.1, 0, { 0, 0, 0 } },
	{ "no margin, flat", 300, { 0, 0, 0 }, { 10, 12, 0.9 }, { 1, 0, 0 }, 5, 0.7, 0, 0, { 0, 0, 0 } },
	{ "heaps far apart, periodic", 250, { -3e5, 1, 7 }, { 5e5, 1.2e6, 9e5 }, { 1, 1, 1 }, 10, 2.1, 0.2, 30, { 0, 0, 0 } },
	{ "heaps far apart, open", 250, { -3e5, 1, 7 }, { 5e5, 1.2e6, 9e5 }, { 0, 0, 0 }, 10, 2.1, 0.2, 30, { 0, 0, 0 } },
	{ "tilted in all ways", 300, { -3, 2, 11 }, { 4, 8.3, 17.9 }, { 1, 1, 1 }, 3, 0.5, 0.1, 0, { 0.31, -0.47, 0.22 } },
	{ "tilted by many periods", 300, { -3, 2, 11 }, { 4, 8.3, 17.9 }, { 1, 1, 1 }, 3, 0.5, 0.1, 0, { -7.31, 12.47, 3.78 } },
	{ "tilted, size ratio 100", 300, { -3, 2, 11 }, { 4, 8.3, 17.9 }, { 1, 1, 1 }, 100, 0.9, 0.02, 0, { 0.5, 0.5, -0.5 } },
	{ "tilted xy, open along z", 300, { -3, 2, 11 }, { 4, 8.3, 17.9 }, { 1, 1, 0 }, 2, 0.5, 0.1, 0, { 0.43, 0, 0 } },
	{ "tilted xz, open along y", 300, { -3, 2, 11 }, { 4, 8.3, 17.9 }, { 1, 0, 1 }, 2, 0.5, 0.1, 0, { 0, -0.39, 0 } },
	{ "tilted yz, open along x", 300, { -3, 2, 11 }, { 4, 8.3, 17.9 }, { 0, 1, 1 }, 2, 0.5, 0.1, 0, { 0, 0, 0.27 } },
	{ "tilted, three cells to the box", 60, { 0, 0, 0 }, { 3.03, 3.01, 3.05 }, { 1, 1, 1 }, 2, 0.5, 0.005, 0, { 0.3, 0.4, -0.2 } },
	{ "tilted, two cells along y", 60, { 0, 0, 0 }, { 3.03, 2.4, 3.05 }, { 1, 1, 1 }, 2, 0.5, 0.005, 0, { 0.3, 0.4, -0.2 } },
	{ "tilted, two cells along z", 60, { 0, 0, 0 }, { 3.03, 3.4, 2.05 }, { 1, 1, 1 }, 2, 0.5, 0.005, 0, { 0.3, 0.4, -0.2 } },
	{ "tilted yz, two cells along z", 60, { 0, 0, 0 }, { 6.03, 3.4, 2.05 }, { 1, 1, 1 }, 2, 0.5, 0.005, 0, { 0, 0, -0.4 } },
	{ "tilted xz, two cells along z", 60, { 0, 0, 0 }, { 6.03, 5.4, 2.05 }, { 1, 1, 1 }, 2, 0.5, 0.005, 0, { 0, 0.4, 0 } },
	{ "tilted xy, two cells along y", 60, { 0, 0, 0 }, { 6.03, 2.4, 5.05 }, { 1, 1, 1 }, 2, 0.5, 0.005, 0, { 0.4, 0, 0 } },
	{ "tilted, balls larger than half the box", 20, { 0, 0, 0 }, { 1.7, 2.9, 2.2 }, { 1, 1, 1 }, 3, 0.9, 0.1, 0,
		{ 0.45, -0.45, 0.45 } },
	{ "tilted, heaps far apart", 250, { -3e5, 1, 7 }, { 5e5, 1.2e6, 9e5 }, { 1, 1, 1 }, 10, 2.1, 0.2, 30, { 0.2, -0.3, 0.4 } },
	{ "one ball", 1, { 0, 0, 0 }, { 1.1, 1.3, 1 }, { 1, 1, 1 }, 1, 0.9, 0.2, 0, { 0, 0, 0 } },
	{ "two balls", 2, { 0, 0, 0 }, { 1.1, 1.3, 1.2 }, { 1, 0, 1 }, 1, 0.9, 0.2, 0, { 0, 0, 0 } },
};

/* The distance of the nearest images. */
static double distance(const struct scene *s, double (*const x)[3], int i, int j)
{
	double p[3], d[3], d2 = INFINITY;
	int most[3];

	for (int a = 0; a < 3; a++) {
		p[a] = s->hi[a] - s->lo[a];
		d[a] = x[j][a] - x[i][a];
		most[a] = s->periodic[a] ? 2 : 0;
	}
	for (int w = -most[2]; w <= most[2]; w++)
		for (int v = -most[1]; v <= most[1]; v++) {
			double z = d[2] + w * p[2], off = w * s->tilt[2], y = d[1] + (v - rint(off) + off) * p[1];
			double over = w * s->tilt[1] + (v - rint(off)) * s->tilt[0];

			for (int u = -most[0]; u <= most[0]; u++) {
				double l = d[0] + (u - rint(over) + over) * p[0];

				d2 = fmin(d2, l * l + y * y + z * z);
			}
		}
	return sqrt(d2);
}

struct result { int close, missed, twice, far, differ, infinite; };

static void compare(const struct scene *s, struct cells *c, double (*const x)[3], const double *r, struct result *sum)
{
	const struct domain d = { .lo = { s->lo[0], s->lo[1], s->lo[2] }, .hi = { s->hi[0], s->hi[1], s->hi[2] },
		.periodic = { s->periodic[0], s->periodic[1], s->periodic[2] }, .set = 1,
		.tilt = { s->tilt[0] * (s->hi[0] - s->lo[0]), s->tilt[1] * (s->hi[0] - s->lo[0]), s->tilt[2] * (s->hi[1] - s->lo[1]) } };
	size_t n = (size_t)s->n;
	double *at[3];
	char *seen = calloc(n * n, 1);

	for (int a = 0; a < 3; a++) {
		at[a] = malloc(n * sizeof *at[a]);
		for (int k = 0; k < s->n; k++)
			at[a][k] = x[k][a];
	}
	c->threads = 1;
	cells_find(c, &d, (const double *const *)at, r, s->margin);
	int pairs = c->n_pair;
	void *first = malloc((size_t)pairs * sizeof *c->pair + 1);
	if (pairs)
		memcpy(first, c->pair, (size_t)pairs * sizeof *c->pair);
	for (int k = 0; k < pairs; k++) {
		int i = c->pair[k][0], j = c->pair[k][1];

		sum->infinite += isinf(r[i]) || isinf(r[j]);
		sum->twice += i == j || seen[i * s->n + j];
		seen[i * s->n + j] = seen[j * s->n + i] = 1;
	}
	for (int i = 0; i < s->n; i++)
		for (int j = i + 1; j < s->n; j++) {
			double l = distance(s, x, i, j), near = r[i] + r[j] + s->margin;
			int is = isfinite(near) && l < near * (1 - 1e-9), may = isfinite(near) && l < near * (1 + 1e-9);

			sum->close += is;
			sum->missed += is && !seen[i * s->n + j];
			sum->far += !may && seen[i * s->n + j];
		}
	for (c->threads = 2; c->threads <= 8; c->threads *= 2) {
		cells_find(c, &d, (const double *const *)at, r, s->margin);
		sum->differ += c->n_pair != pairs || (pairs && memcmp(first, c->pair, (size_t)pairs * sizeof *c->pair));
	}
	for (int a = 0; a < 3; a++)
		free(at[a]);
	free(first);
	free(seen);
}

static void run(const struct scene *s, uint64_t seed)
{
	struct result sum = { 0 };
	double (*x)[3] = malloc((size_t)s->n * sizeof *x), *r = malloc((size_t)s->n * sizeof *r);
	struct cells c;
	struct rng g;

	rng_seed(&g, seed);
	for (int k = 0; k < s->n; k++) {
		r[k] = s->biggest * pow(s->ratio, -rng_uniform(&g));
		if (k % 50 == 49)
			r[k] = INFINITY; /* what is endless is not looked for */
	}
	cells_init(&c, 3, s->n, r);
	for (int turn = 0; turn < 3; turn++) {
		for (int k = 0; k < s->n; k++)
			for (int a = 0; a < 3; a++) {
				double p = s->hi[a] - s->lo[a];

				x[k][a] = s->lo[a] + p * rng_uniform(&g);
				if (k % 10 == a) /* on the edges of cells and domain */
					x[k][a] = s->lo[a];
				if (s->heaps && k >= s->heaps)
					x[k][a] = x[k % s->heaps][a] + 6 * (rng_uniform(&g) - 0.5);
				if (s->periodic[a])
					x[k][a] -= x[k][a] < s->lo[a] ? -p : x[k][a] >= s->hi[a] ? p : 0;
			}
		compare(s, &c, x, r, &sum);
		if (turn == 1)
			cells_release(&c); /* goes on without its memory */
	}
	ok(!sum.missed && !sum.twice && !sum.far && !sum.infinite && sum.close >= (s->n > 2 ? 20 : s->n - 1),
	   "%s: %d pairs, %d missed, %d twice, %d too far", s->name, sum.close, sum.missed, sum.twice, sum.far);
	ok(!sum.differ, "%s: the same for 2, 4 and 8 threads", s->name);
	cells_free(&c);
	free(x);
	free(r);
}

int main(void)
{
	struct cells none;
	const struct domain open = { .set = 0 };
	const double *const at[3] = { NULL, NULL, NULL };

	for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
		run(&scenes[k], 41 + k);
	cells_init(&none, 3, 0, NULL);
	cells_find(&none, &open, at, NULL, 0.1);
	ok(none.n_pair == 0, "none of none");
	cells_free(&none);
	return done();
}
