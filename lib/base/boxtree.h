/* boxtree.h: a balanced tree of boxes in space, to search for items near a point, on a line, or in contact. */
#ifndef SCREE_BOXTREE_H
#define SCREE_BOXTREE_H

struct boxnode {
	double lo[3], hi[3];  /* the box around the boxes of all items below */
	int first, n;         /* a leaf holds item[first .. first + n - 1]; an inner node has n = 0 */
	int right;            /* inner node: its children are the next node and node[right] */
};

struct boxtree {
	int n, n_node;
	struct boxnode *node; /* [n_node], the root first; n_node = 0 if n = 0 */
	int *item;            /* [n] the caller's indices in the order of the leaves */
};

/* No path from the root has more nodes, so a stack of this size holds the nodes still to visit. */
enum { BOXTREE_DEEP = 64 };

/* Build the tree of box[n][6]: x y z of the lower corner, then of the upper corner. */
void boxtree_init(struct boxtree *t, int n, const double (*box)[6]);
void boxtree_free(struct boxtree *t);

/* Call look for the items whose boxes come within a distance of p, nearer boxes roughly first. look returns the distance for the
 * rest of the search. */
typedef double boxtree_look(void *to, int item, const double p[3]);
void boxtree_near(const struct boxtree *t, const double p[3], double within, boxtree_look *look, void *to);

#endif
