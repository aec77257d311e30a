/* rng.h: random numbers that are the same on every machine. */
#ifndef SCREE_RNG_H
#define SCREE_RNG_H

#include <stdint.h>

struct rng { uint64_t s[4]; };

/* Start the generator (xoshiro256**, Blackman & Vigna 2021) from any seed, 0 included. */
void rng_seed(struct rng *g, uint64_t seed);
/* 64 random bits. */
uint64_t rng_bits(struct rng *g);
/* Uniform in [0, 1), a multiple of 2^-53. */
double rng_uniform(struct rng *g);
/* Uniform integer in [0, n), n > 0, without bias. */
uint64_t rng_below(struct rng *g, uint64_t n);
/* Normal with mean 0 and variance 1 (Marsaglia's polar method; with exponent_log). */
double rng_normal(struct rng *g);

#endif
