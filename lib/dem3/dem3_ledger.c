/* dem3_ledger.c: the energies of the state; see sim/ledger.h for their balance.
 *
 * closure is an identity of the step. With kicks L -> L + dt T / 2 before and after the rotation, the torque T does
 * the work dt T.(w- + w+) / 2 by the angular velocities w = I^-1 L at one orientation. Hence a step has two turns, by
 * the angular velocities at its beginning and at its end, and kin_half is L-.I^-1 L+ / 2. The rotation itself keeps
 * the kinetic energy except for an oscillation, which is booked to spin. */
#include <math.h>
#include <stdlib.h>

#include "base/ranks.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_round.h"
#include "motion/drive.h"

/* With the torque t. */
static void add_rotation(const struct dem3 *s, int b, vec3 t, struct energies *e)
{
	vec3 l = dem3_vec(s->l, b), d = v3_scale(0.5 * s->core.clock.dt, t);

	e->kin_rot += 0.5 * v3_dot(l, dem3_spin(s, b, l));
	e->kin_half += 0.5 * v3_dot(v3_sub(l, d), dem3_spin(s, b, v3_add(l, d)));
}

static void add_group(const struct dem3 *s, const struct group *g, struct energies *e)
{
	soft_add_group(&s->core, g, e);
	if (g->turn == TURN_FREE)
		add_rotation(s, g->body[0], dem3_vec(s->tq, g->body[0]), e);
	if (g->turn == TURN_AXIS)
		soft_add_kinetic(&s->core, e, 1 / g->inertia, g->v[3 + g->axis], g->a[3 + g->axis], &e->kin_rot);
}

struct elastic { const struct dem3 *s; struct energy_sums *sums; };

/* Add the elastic energies of a contact. */
static void add_elastic(void *to, const struct between3 *q, const struct contact3 *c, const struct rolling3 *rolling)
{
	const struct dem3 *s = ((struct elastic *)to)->s;
	struct energies e = { 0 };
	const struct law_contact *law = dem3_law_between(s, q->a, q->b);
	if (!soft_speaks_for(&s->core, q->a, q->b))
		return;
	int ball = s->wall_of[q->b] < 0;
	double r = pebbles_radius(&s->pebbles, q->a, q->cand.a), o = ball ? pebbles_radius(&s->pebbles, q->b, q->cand.b) : 0;
	double effective = ball && dem3_has_faces(s, q->a, q->b)
		? dem3_effective_faces(law, pebbles_kind(&s->pebbles, q->a, q->cand.a), r, pebbles_kind(&s->pebbles, q->b, q->cand.b), o)
		: dem3_effective(s, law, r, q->b, o);

	e.el_n = c->weight * law_energy(law, r + o, effective, c->gap);
	e.el_t = 0.5 * law_tangential_of(law->kind, law, effective, c->gap) * v3_dot(c->xi, c->xi);
	if (rolling) {
		double twist = v3_dot(rolling->roll, c->n);
		vec3 roll = v3_sub(rolling->roll, v3_scale(twist, c->n));

		e.el_t += 0.5 * (law->kr * v3_dot(roll, roll) + law->ks * twist * twist);
	}
	energies_add(((struct elastic *)to)->sums, &e);
}

struct energies dem3_energies(const struct dem3 *s)
{
	const struct soft *c = &s->core;
	struct energy_sums sums = { .of = { { .n = 0 } } };

	dem3_settle(s);
	dem3_contacts_any(s, add_elastic, &(struct elastic){ s, &sums });
	for (int b = 0; b < c->n_own; b++) {
		struct energies e = { 0 };
		struct forces3 on = dem3_forces_on(s, b);

		soft_add_body(c, b, &on.a.x, &e);
		add_rotation(s, b, on.t, &e);
		energies_add(&sums, &e);
	}
	for (int k = 0; k < c->n_group && ranks_me() == 0; k++) {
		struct energies e = { 0 };

		add_group(s, &c->group[k], &e);
		energies_add(&sums, &e);
	}
	return energies_take(&sums);
}

void dem3_ledger_begin(struct dem3 *s, const struct world *w, int take)
{
	struct energies now = dem3_energies(s);

	take = take && ledger_known(&w->ledger);
	dem3_strain_begin(s, w, take);
	ledger_begin(&s->core.ledger, &w->ledger, &now, clock_now(&s->core.clock), take);
}

void dem3_ledger_write(const struct dem3 *s, struct params *out)
{
	struct energies e = dem3_energies(s);

	ledger_write(&s->core.ledger, &e, LEDGER_CLOSES | LEDGER_SPINS | (s->core.clings ? LEDGER_CLINGS : 0), out);
	cell_strain_write(&s->core, out);
	opposite_write(3, &s->core.walls_at_start, out);
	clock_write(&s->core.clock, out);
}
