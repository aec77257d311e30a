/* facets.h: the triangles of a mesh that stands in space, those near a point found by a tree. */
#ifndef SCREE_FACETS_H
#define SCREE_FACETS_H

#include <stddef.h>

#include "base/boxtree.h"
#include "base/vec.h"
#include "world/world.h"

/* Corners in space [L], which of them each triangle has, and where the mesh stands. The tree is that of the triangles in the
 * frame of the body at size 1, which does not change when it moves. */
struct facets {
	int n, n_face;
	vec3 *at;                /* [n], those in use or all */
	const int (*face)[3];    /* [n_face] */
	const double (*vertex)[3]; /* [n] at size 1 */
	struct boxtree tree;
	double place[3], turn[3][3], size, reach; /* reach: the furthest corner at size 1 */
	int n_use, *use;         /* corners of triangles that are in use */
	char *used;              /* [n] */
};

/* From a mesh, which must outlive it. */
void facets_init(struct facets *f, const struct solid *mesh);
void facets_free(struct facets *f);

/* The mesh stands at x and is turned by the matrix m times its size: place all corners, or those in use. */
void facets_place(struct facets *f, const double x[3], const double m[3][3], double size, int all);

/* Use of triangles: none, then some, then all have been said. */
void facets_use_none(struct facets *f);
void facets_use(struct facets *f, int face);
void facets_use_done(struct facets *f);

/* The triangles whose boxes come within far of p, and rarely others, in ascending order: *list gets them, which is grown;
 * returns how many. */
int facets_near(const struct facets *f, vec3 p, double far, int **list, size_t *cap);

/* Whether a face has all the corners of face k that the bits 1 2 4 name. */
static inline int facets_share(const struct facets *f, int k, int corners, int other)
{
	for (int z = 0; z < 3; z++) {
		int v = f->face[k][z], has = f->face[other][0] == v || f->face[other][1] == v || f->face[other][2] == v;

		if (corners & 1 << z && !has)
			return 0;
	}
	return 1;
}

/* How many corners two faces share. */
static inline int facets_common(const struct facets *f, int k, int other)
{
	int n = 0;

	for (int z = 0; z < 3; z++)
		n += facets_share(f, k, 1 << z, other);
	return n;
}

#endif
