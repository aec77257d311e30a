/* cells.c: link cells in levels */
#include "contact/cells.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct cells_grid {
	double lo[2], width[2];  /* origin and size of a cell */
	int n[2];                /* cells along each axis */
	int wrap[2];             /* the axis is periodic and has at least 3 cells */
	int hashed;              /* 1: n is not bounded, buckets are hashed */
	size_t first, buckets;   /* its part of the list of buckets, a power of two if hashed */
};

struct by_radius { double r; int body; };

static int compare_radius(const void *a, const void *b)
{
	double x = ((const struct by_radius *)a)->r, y = ((const struct by_radius *)b)->r;

	return (x < y) - (x > y);
}

void cells_init(struct cells *c, int n, const double *radius)
{
	struct by_radius *s = mem_new((size_t)n, sizeof *s);
	size_t cap = 0;

	memset(c, 0, sizeof *c);
	c->n = n;
	c->level = MEM_NEW(int, (size_t)n);
	c->item = mem_new((size_t)n, sizeof *c->item);
	c->key = MEM_NEW(int, (size_t)n);
	for (int b = 0; b < n; b++)
		s[b] = (struct by_radius){ radius[b], b };
	qsort(s, (size_t)n, sizeof *s, compare_radius);
	for (int k = 0; k < n; k++) {
		if (k == 0 || s[k].r < 0.5 * c->widest[c->n_level - 1]) {
			MEM_GROW(c->widest, &cap, (size_t)c->n_level + 1);
			c->widest[c->n_level++] = s[k].r;
		}
		c->level[s[k].body] = c->n_level - 1; /* level 0 is the coarsest */
	}
	c->start = MEM_ZERO(int, (size_t)c->n_level + 1);
	c->grid = mem_zero((size_t)c->n_level, sizeof *c->grid);
	for (int b = 0; b < n; b++)
		c->start[c->level[b] + 1]++;
	for (int l = 0; l < c->n_level; l++)
		c->start[l + 1] += c->start[l];
	free(s);
}

void cells_free(struct cells *c)
{
	free(c->level);
	free(c->widest);
	free(c->start);
	free(c->item);
	free(c->grid);
	free(c->bucket);
	free(c->key);
	free(c->pair);
	memset(c, 0, sizeof *c);
}

/* The grid of a level with n bodies inside lo .. hi: cells at least as wide as the widest circle and its margin. */
static void grid_init(struct cells_grid *g, const struct domain *d, int n, const double lo[2], const double hi[2],
	double width)
{
	double total = 1;

	for (int a = 0; a < 2; a++) {
		int periodic = d->set && d->periodic[a];
		double from = periodic ? d->lo[a] : lo[a], len = periodic ? d->hi[a] - d->lo[a] : hi[a] - lo[a];
		double m = fmin(floor(len / width), 1e9);

		g->lo[a] = from;
		g->wrap[a] = periodic && m >= 3;
		if (periodic) {
			g->n[a] = m >= 3 ? (int)m : 1;
			g->width[a] = len / g->n[a];
		} else {
			g->n[a] = (int)m + 1;
			g->width[a] = width;
		}
		total *= g->n[a];
	}
	g->hashed = total > 4.0 * n + 64;
	g->buckets = 16;
	if (g->hashed)
		while (g->buckets < (size_t)n)
			g->buckets *= 2;
	else
		g->buckets = (size_t)total;
}

static size_t grid_bucket(const struct cells_grid *g, int cx, int cy)
{
	if (!g->hashed)
		return (size_t)cy * (size_t)g->n[0] + (size_t)cx;
	uint64_t h = ((uint64_t)(uint32_t)cx * 0x9E3779B97F4A7C15u) ^ ((uint64_t)(uint32_t)cy * 0xC2B2AE3D27D4EB4Fu);
	return (size_t)(h >> 29) & (g->buckets - 1);
}

static int grid_cell(const struct cells_grid *g, int axis, double x)
{
	double f = floor((x - g->lo[axis]) / g->width[axis]);

	return f < 0 ? 0 : f >= g->n[axis] ? g->n[axis] - 1 : (int)f;
}

