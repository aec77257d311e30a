/* near3.c: the sites near a cell of space, from a grid */
#include "voronoi/near3.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/cube_root.h"

void near3_init(struct near3 *s, const struct voronoi3 *v)
{
	const double longest = fmax(v->box[0], fmax(v->box[1], v->box[2])), apart = VORONOI_APART * longest;

	*s = (struct near3){ .v = v, .twin = -1, .apart2 = apart * apart,
		.coarse = NEAR3_ON_PLANE_BOX * (v->box[0] + v->box[1] + v->box[2]) };
	for (int i = 0; v->weight && i < v->n; i++)
		s->most_weight = i && s->most_weight > v->weight[i] ? s->most_weight : v->weight[i];
	for (int image = 0; image < 27; image++)
		for (int axis = 0; axis < 3; axis++)
			s->shift[image][axis] = voronoi3_image(image, axis) * v->box[axis];
}

void near3_free(struct near3 *s)
{
	cell3_free(&s->cell);
	free(s->heap);
	free(s->near);
	free(s->sorted);
}

void near3_measure(struct near3 *s)
{
	const double reach2 = cell3_reach2(&s->cell);

	s->reach = sqrt(reach2);
	s->bound2 = 4 * reach2;
	if (s->v->weight) {
		double bound = s->reach + sqrt(reach2 + (s->most_weight - near3_weight(s->v, s->self)));
		s->bound2 = bound * bound;
	}
}

void near3_cut(struct near3 *s, const struct near3_site *p, const double d[3], double d2, int image)
{
	double offset = 0.5 * d2;

	if (s->v->weight) {
		offset = 0.5 * (d2 + (near3_weight(s->v, s->self) - near3_weight(s->v, p)));
		if (offset > 0 && offset * offset > d2 * s->reach * s->reach) /* s->bound2 is for the greatest weight */
			return;
	}
	double tolerance = near3_tolerance(s) * (fabs(d[0]) + fabs(d[1]) + fabs(d[2]));
	if (cell3_cut(&s->cell, d, offset, tolerance, (struct side){ p->index, image }) != 0 && s->cell.n_vertex > 0)
		near3_measure(s);
}

void near3_cut_by(struct near3 *s, const struct side *label, int n)
{
	const struct voronoi3 *v = s->v;

	for (int k = 0; k < n && s->cell.n_vertex > 0; k++) {
		const int i = label[k].who, image = label[k].image;

		if (i < 0 || i == s->self->index)
			continue;
		const struct near3_site p = { { v->site[i][0], v->site[i][1], v->site[i][2] }, i };
		double d[3], d2 = near3_away(s, &p, s->shift[image], d);
		if (d2 > s->apart2)
			near3_cut(s, &p, d, d2, image);
	}
}

/* ---- neighbours from a grid, for evenly spread sites ---- */

/* Mean number of sites in a bucket; buckets up to FAR away along each axis are searched. */
static const double OCCUPANCY = 1.5;
enum { FAR = 4, WIDTH = 2 * FAR + 1 };

/* A site in the grid that may reach a cell: the square of its distance, its place in the grid, and its image. */
struct near3_candidate { double d2; int place, image; };

void near3_grid_free(struct near3_grid *g)
{
	free(g->start);
	free(g->site);
}

static inline int bucket_along(const struct near3_grid *g, int axis, double x)
{
	int b = (int)(x / g->h[axis]);

	return b < 0 ? 0 : b >= g->n[axis] ? g->n[axis] - 1 : b;
}

static inline size_t bucket_of(const struct near3_grid *g, const double at[3])
{
	return ((size_t)bucket_along(g, 2, at[2]) * (size_t)g->n[1] + (size_t)bucket_along(g, 1, at[1])) * (size_t)g->n[0]
		+ (size_t)bucket_along(g, 0, at[0]);
}

