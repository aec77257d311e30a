/* voronoi.c: Voronoi cells by cutting with bisectors; neighbours come from a grid or a tree */
#include "voronoi/voronoi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/team.h"
#include "voronoi/heaviest.h"
#include "voronoi/voronoi_search.h"

/* side.who of a preliminary side, which no finished cell has. */
enum { NOTHING = -5 };

/* ---- one cell ---- */

/* The distance of one side of the initial cell from the site: the wall of the box, or half way to the site's own image. If that
 * is beyond limit, the side is preliminary and at the distance limit. */
static double first_side(const struct search *s, int axis, double wall, int wall_name, int image, double limit,
	struct side *side)
{
	double far = s->v->periodic[axis] ? 0.5 * s->v->box[axis] : wall;

	*side = s->v->periodic[axis] ? (struct side){ s->self, image } : (struct side){ wall_name, VORONOI_IMAGE(0, 0) };
	if (far <= limit)
		return far;
	*side = (struct side){ NOTHING, 0 };
	return limit;
}

/* Cut by the neighbours that the cell has in a similar diagram: few others are left then. */
static void cut_by_before(struct search *s)
{
	const struct voronoi *before = s->before;
	const size_t first = before->first[s->self];

	for (int k = 0; k < before->n_side[s->self] && s->cell.n > 0; k++) {
		const struct side *e = &before->side[first + (size_t)k];

		if (e->who >= 0)
			search_cut(s, s->v->site + e->who, &e->who, 1, e->image);
	}
}

void search_begin(struct search *s, int self, double x, double y, double limit)
{
	double w = s->v->box[0], h = s->v->box[1];
	struct side left, right, bottom, top;

	s->self = self;
	s->x = x;
	s->y = y;
	double x0 = first_side(s, 0, x, VORONOI_LEFT, VORONOI_IMAGE(-1, 0), limit, &left);
	double x1 = first_side(s, 0, w - x, VORONOI_RIGHT, VORONOI_IMAGE(1, 0), limit, &right);
	double y0 = first_side(s, 1, y, VORONOI_BOTTOM, VORONOI_IMAGE(0, -1), limit, &bottom);
	double y1 = first_side(s, 1, h - y, VORONOI_TOP, VORONOI_IMAGE(0, 1), limit, &top);
	convex_box(&s->cell, -x0, x1, -y0, y1, left, right, bottom, top);
	s->reach2 = convex_reach2(&s->cell);
	if (s->before)
		cut_by_before(s);
}

/* Whether the limit was large enough. A cell of which the limit left nothing may lie beyond it. */
static int finished(const struct search *s, double limit)
{
	if (s->cell.n == 0)
		return limit >= s->v->box[0] && limit >= s->v->box[1];
	for (int k = 0; k < s->cell.n; k++)
		if (s->cell.side[k].who == NOTHING)
			return 0;
	return 1;
}

/* ---- neighbours from a grid, for evenly spread sites ---- */

struct grid {
	int nx, ny;
	double hx, hy;     /* size of a bucket */
	int *start;        /* [nx * ny + 1] */
	double (*xy)[2];   /* the sites, bucket by bucket */
	struct heaviest heaviest; /* if they have weights */
	int *index;        /* their indices in the caller's array */
};

static const double OCCUPANCY = 1.25; /* mean number of sites in a bucket; 1 to 1.5 is fastest */

static void grid_free(struct grid *g)
{
	free(g->start);
	free(g->xy);
	free(g->index);
	heaviest_free(&g->heaviest);
}

static inline int bucket_of(double x, double h, int n)
{
	int b = (int)(x / h);

	return b < 0 ? 0 : b >= n ? n - 1 : b;
}

