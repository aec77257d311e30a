/* patch.h: what caps leave of a sphere: the exposed patch, its area and moments, exactly.
 *
 * Everything is on the unit sphere. A cap is { n : n.a > c } with a unit vector a, the sine s of its angular radius
 * belonging to the cosine c. */
#ifndef SCREE_PATCH_H
#define SCREE_PATCH_H

#include <stddef.h>

#include "base/vec.h"
#include "solid/caps.h"

struct patch_cap {
	vec3 a;
	double c, s;
	/* private */
	vec3 u, v;            /* points of the circle are c a + s (u cos t + v sin t); u, v, a right-handed */
	int idle;             /* 1: within another cap; 2: its circle is, with more than one */
	int cover;            /* first of the list of what others cover of the circle, -1: none */
};

/* Integrals over the patch of powers of the unit normal n. */
struct patch_moments {
	double area;          /* of 1 */
	double first[3];      /* of n */
	double second[3][3];  /* of n n^T */
	double third[3][3];   /* of n n^T (n.C), C being the vector that was given */
	double gap;           /* length by which the arcs fail to form closed curves */
};

/* Memory that is used again; all 0 at first. */
struct patch {
	int n;
	struct patch_cap *cap; /* [n] to be filled: a, c, s */
	size_t n_cap;
	/* private */
	int n_cover;
	struct patch_cover { double from, to; vec2 p, q; int start, end, next; } *cover;
	size_t cap_cover;
	int n_cross;
	struct patch_cross { vec3 at; int balance; } *cross;
	size_t cap_cross;
	struct patch_key { double from; int cover; } *key;
	size_t cap_key;
	struct caps prune;
};

/* Room for a cap more; where it is to be filled in. */
struct patch_cap *patch_add(struct patch *p);
/* Sorts the caps, leaves out those that do not matter, and changes the others a little where their arcs do not close
 * otherwise. */
void patch_measure(struct patch *p, vec3 given, struct patch_moments *m);
void patch_free(struct patch *p);

#endif
