/* facets.h: the triangles of a mesh that is placed in space, with a tree to find those near a point. */
#ifndef SCREE_FACETS_H
#define SCREE_FACETS_H

#include <stddef.h>

#include "base/boxtree.h"
#include "base/vec.h"
#include "world/world.h"

struct facets {
	int n, n_face;
	vec3 *at;                /* [n] corners in space, valid for all or for those in use [L] */
	const int (*face)[3];    /* [n_face] corners of each triangle */
	const double (*vertex)[3]; /* [n] corners in the body frame at size 1 */
	struct boxtree tree;     /* of the triangles in the body frame at size 1: it does not change when the body moves */
	double place[3], turn[3][3], size, reach; /* position, rotation matrix and size; distance of the furthest corner at size 1 */
	int n_use, *use;         /* [n_use] corners of triangles in use */
	char *used;              /* [n] the corner is in use */
	/* what bodies with faces touch besides triangles, see facets_edges; NULL without such bodies */
	int *edge;               /* [3 n_face] the number of the edge from each corner to the next one; -1: it is none */
	char *sharp;             /* [n] the corner has edges */
	int meeting;             /* the most edges that meet at a corner */
};

/* Set up the triangles of a mesh, which must outlive them. */
void facets_init(struct facets *f, const struct solid *mesh);
void facets_free(struct facets *f);

/* Place all corners, or those in use, of a mesh at x; m is its rotation matrix times its size. */
void facets_place(struct facets *f, const double x[3], const double m[3][3], double size, int all);

/* Find the edges and corners. The sides of triangles are numbered 3 k + z from corner z of triangle k; an edge has the number of
 * its first side. Where two triangles go on in one plane, to FACETS_FLAT [rad], there is no edge. */
#define FACETS_FLAT 1e-4
void facets_edges(struct facets *f);

/* The features of a mesh are numbered: n_face triangles, then edges by their number, then corners. */
static inline int facets_n(const struct facets *f)
{
	return 4 * f->n_face + f->n;
}

/* Whether a feature k >= n_face is there. */
static inline int facets_has(const struct facets *f, int k)
{
	return k < 4 * f->n_face ? f->edge[k - f->n_face] == k - f->n_face : f->sharp[k - 4 * f->n_face];
}

/* Middle and half of the edge k, a feature, and the place of the corner k, when they are placed. */
static inline void facets_edge(const struct facets *f, int k, vec3 *middle, vec3 *half)
{
	const int *v = f->face[(k - f->n_face) / 3], z = (k - f->n_face) % 3;
	vec3 a = f->at[v[z]], b = f->at[v[z < 2 ? z + 1 : 0]];

	*middle = v3_scale(0.5, v3_add(a, b));
	*half = v3_scale(0.5, v3_sub(b, a));
}

static inline vec3 facets_corner(const struct facets *f, int k)
{
	return f->at[k - 4 * f->n_face];
}

/* Whether the segment from x to y goes through a triangle. */
int facets_crossed(const struct facets *f, int face, vec3 x, vec3 y);

/* Say which features are in use: first none, then each of them, then that all have been named. */
void facets_use_none(struct facets *f);
void facets_use(struct facets *f, int feature);
void facets_use_done(struct facets *f);

/* Find the triangles whose boxes come within far of p, and rarely some others. *list, with room for *cap, gets them in
 * ascending order and grows if needed. Returns how many there are. */
int facets_near(const struct facets *f, vec3 p, double far, int **list, size_t *cap);

/* Whether face other has all the corners of face k that are named by the bits 1 2 4 of corners. */
static inline int facets_share(const struct facets *f, int k, int corners, int other)
{
	for (int z = 0; z < 3; z++) {
		int v = f->face[k][z], has = f->face[other][0] == v || f->face[other][1] == v || f->face[other][2] == v;

		if (corners & 1 << z && !has)
			return 0;
	}
	return 1;
}

/* The number of corners that two faces share. */
static inline int facets_common(const struct facets *f, int k, int other)
{
	int n = 0;

	for (int z = 0; z < 3; z++)
		n += facets_share(f, k, 1 << z, other);
	return n;
}

#endif