/* Sort the sites into buckets. Returns 0 if there are too few sites for a grid, or they are too unevenly spread. */
static int grid_init(struct grid *g, const struct voronoi *v)
{
	double h = sqrt(v->box[0] * v->box[1] * OCCUPANCY / v->n), load = 0;
	double nx = floor(v->box[0] / h), ny = floor(v->box[1] / h);

	memset(g, 0, sizeof *g);
	if (nx < 4 || ny < 4)
		return 0;
	g->nx = (int)nx;
	g->ny = (int)ny;
	g->hx = v->box[0] / nx;
	g->hy = v->box[1] / ny;
	size_t n_bucket = (size_t)g->nx * (size_t)g->ny;
	int *start = g->start = MEM_ZERO(int, n_bucket + 2), *at = start + 1;
	for (int i = 0; i < v->n; i++)
		start[(size_t)bucket_of(v->site[i][1], g->hy, g->ny) * (size_t)g->nx
			+ (size_t)bucket_of(v->site[i][0], g->hx, g->nx) + 2]++;
	for (size_t b = 2; b < n_bucket + 2; b++) {
		load += (double)start[b] * start[b];
		start[b] += start[b - 1];
	}
	/* load / n is the mean number of sites in a site's bucket: 1 + OCCUPANCY if the sites are independent */
	if (load > 4.0 * v->n)
		return 0;
	g->xy = mem_new((size_t)v->n, sizeof *g->xy);
	g->index = MEM_NEW(int, (size_t)v->n);
	for (int i = 0; i < v->n; i++) {
		int k = at[(size_t)bucket_of(v->site[i][1], g->hy, g->ny) * (size_t)g->nx
			+ (size_t)bucket_of(v->site[i][0], g->hx, g->nx)]++;
		g->xy[k][0] = v->site[i][0];
		g->xy[k][1] = v->site[i][1];
		g->index[k] = i;
	}
	if (v->weight)
		heaviest_init(&g->heaviest, g->nx, g->ny, g->start, g->index, v->weight);
	return 1;
}

/* Cut by the sites in the buckets ix0..ix1 of row iy, which may be outside the box. */
static inline void cut_row(struct search *s, const struct grid *g, int ix0, int ix1, int iy)
{
	int my = 0;

	if (iy < 0 || iy >= g->ny) {
		my = iy < 0 ? -1 : 1;
		iy -= my * g->ny;
		if (!s->v->periodic[1] || iy < 0 || iy >= g->ny) /* two periods off: a closer image hides the site */
			return;
	}
	const int *start = g->start + (size_t)iy * (size_t)g->nx;
	if (ix0 >= 0 && ix1 < g->nx) {
		int k = start[ix0];
		search_cut(s, (const double (*)[2])g->xy + k, g->index + k, start[ix1 + 1] - k, VORONOI_IMAGE(0, my));
		return;
	}
	for (int mx = -1; mx <= 1; mx++) {
		int lo = ix0 - mx * g->nx, hi = ix1 - mx * g->nx;

		lo = lo < 0 ? 0 : lo;
		hi = hi >= g->nx ? g->nx - 1 : hi;
		if (lo > hi || (mx && !s->v->periodic[0]))
			continue;
		int k = start[lo];
		search_cut(s, (const double (*)[2])g->xy + k, g->index + k, start[hi + 1] - k, VORONOI_IMAGE(mx, my));
	}
}

/* The square of the distance from which on no site reaches the cell: see heaviest.h. */
static inline double far2(const struct search *s)
{
	if (!s->v->weight)
		return 4 * s->reach2;
	const double d = sqrt(s->reach2) + sqrt(s->reach2 + s->more);

	return s->cell.n > 0 ? d * d * (1 + 1e-9) : 0;
}

/* The number of buckets, among 1..most beyond the site's own, that can hold a site that reaches the cell. The buckets are on a
 * line at the distance across from the site; gap is the distance to the side of the own bucket, h the size of a bucket. */
static inline int within(const struct search *s, double across, double gap, double h, int most)
{
	double limit = far2(s) - across * across, d = gap + (most - 1) * h;

	for (; most > 0 && d * d >= limit; d -= h)
		most--;
	return most;
}

