/* sift3.h: which features of two bodies may be near each other, one of which has faces.
 *
 * For any unit vector n, G = min n.x over the vertices of j - max n.x over those of i is at most the distance of the skeletons.
 * Two features are at least as far apart as G and the depths along n of both, the distances of their tops from the extremes. */
#ifndef SCREE_SIFT3_H
#define SCREE_SIFT3_H

#include "contact/pebbles.h"

/* A body whose pebbles or vertices are placed. frame is not used for a body of pebbles. */
struct sift3 { const struct faces3 *faces; const struct frame3 *frame; const struct pebble *at; int n, n_round; };

struct sift3 sift3_of(const struct pebbles *p, int b, const struct frame3 *frame);
/* Find a direction with a large G among that of j from i, `between`, and the normals of the faces that look at the other body.
 * Stops when G >= far. j is displaced by h [L]. Returns G; *n gets the direction. */
double sift3_gap(const struct sift3 *i, const struct sift3 *j, vec3 h, vec3 between, double far, vec3 *n);
/* The depths along n of all entries of a body, from its extreme along n [L]. */
void sift3_depths(const struct sift3 *b, vec3 n, double *depth);

#endif
