/* balltree.h: a tree of boxes that finds the balls near a place among many balls of any sizes. */
#ifndef SCREE_BALLTREE_H
#define SCREE_BALLTREE_H

#include <stddef.h>

struct balltree {
	int n;
	int *order;           /* [n] balls; every node has an interval of them, from .. to - 1 */
	struct balltree_node { double lo[3], hi[3]; int from, to, other; } *node; /* other: the second child, 0 in a leaf; the
	                         first child is the next node */
	int n_node;
	/* the result */
	int n_found, *found;
	size_t cap;
	char *mark;           /* [n] workspace for sorting the result, all 0 */
};

/* Build the tree of n balls x y z r [L]. */
void balltree_init(struct balltree *t, int n, const double (*ball)[4]);
void balltree_free(struct balltree *t);
/* Find all balls whose bounding boxes meet the box lo .. hi, which may be infinite. They are in t->found in ascending order. */
void balltree_find(struct balltree *t, const double (*ball)[4], const double lo[3], const double hi[3]);

#endif
