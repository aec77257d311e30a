/* dem3_pairs.h: what is kept of the pairs of bodies one of which has faces, for the files of lib/dem3 alone.
 *
 * The neighbour list has pairs of such bodies, but no pairs of their features: every pair finds its own near features when
 * it needs them, and keeps them and their contacts from one list to the next. Most pairs need not be looked at in most
 * steps. A path of a pair is the sum of the paths that its two bodies have come, see dem3_paths.c: what was some way apart
 * cannot touch before the path has grown by that. */
#ifndef SCREE_DEM3_PAIRS_H
#define SCREE_DEM3_PAIRS_H

#include "contact/contact3.h"
#include "contact/sift3.h"

/* A contact of the features fi of body[0] and fj of body[1], counted within their bodies. See contact3.h. */
struct touch3 {
	vec3 n;
	double gap;
	vec3 a;
	double weight;
	vec3 ft;
	double fn;
	vec3 xi;
	int fi;
	unsigned fj : 31, leans : 1; /* leans: it had a torque by the change of the weight one step ago */
};

/* Loops go over so many near features or looks together. */
enum { EIGHT = 8 };

/* Two near features, counted within their bodies. */
struct near_features3 { int fi, fj; };

/* A pair of bodies of the list one of which has faces; the other is no wall. */
struct faces_pair3 {
	int pair, near_pair;     /* index in the list; among the near pairs of its part, or -1 */
	int body[2];
	const struct law_contact *law; /* set once the pair was near, as is m */
	double m;                /* the reduced mass for damping, 0 if the law needs none [M] */
	double free;             /* the path before which nothing can touch; -INFINITY: something does, or did one step ago [L].
	                          * That of a near pair is in its near_faces3 */
	double begins;           /* the distance at which forces begin, if both bodies have faces, else 0 [L] */
	double complete, base;   /* the path up to which near features are complete; the path from which theirs count [L] */
	float n[3];              /* the direction that kept most apart, or 0 */
	int face;                /* if not 0, the direction is the normal of this face, see sift3_search */
	int n_near, n_touch, cap_near, cap_touch;
	struct near_features3 *near; /* [n_near] in the order of fi, fj */
	/* [n_near, and INFINITY up to a multiple of 8] the path, less base, before which near features cannot touch; -INFINITY: they
	 * do, or did one step ago [L] */
	float *near_free;
	struct touch3 *touch;    /* [n_touch] in the order of fi, fj; on lines of the cache */
	vec3 *lean;              /* [n_touch] torques of those that lean; NULL as long as there were none */
	struct rolling3 *rolling; /* [n_touch] if some law resists rolling or twisting, else NULL */
};

/* A near pair with faces, which is checked in every step: see faces_pair3. pair: its index in dem3.faces_pair. */
struct near_faces3 { double free; int body[2], pair; };

#endif
