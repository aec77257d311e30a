/* heaviest.c: the greatest weight of the sites around a bucket of a grid */
#include "voronoi/heaviest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* Blocks of a level along an axis with n buckets. */
static int blocks(int n, int level)
{
	return ((n - 1) >> level) + 1;
}

void heaviest_init(struct heaviest *h, int nx, int ny, const int *start, const int *index, const double *weight)
{
	const int least = nx < ny ? nx : ny;

	memset(h, 0, sizeof *h);
	h->n[0] = nx;
	h->n[1] = ny;
	h->all = -INFINITY;
	for (int level = 0; level < HEAVIEST_LEVELS && 2 << level <= least; level++) {
		const int wide = blocks(nx, level), high = blocks(ny, level);
		double *most = MEM_NEW(double, (size_t)wide * (size_t)high);

		for (size_t b = 0; b < (size_t)wide * (size_t)high; b++)
			most[b] = -INFINITY;
		if (level == 0)
			for (size_t b = 0; b < (size_t)nx * (size_t)ny; b++)
				for (int k = start[b]; k < start[b + 1]; k++)
					most[b] = weight[index[k]] > most[b] ? weight[index[k]] : most[b];
		for (int y = 0; level > 0 && y < blocks(ny, level - 1); y++)
			for (int x = 0; x < blocks(nx, level - 1); x++) {
				const double below = h->most[level - 1][(size_t)y * (size_t)blocks(nx, level - 1) + (size_t)x];
				double *to = &most[(size_t)(y / 2) * (size_t)wide + (size_t)(x / 2)];

				*to = below > *to ? below : *to;
			}
		h->most[h->n_level++] = most;
	}
	for (size_t b = 0; b < (size_t)nx * (size_t)ny; b++)
		h->all = h->most[0][b] > h->all ? h->most[0][b] : h->all;
}

void heaviest_free(struct heaviest *h)
{
	for (int level = 0; level < h->n_level; level++)
		free(h->most[level]);
	memset(h, 0, sizeof *h);
}

/* The blocks along an axis with n buckets that hold those up to the size of a block away from bucket i. Behind a side of a
 * periodic box the last block may be smaller than others, and counts too. Returns their number. */
static int blocks_around(int to[4], int i, int n, int level, int periodic)
{
	const int size = 1 << level;
	int k = 0, turned = 0;

	for (int b = i - size; b <= i + size; b += size) {
		const int beyond = b < 0 ? -1 : b >= n;

		to[k++] = (!beyond ? b : periodic ? b - beyond * n : beyond < 0 ? 0 : n - 1) >> level;
		turned |= beyond;
	}
	if (turned)
		to[k++] = (n - 1) >> level;
	return k;
}

double heaviest_near(const struct heaviest *h, const int at[2], const int periodic[2], double step, double reach, double own)
{
	double most = h->all;

	for (int level = h->n_level - 1; level >= 0; level--) {
		const double far = reach + sqrt(reach * reach + most - own);
		int x[4], y[4];

		if (!(far <= (1 << level) * step * (1 - 1e-6)))
			break;
		const int nx = blocks_around(x, at[0], h->n[0], level, periodic[0]);
		const int ny = blocks_around(y, at[1], h->n[1], level, periodic[1]);
		most = -INFINITY;
		for (int j = 0; j < ny; j++)
			for (int i = 0; i < nx; i++) {
				const double here = h->most[level][(size_t)y[j] * (size_t)blocks(h->n[0], level) + (size_t)x[i]];

				most = here > most ? here : most;
			}
	}
	return most;
}
