/* cd3_ledger.c: energies, and where they went
 *
 * Only weight, contacts and drives change the kinetic energy. Their work is the impulse times the mean of the velocities before
 * and after. So the balance closes to rounding, except for the error of the free rotation. The work of contacts is split into
 * friction, impacts and recovery. Recovery has the opposite sign: it is the work of separating bodies that overlap, and of
 * stopping that motion. Recovery is part of `other`, like the loss by damping. */
#include <math.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/team.h"
#include "cd3/cd3_state.h"

/* Unwrapped position along an axis. */
static double unwrapped(const struct cd3 *s, const struct cd3_body *b, int k)
{
	double x = v3_axis(b->x, k);

	return s->domain.set && s->domain.periodic[k] ? x + (double)b->image[k] * (s->domain.hi[k] - s->domain.lo[k]) : x;
}

void cd3_energies(const struct cd3 *s, double e[3])
{
	e[0] = e[1] = e[2] = 0;
	for (int g = 0; g < s->n_group; g++) {
		const struct cd3_group *group = &s->group[g];
		const struct cd3_body *b = &s->body[s->member[group->first]];

		for (int k = 0; k < 3; k++) {
			double v = v3_axis(b->v, k);

			if (group->prescribed[k])
				continue;
			e[0] += 0.5 * group->mass * v * v;
			if (s->gravity[k] != 0)
				e[2] -= group->mass * s->gravity[k] * unwrapped(s, b, k);
		}
		if (!group->constraint)
			e[1] += 0.5 * v3_dot(b->L, b->w);
		for (int k = 0; k < 3 && group->constraint; k++)
			if (!group->prescribed[3 + k])
				e[1] += 0.5 * v3_axis(b->L, k) * v3_axis(b->w, k);
	}
}

/* ---- the sums of a substep ---- */

/* Book the work of prescribed velocities and driving forces, and the loss by damping. */
static void book_group(struct cd3 *s, int g)
{
	const struct cd3_group *group = &s->group[g];
	const struct cd3_rigid *before = &s->before[g], *after = &s->rigid[g];

	for (int k = 0; k < 6 && group->constraint; k++) {
		double v0 = v3_axis(k < 3 ? before->v : before->w, k % 3), v1 = v3_axis(k < 3 ? after->v : after->w, k % 3);

		if (group->prescribed[k]) {
			s->ledger.work -= v3_axis(s->impulse[g][k / 3], k % 3) * v1;
			continue;
		}
		s->ledger.work += s->h * group->force[k] * 0.5 * (v0 + v1);
		if (k < 3) /* damping as in cd3_load() */
			s->ledger.other += s->h * group->damping * v1 * 0.5 * (v0 + v1);
	}
}

/* The sums of a block of contacts. The work of a contact is the impulse times the mean of the velocities before and after, which
 * is exact. Sums are computed block by block, so that they do not depend on the number of threads. */
struct block_sum { double fric, impact, recover; int acting, begun; };
struct book_task { struct cd3 *s; struct block_sum *block; };
enum { BLOCK = 256 };

static void book_chunk(void *to, int from, int end, int thread)
{
	struct cd3 *s = ((struct book_task *)to)->s;
	struct block_sum sum = { 0 };

	(void)thread;
	for (int k = from; k < end; k++) {
		struct cd3_contact *c = &s->contact[k];
		const struct cd3_row *row = &s->problem.row[k];

		if (k + CD3_AHEAD < end)
			cd3_fetch(&s->rigid[row[CD3_AHEAD].j], offsetof(struct cd3_rigid, inverse_mass));
		vec3 f = cd3_row_impulse(row), before = row->velocity_before, after = cd3_row_velocity(row, s->rigid);
		double n0 = v3_dot(before, c->n), n1 = v3_dot(after, c->n), fn = row->impulse[0];
		vec3 ft = v3_sub(f, v3_scale(fn, c->n));

		sum.fric -= 0.5 * (v3_dot(ft, before) + v3_dot(ft, after));
		if (row->roll >= 0) {
			vec3 m = s->problem.roll[row->roll].impulse;
			vec3 w0 = v3_sub(s->before[row->j].w, s->before[row->i].w);
			vec3 w1 = v3_sub(s->rigid[row->j].w, s->rigid[row->i].w);

			sum.fric -= 0.5 * (v3_dot(m, w0) + v3_dot(m, w1));
			c->torque = v3_scale(1 / s->h, m);
		} else {
			c->torque = v3(0, 0, 0);
		}
		if (c->rebounds) {
			sum.impact -= 0.5 * fn * (n0 + n1);
		} else {
			sum.impact -= 0.5 * fn * (fmin(n0, 0) + fmin(n1, 0));
			sum.recover += 0.5 * fn * (fmax(n0, 0) + fmax(n1, 0));
		}
		c->begun = fn > 0 && !c->active;
		c->active = fn > 0;
		sum.begun += c->begun;
		sum.acting += c->active;
		c->fn = fn / s->h;
		c->ft = v3_scale(1 / s->h, ft);
	}
	((struct book_task *)to)->block[from / BLOCK] = sum;
}

