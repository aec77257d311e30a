/* near3_tree.c: the sites near a cell of space, from a tree */
#include "voronoi/near3.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"

/* A node of the tree, with one image of the whole tree, in the queue of a search. */
struct near3_entry { double distance2; int node, image; };

/* Whether a site of a weight that is at least at a square distance may reach the cell. Its plane is at the distance q / 2d. */
static inline int reaches(const struct near3 *s, double distance2, double weight)
{
	double q = distance2 + (near3_weight(s->v, s->self) - weight), limit = 2 * s->reach * sqrt(distance2);

	return q < limit || (distance2 < s->reach * s->reach && near3_weight(s->v, s->self) - weight < s->reach * s->reach);
}

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
		t->site[k] = (struct near3_site){ { p[0], p[1], p[2] }, i };
		t->place[i] = k;
	}
	for (int e = t->boxes.n_node - 1; e >= 0; e--) { /* children come after their parent */
		const struct boxnode *node = &t->boxes.node[e];

		t->weight[e] = node->n ? -INFINITY : fmax(t->weight[e + 1], t->weight[node->right]);
		for (int k = node->first; k < node->first + node->n; k++) {
			t->leaf[k] = e;
			t->weight[e] = fmax(t->weight[e], near3_weight(v, &t->site[k]));
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
	double sum = near3_weight(s->v, s->self) - weight, size = s->apart2;

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
		double d[3], d2 = near3_away(s, &site[k], shift, d);

		if (site[k].index == s->self->index || d2 >= s->bound2) /* its own images have cut the cell at the beginning */
			continue;
		if (d2 <= s->apart2)
			s->twin = site[k].index;
		else
			near3_cut(s, &site[k], d, d2, image);
	}
}

/* Whether a site of a node may be closer to a vertex of the cell than the cell's own site. shift is relative to the site. Without
 * weights the vertices exclude many nodes that the box does not. With weights they exclude few, since some great weight is in
 * most nodes. */
static int node_reaches(const struct near3 *s, const struct extent *e, const struct boxnode *node, double weight,
	const double shift[3])
{
	const struct cell3 *c = &s->cell;

	if (s->v->weight)
		return may_reach(s, e, node, weight, shift);
	for (int k = 0; k < c->n_vertex; k++) {
		double p[3] = { c->x[k], c->y[k], c->z[k] }, own = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
		if (node_distance2(node, p, shift) <= own * (1 + 1e-9) + s->apart2)
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
		if (v->weight && extent.n_cut != s->cell.n_cut)
			find_extent(&extent, &s->cell);
		if (!node_reaches(s, &extent, node, t->weight[e.node], relative))
			continue;
		if (node->n) {
			cut_by_leaf(s, t->site + node->first, node->n, shift, e.image);
			continue;
		}
		for (int k = 0; k < 2; k++) {
			int child = k ? node->right : e.node + 1;
			double d2 = node_distance2(&t->boxes.node[child], origin, relative);
			if (reaches(s, d2, t->weight[child]) &&
			    (!v->weight || may_reach(s, &extent, &t->boxes.node[child], t->weight[child], relative)))
				heap_push(s, &n, (struct near3_entry){ d2, child, e.image });
		}
	}
}

