/* samples3.h: points all over the surface of a body that is given by a function, and which of them are neighbours. */
#ifndef SCREE_SAMPLES3_H
#define SCREE_SAMPLES3_H

#include "base/vec.h"
#include "shape/implicit.h"

struct samples3 {
	int n;
	vec3 *at;             /* [n] in the body's own frame */
	int *from, *next;     /* neighbours of k: next[from[k]] .. next[from[k + 1] - 1] */
	double apart;         /* greatest distance of neighbours [L] */
};

/* The vertices of the surface as triangles (shape/skin.h) with so many edges along the longest side. Faultless objects
 * only. */
void samples3_init(struct samples3 *s, const struct implicit *o, int edges);
void samples3_free(struct samples3 *s);

#endif
