/* near3.h: the sites near a cell of space, from a grid or a tree, each of which cuts the cell. voronoi3.c uses it. */
#ifndef SCREE_NEAR3_H
#define SCREE_NEAR3_H

#include "base/boxtree.h"
#include "voronoi/voronoi3.h"

/* A site in the order of the grid's buckets, or of the tree's leaves. */
struct near3_site { double at[3]; int index; };

/* The search for one cell after the other by one thread. */
struct near3 {
	const struct voronoi3 *v;
	struct cell3 cell;             /* relative to the site */
	const struct near3_site *self; /* the site of this cell */
	double reach, bound2;          /* greatest distance of a vertex from the site [L]; square of the distance from which on no
	                                  site reaches the cell, whatever its weight [L^2] */
	double apart2, coarse;         /* sites closer than the root of apart2 coincide [L^2]; least tolerance [L] */
	double most_weight;            /* the greatest [L^2] */
	int twin;                      /* a site that coincides with this one, or -1 */
	double shift[27][3];           /* by which the sites of an image are moved [L] */
	struct near3_entry *heap;      /* nodes of the tree that wait */
	struct near3_candidate *near, *sorted; /* sites of the grid that may reach the cell */
	size_t cap, cap_near;
};

/* Vertices this close to a plane lie on it: a fraction of the cell's size, or of the box's if coordinates are coarser. Without
 * the tolerance rounding would cut again the corners of a lattice, where more than four cells meet. */
#define NEAR3_ON_PLANE 2e-13
#define NEAR3_ON_PLANE_BOX 1e-15
/* The tolerance for a cell of this reach [L]. */
static inline double near3_tolerance(const struct near3 *s) { return NEAR3_ON_PLANE * s->reach + s->coarse; }

/* The weight of a site [L^2]. */
static inline double near3_weight(const struct voronoi3 *v, const struct near3_site *p)
{
	return v->weight ? v->weight[p->index] : 0;
}

/* Begin to search for the cells of v. */
void near3_init(struct near3 *s, const struct voronoi3 *v);
void near3_free(struct near3 *s);
/* Find s->reach and s->bound2 of the cell of s->self. */
void near3_measure(struct near3 *s);

/* The vector from the site of the cell to another one. The difference of the sites comes first: from both sides it is then the
 * same except for its sign. Returns its square. */
static inline double near3_away(const struct near3 *s, const struct near3_site *p, const double shift[3], double d[3])
{
	for (int k = 0; k < 3; k++)
		d[k] = p->at[k] - s->self->at[k] + shift[k];
	return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

/* Cut the cell by the plane between it and a site, moved by the image, which is at d, the square of whose length is d2. */
void near3_cut(struct near3 *s, const struct near3_site *p, const double d[3], double d2, int image);
/* Cut the cell by n sites that the labels of faces name; walls do not count. */
void near3_cut_by(struct near3 *s, const struct side *label, int n);

/* Sites in buckets, for evenly spread sites. */
struct near3_grid {
	int n[3];
	double h[3];                 /* size of a bucket [L] */
	int *start;                  /* [n[0] n[1] n[2] + 1] */
	struct near3_site *site;     /* bucket by bucket */
};

/* Sort the sites into buckets. Returns 0 if there are too few sites for a grid, or they are too unevenly spread. near3_grid_free
 * frees the grid in either case. */
int near3_grid_init(struct near3_grid *g, const struct voronoi3 *v);
void near3_grid_free(struct near3_grid *g);
/* Cut the cell of s->self by the sites around it until it is empty or no other site can reach it. Returns 0 if sites may reach it
 * that the grid does not look for. */
int near3_grid_cut(struct near3 *s, const struct near3_grid *g);

/* Sites in a tree, for all other sites. */
struct near3_tree {
	struct boxtree boxes;        /* of the sites */
	struct near3_site *site;     /* in the order of the leaves */
	double *weight;              /* of each node, the greatest [L^2] */
	int *leaf;                   /* [n] the leaf of each of site[] */
	int *place;                  /* [n] where the caller's sites are in site[] */
};

void near3_tree_init(struct near3_tree *t, const struct voronoi3 *v);
void near3_tree_free(struct near3_tree *t);
/* Cut the cell of s->self by the sites around it until it is empty, or no other site can reach it, or two sites coincide. */
void near3_tree_cut(struct near3 *s, const struct near3_tree *t);

#endif