int near3_grid_init(struct near3_grid *g, const struct voronoi3 *v)
{
	double h = cube_root(v->box[0] * v->box[1] * v->box[2] * OCCUPANCY / v->n), load = 0;
	size_t n_bucket = 1;

	memset(g, 0, sizeof *g);
	for (int axis = 0; axis < 3; axis++) {
		double n = floor(v->box[axis] / h);
		if (!(n >= FAR && n < 1e6))
			return 0;
		g->n[axis] = (int)n;
		g->h[axis] = v->box[axis] / n;
		n_bucket *= (size_t)g->n[axis];
	}
	int *start = g->start = MEM_ZERO(int, n_bucket + 2), *at = start + 1;
	for (int i = 0; i < v->n; i++)
		start[bucket_of(g, v->site[i]) + 2]++;
	for (size_t b = 2; b < n_bucket + 2; b++) {
		load += (double)start[b] * start[b];
		start[b] += start[b - 1];
	}
	/* load / n is the mean number of sites in a site's bucket: 1 + OCCUPANCY if the sites are independent */
	if (load > 6.0 * v->n)
		return 0;
	g->site = MEM_NEW(struct near3_site, (size_t)v->n);
	for (int i = 0; i < v->n; i++) {
		const double *p = v->site[i];
		g->site[at[bucket_of(g, p)]++] = (struct near3_site){ { p[0], p[1], p[2] }, i };
	}
	return 1;
}

/* The buckets around that of a site along an axis: its own, the square of the distance to each, its number or -1 behind a wall,
 * and the image of its sites. */
struct around { int own, bucket[WIDTH], image[WIDTH]; double gap2[WIDTH]; };

static void look_around(struct around *a, const struct near3 *s, const struct near3_grid *g, int axis)
{
	static const int one[3] = { 1, 3, 9 };
	const double h = g->h[axis], x = s->self->at[axis], slack = 1e-9 * h;
	const int own = bucket_along(g, axis, x), n = g->n[axis];

	a->own = own;
	for (int k = 0; k < WIDTH; k++) {
		int by = k - FAR, b = own + by, turn = b < 0 ? -1 : b >= n;
		double gap = by > 0 ? b * h - x - slack : by < 0 ? x - (b + 1) * h - slack : 0;

		a->gap2[k] = gap > 0 ? gap * gap : 0;
		a->bucket[k] = turn && !s->v->periodic[axis] ? -1 : b - turn * n;
		a->image[k] = turn * one[axis];
	}
}

/* The square of the least distance to a bucket that is more than r buckets away along an axis. */
static double beyond(const struct around around[3], const struct near3_grid *g, int r)
{
	double least = r == FAR ? FAR * fmin(g->h[0], fmin(g->h[1], g->h[2])) : INFINITY;

	least *= least * (1 - 1e-9);
	for (int axis = 0; axis < 3 && r < FAR; axis++)
		least = fmin(least, fmin(around[axis].gap2[FAR - r - 1], around[axis].gap2[FAR + r + 1]));
	return least;
}

/* Append those of the sites first .. end - 1 to the n candidates that may reach the cell. Returns their number. */
static inline int take_sites(struct near3 *s, const struct near3_grid *g, int first, int end, int image, int n)
{
	const double bound2 = s->bound2, *at = s->self->at, *shift = s->shift[image];
	const double x = at[0] - shift[0], y = at[1] - shift[1], z = at[2] - shift[2];
	const int self = s->self->index;

	if ((size_t)n + (size_t)(end - first) >= s->cap_near) {
		s->cap_near = 2 * ((size_t)n + (size_t)(end - first)) + 256;
		MEM_RESIZE(s->near, s->cap_near);
		MEM_RESIZE(s->sorted, s->cap_near);
	}
	struct near3_candidate *near = s->near;
	for (int k = first; k < end; k++) { /* without a branch, which would often be guessed wrong */
		const struct near3_site *p = &g->site[k];
		double dx = p->at[0] - x, dy = p->at[1] - y, dz = p->at[2] - z, d2 = dx * dx + dy * dy + dz * dz;

		near[n] = (struct near3_candidate){ d2, k, image };
		n += (d2 < bound2) & (p->index != self); /* its own images have cut the cell at the beginning */
	}
	return n;
}

/* Take the sites of a row of buckets from bucket lo to hi as seen from the own one. */
static int take_row(struct near3 *s, const struct near3_grid *g, const struct around *x, const int *start, int lo, int hi,
	int image, int n)
{
	const int turns = s->v->periodic[0], m = g->n[0];

	lo += x->own;
	hi += x->own;
	if (lo < 0 && turns)
		n = take_sites(s, g, start[lo + m], start[(hi < -1 ? hi : -1) + m + 1], image - 1, n);
	if (lo < m && hi >= 0 && lo <= hi)
		n = take_sites(s, g, start[lo > 0 ? lo : 0], start[(hi < m ? hi : m - 1) + 1], image, n);
	if (hi >= m && turns)
		n = take_sites(s, g, start[lo > m ? lo - m : 0], start[hi - m + 1], image + 1, n);
	return n;
}

