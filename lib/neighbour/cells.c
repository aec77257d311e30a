/* cells.c: link cells in levels
 *
 * One implementation serves the plane and space. The code for each body is inline, and its four callers pass the dimension and
 * the tilt as constants. */
#include "neighbour/cells.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "neighbour/cells_images.h"
#include "world/deform.h"

struct cells_grid {
	double lo[3], per[3];    /* origin, and cells per length */
	int n[3];                /* cells along each axis */
	int wrap[3];             /* the axis is periodic and has at least 3 cells */
	int images;              /* tilted, with so few cells that several rows of images must be searched */
	int hashed;              /* 1: n is not bounded, buckets are hashed */
	size_t first, buckets;   /* its part of the list of buckets, a power of two if hashed */
};

struct by_radius { double r; int body; };

static int compare_radius(const void *a, const void *b)
{
	double x = ((const struct by_radius *)a)->r, y = ((const struct by_radius *)b)->r;

	return (x < y) - (x > y);
}

void cells_init(struct cells *c, int dim, int n, const double *radius)
{
	struct by_radius *s = mem_new((size_t)n, sizeof *s);
	size_t cap = 0;
	int m = 0;

	memset(c, 0, sizeof *c);
	c->dim = dim;
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
	for (int k = 0; k < m; k++)
		c->start[c->level[s[k].body] + 1]++;
	for (int l = 0; l < c->n_level; l++)
		c->start[l + 1] += c->start[l];
	free(s);
}

void cells_release(struct cells *c)
{
	MEM_DROP(c->bucket, &c->cap_bucket);
	free(c->place);
	free(c->body);
	free(c->cell);
	free(c->key);
	c->place = NULL;
	c->body = c->cell = c->key = NULL;
	cells_parts_drop(c->part, c->n_part);
}

void cells_free(struct cells *c)
{
	cells_release(c);
	free(c->level);
	free(c->widest);
	free(c->start);
	free(c->grid);
	cells_parts_free(c->part, c->n_part);
	memset(c, 0, sizeof *c);
}

/* ---- sorting bodies into cells ---- */

/* Whether the next row or layer of images is shifted along an axis, and is not separated from the row or layer itself by
 * cells. */
static int lies_over(const struct cells_grid *g, int dim, const struct domain *d, int axis)
{
	if (!d->set)
		return 0;
	return (axis == 0 && d->tilt[0] != 0 && !g->wrap[1]) || (dim == 3 && axis < 2 && d->tilt[1 + axis] != 0 && !g->wrap[2]);
}

/* Make the grid of a level with n bodies inside lo .. hi. Cells are at least as wide as the widest body with its margin. Their
 * number along an axis is limited, so that the rounding error of a place in units of cells is below the spare width of cells. */