/* Find the cell of the k-th site of the grid: cut by the buckets around its own, then ring by ring. */
static void cell_by_grid(struct search *s, const struct grid *g, int k, double limit)
{
	const int cx = bucket_of(g->xy[k][0], g->hx, g->nx), cy = bucket_of(g->xy[k][1], g->hy, g->ny);
	const int last_x = 2 * g->nx, last_y = 2 * g->ny, *periodic = s->v->periodic;

	search_begin(s, g->index[k], g->xy[k][0], g->xy[k][1], limit);
	if (s->v->weight) {
		const double own = s->v->weight[s->self], step = g->hx < g->hy ? g->hx : g->hy;

		s->more = heaviest_near(&g->heaviest, (int[]){ cx, cy }, periodic, step, sqrt(s->reach2) * (1 + 1e-9), own) - own;
		s->more = s->more > 0 ? s->more : 0;
	}
	/* distances to the sides of the own bucket, less a little for rounding */
	const double slack = 1e-9 * (g->hx + g->hy);
	const double left = s->x - cx * g->hx - slack, right = (cx + 1) * g->hx - s->x - slack;
	const double down = s->y - cy * g->hy - slack, up = (cy + 1) * g->hy - s->y - slack;

	for (int row = 0; row < 3; row++) /* the own row first */
		cut_row(s, g, cx - 1, cx + 1, cy + (row == 1) - (row == 2));
	for (int ring = 2, more = 1; more; ring++) {
		double skip_x = (ring - 1) * g->hx, skip_y = (ring - 1) * g->hy, d;

		more = 0;
#define REACHES(gap, n) (d = (gap), d * d < far2(s) && ring <= (n))
		if (REACHES(left + skip_x, periodic[0] ? last_x : cx)) {
			int a = within(s, d, down, g->hy, ring - 1), b = within(s, d, up, g->hy, ring - 1);
			for (int iy = cy - a; iy <= cy + b; iy++)
				cut_row(s, g, cx - ring, cx - ring, iy);
			more = 1;
		}
		if (REACHES(right + skip_x, periodic[0] ? last_x : g->nx - 1 - cx)) {
			int a = within(s, d, down, g->hy, ring - 1), b = within(s, d, up, g->hy, ring - 1);
			for (int iy = cy - a; iy <= cy + b; iy++)
				cut_row(s, g, cx + ring, cx + ring, iy);
			more = 1;
		}
		if (REACHES(down + skip_y, periodic[1] ? last_y : cy)) {
			int a = within(s, d, left, g->hx, ring), b = within(s, d, right, g->hx, ring);
			cut_row(s, g, cx - a, cx + b, cy - ring);
			more = 1;
		}
		if (REACHES(up + skip_y, periodic[1] ? last_y : g->ny - 1 - cy)) {
			int a = within(s, d, left, g->hx, ring), b = within(s, d, right, g->hx, ring);
			cut_row(s, g, cx - a, cx + b, cy + ring);
			more = 1;
		}
#undef REACHES
	}
}

/* ---- all cells ---- */

/* The greatest weight in each node of the tree. */
static double *greatest_weights(const struct sitetree *t, const double *weight)
{
	double *most = MEM_NEW(double, ((size_t)2 << t->depth) - 1);

	for (int node = (2 << t->depth) - 2; node >= 0; node--) {
		if (!sitetree_is_leaf(t, node)) {
			most[node] = fmax(most[2 * node + 1], most[2 * node + 2]);
			continue;
		}
		int lo, hi;
		sitetree_leaf(t, node, &lo, &hi);
		most[node] = weight[t->index[lo]];
		while (++lo < hi)
			most[node] = fmax(most[node], weight[t->index[lo]]);
	}
	return most;
}

/* Sites in the order of the grid or tree that one thread takes at a time, and the cells that come of them; and chunks whose cells
 * are found before they are put into their places, while they are in the cache. */
enum { CHUNK = 128, CHUNKS = 64, BATCH = CHUNK * CHUNKS };
struct cells { size_t n, cap_xy, cap_side, place; double (*xy)[2]; struct side *side; int twins[2]; };

