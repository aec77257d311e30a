/* sift3.h: which features of two bodies may be near each other, one of which has faces.
 *
 * For any unit vector n, G = min n.x over the vertices of j - max n.x over those of i is at most the distance of the skeletons.
 * Two features are at least as far apart as G and the depths along n of both, the distances of their tops from the extremes. */
#ifndef SCREE_SIFT3_H
#define SCREE_SIFT3_H

#include "contact/faces3_many.h"

/* Two bodies, and the vector between their positions, that of j at its image [L]. wide: see wide.h. */
struct sift3 { const struct body3 *i, *j; vec3 between; int wide; };

/* The place of an entry of a body from its position [L]. */
vec3 body3_place(const struct body3 *b, int k);
/* G along the unit vector n [L]. */
double sift3_gap(const struct sift3 *s, vec3 n);
/* Find a direction with a large G among *n, if it is not 0, `between`, and the normals of the faces that look at the other body.
 * Stops when G >= far. Returns G; *n gets the direction, *face says whether it is the normal of a face: k + 1 for face k of i,
 * -k - 1 for the opposite of that of face k of j, else 0. */
double sift3_search(const struct sift3 *s, double far, vec3 *n, int *face);
/* That normal now. */
vec3 sift3_normal(const struct sift3 *s, int face);

/* Memory for sift3_pairs, which its caller frees. look: the pairs found, with of = 0. */
struct sifted3 {
	struct look3 *look;
	double *depth, *near; /* of all features of both bodies; places, radii and depths of features of j, in columns */
	int *of, *is;         /* which these are; whether they are near a feature of i */
	size_t cap_look, cap_depth, cap_near, cap_of, cap_is;
};

/* Find all pairs of features that count and whose distance may be below `far`, in the order of the features of i, then of j.
 * n, gap: a direction and G along it. Returns the number of pairs, put into s->look. */
int sift3_pairs(const struct sift3 *s, vec3 n, double gap, double far, struct sifted3 *to);
void sifted3_free(struct sifted3 *s);

#endif
