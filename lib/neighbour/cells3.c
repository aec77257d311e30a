/* cells3.c: link cells in levels, in space */
#include "neighbour/cells3.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/share.h"

struct cells3_grid {
	double lo[3], per[3];    /* origin, and cells per length */
	int n[3];                /* cells along each axis */
	int wrap[3];             /* the axis is periodic and has at least 3 cells */
	int hashed;              /* 1: n is not bounded, buckets are hashed */
	size_t first, buckets;   /* its part of the list of buckets, a power of two if hashed */
};

struct by_radius { double r; int body; };

static int compare_radius(const void *a, const void *b)
{
	const struct by_radius *p = a, *q = b;

	if (p->r != q->r)
		return p->r < q->r ? 1 : -1;
	return (p->body > q->body) - (p->body < q->body);
}

void cells3_init(struct cells3 *c, int n, const double *radius)
{
	struct by_radius *s = mem_new((size_t)n, sizeof *s);
	size_t cap = 0;
	int m = 0;

	memset(c, 0, sizeof *c);
	c->n = n;
	c->level = MEM_NEW(int, (size_t)n);
	for (int b = 0; b < n; b++) {
		c->level[b] = -1;
		if (isfinite(radius[b]))
			s[m++] = (struct by_radius){ radius[b], b };
	}
	qsort(s, (size_t)m, sizeof *s, compare_radius);
	for (int k = 0; k < m; k++) {
		if (k == 0 || s[k].r < 0.25 * c->widest[c->n_level - 1]) {
			MEM_GROW(c->widest, &cap, (size_t)c->n_level + 1);
			c->widest[c->n_level++] = s[k].r;
		}
		c->level[s[k].body] = c->n_level - 1; /* level 0 is the coarsest */
	}
	c->start = MEM_ZERO(int, (size_t)c->n_level + 1);
	c->grid = mem_zero((size_t)c->n_level, sizeof *c->grid);
	for (int b = 0; b < n; b++)
		if (c->level[b] >= 0)
			c->start[c->level[b] + 1]++;
	for (int l = 0; l < c->n_level; l++)
		c->start[l + 1] += c->start[l];
	free(s);
}

void cells3_free(struct cells3 *c)
{
	free(c->level);
	free(c->widest);
	free(c->start);
	free(c->item);
	free(c->grid);
	free(c->bucket);
	free(c->key);
	cells_parts_free(c->part, c->n_part);
	memset(c, 0, sizeof *c);
}

void cells3_rest(struct cells3 *c)
{
	MEM_DROP(c->bucket, &c->cap_bucket);
	free(c->item);
	free(c->key);
	c->item = NULL;
	c->key = NULL;
	cells_parts_drop(c->part, c->n_part);
}