struct job {
	struct voronoi *v;
	const struct grid *grid;     /* or NULL: by the tree */
	const struct sitetree *tree;
	struct search *search;       /* [threads] */
	struct cells cells[CHUNKS];  /* of each chunk; twins[0] is -1, or that of the first two sites there that coincide */
	int from;                    /* the first site of the batch */
	double most;                 /* minus the first chunk with coinciding sites, or -INFINITY */
};

/* Append a cell to those of a chunk. */
static void store(struct voronoi *v, struct cells *to, const struct convex *cell, int i)
{
	MEM_GROW(to->xy, &to->cap_xy, to->n + (size_t)cell->n);
	MEM_GROW(to->side, &to->cap_side, to->n + (size_t)cell->n);
	v->first[i] = to->n; /* in the chunk, for now */
	v->n_side[i] = cell->n;
	for (int k = 0; k < cell->n; k++, to->n++) {
		to->xy[to->n][0] = cell->x[k];
		to->xy[to->n][1] = cell->y[k];
		to->side[to->n] = cell->side[k];
	}
}

/* The leaf that holds a place of the tree. */
static int leaf_of(const struct sitetree *t, int place)
{
	int lo = (1 << t->depth) - 1, hi = (2 << t->depth) - 2, from, end;

	while (lo < hi) {
		int middle = lo + (hi - lo) / 2;

		sitetree_leaf(t, middle, &from, &end);
		if (place < end)
			hi = middle;
		else
			lo = middle + 1;
	}
	return lo;
}

/* Find the cells of the sites at the places from .. end - 1. */
static void find_cells(void *to, int from, int end, int thread)
{
	struct job *job = to;
	struct search *s = &job->search[thread];
	struct cells *cells = &job->cells[from / CHUNK];
	int leaf = 0, lo, hi = from += job->from;
	double most;

	cells->n = 0;
	cells->twins[0] = -1;
	__atomic_load(&job->most, &most, __ATOMIC_RELAXED);
	if (from > -most) /* an earlier chunk has coinciding sites */
		return;
	if (thread == 0)
		count_to(from);
	end += job->from;
	for (int k = from; k < end && s->twin < 0; k++) {
		double limit;

		if (job->grid) {
			limit = 4 * (job->grid->hx + job->grid->hy);
		} else {
			if (k == hi) {
				leaf = leaf_of(job->tree, k);
				sitetree_leaf(job->tree, leaf, &lo, &hi);
			}
			const double *b = job->tree->box[leaf];
			limit = 4 * (b[1] - b[0] + b[3] - b[2]) + sqrt(s->distance2);
		}
		for (;; limit *= 64) {
			if (job->grid)
				cell_by_grid(s, job->grid, k, limit);
			else
				search_tree(s, job->tree, k, limit);
			if (finished(s, limit))
				break;
		}
		store(job->v, cells, &s->cell, s->self);
	}
	if (s->twin >= 0) {
		cells->twins[0] = s->self < s->twin ? s->self : s->twin;
		cells->twins[1] = s->self < s->twin ? s->twin : s->self;
		team_raise(&job->most, -(double)from);
		s->twin = -1;
	}
}

/* Put the cells of a chunk in their places. */
static void gather(void *to, int from, int end, int thread)
{
	struct job *job = to;
	struct voronoi *v = job->v;
	const struct cells *cells = &job->cells[from / CHUNK];

	(void)thread;
	memcpy(v->xy + cells->place, cells->xy, cells->n * sizeof *v->xy);
	memcpy(v->side + cells->place, cells->side, cells->n * sizeof *v->side);
	for (int k = job->from + from; k < job->from + end; k++)
		v->first[job->grid ? job->grid->index[k] : job->tree->index[k]] += cells->place;
}

