/* blocks.c: blocking, level by level */
#include "measure/blocks.h"

#include <math.h>

#include "measure/distribution.h"

static void level_add(struct blocks_level *l, double x, double y)
{
	if (l->n++) {
		l->lag[0] += l->last[0] * x;
		l->lag[1] += (l->last[0] * y + x * l->last[1]) / 2;
		l->lag[2] += l->last[1] * y;
	} else {
		l->first[0] = x;
		l->first[1] = y;
	}
	l->sum[0] += x;
	l->sum[1] += y;
	l->product[0] += x * x;
	l->product[1] += x * y;
	l->product[2] += y * y;
	l->last[0] = x;
	l->last[1] = y;
}

void blocks_add_pair(struct blocks *b, double x, double y)
{
	if (!b->level[0].n) {
		b->shift[0] = x;
		b->shift[1] = y;
	}
	x -= b->shift[0];
	y -= b->shift[1];
	for (int k = 0; k < BLOCKS_LEVELS; k++) {
		struct blocks_level *l = &b->level[k];

		level_add(l, x, y);
		if (!l->waits) {
			l->half[0] = x;
			l->half[1] = y;
			l->waits = 1;
			return;
		}
		x = (l->half[0] + x) / 2;
		y = (l->half[1] + y) / 2;
		l->waits = 0;
	}
}

void blocks_add(struct blocks *b, double x)
{
	blocks_add_pair(b, x, 0);
}

int64_t blocks_count(const struct blocks *b)
{
	return b->level[0].n;
}

/* Moments of z = p x + q y on one level: the mean, the variance s^2 = <(z - <z>)^2>, and the covariance of neighbours. */
struct moments { double mean, variance, lag; };

static struct moments moments(const struct blocks_level *l, double p, double q)
{
	double n = (double)l->n, mean = (p * l->sum[0] + q * l->sum[1]) / n;
	double square = p * p * l->product[0] + 2 * p * q * l->product[1] + q * q * l->product[2];
	double lag = p * p * l->lag[0] + 2 * p * q * l->lag[1] + q * q * l->lag[2];
	double ends = p * (l->first[0] + l->last[0]) + q * (l->first[1] + l->last[1]);
	double variance = square / n - mean * mean;

	/* the rounding error of a constant is not a variance */
	if (!(variance > 1e-14 * square / n))
		variance = 0;
	/* sum of (z_i - m)(z_i+1 - m) over the n - 1 neighbours */
	return (struct moments){ mean, variance, (lag - mean * (2 * n * mean - ends) + (n - 1) * mean * mean) / n };
}

/* The mean of p x + q y, without the shifts, and its error. */
static struct estimate combine(const struct blocks *b, double p, double q)
{
	struct estimate e = { .n = b->level[0].n, .mean = NAN, .spread = NAN, .error = NAN, .effective = NAN, .tau = NAN };
	struct moments m[BLOCKS_LEVELS];
	double beyond = 0;
	int levels = 0, k;

	if (!e.n)
		return e;
	for (; levels < BLOCKS_LEVELS && b->level[levels].n >= 2; levels++)
		m[levels] = moments(&b->level[levels], p, q);
	e.mean = moments(&b->level[0], p, q).mean;
	e.length = 1;
	if (!levels)
		return e;
	e.spread = sqrt(m[0].variance * (double)e.n / (double)(e.n - 1));
	if (m[0].variance == 0) {
		e.error = 0;
		return e;
	}
	/* the lowest level from which on all higher levels pass the test */
	int found = levels;
	for (k = levels - 1; k >= 0; k--) {
		double rho = m[k].variance > 0 ? m[k].lag / m[k].variance : 0;

		beyond += (double)b->level[k].n * rho * rho;
		if (chi2_tail(beyond, levels - k) > 0.05)
			found = k;
	}
	if (found >= levels || (found && b->level[found].n < BLOCKS_FEWEST))
		return e;
	/* without correlation the estimate of rho scatters about -1/n */
	double n = (double)b->level[found].n, rho = found ? m[found].lag / m[found].variance + 1 / n : 0;
	double error2 = m[found].variance / (n - 1) * (1 + 2 * fmax(rho, 0)), effective = e.spread * e.spread / error2;
	if (found && effective < EFFECTIVE_FEWEST)
		return e;
	e.length = (int64_t)1 << found;
	e.error = sqrt(error2);
	e.effective = effective;
	e.tau = (double)e.n / (2 * e.effective);
	return e;
}

struct estimate blocks_mean(const struct blocks *b)
{
	struct estimate e = combine(b, 1, 0);

	e.mean += b->shift[0];
	return e;
}

struct estimate blocks_mean_second(const struct blocks *b)
{
	struct estimate e = combine(b, 0, 1);

	e.mean += b->shift[1];
	return e;
}

struct estimate blocks_ratio(const struct blocks *b)
{
	double x = blocks_mean(b).mean, y = blocks_mean_second(b).mean, r = y / x;
	struct estimate e = combine(b, isfinite(r) ? -r : 0, 1);

	if (!isfinite(r))
		return (struct estimate){ .n = e.n, .mean = NAN, .spread = NAN, .error = NAN, .effective = NAN, .tau = NAN };
	if (e.spread <= 1e-13 * fabs(y)) { /* all ratios are the same, to rounding */
		e.spread = 0;
		e.error = e.n < BLOCKS_FEWEST ? NAN : 0;
		e.effective = e.tau = NAN;
	}
	e.mean = r;
	e.spread /= fabs(x);
	e.error /= fabs(x);
	return e;
}