/* The grid of a level with n balls inside lo .. hi: cells at least as wide as the widest ball and its margin. */
static void grid_init(struct cells3_grid *g, const struct domain *d, int n, const double lo[3], const double hi[3], double width)
{
	double total = 1;

	for (int a = 0; a < 3; a++) {
		int periodic = d->set && d->periodic[a];
		double from = periodic ? d->lo[a] : lo[a], len = periodic ? d->hi[a] - d->lo[a] : hi[a] - lo[a];
		double m = fmin(floor(len / width), 1e6);

		g->lo[a] = from;
		g->wrap[a] = periodic && m >= 3;
		if (periodic) {
			g->n[a] = m >= 3 ? (int)m : 1;
			g->per[a] = g->n[a] / len;
		} else {
			g->n[a] = (int)m + 1;
			g->per[a] = m < 1e6 ? 1 / width : g->n[a] / len;
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

static inline size_t grid_bucket(const struct cells3_grid *g, int cx, int cy, int cz)
{
	if (!g->hashed)
		return ((size_t)cz * (size_t)g->n[1] + (size_t)cy) * (size_t)g->n[0] + (size_t)cx;
	uint64_t h = ((uint64_t)(uint32_t)cx * 0x9E3779B97F4A7C15u) ^ ((uint64_t)(uint32_t)cy * 0xC2B2AE3D27D4EB4Fu) ^
	             ((uint64_t)(uint32_t)cz * 0x165667B19E3779F9u);
	return (size_t)(h >> 29) & (g->buckets - 1);
}

static inline int grid_cell(const struct cells3_grid *g, int axis, double x)
{
	double f = (x - g->lo[axis]) * g->per[axis];

	return f < 0 ? 0 : f >= g->n[axis] ? g->n[axis] - 1 : (int)f;
}

/* The boxes of the balls of every level. */
static void level_boxes(const struct cells3 *c, const double *const x[3], double (*box)[6])
{
	for (int l = 0; l < c->n_level; l++)
		for (int a = 0; a < 3; a++) {
			box[l][a] = INFINITY;
			box[l][3 + a] = -INFINITY;
		}
	for (int b = 0; b < c->n; b++)
		for (int a = 0; a < 3 && c->level[b] >= 0; a++) {
			double *e = box[c->level[b]];

			e[a] = x[a][b] < e[a] ? x[a][b] : e[a];
			e[3 + a] = x[a][b] > e[3 + a] ? x[a][b] : e[3 + a];
		}
}

/* Sort the balls of every level into their cells; those of a bucket stand in ascending order. */
static void fill(struct cells3 *c, const struct domain *d, const double *const x[3], const double *radius, double margin)
{
	double (*box)[6] = mem_new((size_t)c->n_level, sizeof *box);
	size_t total = 0;

	level_boxes(c, x, box);
	for (int l = 0; l < c->n_level; l++) {
		struct cells3_grid *g = &c->grid[l];

		grid_init(g, d, c->start[l + 1] - c->start[l], box[l], box[l] + 3,
		          (2 * c->widest[l] + margin) * (1 + 1e-6) + 1e-300);
		g->first = total;
		total += g->buckets + 1;
	}
	free(box);
	MEM_GROW(c->bucket, &c->cap_bucket, total + 1); /* something, also where nothing has an end */
	if (!c->item) {
		c->item = mem_new((size_t)c->n, sizeof *c->item);
		c->key = MEM_NEW(int, (size_t)c->n);
	}
	memset(c->bucket, 0, total * sizeof *c->bucket);
	for (int b = 0; b < c->n; b++) {
		if (c->level[b] < 0)
			continue;
		const struct cells3_grid *g = &c->grid[c->level[b]];

		c->key[b] = (int)(g->first + grid_bucket(g, grid_cell(g, 0, x[0][b]), grid_cell(g, 1, x[1][b]), grid_cell(g, 2, x[2][b])));
		c->bucket[c->key[b]]++;
	}
	for (int l = 0; l < c->n_level; l++) {
		int *at = c->bucket + c->grid[l].first, end = c->start[l];

		for (size_t k = 0; k <= c->grid[l].buckets; k++)
			at[k] = end += at[k];
	}
	for (int b = c->n - 1; b >= 0; b--) { /* from the ends of buckets to their starts */
		if (c->level[b] < 0)
			continue;
		const struct cells3_grid *g = &c->grid[c->level[b]];

		c->key[b] = --c->bucket[c->key[b]];
		c->item[c->key[b]] = (struct cells3_item){ { x[0][b], x[1][b], x[2][b] }, radius[b], b,
			{ grid_cell(g, 0, x[0][b]), grid_cell(g, 1, x[1][b]), grid_cell(g, 2, x[2][b]) } };
	}
}

/* A ball that looks around: its place, how far it sees to the rims of others, and the periods of the domain,
 * infinite where there is none. */
struct eye { int body; double x[3], far, len[3]; };

/* Pairs with the items from .. to-1; in a hashed grid only those of one cell. */
static inline void scan(const struct cells3 *c, struct cells_pairs *out, const struct eye *e, int from, int to, const int *cell)
{
	int n = out->n;

	if ((size_t)n + (size_t)(to - from) > out->cap)
		MEM_GROW(out->at, &out->cap, (size_t)n + (size_t)(to - from));
	int (*at)[2] = out->at;
	for (int z = from; z < to; z++) {
		const struct cells3_item *o = &c->item[z];
		double dist = 0, lim = e->far + o->r;

		for (int a = 0; a < 3; a++) {
			double d = fabs(o->x[a] - e->x[a]);

			d = d < e->len[a] - d ? d : e->len[a] - d;
			dist += d * d;
		}
		at[n][0] = e->body;
		at[n][1] = o->body;
		n += (dist < lim * lim) & (!cell || (o->cell[0] == cell[0] && o->cell[1] == cell[1] && o->cell[2] == cell[2]));
	}
	out->n = n;
}

/* Pairs with the balls of the cells from .. last of a row along x, which may lie beyond the grid; of the first
 * cell only those after the item skip, unless that is negative. */
static void scan_row(const struct cells3 *c, struct cells_pairs *out, const struct cells3_grid *g, const struct eye *e, int from,
	int last, int cy, int cz, int skip)
{
	const int *start = c->bucket + g->first;
	int at[3] = { 0, cy, cz };

	for (int a = 1; a < 3; a++) {
		if (at[a] >= 0 && at[a] < g->n[a])
			continue;
		if (!g->wrap[a])
			return;
		at[a] += at[a] < 0 ? g->n[a] : -g->n[a];
	}
	while (from <= last) {
		int outside = from < 0 || from >= g->n[0], x = from, run = 1;

		if (outside && g->wrap[0]) {
			x += x < 0 ? g->n[0] : -g->n[0];
		} else if (outside) {
			from++;
			continue;
		}
		at[0] = x;
		size_t k = grid_bucket(g, x, at[1], at[2]);
		if (!g->hashed) /* the cells of a row stand in line */
			run = last - from < g->n[0] - 1 - x ? last - from + 1 : g->n[0] - x;
		scan(c, out, e, skip >= 0 ? skip + 1 : start[k], start[k + (size_t)run], g->hashed ? at : NULL);
		from += run;
		skip = -1;
	}
}

/* The pairs that a ball finds. One outside the box of a coarser level's balls is clamped to its rim: nothing nearer is lost. */
static void look_around(const struct cells3 *c, struct cells_pairs *out, const struct domain *d, double margin, int b)
{
	if (c->level[b] < 0)
		return;
	const struct cells3_item *own = &c->item[c->key[b]];
	struct eye e = { b, { own->x[0], own->x[1], own->x[2] }, own->r + margin, { INFINITY, INFINITY, INFINITY } };
	int l = c->level[b];
	const struct cells3_grid *g = &c->grid[l];

	for (int a = 0; a < 3; a++)
		if (d->set && d->periodic[a])
			e.len[a] = d->hi[a] - d->lo[a];
	int cx = own->cell[0], cy = own->cell[1], cz = own->cell[2];
	scan_row(c, out, g, &e, cx, cx + 1, cy, cz, c->key[b]);
	scan_row(c, out, g, &e, cx - 1, cx + 1, cy + 1, cz, -1);
	for (int v = -1; v <= 1; v++)
		scan_row(c, out, g, &e, cx - 1, cx + 1, cy + v, cz + 1, -1);
	while (--l >= 0) { /* level 0 is the coarsest */
		g = &c->grid[l];
		cx = grid_cell(g, 0, e.x[0]);
		cy = grid_cell(g, 1, e.x[1]);
		cz = grid_cell(g, 2, e.x[2]);
		for (int w = -1; w <= 1; w++)
			for (int v = -1; v <= 1; v++)
				scan_row(c, out, g, &e, cx - 1, cx + 1, cy + v, cz + w, -1);
	}
}

void cells3_sort(struct cells3 *c, const struct domain *d, const double *const x[3], const double *radius, double margin)
{
	c->n_pair = 0;
	if (c->n > 0)
		fill(c, d, x, radius, margin);
}

void cells3_look(const struct cells3 *c, const struct domain *d, double margin, int b, struct cells_pairs *out)
{
	out->n = 0;
	look_around(c, out, d, margin, b);
}

/* What all threads look at, each for its part of the balls. */
struct looking { struct cells3 *c; const struct domain *d; double margin; int parts; };

static void part_look(void *to, int part, int thread)
{
	const struct looking *l = to;

	(void)thread;
	for (int b = share_begin(l->c->n, part, l->parts), end = share_begin(l->c->n, part + 1, l->parts); b < end; b++)
		look_around(l->c, &l->c->part[part], l->d, l->margin, b);
}

void cells3_find(struct cells3 *c, const struct domain *d, const double *const x[3], const double *radius, double margin)
{
	int parts = c->threads > 1 ? c->threads : 1;

	cells3_sort(c, d, x, radius, margin);
	if (c->n == 0)
		return;
	cells_parts(&c->part, &c->n_part, parts);
	share(parts, parts, part_look, &(struct looking){ c, d, margin, parts });
	cells_join(c->part, parts);
	c->pair = c->part[0].at;
	c->n_pair = c->part[0].n;
}
