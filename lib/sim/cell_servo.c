/* cell_servo.c: the stress of a periodic cell, and the cell whose rates follow it; the strain since the ledger began */
#include <math.h>
#include <string.h>

#include "base/ranks.h"
#include "base/team.h"
#include "sim/cell_parts.h"

static int is_used(const struct soft *c, int component)
{
	return component_across[component] < c->dim;
}

/* ---- stress ---- */

/* Sum over the bodies of a chunk, for every component m u u and f x. Forces belong to the places at which they were evaluated,
 * velocities to the places of the state. */
static void sum_chunk(void *to, int from, int end, int thread)
{
	const struct soft *c = to;
	double block[CELL_SUMS][EXACT_BLOCK];
	int n = 0;

	for (int b = from; b < end; b++) {
		double u[3], x[3];

		if (soft_speaks(c, b)) {
			cell_peculiar(c, b, u);
			for (int k = 0; k < c->dim; k++)
				x[k] = c->x[k][b] - 0.5 * (c->domain.lo[k] + c->domain.hi[k]);
			for (int k = 0; k < 6; k++) {
				int used = is_used(c, k), i = component_along[k], j = component_across[k];

				block[k][n] = used ? c->mass[b] * u[i] * u[j] : 0;
				block[6 + k][n] = used ? c->f[i][b] * x[j] : 0;
			}
			n++;
		}
		for (int k = 0; k < CELL_SUMS && (n == EXACT_BLOCK || b + 1 == end); k++)
			exact_add_all(c->wide, &c->cell.servo[thread][k], n, block[k]);
		n = n == EXACT_BLOCK ? 0 : n;
	}
}

/* Add up the first n sums of all threads. */
static void servo_merge(struct soft *c, int n)
{
	for (int k = 0; k < n; k++)
		for (int t = 1; t < c->threads; t++)
			exact_merge(&c->cell.servo[0][k], &c->cell.servo[t][k]);
}

void cell_stress_sum(struct soft *c)
{
	team_chunks(c->threads, c->n, CELL_CHUNK, sum_chunk, c);
	servo_merge(c, CELL_SUMS);
}

/* The stress times the volume is
 *     sum_b m u u + sum_pairs f (x_j - x_i),
 * with the velocity u relative to the flow and the force f on j. The second sum is the sum over bodies of their force F times x,
 * plus the sum over pairs of f times the distance of the image from its body. */
static void stress_take(struct soft *c, double stress[6])
{
	const struct domain *d = &c->domain;
	const double *f = c->cell.force;
	double len[3] = { 1, 1, 1 }, sum[CELL_SUMS];

	for (int k = 0; k < CELL_SUMS; k++)
		sum[k] = exact_take(&c->cell.servo[0][k]);
	for (int k = 0; k < c->dim; k++)
		len[k] = d->hi[k] - d->lo[k];
	const double images[6] = {
		[XX] = len[0] * f[XX] + d->tilt[0] * f[XY] + d->tilt[1] * f[XZ],
		[YY] = len[1] * f[YY] + d->tilt[2] * f[YZ],
		[ZZ] = len[2] * f[ZZ],
		[XY] = len[1] * f[XY] + d->tilt[2] * f[XZ],
		[XZ] = len[2] * f[XZ],
		[YZ] = len[2] * f[YZ],
	};
	for (int k = 0; k < 6; k++)
		stress[k] = (sum[k] + (sum[6 + k] + images[k])) / (len[0] * len[1] * len[2]);
}

void cell_stress(struct soft *c, double stress[6])
{
	cell_stress_sum(c);
	ranks_sum_exact(CELL_SUMS, c->cell.servo[0]);
	stress_take(c, stress);
}

/* ---- the servo ---- */

/* Add the velocity k (x - middle) to the bodies of a chunk, and add up the work of that. */
struct kick { struct soft *c; double k[6]; };

