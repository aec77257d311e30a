/* near3.c: the sites near a cell of space, from a grid or a tree */
#include "voronoi/near3.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/cube_root.h"

/* A node of the tree, with one image of the whole tree, in the queue of a search. */
struct near3_entry { double distance2; int node, image; };

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
		double bound = s->reach + sqrt(reach2 + (s->most_weight - s->self->weight));
		s->bound2 = bound * bound;
	}
}

/* Whether a site of a weight that is at least at a square distance may reach the cell. Its plane is at the distance q / 2d. */
static inline int reaches(const struct near3 *s, double distance2, double weight)
{
	double q = distance2 + (s->self->weight - weight), limit = 2 * s->reach * sqrt(distance2);

	return q < limit || (distance2 < s->reach * s->reach && s->self->weight - weight < s->reach * s->reach);
}

/* Cut the cell by the plane between it and a site, moved by the image, at the square distance d2. */
static inline void cut_by(struct near3 *s, const struct near3_site *p, const double d[3], double d2, int image)
{
	double offset = 0.5 * d2;

	if (s->v->weight) {
		offset = 0.5 * (d2 + (s->self->weight - p->weight));
		if (offset > 0 && offset * offset > d2 * s->reach * s->reach) /* s->bound2 is for the greatest weight */
			return;
	}
	double tolerance = near3_tolerance(s) * (fabs(d[0]) + fabs(d[1]) + fabs(d[2]));
	if (cell3_cut(&s->cell, d, offset, tolerance, (struct side){ p->index, image }) != 0 && s->cell.n_vertex > 0)
		near3_measure(s);
}

/* The vector from the site of the cell to another one. The difference of the sites comes first: from both sides it is then the
 * same except for its sign. Returns its square. */
