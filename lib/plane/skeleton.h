/* skeleton.h: a shape's skeleton made fit for exact work on its boundary.
 *
 * Vertices that coincide are one, edges without length are gone, an edge that runs over a vertex is cut there, an edge
 * that is there twice is there once. Two edges then share at most a vertex or cross in one point. */
#ifndef SCREE_SKELETON_H
#define SCREE_SKELETON_H

#include "base/rng.h"
#include "base/vec.h"
#include "world/world.h"

struct edge {
	int a, b;             /* vertices */
	vec2 u;               /* unit vector from a to b */
	double len;           /* [L] */
	double lo[2], hi[2];  /* bounding box */
};

struct skeleton {
	vec2 origin;          /* of the coordinates below, in the shape's */
	double r;             /* spheroradius [L] */
	double tol;           /* lengths below it are 0: about 1e-14 of the size */
	int n_v, n_edge, n_block;
	vec2 *v;              /* [n_v], different points */
	struct edge *edge;    /* [n_edge] */
	int outer;            /* a filled polygon that meets itself nowhere has its outside on this side of all edges: -1
	                         right, 1 left; vertex k then stands between the edges k - 1 and k. Else 0 */
	int n_outline;        /* vertices of a filled polygon, else 0 */
	double (*outline)[2]; /* [n_outline] */
	double (*block)[4];   /* boxes of 32 consecutive edges each: least x, y, greatest x, y */
};

/* Prepare the skeleton of a shape that is not disks. g, if not NULL, moves every vertex at random by up to
 * shift [L]. */
void skeleton_init(struct skeleton *k, const struct shape *s, struct rng *g, double shift);
void skeleton_free(struct skeleton *k);

/* Going through the edges whose boxes meet a box; skeleton_next gives an edge or -1. */
struct skeleton_search { double lo[2], hi[2]; int at; };
struct skeleton_search skeleton_search(double x0, double y0, double x1, double y1);
int skeleton_next(const struct skeleton *k, struct skeleton_search *find);

#endif