static void kick_chunk(void *to, int from, int end, int thread)
{
	struct soft *c = ((struct kick *)to)->c;
	const double *k = ((struct kick *)to)->k;
	double work[EXACT_BLOCK];
	int n = 0;

	for (int b = from; b < end; b++) {
		double x[3] = { 0 }, sum = 0;

		for (int z = 0; z < c->dim; z++)
			x[z] = c->place[z][b] - 0.5 * (c->domain.lo[z] + c->domain.hi[z]);
		const double j[3] = { k[XX] * x[0] + k[XY] * x[1] + k[XZ] * x[2], k[YY] * x[1] + k[YZ] * x[2], k[ZZ] * x[2] };
		for (int z = 0; z < c->dim; z++) {
			c->v[z][b] += j[z];
			sum += j[z] * (c->v[z][b] - 0.5 * j[z]);
		}
		work[n] = c->mass[b] * sum;
		n += soft_speaks(c, b);
		if (n == EXACT_BLOCK || b + 1 == end) {
			exact_add_all(c->wide, &c->cell.servo[thread][0], n, work);
			n = 0;
		}
	}
}

/* A component of G G. */
static double squared(const double *g, int component)
{
	switch (component) {
	case XY:
		return g[XY] * (g[XX] + g[YY]);
	case XZ:
		return g[XZ] * (g[XX] + g[ZZ]) + g[XY] * g[YZ];
	case YZ:
		return g[YZ] * (g[YY] + g[ZZ]);
	default:
		return g[component] * g[component];
	}
}

/* Rates follow the stress: m d(rate)/dt = stress - target - c (rate - mean). Half of the damping is with the old rate and half
 * with the new one; so is the mean's approach to the rate. Bodies follow the lattice, whose acceleration is (dG/dt + G G)
 * times the place. */
void cell_servo(struct soft *c)
{
	struct domain *d = &c->domain;
	double stress[6], old[6], dt = c->clock.dt, damp = 0.5 * dt * d->c / d->m;
	struct kick kick = { .c = c };

	if (!c->cell.moves || !domain_has_servo(d))
		return;
	memcpy(old, d->rate, sizeof old);
	stress_take(c, stress);
	for (int k = 0; k < 6; k++) {
		if (!d->servo[k])
			continue;
		d->mean[k] = d->tau > 0 ? d->mean[k] : 0;
		d->rate[k] = (old[k] * (1 - damp) + 2 * damp * d->mean[k] + dt * ((stress[k] - d->target[k]) / d->m)) / (1 + damp);
		if (d->tau > 0)
			d->mean[k] += dt * (0.5 * (old[k] + d->rate[k]) - d->mean[k]) / (d->tau + 0.5 * dt);
	}
	for (int k = 0; k < 6; k++)
		kick.k[k] = d->rate[k] - old[k] + dt * squared(old, k);
	team_chunks(c->threads, c->n, CELL_CHUNK, kick_chunk, &kick);
	servo_merge(c, 1);
	ranks_sum_exact(1, c->cell.servo[0]);
	c->ledger.work += exact_take(&c->cell.servo[0][0]);
	struct sim_error e = { 0 };
	cell_rate_check(c, &e);
	if (e.status != SIM_GOOD)
		soft_fail(c, e);
	cell_find_rates(c);
}

double cell_off(const struct soft *c, const double stress[6])
{
	const struct domain *d = &c->domain;
	double most = NAN, largest = 0;

	for (int k = 0; k < 6; k++)
		largest = d->servo[k] ? fmax(largest, fabs(d->target[k])) : largest;
	for (int k = 0; k < 6 && largest > 0; k++)
		if (d->servo[k])
			most = fmax(most, fabs(stress[k] - d->target[k]) / (d->target[k] != 0 ? fabs(d->target[k]) : largest));
	return most;
}

/* ---- strain ---- */

static const char *const strain_key[6] = { "strain_xx", "strain_yy", "strain_zz", "strain_xy", "strain_xz", "strain_yz" };

void cell_strain_begin(struct soft *c, const struct params *ledger)
{
	for (int k = 0; k < 6; k++)
		c->cell.sum[k] = ledger && is_used(c, k) ? params_get(ledger, strain_key[k], 0) : 0;
}

void cell_strain_write(const struct soft *c, struct params *out)
{
	for (int k = 0; k < 6 && c->cell.moves; k++)
		if (is_used(c, k))
			params_set(out, strain_key[k], c->cell.sum[k]);
}

double cell_strain(const struct soft *c)
{
	double most = 0;

	for (int k = 0; k < 6; k++)
		most = fmax(most, fabs(c->cell.sum[k]));
	return most;
}
