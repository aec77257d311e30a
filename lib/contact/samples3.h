/* samples3.h: sample points on the surface of an implicit body, and a search for local minima of a function among them. */
#ifndef SCREE_SAMPLES3_H
#define SCREE_SAMPLES3_H

#include "base/vec.h"
#include "solid/implicit.h"

struct samples3 {
	int n, n_node;
	vec3 *at;             /* [n] in the body's own frame */
	int *from, *next;     /* neighbours of k: next[from[k]] .. next[from[k + 1] - 1] */
	double spacing;       /* greatest distance of neighbours [L] */
	/* A tree over the points. Those of a node, first .. first + count - 1, are within r of c. Its halves are the next node and the
	 * node with the index other, which is 0 for a leaf. */
	struct samples3_node { vec3 c; double r; int first, count, other; } *node;
};

/* Take the vertices of a triangulation of the surface (mesh/triangulate.h) with this number of edges along the longest side. 0
 * chooses 16 to 128 edges, so that they are about a third of the half axes of bumps and dents, and no longer than the least
 * half axis of the body. The body must have no faults (see implicit_check). */
void samples3_init(struct samples3 *s, const struct implicit *o, int edges);
void samples3_free(struct samples3 *s);

/* A function of position in the body's own frame. Within r of x its value is at least bound(x) - r; bound may return any such
 * number below enough instead of a better one. */
struct samples3_field {
	double (*value)(const void *of, vec3 x);
	double (*bound)(const void *of, vec3 x, double enough);
	const void *of;
};

/* Find the points whose value is below most and not above those of their neighbours. *least gets them, to be freed; returns
 * their number. */
int samples3_least(const struct samples3 *s, const struct samples3_field *f, double most, int **least);

#endif
