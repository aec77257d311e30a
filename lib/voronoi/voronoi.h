/* voronoi.h: Voronoi diagrams of the plane in a box, periodic or not along either axis.
 *
 * Every cell is found on its own: it starts as the box (along a periodic axis: as what is nearer to its site than
 * to the site's own images) and is cut by the bisectors with the sites around, nearest first, until none that is
 * left can reach it. No decision about one cell enters another, so rounding on a lattice can at most leave two
 * cells in disagreement about a side of no length. */
#ifndef SCREE_VORONOI_H
#define SCREE_VORONOI_H

#include <stddef.h>

#include "plane/convex.h"

/* The sites are in [0, box[0]] x [0, box[1]]; along a periodic axis in [0, box[.]). */
struct voronoi {
	int n;                     /* sites, and cells */
	const double (*site)[2];   /* [n][2] the caller's [L] */
	double box[2];             /* [L] */
	int periodic[2];
	size_t *first;             /* [n] where a cell's vertices begin */
	int *n_side;               /* [n] its sides */
	double (*xy)[2];           /* its vertices, counter-clockwise, relative to its site [L] */
	struct side *side;         /* what is behind the side from vertex k to k + 1: a site and its image, or a wall */
	size_t n_vertex, cap;      /* of all cells together */
	int pair[2];               /* the sites that coincide, after VORONOI_COINCIDENT */
};

/* Values of side.who that are no sites: the box's sides. */
enum { VORONOI_LEFT = -1, VORONOI_RIGHT = -2, VORONOI_BOTTOM = -3, VORONOI_TOP = -4 };
/* side.image: the site moved by dx, dy periods, each -1, 0 or 1. */
#define VORONOI_IMAGE(dx, dy) (3 * ((dy) + 1) + (dx) + 1)
static inline int voronoi_image_x(int image) { return image % 3 - 1; }
static inline int voronoi_image_y(int image) { return image / 3 - 1; }

/* Sites nearer to each other than this part of the larger side of the box coincide: their bisector would be lost in
 * the rounding of coordinates. */
#define VORONOI_APART 1e-11

enum voronoi_status { VORONOI_OK = 0, VORONOI_COINCIDENT = -1 };

/* Find the cells of n >= 1 sites. Time and memory grow linearly with n for sites that fill the box more or less
 * evenly; other sets are searched through a tree. On VORONOI_COINCIDENT v->pair names two sites and there
 * are no cells. Call voronoi_free in either case. */
enum voronoi_status voronoi_init(struct voronoi *v, int n, const double (*site)[2], const double box[2],
	const int periodic[2]);
void voronoi_free(struct voronoi *v);

/* The unit normal (outwards) and the distance from the site of the line on which a side of cell i lies. They come
 * from the sites and not from the side's ends, so they are good for the shortest of sides. */
void voronoi_line(const struct voronoi *v, int i, int side, double normal[2], double *distance);
/* The normals of all its sides, normal[n_side[i]][2]. */
void voronoi_normals(const struct voronoi *v, int i, double (*normal)[2]);
/* Area of cell i, and its centroid relative to its site (may be NULL) [L^2, L]. */
double voronoi_area(const struct voronoi *v, int i, double centroid[2]);

#endif
