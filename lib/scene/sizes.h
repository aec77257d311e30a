/* sizes.h: distributions of the sizes of bodies. */
#ifndef SCREE_SIZES_H
#define SCREE_SIZES_H

#include "base/rng.h"

enum sizes_kind { SIZES_ONE, SIZES_UNIFORM, SIZES_LOGNORMAL, SIZES_SIEVE };

struct sizes {
	enum sizes_kind kind;
	double a, b;             /* uniform: from a to b; lognormal: median a, standard deviation b of the logarithm */
	int dim;                 /* of space, 2 or 3: mass is as its power of size */
	int n;                   /* sieve curve: points */
	const double (*curve)[2]; /* [n][2]: size of the opening, part of the mass that passes (0 ... 1 or 0 ... 100), both increasing */
};

/* Whether the parameters make sense: 0, or what must hold. */
const char *sizes_check(const struct sizes *d);

/* Draw a size. A sieve curve gives mass, not numbers: between two openings the mass is spread evenly over the logarithm of
 * size, and as a body's mass is as its size squared in the plane and cubed in space, numbers fall as 1/size^3 and
 * 1/size^4. */
double sizes_draw(const struct sizes *d, struct rng *g);

#endif
