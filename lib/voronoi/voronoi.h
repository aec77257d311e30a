/* voronoi.h: Voronoi diagrams of the plane in a box that may be periodic along each axis.
 *
 * Every cell is found on its own. It begins as the box; along a periodic axis, as the points closer to its site than to the
 * site's own images. It is then cut by the bisectors with the sites around it, nearest first, until no other site can reach it.
 * The cells do not depend on each other, so rounding on a lattice can at most make two cells disagree about a side
 * of length 0. */
#ifndef SCREE_VORONOI_H
#define SCREE_VORONOI_H

#include <stddef.h>

#include "plane/convex.h"

/* The sites are in [0, box[0]] x [0, box[1]]; a coordinate along a periodic axis is below the side of the box. */
struct voronoi {
	int n;                     /* number of sites and cells */
	const double (*site)[2];   /* [n][2] owned by the caller [L] */
	const double *weight;      /* [n] owned by the caller, or NULL: none [L^2] */
	double box[2];             /* [L] */
	int periodic[2];
	size_t *first;             /* [n] the first vertex of a cell */
	int *n_side;               /* [n] the number of its sides, 0 of an empty cell (only with weights) */
	double (*xy)[2];           /* vertices, counter-clockwise, relative to the site of the cell [L] */
	struct side *side;         /* label of the side from vertex k to k + 1: a site and its image, or a wall */
	size_t n_vertex;           /* vertices of all cells together */
	int pair[2];               /* two sites that coincide, after VORONOI_COINCIDENT */
};

/* Values of side.who for the walls of the box, and for the sides of rounded ends; side.image of the latter is their direction. */
enum { VORONOI_LEFT = -1, VORONOI_RIGHT = -2, VORONOI_BOTTOM = -3, VORONOI_TOP = -4, VORONOI_ROUND = -5 };
/* side.image: the site is moved by dx, dy periods; each is -1, 0 or 1. */
#define VORONOI_IMAGE(dx, dy) (3 * ((dy) + 1) + (dx) + 1)
static inline int voronoi_image_x(int image) { return image % 3 - 1; }
static inline int voronoi_image_y(int image) { return image / 3 - 1; }

/* Sites closer than this fraction of the larger side of the box coincide: rounding of the coordinates would spoil their
 * bisector. */
#define VORONOI_APART 1e-11

enum voronoi_status { VORONOI_OK = 0, VORONOI_COINCIDENT = -1 };

/* Find the cells of n >= 1 sites on a number of threads; the result does not depend on the number. Time and memory grow linearly
 * with n if the sites fill the box more or less evenly; other sites are searched through a tree. On VORONOI_COINCIDENT there are
 * no cells, and v->pair gives two sites. Call voronoi_free in either case.
 *
 * With weights: the power or Laguerre diagram. The cell of a site at p with the weight w holds the points x whose power
 * |x - p|^2 - w is less than that of all other sites. More weight makes a cell larger; cells may be empty, and a site may lie
 * outside of its own cell. Adding a number to all weights changes nothing. weight[n], or NULL for none [L^2]. (Aurenhammer
 * 1987.) */
enum voronoi_status voronoi_init(struct voronoi *v, int n, const double (*site)[2], const double *weight, const double box[2],
	const int periodic[2], int threads);
/* The same with other weights for the sites of a diagram whose cells are similar. Their neighbours there cut the cells first, so
 * that few others are looked at. Cells may differ from those of voronoi_init by rounding. before must stay until then. */
enum voronoi_status voronoi_init_like(struct voronoi *v, const struct voronoi *before, const double *weight, int threads);
void voronoi_free(struct voronoi *v);
/* Round the ends of the cells at the walls of the box: cut each cell along an arc that touches the wall in the middle of the
 * cell's side, and that has an angle of 45 degrees with the wall at the ends of this side. Eight tangents stand for the arc. */
void voronoi_round_walls(struct voronoi *v);
/* The outward unit normal of a side of a rounded end, from its label's image. */
void voronoi_round_normal(int image, double normal[2]);

/* The outward unit normal of a side of cell i, and the distance from the site to the line of the side [L]. They follow from the
 * sites, not from the ends of the side, so they are exact for the shortest sides. */
void voronoi_line(const struct voronoi *v, int i, int side, double normal[2], double *distance);
/* The outward unit normals of all sides of cell i, normal[n_side[i]][2]. */
void voronoi_normals(const struct voronoi *v, int i, double (*normal)[2]);
/* Area of cell i [L^2]; centroid, if not NULL, gets its centroid relative to its site [L].
 * Both are 0 of an empty cell. */
double voronoi_area(const struct voronoi *v, int i, double centroid[2]);

#endif
