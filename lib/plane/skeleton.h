/* skeleton.h: a cleaned skeleton of a shape, from which the exact boundary is computed.
 *
 * Coincident vertices are merged, edges without length removed, edges cut at the vertices they run over, and repeated edges
 * removed. Two edges then share at most a vertex, or cross in one point. */
#ifndef SCREE_SKELETON_H
#define SCREE_SKELETON_H

#include "base/rng.h"
#include "base/vec.h"
#include "world/world.h"

struct edge {
	int a, b;             /* indices of the vertices */
	vec2 u;               /* unit vector from a to b */
	double len;           /* [L] */
	double lo[2], hi[2];  /* bounding box */
};

struct skeleton {
	vec2 origin;          /* of the coordinates below, in the shape's coordinates [L] */
	double r;             /* spheroradius [L] */
	double tol;           /* lengths below tol count as 0: about 1e-14 of the size [L] */
	int n_v, n_edge;
	vec2 *v;              /* [n_v], all different [L] */
	struct edge *edge;    /* [n_edge] */
	int outer;            /* the side of all edges where the outside lies: -1 right, 1 left; vertex k then joins the edges
	                         k - 1 and k. 0 unless the shape is a filled polygon that does not meet itself */
	int n_outline;        /* vertices of the outline of a filled polygon, else 0 */
	double (*outline)[2]; /* [n_outline] [L] */
	double (*block)[4];   /* boxes of 32 consecutive edges each: least x, y, greatest x, y */
	double (*row)[4];     /* boxes of 32 blocks each */
};

/* Prepare the skeleton of a shape of any kind except disks. g, if not NULL, moves every vertex at random by up to shift [L] along
 * each axis. */
void skeleton_init(struct skeleton *k, const struct shape *s, struct rng *g, double shift);
void skeleton_free(struct skeleton *k);

/* A search for the edges whose boxes meet a box and a disk; each call of skeleton_next gives an edge, or -1 at the end.
 * skeleton_search looks in a box from x0, y0 to x1, y1 [L]; skeleton_search_round only for what is at most `reach` from the point
 * `centre` [L]. */
struct skeleton_search { double lo[2], hi[2]; vec2 centre; double reach; int at; };
struct skeleton_search skeleton_search(double x0, double y0, double x1, double y1);
struct skeleton_search skeleton_search_round(vec2 centre, double reach);
int skeleton_next(const struct skeleton *k, struct skeleton_search *find);

#endif
