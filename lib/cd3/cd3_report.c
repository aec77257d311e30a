/* cd3_report.c: signs by which a run may be stopped, and the report of a run */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cd3/cd3_state.h"

/* Hard contacts have no elastic energy. In its place is the energy that lifts all free bodies by their least half axes, or not a
 * number if it is 0. */
struct sim_signs cd3_signs(const struct cd3 *s)
{
	struct sim_signs is = { .elastic = 0, .strain = NAN, .pressure = NAN, .off = NAN };
	int *partners = MEM_ZERO(int, (size_t)s->n), free_ = 0, firm = 0, sum = 0;
	double e[3];

	cd3_energies(s, e);
	is.kinetic = e[0] + e[1];
	for (int k = 0; k < s->n_contact; k++) {
		const struct cd3_contact *c = &s->contact[k];
		int again = 0;

		for (int z = k - 1; z >= 0 && s->contact[z].i == c->i && s->contact[z].j == c->j; z--)
			again |= s->contact[z].active;
		partners[c->i] += c->active && !again;
		partners[c->j] += c->active && !again;
	}
	for (int k = 0; k < s->n; k++) {
		if (s->group[s->body[k].group].constraint)
			continue;
		is.elastic += s->body[k].mass * s->weight * s->body[k].thin;
		free_++;
		firm += partners[k] >= 2;
		sum += partners[k] >= 2 ? partners[k] : 0;
	}
	is.elastic = is.elastic > 0 ? is.elastic : NAN;
	is.share = free_ > 0 ? (double)firm / free_ : 0;
	is.partners = firm > 0 ? (double)sum / firm : 0;
	free(partners);
	return is;
}

struct sim_report cd3_report(const struct cd3 *s)
{
	struct sim_report r = { .rebuilds = s->rebuilds ? s->rebuilds - 1 : 0, .skin = s->skin, .pairs = s->n_pair,
		.contacts = s->acting, .bodies = s->n, .dt_auto = s->dt_auto };
	double e[3];

	cd3_energies(s, e);
	r.kinetic = e[0] + e[1];
	r.residual = cd3_ledger_residual(s, &r.turnover);
	for (int k = 0; k < s->n; k++)
		r.moving += s->group[s->body[k].group].moves;
	r.time_forces = s->spent[2];
	r.time_lists = s->spent[1];
	r.time_motion = s->spent[0] + s->spent[3];
	r.bytes = (double)s->n * (sizeof(struct cd3_body) + 2 * sizeof(struct cd3_rigid) + 400) +
	          (double)s->cap_pair * 2 * sizeof(struct cd3_pair) +
	          (double)s->cap_contact * (3 * sizeof(struct cd3_contact) + sizeof(struct cd3_row) + 120);
	return r;
}

struct cd3_figures cd3_figures(const struct cd3 *s)
{
	struct cd3_figures f = { .contacts = s->acting, .rows = s->n_contact, .begun = s->ledger.begun, .sweeps = s->effort.sweeps,
		.residual = s->effort.residual, .solutions = s->ledger.solutions, .unconverged = s->ledger.unconverged,
		.deepest = s->deepest, .fric = s->ledger.fric,
		.impact = s->ledger.impact, .recover = s->ledger.recover, .steps = s->clock.step, .taken = s->clock.step - s->first,
		.visits = s->visits };
	double e[3];

	cd3_energies(s, e);
	f.energy = e[0] + e[1] + e[2];
	f.start = s->ledger.start[0] + s->ledger.start[1] + s->ledger.start[2];
	memcpy(f.spent, s->spent, sizeof f.spent);
	return f;
}
