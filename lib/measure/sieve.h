/* sieve.h: how much of the mass of grains passes the openings of sieves. */
#ifndef SCREE_SIEVE_H
#define SCREE_SIEVE_H

#include <stddef.h>

/* Grains that have been added. It is zero at first. */
struct sieve {
	int n, sorted;
	size_t cap;
	struct sieve_grain { double opening, mass; } *grain; /* least opening that a grain passes [L]; mass [M] */
	double mass;                                         /* of all grains */
};

void sieve_add(struct sieve *s, double opening, double mass);
/* The part of the mass, 0 to 1, that passes sieves with this opening [L]. NAN without grains. */
double sieve_passing(struct sieve *s, double opening);
/* The least opening that at least this part of the mass passes, 0 < part <= 1 [L]. NAN without grains. */
double sieve_opening(struct sieve *s, double part);
/* Write n openings that grow by equal ratios from the least opening of a grain to the largest [L]. */
void sieve_series(struct sieve *s, int n, double *opening);
void sieve_free(struct sieve *s);

#endif
