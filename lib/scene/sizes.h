/* sizes.h: distributions of the sizes of bodies. */
#ifndef SCREE_SIZES_H
#define SCREE_SIZES_H

#include "base/rng.h"

enum sizes_kind { SIZES_ONE, SIZES_UNIFORM, SIZES_LOGNORMAL, SIZES_WEIBULL, SIZES_SIEVE };

struct sizes {
	enum sizes_kind kind;
	double a, b;             /* uniform: from a to b; lognormal: median a, standard deviation b of the logarithm; Weibull: scale a,
	                          * shape b: a part exp(-(s / a)^b) is larger than s */
	int dim;                 /* 2 or 3; the mass of a body is proportional to size^dim */
	int n;                   /* sieve curve: number of points */
	const double (*curve)[2]; /* [n][2]: size of the opening, part of the mass that passes (0 ... 1 or 0 ... 100), both ascending */
};

/* Returns NULL if the parameters are valid, otherwise a message that says what is expected. */
const char *sizes_check(const struct sizes *d);

/* Draw a size. A sieve curve gives the distribution of mass, not of numbers. Between two openings the mass is uniform in the
 * logarithm of size. Since the mass of a body is proportional to size^2 in the plane and size^3 in space, the density of numbers
 * falls as 1/size^3 and 1/size^4. */
double sizes_draw(const struct sizes *d, struct rng *g);

/* The size below which there is the part u of all bodies, by number; 0 < u < 1. */
double sizes_quantile(const struct sizes *d, double u);

#endif
