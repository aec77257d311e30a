/* dem2_ledger.c: where the energy is and where it went.
 *
 * Work, friction and viscosity are integrals of their own forces over the step's own displacements (trapezoids);
 * energies are those of the state. Nothing is found as a remainder, so their balance is a check. Three more checks:
 * closure, an identity of the velocity Verlet step and its impulses (dem2_kink.c); e_num, what the normal springs
 * took against what they hold; slip, the same for the tangential springs and friction. */
#include <math.h>
#include <stdlib.h>

#include "motion/drive.h"
#include "sim/dem2_state.h"

static void add_kinetic(struct energies *e, double m, double v, double a, double dt, double *to)
{
	double d = 0.5 * dt * a;

	*to += 0.5 * m * v * v;
	e->kin_half += 0.5 * m * (v - d) * (v + d);
}

/* Unwrapped position of a body along an axis; for Gear the corrected one. */
static double way(const struct dem2 *s, int b, int axis)
{
	int gear = s->opt.integrator == DEM2_GEAR;
	double shift[2];

	domain_shift(&s->domain, (double)(gear ? s->qix[b] : s->ix[b]), (double)(gear ? s->qiy[b] : s->iy[b]), shift);
	return (axis == 0 ? gear ? s->qx[b] : s->x[b] : gear ? s->qy[b] : s->y[b]) + shift[axis];
}

static void add_group(const struct dem2 *s, const struct group *g, struct energies *e)
{
	for (int z = 0; z < 3; z++) {
		if (drive_prescribes(&g->dof[z]))
			continue;
		add_kinetic(e, z == 2 ? g->inertia : g->m, g->v[z], g->a[z], s->dt, z == 2 ? &e->kin_rot : &e->kin_lin);
		if (z < 2 && g->weighs[z] && s->gravity[z] != 0)
			e->grav -= g->m * s->gravity[z] * way(s, g->body[0], z);
	}
}

struct elastic { const struct dem2 *s; struct energies *e; };

/* Elastic energies of a contact. */
static void add_elastic(void *to, const struct between2 *q, const struct contact2 *c)
{
	const struct dem2 *s = ((struct elastic *)to)->s;
	struct energies *e = ((struct elastic *)to)->e;
	const struct outlines *o = &s->outlines;
	int i = q->dir ? q->b : q->a, j = q->dir ? q->a : q->b;
	const struct law_contact *law = &s->law[s->material[q->a] * s->n_material + s->material[q->b]];

	e->el_n += law_energy(law, o->radius[q->v + o->shift[i]] + o->radius[q->ea + o->shift[j]], c->gap);
	e->el_t += 0.5 * law->kt * c->xi * c->xi;
	if (law->kr > 0)
		e->el_t += 0.5 * law->kr * c->roll * c->roll;
}

/* Energies of the state, summed in the order of ids. Prescribed degrees of freedom have none. */
struct energies dem2_energies(const struct dem2 *s)
{
	struct energies e = { 0 };

	dem2_contacts_each(s, add_elastic, &(struct elastic){ s, &e });
	for (int r = 0; r < s->n; r++) {
		int b = s->by_rank[r];

		if (s->group_of[b] >= 0)
			continue;
		add_kinetic(&e, s->mass[b], s->vx[b], s->ax[b], s->dt, &e.kin_lin);
		add_kinetic(&e, s->mass[b], s->vy[b], s->ay[b], s->dt, &e.kin_lin);
		add_kinetic(&e, s->inertia[b], s->om[b], s->al[b], s->dt, &e.kin_rot);
		for (int z = 0; z < 2; z++)
			if (s->gravity[z] != 0)
				e.grav -= s->mass[b] * s->gravity[z] * way(s, b, z);
	}
	for (int k = 0; k < s->n_group; k++)
		add_group(s, &s->group[k], &e);
	return e;
}

/* The ledger in the stream: its keys, in order. */
static const struct { const char *key; size_t at; } energy_key[] = {
	{ "kin_lin", offsetof(struct energies, kin_lin) }, { "kin_rot", offsetof(struct energies, kin_rot) },
	{ "el_n", offsetof(struct energies, el_n) }, { "el_t", offsetof(struct energies, el_t) },
	{ "grav", offsetof(struct energies, grav) }, { "kin_half", offsetof(struct energies, kin_half) },
}, start_key[] = {
	{ "start_kin_lin", offsetof(struct energies, kin_lin) }, { "start_kin_rot", offsetof(struct energies, kin_rot) },
	{ "start_el_n", offsetof(struct energies, el_n) }, { "start_el_t", offsetof(struct energies, el_t) },
	{ "start_grav", offsetof(struct energies, grav) }, { "start_kin_half", offsetof(struct energies, kin_half) },
}, sum_key[] = {
	{ "work", offsetof(struct dem2, work) }, { "fric", offsetof(struct dem2, sum[LED_FRIC]) },
	{ "visc", offsetof(struct dem2, sum[LED_VISC]) }, { "other", offsetof(struct dem2, other) },
	{ "in", offsetof(struct dem2, in) }, { "out", offsetof(struct dem2, out) },
	{ "visc_power", offsetof(struct dem2, sum[LED_POWER]) }, { "work_n", offsetof(struct dem2, sum[LED_NORMAL]) },
	{ "work_t", offsetof(struct dem2, sum[LED_TANGENT]) },
};
enum { N_ENERGY = 6, N_HELD = 5, N_SUM = 9, N_SUM_MAIN = 6 };

