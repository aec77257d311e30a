/* profile_mean.c: sums over bins, means over frames, and their errors */
#include "measure/profile_mean.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* ---- one bin ---- */

/* Two sets with weights m, n and means u, v have the mean u + (v - u) n / (m + n). The sum of squares about it is the sum of
 * squares of each set about its own mean, plus (v - u)^2 m n / (m + n). */
void profile_bin_merge(struct profile_bin *a, const struct profile_bin *b)
{
	static const int of[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
	double mass = a->mass + b->mass, inertia = a->inertia + b->inertia, d[3], dw = b->turn - a->turn;
	double part = b->mass > 0 ? b->mass / mass : 0, turned = b->inertia > 0 ? b->inertia / inertia : 0;

	for (int k = 0; k < 3; k++)
		d[k] = b->v[k] - a->v[k];
	for (int k = 0; k < 6; k++)
		a->vv[k] += b->vv[k] + a->mass * part * d[of[k][0]] * d[of[k][1]];
	for (int k = 0; k < 3; k++) {
		a->v[k] = part == 1 ? b->v[k] : a->v[k] + part * d[k];
		a->spin[k] = part == 1 ? b->spin[k] : a->spin[k] + part * (b->spin[k] - a->spin[k]);
	}
	a->out = part == 1 ? b->out : a->out + part * (b->out - a->out);
	a->turns += b->turns + a->inertia * turned * dw * dw;
	a->turn = turned == 1 ? b->turn : a->turn + turned * dw;
	a->size += b->size;
	a->number += b->number;
	a->solid += b->solid;
	a->mass = mass;
	a->inertia = inertia;
	a->turning += b->turning;
	for (int k = 0; k < 9; k++)
		a->branch[k] += b->branch[k];
	a->outwards += b->outwards;
	for (int k = 0; k < PROFILE_OWN; k++) {
		a->own[k] += b->own[k];
		a->own_solid[k] += b->own_solid[k];
	}
}

void profile_bin_set_own(struct profile_bin *grain, const double *own)
{
	for (int k = 0; k < PROFILE_OWN; k++) {
		int known = !isnan(own[k]);

		grain->own[k] = known ? grain->solid * own[k] : 0;
		grain->own_solid[k] = known ? grain->solid : 0;
	}
}

double profile_bin_own(const struct profile_bin *b, int k)
{
	return b->own_solid[k] > 0 ? b->own[k] / b->own_solid[k] : NAN;
}

void profile_bin_add(struct profile_bin *to, struct profile_bin grain, double fraction)
{
	if (!(fraction > 1e-14))
		return;
	grain.number *= fraction;
	grain.solid *= fraction;
	grain.mass *= fraction;
	grain.inertia *= fraction;
	grain.turning *= fraction;
	for (int k = 0; k < PROFILE_OWN; k++) {
		grain.own[k] *= fraction;
		grain.own_solid[k] *= fraction;
	}
	profile_bin_merge(to, &grain);
}

int profile2_complete(double *from, double *to, double *centre, int dim, int axis, const struct domain *d)
{
	int round = axis == dim, unknown = 0;

	for (int k = 0; k < dim && d->set; k++)
		centre[k] = isnan(centre[k]) ? 0.5 * (d->lo[k] + d->hi[k]) : centre[k];
	if (round && isnan(*from))
		*from = 0;
	if (d->set && round && isnan(*to)) {
		*to = INFINITY;
		for (int k = 0; k < dim; k++)
			*to = fmin(*to, fmin(centre[k] - d->lo[k], d->hi[k] - centre[k]));
	} else if (d->set && !round) {
		*from = isnan(*from) ? d->lo[axis] : *from;
		*to = isnan(*to) ? d->hi[axis] : *to;
	}
	for (int k = 0; k < dim; k++)
		unknown |= round && isnan(centre[k]);
	return unknown || !(*from < *to) ? -1 : 0;
}

/* ---- frames ---- */

static struct profile_bin *block_of(const struct profile_mean *m, int block)
{
	return m->bin + (size_t)block * (size_t)m->n_bin;
}

/* Blocks 0 and 1 become block 0, 2 and 3 block 1, and so on. */
static void halve(struct profile_mean *m)
{
	for (int j = 0; j < PROFILE_BLOCKS / 2; j++)
		for (int k = 0; k < m->n_bin; k++) {
			profile_bin_merge(block_of(m, 2 * j) + k, block_of(m, 2 * j + 1) + k);
			block_of(m, j)[k] = block_of(m, 2 * j)[k];
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
		m->bin = MEM_ZERO(struct profile_bin, (size_t)PROFILE_BLOCKS * (size_t)m->n_bin);
	}
	if (m->frames % m->per_block == 0) {
		if (m->n == PROFILE_BLOCKS)
			halve(m);
		memset(block_of(m, m->n), 0, (size_t)m->n_bin * sizeof *m->bin);
		m->n++;
	}
	for (int k = 0; k < m->n_bin; k++)
		profile_bin_merge(block_of(m, m->n - 1) + k, (const struct profile_bin *)bin + k);
	m->frames++;
	m->from += from;
	m->to += to;
}

/* The values of all blocks but one; without = -1: of all blocks. */
static void values_without(const struct profile_mean *m, int without, int k, double *value)
{
	struct profile_bin sum = { 0 };

	for (int j = 0; j < m->n; j++)
		if (j != without)
			profile_bin_merge(&sum, block_of(m, j) + k);
	m->kind->values(&sum, value);
	for (int own = 0; own < m->n_own; own++)
		value[m->kind->n_value + own] = profile_bin_own(&sum, own);
}

void profile_mean_values(const struct profile_mean *m, int k, double *value, double *error)
{
	int n = m->frames % m->per_block ? m->n - 1 : m->n; /* the last block may be incomplete */
	double left[PROFILE_BLOCKS][PROFILE_MOST];

	values_without(m, -1, k, value);
	for (int j = 0; j < n; j++)
		values_without(m, j, k, left[j]);
	for (int v = 0; v < m->kind->n_value + m->n_own; v++) {
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
