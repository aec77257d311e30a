/* distribution.h: distributions of sizes as options give them. */
#ifndef SCREE_DISTRIBUTION_H
#define SCREE_DISTRIBUTION_H

#include "scene/sizes.h"

/* Read the value of --sizes: uniform:lo,hi, lognormal:median,sigma, weibull:scale,shape or sieve:FILE. One number in place of two
 * is sigma or the shape; the median and the scale are then 1. Ends the program if something is wrong. d->dim is left alone;
 * d->curve of a sieve curve is the caller's. others: what the option takes besides, for a message, as ", list:FILE". */
void distribution_parse(struct sizes *d, const char *text, const char *others);

#endif
