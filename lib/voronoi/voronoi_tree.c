/* voronoi_tree.c: Voronoi cells whose neighbours come from a tree: for uneven sites, and for sites with weights */
#include <stdlib.h>

#include "base/buf.h"
#include "voronoi/voronoi_search.h"

/* Square distance from the point (px, py) to a node's box moved by (sx, sy). */
static inline double box_distance2(const double *box, double px, double py, double sx, double sy)
{
	double x0 = box[0] + sx, x1 = box[1] + sx, y0 = box[2] + sy, y1 = box[3] + sy;
	double dx = px < x0 ? x0 - px : px > x1 ? px - x1 : 0, dy = py < y0 ? y0 - py : py > y1 ? py - y1 : 0;

	return dx * dx + dy * dy;
}

/* Whether a site in the box of a node may be closer to a vertex of the cell than the cell's own site, or with weights have less
 * power there. */
static int box_reaches(const struct search *s, const double *box, int node, double sx, double sy)
{
	const struct convex *p = &s->cell;
	const double more = s->most ? s->most[node] - s->v->weight[s->self] : 0;

	for (int k = 0; k < p->n; k++) {
		double own = p->x[k] * p->x[k] + p->y[k] * p->y[k];
		if (box_distance2(box, p->x[k], p->y[k], sx, sy) <= own * (1 + 1e-9) + s->distance2 + more)
			return 1;
	}
	return 0;
}

/* Whether a site at least the root of d2 away, whose weight is less than the cell's own by less, may cut the cell: its bisector
 * is at the distance (d^2 + less) / (2 d), which falls until d^2 = less, and then rises. */
static inline int may_reach(const struct search *s, double d2, double less)
{
	/* nearer than the reach a bisector is beyond it only if less is more than its square: as at the reach */
	double far2 = d2 > s->reach2 ? d2 : s->reach2, twice = far2 + less;

	return twice <= 0 || twice * twice < 4 * s->reach2 * far2;
}

static void heap_push(struct search *s, int *n, struct entry e)
{
	int k = (*n)++;

	MEM_GROW(s->heap, &s->cap, (size_t)*n);
	for (int up; k > 0 && s->heap[up = (k - 1) / 2].order > e.order; k = up)
		s->heap[k] = s->heap[up];
	s->heap[k] = e;
}

static struct entry heap_pop(struct search *s, int *n)
{
	struct entry top = s->heap[0], e = s->heap[--*n];
	int k = 0;

	for (int down; (down = 2 * k + 1) < *n; k = down) {
		if (down + 1 < *n && s->heap[down + 1].order < s->heap[down].order)
			down++;
		if (s->heap[down].order >= e.order)
			break;
		s->heap[k] = s->heap[down];
	}
	s->heap[k] = e;
	return top;
}

/* The nodes come in the order of their distance; with weights, of their least power. */
void search_tree(struct search *s, const struct sitetree *t, int k, double limit)
{
	const struct voronoi *v = s->v;
	const double *most = s->most, own = most ? v->weight[t->index[k]] : 0;
	int n = 0, px = v->periodic[0] != 0, py = v->periodic[1] != 0;

	search_begin(s, t->index[k], t->xy[k][0], t->xy[k][1], limit);
	for (int my = -py; my <= py; my++)
		for (int mx = -px; mx <= px; mx++) {
			double sx = mx * v->box[0] - s->x, sy = my * v->box[1] - s->y;
			double d2 = box_distance2(t->box[0], 0, 0, sx, sy), more = most ? most[0] : 0;
			if (may_reach(s, d2, own - more))
				heap_push(s, &n, (struct entry){ d2 - more, 0, VORONOI_IMAGE(mx, my) });
		}
	while (n > 0 && s->cell.n > 0) {
		struct entry e = heap_pop(s, &n);
		double sx = voronoi_image_x(e.image) * v->box[0] - s->x, sy = voronoi_image_y(e.image) * v->box[1] - s->y;

		if (!most && e.order > 4 * s->reach2)
			break;
		if (!may_reach(s, e.order + (most ? most[e.node] : 0), most ? own - most[e.node] : 0))
			continue;
		if (!box_reaches(s, t->box[e.node], e.node, sx, sy))
			continue;
		if (sitetree_is_leaf(t, e.node)) {
			int lo, hi;
			sitetree_leaf(t, e.node, &lo, &hi);
			search_cut(s, (const double (*)[2])t->xy + lo, t->index + lo, hi - lo, e.image);
			continue;
		}
		for (int child = 2 * e.node + 1; child <= 2 * e.node + 2; child++) {
			double d2 = box_distance2(t->box[child], 0, 0, sx, sy);
			double more = most ? most[child] : 0;
			if (may_reach(s, d2, own - more))
				heap_push(s, &n, (struct entry){ d2 - more, child, e.image });
		}
	}
}