/* Find all cells. Returns the status, and v->pair. */
static enum voronoi_status find_all(struct job *job, int threads)
{
	struct voronoi *v = job->v;
	size_t cap_xy = 6 * (size_t)v->n + 16, cap_side = cap_xy; /* cells have less than six sides in the mean */
	enum voronoi_status status = VORONOI_OK;

	v->xy = mem_new(cap_xy, sizeof *v->xy);
	v->side = MEM_NEW(struct side, cap_side);
	count_begin("cells", 0, v->n);
	for (job->from = 0; job->from < v->n && status == VORONOI_OK; job->from += BATCH) {
		const int n = v->n - job->from < BATCH ? v->n - job->from : BATCH;

		team_chunks(threads, n, CHUNK, find_cells, job);
		for (int c = 0; c * CHUNK < n && status == VORONOI_OK; c++) {
			job->cells[c].place = v->n_vertex;
			v->n_vertex += job->cells[c].n;
			if (job->cells[c].twins[0] >= 0) {
				memcpy(v->pair, job->cells[c].twins, sizeof v->pair);
				status = VORONOI_COINCIDENT;
			}
		}
		MEM_GROW(v->xy, &cap_xy, v->n_vertex);
		MEM_GROW(v->side, &cap_side, v->n_vertex);
		if (status == VORONOI_OK)
			team_chunks(threads, n, CHUNK, gather, job);
	}
	count_end();
	for (int c = 0; c < CHUNKS; c++) {
		free(job->cells[c].xy);
		free(job->cells[c].side);
	}
	return status;
}

/* Find the cells of v, which has its sites and the box. */
static enum voronoi_status find(struct voronoi *v, const struct voronoi *before, int threads)
{
	const int n = v->n;
	const double *weight = v->weight, *box = v->box, coincide = VORONOI_APART * (box[0] > box[1] ? box[0] : box[1]);
	struct sitetree tree = { 0 };
	struct grid grid = { 0 };
	struct job job = { .v = v, .most = -INFINITY };
	double *most = NULL;

	v->first = MEM_NEW(size_t, (size_t)n);
	v->n_side = MEM_NEW(int, (size_t)n);
	threads = threads < 1 ? 1 : threads > TEAM_MOST ? TEAM_MOST : threads;

	if (grid_init(&grid, v)) {
		job.grid = &grid;
	} else {
		sitetree_init(&tree, n, v->site);
		job.tree = &tree;
		if (weight)
			most = greatest_weights(&tree, weight);
	}
	job.search = MEM_LINES(struct search, (size_t)threads);
	for (int k = 0; k < threads; k++)
		job.search[k] = (struct search){ .v = v, .twin = -1, .most = most, .before = before,
			.distance2 = coincide * coincide, .coarse = ON_LINE_BOX * (box[0] + box[1]) };
	enum voronoi_status status = find_all(&job, threads);
	for (int k = 0; k < threads; k++) {
		convex_free(&job.search[k].cell);
		free(job.search[k].heap);
	}
	free(job.search);
	grid_free(&grid);
	sitetree_free(&tree);
	free(most);
	return status;
}

enum voronoi_status voronoi_init(struct voronoi *v, int n, const double (*site)[2], const double *weight, const double box[2],
	const int periodic[2], int threads)
{
	*v = (struct voronoi){ .n = n, .site = site, .weight = weight };
	memcpy(v->box, box, sizeof v->box);
	memcpy(v->periodic, periodic, sizeof v->periodic);
	return find(v, NULL, threads);
}

enum voronoi_status voronoi_init_like(struct voronoi *v, const struct voronoi *before, const double *weight, int threads)
{
	*v = (struct voronoi){ .n = before->n, .site = before->site, .weight = weight };
	memcpy(v->box, before->box, sizeof v->box);
	memcpy(v->periodic, before->periodic, sizeof v->periodic);
	return find(v, before, threads);
}

void voronoi_free(struct voronoi *v)
{
	free(v->first);
	free(v->n_side);
	free(v->xy);
	free(v->side);
	memset(v, 0, sizeof *v);
}