static double *field(void *base, size_t at)
{
	return (double *)((char *)base + at);
}

/* Begin the ledger, or take up the one in the world. What the scene gained or lost between (bodies added, laws
 * changed) is booked to in and out. */
void dem2_ledger_begin(struct dem2 *s, const struct world *w, int take)
{
	struct energies now = dem2_energies(s);
	double gain = 0;

	take = take && params_find(&w->ledger, "start_kin_half");
	dem2_strain_begin(s, w, take);
	if (!take) {
		s->since = dem2_time(s);
		s->start = now;
		return;
	}
	s->since = params_get(&w->ledger, "since", 0);
	for (int k = 0; k < N_SUM; k++)
		*field(s, sum_key[k].at) = params_get(&w->ledger, sum_key[k].key, 0);
	for (int k = 0; k < N_ENERGY; k++) {
		double was = params_get(&w->ledger, energy_key[k].key, 0), is = *field(&now, energy_key[k].at);

		*field(&s->start, start_key[k].at) = params_get(&w->ledger, start_key[k].key, 0);
		if (is == was)
			continue;
		*field(&s->start, start_key[k].at) += is - was;
		gain += k < N_HELD ? is - was : 0;
	}
	s->in += gain > 0 ? gain : 0;
	s->out -= gain < 0 ? gain : 0;
}

/* Book one step. */
void dem2_ledger_step(struct dem2 *s)
{
	for (int k = 0; k < LED_N; k++) {
		for (int t = 1; t < s->threads; t++)
			exact_merge(&s->books->led[k], &s->books[t].led[k]);
		s->sum[k] += exact_take(&s->books->led[k]);
	}
	s->work += dem2_groups_work(s, &s->other);
	if (s->cell.moves)
		s->work += dem2_cell_work(s);
}

struct balance dem2_balance(const struct dem2 *s, const struct energies *e)
{
	const struct energies *z = &s->start;
	double kin = (e->kin_lin - z->kin_lin) + (e->kin_rot - z->kin_rot), half = e->kin_half - z->kin_half;
	double el_n = e->el_n - z->el_n, el_t = e->el_t - z->el_t, grav = e->grav - z->grav;
	double outer = s->work - s->other - grav, lost = s->sum[LED_FRIC] + s->sum[LED_VISC];
	const double sizes[] = {
		fabs(s->work), fabs(grav), lost, z->kin_lin + z->kin_rot + fabs(z->el_n) + z->el_t, /* attraction is below 0 */
		e->kin_lin + e->kin_rot + fabs(e->el_n) + e->el_t,
	};
	struct balance b = {
		.residual = outer - kin - el_n - el_t - lost,
		.closure = outer - half - s->sum[LED_NORMAL] - s->sum[LED_TANGENT] - s->sum[LED_VISC],
		.e_num = s->sum[LED_NORMAL] - el_n,
		.slip = s->sum[LED_TANGENT] - el_t - s->sum[LED_FRIC],
	};

	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
		b.turnover = sizes[k] > b.turnover ? sizes[k] : b.turnover;
	return b;
}

void dem2_ledger_write(const struct dem2 *s, struct params *out)
{
	struct energies e = dem2_energies(s);
	struct balance b = dem2_balance(s, &e);

	params_free(out);
	params_set(out, "since", s->since);
	for (int k = 0; k < N_HELD; k++)
		params_set(out, energy_key[k].key, *field(&e, energy_key[k].at));
	for (int k = 0; k < N_SUM_MAIN; k++)
		params_set(out, sum_key[k].key, *field((void *)s, sum_key[k].at));
	params_set(out, "residual", b.residual);
	if (s->opt.integrator == DEM2_VERLET)
		params_set(out, "closure", b.closure);
	params_set(out, "e_num", b.e_num);
	params_set(out, "slip", b.slip);
	for (int k = N_SUM_MAIN; k < N_SUM; k++)
		params_set(out, sum_key[k].key, *field((void *)s, sum_key[k].at));
	params_set(out, "kin_half", e.kin_half);
	for (int k = 0; k < N_ENERGY; k++)
		params_set(out, start_key[k].key, *field((void *)&s->start, start_key[k].at));
	dem2_strain_write(s, out);
	if (s->clock_step) {
		params_set(out, "clock_step", (double)s->clock_step);
		params_set(out, "clock_t", s->clock_t);
	}
}
