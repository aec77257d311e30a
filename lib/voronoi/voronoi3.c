/* voronoi3.c: Voronoi cells of space by cutting with planes; neighbours come from a grid or a tree */
#include "voronoi/voronoi3.h"

#include <math.h>
#include <string.h>

#include "base/boxtree.h"
#include "base/buf.h"
#include "base/count.h"
#include "base/team.h"

/* Vertices this close to a plane lie on it: a fraction of the cell's size, or of the box's if coordinates are coarser. Without
 * the tolerance rounding would cut again the corners of a lattice, where more than four cells meet. */
static const double ON_PLANE = 1e-11, ON_PLANE_BOX = 1e-15;
/* Faces below this fraction of the cell's surface are left out. */
static const double NO_AREA = 1e-12;

/* face.who of a preliminary face, which no finished cell has. */
enum { NOTHING = -7 };

/* A site in the order of the grid's buckets, or of the tree's leaves. */
struct spot { double at[3], weight; int index; };

/* A node of the tree, with one image of the whole tree, in the queue of a search. */
struct entry { double distance2; int node, image; };

struct search {
	const struct voronoi3 *v;
	struct cell3 cell;       /* relative to the site */
	const struct spot *self; /* the site of this cell */
	double reach, bound2;    /* greatest distance of a vertex from the site [L]; square of the distance from which on no site
	                            reaches the cell, whatever its weight [L^2] */
	double apart2, coarse;   /* sites closer than the root of apart2 coincide [L^2]; least tolerance [L] */
	double most_weight;
	int twin;                /* a site that coincides with this one, or -1 */
	struct entry *heap;
	size_t cap;
	struct block *block;     /* the faces of the cells found by one thread */
	double twin_from;        /* the chunk of the first coinciding sites found by one thread, and their numbers */
	int pair[2];
};

/* ---- one cell ---- */

static void measure_reach(struct search *s)
{
	double reach2 = cell3_reach2(&s->cell);

	s->reach = sqrt(reach2);
	s->bound2 = 4 * reach2;
	if (s->v->weight) {
		double bound = s->reach + sqrt(reach2 + (s->most_weight - s->self->weight));
		s->bound2 = bound * bound;
	}
}

/* Begin with the box, but no larger than limit: distant vertices would pass their rounding errors on to close ones. If limit was
 * large enough, no preliminary face is left after the cuts. Returns whether limit is beyond the box. */
static int begin(struct search *s, const struct spot *self, double limit)
{
	const struct voronoi3 *v = s->v;
	static const int one[3] = { 1, 3, 9 };
	double side[2][3];
	struct side label[6];
	int whole = 1;

	s->self = self;
	for (int k = 0; k < 6; k++) {
		int axis = k / 2, upper = k % 2;
		double far = v->periodic[axis] ? 0.5 * v->box[axis] : upper ? v->box[axis] - self->at[axis] : self->at[axis];

		label[k] = v->periodic[axis] ?
			(struct side){ self->index, VORONOI3_IMAGE(0, 0, 0) + (upper ? one[axis] : -one[axis]) } :
			(struct side){ VORONOI3_WALL(axis, upper), VORONOI3_IMAGE(0, 0, 0) };
		if (far > limit) {
			far = limit;
			label[k] = (struct side){ NOTHING, 0 };
			whole = 0;
		}
		side[upper][axis] = upper ? far : -far;
	}
	cell3_box(&s->cell, side[0], side[1], label);
	measure_reach(s);
	return whole;
}

/* Whether a site of a weight that is at least at a square distance may reach the cell. Its plane is at the distance q / 2d. */
static inline int reaches(const struct search *s, double distance2, double weight)
{
	double q = distance2 + (s->self->weight - weight), limit = 2 * s->reach * sqrt(distance2);

	return q < limit || (distance2 < s->reach * s->reach && s->self->weight - weight < s->reach * s->reach);
}

/* Cut the cell by the planes between it and n sites, moved by the image. */
static inline void cut(struct search *s, const struct spot *spot, int n, const double shift[3], int image)
{
	const double x = s->self->at[0], y = s->self->at[1], z = s->self->at[2];
	const double sx = shift[0], sy = shift[1], sz = shift[2], coarse = s->coarse, apart2 = s->apart2;
	const int weights = s->v->weight != NULL, self = s->self->index;

	for (int k = 0; k < n; k++) {
		const struct spot *p = &spot[k];
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
		double tolerance = (ON_PLANE * s->reach + coarse) * (fabs(d[0]) + fabs(d[1]) + fabs(d[2]));
		if (cell3_cut(&s->cell, d, offset, tolerance, (struct side){ p->index, image }) != 0) {
			if (s->cell.n_vertex == 0)
				return;
			measure_reach(s);
		}
	}
}