static void grid_init(struct cells_grid *g, int dim, const struct domain *d, int n, const double *lo, const double *hi,
	double width)
{
	const double most = dim == 3 ? 1e6 : 5e8;
	double total = 1;

	g->images = 0;
	for (int a = dim - 1; a >= 0; a--) {
		int periodic = d->set && d->periodic[a];
		double from = periodic ? d->lo[a] : lo[a], len = periodic ? d->hi[a] - d->lo[a] : hi[a] - lo[a];
		double m = fmin(floor(len / width), most);

		if (lies_over(g, dim, d, a)) {
			m = 0; /* a row is its own neighbour, shifted along this axis: search all of it */
			g->images = 1;
		}
		g->lo[a] = from;
		g->wrap[a] = periodic && m >= 3;
		if (periodic) {
			g->n[a] = m >= 3 ? (int)m : 1;
			g->per[a] = g->n[a] / len;
		} else {
			g->n[a] = (int)m + 1;
			g->per[a] = m < most ? 1 / width : g->n[a] / len;
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

static inline size_t grid_bucket(const struct cells_grid *g, int dim, const int *cell)
{
	uint64_t h;

	if (!g->hashed)
		return ((dim == 3 ? (size_t)cell[2] * (size_t)g->n[1] : 0) + (size_t)cell[1]) * (size_t)g->n[0] + (size_t)cell[0];
	h = ((uint64_t)(uint32_t)cell[0] * 0x9E3779B97F4A7C15u) ^ ((uint64_t)(uint32_t)cell[1] * 0xC2B2AE3D27D4EB4Fu);
	if (dim == 3)
		h ^= (uint64_t)(uint32_t)cell[2] * 0x165667B19E3779F9u;
	return (size_t)(h >> 29) & (g->buckets - 1);
}

static inline int grid_cell(const struct cells_grid *g, int axis, double x)
{
	double f = (x - g->lo[axis]) * g->per[axis];

	return f < 0 ? 0 : f >= g->n[axis] ? g->n[axis] - 1 : (int)f;
}

/* The bounding boxes of the bodies of every level, lo [3] and hi [3]. A domain that is periodic along all axes needs none. */
static void level_boxes(const struct cells *c, const struct domain *d, const double *const *x, double (*box)[6])
{
	int periodic = d->set;

	for (int a = 0; a < c->dim; a++) {
		periodic &= d->periodic[a];
		for (int l = 0; l < c->n_level; l++) {
			box[l][a] = INFINITY;
			box[l][3 + a] = -INFINITY;
		}
	}
	for (int b = 0; b < c->n && !periodic; b++)
		for (int a = 0; a < c->dim && c->level[b] >= 0; a++) {
			double *e = box[c->level[b]];

			e[a] = x[a][b] < e[a] ? x[a][b] : e[a];
			e[3 + a] = x[a][b] > e[3 + a] ? x[a][b] : e[3 + a];
		}
}

/* Sort bodies into cells, FILLS at a time. rest: the bucket of bodies that are left out. */
struct fill_task { struct cells *c; const double *const *x, *radius; int rest; };
enum { FILLS = 512 };

static inline void find_bucket(const struct fill_task *f, int dim, int b)
{
	const struct cells_grid *g = &f->c->grid[f->c->level[b]];
	int cell[3];

	for (int a = 0; a < dim; a++)
		cell[a] = grid_cell(g, a, f->x[a][b]);
	f->c->key[b] = (int)(g->first + grid_bucket(g, dim, cell));
}

static void find_buckets(void *to, int from, int end, int thread)
{
	const struct fill_task *f = to;

	(void)thread;
	for (int b = from; b < end; b++)
		if (f->c->level[b] < 0)
			f->c->key[b] = f->rest;
		else if (f->c->dim == 3)
			find_bucket(f, 3, b);
		else
			find_bucket(f, 2, b);
}

static inline void put(const struct fill_task *f, int dim, int b)
{
	struct cells *c = f->c;
	const struct cells_grid *g = &c->grid[c->level[b]];
	size_t k = (size_t)c->key[b];
	double *place = c->place + k * (size_t)(dim + 1);

	c->body[k] = b;
	for (int a = 0; a < dim; a++)
		place[a] = f->x[a][b];
	place[dim] = f->radius[b];
	for (int a = 0; a < dim && g->hashed; a++)
		c->cell[k * (size_t)dim + (size_t)a] = grid_cell(g, a, place[a]);
}

static void put_bodies(void *to, int from, int end, int thread)
{
	const struct fill_task *f = to;

	(void)thread;
	for (int b = from; b < end; b++)
		if (f->c->level[b] >= 0 && f->c->dim == 3)
			put(f, 3, b);
		else if (f->c->level[b] >= 0)
			put(f, 2, b);
}

void cells_sort(struct cells *c, const struct domain *d, const double *const *x, const double *radius, double margin)
{
	double (*box)[6] = mem_new((size_t)c->n_level, sizeof *box);
	size_t n = (size_t)c->n, total = 0;

	c->n_pair = 0;
	c->tilted = domain_tilted(d);
	level_boxes(c, d, x, box);
	for (int l = 0; l < c->n_level; l++) {
		struct cells_grid *g = &c->grid[l];

		grid_init(g, c->dim, d, c->start[l + 1] - c->start[l], box[l], box[l] + 3,
		          (2 * c->widest[l] + margin) * (1 + 1e-6) + 1e-300);
		g->first = total;
		total += g->buckets + 1;
	}
	free(box);
	MEM_GROW(c->bucket, &c->cap_bucket, total + 1); /* the last bucket has the bodies that are left out */
	if (!c->place) {
		c->place = mem_new(n, (size_t)(c->dim + 1) * sizeof *c->place);
		c->body = MEM_NEW(int, n);
		c->cell = mem_new(n, (size_t)c->dim * sizeof *c->cell);
		c->key = MEM_NEW(int, n);
	}
	struct fill_task f = { c, x, radius, (int)total };
	memset(c->bucket, 0, (total + 1) * sizeof *c->bucket);
	team_chunks(c->threads, c->n, FILLS, find_buckets, &f);
	for (int b = 0; b < c->n; b++)
		c->bucket[c->key[b]]++;
	for (int l = 0; l < c->n_level; l++) {
		int *at = c->bucket + c->grid[l].first, end = c->start[l];

		for (size_t k = 0; k <= c->grid[l].buckets; k++)
			at[k] = end += at[k];
	}
	c->bucket[total] = c->n;
	for (int b = c->n - 1; b >= 0; b--) /* from the ends of buckets to their starts, so that their bodies are in ascending order */
		c->key[b] = --c->bucket[c->key[b]];
	team_chunks(c->threads, c->n, FILLS, put_bodies, &f);
}

/* ---- finding pairs ---- */

/* The square of the distance to a place along an axis. */
static inline double square_along(const struct seeker *e, const double *place, int axis)
{
	double d = fabs(place[axis] - e->x[axis]);

	d = d < e->len[axis] - d ? d : e->len[axis] - d;
	return d * d;
}

static inline int is_in(const int *cell, const int *of, int dim)
{
	return of[0] == cell[0] && of[1] == cell[1] && (dim == 2 || of[2] == cell[2]);
}

/* Append the pairs with the bodies at from .. to-1. In a hashed grid only the bodies of `cell` count; otherwise cell is NULL. */
static inline void scan(const struct cells *c, int dim, struct cells_pairs *out, const struct seeker *e, int from, int to,
	const int *cell)
{
	int n = out->n;

	if ((size_t)n + (size_t)(to - from) > out->cap)
		MEM_GROW(out->at, &out->cap, (size_t)n + (size_t)(to - from));
	int (*at)[2] = out->at;
	for (int z = from; z < to; z++) {
		const double *o = c->place + (size_t)z * (size_t)(dim + 1);
		double lim = e->far + o[dim], d2 = square_along(e, o, 0) + square_along(e, o, 1);

		if (dim == 3)
			d2 += square_along(e, o, 2);
		at[n][0] = e->body;
		at[n][1] = c->body[z];
		n += (d2 < lim * lim) & (!cell || is_in(cell, c->cell + (size_t)z * (size_t)dim, dim));
	}
	out->n = n;
}

/* The same in a tilted domain with so few cells that several rows of images must be searched. cell: as in scan. */
static void scan_images(const struct cells *c, int dim, struct cells_pairs *out, const struct seeker *e,
	const struct domain *tilted, int from, int to, const int *cell)
{
	MEM_GROW(out->at, &out->cap, (size_t)out->n + (size_t)(to - from));
	for (int z = from; z < to; z++) {
		const double *o = c->place + (size_t)z * (size_t)(dim + 1);
		const double d[3] = { o[0] - e->x[0], o[1] - e->x[1], dim == 3 ? o[2] - e->x[2] : 0 };

		if ((cell && !is_in(cell, c->cell + (size_t)z * (size_t)dim, dim)) || !image_within(d, e->far + o[dim], e->len, tilted))
			continue;
		out->at[out->n][0] = e->body;
		out->at[out->n++][1] = c->body[z];
	}
}

/* Append the pairs with the bodies of a row of cells, from cell to last along x. Both may lie beyond the grid. In the first cell
 * only the bodies after skip count, unless skip is negative. */
static inline void scan_row(const struct cells *c, int dim, const struct domain *tilted, struct cells_pairs *out,
	const struct cells_grid *g, const struct seeker *e, int *cell, int last, int skip)
{
	const int *start = c->bucket + g->first;
	int from = cell[0];
	struct seeker moved;

	for (int k = 1; k < dim; k++) {
		int a = tilted ? dim - k : k, over = cell[a] < 0 ? -1 : 1; /* a step over a layer may lead over a row, too */

		if (cell[a] >= 0 && cell[a] < g->n[a])
			continue;
		if (!g->wrap[a])
			return;
		cell[a] -= over * g->n[a];
		if (tilted) {
			struct seeker next = seeker_over(*e, tilted, a, over);
			int shift = grid_cell(g, 0, next.x[0]) - grid_cell(g, 0, e->x[0]);

			from += shift;
			last += shift;
			if (a == 2)
				cell[1] += grid_cell(g, 1, next.x[1]) - grid_cell(g, 1, e->x[1]);
			moved = next;
			e = &moved;
		}
	}
	while (from <= last) {
		int outside = from < 0 || from >= g->n[0], run = 1;

		cell[0] = from;
		if (outside && g->wrap[0]) {
			cell[0] += from < 0 ? g->n[0] : -g->n[0];
		} else if (outside) {
			from++;
			continue;
		}
		size_t k = grid_bucket(g, dim, cell);
		if (!g->hashed) /* the cells of a row are contiguous */
			run = last - from < g->n[0] - 1 - cell[0] ? last - from + 1 : g->n[0] - cell[0];
		int z = skip >= 0 ? skip + 1 : start[k], end = start[k + (size_t)run];
		if (tilted && g->images)
			scan_images(c, dim, out, e, tilted, z, end, g->hashed ? cell : NULL);
		else
			scan(c, dim, out, e, z, end, g->hashed ? cell : NULL);
		from += run;
		skip = -1;
	}
}

/* Append the pairs that a body finds: in half of the cells around it in its own level, and in all 9 or 27 cells in coarser
 * levels. A body outside the box of a coarser level is clamped to the edge of the box. This loses no near body. */
static inline void find_around(const struct cells *c, int dim, const struct domain *tilted, struct cells_pairs *out,
	const double len[3], double margin, int b)
{
	const int key = c->key[b], deep = dim == 3;
	const double *own = c->place + (size_t)key * (size_t)(dim + 1);
	struct seeker e = { .body = b, .far = own[dim] + margin, .len = { len[0], len[1], len[2] } };

	for (int a = 0; a < dim; a++)
		e.x[a] = own[a];
	for (int l = c->level[b], half = 1; l >= 0; l--, half = 0) { /* level 0 is the coarsest */
		const struct cells_grid *g = &c->grid[l];
		int at[3] = { 0 };

		for (int a = 0; a < dim; a++)
			at[a] = grid_cell(g, a, e.x[a]);
		for (int w = half ? 0 : -deep; w <= deep; w++)
			for (int v = half && w == 0 ? 0 : -1; v <= 1; v++) {
				int first = half && w == 0 && v == 0, cell[3] = { at[0] - !first, at[1] + v, at[2] + w };

				scan_row(c, dim, tilted, out, g, &e, cell, at[0] + 1, first ? key : -1);
			}
	}
}

/* Append the pairs that bodies from .. to-1 find. */
static void find_range(const struct cells *c, struct cells_pairs *out, const struct domain *d, double margin, int from, int to)
{
	const struct domain *tilted = c->tilted ? d : NULL;
	double len[3];

	for (int a = 0; a < 3; a++)
		len[a] = d->set && d->periodic[a] ? d->hi[a] - d->lo[a] : INFINITY;
	for (int b = from; b < to; b++) {
		if (c->level[b] < 0)
			continue;
		if (c->dim == 3 && tilted)
			find_around(c, 3, tilted, out, len, margin, b);
		else if (c->dim == 3)
			find_around(c, 3, NULL, out, len, margin, b);
		else if (tilted)
			find_around(c, 2, tilted, out, len, margin, b);
		else
			find_around(c, 2, NULL, out, len, margin, b);
	}
}

void cells_look(const struct cells *c, const struct domain *d, double margin, int b, struct cells_pairs *out)
{
	out->n = 0;
	find_range(c, out, d, margin, b, b + 1);
}

/* A search by all threads, each for its part of the bodies. */
struct find_task { struct cells *c; const struct domain *d; double margin; int parts; };

static void part_find(void *to, int part, int thread)
{
	const struct find_task *l = to;
	int n = l->c->n;

	(void)thread;
	find_range(l->c, &l->c->part[part], l->d, l->margin, team_first(n, part, l->parts), team_first(n, part + 1, l->parts));
}

void cells_find(struct cells *c, const struct domain *d, const double *const *x, const double *radius, double margin)
{
	int parts = c->threads > 1 ? c->threads : 1;

	cells_parts(&c->part, &c->n_part, parts);
	cells_sort(c, d, x, radius, margin);
	team_run(parts, parts, part_find, &(struct find_task){ c, d, margin, parts });
	cells_join(c->part, parts);
	c->pair = c->part[0].at;
	c->n_pair = c->part[0].n;
}

/* ---- the pairs of all threads ---- */

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

/* The parts are ranges of bodies in ascending order, so the order of pairs does not depend on their number. */
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
