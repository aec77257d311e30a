/* voronoi_search.h: the search for one cell of a Voronoi diagram; only for voronoi.c and voronoi_tree.c. */
#ifndef SCREE_VORONOI_SEARCH_H
#define SCREE_VORONOI_SEARCH_H

#include <math.h>

#include "voronoi/sitetree.h"
#include "voronoi/voronoi.h"

/* Vertices this close to a bisector lie on it: a fraction of the cell's size, or of the box's if coordinates are coarser.
 * Without the tolerance rounding would cut again the corners of a lattice, where four and more cells meet. */
static const double ON_LINE = 2e-13, ON_LINE_BOX = 1e-15;

/* A node of the tree, with one image of the whole tree, in the queue of a search. The least order comes first. */
struct entry { double order; int node, image; };

struct search {
	_Alignas(64) const struct voronoi *v; /* threads do not share cache lines */
	struct convex cell;      /* relative to the site */
	int self;                /* the site of this cell */
	double x, y;             /* its position [L] */
	double reach2;           /* greatest square distance of a vertex from the site [L^2] */
	double distance2, coarse;   /* sites closer than the root of distance2 coincide [L^2]; least tolerance [L] */
	int twin;                /* a site that coincides with this one, or -1 */
	const double *most;      /* the greatest weight in each node of the tree, or NULL without weights [L^2] */
	double more;             /* no site in the grid that reaches the cell has a weight that is greater by more than this [L^2] */
	const struct voronoi *before; /* a similar diagram, or NULL */
	struct entry *heap;
	size_t cap;
};

/* Begin with the box, but no larger than limit: distant vertices would pass their rounding errors on to close ones. If limit was
 * large enough, no preliminary side is left after the cuts. The neighbours of a similar diagram cut first. */
void search_begin(struct search *s, int self, double x, double y, double limit);
/* Find the cell of the k-th site of the tree. The caller checks whether the limit was large enough. */
void search_tree(struct search *s, const struct sitetree *t, int k, double limit);

/* Cut the cell by the bisectors with n sites xy, moved by the image. The bisector of sites with weights w and u, d apart, is at
 * the distance (d^2 + w - u) / (2 d) from the first one: both have there the same power, the square distance less the weight. */
static inline void search_cut(struct search *s, const double (*restrict xy)[2], const int *index, int n, int image)
{
	const double x = s->x, y = s->y, *weight = s->v->weight, own = weight ? weight[s->self] : 0;
	const double sx = voronoi_image_x(image) * s->v->box[0], sy = voronoi_image_y(image) * s->v->box[1];
	double reach2 = s->reach2;
	const double on_line = ON_LINE * sqrt(reach2) + s->coarse;

	for (int k = 0; k < n; k++) {
		/* The difference of the sites comes first: from both sides it is then the same except for its sign. */
		double dx = xy[k][0] - x + sx, dy = xy[k][1] - y + sy, d2 = dx * dx + dy * dy, twice = d2;

		if (weight) {
			twice += own - weight[index[k]];
			if (d2 > s->distance2 && twice > 0 && twice * twice >= 4 * reach2 * d2)
				continue;
		} else if (d2 >= 4 * reach2) {
			continue;
		}
		if (d2 <= s->distance2) {
			if (index[k] != s->self)
				s->twin = index[k];
			continue;
		}
		if (index[k] == s->self) /* the initial cell has been cut by these */
			continue;
		struct side side = { index[k], image };
		if (convex_cut(&s->cell, dx, dy, 0.5 * twice, on_line * (fabs(dx) + fabs(dy)), side) > 0)
			reach2 = convex_reach2(&s->cell);
	}
	s->reach2 = reach2;
}

#endif