/* ---- neighbours from a grid, for evenly spread sites ---- */

/* Mean number of sites in a bucket; buckets up to FAR away along each axis are searched in a fixed order. */
static const double OCCUPANCY = 1.5;
enum { FAR = 4, WIDTH = 2 * FAR + 1 };

/* A bucket relative to that of a site in the upper half of its bucket along each axis; the square of the least distance from
 * there. */
struct step { int by[3]; double gap2; };

struct grid {
	int n[3];
	double h[3];         /* size of a bucket */
	int *start;          /* [n[0] n[1] n[2] + 1] */
	struct spot *spot;   /* the sites, bucket by bucket */
	struct step *step;   /* [n_step] by rising gap2 */
	int n_step;
	double far2;         /* no other bucket is closer [L^2] */
};

static void grid_free(struct grid *g)
{
	free(g->start);
	free(g->spot);
	free(g->step);
}

static inline int bucket_along(const struct grid *g, int axis, double x)
{
	int b = (int)(x / g->h[axis]);

	return b < 0 ? 0 : b >= g->n[axis] ? g->n[axis] - 1 : b;
}

static inline size_t bucket_of(const struct grid *g, const double at[3])
{
	return ((size_t)bucket_along(g, 2, at[2]) * (size_t)g->n[1] + (size_t)bucket_along(g, 1, at[1])) * (size_t)g->n[0]
		+ (size_t)bucket_along(g, 0, at[0]);
}

