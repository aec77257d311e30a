/* boxtree.h: a balanced tree of boxes in space, for what is near a point, on a line, or touches something else. */
#ifndef SCREE_BOXTREE_H
#define SCREE_BOXTREE_H

struct boxnode {
	double lo[3], hi[3];  /* holds the boxes of all items below */
	int first, n;         /* a leaf: items first .. first + n - 1 of item; n = 0: */
	int right;            /* the children are the next node and this one */
};

struct boxtree {
	int n, n_node;
	struct boxnode *node; /* [n_node], the root first; none without items */
	int *item;            /* [n] the caller's places in the order of the leaves */
};

/* No path from the root is longer, so that a stack of so many nodes holds what is left to visit. */
enum { BOXTREE_DEEP = 64 };

/* box[n][6]: x y z of the lower corner, then of the upper one. */
void boxtree_init(struct boxtree *t, int n, const double (*box)[6]);
void boxtree_free(struct boxtree *t);

/* Look at the items whose boxes come within some distance of p, near ones first as far as the tree tells. What look
 * returns is the distance within which to go on. */
typedef double boxtree_look(void *to, int item, const double p[3]);
void boxtree_near(const struct boxtree *t, const double p[3], double within, boxtree_look *look, void *to);

#endif
