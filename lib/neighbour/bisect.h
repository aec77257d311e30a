/* bisect.h: deal bodies out to parts of equal weight that are compact: recursive bisection (Berger, Bokhari 1987).
 *
 * The bodies are divided by a plane across one axis, each half again, and so on. The bodies may lie on several ranks
 * (base/ranks.h). The parts depend on the places, ids and weights of all bodies alone, not on how they are dealt out now.
 * Bodies in one place across the axis are divided by their other coordinates, then by their ids, so that weights are even in
 * any case. */
#ifndef SCREE_BISECT_H
#define SCREE_BISECT_H

#include <stdint.h>

struct bisect {
	int dim;              /* 2 or 3 */
	int parts;            /* 1 or more, whatever the number of ranks */
	int periodic[3];      /* a first cut across such an axis makes two borders */
	signed char *axis;    /* [parts] the axes of an earlier bisection, which are kept unless others are much better, or -1: none.
	                       * Afterwards those of this one. NULL: not wanted */
};

/* part[n] becomes the part of each body, from 0. x[dim][n]: centres, wrapped into the domain [L]; id[n]: unique; weight[n]:
 * above 0, of any unit, with a sum below 2^62, or NULL: all 1. Neighbouring parts have neighbouring numbers as far as possible.
 * If there are fewer bodies than parts, some parts are empty. Collective. */
void bisect(const struct bisect *b, int n, const double *const x[3], const int64_t *id, const int64_t *weight, int *part);

#endif
