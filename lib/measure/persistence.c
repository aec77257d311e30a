/* persistence.c: pooled blocks of the series of all bodies */
#include "measure/persistence.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"

static int bucket_of(const struct persistence *p, int64_t id)
{
	unsigned k = (unsigned)((uint64_t)id * 0x9e3779b97f4a7c15u >> 32) & (unsigned)(p->n_bucket - 1);

	while (p->bucket[k] >= 0 && p->body[p->bucket[k]].id != id)
		k = (k + 1) & (unsigned)(p->n_bucket - 1);
	return (int)k;
}

/* Double the room for bodies. */
static void grow(struct persistence *p)
{
	p->cap = p->cap ? 2 * p->cap : 64;
	p->n_bucket = 2 * p->cap;
	MEM_RESIZE(p->body, (size_t)p->cap);
	for (int k = 0; k < PERSISTENCE_LEVELS && p->level[k].half; k++)
		MEM_RESIZE(p->level[k].half, (size_t)p->cap);
	MEM_RESIZE(p->bucket, (size_t)p->n_bucket);
	for (int k = 0; k < p->n_bucket; k++)
		p->bucket[k] = -1;
	for (int b = 0; b < p->n; b++)
		p->bucket[bucket_of(p, p->body[b].id)] = b;
}

static int body_of(struct persistence *p, int64_t id)
{
	if (p->n == p->cap)
		grow(p);
	int k = bucket_of(p, id);
	if (p->bucket[k] < 0) {
		p->bucket[k] = p->n;
		p->body[p->n].id = id;
		p->body[p->n++].n = 0;
	}
	return p->bucket[k];
}

void persistence_add(struct persistence *p, int64_t id, double x)
{
	int b = body_of(p, id);
	int64_t before = p->body[b].n++;

	if (!p->values++)
		p->shift = x;
	if (before >= p->longest)
		p->longest = before + 1;
	double block[2] = { x - p->shift, x * x - p->shift * p->shift };
	for (int k = 0; k < PERSISTENCE_LEVELS; k++) {
		p->level[k].n++;
		for (int q = 0; q < 2; q++) {
			p->level[k].sum[q] += block[q];
			p->level[k].square[q] += block[q] * block[q];
		}
		if (!p->level[k].half)
			p->level[k].half = mem_new((size_t)p->cap, sizeof *p->level[k].half);
		double *half = p->level[k].half[b];
		/* bit k of the number of values says whether a first block waits on this level */
		if (!(before >> k & 1)) {
			half[0] = block[0];
			half[1] = block[1];
			return;
		}
		block[0] = (block[0] + half[0]) / 2;
		block[1] = (block[1] + half[1]) / 2;
	}
}

/* The number of values that count as one, by blocks of 2^k. */
static double gain(const struct persistence *p, int k)
{
	double most = 1;

	for (int q = 0; q < 2; q++) {
		double mean = p->level[0].sum[q] / p->level[0].n, above = p->level[k].sum[q] / p->level[k].n;
		double all = p->level[0].square[q] / p->level[0].n - mean * mean;
		/* about the mean of all values, which may differ from the mean of the blocks */
		double blocks = p->level[k].square[q] / p->level[k].n - 2 * mean * above + mean * mean;

		if (all > 1e-14 * p->level[0].square[q] / p->level[0].n)
			most = fmax(most, ldexp(blocks / all, k));
	}
	return most;
}

double persistence_independent(const struct persistence *p)
{
	int top = 0;

	if (p->longest < 2)
		return (double)p->values;
	while (((int64_t)4 << top) <= p->longest)
		top++;
	if (top < 1 || p->level[top].n < 50 || gain(p, top) > 1.3 * gain(p, top - 1))
		return p->n;
	return fmax(p->n, (double)p->values / gain(p, top));
}

void persistence_free(struct persistence *p)
{
	for (int k = 0; k < PERSISTENCE_LEVELS; k++)
		free(p->level[k].half);
	free(p->bucket);
	free(p->body);
	*p = (struct persistence){ 0 };
}
