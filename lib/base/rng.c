/* rng.c: xoshiro256** seeded by splitmix64 */
#include "base/rng.h"

#include <math.h>

#include "base/exponent.h"

void rng_seed(struct rng *g, uint64_t seed)
{
	for (int k = 0; k < 4; k++) {
		uint64_t z = seed += 0x9E3779B97F4A7C15u;

		z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
		z = (z ^ z >> 27) * 0x94D049BB133111EBu;
		g->s[k] = z ^ z >> 31;
	}
}

static uint64_t rotl(uint64_t x, int k)
{
	return x << k | x >> (64 - k);
}

uint64_t rng_bits(struct rng *g)
{
	uint64_t *s = g->s, out = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return out;
}

double rng_uniform(struct rng *g)
{
	return (double)(rng_bits(g) >> 11) * 0x1p-53;
}

uint64_t rng_below(struct rng *g, uint64_t n)
{
	uint64_t reject = -n % n, x; /* 2^64 mod n; without this number of values the rest is uniform */

	do
		x = rng_bits(g);
	while (x < reject);
	return x % n;
}

double rng_normal(struct rng *g)
{
	double x, y, q;

	do {
		x = 2 * rng_uniform(g) - 1;
		y = 2 * rng_uniform(g) - 1;
		q = x * x + y * y;
	} while (q >= 1 || q == 0);
	return x * sqrt(-2 * exponent_log(q) / q);
}
