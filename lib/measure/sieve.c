/* sieve.c: cumulative mass over the openings that grains pass */
#include "measure/sieve.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"

void sieve_add(struct sieve *s, double opening, double mass)
{
	MEM_GROW(s->grain, &s->cap, (size_t)s->n + 1);
	s->grain[s->n++] = (struct sieve_grain){ opening, mass };
	s->sorted = 0;
}

/* By opening, then by mass, so that sums do not depend on the order of the grains. */
static int by_opening(const void *p, const void *q)
{
	const struct sieve_grain *a = p, *b = q;

	if (a->opening != b->opening)
		return a->opening < b->opening ? -1 : 1;
	return (a->mass > b->mass) - (a->mass < b->mass);
}

static void sort(struct sieve *s)
{
	if (s->sorted || !s->n)
		return;
	qsort(s->grain, (size_t)s->n, sizeof *s->grain, by_opening);
	s->mass = 0;
	for (int k = 0; k < s->n; k++)
		s->mass += s->grain[k].mass;
	s->sorted = 1;
}

/* A grain that is as wide as an opening passes it; the openings that users write are rounded. */
static int passes(const struct sieve_grain *g, double opening)
{
	return g->opening <= opening * (1 + 1e-9);
}

double sieve_passing(struct sieve *s, double opening)
{
	double sum = 0;

	sort(s);
	for (int k = 0; k < s->n && passes(&s->grain[k], opening); k++)
		sum += s->grain[k].mass;
	return s->n ? sum / s->mass : NAN;
}

double sieve_opening(struct sieve *s, double part)
{
	double sum = 0;

	sort(s);
	for (int k = 0; k < s->n; k++) {
		sum += s->grain[k].mass;
		if (sum >= part * s->mass * (1 - 1e-12))
			return s->grain[k].opening;
	}
	return s->n ? s->grain[s->n - 1].opening : NAN;
}

void sieve_series(struct sieve *s, int n, double *opening)
{
	sort(s);
	double lo = s->grain[0].opening, hi = s->grain[s->n - 1].opening;

	for (int k = 0; k < n; k++)
		opening[k] = k == n - 1 ? hi : k ? lo * pow(hi / lo, (double)k / (n - 1)) : lo;
}

void sieve_free(struct sieve *s)
{
	free(s->grain);
	*s = (struct sieve){ 0 };
}
