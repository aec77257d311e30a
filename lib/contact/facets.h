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
};

/* Set up the triangles of a mesh, which must outlive them. */
void facets_init(struct facets *f, const struct solid *mesh);
void facets_free(struct facets *f);

/* Place all corners, or those in use, of a mesh at x; m is its rotation matrix times its size. */
void facets_place(struct facets *f, const double x[3], const double m[3][3], double size, int all);

/* Say which triangles are in use: first none, then each of them, then that all have been named. */
void facets_use_none(struct facets *f);
void facets_use(struct facets *f, int face);
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