/* The number of buckets on one side of the own one, at most r, that are nearer than the root of rest. gap2: from the own one on,
 * by step. */
static inline int buckets_within(const double *gap2, int step, int r, double rest)
{
	int n = 0;

	for (int k = 1; k <= FAR; k++) /* without a branch, which would often be guessed wrong */
		n += gap2[k * step] < rest;
	return n < r ? n : r;
}

/* Take the sites of the buckets up to r away along each axis that are near enough, without those up to done away. */
static int take_ring(struct near3 *s, const struct near3_grid *g, const struct around a[3], int done, int r)
{
	int n = 0;

	for (int l = FAR - r; l <= FAR + r; l++)
		for (int j = FAR - r; j <= FAR + r; j++) {
			double rest = s->bound2 - (a[1].gap2[j] + a[2].gap2[l]);

			if ((a[1].bucket[j] | a[2].bucket[l]) < 0 || rest <= 0)
				continue;
			size_t row = (size_t)a[2].bucket[l] * (size_t)g->n[1] + (size_t)a[1].bucket[j];
			const int *start = g->start + row * (size_t)g->n[0];
			int image = VORONOI3_IMAGE(0, 0, 0) + a[1].image[j] + a[2].image[l];
			int lo = -buckets_within(a[0].gap2 + FAR, -1, r, rest), hi = buckets_within(a[0].gap2 + FAR, 1, r, rest);
			if (abs(l - FAR) > done || abs(j - FAR) > done) {
				n = take_row(s, g, &a[0], start, lo, hi, image, n);
				continue;
			}
			if (lo < -done)
				n = take_row(s, g, &a[0], start, lo, -done - 1, image, n);
			if (hi > done)
				n = take_row(s, g, &a[0], start, done + 1, hi, image, n);
		}
	return n;
}

/* Put the candidates into an order by about their distances: near sites cut most, and then spare the cuts of others. */
static void sort_candidates(struct near3 *s, int n)
{
	enum { BINS = 32 };
	int start[BINS];
	double most = 0;

	for (int b = 0; b < BINS; b++)
		start[b] = 0;
	for (int k = 0; k < n; k++)
		most = s->near[k].d2 > most ? s->near[k].d2 : most;
	const double scale = most > 0 ? (BINS - 0.5) / most : 0;
	for (int k = 0; k < n; k++)
		start[(int)(s->near[k].d2 * scale)]++;
	for (int b = 0, before = 0; b < BINS; b++) {
		int here = start[b];

		start[b] = before;
		before += here;
	}
	for (int k = 0; k < n; k++)
		s->sorted[start[(int)(s->near[k].d2 * scale)]++] = s->near[k];
}

/* Cut the cell by the candidates. */
static void cut_by_candidates(struct near3 *s, const struct near3_grid *g, int n)
{
	for (int k = 0; k < n && s->cell.n_vertex > 0; k++) {
		const struct near3_candidate c = s->sorted[k];
		const struct near3_site *p = &g->site[c.place];
		double d[3];

		if (c.d2 >= s->bound2)
			continue;
		double d2 = near3_away(s, p, s->shift[c.image], d);
		if (d2 <= s->apart2)
			s->twin = p->index;
		else
			near3_cut(s, p, d, d2, c.image);
	}
}

int near3_grid_cut(struct near3 *s, const struct near3_grid *g)
{
	struct around a[3];
	int done = -1, r = 1; /* buckets up to so many away along each axis are done, and come next */

	for (int axis = 0; axis < 3; axis++)
		look_around(&a[axis], s, g, axis);
	if (s->v->weight && s->most_weight - near3_weight(s->v, s->self) >= beyond(a, g, FAR)) /* too far, whatever the cell */
		return 0;
	for (;;) {
		int n = take_ring(s, g, a, done, r);

		sort_candidates(s, n);
		cut_by_candidates(s, g, n);
		if (s->cell.n_vertex == 0 || s->bound2 <= beyond(a, g, r))
			return 1;
		if (r == FAR)
			return 0;
		/* as far as the cell reaches, unless that is very far */
		done = r;
		for (r++; r < FAR && s->bound2 > beyond(a, g, r); r++) {
		}
		r = r > done + 2 ? done + 1 : r;
	}
}
