/* mass_samples.c: mass properties from points in the bounding box, a method of published papers */
#include <math.h>

#include "base/rng.h"
#include "base/count.h"
#include "base/vec.h"
#include "plane/mass.h"
#include "plane/polygon.h"

enum { PARTS = 16 };

/* The digits of k in the given base, mirrored at the radix point (van der Corput). */
static double mirrored(int64_t k, int base)
{
	double sum = 0, digit = 1.0 / base;

	for (; k > 0; k /= base) {
		sum += digit * (double)(k % base);
		digit /= base;
	}
	return sum;
}

struct sums { double n, x, y, xx; };

/* The sums of 1, x, y, x^2 + y^2 over the points among n that hit the shape, relative to the corner lo of its box. */
static struct sums part_sums(const struct shape *s, int64_t n, enum mass_sequence sequence, struct rng *g, vec2 lo,
	vec2 size)
{
	struct sums sum = { 0, 0, 0, 0 };
	vec2 shift;

	shift.x = rng_uniform(g); /* two statements, because C does not say which argument of a call is evaluated first */
	shift.y = rng_uniform(g);
	for (int64_t k = 0; k < n; k++) {
		double a = sequence == MASS_HALTON ? mirrored(k + 1, 2) + shift.x : rng_uniform(g);
		double b = sequence == MASS_HALTON ? mirrored(k + 1, 3) + shift.y : rng_uniform(g);
		double x = size.x * (a - floor(a)), y = size.y * (b - floor(b));

		if (!shape_inside(s, lo.x + x, lo.y + y))
			continue;
		sum.n++;
		sum.x += x;
		sum.y += y;
		sum.xx += x * x + y * y;
	}
	return sum;
}

enum mass_status mass2_by_samples(struct mass *m, const struct shape *s, int64_t n, enum mass_sequence sequence,
	uint64_t seed)
{
	struct rng g;
	struct sums all = { 0, 0, 0, 0 };
	double mean = 0, square = 0;
	double lo[2], hi[2];

	if (s->n == 0)
		return MASS_EMPTY;
	shape_box(s, lo, hi);
	vec2 corner = v2(lo[0], lo[1]), size = v2(hi[0] - lo[0], hi[1] - lo[1]);
	double box = size.x * size.y;

	rng_seed(&g, seed);
	count_begin("parts of the points", 0, PARTS);
	for (int p = 0; p < PARTS; p++) {
		count_to(p);
		int64_t count = n / PARTS + (p < n % PARTS);
		struct sums part = part_sums(s, count, sequence, &g, corner, size);
		double hit = part.n / (double)count;

		all = (struct sums){ all.n + part.n, all.x + part.x, all.y + part.y, all.xx + part.xx };
		mean += hit / PARTS;
		square += hit * hit / PARTS;
	}
	count_end();
	if (all.n == 0)
		return MASS_EMPTY;
	double x = all.x / all.n, y = all.y / all.n, p = all.n / (double)n;
	/* from the spread of the parts for the Halton sequence; binomial for independent points */
	double variance = fmax(square - mean * mean, 0) / (PARTS - 1);

	if (sequence == MASS_RANDOM)
		variance = p * (1 - p) / (double)n;
	*m = (struct mass){ .area = box * p, .perimeter = NAN, .x = corner.x + x, .y = corner.y + y,
	                    .inertia = box * p * (all.xx / all.n - x * x - y * y), .stretch = { NAN, NAN },
	                    .error = box * sqrt(variance) };
	return MASS_GOOD;
}