static inline double away(const struct near3 *s, const struct near3_site *p, const double shift[3], double d[3])
{
	for (int k = 0; k < 3; k++)
		d[k] = p->at[k] - s->self->at[k] + shift[k];
	return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

void near3_cut_by(struct near3 *s, const struct side *label, int n)
{
	const struct voronoi3 *v = s->v;

	for (int k = 0; k < n && s->cell.n_vertex > 0; k++) {
		const int i = label[k].who, image = label[k].image;

		if (i < 0 || i == s->self->index)
			continue;
		const struct near3_site p = { { v->site[i][0], v->site[i][1], v->site[i][2] }, v->weight ? v->weight[i] : 0, i };
		double d[3], d2 = away(s, &p, s->shift[image], d);
		if (d2 > s->apart2)
			cut_by(s, &p, d, d2, image);
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
		g->site[at[bucket_of(g, p)]++] = (struct near3_site){ { p[0], p[1], p[2] }, v->weight ? v->weight[i] : 0, i };
	}
	return 1;
}

/* The buckets around that of a site along an axis: its own, the part of it that lies before the site, the square of the distance
 * to each, its number or -1 behind a wall, and the image of its sites. */
struct around { int own, bucket[WIDTH], image[WIDTH]; double part, gap2[WIDTH]; };

static void look_around(struct around *a, const struct near3 *s, const struct near3_grid *g, int axis)
{
	static const int one[3] = { 1, 3, 9 };
	const double h = g->h[axis], x = s->self->at[axis], slack = 1e-9 * h;
	const int own = bucket_along(g, axis, x), n = g->n[axis];

	a->own = own;
	a->part = x / h - own;
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

/* Take the sites of the buckets up to r away along each axis that are near enough, without those up to done away. */
static int take_ring(struct near3 *s, const struct near3_grid *g, const struct around a[3], int done, int r)
{
	const double part = a[0].part, to_buckets = 1 / g->h[0];
	int n = 0;

	for (int l = FAR - r; l <= FAR + r; l++)
		for (int j = FAR - r; j <= FAR + r; j++) {
			double rest = s->bound2 - (a[1].gap2[j] + a[2].gap2[l]);

			if ((a[1].bucket[j] | a[2].bucket[l]) < 0 || rest <= 0)
				continue;
			size_t row = (size_t)a[2].bucket[l] * (size_t)g->n[1] + (size_t)a[1].bucket[j];
			const int *start = g->start + row * (size_t)g->n[0];
			int image = VORONOI3_IMAGE(0, 0, 0) + a[1].image[j] + a[2].image[l];
			double reach = sqrt(rest) * to_buckets + 1e-6;
			reach = reach < r ? reach : r;
			int lo = (int)(part - reach + FAR + 1) - FAR - 1, hi = (int)(part + reach);
			lo = lo > -r ? lo : -r;
			hi = hi < r ? hi : r;
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
		double d2 = away(s, p, s->shift[c.image], d);
		if (d2 <= s->apart2)
			s->twin = p->index;
		else
			cut_by(s, p, d, d2, c.image);
	}
}

int near3_grid_cut(struct near3 *s, const struct near3_grid *g)
{
	struct around a[3];
	int done = -1, r = 1; /* buckets up to so many away along each axis are done, and come next */

	if (s->v->weight && s->most_weight - s->self->weight >= beyond(a, g, FAR)) /* too far, whatever the cell */
		return 0;
	for (int axis = 0; axis < 3; axis++)
		look_around(&a[axis], s, g, axis);
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

/* ---- neighbours from a tree, for all other sites ---- */

void near3_tree_free(struct near3_tree *t)
{
	boxtree_free(&t->boxes);
	free(t->site);
	free(t->weight);
	free(t->leaf);
	free(t->place);
}

void near3_tree_init(struct near3_tree *t, const struct voronoi3 *v)
{
	double (*box)[6] = mem_new((size_t)v->n, sizeof *box);

	for (int i = 0; i < v->n; i++) {
		memcpy(box[i], v->site[i], sizeof v->site[i]);
		memcpy(box[i] + 3, v->site[i], sizeof v->site[i]);
	}
	boxtree_init(&t->boxes, v->n, (const double (*)[6])box);
	free(box);
	t->site = MEM_NEW(struct near3_site, (size_t)v->n);
	t->leaf = MEM_NEW(int, (size_t)v->n);
	t->place = MEM_NEW(int, (size_t)v->n);
	t->weight = MEM_NEW(double, (size_t)t->boxes.n_node);
	for (int k = 0; k < v->n; k++) {
		int i = t->boxes.item[k];
		const double *p = v->site[i];
		t->site[k] = (struct near3_site){ { p[0], p[1], p[2] }, v->weight ? v->weight[i] : 0, i };
		t->place[i] = k;
	}
	for (int e = t->boxes.n_node - 1; e >= 0; e--) { /* children come after their parent */
		const struct boxnode *node = &t->boxes.node[e];

		t->weight[e] = node->n ? -INFINITY : fmax(t->weight[e + 1], t->weight[node->right]);
		for (int k = node->first; k < node->first + node->n; k++) {
			t->leaf[k] = e;
			t->weight[e] = fmax(t->weight[e], t->site[k].weight);
		}
	}
}

/* Square distance from the point p to a node's box moved by shift. */
static inline double node_distance2(const struct boxnode *node, const double p[3], const double shift[3])
{
	double sum = 0;

	for (int k = 0; k < 3; k++) {
		double below = node->lo[k] + shift[k] - p[k], above = p[k] - (node->hi[k] + shift[k]);
		double d = below > above ? below : above;
		sum += d > 0 ? d * d : 0;
	}
	return sum;
}

/* The box around a cell's vertices, and the number of cuts of the cell by then. */
struct extent { double lo[3], hi[3]; int n_cut; };

static void find_extent(struct extent *e, const struct cell3 *c)
{
	const double *const x[3] = { c->x, c->y, c->z };

	for (int axis = 0; axis < 3; axis++) {
		double lo = x[axis][0], hi = lo;

		for (int k = 1; k < c->n_vertex; k++) {
			lo = x[axis][k] < lo ? x[axis][k] : lo;
			hi = x[axis][k] > hi ? x[axis][k] : hi;
		}
		e->lo[axis] = lo;
		e->hi[axis] = hi;
	}
	e->n_cut = c->n_cut;
}

/* The least difference, in powers of distance, between a coordinate in lo .. hi and in 0, seen from p. */
static inline double gain(double lo, double hi, double p)
{
	double d = lo > p ? lo - p : p > hi ? p - hi : 0;

	return d * d - p * p;
}

/* Whether a site of a node may be closer to a point in the box around the cell than the cell's own site: a quick test. The
 * difference is linear in the point, so it is least in a corner. */
static int may_reach(const struct near3 *s, const struct extent *e, const struct boxnode *node, double weight,
	const double shift[3])
{
	double sum = s->self->weight - weight, size = s->apart2;

	for (int axis = 0; axis < 3; axis++) {
		double lo = node->lo[axis] + shift[axis], hi = node->hi[axis] + shift[axis];
		double a = gain(lo, hi, e->lo[axis]), b = gain(lo, hi, e->hi[axis]);

		sum += a < b ? a : b;
		size += 1e-9 * (e->lo[axis] * e->lo[axis] + e->hi[axis] * e->hi[axis]);
	}
	return sum <= size;
}

/* Cut the cell by n sites, moved by the image. */
static void cut_by_leaf(struct near3 *s, const struct near3_site *site, int n, const double shift[3], int image)
{
	for (int k = 0; k < n && s->cell.n_vertex > 0; k++) {
		double d[3], d2 = away(s, &site[k], shift, d);

		if (site[k].index == s->self->index || d2 >= s->bound2) /* its own images have cut the cell at the beginning */
			continue;
		if (d2 <= s->apart2)
			s->twin = site[k].index;
		else
			cut_by(s, &site[k], d, d2, image);
	}
}

static void heap_push(struct near3 *s, int *n, struct near3_entry e)
{
	int k = (*n)++;

	MEM_GROW(s->heap, &s->cap, (size_t)*n);
	for (int up; k > 0 && s->heap[up = (k - 1) / 2].distance2 > e.distance2; k = up)
		s->heap[k] = s->heap[up];
	s->heap[k] = e;
}

static struct near3_entry heap_pop(struct near3 *s, int *n)
{
	struct near3_entry top = s->heap[0], e = s->heap[--*n];
	int k = 0;

	for (int down; (down = 2 * k + 1) < *n; k = down) {
		if (down + 1 < *n && s->heap[down + 1].distance2 < s->heap[down].distance2)
			down++;
		if (s->heap[down].distance2 >= e.distance2)
			break;
		s->heap[k] = s->heap[down];
	}
	s->heap[k] = e;
	return top;
}

void near3_tree_cut(struct near3 *s, const struct near3_tree *t)
{
	const struct voronoi3 *v = s->v;
	const double origin[3] = { 0 };
	struct extent extent = { .n_cut = s->cell.n_cut - 1 };
	int n = 0;

	for (int image = 0; image < 27; image++) {
		int moved = 0;
		for (int axis = 0; axis < 3; axis++)
			moved |= voronoi3_image(image, axis) && !v->periodic[axis];
		if (!moved)
			heap_push(s, &n, (struct near3_entry){ 0, 0, image });
	}
	while (n > 0 && s->twin < 0 && s->cell.n_vertex > 0) {
		struct near3_entry e = heap_pop(s, &n);
		const struct boxnode *node = &t->boxes.node[e.node];
		double shift[3], relative[3];

		if (e.distance2 > s->bound2)
			break;
		for (int axis = 0; axis < 3; axis++) {
			shift[axis] = voronoi3_image(e.image, axis) * v->box[axis];
			relative[axis] = shift[axis] - s->self->at[axis];
		}
		if (extent.n_cut != s->cell.n_cut)
			find_extent(&extent, &s->cell);
		if (!may_reach(s, &extent, node, t->weight[e.node], relative))
			continue;
		if (node->n) {
			cut_by_leaf(s, t->site + node->first, node->n, shift, e.image);
			continue;
		}
		for (int k = 0; k < 2; k++) {
			int child = k ? node->right : e.node + 1;
			double d2 = node_distance2(&t->boxes.node[child], origin, relative);
			if (reaches(s, d2, t->weight[child]) && may_reach(s, &extent, &t->boxes.node[child], t->weight[child], relative))
				heap_push(s, &n, (struct near3_entry){ d2, child, e.image });
		}
	}
}

