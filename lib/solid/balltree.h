/* balltree.h: which of many balls of any sizes come near a place: a tree of boxes. */
#ifndef SCREE_BALLTREE_H
#define SCREE_BALLTREE_H

#include <stddef.h>

struct balltree {
	int n;
	int *order;           /* [n] balls; every node is a stretch of them */
	struct balltree_node { double lo[3], hi[3]; int from, to, other; } *node; /* other: second child, 0 in a leaf; the
	                         first is the next node */
	int n_node;
	/* the result */
	int n_found, *found;
	size_t cap;
	char *mark;           /* [n] all 0, for putting the result in order */
};

/* Build the tree of n balls x y z r. */
void balltree_init(struct balltree *t, int n, const double (*ball)[4]);
void balltree_free(struct balltree *t);
/* Find all balls whose boxes meet the box lo .. hi, which may be infinite, into t->found, in ascending order. */
void balltree_find(struct balltree *t, const double (*ball)[4], const double lo[3], const double hi[3]);

#endif