/* The loss in an impact after the middle of the step is greater by the work of weight until then. Kinetic energies before and
 * after the step do not show that work. */
static void book_late(struct cd3 *s)
{
	for (int k = 0; k < s->n_late; k++) {
		const struct cd3_contact *c = &s->contact[s->late[k]];
		const int both[2] = { s->problem.row[s->late[k]].i, s->problem.row[s->late[k]].j };

		for (int q = 0; q < 2; q++)
			if (!s->group[both[q]].constraint)
				s->ledger.impact -= c->late * v3_dot(v3_from(s->gravity), s->impulse[both[q]][0]);
	}
}

void cd3_book(struct cd3 *s)
{
	int n = (s->n_contact + BLOCK - 1) / BLOCK;
	struct block_sum *block = mem_new((size_t)n, sizeof *block);

	for (int g = 0; g < s->n_group; g++)
		book_group(s, g);
	s->acting = 0;
	team_chunks(s->threads, s->n_contact, BLOCK, book_chunk, &(struct book_task){ s, block });
	for (int k = 0; k < n; k++) {
		s->ledger.fric += block[k].fric;
		s->ledger.impact += block[k].impact;
		s->ledger.recover += block[k].recover;
		s->ledger.other -= block[k].recover;
		s->ledger.begun += block[k].begun;
		s->acting += block[k].acting;
	}
	free(block);
	book_late(s);
}

/* ---- the ledger in the stream ---- */

static const char *const energy_key[3] = { "kin_lin", "kin_rot", "grav" };
static const char *const start_key[3] = { "start_kin_lin", "start_kin_rot", "start_grav" };
static const struct { const char *key; size_t at; } sum_key[] = {
	{ "work", offsetof(struct cd3_ledger, work) }, { "fric", offsetof(struct cd3_ledger, fric) },
	{ "visc", offsetof(struct cd3_ledger, impact) }, { "other", offsetof(struct cd3_ledger, other) },
	{ "in", offsetof(struct cd3_ledger, in) }, { "out", offsetof(struct cd3_ledger, out) },
	{ "recover", offsetof(struct cd3_ledger, recover) }, { "begun", offsetof(struct cd3_ledger, begun) },
	{ "solutions", offsetof(struct cd3_ledger, solutions) }, { "unconverged", offsetof(struct cd3_ledger, unconverged) },
	{ "sweeps", offsetof(struct cd3_ledger, sweeps) },
};
enum { N_SUM = sizeof sum_key / sizeof *sum_key, N_MAIN = 6 };

static double *sum_of(const struct cd3 *s, int k)
{
	return (double *)((char *)(uintptr_t)&s->ledger + sum_key[k].at);
}

void cd3_ledger_begin(struct cd3 *s, const struct world *w, int take)
{
	double now[3], gain = 0;

	cd3_energies(s, now);
	if (!take) {
		s->ledger = (struct cd3_ledger){ .since = clock_now(&s->clock), .start = { now[0], now[1], now[2] } };
		return;
	}
	s->ledger.since = params_get(&w->ledger, "since", 0);
	for (int k = 0; k < N_SUM; k++)
		*sum_of(s, k) = params_get(&w->ledger, sum_key[k].key, 0);
	for (int k = 0; k < 3; k++) {
		double was = params_get(&w->ledger, energy_key[k], 0);

		s->ledger.start[k] = params_get(&w->ledger, start_key[k], 0);
		if (now[k] == was)
			continue;
		s->ledger.start[k] += now[k] - was;
		gain += now[k] - was;
	}
	s->ledger.in += gain > 0 ? gain : 0;
	s->ledger.out -= gain < 0 ? gain : 0;
	s->effort.residual = params_get(&w->ledger, "solved", 0);
	s->deepest = params_get(&w->ledger, "overlap", 0);
}

double cd3_ledger_residual(const struct cd3 *s, double *turnover)
{
	double e[3];
	const struct cd3_ledger *z = &s->ledger;

	cd3_energies(s, e);
	const double rounding = 1e-12; /* bodies at rest turn no energy over, and their sums only have rounding errors */
	double kin = e[0] + e[1] - z->start[0] - z->start[1], grav = e[2] - z->start[2], lost = z->fric + z->impact;
	*turnover = fmax(fmax(fabs(z->work), fabs(grav)), fmax(fabs(lost), fmax(e[0] + e[1], z->start[0] + z->start[1])));
	*turnover = fmax(*turnover, rounding * fmax(fabs(e[2]), fabs(z->start[2])));
	return z->work - z->other - grav - kin - lost;
}

void cd3_ledger_write(const struct cd3 *s, struct world *w)
{
	struct params *p = &w->ledger;
	double e[3], turnover;

	cd3_energies(s, e);
	params_free(p);
	params_set(p, "since", s->ledger.since);
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
		params_set(p, start_key[k], s->ledger.start[k]);
	clock_write(&s->clock, p);
}