/* By the least distance, then by the distance of the centres; no two steps are equal. */
static int compare_steps(const void *a, const void *b)
{
	const struct step *p = a, *q = b;
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

static void order_steps(struct grid *g)
{
	double least = fmin(g->h[0], fmin(g->h[1], g->h[2]));

	g->step = MEM_NEW(struct step, WIDTH * WIDTH * WIDTH);
	g->n_step = 0;
	g->far2 = (FAR * least) * (FAR * least) * (1 - 1e-9);
	for (int k = 0; k < WIDTH * WIDTH * WIDTH; k++) {
		struct step s = { { k % WIDTH - FAR, k / WIDTH % WIDTH - FAR, k / (WIDTH * WIDTH) - FAR }, 0 };

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

/* Sort the sites into buckets. Returns 0 if there are too few sites for a grid, or they are too unevenly spread. */
static int grid_init(struct grid *g, const struct voronoi3 *v)
{
	double h = cbrt(v->box[0] * v->box[1] * v->box[2] * OCCUPANCY / v->n), load = 0;
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
	g->spot = MEM_NEW(struct spot, (size_t)v->n);
	for (int i = 0; i < v->n; i++) {
		const double *p = v->site[i];
		g->spot[at[bucket_of(g, p)]++] = (struct spot){ { p[0], p[1], p[2] }, v->weight ? v->weight[i] : 0, i };
	}
	order_steps(g);
	return 1;
}

/* Cut by the sites of the buckets around that of the site. Returns 0 if they are not enough. */
static int cut_by_grid(struct search *s, const struct grid *g)
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
		const struct step *step = &g->step[k];
		int i = step->by[0] + FAR, j = step->by[1] + FAR, l = step->by[2] + FAR;
		int bx = bucket[0][i], by = bucket[1][j], bz = bucket[2][l];

		if (step->gap2 >= s->bound2)
			return 1;
		if ((bx | by | bz) < 0 || gap2[0][i] + gap2[1][j] + gap2[2][l] >= s->bound2)
			continue;
		const int *start = g->start + ((size_t)bz * (size_t)g->n[1] + (size_t)by) * (size_t)g->n[0] + bx;
		const double by_image[3] = { shift[0][i], shift[1][j], shift[2][l] };
		cut(s, g->spot + start[0], start[1] - start[0], by_image,
			VORONOI3_IMAGE(0, 0, 0) + image[0][i] + image[1][j] + image[2][l]);
		if (s->cell.n_vertex == 0)
			return 1;
	}
	return s->bound2 <= g->far2;
}

/* ---- neighbours from a tree, for all other sites ---- */

struct tree {
	struct boxtree boxes;  /* of the sites */
	struct spot *spot;     /* the sites in the order of the leaves */
	double *weight;        /* of each node, the greatest */
	int *leaf;             /* [n] the leaf of each spot */
	int *place;            /* [n] the spot of each site */
};

static void tree_free(struct tree *t)
{
	boxtree_free(&t->boxes);
	free(t->spot);
	free(t->weight);
	free(t->leaf);
	free(t->place);
}

static void tree_init(struct tree *t, const struct voronoi3 *v)
{
	double (*box)[6] = mem_new((size_t)v->n, sizeof *box);

	for (int i = 0; i < v->n; i++) {
		memcpy(box[i], v->site[i], sizeof v->site[i]);
		memcpy(box[i] + 3, v->site[i], sizeof v->site[i]);
	}
	boxtree_init(&t->boxes, v->n, (const double (*)[6])box);
	free(box);
	t->spot = MEM_NEW(struct spot, (size_t)v->n);
	t->leaf = MEM_NEW(int, (size_t)v->n);
	t->place = MEM_NEW(int, (size_t)v->n);
	t->weight = MEM_NEW(double, (size_t)t->boxes.n_node);
	for (int k = 0; k < v->n; k++) {
		int i = t->boxes.item[k];
		const double *p = v->site[i];
		t->spot[k] = (struct spot){ { p[0], p[1], p[2] }, v->weight ? v->weight[i] : 0, i };
		t->place[i] = k;
	}
	for (int e = t->boxes.n_node - 1; e >= 0; e--) { /* children come after their parent */
		const struct boxnode *node = &t->boxes.node[e];

		t->weight[e] = node->n ? -INFINITY : fmax(t->weight[e + 1], t->weight[node->right]);
		for (int k = node->first; k < node->first + node->n; k++) {
			t->leaf[k] = e;
			t->weight[e] = fmax(t->weight[e], t->spot[k].weight);
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
static int node_reaches(const struct search *s, const struct boxnode *node, double weight, const double shift[3])
{
	const struct cell3 *c = &s->cell;

	for (int k = 0; k < c->n_vertex; k++) {
		double p[3] = { c->x[k], c->y[k], c->z[k] }, own = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
		if (node_distance2(node, p, shift) + (s->self->weight - weight) <= own * (1 + 1e-9) + s->apart2)
			return 1;
	}
	return 0;
}

static void heap_push(struct search *s, int *n, struct entry e)
{
	int k = (*n)++;

	MEM_GROW(s->heap, &s->cap, (size_t)*n);
	for (int up; k > 0 && s->heap[up = (k - 1) / 2].distance2 > e.distance2; k = up)
		s->heap[k] = s->heap[up];
	s->heap[k] = e;
}

static struct entry heap_pop(struct search *s, int *n)
{
	struct entry top = s->heap[0], e = s->heap[--*n];
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

/* Cut by the sites of the tree: nodes come in the order of their distance. */
static void cut_by_tree(struct search *s, const struct tree *t)
{
	const struct voronoi3 *v = s->v;
	const double origin[3] = { 0 };
	int n = 0;

	for (int image = 0; image < 27; image++) {
		int moved = 0;
		for (int axis = 0; axis < 3; axis++)
			moved |= voronoi3_image(image, axis) && !v->periodic[axis];
		if (!moved)
			heap_push(s, &n, (struct entry){ 0, 0, image });
	}
	while (n > 0 && s->twin < 0 && s->cell.n_vertex > 0) {
		struct entry e = heap_pop(s, &n);
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
			cut(s, t->spot + node->first, node->n, shift, e.image);
			continue;
		}
		for (int k = 0; k < 2; k++) {
			int child = k ? node->right : e.node + 1;
			double d2 = node_distance2(&t->boxes.node[child], origin, relative);
			if (reaches(s, d2, t->weight[child]))
				heap_push(s, &n, (struct entry){ d2, child, e.image });
		}
	}
}

/* ---- all cells ---- */

/* Faces of cells, in blocks that stay where they are. */
enum { BLOCK = 65536 };
struct block { struct block *next; size_t n, cap; struct side face[]; };

struct job {
	struct voronoi3 *v;
	const struct grid *grid;   /* or NULL: by the tree */
	const struct tree *tree;
	const int *list;           /* the places of the sites in the tree; NULL: all sites in their order */
	struct search *search;     /* one per thread */
	struct side **face;        /* [n] of each site, in some block; NULL: the cell is not finished */
	double twin_from;          /* minus the least chunk with coinciding sites, or -INFINITY */
	int total;
};

/* Find the faces of the cell, and remove its preliminary ones from the count. Returns 0 if a preliminary face is left. */
static int finished(struct search *s, int whole)
{
	cell3_faces(&s->cell);
	if (s->cell.n_vertex == 0)
		return whole;
	for (int k = 0; k < s->cell.n_face; k++)
		if (s->cell.plane[k].label.who == NOTHING)
			return 0;
	return 1;
}

/* Note the faces of the cell. */
static void store(const struct job *job, struct search *s)
{
	const struct cell3 *c = &s->cell;
	const double least = NO_AREA * cell3_surface(c);
	struct block *b = s->block;
	size_t need = (size_t)c->n_face;

	if (!b || b->cap - b->n < need) {
		size_t cap = need > BLOCK ? need : BLOCK;
		b = mem_new(1, sizeof *b + cap * sizeof *b->face);
		*b = (struct block){ .next = s->block, .cap = cap };
		s->block = b;
	}
	struct side *to = b->face + b->n;
	job->face[s->self->index] = to;
	for (int k = 0; k < c->n_face; k++)
		if (cell3_area(c, k) >= least)
			*to++ = c->plane[k].label;
	job->v->first[s->self->index + 1] = (size_t)(to - (b->face + b->n));
	b->n = (size_t)(to - b->face);
}

/* Find the cells from .. end - 1. */
static void find_cells(void *to, int from, int end, int thread)
{
	struct job *job = to;
	struct search *s = &job->search[thread];
	double twin_from;

	__atomic_load(&job->twin_from, &twin_from, __ATOMIC_RELAXED);
	if (-twin_from < from) /* an earlier chunk has coinciding sites */
		return;
	if (thread == 0)
		count_to(from);
	for (int k = from; k < end && s->twin < 0; k++) {
		int place = job->list ? job->list[k] : k, whole, enough = 1;
		const struct spot *self = job->grid ? &job->grid->spot[place] : &job->tree->spot[place];
		double limit;

		if (job->grid)
			limit = 2 * (job->grid->h[0] + job->grid->h[1] + job->grid->h[2]);
		else {
			const struct boxnode *leaf = &job->tree->boxes.node[job->tree->leaf[place]];
			limit = sqrt(s->apart2);
			for (int axis = 0; axis < 3; axis++)
				limit += 4 * (leaf->hi[axis] - leaf->lo[axis]);
		}
		do {
			whole = begin(s, self, limit);
			if (job->grid)
				enough = cut_by_grid(s, job->grid);
			else
				cut_by_tree(s, job->tree);
			limit *= 64;
		} while (enough && s->twin < 0 && !finished(s, whole));
		if (enough && s->twin < 0)
			store(job, s);
	}
	if (s->twin >= 0) {
		team_raise(&job->twin_from, -(double)from);
		if (from < s->twin_from) {
			int self = s->self->index;

			s->twin_from = from;
			s->pair[0] = self < s->twin ? self : s->twin;
			s->pair[1] = self < s->twin ? s->twin : self;
		}
		s->twin = -1;
	}
}

/* Write the faces one after another in the order of the sites. */
static void gather(struct voronoi3 *v, struct side *const *face)
{
	for (int i = 0; i < v->n; i++)
		v->first[i + 1] += v->first[i];
	v->face = MEM_NEW(struct side, v->first[v->n]);
	for (int i = 0; i < v->n; i++)
		memcpy(v->face + v->first[i], face[i], (v->first[i + 1] - v->first[i]) * sizeof *v->face);
}

enum voronoi_status voronoi3_init(struct voronoi3 *v, int n, const double (*site)[3], const double *weight,
	const double box[3], const int periodic[3], int threads)
{
	struct search search[TEAM_MOST] = { 0 };
	struct tree tree = { 0 };
	struct grid grid;
	struct job job = { .v = v, .search = search, .twin_from = -INFINITY };
	double longest = fmax(box[0], fmax(box[1], box[2])), most = 0, twin_from = INFINITY;
	int *list = NULL, n_list = n;

	memset(v, 0, sizeof *v);
	v->n = n;
	v->site = site;
	v->weight = weight;
	memcpy(v->box, box, sizeof v->box);
	memcpy(v->periodic, periodic, sizeof v->periodic);
	v->first = MEM_ZERO(size_t, (size_t)n + 1);
	job.face = MEM_ZERO(struct side *, (size_t)n);
	threads = threads < 1 ? 1 : threads > TEAM_MOST ? TEAM_MOST : threads;
	for (int i = 0; weight && i < n; i++)
		most = i && most > weight[i] ? most : weight[i];
	for (int t = 0; t < threads; t++)
		search[t] = (struct search){ .v = v, .twin = -1, .most_weight = most, .twin_from = INFINITY,
			.apart2 = VORONOI_APART * longest * (VORONOI_APART * longest),
			.coarse = ON_PLANE_BOX * (box[0] + box[1] + box[2]) };

	count_begin("cells", 0, n);
	enum { CHUNK = 256 };
	if (grid_init(&grid, v)) {
		job.grid = &grid;
		team_chunks(threads, n, CHUNK, find_cells, &job);
		/* the tree finds the cells that reach too far for the grid */
		list = MEM_NEW(int, (size_t)n);
		n_list = 0;
		for (int i = 0; i < n && job.twin_from == -INFINITY; i++)
			if (!job.face[i])
				list[n_list++] = i;
	}
	if (n_list > 0) {
		tree_init(&tree, v);
		for (int k = 0; k < n_list && list; k++)
			list[k] = tree.place[list[k]];
		job.grid = NULL;
		job.tree = &tree;
		job.list = list;
		team_chunks(threads, n_list, CHUNK, find_cells, &job);
	}
	count_end();
	if (job.twin_from == -INFINITY)
		gather(v, job.face);
	for (int t = 0; t < threads; t++) {
		if (search[t].twin_from < twin_from) {
			twin_from = search[t].twin_from;
			memcpy(v->pair, search[t].pair, sizeof v->pair);
		}
		while (search[t].block) {
			struct block *b = search[t].block;
			search[t].block = b->next;
			free(b);
		}
		cell3_free(&search[t].cell);
		free(search[t].heap);
	}
	grid_free(&grid);
	tree_free(&tree);
	free(list);
	free(job.face);
	return twin_from < INFINITY ? VORONOI_COINCIDENT : VORONOI_OK;
}

void voronoi3_free(struct voronoi3 *v)
{
	free(v->first);
	free(v->face);
	memset(v, 0, sizeof *v);
}

void voronoi3_plane(const struct voronoi3 *v, int i, int k, double normal[3], double *distance)
{
	const struct side *e = &v->face[v->first[i] + (size_t)k];

	if (e->who < 0) {
		int axis = voronoi3_wall_axis(e->who), upper = voronoi3_wall_upper(e->who);

		normal[0] = normal[1] = normal[2] = 0;
		normal[axis] = upper ? 1 : -1;
		*distance = upper ? v->box[axis] - v->site[i][axis] : v->site[i][axis];
		return;
	}
	double d2 = 0;
	for (int axis = 0; axis < 3; axis++) {
		normal[axis] = v->site[e->who][axis] - v->site[i][axis] + voronoi3_image(e->image, axis) * v->box[axis];
		d2 += normal[axis] * normal[axis];
	}
	double d = sqrt(d2);
	for (int axis = 0; axis < 3; axis++)
		normal[axis] /= d;
	*distance = 0.5 * d;
	if (v->weight)
		*distance += 0.5 * (v->weight[i] - v->weight[e->who]) / d;
}

void voronoi3_cell(const struct voronoi3 *v, int i, struct cell3 *c)
{
	const int n = voronoi3_faces(v, i);
	const double coarse = ON_PLANE_BOX * (v->box[0] + v->box[1] + v->box[2]);
	const struct side nothing[6] = { { NOTHING, 0 }, { NOTHING, 0 }, { NOTHING, 0 }, { NOTHING, 0 }, { NOTHING, 0 },
		{ NOTHING, 0 } };
	double limit = 0;
	int open = n > 0;

	c->n_vertex = c->n_face = 0;
	for (int k = 0; k < n; k++) {
		double normal[3], distance;
		voronoi3_plane(v, i, k, normal, &distance);
		limit = fmax(limit, fabs(distance));
	}
	for (limit *= 3; open; limit *= 8) {
		cell3_box(c, (double[3]){ -limit, -limit, -limit }, (double[3]){ limit, limit, limit }, nothing);
		for (int k = 0; k < n && c->n_vertex > 0; k++) {
			double normal[3], distance;
			voronoi3_plane(v, i, k, normal, &distance);
			cell3_cut(c, normal, distance, ON_PLANE * limit + coarse, v->face[v->first[i] + (size_t)k]);
		}
		cell3_faces(c);
		open = 0;
		for (int k = 0; k < c->n_face; k++)
			open |= c->plane[k].label.who == NOTHING;
	}
	cell3_faces(c);
}
