/* samples3.h: points all over the surface of a body that is given by a function, and where among them something is least. */
#ifndef SCREE_SAMPLES3_H
#define SCREE_SAMPLES3_H

#include "base/vec.h"
#include "solid/implicit.h"

struct samples3 {
	int n, n_node;
	vec3 *at;             /* [n] in the body's own frame */
	int *from, *next;     /* neighbours of k: next[from[k]] .. next[from[k + 1] - 1] */
	double apart;         /* greatest distance of neighbours [L] */
	/* A tree over them: each node's points, first .. first + count - 1, are within r of c; its halves are the next node and
	 * the one at other, which is 0 for a leaf. */
	struct samples3_node { vec3 c; double r; int first, count, other; } *node;
};

/* The vertices of the surface as triangles (mesh/triangulate.h): edges of them along the longest side, or 0 for so many that
 * they are a third of the half axes of bumps and dents or so, and no longer than the least half axis, 16 to 128. Faultless
 * objects only. */
void samples3_init(struct samples3 *s, const struct implicit *o, int edges);
void samples3_free(struct samples3 *s);

/* A function of place, in the body's own frame, and what it is not below within r of a place: bound less r. Where that is below
 * enough any such number will do. */
struct samples3_field {
	double (*value)(const void *of, vec3 x);
	double (*bound)(const void *of, vec3 x, double enough);
	const void *of;
};

/* The points whose value is below most, and not above that of their neighbours; returns how many, in *least, for free(). */
int samples3_least(const struct samples3 *s, const struct samples3_field *f, double most, int **least);

#endif
