/* profile_mean.c: sums over bins and frames, and what they say */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "measure/profile.h"

/* Two sets with weights m, n and means u, v have the mean u + (v - u) n / (m + n), and about it the squares of each set
 * about its own mean and (v - u)^2 m n / (m + n). */
void profile_bin_merge(struct profile_bin *a, const struct profile_bin *b)
{
	double mass = a->mass + b->mass, inertia = a->inertia + b->inertia;
	double part = b->mass > 0 ? b->mass / mass : 0, turned = b->inertia > 0 ? b->inertia / inertia : 0;
	double dx = b->v[0] - a->v[0], dy = b->v[1] - a->v[1], dw = b->turn - a->turn;

	a->area += b->area;
	a->number += b->number;
	a->solid += b->solid;
	a->v[0] = part == 1 ? b->v[0] : a->v[0] + part * dx;
	a->v[1] = part == 1 ? b->v[1] : a->v[1] + part * dy;
	a->vv[0] += b->vv[0] + a->mass * part * dx * dx;
	a->vv[1] += b->vv[1] + a->mass * part * dx * dy;
	a->vv[2] += b->vv[2] + a->mass * part * dy * dy;
	a->spin = part == 1 ? b->spin : a->spin + part * (b->spin - a->spin);
	a->turns += b->turns + a->inertia * turned * dw * dw;
	a->turn = turned == 1 ? b->turn : a->turn + turned * dw;
	a->mass = mass;
	a->inertia = inertia;
	for (int k = 0; k < 4; k++)
		a->branch[k] += b->branch[k];
}

void profile_bin_values(const struct profile_bin *b, double value[PROFILE_VALUES])
{
	double area = b->area > 0 ? b->area : NAN, mass = b->mass > 0 ? b->mass : NAN;
	double off = b->turn - b->spin;

	value[PROFILE_NUMBER] = b->number / area;
	value[PROFILE_SOLID] = b->solid / area;
	value[PROFILE_V1] = b->mass > 0 ? b->v[0] : NAN;
	value[PROFILE_V2] = b->mass > 0 ? b->v[1] : NAN;
	value[PROFILE_SPIN] = b->mass > 0 ? b->spin : NAN;
	value[PROFILE_T] = (b->vv[0] + b->vv[2]) / (2 * mass);
	value[PROFILE_T_ROT] = (b->turns + b->inertia * off * off) / mass; /* about the mean by mass */
	value[PROFILE_KINETIC11] = b->vv[0] / area;
	value[PROFILE_KINETIC12] = b->vv[1] / area;
	value[PROFILE_KINETIC22] = b->vv[2] / area;
	for (int k = 0; k < 4; k++)
		value[PROFILE_CONTACT11 + k] = -b->branch[k] / area;
}

/* ---- means over frames ---- */

static struct profile_bin *bin_of(const struct profile_mean *m, int block, int k)
{
	return &m->bin[(size_t)block * (size_t)m->n_bin + (size_t)k];
}

/* Blocks 0 and 1 become block 0, 2 and 3 block 1, and so on. */
static void halve(struct profile_mean *m)
{
	for (int j = 0; j < PROFILE_BLOCKS / 2; j++)
		for (int k = 0; k < m->n_bin; k++) {
			struct profile_bin both = *bin_of(m, 2 * j, k);

			profile_bin_merge(&both, bin_of(m, 2 * j + 1, k));
			*bin_of(m, j, k) = both;
		}
	m->n = PROFILE_BLOCKS / 2;
	m->per_block *= 2;
}

void profile_mean_add(struct profile_mean *m, const struct profile *p)
{
	if (!m->bin) {
		m->n_bin = p->grid.n;
		m->per_block = 1;
		m->bin = mem_zero((size_t)PROFILE_BLOCKS * (size_t)m->n_bin, sizeof *m->bin);
	}
	if (m->frames % m->per_block == 0) {
		if (m->n == PROFILE_BLOCKS)
			halve(m);
		memset(bin_of(m, m->n, 0), 0, (size_t)m->n_bin * sizeof *m->bin);
		m->n++;
	}
	for (int k = 0; k < m->n_bin; k++)
		profile_bin_merge(bin_of(m, m->n - 1, k), &p->bin[k]);
	m->frames++;
	m->from += p->grid.from;
	m->to += p->grid.to;
}

/* All blocks but one. */
static void values_without(const struct profile_mean *m, int without, int k, double value[PROFILE_VALUES])
{
	struct profile_bin sum = { 0 };

	for (int j = 0; j < m->n; j++)
		if (j != without)
			profile_bin_merge(&sum, bin_of(m, j, k));
	profile_bin_values(&sum, value);
}

void profile_mean_values(const struct profile_mean *m, int k, double value[PROFILE_VALUES], double error[PROFILE_VALUES])
{
	int n = m->frames % m->per_block ? m->n - 1 : m->n; /* the last block may not be whole */
	double left[PROFILE_BLOCKS][PROFILE_VALUES];

	values_without(m, -1, k, value);
	for (int j = 0; j < n; j++)
		values_without(m, j, k, left[j]);
	for (int v = 0; v < PROFILE_VALUES; v++) {
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
