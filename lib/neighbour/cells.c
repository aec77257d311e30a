/* cells.c: link cells in levels */
#include "neighbour/cells.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/share.h"

struct cells_grid {
	double lo[2], per[2];    /* origin, and cells per length */
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
	for (int b = 0; b < n; b++)
		s[b] = (struct by_radius){ radius[b], b };
	qsort(s, (size_t)n, sizeof *s, compare_radius);
	for (int k = 0; k < n; k++) {
		if (k == 0 || s[k].r < 0.25 * c->widest[c->n_level - 1]) {
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
	cells_parts_free(c->part, c->n_part);
	memset(c, 0, sizeof *c);
}

void cells_rest(struct cells *c)
{
	MEM_DROP(c->bucket, &c->cap_bucket);
	free(c->item);
	free(c->key);
	c->item = NULL;
	c->key = NULL;
	cells_parts_drop(c->part, c->n_part);
}

/* The grid of a level with n bodies inside lo .. hi: cells at least as wide as the widest circle and its margin. Not so
 * many that the place of a body, counted in cells, is rounded by more than what cells are wider than needed. */
static void grid_init(struct cells_grid *g, const struct domain *d, int n, const double lo[2], const double hi[2],
	double width)
{
	double total = 1;

	for (int a = 1; a >= 0; a--) {
		int periodic = d->set && d->periodic[a];
		double from = periodic ? d->lo[a] : lo[a], len = periodic ? d->hi[a] - d->lo[a] : hi[a] - lo[a];
		double m = fmin(floor(len / width), 5e8);

		if (a == 0 && d->set && d->tilt != 0 && !g->wrap[1])
			m = 0; /* a row that is its own neighbour, shifted: all of it is looked at */
		g->lo[a] = from;
		g->wrap[a] = periodic && m >= 3;
		if (periodic) {
			g->n[a] = m >= 3 ? (int)m : 1;
			g->per[a] = g->n[a] / len;
		} else {
			g->n[a] = (int)m + 1;
			g->per[a] = 1 / width;
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

static inline size_t grid_bucket(const struct cells_grid *g, int cx, int cy)
{
	if (!g->hashed)
		return (size_t)cy * (size_t)g->n[0] + (size_t)cx;
	uint64_t h = ((uint64_t)(uint32_t)cx * 0x9E3779B97F4A7C15u) ^ ((uint64_t)(uint32_t)cy * 0xC2B2AE3D27D4EB4Fu);
	return (size_t)(h >> 29) & (g->buckets - 1);
}

static inline int grid_cell(const struct cells_grid *g, int axis, double x)
{
	double f = (x - g->lo[axis]) * g->per[axis];

	return f < 0 ? 0 : f >= g->n[axis] ? g->n[axis] - 1 : (int)f;
}

/* The boxes of the bodies of every level, which periodic axes do not need. */
static void level_boxes(const struct cells *c, const struct domain *d, const double *x, const double *y, double (*box)[4])
{
	for (int l = 0; l < c->n_level; l++) {
		box[l][0] = box[l][1] = INFINITY;
		box[l][2] = box[l][3] = -INFINITY;
	}
	if (d->set && d->periodic[0] && d->periodic[1])
		return;
	for (int b = 0; b < c->n; b++) {
		double *e = box[c->level[b]];

		e[0] = x[b] < e[0] ? x[b] : e[0];
		e[1] = y[b] < e[1] ? y[b] : e[1];
		e[2] = x[b] > e[2] ? x[b] : e[2];
		e[3] = y[b] > e[3] ? y[b] : e[3];
	}
}

/* Bodies on their way into their cells, so many at a time. */
struct filling { struct cells *c; const double *x, *y, *radius; };
enum { FILLS = 512 };

/* The buckets of some. */
static void find_buckets(void *to, int from, int end, int thread)
{
	const struct filling *f = to;
	struct cells *c = f->c;

	(void)thread;
	for (int b = from; b < end; b++) {
		const struct cells_grid *g = &c->grid[c->level[b]];

		c->key[b] = (int)(g->first + grid_bucket(g, grid_cell(g, 0, f->x[b]), grid_cell(g, 1, f->y[b])));
	}
}

/* Some go to their places. */
static void put_items(void *to, int from, int end, int thread)
{
	const struct filling *f = to;
	struct cells *c = f->c;

	(void)thread;
	for (int b = from; b < end; b++)
		c->item[c->key[b]] = (struct cells_item){ b, f->x[b], f->y[b], f->radius[b] };
}

/* Sort the bodies of every level into their cells; those of a bucket stand in ascending order. */
static void fill(struct cells *c, const struct domain *d, const double *x, const double *y, const double *radius,
	double margin)
{
	double (*box)[4] = mem_new((size_t)c->n_level, sizeof *box);
	struct filling f = { c, x, y, radius };
	size_t total = 0;

	level_boxes(c, d, x, y, box);
	for (int l = 0; l < c->n_level; l++) {
		struct cells_grid *g = &c->grid[l];

		grid_init(g, d, c->start[l + 1] - c->start[l], box[l], box[l] + 2,
		          (2 * c->widest[l] + margin) * (1 + 1e-6) + 1e-300);
		g->first = total;
		total += g->buckets + 1;
	}
	free(box);
	MEM_GROW(c->bucket, &c->cap_bucket, total);
	if (!c->item) {
		c->item = mem_new((size_t)c->n, sizeof *c->item);
		c->key = MEM_NEW(int, (size_t)c->n);
	}
	memset(c->bucket, 0, total * sizeof *c->bucket);
	share_stretches(c->threads, c->n, FILLS, find_buckets, &f);
	for (int b = 0; b < c->n; b++)
		c->bucket[c->key[b]]++;
	for (int l = 0; l < c->n_level; l++) {
		int *at = c->bucket + c->grid[l].first, end = c->start[l];

		for (size_t k = 0; k <= c->grid[l].buckets; k++)
			at[k] = end += at[k];
	}
	for (int b = c->n - 1; b >= 0; b--) /* from the ends of buckets to their starts */
		c->key[b] = --c->bucket[c->key[b]];
	share_stretches(c->threads, c->n, FILLS, put_items, &f);
}

/* A body that looks around: its place, how far it sees to the rims of others, and the periods of the domain (infinite
 * where there is none); the domain if it is tilted, else NULL. */
struct eye { int body; double x, y, far, len[2]; const struct domain *tilted; };

/* Pairs with the items from .. to-1; in a hashed grid only those of one cell. */
static inline void scan(const struct cells *c, struct cells_pairs *out, const struct eye *e, int from, int to,
	const struct cells_grid *hashed, int cx, int cy)
{
	int n = out->n;

	if ((size_t)n + (size_t)(to - from) > out->cap)
		MEM_GROW(out->at, &out->cap, (size_t)n + (size_t)(to - from));
	int (*at)[2] = out->at;
	for (int z = from; z < to; z++) {
		const struct cells_item *o = &c->item[z];
		double dx = fabs(o->x - e->x), dy = fabs(o->y - e->y), lim = e->far + o->r;

		dx = dx < e->len[0] - dx ? dx : e->len[0] - dx;
		dy = dy < e->len[1] - dy ? dy : e->len[1] - dy;
		at[n][0] = e->body;
		at[n][1] = o->body;
		n += (dx * dx + dy * dy < lim * lim) & (!hashed || (grid_cell(hashed, 0, o->x) == cx && grid_cell(hashed, 1, o->y) == cy));
	}
	out->n = n;
}

/* The same in a tilted domain with so few cells that a body may be seen in several rows of images. */
static void scan_images(const struct cells *c, struct cells_pairs *out, const struct eye *e, int from, int to)
{
	MEM_GROW(out->at, &out->cap, (size_t)out->n + (size_t)(to - from));
	for (int z = from; z < to; z++) {
		const struct cells_item *o = &c->item[z];
		double lim = e->far + o->r, dx = o->x - e->x, dy = o->y - e->y;

		for (int k = (int)ceil((-lim - dy) / e->len[1]); k <= (int)floor((lim - dy) / e->len[1]); k++) {
			double x = dx + k * e->tilted->tilt, y = dy + k * e->len[1];

			x -= e->len[0] * rint(x / e->len[0]);
			if (x * x + y * y < lim * lim) {
				out->at[out->n][0] = e->body;
				out->at[out->n++][1] = o->body;
				break;
			}
		}
	}
}

/* The image of a body in the row of images below (over = 1) or above (-1), in a tilted domain. */
static struct eye eye_over(struct eye e, int over)
{
	const struct domain *d = e.tilted;

	e.x -= over * d->tilt;
	e.x -= e.len[0] * floor((e.x - d->lo[0]) / e.len[0]);
	e.y -= over * e.len[1];
	return e;
}

/* Pairs with the bodies of the cells cx .. last of a row, which may lie beyond the grid; of the first cell only those
 * after the item skip, unless that is negative. */
static void scan_row(const struct cells *c, struct cells_pairs *out, const struct cells_grid *g, const struct eye *e,
	int cx, int last, int cy, int skip)
{
	const int *start = c->bucket + g->first;
	struct eye moved;

	if (cy < 0 || cy >= g->n[1]) {
		int over = cy < 0 ? -1 : 1;

		if (!g->wrap[1])
			return;
		cy -= over * g->n[1];
		if (e->tilted) {
			moved = eye_over(*e, over);
			int shift = grid_cell(g, 0, moved.x) - grid_cell(g, 0, e->x);

			cx += shift;
			last += shift;
			e = &moved;
		}
	}
	while (cx <= last) {
		int outside = cx < 0 || cx >= g->n[0], x = cx, run = 1;

		if (outside && g->wrap[0])
			x += x < 0 ? g->n[0] : -g->n[0];
		else if (outside) {
			cx++;
			continue;
		}
		size_t k = grid_bucket(g, x, cy);
		if (!g->hashed) /* the cells of a row stand in line */
			run = last - cx < g->n[0] - 1 - x ? last - cx + 1 : g->n[0] - x;
		if (e->tilted && !g->wrap[1]) /* one cell */
			scan_images(c, out, e, skip >= 0 ? skip + 1 : start[k], start[k + 1]);
		else
			scan(c, out, e, skip >= 0 ? skip + 1 : start[k], start[k + (size_t)run],
			     g->hashed ? g : NULL, x, cy);
		cx += run;
		skip = -1;
	}
}

/* The pairs that bodies from .. to-1 find: with half of the cells around them in their own level, and all 9 in coarser
 * ones. A body outside the box of a coarser level's bodies is clamped to its rim: nothing nearer is lost. */
static void look_around(const struct cells *c, struct cells_pairs *out, const struct domain *d, double margin, int from,
	int to)
{
	double len[2];

	for (int a = 0; a < 2; a++)
		len[a] = d->set && d->periodic[a] ? d->hi[a] - d->lo[a] : INFINITY;
	for (int b = from; b < to; b++) {
		const struct cells_item *own = &c->item[c->key[b]];
		struct eye e = { b, own->x, own->y, own->r + margin, { len[0], len[1] },
		                 d->set && d->tilt != 0 ? d : NULL };
		int l = c->level[b], cx = grid_cell(&c->grid[l], 0, e.x), cy = grid_cell(&c->grid[l], 1, e.y);

		scan_row(c, out, &c->grid[l], &e, cx, cx + 1, cy, c->key[b]);
		scan_row(c, out, &c->grid[l], &e, cx - 1, cx + 1, cy + 1, -1);
		while (--l >= 0) { /* level 0 is the coarsest */
			const struct cells_grid *g = &c->grid[l];

			cx = grid_cell(g, 0, e.x);
			cy = grid_cell(g, 1, e.y);
			for (int v = -1; v <= 1; v++)
				scan_row(c, out, g, &e, cx - 1, cx + 1, cy + v, -1);
		}
	}
}

/* What all threads look at, each for its part of the bodies. */
struct looking { struct cells *c; const struct domain *d; double margin; int parts; };

static void part_look(void *to, int part, int thread)
{
	const struct looking *l = to;
	int n = l->c->n;

	(void)thread;
	look_around(l->c, &l->c->part[part], l->d, l->margin, share_begin(n, part, l->parts), share_begin(n, part + 1, l->parts));
}

void cells_find(struct cells *c, const struct domain *d, const double *x, const double *y, const double *radius,
	double margin)
{
	int parts = c->threads > 1 ? c->threads : 1;

	c->n_pair = 0;
	if (c->n == 0)
		return;
	cells_parts(&c->part, &c->n_part, parts);
	fill(c, d, x, y, radius, margin);
	share(parts, parts, part_look, &(struct looking){ c, d, margin, parts });
	cells_join(c->part, parts);
	c->pair = c->part[0].at;
	c->n_pair = c->part[0].n;
}

void cells_parts(struct cells_pairs **part, int *n_part, int parts)
{
	if (parts > *n_part) {
		MEM_RESIZE(*part, (size_t)parts);
		memset(*part + *n_part, 0, (size_t)(parts - *n_part) * sizeof **part);
		*n_part = parts;
	}
	for (int t = 0; t < parts; t++)
		(*part)[t].n = 0;
}

/* What the others found comes after what the first found, so the order does not depend on their number. */
void cells_join(struct cells_pairs *part, int parts)
{
	struct cells_pairs *all = &part[0];

	for (int t = 1; t < parts; t++) {
		const struct cells_pairs *p = &part[t];

		MEM_GROW(all->at, &all->cap, (size_t)all->n + (size_t)p->n);
		if (p->n)
			memcpy(all->at + all->n, p->at, (size_t)p->n * sizeof *p->at);
		all->n += p->n;
	}
}

void cells_parts_drop(struct cells_pairs *part, int n_part)
{
	for (int t = 0; t < n_part; t++)
		MEM_DROP(part[t].at, &part[t].cap);
}

void cells_parts_free(struct cells_pairs *part, int n_part)
{
	cells_parts_drop(part, n_part);
	free(part);
}
