/* cd3_ledger.c: energies, and where they went
 *
 * Kinetic energy changes by weight, contacts and drives alone, whose work is impulse times the mean of the velocities
 * before and after, so that it closes to rounding but for what the free rotation gains. What contacts take is split into
 * friction, impacts and, of the other sign, recovery: the work of parting bodies that overlap, and of stopping that
 * motion. The latter is part of other, with what drives are damped by. */
#include <math.h>
#include <stddef.h>

#include "cd3/cd3_state.h"

/* Unwrapped position along an axis. */
static double way(const struct cd3 *s, const struct cd3_body *b, int k)
{
	double x = k == 0 ? b->x.x : k == 1 ? b->x.y : b->x.z;

	return s->domain.set && s->domain.periodic[k] ? x + (double)b->image[k] * (s->domain.hi[k] - s->domain.lo[k]) : x;
}

void cd3_energies(const struct cd3 *s, double e[3])
{
	e[0] = e[1] = e[2] = 0;
	for (int u = 0; u < s->n_unit; u++) {
		const struct cd3_group *g = &s->group[u];
		const struct cd3_body *b = &s->body[s->member[g->first]];
		const double v[3] = { b->v.x, b->v.y, b->v.z };

		for (int k = 0; k < 3; k++)
			if (!g->driven[k]) {
				e[0] += 0.5 * g->mass * v[k] * v[k];
				if (s->gravity[k] != 0)
					e[2] -= g->mass * s->gravity[k] * way(s, b, k);
			}
		if (!g->held) {
			e[1] += 0.5 * v3_dot(b->L, b->w);
		} else {
			const double w[3] = { b->w.x, b->w.y, b->w.z }, L[3] = { b->L.x, b->L.y, b->L.z };

			for (int k = 0; k < 3; k++)
				if (!g->driven[3 + k])
					e[1] += 0.5 * L[k] * w[k];
		}
	}
}

static const char *const energy_key[3] = { "kin_lin", "kin_rot", "grav" };
static const char *const start_key[3] = { "start_kin_lin", "start_kin_rot", "start_grav" };
static const struct { const char *key; size_t at; } sum_key[] = {
	{ "work", offsetof(struct cd3_sums, work) }, { "fric", offsetof(struct cd3_sums, fric) },
	{ "visc", offsetof(struct cd3_sums, impact) }, { "other", offsetof(struct cd3_sums, other) },
	{ "in", offsetof(struct cd3_sums, in) }, { "out", offsetof(struct cd3_sums, out) },
	{ "recover", offsetof(struct cd3_sums, recover) }, { "begun", offsetof(struct cd3_sums, begun) },
	{ "solutions", offsetof(struct cd3_sums, steps) }, { "unconverged", offsetof(struct cd3_sums, unconverged) },
	{ "sweeps", offsetof(struct cd3_sums, sweeps) },
};
enum { N_SUM = sizeof sum_key / sizeof *sum_key, N_MAIN = 6 };

static double *sum_of(const struct cd3 *s, int k)
{
	return (double *)((char *)(uintptr_t)&s->sum + sum_key[k].at);
}

/* Begin the ledger, or take up the stream's; what the scene gained or lost between is booked to in and out. */
void cd3_ledger_begin(struct cd3 *s, const struct world *w, int take)
{
	double now[3], gain = 0;

	cd3_energies(s, now);
	if (!take) {
		s->sum = (struct cd3_sums){ .since = clock_now(&s->clock), .start = { now[0], now[1], now[2] } };
		return;
	}
	s->sum.since = params_get(&w->ledger, "since", 0);
	for (int k = 0; k < N_SUM; k++)
		*sum_of(s, k) = params_get(&w->ledger, sum_key[k].key, 0);
	for (int k = 0; k < 3; k++) {
		double was = params_get(&w->ledger, energy_key[k], 0);

		s->sum.start[k] = params_get(&w->ledger, start_key[k], 0);
		if (now[k] == was)
			continue;
		s->sum.start[k] += now[k] - was;
		gain += now[k] - was;
	}
	s->sum.in += gain > 0 ? gain : 0;
	s->sum.out -= gain < 0 ? gain : 0;
	s->effort.residual = params_get(&w->ledger, "solved", 0);
	s->deepest = params_get(&w->ledger, "overlap", 0);
}

double cd3_ledger_residual(const struct cd3 *s, double *turnover)
{
	double e[3];
	const struct cd3_sums *z = &s->sum;

	cd3_energies(s, e);
	double kin = e[0] + e[1] - z->start[0] - z->start[1], grav = e[2] - z->start[2], lost = z->fric + z->impact;
	*turnover = fmax(fmax(fabs(z->work), fabs(grav)), fmax(fabs(lost), fmax(e[0] + e[1], z->start[0] + z->start[1])));
	return z->work - z->other - grav - kin - lost;
}

void cd3_ledger_write(const struct cd3 *s, struct world *w)
{
	struct params *p = &w->ledger;
	double e[3], turnover;

	cd3_energies(s, e);
	params_free(p);
	params_set(p, "since", s->sum.since);
	params_set(p, "kin_lin", e[0]);
	params_set(p, "kin_rot", e[1]);
	params_set(p, "el_n", 0);
	params_set(p, "el_t", 0);
	params_set(p, "grav", e[2]);
	for (int k = 0; k < N_MAIN; k++)
		params_set(p, sum_key[k].key, *sum_of(s, k));
	params_set(p, "residual", cd3_ledger_residual(s, &turnover));
	for (int k = N_MAIN; k < N_SUM; k++)
		params_set(p, sum_key[k].key, *sum_of(s, k));
	params_set(p, "active", s->acting);
	params_set(p, "solved", s->effort.residual);
	params_set(p, "overlap", s->deepest);
	for (int k = 0; k < 3; k++)
		params_set(p, start_key[k], s->sum.start[k]);
	clock_write(&s->clock, p);
}
