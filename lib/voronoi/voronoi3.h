/* voronoi3.h: Voronoi diagrams of space in a box that may be periodic along each axis, also with weights (power diagrams).
 *
 * The cell of site i holds the points x with |x - x_i|^2 - w_i <= |x - x_j|^2 - w_j for all other sites j and all images. Without
 * weights it is the Voronoi cell. Every cell is found on its own. It begins as the box; along a periodic axis, as the points
 * closer to its site than to the site's own images. It is then cut by the planes between it and the sites around it, nearest
 * first, until no other site can reach it. A diagram keeps for each cell only which sites and walls its faces are shared with;
 * the planes follow from the sites exactly, and cell3.h makes the vertices of a cell again from its planes.
 *
 * The cells do not depend on each other. In a lattice rounding can make two cells disagree about a face of no area, but not about
 * a volume. */
#ifndef SCREE_VORONOI3_H
#define SCREE_VORONOI3_H

#include <stddef.h>

#include "plane/convex.h"
#include "solid/cell3.h"
#include "voronoi/voronoi.h"

/* The sites are in [0, box[0]] x [0, box[1]] x [0, box[2]]; a coordinate along a periodic axis is below the side of the box. */
struct voronoi3 {
	int n;                     /* number of sites and cells */
	const double (*site)[3];   /* [n][3] owned by the caller [L] */
	const double *weight;      /* [n] owned by the caller [L^2]; NULL: all are equal */
	double box[3];             /* [L] */
	int periodic[3];
	size_t *first;             /* [n + 1] the faces of cell i are face[first[i]] to face[first[i + 1] - 1]; with weights a cell
	                              may be empty and have none */
	struct side *face;         /* [first[n]] the site behind a face, and its image; or a wall */
	int pair[2];               /* two sites that coincide, after VORONOI_COINCIDENT */
};

/* Values of face.who for the walls of the box: at 0 along axis 0, 1, 2, and at the box's side. */
#define VORONOI3_WALL(axis, upper) (-1 - 2 * (axis) - ((upper) != 0))
/* The axis of a wall, and whether it is the upper one. */
static inline int voronoi3_wall_axis(int who) { return (-1 - who) / 2; }
static inline int voronoi3_wall_upper(int who) { return (-1 - who) % 2; }

/* face.image: the site is moved by dx, dy, dz periods; each is -1, 0 or 1. */
#define VORONOI3_IMAGE(dx, dy, dz) (9 * ((dz) + 1) + 3 * ((dy) + 1) + (dx) + 1)
/* The periods along an axis. */
static inline int voronoi3_image(int image, int axis)
{
	return (axis == 0 ? image : axis == 1 ? image / 3 : image / 9) % 3 - 1;
}

/* Find the cells of n >= 1 sites on a number of threads; the result does not depend on the number. weight[n] may be NULL. Time
 * and memory grow linearly with n if the sites fill the box more or less evenly; other sites are searched through a tree. On
 * VORONOI_COINCIDENT there are no cells, and v->pair gives two sites; sites coincide as in voronoi.h, whatever their weights.
 * Call voronoi3_free in either case. */
enum voronoi_status voronoi3_init(struct voronoi3 *v, int n, const double (*site)[3], const double *weight,
	const double box[3], const int periodic[3], int threads);
/* The same in less time, where a diagram of the same box is known whose cells are similar: the sites behind the faces of its
 * cell i cut cell i first. Faces may come in another order. */
enum voronoi_status voronoi3_init_like(struct voronoi3 *v, const struct voronoi3 *before, const double (*site)[3],
	const double *weight, int threads);
void voronoi3_free(struct voronoi3 *v);

/* The number of faces of cell i. */
static inline int voronoi3_faces(const struct voronoi3 *v, int i) { return (int)(v->first[i + 1] - v->first[i]); }
/* The outward unit normal of face k = 0, 1, ... of cell i, and the distance from the site to its plane [L], which may be below 0
 * with weights. Both follow from the sites and are exact to rounding, and seen from the other cell the normal is exactly
 * opposite. */
void voronoi3_plane(const struct voronoi3 *v, int i, int k, double normal[3], double *distance);
/* The same for all faces: normal[n][3] and distance[n]. */
void voronoi3_planes(const struct voronoi3 *v, int i, double (*normal)[3], double *distance);
/* Make c the cell i, relative to its site, with its faces found (cell3_faces). c->plane[k].label is the cell's face k unless
 * rounding leaves a face no room. The normals of c->plane are unit vectors. Empty cells give an empty c. */
void voronoi3_cell(const struct voronoi3 *v, int i, struct cell3 *c);

#endif
