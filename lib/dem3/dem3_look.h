/* dem3_look.h: which pairs of features of bodies with faces have to be looked at, for the files of lib/dem3 alone. */
#ifndef SCREE_DEM3_LOOK_H
#define SCREE_DEM3_LOOK_H

#include <stddef.h>

#include "contact/faces3.h"

/* Of a near pair with faces: the least path of both bodies until some near candidate may touch [L]; where its near candidates
 * end. */
struct near_faces3 { double free; int end; };

/* Pairs of features to look at together: the indices of their candidates, the features, and what was found. */
struct look3 { int *of, (*feature)[2]; struct nearest3 *found; size_t cap_of, cap_feature, cap_found; };

/* The near candidates of a part that are features. */
struct part_faces3 {
	struct near_faces3 *near; /* [n_near_pair], set for pairs with faces */
	float *free;             /* [n_near] the path of both bodies until the candidate may touch, 0 if it did one step ago [L] */
	size_t cap_near, cap_free;
	struct look3 look;       /* scratch */
	double *depth;           /* scratch: depths of features [L] */
	size_t cap_depth;
};

#endif
