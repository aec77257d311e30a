/* sitetree.h: a balanced k-d tree over points of the plane, for sets that are too uneven for a grid. */
#ifndef SCREE_SITETREE_H
#define SCREE_SITETREE_H

struct sitetree {
	int n, depth;      /* points; levels below the root */
	double (*xy)[2];   /* [n] the points in the order of the leaves */
	int *index;        /* [n] their indices in the caller's array */
	double (*box)[4];  /* [2^(depth+1) - 1] x0 x1 y0 y1 of every node; children of k are 2k+1 and 2k+2 */
};

/* Build the tree of n points xy[n][2], which are copied. */
void sitetree_init(struct sitetree *t, int n, const double (*xy)[2]);
void sitetree_free(struct sitetree *t);
/* The points of a leaf are *lo .. *hi - 1. */
void sitetree_leaf(const struct sitetree *t, int node, int *lo, int *hi);
static inline int sitetree_is_leaf(const struct sitetree *t, int node) { return node >= (1 << t->depth) - 1; }

#endif
