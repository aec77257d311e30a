/* profile_mean.c: means over frames, and their errors */
#include "measure/profile_mean.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

static char *bin_of(const struct profile_mean *m, int block, int k)
{
	return m->bin + ((size_t)block * (size_t)m->n_bin + (size_t)k) * m->kind->size;
}

/* Blocks 0 and 1 become block 0, 2 and 3 block 1, and so on. */
static void halve(struct profile_mean *m)
{
	for (int j = 0; j < PROFILE_BLOCKS / 2; j++)
		for (int k = 0; k < m->n_bin; k++) {
			m->kind->merge(bin_of(m, 2 * j, k), bin_of(m, 2 * j + 1, k));
			if (j)
				memcpy(bin_of(m, j, k), bin_of(m, 2 * j, k), m->kind->size);
		}
	m->n = PROFILE_BLOCKS / 2;
	m->per_block *= 2;
}

void profile_mean_add(struct profile_mean *m, const struct profile_kind *kind, const void *bin, int n_bin, double from,
	double to)
{
	if (!m->bin) {
		m->kind = kind;
		m->n_bin = n_bin;
		m->per_block = 1;
		m->bin = mem_zero((size_t)PROFILE_BLOCKS * (size_t)m->n_bin, kind->size);
	}
	if (m->frames % m->per_block == 0) {
		if (m->n == PROFILE_BLOCKS)
			halve(m);
		memset(bin_of(m, m->n, 0), 0, (size_t)m->n_bin * kind->size);
		m->n++;
	}
	for (int k = 0; k < m->n_bin; k++)
		kind->merge(bin_of(m, m->n - 1, k), (const char *)bin + (size_t)k * kind->size);
	m->frames++;
	m->from += from;
	m->to += to;
}

/* All blocks but one. */
static void values_without(const struct profile_mean *m, int without, int k, double *value)
{
	void *sum = mem_zero(1, m->kind->size);

	for (int j = 0; j < m->n; j++)
		if (j != without)
			m->kind->merge(sum, bin_of(m, j, k));
	m->kind->values(sum, value);
	free(sum);
}

void profile_mean_values(const struct profile_mean *m, int k, double *value, double *error)
{
	int n = m->frames % m->per_block ? m->n - 1 : m->n; /* the last block may not be whole */
	double left[PROFILE_BLOCKS][PROFILE_MOST];

	values_without(m, -1, k, value);
	for (int j = 0; j < n; j++)
		values_without(m, j, k, left[j]);
	for (int v = 0; v < m->kind->n_value; v++) {
		double mean = 0, sum = 0;

		for (int j = 0; j < n; j++)
			mean += left[j][v] / n;
		for (int j = 0; j < n; j++)
			sum += (left[j][v] - mean) * (left[j][v] - mean);
		error[v] = n < 2 ? NAN : sqrt(sum * (n - 1) / n);
	}
}

void profile_mean_free(struct profile_mean *m)
{
	free(m->bin);
	*m = (struct profile_mean){ .n = 0 };
}