/* Sort the bodies of every level into their cells. */
static void fill(struct cells *c, const struct domain *d, const double *x, const double *y, const double *radius,
	double margin)
{
	double (*box)[4] = mem_new((size_t)c->n_level, sizeof *box);
	size_t total = 0;
	int *at;

	for (int l = 0; l < c->n_level; l++) {
		box[l][0] = box[l][1] = INFINITY;
		box[l][2] = box[l][3] = -INFINITY;
	}
	for (int b = 0; b < c->n; b++) {
		double *e = box[c->level[b]];

		e[0] = fmin(e[0], x[b]);
		e[1] = fmin(e[1], y[b]);
		e[2] = fmax(e[2], x[b]);
		e[3] = fmax(e[3], y[b]);
	}
	for (int l = 0; l < c->n_level; l++) {
		struct cells_grid *g = &c->grid[l];

		/* a little wider than needed, so that rounding in the cell of a body does not matter */
		grid_init(g, d, c->start[l + 1] - c->start[l], box[l], box[l] + 2,
		          (2 * c->widest[l] + margin) * (1 + 1e-9) + 1e-300);
		g->first = total;
		total += g->buckets + 1;
	}
	MEM_GROW(c->bucket, &c->cap_bucket, total);
	memset(c->bucket, 0, total * sizeof *c->bucket);
	for (int b = 0; b < c->n; b++) {
		struct cells_grid *g = &c->grid[c->level[b]];

		c->key[b] = (int)(g->first + grid_bucket(g, grid_cell(g, 0, x[b]), grid_cell(g, 1, y[b])));
		c->bucket[c->key[b] + 1]++;
	}
	for (int l = 0; l < c->n_level; l++) {
		at = c->bucket + c->grid[l].first;
		at[0] = c->start[l];
		for (size_t k = 0; k < c->grid[l].buckets; k++)
			at[k + 1] += at[k];
	}
	/* place from the back: starts[k+1] ends bucket k and becomes its start one by one, then all move by one */
	for (int b = c->n - 1; b >= 0; b--) {
		struct cells_grid *g = &c->grid[c->level[b]];
		int k = --c->bucket[c->key[b] + 1];

		c->item[k] = (struct cells_item){ b, grid_cell(g, 0, x[b]), grid_cell(g, 1, y[b]), x[b], y[b],
		                                  radius[b] };
	}
	for (int l = 0; l < c->n_level; l++) {
		at = c->bucket + c->grid[l].first;
		memmove(at, at + 1, c->grid[l].buckets * sizeof *at);
		at[c->grid[l].buckets] = c->start[l + 1];
	}
	free(box);
}

/* Pairs of body b with the bodies of one cell; those before b only if all is set. */
static void scan(struct cells *c, const struct cells_grid *g, int b, int cx, int cy, double x, double y, double far,
	const double len[2], int all)
{
	size_t k = g->first + grid_bucket(g, cx, cy);

	for (int z = c->bucket[k]; z < c->bucket[k + 1]; z++) {
		const struct cells_item *o = &c->item[z];

		if ((!all && o->body <= b) || o->cx != cx || o->cy != cy)
			continue;
		double dx = o->x - x, dy = o->y - y, lim = far + o->r;
		if (len[0] > 0)
			dx -= len[0] * rint(dx / len[0]);
		if (len[1] > 0)
			dy -= len[1] * rint(dy / len[1]);
		if (dx * dx + dy * dy < lim * lim) {
			MEM_GROW(c->pair, &c->cap_pair, (size_t)c->n_pair + 1);
			c->pair[c->n_pair][0] = b;
			c->pair[c->n_pair++][1] = o->body;
		}
	}
}

void cells_find(struct cells *c, const struct domain *d, const double *x, const double *y, const double *radius,
	double margin)
{
	double len[2];

	for (int a = 0; a < 2; a++)
		len[a] = d->set && d->periodic[a] ? d->hi[a] - d->lo[a] : 0;
	c->n_pair = 0;
	if (c->n == 0)
		return;
	fill(c, d, x, y, radius, margin);
	for (int b = 0; b < c->n; b++) {
		/* level 0 is the coarsest: own level and all coarser ones */
		for (int l = c->level[b]; l >= 0; l--) {
			const struct cells_grid *g = &c->grid[l];
			int at[2] = { grid_cell(g, 0, x[b]), grid_cell(g, 1, y[b]) };

			/* a body outside the box of a coarser level's bodies is clamped to its rim: nothing nearer is
			 * lost */
			for (int v = -1; v <= 1; v++) {
				int cy = at[1] + v;

				if (g->wrap[1])
					cy = cy < 0 ? cy + g->n[1] : cy >= g->n[1] ? cy - g->n[1] : cy;
				if (cy < 0 || cy >= g->n[1])
					continue;
				for (int u = -1; u <= 1; u++) {
					int cx = at[0] + u;

					if (g->wrap[0])
						cx = cx < 0 ? cx + g->n[0] : cx >= g->n[0] ? cx - g->n[0] : cx;
					if (cx < 0 || cx >= g->n[0])
						continue;
					scan(c, g, b, cx, cy, x[b], y[b], radius[b] + margin, len, l < c->level[b]);
				}
			}
		}
	}
}
