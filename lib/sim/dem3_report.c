/* dem3_report.c: figures of a run, and signs by which runs may be stopped */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "sim/dem3_state.h"

/* What arrays of the state and of the world hold, as far as they are used: see dem3_state.h. */
static double bytes_held(const struct dem3 *s, double contacts)
{
	const struct list3 *l = &s->list;
	/* 38 columns here and 26 in the world, motion, images, numbers and flags */
	double body = 64 * sizeof(double) + sizeof *s->motion + 3 * sizeof(int64_t) + 80;
	double pebble = sizeof *s->pebbles.at + sizeof *s->use, cand = sizeof *l->cand + sizeof(int);
	double pair = sizeof *l->pair + sizeof *l->from + 2 * sizeof *l->own + 2 * sizeof *l->own_at + 2 + sizeof *s->sum_of;
	double contact = 2 * (sizeof(struct contact3) + sizeof(int) + (s->rolls ? sizeof(struct coil3) : 0)) +
	                 (s->rolls ? 27 : 21) * sizeof(double) + sizeof(struct pair_sum3); /* now, one step ago, in the world */

	return body * s->n + pebble * s->pebbles.first[s->n] + cand * l->n_cand + pair * l->n_pair + contact * contacts;
}

struct sim_report dem3_report(const struct dem3 *s)
{
	struct energies e = dem3_energies(s);
	struct balance b = ledger_balance(&s->ledger, &e);
	const struct watch *w = &s->watch;
	struct sim_report r = {
		.rebuilds = s->rebuilds ? s->rebuilds - 1 : 0, .skin = s->skin, .pairs = s->list.n_cand, .bodies = s->n,
		.contacts = dem3_contacts_count(s), .dt_auto = dem3_auto_dt(s), .kinetic = e.kin_lin + e.kin_rot,
		.elastic = e.el_n + e.el_t, .residual = b.residual, .turnover = b.turnover, .visc = s->ledger.sum[LED_VISC],
		.visc_power = s->ledger.sum[LED_POWER], .time_forces = watch_spent(w, WATCH_FORCES, s->step, s->built),
		.time_lists = watch_spent(w, WATCH_LISTS, s->step, s->built),
		.time_motion = watch_spent(w, WATCH_MOTION, s->step, s->built),
	};

	for (int k = 0; k < s->n; k++)
		r.moving += !s->still[k];
	r.bytes = bytes_held(s, (double)r.contacts);
	return r;
}

/* A pass through all contacts. */
struct pass { const struct dem3 *s; double virial; int *partners; struct between3 last; };

static void see(void *to, const struct between3 *q, const struct contact3 *c, const struct coil3 *coil)
{
	struct pass *p = to;
	const struct dem3 *s = p->s;
	const struct domain *d = &s->domain;
	vec3 r = v3_sub(dem3_vec(s->x, q->b), dem3_vec(s->x, q->a)), f = v3_add(v3_scale(c->fn, c->n), c->ft);

	(void)coil;
	for (int k = 0; k < 3 && d->set; k++)
		(&r.x)[k] += d->periodic[k] ? q->s[k] * (d->hi[k] - d->lo[k]) : 0;
	p->virial += v3_dot(r, f);
	if (q->a == p->last.a && q->b == p->last.b)
		return;
	p->partners[q->a]++;
	p->partners[q->b]++;
	p->last = *q;
}

struct sim_signs dem3_signs(const struct dem3 *s)
{
	const struct domain *d = &s->domain;
	struct energies e = dem3_energies(s);
	struct pass p = { .s = s, .partners = MEM_ZERO(int, (size_t)s->n), .last = { .a = -1 } };
	double bodies = 0, firm = 0, touch = 0, volume = 1;
	int whole = d->set && d->periodic[0] && d->periodic[1] && d->periodic[2];

	dem3_contacts_each(s, see, &p);
	for (int b = 0; b < s->n; b++) {
		int holds = s->group_of[b] < 0 && p.partners[b] >= 2;

		bodies += s->group_of[b] < 0;
		firm += holds;
		touch += holds ? p.partners[b] : 0;
	}
	for (int k = 0; k < 3; k++)
		volume *= d->hi[k] - d->lo[k];
	struct sim_signs out = {
		e.kin_lin + e.kin_rot, fabs(e.el_n) + e.el_t, NAN, whole && s->n_group == 0 ? (2 * e.kin_lin + p.virial) / (3 * volume) : NAN,
		NAN, bodies > 0 ? firm / bodies : 0, firm > 0 ? touch / firm : 0,
	};
	free(p.partners);
	return out;
}
