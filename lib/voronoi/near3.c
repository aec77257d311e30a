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
}

void near3_free(struct near3 *s)
{
	cell3_free(&s->cell);
	free(s->heap);
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

/* Cut the cell by the planes between it and n sites, moved by the image. */
static inline void cut(struct near3 *s, const struct near3_site *site, int n, const double shift[3], int image)
{
	const double x = s->self->at[0], y = s->self->at[1], z = s->self->at[2];
	const double sx = shift[0], sy = shift[1], sz = shift[2], apart2 = s->apart2;
	const int weights = s->v->weight != NULL, self = s->self->index;

	for (int k = 0; k < n; k++) {
		const struct near3_site *p = &site[k];
		/* The difference of the sites comes first: from both sides it is then the same except for its sign. */
		double d[3] = { p->at[0] - x + sx, p->at[1] - y + sy, p->at[2] - z + sz };
		double d2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], offset = 0.5 * d2;

		if (d2 >= s->bound2)
			continue;
		if (d2 <= apart2) {
			if (p->index != self)
				s->twin = p->index;
			continue;
		}
		if (p->index == self) /* the initial cell has been cut by these */
			continue;
		if (weights)
			offset = 0.5 * (d2 + (s->self->weight - p->weight));
		double tolerance = near3_tolerance(s) * (fabs(d[0]) + fabs(d[1]) + fabs(d[2]));
		if (cell3_cut(&s->cell, d, offset, tolerance, (struct side){ p->index, image }) != 0) {
			if (s->cell.n_vertex == 0)
				return;
			near3_measure(s);
		}
	}
}

/* ---- neighbours from a grid, for evenly spread sites ---- */

/* Mean number of sites in a bucket; buckets up to FAR away along each axis are searched in a fixed order. */
static const double OCCUPANCY = 1.5;
enum { FAR = 4, WIDTH = 2 * FAR + 1 };

/* A bucket relative to that of a site in the upper half of its bucket along each axis; the square of the least distance from
 * there. */
struct near3_step { int by[3]; double gap2; };

void near3_grid_free(struct near3_grid *g)
{
	free(g->start);
	free(g->site);
	free(g->step);
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

/* By the least distance, then by the distance of the centres; no two steps are equal. */
static int compare_steps(const void *a, const void *b)
{
	const struct near3_step *p = a, *q = b;
	int dp = 0, dq = 0;

	if (p->gap2 != q->gap2)
		return p->gap2 < q->gap2 ? -1 : 1;
	for (int k = 0; k < 3; k++) {
		dp += p->by[k] * (2 * p->by[k] - 1);
		dq += q->by[k] * (2 * q->by[k] - 1);
	}
	for (int k = 0; k < 3 && dp == dq; k++) {
		dp = p->by[k];
		dq = q->by[k];
	}
	return dp < dq ? -1 : dp > dq;
}

static void order_steps(struct near3_grid *g)
{
	double least = fmin(g->h[0], fmin(g->h[1], g->h[2]));

	g->step = MEM_NEW(struct near3_step, WIDTH * WIDTH * WIDTH);
	g->n_step = 0;
	g->far2 = (FAR * least) * (FAR * least) * (1 - 1e-9);
	for (int k = 0; k < WIDTH * WIDTH * WIDTH; k++) {
		struct near3_step s = { { k % WIDTH - FAR, k / WIDTH % WIDTH - FAR, k / (WIDTH * WIDTH) - FAR }, 0 };

		for (int axis = 0; axis < 3; axis++) {
			int b = s.by[axis];
			double gap = (b > 0 ? b - 1 : b < 0 ? -b - 0.5 : 0) * g->h[axis] * (1 - 1e-9);
			s.gap2 += gap * gap;
		}
		if (s.gap2 < g->far2)
			g->step[g->n_step++] = s;
	}
	qsort(g->step, (size_t)g->n_step, sizeof *g->step, compare_steps);
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
	order_steps(g);
	return 1;
}

int near3_grid_cut(struct near3 *s, const struct near3_grid *g)
{
	double gap2[3][WIDTH], shift[3][WIDTH];
	int bucket[3][WIDTH], image[3][WIDTH], sign[3];

	for (int axis = 0, one = 1; axis < 3; axis++, one *= 3) {
		const double h = g->h[axis], x = s->self->at[axis], slack = 1e-9 * h;
		const int own = bucket_along(g, axis, x), n = g->n[axis];

		sign[axis] = x - own * h < 0.5 * h ? -1 : 1;
		for (int k = 0; k < WIDTH; k++) {
			int by = sign[axis] * (k - FAR), b = own + by, turn = b < 0 ? -1 : b >= n;
			double gap = by > 0 ? b * h - x - slack : by < 0 ? x - (b + 1) * h - slack : 0;

			gap2[axis][k] = gap > 0 ? gap * gap : 0;
			bucket[axis][k] = turn && !s->v->periodic[axis] ? -1 : b - turn * n;
			shift[axis][k] = turn * s->v->box[axis];
			image[axis][k] = turn * one;
		}
	}
	for (int k = 0; k < g->n_step; k++) {
		const struct near3_step *step = &g->step[k];
		int i = step->by[0] + FAR, j = step->by[1] + FAR, l = step->by[2] + FAR;
		int bx = bucket[0][i], by = bucket[1][j], bz = bucket[2][l];

		if (step->gap2 >= s->bound2)
			return 1;
		if ((bx | by | bz) < 0 || gap2[0][i] + gap2[1][j] + gap2[2][l] >= s->bound2)
			continue;
		const int *start = g->start + ((size_t)bz * (size_t)g->n[1] + (size_t)by) * (size_t)g->n[0] + bx;
		const double by_image[3] = { shift[0][i], shift[1][j], shift[2][l] };
		cut(s, g->site + start[0], start[1] - start[0], by_image,
			VORONOI3_IMAGE(0, 0, 0) + image[0][i] + image[1][j] + image[2][l]);
		if (s->cell.n_vertex == 0)
			return 1;
	}
	return s->bound2 <= g->far2;
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

/* Whether a site of a node may be closer to a vertex of the cell than the cell's own site. shift is relative to the site. */
static int node_reaches(const struct near3 *s, const struct boxnode *node, double weight, const double shift[3])
{
	const struct cell3 *c = &s->cell;

	for (int k = 0; k < c->n_vertex; k++) {
		double p[3] = { c->x[k], c->y[k], c->z[k] }, own = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
		if (node_distance2(node, p, shift) + (s->self->weight - weight) <= own * (1 + 1e-9) + s->apart2)
			return 1;
	}
	return 0;
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
		if (!node_reaches(s, node, t->weight[e.node], relative))
			continue;
		if (node->n) {
			cut(s, t->site + node->first, node->n, shift, e.image);
			continue;
		}
		for (int k = 0; k < 2; k++) {
			int child = k ? node->right : e.node + 1;
			double d2 = node_distance2(&t->boxes.node[child], origin, relative);
			if (reaches(s, d2, t->weight[child]))
				heap_push(s, &n, (struct near3_entry){ d2, child, e.image });
		}
	}
}

