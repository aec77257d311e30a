/* dem2_ledger.c: the energies of the state, for the ledger; see sim/ledger.h. closure is an identity of the velocity Verlet step
 * and its impulses (dem2_event.c). */
#include <math.h>
#include <stdlib.h>

#include "base/ranks.h"
#include "dem2/dem2_state.h"
#include "motion/drive.h"

struct elastic { const struct dem2 *s; struct energy_sums *sums; };

/* Add the elastic energies of a contact. */
static void add_elastic(void *to, const struct between2 *q, const struct contact2 *c)
{
	const struct dem2 *s = ((struct elastic *)to)->s;
	const struct outlines *o = &s->outlines;
	int i = q->dir ? q->b : q->a, j = q->dir ? q->a : q->b;
	const struct law_contact *law = &s->core.law[s->core.material[q->a] * s->core.n_material + s->core.material[q->b]];

	int v = q->v + o->shift[i], edge = q->ea + o->shift[j];
	double lim = o->radius[v] + o->radius[edge], effective = dem2_effective(s, law, v, edge, o->step[edge] == 0);

	if (!soft_speaks_for(&s->core, q->a, q->b))
		return;
	struct energies e = { .el_n = law_energy(law, lim, effective, c->gap),
		.el_t = 0.5 * law_tangential_of(law->kind, law, effective, c->gap) * c->xi * c->xi };
	if (law->kr > 0)
		e.el_t += 0.5 * law->kr * c->roll * c->roll;
	energies_add(((struct elastic *)to)->sums, &e);
}

struct energies dem2_energies(const struct dem2 *s)
{
	const struct soft *c = &s->core;
	struct energy_sums sums = { .of = { { .n = 0 } } };

	dem2_settle(s);
	dem2_contacts_any(s, add_elastic, &(struct elastic){ s, &sums });
	for (int b = 0; b < c->n; b++) {
		struct energies e = { 0 };

		if (c->kept[b] != KEPT_OWN)
			continue;
		soft_add_body(c, b, (const double[2]){ c->a[0][b], c->a[1][b] }, &e);
		soft_add_kinetic(c, &e, s->inertia[b], c->v[2][b], c->a[2][b], &e.kin_rot);
		energies_add(&sums, &e);
	}
	for (int k = 0; k < c->n_group && ranks_me() == 0; k++) {
		const struct group *g = &c->group[k];
		struct energies e = { 0 };

		soft_add_group(c, g, &e);
		if (!drive_prescribes(&g->dof[2]))
			soft_add_kinetic(c, &e, g->inertia, g->v[2], g->a[2], &e.kin_rot);
		energies_add(&sums, &e);
	}
	return energies_take(&sums);
}

void dem2_ledger_begin(struct dem2 *s, const struct world *w, int take)
{
	struct energies now = dem2_energies(s);

	take = take && ledger_known(&w->ledger);
	dem2_strain_begin(s, w, take);
	ledger_begin(&s->core.ledger, &w->ledger, &now, clock_now(&s->core.clock), take);
}

void dem2_ledger_write(const struct dem2 *s, struct params *out)
{
	struct energies e = dem2_energies(s);

	ledger_write(&s->core.ledger, &e, (s->core.opt.integrator == DEM2_VERLET ? LEDGER_CLOSES : 0) |
	             (s->core.clings ? LEDGER_CLINGS : 0), out);
	dem2_strain_write(s, out);
	clock_write(&s->core.clock, out);
}
